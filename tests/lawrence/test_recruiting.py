"""LOA-C3, LOA 35: the items on sale, their places and prices, and the units that join."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence import spaces
from sandtable_lawrence.actions import Buy
from sandtable_lawrence.events import BedouinPicked, Bought
from sandtable_lawrence.preparation import Prepare
from sandtable_lawrence.recruiting import price
from sandtable_lawrence.roster import BEDOUIN, UNITS
from sandtable_tools.odds import distribution, outcomes

GEAR = {"machineguns", "demolition", "aeroplane"}
SOLD = {
    "port": GEAR | {"regulars", "armored-car"},
    "camp": GEAR | {"bedouin", "mercenaries"},
    "suez": GEAR,
}


def kinds_sold(table: Table) -> set[str]:
    """The items that a table offers."""
    return {option.words[1] for option in table.options if option.words[0] == "buy"}


@pytest.mark.parametrize("garrison", [False, True])
def test_the_items_on_sale_in_every_space(garrison: bool, position: Callable[..., Table]) -> None:
    """LOA-C3, LOA 35, LOA 36.1: in Suez, a port, at the Camp; beside a Garrison at the Camp alone."""
    for space in spaces.NAMES:
        for camp in {space, "rumm"} - {"suez", "cairo", "mecca"}:
            table = position(
                units=f"lawrence@{space} camp@{camp}",
                force="lawrence",
                garrisons=space if garrison else "",
                pounds=30,
            )
            here = {"port": space in spaces.PORTS, "camp": space == camp, "suez": space == "suez"}
            sold = set().union(*(SOLD[kind] for kind in here if here[kind]))
            if garrison:
                sold = SOLD["camp"] if space == camp else set()
            assert kinds_sold(table) == sold, space


@pytest.mark.parametrize(
    ("item", "cost", "space"),
    [
        ("bedouin", 2, "rumm"),
        ("mercenaries", 4, "rumm"),
        ("regulars", 5, "wejh"),
        ("armored-car", 5, "wejh"),
        ("machineguns lawrence", 1, "wejh"),
        ("demolition lawrence", 1, "rumm"),
        ("aeroplane lawrence", 2, "suez"),
    ],
)
def test_each_purchase_costs_its_price(
    item: str,
    cost: int,
    space: str,
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
    why: Callable[..., tuple[str, str]],
) -> None:
    """LOA-C3, LOA-R44: with exactly the Pounds, and not with one fewer."""
    written = {"units": f"lawrence@{space} camp@rumm", "force": "lawrence"}
    dice = ["billi"] if item == "bedouin" else []
    table = play(position(**written, pounds=cost, dice=dice), f"buy {item}")
    (event,) = events_of(table, Bought)
    assert (table.state.pounds, event.cost, event.left, event.space) == (0, cost, 0, space)
    poor = position(**written, pounds=cost - 1)
    assert why(poor, f"buy {item}") == ("LOA-C3", f"it costs {cost} Pound{'s' * (cost > 1)}")


ELSEWHERE = {
    "bedouin": 4, "mercenaries": 5, "regulars": 5, "armored-car": 5, "machineguns": 1, "demolition": 1,
    "aeroplane": 2,
}  # fmt: skip
"""The price of each item where the Camp is not, in Pounds."""

AT_CAMP = ELSEWHERE | {"bedouin": 2, "mercenaries": 4, "machineguns": 0}
"""The price of each item where the Camp is."""


@pytest.mark.parametrize(
    ("space", "camp", "begun", "prices"),
    [
        ("rumm", "rumm", True, AT_CAMP),
        ("wejh", "wejh", True, AT_CAMP),
        ("wejh", "wejh", False, AT_CAMP),
        ("rumm", "rumm", False, AT_CAMP),
        ("wejh", "rumm", True, ELSEWHERE),
        ("wejh", "rumm", False, ELSEWHERE),
        ("jefer", "rumm", False, ELSEWHERE),
        ("wejh", "", False, ELSEWHERE),
    ],
)
def test_at_the_camp_the_tribes_cost_less_and_machineguns_nothing(
    space: str,
    camp: str,
    begun: bool,
    prices: dict[str, int],
    position: Callable[..., Table],
    play: Callable[..., Table],
    why: Callable[..., tuple[str, str]],
) -> None:
    """LOA-R45, LOA-C3: in the option, in the payment, and in the refusal of a poor player; also where
    the Camp stands in a port, and before a mission.
    """
    phases, force = ([], "lawrence") if begun else ([Prepare()], "")
    units = f"lawrence@{space}" + f" camp@{camp}" * bool(camp)
    written = {"units": units, "force": force, "lost": "" if camp else "camp"}
    ports = {"regulars", "armored-car"} if space == "wejh" else set()
    items = GEAR | ports | ({"bedouin", "mercenaries"} if space == camp or not begun else set())
    assert kinds_sold(position(*phases, **written, pounds=30)) == items
    for item in sorted(items):
        cost = prices[item]
        price = f"{cost} Pound{'s' * (cost > 1)}" if cost else "free"
        dice = ["billi"] if item == "bedouin" else []
        table = position(*phases, **written, pounds=cost + 2, dice=dice)
        line = f"buy {item}" + " lawrence" * (item in GEAR)
        action = table.read(line)
        assert table.decision.cost(table, action) == price
        assert play(table, line).state.pounds == 2
        if cost:
            poor = position(*phases, **written, pounds=cost - 1)
            assert why(poor, line) == ("LOA-C3", f"it costs {price}")


def test_the_price_goes_with_the_camp(position: Callable[..., Table]) -> None:
    """LOA-R45, LOA 36: it is that of the space where the Camp is now."""
    table = position(units="lawrence camp@rumm", force="lawrence", pounds=9)
    assert price(table.state, "rumm", "mercenaries") == 4
    assert price(table.state, "jefer", "mercenaries") == 5
    table.state.units["camp"].space = "jefer"
    assert price(table.state, "rumm", "mercenaries") == 5
    assert price(table.state, "jefer", "mercenaries") == 4
    table.state.units["camp"].space = ""
    assert {price(table.state, space, "bedouin") for space in spaces.NAMES} == {4}


def test_gear_is_bought_for_somebody(position: Callable[..., Table]) -> None:
    """LOA 35, LOA-C3: where only one can have it, its name may be left out."""
    alone = position(units="lawrence@aqaba", force="lawrence", pounds=1)
    assert alone.read("buy machineguns") == Buy("machineguns", "lawrence")


def test_there_is_no_more_to_buy_than_there_are_counters(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-C3, LOA-C12: two Regulars, one car, two Machineguns, one Aeroplane."""
    table = position(units="lawrence@aqaba camp@rumm", force="lawrence", pounds=30)
    for line in ("buy regulars", "buy armored-car"):
        play(table, *[line] * (2 if "regulars" in line else 1))
        assert why(table, line)[1] == "none is left in the Recruit box"
    play(table, "buy machineguns regulars-1", "buy machineguns regulars-2", "buy aeroplane armored-car")
    for gear in ("machineguns", "aeroplane"):
        assert why(table, f"buy {gear} lawrence") == (
            "LOA-C3",
            f"no {gear.title()} is left in the gear box",
        )


