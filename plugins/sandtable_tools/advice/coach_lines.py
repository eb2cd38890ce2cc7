"""What the coach says, in lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import ceil
from textwrap import shorten

from sandtable import Roll, number_of
from sandtable.tooling import STREAM, Estimate
from sandtable_tools.advice.figures import clear, give_or_take, span, wrapped
from sandtable_tools.advice.review import Alternatives, AssessedMove, Review
from sandtable_tools.advice.wording import brief

MOST_MOMENTS = 3
"""At most this many of the luckiest moments are shown, and of the unluckiest."""

MOST_UNLIKE = 6
"""At most this many decisions unlike the scripted player's are shown."""

MOST_EVENTS = 3
"""At most this many events of a moment are shown."""

LONGEST = 150
"""What happened is cut to at most this many characters."""

SHOWN = 0.05
"""Luck that is worth less than this, in the unit that is told, would be shown as 0.0."""

KNOWN = "by what you knew"
"""What was hidden is part of what a decision was worth, but not of what would have been better."""

HANG = " " * 6


def lines(review: Review, width: int = 80) -> list[str]:
    """A review in lines of at most `width` columns; too few games tell what was done, and no figure."""
    if review.few:
        games = number_of(review.effort.worlds, "game")
        texts = wrapped(f"Too few games to say what anything was worth: {games} from the start.", width)
    else:
        texts = [*wrapped(_opening(review), width, "", "  "), *_totals(review, width)]
    for title, rows in _sections(review, width):
        if rows:
            texts += ["", *wrapped(title, width, "", "  "), *rows]
    return [*texts, "", *(line for text in _method(review) for line in wrapped(text, width))]


def _opening(review: Review) -> str:
    """What was expected at the start, and what came of it.

    ``At the start the British had a 44 % chance to win (23 to 67 %). They lost.`` where a game is
    won or lost, else ``Lrdg ended with -2 victory points. The expectation at the start was 3.4 +- 4.8.``
    """
    unit = review.unit
    result, expected = unit.figure(review.totals.result), unit.figure(review.totals.expected)
    if not unit.percent:
        now = f"{_sentence(_side(review))} can expect {unit.with_unit(give_or_take(result))} now."
        return f"{_ending(review) or now} The expectation at the start was {give_or_take(expected)}."
    goal = "to win" if _wins(review) else f"to end with {unit.words}"
    percent = f"{expected.value:.0f}"
    article = "an" if percent.startswith("8") or percent in ("11", "18") else "a"
    start = f"At the start {_side(review)} had {article} {percent} % chance {goal}{_interval(expected)}."
    if not review.over:
        return f"{start} Now it is {result.value:.0f} %{_interval(result)}."
    return f"{start} {_ending(review)}"


def _ending(review: Review) -> str:
    """How the game ended for the seat; nothing while it goes on."""
    unit, several = review.unit, len(review.totals.choices) > 1
    result = unit.figure(review.totals.result)
    if not review.over:
        return ""
    if not unit.percent:
        return f"{_sentence(_side(review))} ended with {unit.with_unit(f'{result.value:g}')}."
    if _wins(review):
        return f"{'They' if several else _side(review)} {'won' if result.value else 'lost'}."
    return f"The game ended with {review.outcome.replace('-', ' ')}."


def _side(review: Review) -> str:
    """What the seat is called: ``the British``, ``Lawrence`` where it is alone."""
    return f"{'the ' * (len(review.totals.choices) > 1)}{review.seat.capitalize()}"


def _sentence(text: str) -> str:
    """A text as a sentence begins."""
    return f"{text[:1].upper()}{text[1:]}"


def _wins(review: Review) -> bool:
    """Whether the better of two outcomes is that the seat wins."""
    return review.unit.name in (review.seat, "won")


def _interval(chance: Estimate) -> str:
    """The ends of a chance: `` (23 to 67 %)``."""
    return f" ({chance.low:.0f} to {chance.high:.0f} %)"


