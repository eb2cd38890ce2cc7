"""MEG 4: planes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Strike, Table
from sandtable_megiddo.air_strike import AirStrikes
from sandtable_megiddo.cards import CARDS, Kind
from sandtable_megiddo.events import Attacked


@pytest.mark.parametrize(("plane", "force"), [("royal-air-force", 2), ("turkish-air-force", 1)])
def test_a_plane_destroys_what_is_weaker_and_disrupts_the_rest(
    plane: str, force: int, hit: Callable[..., str | None], enemies: Callable[..., list[str]]
) -> None:
    """MEG 4: every card but a leader is a target."""

    def expected(card: str) -> str | None:
        if CARDS[card].kind is Kind.LEADER:
            return None
        return "destroyed" if CARDS[card].force < force else "disrupted"

    cards = enemies(plane)
    assert {card: hit(AirStrikes(), plane, card) for card in cards} == {
        card: expected(card) for card in cards
    }


def test_only_planes_strike(hit: Callable[..., str | None], enemies: Callable[..., list[str]]) -> None:
    """MEG 4: no other card acts in this phase."""
    strike = {card for card in enemies("towns") if hit(AirStrikes(), card, "towns")}
    strike |= {card for card in enemies("roads") if hit(AirStrikes(), card, "roads")}
    assert strike == {"royal-air-force", "turkish-air-force"}


def test_the_plane_goes_to_the_reserve_pile(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list]
) -> None:
    """MEG 4: its owner's, whatever it hit."""
    table = position(AirStrikes(), british="royal-air-force roads", turkish="turkish-infantry")
    play(table, "attack royal-air-force turkish-infantry")
    british, turkish = table.state.sides.values()
    assert british.reserve == ["royal-air-force"]
    assert [laid.card for laid in british.battle] == ["roads"]
    assert turkish.battle[0].disrupted
    expected = Attacked("british", "royal-air-force", "turkish-infantry", "disrupted", "4", 0, 8)
    assert events_of(table, Attacked) == [expected]
    assert expected.cites == "4"
    assert expected.strike == Strike(
        "Turkish Infantry",
        "british",
        "Royal Air Force",
        effect="disrupted",
        force={"british": 0, "turkish": 2},
    )


def test_a_plane_can_shoot_down_a_plane(
    position: Callable[..., Table], play: Callable[..., Table], after: object
) -> None:
    """MEG 4, MEG-R15: which then does not strike."""
    table = position(AirStrikes(), british="royal-air-force roads", turkish="turkish-air-force")
    assert play(table, "attack royal-air-force turkish-air-force").decision == after
    assert table.state.sides["turkish"].casualties == ["turkish-air-force"]


def test_the_only_plane_need_not_be_named(position: Callable[..., Table]) -> None:
    """MEG 4: one plane is ready, so the target is enough."""
    table = position(AirStrikes(), british="royal-air-force roads", turkish="turkish-infantry towns")
    assert str(table.read("attack town")) == "attack royal-air-force towns"
    assert str(table.read("attack turkish-infantry")) == "attack royal-air-force turkish-infantry"
