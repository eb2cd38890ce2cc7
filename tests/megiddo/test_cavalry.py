"""MEG 5: cavalry, and Lawrence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Pass, Table
from sandtable_megiddo.actions import Attack
from sandtable_megiddo.cards import CARDS, Kind
from sandtable_megiddo.cavalry import Charges

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Words = Callable[[Table], list[str]]

CAVALRY = {
    "australian-mounted-division": 5,
    "british-cavalry": 4,
    "lawrence": 3,
    "egyptian-camel-corps": 2,
    "howeitat-tribe": 1,
    "caucasus-cavalry": 2,
    "bedouins": 1,
}


@pytest.mark.parametrize("card", CAVALRY)
def test_cavalry_destroys_what_is_not_stronger(
    card: str, hit: Callable[..., str | None], enemies: Callable[..., list[str]]
) -> None:
    """MEG 5: infantry counts double, and nothing is ever disrupted."""

    def expected(target: str) -> str | None:
        known = CARDS[target]
        strength = known.force * 2 if known.kind is Kind.INFANTRY else known.force
        return "destroyed" if strength <= CAVALRY[card] and known.kind is not Kind.LEADER else None

    cards = enemies(card)
    assert {target: hit(Charges(), card, target) for target in cards} == {
        target: expected(target) for target in cards
    }


def test_only_cavalry_and_lawrence_charge(
    hit: Callable[..., str | None], enemies: Callable[..., list[str]]
) -> None:
    """MEG 5, MEG-R12: no other leader does."""
    charge = {card for card in enemies("towns") if hit(Charges(), card, "towns")}
    charge |= {card for card in enemies("roads") if hit(Charges(), card, "roads")}
    assert charge - {"lawrence"} == {id for id, card in CARDS.items() if card.kind is Kind.CAVALRY}
    assert "lawrence" in charge


def test_too_strong_a_target_is_refused(position: Positions) -> None:
    """MEG 5: the refusal names the Force that is too low."""
    table = position(Charges(), british="british-cavalry", turkish="turkish-infantry towns")
    refusal = table.refusal(Attack("british-cavalry", "turkish-infantry"))
    assert refusal.rule == "5"
    assert "Turkish Infantry cannot be hit by Force 4" in refusal.text


def test_cavalry_goes_to_the_reserve_pile(position: Positions, play: Plays) -> None:
    """MEG 5: it is out of the battle, and its owner's again."""
    table = position(Charges(), british="roads", turkish="bedouins rail-lines")
    play(table, "attack bedouins roads")
    turkish = table.state.sides["turkish"]
    assert (turkish.reserve, [laid.card for laid in turkish.battle]) == (["bedouins"], ["rail-lines"])


@pytest.mark.parametrize("card", ["british-cavalry", "howeitat-tribe", "lawrence"])
@pytest.mark.parametrize("supply", ["rail-lines", "disrupted-supply-wagons"])
def test_supply_must_be_the_target(card: str, supply: str, position: Positions, words: Words) -> None:
    """MEG-R4, MEG-R12: disrupted supply too; Lawrence has the same duty."""
    table = position(Charges(), british=card, turkish=f"bedouins towns asienkorps {supply}")
    assert words(table) == [f"attack {card} {supply}", "pass"]
    for target in ("bedouins", "towns"):
        assert table.refusal(Attack(card, target)).rule == "MEG-R4"


def test_which_supply_card_is_free(position: Positions, words: Words) -> None:
    """MEG-R4: any supply card will do."""
    table = position(Charges(), british="lawrence", turkish="rail-lines supply-wagons bedouins")
    assert words(table) == ["attack lawrence rail-lines", "attack lawrence supply-wagons", "pass"]


def test_other_targets_are_free_when_the_supply_is_gone(
    position: Positions, play: Plays, words: Words
) -> None:
    """MEG-R4: the duty ends with the last supply card."""
    table = position(Charges(), british="lawrence british-cavalry", turkish="rail-lines towns")
    play(table, "attack lawrence rail-lines")
    assert words(table) == ["attack british-cavalry towns", "pass"]


def test_nobody_is_made_to_charge(position: Positions, play: Plays, after: object) -> None:
    """MEG-R16: the duty to attack supply binds only a side that charges."""
    table = position(Charges(), british="british-cavalry", turkish="rail-lines")
    assert Pass() in table.options
    assert play(table, "pass").decision == after
    assert [laid.card for laid in table.state.sides["british"].battle] == ["british-cavalry"]


def test_lawrence_leaves_the_battle_when_he_has_charged(position: Positions, play: Plays) -> None:
    """MEG-R12, MEG-R9: to the reserve pile, where he is safe."""
    table = position(Charges(), british="lawrence", turkish="caucasus-cavalry turkish-artillery")
    play(table, "attack lawrence turkish-artillery")
    british = table.state.sides["british"]
    assert (british.battle, british.reserve) == ([], ["lawrence"])


def test_lawrence_charges_with_force_3(position: Positions, words: Words) -> None:
    """MEG-R12: his Force as a leader, 5, does not count."""
    table = position(
        Charges(), british="lawrence", turkish="composite-division garrison-troops turkish-artillery"
    )
    assert words(table) == [
        "attack lawrence garrison-troops",
        "attack lawrence turkish-artillery",
        "pass",
    ]
