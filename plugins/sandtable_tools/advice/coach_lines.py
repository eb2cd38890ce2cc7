"""Puts the coach's review into lines of text, and into the form kept for reports and pages."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import number_of
from sandtable.tooling import STREAM
from sandtable_batch import Estimate
from sandtable_tools.advice.figures import is_clear, span, wrap_moves
from sandtable_tools.advice.move_words import as_typed, brief, in_few_words
from sandtable_tools.advice.review import Moment, Review
from sandtable_tools.reviews import CurvePoint, NamedMoment, SeatReview

MOST_PLACES = 5
"""The most places between its start and its end at which the curve is described."""

LONGEST = 60
"""The most characters of the move played, or of the luck; the advice is not cut."""

LETTERS = "abc"
"""The letters of the moments, in order."""

LOST_CHANCE = 0.15
"""A game counts as lost from the start if the chance to win was certainly below this."""


def lines(review: Review, save: str = "", width: int = 80) -> list[str]:
    """Return a review in about a dozen lines of `width` columns: the result, the curve, the moments.

    `save` is how the player named the save in the shell; it is empty at the prompt.
    """
    stopped = "Stopped early." * review.stopped
    if review.has_few_games:
        games = number_of(review.worlds, "game")
        few = f"Too few games to judge choices and luck: {games} from the start."
        return wrap_moves(f"{stopped} {few}".strip(), width)
    texts = wrap_moves(" ".join(_summarize(review)), width)
    if curve := "" if review.is_flat else _describe_curve(review):
        texts += wrap_moves(curve, width)
    for letter, moment in zip(LETTERS, review.moments, strict=False):
        row = f"{letter}  {_describe_moment(review, moment)}"
        texts += wrap_moves(row, width, then="   ")
    verdict = ""
    if review.is_flat and review.more:
        again = f"sandtable coach {save} --time" if save else "coach"
        verdict = f"Too few games to say more; {again} {review.more}"
    elif not review.moments:
        verdict = "No single choice of yours and no single roll changed the result beyond chance."
    ends = stopped, verdict, "The rolls were typed in, so the luck proves nothing." * review.typed_in
    back = _way_back(review, save, width) if review.moments else []
    return [*texts, *wrap_moves(" ".join(filter(None, ends)), width), *back]


def line_before(moment: Moment) -> int:
    """Return the save's line after which a moment can be played differently."""
    return max(1, moment.assessed.played.n - 1)


def _way_back(review: Review, save: str, width: int) -> list[str]:
    """Say how to go back to each moment: by its letter, or in the shell by its line."""
    if not save:
        back = "coach a plays on from just before a in a new save; coach more shows figures."
        return wrap_moves(back, width)
    pairs = zip(LETTERS, review.moments, strict=False)
    first, *others = (f"{letter}: {line_before(moment)}" for letter, moment in pairs)
    letter, _, line = first.partition(": ")
    more = f" ({', '.join(others)})" * bool(others)
    return [f"sandtable replay {save} --to {line} --play", f"plays on from just before {letter}{more}."]


def seat_review(review: Review) -> SeatReview:
    """Return a review in the form that is kept next to a save."""
    return SeatReview(
        title=_title(review),
        percent=review.unit.percent,
        said=" ".join(_summarize(review)),
        curve=[
            CurvePoint(n, *review.unit.figure(point)[:3])
            for n, point in review.curve
            if not review.has_few_games
        ],
        moments=[
            NamedMoment(
                n=moment.assessed.played.n,
                kind=moment.kind,
                words=as_typed(moment.assessed.played.move),
                by=change.value,
                amount=review.unit.amount(change),
                better="" if moment.is_luck else as_typed(moment.assessed.usual),
            )
            for moment in review.moments
            for change in [review.unit.change(moment.change)]
        ],
        games=review.playouts,
    )


def _summarize(review: Review) -> Iterator[str]:
    """Tell the result and, after enough games, the expectation at the start.

    If games are won or lost: ``The British lost. At the start they had a chance of about 45 % to win.``
    Otherwise: ``The raiders ended with -2 victory points. At the start they could expect about 3.``
    """
    unit, name = review.unit, f"{review.name[:1].upper()}{review.name[1:]}"
    result, expected = unit.figure(review.totals.result), unit.figure(review.totals.expected)
    if review.has_few_games and not review.over:
        return
    goal = "to win" if review.is_chance_to_win else f"to end with {unit.words}"
    if not unit.percent:
        reached = unit.with_unit(unit.tell(result).removesuffix(".0"))
        yield f"{name} ended with {reached}." if review.over else f"{name} can expect {reached} now."
    elif not review.over:
        yield f"{name} now have a chance of {unit.tell(result)} % {goal}."
    elif review.is_chance_to_win:
        yield f"{name} {'won' if result.value else 'lost'}."
    else:
        yield f"The game ended with {review.outcome.replace('-', ' ')}."
    if review.has_few_games:
        return
    figure = unit.tell(expected)
    start = f"had a chance of {figure} % {goal}" if unit.percent else f"could expect {figure}"
    yield f"At the start they {start}."
    chance = review.chance
    if review.over and review.totals.result.value <= 0 and chance.high < LOST_CHANCE:
        won = f"scripted players won {round(chance.value * chance.of)} of {chance.of} games from there"
        yield f"The game was lost from the start: {won}."


