"""The words `hint` and `coach` at the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sandtable import ActionError, SandtableError, Session
from sandtable_console import CommandOutputs, waiting
from sandtable_console.configuration import settings
from sandtable_tools.advice.budget import Budget

if TYPE_CHECKING:
    from sandtable_console import Console
    from sandtable_tools.advice.hints import Study

MORE = "more"
"""The word that asks for the figures behind an answer."""

_studies: WeakKeyDictionary[Session, tuple[tuple[bytes, str], Study]] = WeakKeyDictionary()
"""The last study of each session, with the position and the seat that it is about."""


def read_options(rest: str, word: str) -> tuple[Budget | None, bool]:
    """The budget after a word, if any, and whether more is asked for. Raises SandtableError."""
    words = rest.split()
    times = [part for part in words if part != MORE]
    return (Budget.read(" ".join(times), word) if times else None), len(times) < len(words)


def hint(console: Console, rest: str) -> CommandOutputs:
    """The best move of the viewer, if one is known; asked again, it knows more."""
    from sandtable_tools.advice import hint_lines  # noqa: PLC0415 (slow to import)
    from sandtable_tools.advice.crew import cores  # noqa: PLC0415
    from sandtable_tools.advice.hints import Study  # noqa: PLC0415

    session, name = console.session, console.session.to_move
    if name is None:
        raise ActionError("the game is over; coach reviews it")
    if name != console.viewer:
        raise ActionError(f"hints are only for your own decisions; {name} decides now")
    budget, more = read_options(rest, "hint")
    place = session.table.position, name
    known, study = _studies.get(session, (None, None))
    if study is None or known != place:
        study = Study(session.seat(name))
        _studies[session] = place, study
    advice = study.last if more and not budget else None
    if advice is None:
        advice = yield from waiting.think(study.press(budget, cores()), stop="enough")
    yield from hint_lines.lines(advice, console.width, every=more)
    moves = hint_lines.moves_on_offer(advice)
    if console.reader.picks and moves:
        console.reader.list_moves(moves)
        yield f"Type 1 to make that {'whole ' * (len(moves[0]) > 1)}move."


def coach(console: Console, rest: str) -> CommandOutputs:
    """The viewer's result, and the choices and the luck that changed it."""
    from sandtable_tools import reviews  # noqa: PLC0415 (slow to import)
    from sandtable_tools.advice import coach as coaching  # noqa: PLC0415
    from sandtable_tools.advice import coach_lines  # noqa: PLC0415

    # After a game between humans, the first of them is reviewed.
    seat = console.viewer or next(iter(console.humans or console.session.seats))
    budget, every = read_options(rest, "coach")
    steps = coaching.review_in_steps(console.session, seat, budget or coaching.DEFAULT)
    review = yield from waiting.think(steps, stop="enough")
    path = console.session.journal.path
    yield from coach_lines.lines(
        review, path.stem if path else "", console.width, in_words=settings().plain
    )
    if every:
        yield from coach_lines.all_lines(review, console.width)
    try:
        if path:
            reviews.keep(path, console.session.journal.digest, seat, coach_lines.seat_review(review))
    except SandtableError as error:
        yield str(error)
