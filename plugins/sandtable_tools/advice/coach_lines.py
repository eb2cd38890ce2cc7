"""The coach's review in lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import ceil
from textwrap import shorten

from sandtable import Roll, number_of
from sandtable.tooling import STREAM
from sandtable_batch import Estimate
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
"""The events of a moment are cut to at most this many characters."""

SHOWN = 0.05
"""Luck below this, in the unit of the figures, is left out: it would show as 0.0."""

KNOWN = "given what you knew"
"""The basis for naming a better move; the worth of a decision counts hidden information too."""

HANG = " " * 6


def lines(review: Review, width: int = 80) -> list[str]:
    """A review in lines of at most `width` columns; with too few games, it has no figures."""
    if review.few:
        games = number_of(review.effort.worlds, "game")
        texts = wrapped(f"Too few games to judge choices and luck: {games} from the start.", width)
    else:
        texts = [*wrapped(_opening(review), width, "", "  "), *_totals(review, width)]
    for title, rows in _sections(review, width):
        if rows:
            texts += ["", *wrapped(title, width, "", "  "), *rows]
    return [*texts, "", *(line for text in _method(review) for line in wrapped(text, width))]


def _opening(review: Review) -> str:
    """The expectation at the start, and the result.

    If a game is won or lost: ``At the start the British had a 44 % chance to win (23 to 67 %). They
    lost.`` Otherwise: ``The raiders ended with -2 victory points. The expectation at the start was 3.4
    +- 4.8.``
    """
    unit = review.unit
    result, expected = unit.figure(review.totals.result), unit.figure(review.totals.expected)
    if not unit.percent:
        expectation = f"{_sentence(review.name)} can expect {unit.with_unit(give_or_take(result))} now."
        now = _ending(review) or expectation
        return f"{now} The expectation at the start was {give_or_take(expected)}."
    goal = "to win" if _wins(review) else f"to end with {unit.words}"
    percent = f"{expected.value:.0f}"
    article = "an" if percent.startswith("8") or percent in ("11", "18") else "a"
    start = f"At the start {review.name} had {article} {percent} % chance {goal}{_interval(expected)}."
    if not review.over:
        return f"{start} Now it is {result.value:.0f} %{_interval(result)}."
    return f"{start} {_ending(review)}"


def _ending(review: Review) -> str:
    """The end of the game for the seat; empty while it is not over."""
    unit = review.unit
    result = unit.figure(review.totals.result)
    if not review.over:
        return ""
    if not unit.percent:
        return f"{_sentence(review.name)} ended with {unit.with_unit(f'{result.value:g}')}."
    if _wins(review):
        return f"They {'won' if result.value else 'lost'}."
    return f"The game ended with {review.outcome.replace('-', ' ')}."


def _sentence(text: str) -> str:
    """A text with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


def _wins(review: Review) -> bool:
    """Whether the better of two outcomes is a win of the seat."""
    return review.unit.name in (review.seat, "won")


def _interval(chance: Estimate) -> str:
    """The ends of a chance: `` (23 to 67 %)``."""
    return f" ({chance.low:.0f} to {chance.high:.0f} %)"


def _totals(review: Review, width: int) -> Iterator[str]:
    """The totals, which add up to the result minus the expectation."""
    totals, unknown = review.totals, "not analysed" if review.stretches else "0"
    rows = {}
    for seat, total in totals.choices.items():
        choices = [entry.choice for entry in review.moves if entry.played.seat == seat and entry.choice]
        if choices and all(entry.value == entry.low == entry.high == 0 for entry in choices):
            gain = "0: the same as the scripted player's"
        else:
            gain = _gain(review, total) if choices else unknown
        rows["your choices" if seat == review.seat else f"choices of {review.names[seat]}"] = gain
    lucky = any(entry.luck for entry in review.moves)
    name = "luck, typed in" if review.typed_in else "luck"
    rows[name] = _gain(review, totals.luck) if lucky else unknown
    if review.stretches:
        rows["not analysed"] = _gain(review, totals.unassessed)
    room = max(map(len, rows))
    for name, gain in rows.items():
        yield from wrapped(f"{name:<{room}}  {gain}", width, "  ", HANG)


def _gain(review: Review, change: Estimate) -> str:
    """A difference, with a warning if it may be mere chance."""
    noise = "" if clear(change) or change.low == change.high else " (may be noise)"
    unit = " %" * review.unit.percent
    return f"{give_or_take(review.unit.change(change), sign=True)}{unit}{noise}"


def _sections(review: Review, width: int) -> Iterator[tuple[str, list[str]]]:
    """The tables with their titles; with too few games, no tables of luck, which would be noise."""
    unlike = review.unlike
    rows = [line for entry in unlike[:MOST_UNLIKE] for line in _decision(review, entry, width)]
    if (more := len(unlike) - MOST_UNLIKE) > 0:
        rows.append(f"  and {more} more")
    no_rows = ["  none: each is what the scripted player would do"]
    ordered = not unlike or any(entry.choice for entry in unlike)
    title = "Decisions unlike the scripted player's" + ", the costliest first" * ordered
    yield title, rows or no_rows
    looked_free = [
        entry.assessed for entry in review.alternatives if entry.looked_free and entry.hint.enough
    ]
    yield (
        "Decisions that looked free but were checked anyway",
        [line for entry in looked_free for line in _decision(review, entry, width)],
    )
    if not review.few:
        yield from _lucky_sections(review, width)
        yield "Not analysed: choices and luck together", _unassessed(review, width)


