"""MEG 6: artillery."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Table
from sandtable_megiddo.actions import Attack
from sandtable_megiddo.artillery import Bombardments
from sandtable_megiddo.cards import CARDS, Kind

Positions = Callable[..., Table]
Plays = Callable[..., Table]

GUNS = {
    "british-artillery": 4,
    "hms-druid-hms-forester": 4,
    "desert-mounted-corps": 3,
    "turkish-artillery": 3,
    "german-railway-artillery": 3,
}


@pytest.mark.parametrize("gun", GUNS)
def test_artillery_destroys_what_is_weaker_and_disrupts_the_rest(
    gun: str, hit: Callable[..., str | None], enemies: Callable[..., list[str]]
) -> None:
    """MEG 6: every card but a leader is a target."""

    def expected(card: str) -> str | None:
        if CARDS[card].kind is Kind.LEADER:
            return None
        return "destroyed" if CARDS[card].force < GUNS[gun] else "disrupted"

    cards = enemies(gun)
    assert {card: hit(Bombardments(), gun, card) for card in cards} == {
        card: expected(card) for card in cards
    }


def test_only_artillery_fires(hit: Callable[..., str | None], enemies: Callable[..., list[str]]) -> None:
    """MEG 6: no other card acts in this phase."""
    fire = {card for card in enemies("towns") if hit(Bombardments(), card, "towns")}
    fire |= {card for card in enemies("roads") if hit(Bombardments(), card, "roads")}
    assert fire == set(GUNS)


def test_artillery_stays_but_fires_once(position: Positions, play: Plays, after: object) -> None:
    """MEG 6, MEG-R20: it remains in the Order of Battle."""
    table = position(Bombardments(), british="roads roads", turkish="turkish-artillery")
    assert play(table, "attack turkish-artillery roads").decision == after
    turkish = table.state.sides["turkish"]
    assert [laid.card for laid in turkish.battle] == ["turkish-artillery"]
    assert turkish.reserve == []


def test_a_gun_that_has_fired_can_be_hit(position: Positions, play: Plays) -> None:
    """MEG-R20: it is a target like others."""
    table = position(Bombardments(), british="british-artillery", turkish="turkish-artillery")
    play(table, "attack turkish-artillery british-artillery")
    play(table, "attack disrupted-british-artillery turkish-artillery")
    assert table.state.sides["turkish"].casualties == ["turkish-artillery"]


def test_a_gun_that_has_fired_is_refused(position: Positions, play: Plays) -> None:
    """MEG 6, MEG-R2: each card acts once."""
    table = position(
        Bombardments(), british="roads roads", turkish="turkish-artillery german-railway-artillery"
    )
    play(table, "attack turkish-artillery roads")
    assert table.refusal(Attack("turkish-artillery", "roads")).rule == "6"
    assert Attack("german-railway-artillery", "roads") in table.options


def test_of_like_guns_one_that_has_not_fired_can_be_hit(
    position: Positions, play: Plays, after: object
) -> None:
    """MEG-R23, MEG 6: the second gun is hit before it can fire."""
    table = position(
        Bombardments(), british="british-artillery roads", turkish="turkish-artillery turkish-artillery"
    )
    play(table, "attack turkish-artillery roads", "attack british-artillery turkish-artillery")
    assert table.decision == after
    assert [laid.acted for laid in table.state.sides["turkish"].battle] == [True]
