"""A hint in lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from textwrap import shorten

from sandtable import number_of
from sandtable.tooling import ENOUGH_TRIALS
from sandtable_tools.advice.figures import (
    give_or_take,
    or_better,
    percent,
    plain,
    signed,
    span,
    wrapped,
)
from sandtable_tools.advice.hints import Hint, needed, typed
from sandtable_tools.advice.race import Move

MOST_LINES = 8
"""At most this many moves are shown."""

MOST_REASONS = 4
"""At most this many reasons are told why the best move is better."""

LEAST_ROOM = 24
"""The words of a move stand beside its figures where at least this many columns are left."""


def lines(hint: Hint, width: int = 80) -> list[str]:
    """A hint in lines of at most `width` columns."""
    if hint.only:
        return wrapped(f"{hint.only} is all that can be done.", width)
    if not hint.ranking:
        return ["Stopped before anything was known."]
    if not hint.enough:
        return [line for text in _too_few(hint) for line in wrapped(text, width, "", "  ")]
    texts = [*wrapped(f"{_after(hint)}:", width, "", "  "), *_table(hint, width)]
    texts += [line for text in _footnotes(hint) for line in wrapped(text, width, "  ", "    ")]
    texts += [line for text in _verdict(hint) for line in wrapped(text, width, "", "  ")]
    return texts


def numbered(hint: Hint) -> list[Move]:
    """The moves that stand in the lines with a number, in their order."""
    if not hint.enough:
        return []
    return [one.move for one in hint.ranking[:MOST_LINES] if one in hint.last]


def _after(hint: Hint) -> str:
    stopped = "Stopped after" if hint.stopped else "After"
    games = "1 game" if hint.playouts == 1 else f"{hint.playouts} games"
    return f"{stopped} {games} that scripted players finished from here"


def _too_few(hint: Hint) -> Iterator[str]:
    """What is said when nothing can be said of the moves."""
    moves = len(hint.ranking) + len(hint.untried)
    yield f"{_after(hint)}, nothing can be said of the {moves} moves."
    yield f"The scripted player would do this: {typed(hint.usual)}"
    games = needed(moves)
    if hint.pace is None:
        yield f"A hint needs about {games} games here."
    else:
        seconds = ceil(games * hint.pace)
        yield (
            f"A hint needs about {games} games here, or {seconds}s:"
            f" a game takes {hint.pace:.2g} seconds."
        )


def _table(hint: Hint, width: int) -> Iterator[str]:
    """The moves, the best first: what came of them, and the words."""
    shown, last = hint.ranking[:MOST_LINES], len(hint.last)
    results = not _share_says_all(hint)
    titles = ["", *([hint.unit.words] if results else []), or_better(hint.good), "games"]
    rows = []
    for place, tried in enumerate(shown, 1):
        few = tried.result.of < ENOUGH_TRIALS
        result = "-" if few else give_or_take(hint.unit.figure(tried.result))
        good = "-" if few else percent(tried.good)
        number = str(place) if place <= last else ""
        rows.append([number, *([result] if results else []), good, str(tried.result.of)])
    rooms = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]

    def cells(row: Sequence[str]) -> str:
        return "  " + "  ".join(cell.rjust(room) for cell, room in zip(row, rooms, strict=True))

    yield cells(titles).rstrip()
    for place, (row, tried) in enumerate(zip(rows, shown, strict=True)):
        if place == last:
            yield from wrapped("dropped early (few games played):", width, "  ", "    ")
        head, text = f"{cells(row)}  ", f"{tried.words}{' *' * tried.scripted}"
        if place >= last:  # what has no number need not be told in full
            twins = [number for number, one in enumerate(shown[:last], 1) if one.move == tried.twin]
            same_as = f" (as {twins[0]})" if twins else ""
            room = max(width - len(head) - len(same_as), LEAST_ROOM)
            text = f"{shorten(text, room, placeholder=' ...')}{same_as}"
        if width - len(head) < min(len(text), LEAST_ROOM):
            yield head.rstrip()
            yield from wrapped(text, width, " " * 6, " " * 6)
        else:
            yield from wrapped(text, width, head, " " * len(head))


def _share_says_all(hint: Hint) -> bool:
    """Whether the share of good outcomes says all: there are two, or there was only one result."""
    ends = {(one.result.value, len(one.outcomes)) for one in hint.ranking}
    return hint.unit.percent or (len(ends) == 1 and len(hint.ranking[0].outcomes) == 1)


def _footnotes(hint: Hint) -> Iterator[str]:
    """How many moves are not shown, and where the scripted player's stands if it is among them."""
    hidden = hint.ranking[MOST_LINES:]
    if hidden:
        runs = sorted({one.result.of for one in hidden})
        times = f"{runs[0]} to {runs[-1]}" if len(runs) > 1 else str(runs[0])
        others = number_of(len(hidden), "other")
        yield f"and {others}, in {times} game{'s' * (runs[-1] != 1)} each"
    if hint.untried:
        moves = "1 move was" if len(hint.untried) == 1 else f"{len(hint.untried)} moves were"
        yield f"{moves} not tried: no time was left"
    for place, tried in enumerate(hint.ranking, 1):
        if tried.scripted:
            where = f", place {place}: {tried.words}" if place > MOST_LINES else ""
            yield f"* what the scripted player would do{where}"


def _verdict(hint: Hint) -> Iterator[str]:
    """Which move is better than which, as far as that is more than chance."""
    level, others = hint.level, hint.last[1:]
    if len(level) > 1:
        yield _no_difference(hint)
    elif others:
        gap, nearest = min(
            ((one.gap, one) for one in others if one.gap), key=lambda pair: pair[0].estimate.value
        )
        by = f"{span(hint.unit.change(gap.estimate))} {hint.unit.of_games}"
        yield f"1 is better than {hint.ranking.index(nearest) + 1} by {by}."
    if hint.reasons:
        behind = [place for place, one in enumerate(hint.last, 1) if one.gap and one.gap.behind]
        figures = []
        for reason in hint.reasons[:MOST_REASONS]:
            if reason.share:
                figures.append(
                    f"{reason.name} {100 * reason.best:.0f} % (they {100 * reason.others:.0f} %)"
                )
            else:
                name = reason.name.replace("-", " ")
                figures.append(f"{name} {plain(reason.best)} ({signed(reason.apart.value)})")
        yield f"1 against {_places(behind)}: {', '.join(figures)}."


def _no_difference(hint: Hint) -> str:
    level = hint.level
    gaps = [one.gap for one in level if one.gap]
    games = min(gap.estimate.of for gap in gaps)
    each = f"in {number_of(games, 'game')} each"
    those = _places([hint.ranking.index(one) + 1 for one in level])
    if all(gap.same for gap in gaps):
        return f"It made no difference: {those} ended the same {each}."
    return f"No difference was found {'among' if len(level) > 2 else 'between'} {those} {each}."


def _places(places: Sequence[int]) -> str:
    """``1``, ``1 and 3``, ``1 to 4``, ``1 to 8 and 3 that are not shown``."""
    shown = [place for place in places if place <= MOST_LINES]
    hidden = len(places) - len(shown)
    more = f"{hidden} that {'is' if hidden == 1 else 'are'} not shown"
    if not shown:
        return more
    *first, last = shown
    if len(first) > 1 and last - shown[0] == len(first):
        told = f"{shown[0]} to {last}"
    else:
        told = f"{', '.join(map(str, first))} and {last}" if first else str(last)
    return f"{told} and {more}" if hidden else told
