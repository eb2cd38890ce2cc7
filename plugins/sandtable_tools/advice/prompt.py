"""The words `hint` and `coach` at the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable import ActionError, SandtableError
from sandtable_console import CommandOutputs, waiting

if TYPE_CHECKING:
    from sandtable_console import Console

TOO_EARLY = "Stopped before there was any result."


def hint(console: Console, rest: str) -> CommandOutputs:
    """The viewer's moves, ranked; `rest` says how long to think."""
    from sandtable_tools.advice import hint_lines, hints  # noqa: PLC0415 (slow to import)
    from sandtable_tools.advice.budget import Budget  # noqa: PLC0415
    from sandtable_tools.advice.crew import cores  # noqa: PLC0415

    session, name = console.session, console.session.to_move
    if name is None:
        raise ActionError("the game is over; coach reviews it")
    if name != console.viewer:
        raise ActionError(f"hints are only for your own decisions; {name} decides now")
    budget = Budget.read(rest, "hint") if rest else hints.DEFAULT
    try:
        steps = hints.hinting(session.seat(name), budget, jobs=cores())
        advice = yield from waiting.thinking(steps, stop="enough")
    except KeyboardInterrupt:
        yield TOO_EARLY
        return
    yield from hint_lines.lines(advice, console.width)
    moves = hint_lines.numbered(advice)
    if console.reader.numbers and moves:
        console.reader.list_moves(moves)
        if any(len(move) > 1 for move in moves):
            yield "Type a number to make that whole move."


def coach(console: Console, rest: str) -> CommandOutputs:
    """The worth of the viewer's decisions and luck so far."""
    from sandtable_tools.advice import coach as coaching  # noqa: PLC0415 (slow to import)
    from sandtable_tools.advice import coach_lines  # noqa: PLC0415
    from sandtable_tools.advice.budget import Budget  # noqa: PLC0415
    from sandtable_tools.advice.documents import keep_account  # noqa: PLC0415

    # After a game between humans, the first of them is reviewed.
    seat = console.viewer or next(iter(console.humans or console.session.seats))
    budget = Budget.read(rest, "coach") if rest else coaching.DEFAULT
    try:
        steps = coaching.reviewing(console.session, seat, budget)
        review = yield from waiting.thinking(steps, stop="enough")
    except KeyboardInterrupt:
        yield TOO_EARLY
        return
    yield from coach_lines.lines(review, console.width)
    save = console.session.journal.path
    try:
        if save:
            keep_account(console.session, save, review)
    except SandtableError as error:
        yield str(error)
