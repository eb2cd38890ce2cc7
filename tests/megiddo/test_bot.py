"""The scripted player: it knows the rules, and plays to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from sandtable import Action, Pass, Scenario, Seat, SeededDice, Table
from sandtable.plugins.bots import Random
from sandtable_batch.play import play_out
from sandtable_megiddo.air_strike import AirStrikes
from sandtable_megiddo.artillery import Bombardments
from sandtable_megiddo.bot import Scripted
from sandtable_megiddo.cavalry import Charges
from sandtable_megiddo.order_of_battle import OrderOfBattle
from sandtable_megiddo.reserve import Reserve
from sandtable_megiddo.state import Side

Positions = Callable[..., Table]
Sides = Callable[..., Side]


def choice(table: Table) -> Action:
    return Scripted().choose(Seat(table, table.decision.seat, SeededDice(1), list))


def choices(table: Table, seat: str) -> list[str]:
    """All choices of the bot for a seat before another seat decides."""
    chosen = []
    while table.outcome is None and table.decision.seat == seat:
        chosen.append(choice(table))
        table.choose(chosen[-1])
        if str(chosen[-1]) in ("done", "pass"):
            break
    return [str(option) for option in chosen]


def test_it_throws_nuisances_away_first(position: Positions, side: Sides) -> None:
    """MEG 2: then weak cards; it keeps strong ones."""
    hand = "forage dysentery howeitat-tribe british-infantry british-infantry british-infantry allenby"
    table = position(Reserve(), british=side(hand=hand), turkish=side(hand="towns"))
    chosen = choices(table, "british")
    assert set(chosen[:2]) == {"discard dysentery", "discard forage"}
    assert chosen[2:] == ["discard howeitat-tribe", "done"]


def test_it_keeps_one_terrain_card(position: Positions, side: Sides) -> None:
    """MEG 3: two cannot be committed."""
    hand = (
        "towns trenchlines mountains turkish-infantry turkish-infantry turkish-infantry turkish-infantry"
    )
    table = position(Reserve(), turkish=side(hand=hand), draws="towns mountains")
    assert sorted(choices(table, "turkish")[:-1]) == ["discard mountains", "discard towns"]


def test_it_keeps_supply_for_many_units(position: Positions, side: Sides) -> None:
    """MEG 8: a supply card is worth a point for each unit."""
    many = position(Reserve(), british=side(hand="roads " + "british-infantry " * 5))
    assert choices(many, "british") == ["done"]
    few = position(Reserve(), british=side(hand="roads british-infantry", draw="forage"), draws="forage")
    assert choices(few, "british")[0] == "discard roads"


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        ("royal-air-force engineer", "discard engineer"),
        ("royal-air-force", "done"),
        ("turkish-machine-guns composite-division", "discard composite-division"),
        ("turkish-machine-guns", "done"),
    ],
)
def test_the_bot_keeps_cards_that_act(hand: str, first: str, position: Positions, side: Sides) -> None:
    """MEG 4, MEG 7: planes and guns are worth more than their Force."""
    table = position(Reserve(), british=side(hand=hand), turkish=side(hand="towns"))
    assert str(choice(table)) == first


def test_the_bot_never_risks_lawrence(position: Positions, side: Sides) -> None:
    """MEG-R9: all other fighting cards are committed."""
    british = side(hand="lawrence forage roads british-infantry royal-air-force")
    table = position(OrderOfBattle(), british=british, revealed=False)
    assert choices(table, "british")[-1] == "done"
    assert british.hand == ["forage", "lawrence"]


def test_it_commits_the_best_terrain(position: Positions, side: Sides) -> None:
    """MEG 3: only one can be."""
    turkish = side(hand="towns mountains wadi-el-fara-line bedouins")
    choices(position(OrderOfBattle(), turkish=turkish, revealed=False), "turkish")
    assert [laid.card for laid in turkish.battle] == ["bedouins", "wadi-el-fara-line"]


@pytest.mark.parametrize(
    ("phase", "british", "turkish", "expected"),
    [
        (AirStrikes(), "royal-air-force", "bedouins turkish-infantry", "turkish-infantry"),
        (
            AirStrikes(),
            "royal-air-force",
            "bedouins disrupted-depot-regiment",
            "disrupted-depot-regiment",
        ),
        (AirStrikes(), "royal-air-force", "turkish-artillery turkish-infantry", "turkish-infantry"),
        (Charges(), "british-cavalry", "turkish-artillery towns bedouins", "turkish-artillery"),
        (
            Charges(),
            "egyptian-camel-corps",
            "rail-lines bedouins turkish-infantry asienkorps",
            "rail-lines",
        ),
        (Bombardments(), "british-artillery", "turkish-infantry amman-division", "amman-division"),
    ],
)
def test_it_attacks_where_it_hurts_most(
    phase: object, british: str, turkish: str, expected: str, position: Positions
) -> None:
    """MEG 4, MEG 5, MEG 6: by the loss of the enemy's total."""
    table = position(phase, british=british, turkish=turkish)
    if table.decision.seat == "turkish":
        table.choose(Pass())
    assert str(choice(table)) == f"attack {british} {expected}"


@pytest.mark.parametrize("card", ["british-cavalry", "howeitat-tribe"])
def test_it_holds_back_cavalry_that_is_worth_its_target(card: str, position: Positions) -> None:
    """MEG-R16: in phase 8 it counts as much as the Bedouins, or more."""
    assert choice(position(Charges(), british=card, turkish="bedouins")) == Pass()


def test_it_spares_its_strongest_gun(position: Positions) -> None:
    """MEG 6: if a weaker one is enough."""
    table = position(
        Bombardments(), british="british-artillery desert-mounted-corps", turkish="bedouins"
    )
    assert str(choice(table)) == "attack desert-mounted-corps bedouins"


def test_it_does_not_spend_lawrence_on_less_than_he_gives(position: Positions) -> None:
    """MEG-R12: after a charge he leads nobody in phase 8."""
    table = position(Charges(), british="lawrence british-infantry", turkish="bedouins turkish-infantry")
    assert choice(table) == Pass()


@pytest.mark.parametrize("seat", ["british", "turkish"])
def test_the_bot_beats_chance(seat: str, scenario: Callable[..., Scenario]) -> None:
    """MEG victory: from either side, far more often than not."""
    bots = {"british": Random(), "turkish": Random(), seat: Scripted()}
    games = [play_out(scenario("megiddo/1918"), bots, seed)[0] for seed in range(20)]
    assert Counter(game.outcome.name for game in games)[seat] >= 18


@pytest.mark.parametrize("seat", ["british", "turkish"])
def test_either_side_of_it_can_win_the_even_game(seat: str, scenario: Callable[..., Scenario]) -> None:
    """MEG victory: it plays to the end against itself."""
    ready = scenario("megiddo/1918-even")
    bots = {"british": Scripted(), "turkish": Scripted()}
    winners = Counter(play_out(ready, bots, seed)[0].outcome.name for seed in range(20))
    assert winners[seat] >= 3
    assert sum(winners.values()) == 20
