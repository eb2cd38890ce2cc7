"""The words `hint` and `coach` at the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sandtable import ActionError, SandtableError, Session, listing
from sandtable_console import CommandOutputs, outputs, waiting
from sandtable_tools.advice.budget import Budget

if TYPE_CHECKING:
    from sandtable_console import Console
    from sandtable_tools.advice.hints import Study
    from sandtable_tools.advice.review import Review

MORE = "more"
"""The word that asks for the figures behind an answer."""

_studies: WeakKeyDictionary[Session, tuple[tuple[bytes, str], Study]] = WeakKeyDictionary()
"""The last study of each session, with its position and seat."""

_reviews: WeakKeyDictionary[Session, tuple[tuple[str, str], Review]] = WeakKeyDictionary()
"""The last review of each session, with its line's digest and its seat."""


def read_options(rest: str, word: str) -> tuple[Budget | None, bool]:
    """Read the budget after a word, if any, and tell whether `more` follows. Raises SandtableError."""
    words = rest.split()
    times = [part for part in words if part != MORE]
    return (Budget.read(" ".join(times), word) if times else None), len(times) < len(words)


def hint(console: Console, rest: str) -> CommandOutputs:
    """Name the viewer's best move, if one is known; asking again adds to what is known."""
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
    if console.reader.numbers_pick and moves:
        console.reader.list_moves(moves)
        yield f"Type 1 to make that {'whole ' * (len(moves[0]) > 1)}move."


def coach(console: Console, rest: str) -> CommandOutputs:
    """Review the viewer's game: the result, its choices and its luck; or replay it from a moment."""
    from sandtable_tools import reviews  # noqa: PLC0415 (slow to import)
    from sandtable_tools.advice import coach as coaching  # noqa: PLC0415
    from sandtable_tools.advice import coach_lines  # noqa: PLC0415

    session = console.session
    # In a game between humans, the first of them is reviewed.
    seat = console.viewer or next(iter(console.humans or session.seats))
    path, place = session.journal.path, (session.journal.digest, seat)
    known, review = _reviews.get(session, (None, None))
    review = review if known == place else None
    if rest and rest in coach_lines.LETTERS:
        yield from _play_on(console, rest, review)
        return
    budget, more = read_options(rest, "coach")
    if review is None or budget or not more:
        steps = coaching.review_in_steps(session, seat, budget or coaching.DEFAULT)
        review = yield from waiting.think(steps, stop="enough")
        _reviews[session] = place, review
    yield from coach_lines.lines(review, width=console.width)
    if more:
        yield from coach_lines.all_lines(review, console.width)
    try:
        if path:
            reviews.keep(path, session.journal.digest, seat, coach_lines.seat_review(review))
    except SandtableError as error:
        yield str(error)


def _play_on(console: Console, letter: str, review: Review | None) -> Iterator[outputs.Lent | str]:
    """Play on from just before a moment, in a new save at the terminal; then come back."""
    from sandtable_shell import main  # noqa: PLC0415 (slow to import)
    from sandtable_tools.advice import coach_lines  # noqa: PLC0415 (likewise)

    moments = dict(zip(coach_lines.LETTERS, review.moments, strict=False)) if review else {}
    path = console.session.journal.path
    if letter not in moments:
        named = f"the coach named only {listing([*moments])}" if moments else "type coach first"
        raise ActionError(f"no moment {letter} to go back to; {named}")
    if path is None or not console.confirms:
        raise ActionError(f"coach {letter} needs a saved game and a terminal")
    yield outputs.Lent()
    main(["replay", f"--to={coach_lines.line_before(moments[letter])}", "--play", "--", str(path)])
    yield "Back in the game that the coach reviewed."
