"""MEG 7: machine guns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Table
from sandtable_megiddo.actions import Attack
from sandtable_megiddo.artillery import Bombardments
from sandtable_megiddo.cards import CARDS, Kind
from sandtable_megiddo.machine_guns import Bursts

GUNS = {"british-machine-guns": 3, "turkish-machine-guns": 2, "german-machine-guns": 2}
SAFE = (Kind.LEADER, Kind.ARTILLERY, Kind.MACHINE_GUN)


@pytest.mark.parametrize("gun", GUNS)
def test_machine_guns_destroy_what_is_not_stronger_and_disrupt_the_rest(
    gun: str, hit: Callable[..., str | None], enemies: Callable[..., list[str]]
) -> None:
    """MEG 7: leaders, artillery and machine guns are no targets."""

    def expected(card: str) -> str | None:
        if CARDS[card].kind in SAFE:
            return None
        return "destroyed" if CARDS[card].force <= GUNS[gun] else "disrupted"

    cards = enemies(gun)
    assert {card: hit(Bursts(), gun, card) for card in cards} == {card: expected(card) for card in cards}


def test_only_machine_guns_fire(
    hit: Callable[..., str | None], enemies: Callable[..., list[str]]
) -> None:
    """MEG 7: no other card acts in this phase."""
    fire = {card for card in enemies("towns") if hit(Bursts(), card, "towns")}
    fire |= {card for card in enemies("roads") if hit(Bursts(), card, "roads")}
    assert fire == set(GUNS)


@pytest.mark.parametrize(
    "target", ["british-artillery", "hms-druid-hms-forester", "british-machine-guns"]
)
def test_guns_are_refused_as_targets(target: str, position: Callable[..., Table]) -> None:
    """MEG 7: the phase's section is named."""
    table = position(Bursts(), british=f"{target} roads", turkish="german-machine-guns")
    assert table.refusal(Attack("german-machine-guns", target)).rule == "7"


def test_machine_guns_stay_but_fire_once(
    position: Callable[..., Table], play: Callable[..., Table], after: object
) -> None:
    """MEG 7, MEG-R20: they remain in the Order of Battle."""
    table = position(Bursts(), british="british-machine-guns", turkish="towns mountains")
    assert play(table, "attack british-machine-guns towns").decision == after
    british = table.state.sides["british"]
    assert [laid.card for laid in british.battle] == ["british-machine-guns"]
    assert british.reserve == []


def test_artillery_that_fired_is_no_machine_gun(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """MEG 6, MEG 7: each kind has its own phase, in this order."""
    table = position(
        Bombardments(), Bursts(), british="roads roads", turkish="turkish-artillery turkish-machine-guns"
    )
    play(table, "attack turkish-artillery roads")
    assert table.decision.rule == "7"
    assert {option.card for option in table.options if isinstance(option, Attack)} == {
        "turkish-machine-guns"
    }