def _decision(review: Review, assessed: AssessedMove, width: int) -> Iterator[str]:
    """A decision with its gain or cost, and whether another move is better."""
    gain = ""
    if assessed.choice and not review.few and (assessed.usual or assessed.choice.value):
        gain = f": {_gain(review, assessed.choice)}"
    yield from wrapped(f"{_where(assessed)}: {brief(assessed.played.move)}{gain}", width, "  ", HANG)
    if assessed.usual:
        usual = shorten(brief(assessed.usual), LONGEST, placeholder=" ...")
        yield from wrapped(f"the scripted player: {usual}", width, HANG, HANG)
    for entry in review.alternatives:
        if entry.assessed.played.n == assessed.played.n:
            yield from wrapped(_comparison(entry), width, HANG, HANG)


def _where(assessed: AssessedMove) -> str:
    return f"line {assessed.played.n}, {assessed.turn or assessed.played.seat}"


def _comparison(alternatives: Alternatives) -> str:
    """The better move for all that the seat knew, and how much better it is."""
    hint, better, gap = alternatives.hint, alternatives.better, alternatives.done.gap
    if not hint.enough:
        return "no time was left to look for a better move"
    if gap is None or gap.estimate.value <= 0:
        return f"{KNOWN}, none of {number_of(len(hint.ranking), 'move')} tried is better"
    lead = f"{span(hint.unit.change(gap.estimate))} {hint.unit.of_games}"
    if gap.behind:
        return f"{KNOWN}, {brief(better.move)} is better by {lead}"
    return f"{KNOWN}, {brief(better.move)} is better by {lead}, which may be noise"


def _lucky_sections(review: Review, width: int) -> Iterator[tuple[str, list[str]]]:
    """The luckiest and the unluckiest moments, if any is more than noise in the figures."""
    moments = sorted(
        (
            (entry.luck, entry)
            for entry in review.moves
            if entry.luck and abs(review.unit.change(entry.luck).value) >= SHOWN
        ),
        key=lambda pair: pair[0].value,
    )
    luckiest = [pair for pair in reversed(moments[-MOST_MOMENTS:]) if pair[0].value > 0]
    unluckiest = [pair for pair in moments[:MOST_MOMENTS] if pair[0].value < 0]
    for title, shown in (("Luckiest", luckiest), ("Unluckiest", unluckiest)):
        if any(clear(luck) for luck, _ in shown):
            rows = []
            for luck, entry in shown:
                played = entry.played
                head = f"{_where(entry)}, {played.seat}: {brief(played.move)}: {_gain(review, luck)}"
                events = played.seen_by(None if review.over else review.seat)[:MOST_EVENTS]
                text = f"{rolled(played.rolls)}. {' '.join(event.text for event in events)}"
                rows += wrapped(head, width, "  ", HANG)
                rows += wrapped(shorten(text, LONGEST, placeholder=" ..."), width, HANG, HANG)
            yield title, rows


def rolled(rolls: Iterable[Roll]) -> str:
    """Rolls in words, those of one rule together: ``Contact test 3, 5``; cards have no faces."""
    parts = []
    for words, together in groupby(rolls, key=lambda roll: roll.words or roll.stream):
        faces = [str(roll.value) for roll in together if roll.stream == STREAM]
        parts.append(f"{words} {', '.join(faces)}" if faces else f"{words}: drawn")
    return "; ".join(parts)


def _unassessed(review: Review, width: int) -> list[str]:
    """The stretches that were not analysed and gained or lost most."""
    stretches = sorted(review.stretches, key=lambda entry: -abs(entry.change.value))
    texts = []
    for stretch in stretches[:MOST_MOMENTS]:
        if stretch.change.value:
            first, last = stretch.lines
            numbers = f"line {first}" if first == last else f"lines {first} to {last}"
            turns = " to ".join(dict.fromkeys(stretch.turns))
            place = f"{numbers}, {turns}" if turns else numbers
            texts += wrapped(f"{place}: {_gain(review, stretch.change)}", width, "  ", HANG)
    return texts


def _method(review: Review) -> Iterator[str]:
    """The method behind the figures, and what the figures do not show."""
    effort, analysed = review.effort, "Every decision was analysed."
    if review.stretches:
        games = number_of(effort.needed, "game")
        if effort.pace is not None:
            games += f", or {ceil(effort.needed * effort.pace)}s"
        analysed = (
            f"{len(review.assessed)} of your {len(review.own)} decisions were analysed;"
            f" all of them would take about {games}."
        )
    stopped = "Stopped early. " if effort.stopped else ""
    times = "once" if effort.worlds == 1 else f"{effort.worlds} times"
    games = number_of(effort.playouts, "game")
    yield (
        f"{stopped}{analysed} Scripted players finished the game {times} from each position,"
        f" {games} in all."
    )
    if any(entry.hint.enough for entry in review.alternatives):
        yield (
            "A figure beside a decision is its worth in the true position. A better move is judged"
            " without what was hidden from you, and without the luck that followed."
        )
    if review.typed_in:
        yield "The luck was typed in, so its figures prove nothing."
    yield (
        "Choices are compared with the scripted player's, so a mistake that it shares costs nothing"
        " here. A hint at that line finds it (sandtable hint SAVE --to LINE)."
    )
