"""The coach's review in lines of text, and as it is kept for reports and pages."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten

from sandtable import number_of
from sandtable.tooling import STREAM
from sandtable_batch import Estimate
from sandtable_tools.advice.figures import is_clear, one_decimal, span, wrap_moves
from sandtable_tools.advice.move_words import as_typed, brief
from sandtable_tools.advice.review import Moment, Review
from sandtable_tools.reviews import CurvePoint, NamedMoment, SeatReview

ROWS = 7
"""The height of the curve."""

COLUMNS = 64
"""The curve is at most this wide."""

LONGEST = 60
"""A move of a moment is cut to at most this many characters."""

LOST = 0.15
"""A game is lost from the start if the chance to win it was certainly below this."""


def lines(review: Review, save: str, width: int = 80, *, in_words: bool = False) -> list[str]:
    """A review in lines of at most `width` columns, which fit a screen.

    `save` is what the player calls the save; "" if there is none. The curve is drawn, or
    described `in_words`.
    """
    stopped = "Stopped early." * review.stopped
    if review.few:
        games = number_of(review.worlds, "game")
        few = f"Too few games to judge choices and luck: {games} from the start."
        return wrap_moves(f"{stopped} {few}".strip(), width)
    texts = wrap_moves(" ".join(_summarize(review)), width)
    if not review.flat:
        texts += wrap_moves(_describe_curve(review), width) if in_words else _draw_curve(review, width)
    for moment in review.moments:
        texts += wrap_moves(_describe_moment(review, moment), width, then="  ", most=2)
        if save:
            texts.append(f"  sandtable replay {save} --to {max(1, moment.assessed.played.n - 1)} --play")
    verdict = ""
    if review.flat and review.more:
        again = f"sandtable coach {save} --time" if save else "coach"
        verdict = f"Too few games to say more; {again} {review.more}"
    elif not review.moments:
        verdict = "No single choice of yours and no single roll changed the result beyond chance."
    ends = stopped, verdict, "The luck was typed in, so it proves nothing." * review.typed_in
    return [*texts, *wrap_moves(" ".join(filter(None, ends)), width)]


def seat_review(review: Review) -> SeatReview:
    """A review as it is kept next to a save, in figures for readers."""
    return SeatReview(
        title=_title(review),
        percent=review.unit.percent,
        said=" ".join(_summarize(review)),
        curve=[
            CurvePoint(n, *review.unit.figure(point)[:3]) for n, point in review.curve if not review.few
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
    """The result and, after enough games, the expectation at the start, in sentences.

    If a game is won or lost: ``The British lost. At the start they had a chance of about 45 % to win.``
    Otherwise: ``The raiders ended with -2 victory points. At the start they could expect about 3.``
    """
    unit, name = review.unit, f"{review.name[:1].upper()}{review.name[1:]}"
    result, expected = unit.figure(review.totals.result), unit.figure(review.totals.expected)
    if review.few and not review.over:
        return
    goal = "to win" if review.of_winning else f"to end with {unit.words}"
    if not unit.percent:
        reached = unit.with_unit(unit.tell(result).removesuffix(".0"))
        yield f"{name} ended with {reached}." if review.over else f"{name} can expect {reached} now."
    elif not review.over:
        yield f"{name} now have a chance of {unit.tell(result)} % {goal}."
    elif review.of_winning:
        yield f"{name} {'won' if result.value else 'lost'}."
    else:
        yield f"The game ended with {review.outcome.replace('-', ' ')}."
    if review.few:
        return
    figure = unit.tell(expected)
    start = f"had a chance of {figure} % {goal}" if unit.percent else f"could expect {figure}"
    yield f"At the start they {start}."
    chance = review.chance
    if review.over and review.totals.result.value <= 0 and chance.high < LOST:
        won = f"scripted players won {round(chance.value * chance.of)} of {chance.of} games from there"
        yield f"The game was lost from the start: {won}."


def _title(review: Review) -> str:
    """The name of the curve's figures."""
    if review.of_winning:
        return "Chance to win"
    return f"{'Chance of' if review.unit.percent else 'Expected'} {review.unit.words}"


