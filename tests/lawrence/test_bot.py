"""The scripted player: it knows the rules, and plays to win."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from games import played_by_new_bots

from sandtable import Scenario, Seat, SeededDice, Table
from sandtable.plugins.bots import Random
from sandtable_batch.play import play_out
from sandtable_lawrence.actions import Buy
from sandtable_lawrence.bot import ABILITIES, Scripted
from sandtable_lawrence.bot_market import best_carrier
from sandtable_lawrence.bot_plan import situation
from sandtable_lawrence.demolition import Demolishing
from sandtable_lawrence.high_command import Informed
from sandtable_lawrence.preparation import Prepare
from sandtable_lawrence.spaces import STAGING
from sandtable_lawrence.state import SEAT
from sandtable_lawrence.view import View, view

Positions = Callable[..., Table]
Scenarios = Callable[[str], Scenario]

MISSIONS = ["aqaba", "hejaz-railroad", "gaza-offensive", "damascus"]


def choice(table: Table, bot: Scripted | None = None) -> str:
    """The choice of the bot."""
    return str((bot or Scripted()).choose(Seat(table, SEAT, SeededDice(1), list)))


def bought(table: Table, bot: Scripted | None = None) -> list[str]:
    """Everything that the bot buys before a mission."""
    purchases = []
    while (chosen := choice(table, bot)) != "done":
        purchases.append(chosen)
        table.choose(table.read(chosen))
    return purchases


@pytest.mark.parametrize(
    ("name", "games"),
    [("aqaba", 2), *(pytest.param(name, 6, marks=pytest.mark.soak) for name in MISSIONS)],
)
def test_it_wins_where_chance_does_not(name: str, games: int, scenario: Scenarios) -> None:
    """LOA 28: more of some games than chance wins."""
    won = {}
    for bot in (Scripted(), Random()):
        ends = [play_out(scenario(name), {SEAT: bot}, f"1/{game}")[0].outcome for game in range(games)]
        won[type(bot).__name__] = sum(end.returns[SEAT] for end in ends)
    assert won["Scripted"] > won["Random"]


@pytest.mark.parametrize(
    ("name", "charges"), [("aqaba", 0), ("hejaz-railroad", 3), ("gaza-offensive", 1)]
)
def test_it_buys_charges_for_the_lines_to_be_broken(name: str, charges: int, plain: Scenarios) -> None:
    """LOA 35.1: before the mission, if it may not use the Camp; none if no goal asks for them."""
    goods = bought(Table.new(plain(name), SeededDice(3)), Scripted(frozenset({"camp"})))
    number = sum(option.startswith("buy demolition") for option in goods)
    assert number >= charges
    assert bool(number) == bool(charges)


def test_lawrence_does_not_attack_alone(position: Positions) -> None:
    """LOA 34: without him all is lost."""
    units = "lawrence auda mercenaries howeitat@yenbo"
    force = "lawrence auda mercenaries howeitat"
    table = position(units=units, garrisons="wejh aqaba", force=force, attempt=False)
    assert choice(table) == "move wejh"
    alone = position(units="lawrence@umm-lejj auda mercenaries howeitat@yenbo", garrisons="wejh aqaba",
                     force="lawrence", attempt=False)  # fmt: skip
    assert "move wejh" in map(str, alone.options)
    assert choice(alone) not in ("move wejh", "move aqaba")


def test_it_goes_for_the_weakest_that_will_do(position: Positions) -> None:
    """LOA 32.2: two of three cities are wanted, and the numbers of all are known."""
    table = position(
        name="gaza-offensive",
        units="lawrence mercenaries howeitat@jerusalem",
        garrisons={"gaza": 3, "beersheba": 1},
        breaks="amman",
        force="lawrence mercenaries howeitat",
        attempt=False,
    )
    assert choice(table) == "move beersheba"


def test_the_charge_is_set_by_who_is_missed_least(position: Positions) -> None:
    """LOA-C9: it may blow up in their hands, and never in those of Lawrence if another can do it."""
    table = position(
        Demolishing(seat=SEAT),
        name="hejaz-railroad",
        units="lawrence+demolition harb+demolition mercenaries+demolition@hedia",
        force="lawrence harb mercenaries",
    )
    assert choice(table) == "demolish harb"


def test_no_charge_is_wasted(position: Positions) -> None:
    """LOA 35.1: a line that no goal asks for stays whole."""
    table = position(
        Demolishing(seat=SEAT),
        name="gaza-offensive",
        units="lawrence harb+demolition@maan",
        force="lawrence harb",
    )
    assert choice(table) == "done"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_in_cairo_it_prepares_the_force_that_waits(seed: int, plain: Scenarios) -> None:
    """LOA-R47, LOA-R7: it buys units for its base, appeals, and goes to lead them, or to the Camp."""
    table = Table.new(plain("from-cairo"), SeededDice(seed))
    bought(table)
    state = table.state
    assert len(state.arabs("aqaba")) > 1
    assert state.appealed
    table.choose(table.read("done"))
    while state.lawrence.space in STAGING:
        table.choose(table.read(choice(table)))
    assert len(state.at(state.lawrence.space)) > 1


def test_a_force_in_cairo_appeals(position: Positions) -> None:
    """LOA 34.4: it costs no Op, and two results are better than one."""
    table = position(units="lawrence@cairo harb@aqaba", held="allenby")
    assert choice(table) == "appeal allenby"
    assert choice(table, Scripted(frozenset({"held-cards"}))) == "appeal"


def test_from_cairo_it_asks_about_a_garrison_that_the_waiting_force_goes_for(
    position: Positions,
) -> None:
    """LOA 34.4, LOA 32: Gaza is the nearest to Cairo, but off the way of the force."""
    table = position(
        Informed(seat=SEAT, left=1),
        name="gaza-offensive",
        units="lawrence@cairo auda mercenaries howeitat@tafileh",
        garrisons="gaza beersheba jerusalem",
        breaks="deraa",
    )
    assert choice(table) != "reveal gaza"


FORCE = "lawrence auda mercenaries howeitat"
MARKET = "lawrence camp@rumm"
FLOWN = "lawrence+aeroplane auda mercenaries howeitat@rumm"


@pytest.mark.parametrize(
    ("name", "never", "written"),
    [
        ("scouting", "scout", {"units": FLOWN, "force": FORCE, "garrisons": "wejh aqaba"}),
        ("camp", "buy", {"units": MARKET, "force": "lawrence", "garrisons": "wejh aqaba", "pounds": 9}),
        ("appeal", "appeal", {"units": "lawrence@cairo harb@aqaba", "garrisons": "wejh aqaba"}),
    ],
)
def test_an_ability_that_is_renounced_is_not_used_where_it_would_be(
    name: str, never: str, written: dict[str, Any], position: Positions
) -> None:
    """LOA-C10, LOA 36.1, LOA 34.4: the others play it in the same position."""
    table = position(**written, attempt=False)
    assert choice(table).split()[0] == never
    assert choice(table, Scripted(frozenset({name}))).split()[0] != never


def test_a_bot_without_appeals_does_not_fly_to_cairo_for_one(position: Positions) -> None:
    """LOA 34.4, LOA 35.3: a bot that appeals flies there in the same position."""
    table = position(units=FLOWN, force=FORCE, garrisons="wejh aqaba", attempt=False)
    assert choice(table, Scripted(frozenset({"scouting"}))) == "fly cairo"
    assert choice(table, Scripted(frozenset({"scouting", "appeal"}))) != "fly cairo"


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("scouting", (False, False, "rumm")),
        ("appeal", (True, True, "rumm")),
        ("camp", (True, False, "")),
        ("held-cards", (True, False, "rumm")),
        ("", (True, False, "rumm")),
    ],
)
def test_no_plan_counts_on_what_is_renounced(
    name: str, known: tuple[bool, bool, str], position: Positions
) -> None:
    """LOA-C10, LOA 34.4, LOA 36: as if nobody scouted, the appeal were made, the Camp gone."""
    table = position(units=f"{FLOWN} camp@rumm", force=FORCE, garrisons="wejh aqaba")
    view = table.view(SEAT)
    assert isinstance(view, View)
    Scripted(frozenset({name} - {""})).consider(view, table.options)
    now = situation(view)
    assert (now.scouts, now.appealed, now.camp) == known
    assert (table.state.appealed, table.state.camp) == (False, "rumm")
    again = situation(table.view(SEAT))
    assert (again.scouts, again.appealed, again.camp) == (True, False, "rumm")


def test_without_the_camp_no_pounds_are_kept_for_it(position: Positions) -> None:
    """LOA-R45, LOA-C3: who may use it waits for its prices; who may not buys where he begins."""
    table = position(
        Prepare(), name="gaza-offensive", units="lawrence@aqaba camp@rumm", pounds=8, ops=8,
        attempt=False, garrisons="maan gaza beersheba jerusalem deraa amman",
    )  # fmt: skip
    assert choice(table) == "done"
    assert choice(table, Scripted(frozenset({"camp"}))).startswith("buy ")


@pytest.mark.parametrize("camp", ["", "rumm"])
def test_it_buys_charges_though_it_cannot_pay_for_all(camp: str, position: Positions) -> None:
    """LOA-C3: the railway asks for three RR Breaks, and two Pounds pay for two charges."""
    assert bought(before_the_railway(position, camp, 2))[0].startswith("buy demolition")


@pytest.mark.parametrize("left", [0, 1, 2])
def test_pounds_buy_no_charges_that_are_spent(left: int, position: Positions) -> None:
    """LOA 35.1, LOA-R40: a plan counts on the charges in the gear box, not on all four."""
    table = position(
        name="hejaz-railroad", units="lawrence harb@aqaba", garrisons="maan", pounds=9,
        gear=["demolition"] * left, spent=["demolition"] * (4 - left),
    )  # fmt: skip
    assert situation(view(table)).purse == left


@pytest.mark.parametrize("pounds", range(3, 12))
def test_riders_may_cost_what_charges_would(pounds: int, position: Positions) -> None:
    """LOA-C3, LOA-R45: a purchase of riders may leave fewer Pounds than the charges cost at the Camp."""
    table = before_the_railway(position, "rumm", pounds)
    assert table.read(choice(table)) in table.options


def before_the_railway(position: Positions, camp: str, pounds: int) -> Table:
    units = "lawrence@aqaba auda@aqaba" + f" camp@{camp}" * bool(camp)
    return position(
        Prepare(), name="hejaz-railroad", units=units, lost="" if camp else "camp", pounds=pounds, ops=8,
        attempt=False, garrisons="maan mudawwara tabuk",
    )  # fmt: skip


def test_lawrence_keeps_a_hand_free_for_the_aeroplane(position: Positions) -> None:
    """LOA-R15: who carries it himself can fly back; other gear goes to the others."""
    units = position(units="lawrence harb@rumm camp@rumm", force="lawrence").state.arabs("rumm")
    assert best_carrier(units, "aeroplane") == "lawrence"
    assert best_carrier(units, "machineguns") == best_carrier(units, "demolition") == "harb"


@pytest.mark.soak
def test_a_renounced_ability_is_never_used(scenario: Scenarios) -> None:
    """LOA 34.3, LOA 35: for experiments an ability can be switched off; the others are used."""
    assert set(NEVER) == set(ABILITIES)
    for name in ABILITIES:
        mission = scenario("hejaz-railroad" if name == "demolition" else "damascus")
        assert not played(mission, Scripted(frozenset({name}))) & NEVER[name], name
    used = played(scenario("damascus"), Scripted())
    assert {("recruit", ""), ("scout", ""), ("fly", ""), ("buy", "at the Camp")} <= used
    assert NEVER["demolition"] <= played(scenario("hejaz-railroad"), Scripted())


NEVER = {
    "leaders": {("recruit", "")},
    "appeal": {("appeal", ""), ("fly", "cairo")},
    "scouting": {("scout", "")},
    "machineguns": {("buy", "machineguns")},
    "aeroplane": {("buy", "aeroplane"), ("fly", "")},
    "demolition": {("demolish", ""), ("buy", "demolition")},
    "camp": {("rally", ""), ("buy", "at the Camp")},
    "held-cards": {("play", "")},
}
"""Verbs, with what they name where that matters."""


def played(scenario: Scenario, bot: Scripted, games: int = 6) -> set[tuple[str, str]]:
    """What a player does in some games: each verb alone, and with the first thing it names."""
    done: set[tuple[str, str]] = set()
    for seed in range(games):
        table: Table = Table.new(scenario, SeededDice(seed))
        while table.outcome is None:
            action = bot.choose(Seat(table, SEAT, SeededDice(seed), list))
            verb, *rest = action.words
            done |= {(verb, ""), (verb, rest[0] if rest else "")}
            if isinstance(action, Buy) and bought_in(table) == table.state.camp:
                done.add((verb, "at the Camp"))
            table.choose(action)
    return done


def bought_in(table: Table) -> str:
    """Where the force is that buys; before a mission Lawrence."""
    state = table.state
    return state.operation.space if state.operation else state.lawrence.space


def test_it_is_the_same_for_the_same_dice(scenario: Scenarios) -> None:
    """LOA 28: a new player for each choice plays the same game, so it keeps nothing in mind."""
    whole, _ = play_out(scenario("damascus"), {SEAT: Scripted()}, 3)
    by_new_bots = played_by_new_bots(scenario("damascus"), Scripted, SEAT, 3)
    assert by_new_bots.outcome == whole.outcome


class Confused:
    """Plays well, but every other choice by chance."""

    def choose(self, seat: Seat) -> object:
        """One of the seat's options."""
        bot = Scripted() if seat.dice.rolls_at_most(3) else Random()
        return bot.choose(seat)


@pytest.mark.parametrize("name", MISSIONS)
def test_it_copes_with_any_position(name: str, scenario: Scenarios) -> None:
    """LOA-C2: also as it would never play itself."""
    table, _ = play_out(scenario(name), {SEAT: Confused()}, 1)
    assert table.outcome is not None


@pytest.mark.soak
def test_the_bot_plays_a_campaign(scenario: Scenarios) -> None:
    """LOA-C13: with what is left of its forces from mission to mission."""
    ends = [play_out(scenario("campaign"), {SEAT: Scripted()}, f"1/{game}")[0] for game in (1, 2, 3)]
    assert any(table.state.successes > 1 for table in ends)