def _totals(review: Review, width: int) -> Iterator[str]:
    """The sums, which together are the result less what was expected."""
    totals, unknown = review.totals, "not analysed" if review.stretches else "0"
    rows = {}
    for seat, total in totals.choices.items():
        known = [one.choice for one in review.moves if one.played.seat == seat and one.choice]
        if known and all(one.value == one.low == one.high == 0 for one in known):
            gain = "0: the same as the scripted player's"
        else:
            gain = _gain(review, total) if known else unknown
        rows["your choices" if seat == review.seat else f"choices of {seat}"] = gain
    lucky = any(one.luck for one in review.moves)
    name = "luck, typed in" if review.typed_in else "luck"
    rows[name] = _gain(review, totals.luck) if lucky else unknown
    if review.stretches:
        rows["not analysed"] = _gain(review, totals.unassessed)
    room = max(map(len, rows))
    for name, gain in rows.items():
        yield from wrapped(f"{name:<{room}}  {gain}", width, "  ", HANG)


def _gain(review: Review, change: Estimate) -> str:
    """A difference as it is told, with a warning where chance alone may have made it."""
    noise = "" if clear(change) or change.low == change.high else " (may be noise)"
    unit = " %" * review.unit.percent
    return f"{give_or_take(review.unit.change(change), sign=True)}{unit}{noise}"


def _sections(review: Review, width: int) -> Iterator[tuple[str, list[str]]]:
    """The tables with their titles; with too few games there are none of luck, which would be noise."""
    unlike = review.unlike
    rows = [line for one in unlike[:MOST_UNLIKE] for line in _decision(review, one, width)]
    if (more := len(unlike) - MOST_UNLIKE) > 0:
        rows.append(f"  and {more} more")
    none = ["  none: each is what the scripted player would do"]
    yield "Decisions unlike the scripted player's, the dearest first", rows or none
    free = [one.assessed for one in review.alternatives if not one.assessed.usual and one.hint.enough]
    yield (
        "Decisions that looked free but were checked anyway",
        [line for one in free for line in _decision(review, one, width)],
    )
    if not review.few:
        yield from _lucky_sections(review, width)
        yield "Not analysed: choices and luck together", _unassessed(review, width)


def _decision(review: Review, assessed: AssessedMove, width: int) -> Iterator[str]:
    """A decision, what it gained or cost, and what was found when it was looked at again."""
    gain = ""
    if assessed.choice and not review.few and (assessed.usual or assessed.choice.value):
        gain = f": {_gain(review, assessed.choice)}"
    yield from wrapped(f"{_where(assessed)}: {brief(assessed.played.move)}{gain}", width, "  ", HANG)
    if assessed.usual:
        usual = shorten(brief(assessed.usual), LONGEST, placeholder=" ...")
        yield from wrapped(f"the scripted player: {usual}", width, HANG, HANG)
    for one in review.alternatives:
        if one.assessed.played.n == assessed.played.n:
            yield from wrapped(_comparison(one), width, HANG, HANG)


def _where(assessed: AssessedMove) -> str:
    return f"line {assessed.played.n}, {assessed.turn or assessed.played.seat}"


def _comparison(alternatives: Alternatives) -> str:
    """What would have been better for all the seat knew, by how much."""
    hint, better, gap = alternatives.hint, alternatives.better, alternatives.done.gap
    if not hint.enough:
        return "no time was left to look for something better"
    if gap is None or gap.estimate.value <= 0:
        return f"{KNOWN}, none of the {len(hint.ranking)} moves that were tried is better"
    by = f"{span(hint.unit.change(gap.estimate))} {hint.unit.of_games}"
    if gap.behind:
        return f"{KNOWN}, {brief(better.move)} is better by {by}"
    return f"{KNOWN}, {brief(better.move)} is better by {by}, which may be noise"