def _figure(review: Review, value: float) -> str:
    return f"{value:.0f} %" if review.unit.percent else one_decimal(value)


def _points(review: Review) -> list[tuple[int, float]]:
    return [(n, review.unit.figure(expected).value) for n, expected in review.curve]


def _describe_curve(review: Review) -> str:
    """The curve in words, at eight places."""
    points = _points(review)
    places = [points[round(step * (len(points) - 1) / 7)] for step in range(8)]
    parts = [f"{_figure(review, value)} at line {n}" for n, value in dict.fromkeys(places)]
    return f"{_title(review)}: {', '.join(parts)}."


def _draw_curve(review: Review, width: int) -> Iterator[str]:
    """The curve as a chart: a star for what could be expected at each place of the game."""
    points = _points(review)
    values = [value for _, value in points]
    low, high = (0.0, 100.0) if review.unit.percent else (min(0.0, *values), max(0.0, *values))
    marks = [_figure(review, high - row * (high - low) / (ROWS - 1)) for row in range(ROWS)]
    room = max(map(len, marks))
    columns = max(10, min(COLUMNS, width - room - 2))
    first, last = points[0][0], points[-1][0]
    heights = []
    for column in range(columns):
        n = first + (last - first) * column / (columns - 1)
        value = [value for line, value in points if line <= n][-1]
        heights.append(round((high - value) / ((high - low) or 1) * (ROWS - 1)))
    yield f"{_title(review)}:"
    for row, mark in enumerate(marks):
        shown = mark if row % 3 == 0 else ""
        yield f"{shown:>{room}} |{''.join('*' if height == row else ' ' for height in heights)}".rstrip()
    ends = f"line {first}", f"line {last}"
    yield f"{' ' * room}  {ends[0]}{ends[1]:>{columns - len(ends[0])}}"


def _describe_moment(review: Review, moment: Moment) -> str:
    """A moment in a sentence: ``blunder: line 133, discard kemal cost 71 %``."""
    unit, played, change = review.unit, moment.assessed.played, review.unit.change(moment.change)
    cost = f"{'cost' if change.value < 0 else 'gained'} {unit.amount(change)}"
    if moment.is_luck:
        return f"{moment.kind}: line {played.n}, {_cut(_name_luck(review, moment))}: {cost}"
    usual = _cut(brief(moment.assessed.usual))
    done = _cut(brief(played.move))
    return f"{moment.kind}: line {played.n}, {done} {cost}; the scripted player would choose: {usual}"


def _name_luck(review: Review, moment: Moment) -> str:
    """The greatest news that is as good or bad as the luck; else what brought the luck."""
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
    return shorten(text, LONGEST, placeholder=" ...")


# Everything, with intervals.


def all_lines(review: Review, width: int = 80) -> list[str]:
    """The sums of choices and luck, and every decision that was analysed, with intervals."""
    totals = review.totals
    parts = {review.names[seat]: total for seat, total in totals.choices.items()}
    rows = [f"choices of {name}: {_gain(review, total)}" for name, total in parts.items()]
    rows += [f"luck: {_gain(review, totals.luck)}", f"not analysed: {_gain(review, totals.unassessed)}"]
    for move in review.moves:
        gains = [
            f"{kind} {_gain(review, gain)}"
            for kind, gain in (("choice", move.choice), ("luck", move.luck))
            if gain
        ]
        if gains:
            where = f"line {move.played.n}, {move.turn or move.played.seat}"
            instead = f"; the scripted player: {brief(move.usual)}" if move.usual else ""
            rows.append(f"{where}: {brief(move.played.move)}: {', '.join(gains)}{instead}")
    games = number_of(review.playouts, "game")
    rows.append(f"Scripted players finished {games}, {review.worlds} from each position.")
    return [line for row in rows for line in wrap_moves(row, width, then=" " * 6)]


def _gain(review: Review, change: Estimate) -> str:
    """A difference, with a warning if it may be mere chance."""
    noise = "" if is_clear(change) or change.low == change.high else " (may be noise)"
    return f"{span(review.unit.change(change), ' %' * review.unit.percent, sign=True)}{noise}"
