"""MEG 2: the odds of draws, which a side can work out from its own deck."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from sandtable import Action, Done, Table
from sandtable_megiddo.actions import Discard
from sandtable_megiddo.cards import CARDS
from sandtable_megiddo.reserve import Reserve
from sandtable_megiddo.state import Side
from sandtable_tools.odds import Forecast, forecast

Positions = Callable[..., Table]
Sides = Callable[..., Side]
Plays = Callable[..., Table]

PILE = "towns towns towns mountains mountains rail-lines"


class Ends:
    """Discards nothing."""

    def choose(self, seat: Any) -> Action:
        return next(option for option in seat.options if isinstance(option, Done))


@pytest.fixture
def table(position: Positions, side: Sides) -> Table:
    """The British are asked for discards, then the Turks; hands and draw piles are small."""
    return position(
        Reserve(),
        british=side(hand="roads forage", draw="roads roads lawrence", reserve="allenby"),
        turkish=side(hand="kemal tiller", draw=PILE),
    )


def drawn(odds: Forecast, who: str) -> dict[str, Fraction]:
    """The text of a draw as a side hears it."""
    law: dict[str, Fraction] = defaultdict(Fraction)
    for outcome in odds.outcomes:
        (sentence,) = [text for text in outcome.sentences if text.startswith(f"The {who} draw ")]
        law[sentence.partition(": ")[2].rstrip(".")] += outcome.probability
    return dict(law)


def picks(pile: str, number: int) -> dict[str, Fraction]:
    """Every hand that may be drawn, in the words of the event."""
    sets = Counter(tuple(sorted(cards)) for cards in combinations(pile.split(), number))
    return {named(cards): Fraction(count, sets.total()) for cards, count in sets.items()}


def named(cards: tuple[str, ...]) -> str:
    counts = Counter(CARDS[card].name for card in cards)
    return ", ".join(sorted(f"{name} x{count}" if count > 1 else name for name, count in counts.items()))


def in_order(law: dict[str, Fraction]) -> dict[str, Fraction]:
    return {", ".join(sorted(names.split(", "))): part for names, part in law.items()}


@pytest.mark.parametrize("number", [1, 2])
def test_a_draw_has_the_share_of_each_card_in_the_pile(table: Table, play: Plays, number: int) -> None:
    """MEG 2, MEG-R13: what the British hold and have chosen is dealt in every way, and is no matter."""
    play(table, "done")
    plan = [Discard("kemal"), Discard("tiller")][:number]
    odds = forecast(table, "turkish", [*plan, Done()], horizon=0, most=10**6)
    assert odds.exact
    assert odds.worlds == 4
    assert in_order(drawn(odds, "Turks")) == picks(PILE, number)


def test_the_other_side_decides_before_the_draw(table: Table) -> None:
    """MEG 2: the Turks, who are asked next, are played by a bot; then the British draw."""
    plan = [Discard("forage"), Done()]
    waits = forecast(table, "british", plan, horizon=0, most=10**6)
    assert {outcome.next for outcome in waits.outcomes} == {"turkish: Reserve"}
    odds = forecast(table, "british", plan, horizon=1, bots={"turkish": Ends()}, most=10**6)
    assert odds.exact
    assert in_order(drawn(odds, "British")) == picks("roads roads lawrence", 1)


def test_the_turks_do_not_see_what_the_british_draw(table: Table, play: Plays) -> None:
    """MEG-R10: the real choice of the British is not in the odds: another one gives the same."""
    other = play(table.clone(table.dice), "discard roads", "discard forage", "done")
    play(table, "done")
    plan = [Discard("kemal"), Done()]
    both = [forecast(either, "turkish", plan, horizon=0, most=10**6) for either in (table, other)]
    assert both[0] == both[1]
    assert not any(
        name in outcome.text for outcome in both[0].outcomes for name in ("draw 1 card: Roads",)
    )


def test_too_many_hands_are_sampled_and_what_is_seen_is_exact_in_each(
    position: Positions, side: Sides, play: Plays
) -> None:
    """MEG 2: a draw of one card, in newly dealt worlds: the interval holds the share of the card."""
    table = position(
        Reserve(),
        british=side(hand="roads " * 6 + "forage forage", draw="lawrence allenby engineer roads forage"),
        turkish=side(hand="kemal tiller", draw=PILE),
    )
    play(table, "done")
    odds = forecast(table, "turkish", [Discard("kemal"), Done()], horizon=0)
    assert not odds.exact
    for name, part in picks(PILE, 1).items():
        mine = [outcome for outcome in odds.outcomes if f"draw 1 card: {name}" in outcome.text]
        total = sum(outcome.probability for outcome in mine)
        spread = sum(outcome.interval.half for outcome in mine if outcome.interval)
        assert abs(total - part) <= spread