def _lucky_sections(review: Review, width: int) -> Iterator[tuple[str, list[str]]]:
    """The luckiest and the unluckiest moments, where any of them is more than chance in the figures."""
    moments = sorted(
        (
            (one.luck, one)
            for one in review.moves
            if one.luck and abs(review.unit.change(one.luck).value) >= SHOWN
        ),
        key=lambda pair: pair[0].value,
    )
    luckiest = [pair for pair in reversed(moments[-MOST_MOMENTS:]) if pair[0].value > 0]
    unluckiest = [pair for pair in moments[:MOST_MOMENTS] if pair[0].value < 0]
    for title, shown in (("Luckiest", luckiest), ("Unluckiest", unluckiest)):
        if any(clear(luck) for luck, _ in shown):
            yield title, [line for luck, one in shown for line in _moment(review, one, luck, width)]


def _moment(review: Review, assessed: AssessedMove, luck: Estimate, width: int) -> Iterator[str]:
    """A decision that luck followed, what it gave, and what happened."""
    played = assessed.played
    head = f"{_where(assessed)}, {played.seat}: {brief(played.move)}: {_gain(review, luck)}"
    yield from wrapped(head, width, "  ", HANG)
    events = played.seen_by(None if review.over else review.seat)[:MOST_EVENTS]
    text = f"{rolled(played.rolls)}. {' '.join(event.text for event in events)}"
    yield from wrapped(shorten(text, LONGEST, placeholder=" ..."), width, HANG, HANG)


def rolled(rolls: Iterable[Roll]) -> str:
    """Rolls in words, those of one rule together: ``Contact test 3, 5``; cards only came."""
    parts = []
    for words, same in groupby(rolls, key=lambda roll: roll.words or roll.stream):
        faces = [str(roll.value) for roll in same if roll.stream == STREAM]
        parts.append(f"{words} {', '.join(faces)}" if faces else f"{words}: drawn")
    return "; ".join(parts)


def _unassessed(review: Review, width: int) -> list[str]:
    """What was not taken apart, where most was gained or lost."""
    stretches = sorted(review.stretches, key=lambda one: -abs(one.change.value))
    texts = []
    for stretch in stretches[:MOST_MOMENTS]:
        if stretch.change.value:
            first, last = stretch.lines
            numbers = f"line {first}" if first == last else f"lines {first} to {last}"
            turns = " to ".join(dict.fromkeys(stretch.turns))
            where = f"{numbers}, {turns}" if turns else numbers
            texts += wrapped(f"{where}: {_gain(review, stretch.change)}", width, "  ", HANG)
    return texts


def _method(review: Review) -> Iterator[str]:
    """How it was found out, and what it does not see."""
    effort, analysed = review.effort, "Every decision was analysed."
    if review.stretches:
        games = f"{effort.needed} games"
        if effort.pace is not None:
            games += f" or {ceil(effort.needed * effort.pace)}s"
        analysed = (
            f"{len(review.assessed)} of your {len(review.own)} decisions were analysed;"
            f" all of them would take about {games}."
        )
    stopped = "Stopped early. " if effort.stopped else ""
    times = "once" if effort.worlds == 1 else f"{effort.worlds} times"
    games = "1 game" if effort.playouts == 1 else f"{effort.playouts} games"
    yield (
        f"{stopped}{analysed} Scripted players finished the game {times} from each position,"
        f" {games} in all."
    )
    if any(one.hint.enough for one in review.alternatives):
        yield (
            "A figure beside a decision is what it was worth in the position as it truly was; what was"
            f" better {KNOWN} is judged without what was hidden, and without the luck that came."
        )
    if review.typed_in:
        yield "The luck was typed in: it shows what the game was like, and proves nothing."
    yield (
        "Choices are compared with the scripted player's, so a mistake that it shares costs nothing"
        " here. A hint at that line finds it (sandtable hint SAVE --to LINE)."
    )
