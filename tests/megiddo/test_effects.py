"""The effects of attacks in MEG 4 to MEG 7: printed Force, odd targets, and disruption that adds up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Table
from sandtable_megiddo.air_strike import AirStrikes
from sandtable_megiddo.artillery import Bombardments
from sandtable_megiddo.cards import CARDS, Kind
from sandtable_megiddo.cavalry import Charges
from sandtable_megiddo.events import Attacked
from sandtable_megiddo.infantry import Infantry
from sandtable_megiddo.machine_guns import Bursts
from sandtable_megiddo.maneuver import Maneuver
from sandtable_megiddo.order_of_battle import OrderOfBattle
from sandtable_megiddo.state import Committed, Side

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Hits = Callable[..., str | None]


@pytest.mark.parametrize(
    ("phase", "card", "target", "effect"),
    [
        (Bombardments(), "disrupted-british-artillery", "turkish-artillery", "destroyed"),
        (Bursts(), "disrupted-turkish-machine-guns", "egyptian-camel-corps", "destroyed"),
        (Charges(), "disrupted-british-cavalry", "composite-division", "destroyed"),
        (AirStrikes(), "disrupted-royal-air-force", "towns", "destroyed"),
    ],
)
def test_a_disrupted_card_attacks_with_its_printed_force(
    phase: object, card: str, target: str, effect: str, hit: Hits
) -> None:
    """MEG-R3: only phase 8 halves."""
    assert hit(phase, card, target) == effect


def test_a_disrupted_target_has_its_printed_force(hit: Hits) -> None:
    """MEG-R3: cavalry of Force 5 cannot take infantry of Force 4, disrupted or not."""
    assert hit(Charges(), "australian-mounted-division", "disrupted-turkish-infantry") is None
    assert hit(Charges(), "australian-mounted-division", "disrupted-composite-division") == "destroyed"


def test_supply_terrain_and_leaders_change_no_attack(position: Positions, play: Plays) -> None:
    """MEG-R3: neither the attacker's Force nor the target's."""
    table = position(
        Bursts(),
        british="british-machine-guns roads",
        turkish="amman-division rail-lines trenchlines kemal",
    )
    play(table, "attack british-machine-guns amman-division")
    assert "amman-division" in table.state.sides["turkish"].casualties
    table = position(Bursts(), british="british-machine-guns roads allenby", turkish="turkish-infantry")
    play(table, "attack british-machine-guns turkish-infantry")
    assert table.state.sides["turkish"].battle[0].disrupted


@pytest.mark.parametrize("phase", [AirStrikes(), Charges(), Bombardments(), Bursts()])
@pytest.mark.parametrize(
    "target", ["rail-lines", "trenchlines", "turkish-air-force", "caucasus-cavalry"]
)
def test_supply_terrain_planes_and_cavalry_are_targets_in_every_phase(
    phase: object, target: str, hit: Hits
) -> None:
    """MEG-R14, MEG-R3: supply has Force 1, terrain that of its bonus, a plane its own."""
    attackers = {
        AirStrikes(): ("royal-air-force", lambda force: force < 2),
        Charges(): ("egyptian-camel-corps", lambda force: force <= 2),
        Bombardments(): ("british-artillery", lambda force: force < 4),
        Bursts(): ("british-machine-guns", lambda force: force <= 3),
    }
    card, destroys = attackers[phase]
    force = {"rail-lines": 1, "trenchlines": 2, "turkish-air-force": 1, "caucasus-cavalry": 2}[target]
    assert hit(phase, card, target) == ("destroyed" if destroys(force) else "disrupted")


@pytest.mark.parametrize("phase", [AirStrikes(), Charges(), Bombardments(), Bursts()])
def test_no_leader_is_ever_a_target(phase: object, hit: Hits, enemies: Callable[..., list[str]]) -> None:
    """MEG 4, MEG 5, MEG 6, MEG 7, MEG-R9: nor Lawrence (MEG-R12)."""
    cards = [*enemies("roads"), *enemies("towns")]
    leaders = [card for card in cards if CARDS[card].kind is Kind.LEADER]
    assert len(leaders) == 7
    hits = {hit(phase, card, leader) for leader in leaders for card in enemies(leader)}
    assert hits == {None}


def test_a_card_disrupted_in_two_phases_is_destroyed(
    position: Positions, play: Plays, events_of: Callable[..., list]
) -> None:
    """MEG-R15: here by a plane and by a gun, and the event says so."""
    table = position(
        AirStrikes(),
        Bombardments(),
        british="royal-air-force british-artillery",
        turkish="turkish-infantry",
    )
    play(table, "attack royal-air-force turkish-infantry")
    assert table.state.sides["turkish"].battle[0].disrupted
    play(table, "attack british-artillery disrupted-turkish-infantry")
    assert table.state.sides["turkish"].casualties == ["turkish-infantry"]
    assert [event.effect for event in events_of(table, Attacked)] == ["disrupted", "destroyed"]


@pytest.mark.parametrize(
    ("phase", "card"),
    [
        (AirStrikes(), "turkish-air-force"),
        (Bombardments(), "turkish-artillery"),
        (Bursts(), "turkish-machine-guns"),
    ],
)
def test_disrupted_twice_is_destroyed_within_a_phase_too(phase: object, card: str, hit: Hits) -> None:
    """MEG round, MEG-R15: in each phase that disrupts."""
    assert hit(phase, card, "british-infantry") == "disrupted"
    assert hit(phase, card, "disrupted-british-infantry") == "destroyed"


def test_disruption_ends_when_the_card_leaves(
    position: Positions, side: Callable[..., Side], play: Plays
) -> None:
    """MEG-R15: a card that comes back is as new."""
    mine = side(battle="disrupted-engineer")
    table = position(Infantry(), Maneuver(), OrderOfBattle(), british=mine, draws="engineer")
    assert mine.hand == ["engineer"]
    play(table, "commit engineer")
    assert mine.battle == [Committed("engineer")]
    flown = side(battle="disrupted-royal-air-force")
    play(
        position(AirStrikes(), british=flown, turkish="towns"), "attack disrupted-royal-air-force towns"
    )
    assert flown.reserve == ["royal-air-force"]


def test_a_card_destroyed_before_its_turn_does_not_act(
    position: Positions, play: Plays, after: object
) -> None:
    """MEG-R15, MEG-R2: the Turks would fire first in phase 7, but their guns are gone."""
    table = position(
        Bombardments(), Bursts(), british="british-artillery", turkish="turkish-machine-guns"
    )
    assert play(table, "attack british-artillery turkish-machine-guns").decision == after


def test_a_card_that_was_only_disrupted_still_acts(position: Positions, play: Plays) -> None:
    """MEG-R15, MEG-R3: under its new name."""
    table = position(
        AirStrikes(), Bombardments(), british="royal-air-force roads", turkish="turkish-artillery"
    )
    play(table, "attack royal-air-force turkish-artillery", "attack disrupted-turkish-artillery roads")
    assert table.state.sides["british"].casualties == ["roads"]


def test_destroyed_cards_go_to_their_owners_casualty_pile(position: Positions, play: Plays) -> None:
    """MEG round: and the pile stays sorted."""
    table = position(Charges(), british="british-cavalry lawrence", turkish="supply-wagons rail-lines")
    play(table, "attack lawrence supply-wagons", "attack british-cavalry rail-lines")
    sides = table.state.sides
    assert sides["turkish"].casualties == ["rail-lines", "supply-wagons"]
    assert (sides["british"].casualties, sides["turkish"].reserve) == ([], [])