def _title(review: Review) -> str:
    if review.is_chance_to_win:
        return "Chance to win"
    return f"{'Chance of' if review.unit.percent else 'Expected'} {review.unit.words}"


def _describe_curve(review: Review) -> str:
    """Tell how the expectation changed during the game; empty if it never did."""
    turns = {move.played.n: move.turn for move in review.moves}
    points = review.curve[1:-1] or review.curve
    places = [points[round(step * (len(points) - 1) / (MOST_PLACES - 1))] for step in range(MOST_PLACES)]
    parts, before = list[str](), review.unit.tell(review.unit.figure(review.totals.expected))
    for n, expected in dict.fromkeys(places):
        told = review.unit.tell(review.unit.figure(expected))
        if told != before:
            parts.append(f"{told}{' %' * review.unit.percent} ({turns.get(n, '') or f'line {n}'})")
        before = told
    return f"{_title(review)} on the way: {', '.join(parts)}." if parts else ""


def _describe_moment(review: Review, moment: Moment) -> str:
    """Describe a moment: ``blunder (Round 9, line 133): discard kemal cost 71 %``."""
    unit, played, change = review.unit, moment.assessed.played, review.unit.change(moment.change)
    cost = f"{'cost' if change.value < 0 else 'gained'} {unit.amount(change)}"
    where = f" ({', '.join(filter(None, (moment.assessed.turn, f'line {played.n}')))})"
    if moment.is_luck:
        return f"{moment.kind}{where}: {_cut(_name_luck(review, moment))} ({cost})"
    done, advice = _cut(brief(played.move, review.words)), brief(moment.assessed.usual, review.words)
    return f"{moment.kind}{where}: {done} {cost}; the scripted player would choose {advice}"


def _name_luck(review: Review, moment: Moment) -> str:
    """Return the greatest headline that the luck brought, or else "the dice" or "the cards"."""
    sign = 1 if moment.kind == "good luck" else -1
    news = [
        (sign * headline.worth, event.text.rstrip("."))
        for event in moment.assessed.played.seen_by(None if review.over else review.seat)
        if (headline := event.headline(review.seat)) and not headline.open
    ]
    worth, text = max(news, key=lambda item: item[0], default=(0, ""))
    if worth > 0:
        return text
    dice = any(roll.stream == STREAM for roll in moment.assessed.played.rolls)
    return "the dice" if dice else "the cards"


def _cut(text: str) -> str:
    return in_few_words(text, LONGEST)


# Everything, with intervals.


def all_lines(review: Review, width: int = 80) -> list[str]:
    """Return the totals for choices and luck, and each decision that changed it beyond chance."""
    totals = review.totals
    parts = {review.names[seat]: total for seat, total in totals.choices.items()}
    rows = [f"choices of {name}: {_gain(review, total)}" for name, total in parts.items()]
    rows += [f"luck: {_gain(review, totals.luck)}", f"not analysed: {_gain(review, totals.unassessed)}"]
    noise = 0
    for move in review.moves:
        pairs = (("choice", move.choice), ("luck", move.luck))
        gains = [f"{kind} {_gain(review, gain)}" for kind, gain in pairs if gain and is_clear(gain)]
        noise += bool(not gains and (move.choice or move.luck))
        if gains:
            where = f"line {move.played.n}, {move.turn or move.played.seat}"
            instead = f"; the scripted player: {brief(move.usual, review.words)}" if move.usual else ""
            rows.append(f"{where}: {brief(move.played.move, review.words)}: {', '.join(gains)}{instead}")
    if noise:
        rows.append(f"{number_of(noise, 'other decision')}: no change beyond chance")
    games = number_of(review.playouts, "game")
    rows.append(f"Scripted players finished {games}, {review.worlds} from each position.")
    return [line for row in rows for line in wrap_moves(row, width, then=" " * 6)]


def _gain(review: Review, change: Estimate) -> str:
    """Describe a difference, with a warning if it may be chance."""
    noise = "" if is_clear(change) or change.low == change.high else " (may be chance)"
    return f"{span(review.unit.change(change), ' %' * review.unit.percent, sign=True)}{noise}"
