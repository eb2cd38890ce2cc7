"""A hint in lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from textwrap import shorten

from sandtable.tooling import ENOUGH_TRIALS
from sandtable_tools.advice.figures import give_or_take, percent, plain, signed, span, wrapped
from sandtable_tools.advice.hints import Hint, Reason, TriedMove, needed, typed
from sandtable_tools.advice.race import Move

MOST_LINES = 8
"""At most this many moves are shown."""

MOST_REASONS = 4


def lines(found: Hint, width: int = 80) -> list[str]:
    """A hint in lines of at most `width` columns."""
    if found.only:
        return wrapped(f"{found.only} is all that can be done.", width)
    if not found.ranking:
        return ["Stopped before anything was known."]
    if not found.enough:
        return [line for said in _too_few(found) for line in wrapped(said, width, "", "  ")]
    texts = [*wrapped(f"{_after(found)}:", width, "", "  "), *_table(found, width)]
    texts += [line for said in _verdict(found) for line in wrapped(said, width, "", "  ")]
    return texts


def numbered(found: Hint) -> list[Move]:
    """The moves that stand in the lines with a number, in their order."""
    if not found.enough:
        return []
    return [one.move for one in found.ranking[:MOST_LINES] if one in found.last]


def _after(found: Hint) -> str:
    stopped = "Stopped after" if found.stopped else "After"
    games = "1 game" if found.playouts == 1 else f"{found.playouts} games"
    return f"{stopped} {games} that scripted players played on from here"


def _too_few(found: Hint) -> Iterator[str]:
    """What is said when nothing can be said of the moves."""
    moves = len(found.ranking) + len(found.untried)
    yield f"{_after(found)}, nothing can be said of the {moves} moves."
    yield f"The scripted player would do this: {typed(found.usual)}"
    games = needed(moves)
    if found.pace is None:
        yield f"A hint needs about {games} games here."
        return
    seconds = ceil(games * found.pace)
    yield f"A hint needs about {games} games here, or {seconds}s: a game takes {found.pace:.2g} seconds."


def _table(found: Hint, width: int) -> Iterator[str]:
    """The moves, the best first: what came of them, and the words."""
    shown, last = found.ranking[:MOST_LINES], len(found.last)
    titles = ["", *_titles(found), "games"]
    rows = [
        [str(place) if place <= last else "", *_figures(found, one), str(one.result.of)]
        for place, one in enumerate(shown, 1)
    ]
    rooms = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    yield _row(titles, rooms).rstrip()
    for place, (row, one) in enumerate(zip(rows, shown, strict=True)):
        if place == last:
            yield from wrapped("let go earlier, by what so few games say:", width, "  ", "    ")
        head, text = f"{_row(row, rooms)}  ", f"{one.words}{' *' * one.scripted}"
        if place >= last:  # what has no number need not be told in full
            as_one = _as_one(one, shown[:last])
            room = max(width - len(head) - len(as_one), 24)
            text = f"{shorten(text, room, placeholder=' ...')}{as_one}"
        yield from _hung(head, text, width)
    for said in _rest(found):
        yield from wrapped(said, width, "  ", "    ")


def _as_one(one: TriedMove, numbered: Sequence[TriedMove]) -> str:
    """The number of the move that ended as this one did in every game, `` (as 2)``."""
    found = (place for place, other in enumerate(numbered, 1) if other.move == one.twin)
    return next((f" (as {place})" for place in found), "")


def _row(cells: Sequence[str], rooms: Sequence[int]) -> str:
    return "  " + "  ".join(cell.rjust(room) for cell, room in zip(cells, rooms, strict=True))


def _hung(head: str, text: str, width: int) -> list[str]:
    """A text to the right of its head, or below it where there is little room."""
    if width - len(head) < min(len(text), 24):
        return [head.rstrip(), *wrapped(text, width, " " * 6, " " * 6)]
    return wrapped(text, width, head, " " * len(head))


def _titles(found: Hint) -> list[str]:
    return [good(found)] if _share_alone(found) else [found.unit.words, good(found)]


def _figures(found: Hint, one: TriedMove) -> list[str]:
    few = one.result.of < ENOUGH_TRIALS
    shared = "-" if few else percent(one.good)
    if _share_alone(found):
        return [shared]
    return ["-" if few else give_or_take(found.unit.figure(one.result)), shared]


def _share_alone(found: Hint) -> bool:
    """Whether the share of good outcomes says all: there are two, or there was only one result."""
    ends = {(one.result.value, len(one.outcomes)) for one in found.ranking}
    return found.unit.percent or (len(ends) == 1 and len(found.ranking[0].outcomes) == 1)


def good(found: Hint) -> str:
    """What the good outcomes of a hint are called: ``won``, ``remarkable or better``."""
    return found.good[0] if len(found.good) == 1 else f"{found.good[-1]} or better"


def _rest(found: Hint) -> Iterator[str]:
    """How many moves are not shown, and where the scripted player's stands if it is among them."""
    others = found.ranking[MOST_LINES:]
    if others:
        runs = sorted({one.result.of for one in others})
        times = f"{runs[0]} to {runs[-1]}" if len(runs) > 1 else str(runs[0])
        more = "1 other" if len(others) == 1 else f"{len(others)} others"
        yield f"and {more}, in {times} game{'s' * (runs[-1] != 1)} each"
    if found.untried:
        moves = "1 move was" if len(found.untried) == 1 else f"{len(found.untried)} moves were"
        yield f"{moves} not tried: there was no time"
    if any(one.scripted for one in found.ranking):
        place = next(place for place, one in enumerate(found.ranking, 1) if one.scripted)
        hidden = f", place {place}: {found.ranking[place - 1].words}" if place > MOST_LINES else ""
        yield f"* what the scripted player would do{hidden}"


