"""LOA-C8: the contract of every card, tested on the printed ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Table
from sandtable_lawrence.cards import DECK, Card
from sandtable_lawrence.combat import Contact
from sandtable_lawrence.ops_deck import DrawCard
from sandtable_lawrence.spaces import NAMES, RESTRICTED
from sandtable_lawrence.tables import CARD_TEXTS

CHECKS = ("asien-korps", "ambush")
SPACES = [space for space in NAMES if space not in RESTRICTED]


@pytest.mark.parametrize("kind", DECK, ids=lambda kind: kind.name())
def test_a_card_is_printed_and_says_something(kind: type[Card]) -> None:
    """LOA-C8: its id, title and words are those of the data."""
    assert kind.printed is CARD_TEXTS[kind.name()]
    assert kind.title == kind.printed.title
    assert kind().words.endswith(".")


@pytest.mark.parametrize(
    "kind", [card for card in DECK if any(map(card().brings, SPACES))], ids=lambda k: k.name()
)
def test_a_card_brings_what_it_says_it_brings(kind: type[Card], position: Callable[..., Table]) -> None:
    """LOA-C8, LOA-C6: in every space, when no Leadership check helps."""
    for space in SPACES:
        dice = [6] if kind.name() in CHECKS else []
        table = position(kind(), units=f"harb@{space}", force="harb", leadership=1, dice=dice)
        threat = table.state.acting.threat
        assert (threat.number if threat else 0) == kind().brings(space), space


@pytest.mark.parametrize("kind", DECK, ids=lambda kind: kind.name())
def test_only_the_asien_korps_is_averted_by_a_check(
    kind: type[Card], position: Callable[..., Table]
) -> None:
    """LOA-C8, LOA 34.2: with Leadership 5 and a 1 there is no battle."""
    assert kind.averted == (kind.name() == "asien-korps")
    if kind.averted:
        table = position(kind(), units="harb@maan", force="harb", leadership=5, dice=[1])
        assert table.state.acting.threat is None


@pytest.mark.parametrize(("card", "space"), [("blood-feud", "aqaba"), ("the-nefud", "rumm")])
def test_a_force_that_a_card_wipes_out_fights_no_garrison(
    card: str, space: str, position: Callable[..., Table]
) -> None:
    """LOA-C8, LOA-C2: nobody is left of it, so the Garrison is not turned up."""
    table = position(
        *(DrawCard(), Contact()), units=f"lawrence@yenbo harb@{space}", force="harb", cards=card,
        garrisons=space, dice=[card, 6],
    )  # fmt: skip
    assert table.state.acting.force == []
    assert table.state.garrisons == {space: None}