def test_units_that_were_eliminated_can_be_bought_again(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-R16: they are in the Recruit box."""
    table = position(units="lawrence camp@rumm", force="lawrence", pounds=9, lost="mercenaries")
    unit = play(table, "buy mercenaries").state.units["mercenaries"]
    assert (unit.space, unit.lost) == ("rumm", False)


def test_bedouin_are_picked_blind(position: Callable[..., Table]) -> None:
    """LOA-C3, LOA 37, LOA-R3: each one in the Recruit box is equally likely, and the lost are in it."""
    table = position(units="lawrence camp@rumm harb@maan", force="lawrence", pounds=3, lost="billi")
    law = distribution(
        outcomes(table, table.read("buy bedouin")), lambda end: end.state.at("rumm")[1].id
    )
    left = set(BEDOUIN) - {"harb"}
    assert law == dict.fromkeys(left, Fraction(1, 5))


def test_the_tribes_and_that_they_lie_face_up(
    position: Callable[..., Table], play: Callable[..., Table], texts: Callable[[Table], list[str]]
) -> None:
    """LOA-R4: six names, two of each strength, named when they are picked."""
    assert {id: UNITS[id].strength for id in BEDOUIN} == {
        "howeitat": 3,
        "ruwalla": 3,
        "beni-sakhr": 2,
        "juheina": 2,
        "harb": 1,
        "billi": 1,
    }
    table = position(units="lawrence camp@rumm", force="lawrence", pounds=2, dice=["howeitat"])
    play(table, "buy bedouin")
    assert texts(table) == [
        "The Howeitat, strength 3, join at Rumm.",
        "You pay 2 Pounds for the Howeitat at Rumm (0 left).",
    ]
    assert BedouinPicked.reveals


def test_a_bought_unit_joins_the_force_and_may_be_left(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-R37: at once; anybody can be taken out again before the move."""
    table = position(
        units="lawrence@aqaba camp@rumm", force="lawrence", pounds=10, dice=["railway-guards"]
    )
    play(table, "buy regulars", "buy regulars")
    assert table.state.acting.force == ["lawrence", "regulars-1", "regulars-2"]
    play(table, "leave regulars-1", "move rumm")
    assert [unit.id for unit in table.state.at("aqaba")] == ["regulars-1"]
    assert table.state.units["regulars-2"].space == "rumm"


def test_a_force_without_lawrence_buys_too(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-C3: the Operating force buys, whoever is in it; into its space."""
    table = position(units="lawrence@yenbo harb@aqaba camp@rumm", force="harb", pounds=6)
    play(table, "buy regulars", "buy demolition harb")
    assert table.state.units["regulars-1"].space == "aqaba"
    assert table.state.units["harb"].gear == ["demolition"]


def test_a_purchase_must_find_room(
    position: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-R5, LOA 34.6: all units of the space count, also those that stay behind."""
    table = position(units="harb billi@aqaba camp@rumm", force="harb", pounds=9)
    assert why(table, "buy regulars") == ("34.6", "at most 2 units can be at Aqaba")
    assert why(table, "buy machineguns harb") == ("", "")