def _verdict(found: Hint) -> Iterator[str]:
    """Which move is better than which, as far as that is more than chance."""
    level = found.level
    last = found.last[1:]
    if len(level) > 1:
        yield _no_difference(level, [found.ranking.index(one) + 1 for one in level])
    elif last:
        nearest = min(last, key=lambda one: one.gap.estimate.value if one.gap else 0)
        yield f"1 is better than {found.ranking.index(nearest) + 1}{_by(found, nearest)}."
    if reasons := found.reasons[:MOST_REASONS]:
        behind = [place for place, one in enumerate(found.last, 1) if one.gap and one.gap.behind]
        yield f"1 against {_places(behind)}: {', '.join(map(_why, reasons))}."


def _by(found: Hint, other: TriedMove) -> str:
    assert other.gap is not None  # noqa: S101
    apart = found.unit.change(other.gap.estimate)
    what = "% of the games" if found.unit.percent else found.unit.words
    return f" by {span(apart)} {what}"


def _places(places: Sequence[int]) -> str:
    """``1``, ``1 and 3``, ``1 to 4``, ``1 to 8 and 3 that are not shown``."""
    shown = [place for place in places if place <= MOST_LINES]
    hidden = len(places) - len(shown)
    *first, last = shown or [0]
    if len(first) > 1 and last - shown[0] == len(first):
        told = f"{shown[0]} to {last}"
    else:
        told = f"{', '.join(map(str, first))} and {last}" if first else str(last)
    more = f"{hidden} that {'is' if hidden == 1 else 'are'} not shown"
    return told if not hidden else f"{told} and {more}" if shown else more


def _no_difference(level: Sequence[TriedMove], places: Sequence[int]) -> str:
    games = min(one.gap.estimate.of for one in level if one.gap)
    those = _places(places)
    each = f"in {games} game{'s' * (games != 1)} each"
    if all(one.gap.same for one in level if one.gap):
        return f"It made no difference: {those} ended the same {each}."
    return f"No difference was found {'among' if len(places) > 2 else 'between'} {those} {each}."


def _why(reason: Reason) -> str:
    """``remarkable 61 % (they 48 %)``, ``turns 9.1 (+0.8)``."""
    if reason.share:
        return f"{reason.name} {100 * reason.best:.0f} % (they {100 * reason.others:.0f} %)"
    return f"{reason.name.replace('-', ' ')} {plain(reason.best)} ({signed(reason.apart.value)})"
