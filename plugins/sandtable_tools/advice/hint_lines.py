"""A hint in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from textwrap import shorten

from sandtable import number_of
from sandtable_tools.advice.figures import give_or_take, percent, plain, signed, span, wrapped
from sandtable_tools.advice.hints import Hint, TriedMove, typed
from sandtable_tools.advice.race import Move, needed
from sandtable_tools.advice.wording import apart, brief

MOST_DROPPED = 3
"""At most this many moves that were dropped early are named, each in `LONGEST` characters."""

MOST_ALIKE = 3
"""At most this many moves with the same effect are named, each of at most `LONGEST` characters."""

MOST_REASONS = 4
"""At most this many reasons are given why the best move is better."""

LONGEST = 50
"""A move without a line of its own is cut to at most this many characters."""

LEAST_ROOM = 24
"""The words of a move follow its figures on the line if at least this many columns are left."""


def lines(hint: Hint, width: int = 80) -> list[str]:
    """A hint in lines of at most `width` columns."""
    if hint.only:
        return wrapped(f"Only one action is legal: {hint.only}.", width)
    if hint.equal:
        first, *others = hint.equal
        text = f"Every move has the same effect as {brief(first)}."
        if others:
            text = f"It makes no difference: {brief(first)} does the same as {_named(others)}."
        return wrapped(text, width, "", "  ")
    if hint.stopped and not hint.ranking:
        return ["Stopped before there was any result."]
    if not hint.enough:
        return [line for text in _too_few(hint) for line in wrapped(text, width, "", "  ")]
    texts = [*wrapped(_verdict(hint), width, "", "  "), *wrapped(f"{_after(hint)}:", width, "", "  ")]
    texts += _table(hint, width)
    texts += [line for text in _footnotes(hint) for line in wrapped(text, width, "  ", "    ")]
    if hint.reasons:
        texts += wrapped(_why(hint), width, "", "  ")
    return texts


def numbered(hint: Hint) -> list[Move]:
    """The moves that have a number in the lines, in order."""
    return [tried.move for tried in hint.last] if hint.enough else []


def _named(moves: Sequence[Move]) -> str:
    """Some moves: at most `MOST_ALIKE` short ones by name, and how many more."""
    named = [text for text in map(brief, moves) if len(text) <= LONGEST][:MOST_ALIKE]
    more = len(moves) - len(named)
    return " or ".join([*named, f"{more} more"] if more else named)


def _after(hint: Hint) -> str:
    stopped = "Stopped after" if hint.stopped else "After"
    return f"{stopped} {number_of(hint.playouts, 'game')} that scripted players finished from here"


def _too_few(hint: Hint) -> Iterator[str]:
    """The lines if there were too few games to compare moves."""
    moves = len(hint.ranking) + len(hint.untried)
    yield f"{_after(hint)}, the {moves} moves cannot be compared yet."
    yield f"The scripted player would do this: {typed(hint.usual)}"
    fewest = needed(2)
    if hint.pace is None:
        yield f"A hint needs about {fewest} games here, to try all moves {needed(moves)}."
    else:
        seconds = ceil(fewest * hint.pace)
        yield (
            f"A hint needs about {fewest} games here, or {seconds}s:"
            f" a game takes {hint.pace:.2g} seconds."
        )


def _verdict(hint: Hint) -> str:
    """The verdict: the best move, if the difference is more than chance."""
    level, others = hint.level, hint.last[1:]
    games = f"in {number_of(hint.ranking[0].result.of, 'game')} each"
    if not others:
        return f"All moves that were tried end the same as {_words(hint.ranking[0])}."
    if len(level) == 1:
        gap, nearest = min(
            ((move.gap, move) for move in others if move.gap), key=lambda pair: pair[0].estimate.value
        )
        number, best = hint.last.index(nearest) + 1, f"The best is 1, {_words(hint.ranking[0])}"
        if (level[0].wins.value, nearest.wins.value) == (1, 0):
            return f"{best}: it won all {number_of(level[0].result.of, 'game')}, {number} none."
        lead = f"{span(hint.unit.change(gap.estimate))} {hint.unit.of_games}"
        return f"{best}: better than {number} by {lead}."
    places = _places([hint.last.index(tried) + 1 for tried in level])
    if all(tried.gap.same for tried in level if tried.gap):
        all_alike = {0.0: ", all lost", 1.0: ", all won"}.get(level[0].wins.value, "")
        return f"It makes no difference: {places} ended the same {games}{all_alike}."
    usual = " 1 is what the scripted player would do." if level[0].scripted else ""
    return f"{_level_moves(hint)} cannot be told apart {games}: {places}.{usual}"


def _level_moves(hint: Hint) -> str:
    """A name for the moves that cannot be told apart."""
    level, twins = hint.level, [tried for tried in hint.ranking if tried.twin]
    in_words = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}.get(len(level), str(len(level)))
    if len(level) + len(twins) < len(hint.ranking):
        return f"The best {in_words}"
    return f"The {in_words} moves that were tried" if hint.untried else f"The {in_words} moves"


def _words(tried: TriedMove) -> str:
    return shorten(brief(tried.move), LONGEST, placeholder=" ...")


def _table(hint: Hint, width: int) -> Iterator[str]:
    """The last few moves, the best first: their results, and their words."""
    best, *others = hint.last
    results = not hint.unit.percent and len({tried.result.value for tried in hint.last}) > 1
    titles = ["", "you win", *([hint.unit.words] if results else []), *(["behind 1"] if others else [])]
    result = [give_or_take(hint.unit.figure(best.result))] if results else []
    rows = [["1", percent(best.wins), *result, *([""] if others else [])]]
    for place, tried in enumerate(others, 2):
        result = [plain(hint.unit.figure(tried.result).value)] if results else []
        rows.append([str(place), f"{100 * tried.wins.value:.0f} %", *result, _behind(hint, tried)])
    rooms = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]

    def cells(row: Sequence[str]) -> str:
        return "  " + "  ".join(cell.ljust(room) for cell, room in zip(row, rooms, strict=True))

    yield cells(titles).rstrip()
    common, texts = apart([tried.move for tried in hint.last])
    for row, tried, text in zip(rows, hint.last, texts, strict=True):
        head = f"{cells(row)}  "
        twins = [*tried.others, *(other.move for other in hint.ranking if other.twin == tried.move)]
        same = f" (the same: {_named(twins)})" if twins else ""
        words = f"{text}{' *' * tried.scripted}{same}"
        if width - len(head) < min(len(words), LEAST_ROOM):
            yield head.rstrip()
            yield from wrapped(words, width, " " * 6, " " * 6)
        else:
            yield from wrapped(words, width, head, " " * len(head))
    if common:
        yield from wrapped(f"All of these also: {common}", width, "  ", "    ")


def _behind(hint: Hint, tried: TriedMove) -> str:
    """The distance of a move behind the best, in words."""
    if tried.gap is None or tried.gap.same:
        return "the same"
    change = hint.unit.change(tried.gap.estimate)
    if not hint.unit.percent:
        return give_or_take(change)
    half = plain(change.half).removesuffix(".0") if change.half < 1 else f"{change.half:.0f}"
    return f"{change.value:.0f} +- {half} %"


def _footnotes(hint: Hint) -> Iterator[str]:
    """The moves that are not shown, and the meaning of the star."""
    listed = [tried.move for tried in hint.last]
    dropped = [tried.move for tried in hint.ranking if tried.move not in listed and not tried.twin]
    if dropped:
        _, texts = apart(listed, dropped[:MOST_DROPPED])
        named = "; ".join(shorten(text, LONGEST, placeholder=" ...") for text in texts[len(listed) :])
        more = f"; and {len(dropped) - MOST_DROPPED} more" if len(dropped) > MOST_DROPPED else ""
        yield f"dropped early (few games played): {named}{more}"
    if hint.untried:
        moves = "1 move was" if len(hint.untried) == 1 else f"{len(hint.untried)} moves were"
        yield f"{moves} not tried: no {'games were' if hint.pace is None else 'time was'} left"
    if any(tried.scripted for tried in hint.last):
        yield "* what the scripted player would do"


def _why(hint: Hint) -> str:
    """The figures in which the best move differs from those behind it."""
    behind = [place for place, tried in enumerate(hint.last, 1) if tried.gap and tried.gap.behind]
    figures = []
    for reason in hint.reasons[:MOST_REASONS]:
        if reason.share:
            figures.append(f"{reason.name} {100 * reason.best:.0f} % (they {100 * reason.others:.0f} %)")
        else:
            name = reason.name.replace("-", " ")
            figures.append(f"{name} {plain(reason.best)} ({signed(reason.apart.value)})")
    return f"1 against {_places(behind)}: {', '.join(figures)}."


def _places(places: Sequence[int]) -> str:
    """``1``, ``1 and 3``, ``1 to 4``."""
    *first, last = places
    if len(first) > 1 and last - places[0] == len(first):
        return f"{places[0]} to {last}"
    return f"{', '.join(map(str, first))} and {last}" if first else str(last)
