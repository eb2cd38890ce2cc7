"""A hint in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from textwrap import shorten

from sandtable import number_of
from sandtable_batch import Estimate
from sandtable_tools.advice.figures import approximate, interval, percent, span, wrapped
from sandtable_tools.advice.hints import Compared, Hint, TriedMove
from sandtable_tools.advice.race import Move
from sandtable_tools.advice.wording import brief, contrasted

MOST_ALIKE = 3
"""At most this many moves with the same effect are named, each of at most `LONGEST` characters."""

LONGEST = 50
"""A move that is not the answer is cut to at most this many characters."""


def lines(hint: Hint, width: int = 80, *, every: bool = False) -> list[str]:
    """A hint in lines of at most `width` columns; with `every`, each move that was tried follows."""
    rows = [line for text in _rows(hint) for line in wrapped(text, width, "  ", " " * 6)]
    return [*wrapped(_answer(hint), width), *(rows if every else ())]


def numbered(hint: Hint) -> list[Move]:
    """The move that the player may make with the number 1, if the hint says that it is good."""
    return [hint.move] if hint.verdict in ("best", "better") else []


def _answer(hint: Hint) -> str:
    """The hint in a sentence or two."""
    move, usual = brief(hint.move), brief(hint.usual)
    if hint.only:
        return f"Only one action is legal: {move}."
    if hint.equal:
        others = _named(hint.equal[1:])
        same = f"{move} does the same as {others}" if others else f"every move does the same as {move}"
        return f"It makes no difference: {same}."
    if hint.against:
        return _praise(hint, hint.against)
    if hint.verdict == "early":
        played = f"after {hint.games} of {number_of(hint.games + hint.needed, 'game')}"
        seconds = ceil(hint.needed * hint.pace)
        long = number_of(ceil(seconds / 60), "minute") if seconds > 90 else number_of(seconds, "second")
        return (
            f"No answer yet {played}; the scripted player would {usual}."
            f" A whole answer takes about {long} more (hint {seconds}s)."
        )
    if hint.verdict == "same":
        wins = {0.0: "all lost", 1.0: "all won"}.get(hint.tried[0].wins.value, "the same ends")
        games = number_of(hint.games, "game")
        return f"It makes no difference ({games}, {wins}); the scripted player would {usual}."
    return f"No clear best; the scripted player would {usual}."


def _praise(hint: Hint, against: Compared) -> str:
    """What is known to be good, and how good."""
    move, (mine, its) = brief(hint.move), _figures(hint, against)
    assumed = f"If the scripted players play on, {mine}"
    other = shorten(contrasted(against.move, hint.move), LONGEST, placeholder=" ...")
    if hint.verdict == "better":
        return (
            f"{move} is better than what the scripted player would do, {other}."
            f" {assumed}, and {its} with the other. Whether it is the best is not clear."
        )
    likewise = ", as the scripted player would" * (hint.move == hint.usual)
    tried = f" of {number_of(len(hint.tried), 'move')}" * bool(hint.untried)
    return f"The best{tried}: {move}{likewise}. {assumed}, and {its} with the next best, {other}."


def _figures(hint: Hint, against: Compared) -> tuple[str, str]:
    """The results of the move that is named, in words, and of the one that it is compared with."""
    if hint.unit.percent or len({result.value for result in against.results}) == 1:
        mine, its = (f"{percent(_hundredfold(share))} %" for share in against.wins)
        words = f"you win {mine} of the games"
    else:
        mine, its = (approximate(hint.unit.figure(result)) for result in against.results)
        words = f"you end with {hint.unit.with_unit(mine)} on average"
    return words, "slightly less" if mine == its else its


def _hundredfold(share: Estimate) -> Estimate:
    return Estimate(100 * share.value, 100 * share.low, 100 * share.high, share.of)


def _rows(hint: Hint) -> Iterator[str]:
    """The moves that were tried, with intervals, the best mean first."""
    for tried in hint.tried:
        result = f", {hint.unit.words} {span(hint.unit.figure(tried.result))}"
        games = number_of(tried.games, "game")
        wins = f"you win {interval(tried.wins)}{result * (not hint.unit.percent)}"
        yield f"{wins} in {games}: {_words(hint, tried)}"
    if hint.untried:
        yield f"not tried: {_named(hint.untried)}"


def _words(hint: Hint, tried: TriedMove) -> str:
    same = f" (the same: {_named(tried.others)})" if tried.others else ""
    usual = " (the scripted player's)" if tried.move == hint.usual else ""
    return f"{brief(tried.move)}{usual}{same}{', dropped' * tried.dropped}"


def _named(moves: Sequence[Move]) -> str:
    """Some moves: at most `MOST_ALIKE` short ones by name, and how many more."""
    named = [text for text in map(brief, moves) if len(text) <= LONGEST][:MOST_ALIKE]
    more = len(moves) - len(named)
    return " or ".join([*named, f"{more} more"] if more else named)
