"""The words `hint` and `coach` at the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable import ActionError, SandtableError
from sandtable.tooling import CommandOutputs, waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.tooling import Console
    from sandtable_tools.advice.race import Move


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
    yield from _numbers(console, hint_lines.numbered(advice))


def _numbers(console: Console, moves: Sequence[Move]) -> list[str]:
    """Let the numbers of a hint select its moves, and say so."""
    if not (console.reader.numbers and moves):
        return []
    console.reader.list_moves(moves)
    return ["Type a number to make that whole move."] if any(len(move) > 1 for move in moves) else []


def coach(console: Console, rest: str) -> CommandOutputs:
    """The worth of the viewer's decisions and luck so far."""
    from sandtable_tools.advice import coach as coaching  # noqa: PLC0415 (slow to import)
    from sandtable_tools.advice import coach_lines  # noqa: PLC0415
    from sandtable_tools.advice.account import keep_account  # noqa: PLC0415
    from sandtable_tools.advice.budget import Budget  # noqa: PLC0415

    budget = Budget.read(rest, "coach") if rest else coaching.DEFAULT
    try:
        steps = coaching.reviewing(console.session, _seat(console), budget)
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


def _seat(console: Console) -> str:
    """The seat to review: the viewer's; after a game between humans, the first's."""
    return console.viewer or next(iter(console.humans or console.session.seats))
