"""A hint in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from sandtable import number_of
from sandtable_batch import Estimate
from sandtable_tools.advice.figures import approximate, percent, span, wrap_moves
from sandtable_tools.advice.hints import Comparison, Hint, TriedMove
from sandtable_tools.advice.move_words import brief, contrast, in_few_words
from sandtable_tools.advice.race import Move
from sandtable_tools.chances import FEW, between, with_interval

MOST_ALIKE = 3
"""The most moves with the same effect that are named, if each has at most `LONGEST` characters."""

TIME_MARGIN = 1.1
"""The time announced for an answer is the time of its games, multiplied by this."""

LONGEST = 50
"""The most characters of a move that is not the answer."""


def lines(hint: Hint, width: int = 80, *, every: bool = False, in_shell: bool = False) -> list[str]:
    """Return a hint in lines of at most `width` columns; with `every`, each move that was tried follows.

    With `in_shell`, advice about time names an option of the shell.
    """
    rows = [line for text in _rows(hint) for line in wrap_moves(text, width, "  ", " " * 6, most=2)]
    return [*wrap_moves(_answer(hint, in_shell=in_shell), width), *(rows if every else ())]


def moves_on_offer(hint: Hint) -> list[Move]:
    """Return the moves that the player can make by typing 1: the recommended move, or none."""
    return [hint.move] if hint.verdict in ("best", "better") else []


def _answer(hint: Hint, *, in_shell: bool) -> str:
    """Return the hint in a sentence or two."""
    move = brief(hint.move, hint.words)
    if hint.verdict == "only":
        return f"Only one action is legal: {move}."
    if hint.verdict == "equal":
        others = _name_moves(hint, hint.equal[1:])
        same = f"{move} does the same as {others}" if others else f"every move does the same as {move}"
        return f"It makes no difference: {same}."
    return _praise(hint, hint.against) if hint.against else _no_lead(hint, in_shell=in_shell)


def _no_lead(hint: Hint, *, in_shell: bool) -> str:
    """Say that no move leads, and how many games could decide; or that all moves are equally good."""
    usual = f"the scripted player would choose: {brief(hint.usual, hint.words)}."
    games = f"{hint.games:,} game{'s' * (hint.games != 1)}"
    wins = {tried.wins.value for tried in hint.tried}
    if len({tried.result.value for tried in hint.tried}) == 1 and wins in ({0.0}, {1.0}):
        return f"Every move {'wins' if 1.0 in wins else 'loses'}, as far as {games} can tell; {usual}"
    if hint.verdict == "same":
        return f"It makes no difference ({games} all ended the same); {usual}"
    head = f"No clear best {'yet' if hint.verdict == 'early' else f'after {games}'};"
    if not hint.leading:
        return f"{head} {usual} {_more(hint, in_shell=in_shell)}".rstrip()
    move, against, _ = hint.leading
    mine, its = _figures(hint, against)
    other = in_few_words(contrast(against.move, move, hint.words), LONGEST)
    ahead = f"{brief(move, hint.words)} is ahead: {mine}, and {its} with {other}."
    if not hint.leading.needed and hint.verdict == "open":
        ahead = f"{brief(move, hint.words)} and {other} are too close to tell apart: {mine}."
    rest = [] if hint.usual in (move, against.move) else [f"{usual[0].upper()}{usual[1:]}"]
    return " ".join(filter(None, [head, ahead, _more(hint, in_shell=in_shell), *rest]))


def _more(hint: Hint, *, in_shell: bool) -> str:
    """Say how to get an answer: ask again at the prompt, which keeps its games, or take more time."""
    leading = hint.leading
    needed = leading.needed if leading and leading.needed else hint.needed
    seconds = 10 * ceil(TIME_MARGIN * hint.pace * (needed + hint.games) / 10)
    if leading and leading.needed:
        how = f"--time {seconds}s plays them" if in_shell else "ask again"
        return f"About {needed:,} more games would tell: {how}."
    if hint.verdict == "early" and hint.games:
        return f"--time {seconds}s gets an answer." if in_shell else "Ask again to play more games."
    return ""


def _praise(hint: Hint, against: Comparison) -> str:
    """Say which move is known to be good, and how good."""
    move, (mine, its) = brief(hint.move, hint.words), _figures(hint, against)
    assumed = f"If the scripted players play on, {mine}"
    other = in_few_words(contrast(against.move, hint.move, hint.words), LONGEST)
    if hint.verdict == "better":
        return (
            f"{move} is better than the scripted player's choice ({other})."
            f" {assumed}, and {its} with that choice. There may be a better move."
        )
    likewise = ", as the scripted player would" * (hint.move == hint.usual)
    number = sum(1 + len(tried.others) for tried in hint.tried)
    tried = f" of {number_of(number, 'move')} tried (of {number + len(hint.untried)})" * bool(
        hint.untried
    )
    others = next((tried.others for tried in hint.tried if tried.move == hint.move), ())
    if others:
        other_move = brief(others[0], hint.words)
        move += f" or any of {number_of(len(others), 'other')}" if others[1:] else f" or {other_move}"
    return f"The best{tried}: {move}{likewise}. {assumed}, and {its} with the next best, {other}."


def _figures(hint: Hint, against: Comparison) -> tuple[str, str]:
    """Describe the results of the recommended move, and of the move that it is compared with."""
    if hint.unit.percent or len({result.value for result in against.results}) == 1:
        mine, its = map(_chance, against.wins)
        words = f"you win {mine} of the games"
    else:
        mine, its = (approximate(hint.unit.figure(result)) for result in against.results)
        words = f"you end with {hint.unit.with_unit(mine)} on average"
    return words, "slightly less" if mine == its else its


def _chance(share: Estimate) -> str:
    """Format a share with no more digits than its games support, and never as 0 or 100 %."""
    if round(100 * share.value) in (0, 100):
        return between(share)
    return f"{percent(Estimate(100 * share.value, 100 * share.low, 100 * share.high, share.of))} %"


def _rows(hint: Hint) -> Iterator[str]:
    """List the moves that were tried, with intervals: first those still in the race, the best first."""
    # The moves in the sentence are shown with the same games.
    pairs = zip(hint.against.wins, hint.against.results, strict=True) if hint.against else ()
    named = dict(zip((hint.move, hint.against.move) if hint.against else (), pairs, strict=True))
    shown = [(tried, *named.get(tried.move, (tried.wins, tried.result))) for tried in hint.tried]
    shown.sort(key=lambda row: (row[0].move not in named, row[0].dropped, -row[2].value))
    few = [tried.move for tried, wins, _ in shown if wins.of < FEW and tried.move not in named]
    for tried, wins, mean in shown:
        if tried.move not in few:
            result = f", {hint.unit.words} {span(hint.unit.figure(mean))}"
            won = f"you win {with_interval(wins)}{result * (not hint.unit.percent)}"
            yield f"{won} in {number_of(wins.of, 'game')}: {_words(hint, tried)}"
    if few:
        yield f"tried in fewer than {FEW} games: {_name_moves(hint, few)}"
    if hint.untried:
        yield f"not tried: {_name_moves(hint, hint.untried)}"


def _words(hint: Hint, tried: TriedMove) -> str:
    usual = "the scripted player's, " * (tried.move == hint.usual)
    same = f" (the same: {_name_moves(hint, tried.others)})" if tried.others else ""
    return f"{usual}{brief(tried.move, hint.words)}{same}"


def _name_moves(hint: Hint, moves: Sequence[Move]) -> str:
    """Name up to `MOST_ALIKE` short moves, and say how many more there are."""
    texts = (brief(move, hint.words) for move in moves)
    named = [text for text in texts if len(text) <= LONGEST][:MOST_ALIKE]
    more = len(moves) - len(named)
    return " or ".join([*named, f"{more} more"] if more else named)
