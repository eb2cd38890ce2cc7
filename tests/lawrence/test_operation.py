"""LOA-C2, one Operation: the force, its orders, and the order of all steps (LOA-R1, LOA-R30)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nonempty import some

from sandtable import SeededDice, Table
from sandtable_lawrence.battle_events import BattleEnded, BattleJoined, Shot
from sandtable_lawrence.events import (
    Bought,
    CardDrawn,
    CardPlayed,
    ChargeSet,
    Checked,
    GarrisonGone,
    GarrisonRevealed,
    Moved,
    Scouted,
)
from sandtable_lawrence.mission_events import MissionOver
from sandtable_lawrence.orders import ORDERS, Orders

QUIET = "railway-guards"
"""A card that does nothing but in a Rail space."""


def test_the_order_of_an_operation(position: Callable[..., Table], play: Callable[..., Table]) -> None:
    """LOA-C2: recruiting, scouting, movement, card, Objective segment with its battle, charge, end."""
    table = position(
        units="lawrence howeitat+aeroplane@aqaba camp@rumm",
        garrisons="wejh maan",
        pounds=1,
        ops=3,
        dice=[6, 1, "gold-sovereigns", 1, "oef-1", 6, 1, 1, 6],
    )
    play(table, "buy demolition howeitat", "recruit 0", "scout wejh", "move maan", "rest")
    play(table, "wait", "demolish howeitat")
    kinds = [type(event) for event in table.events or []]
    steps = [Bought, Checked, Scouted, Moved, CardDrawn, GarrisonRevealed, BattleJoined, Shot]
    steps += [BattleEnded, GarrisonGone, ChargeSet]
    assert [kind for kind in kinds if kind in steps] == steps
    state = table.state
    assert (state.ops, state.pounds, state.breaks) == (3, 2 + 1 + 1, ["maan"])


def test_one_force_and_one_card(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA-R1, LOA-C2: the others stay where they are, and an Op is spent."""
    table = position(units="harb@aqaba billi@maan", garrisons="wejh", ops=3, dice=[QUIET])
    play(table, "operate aqaba", "move rumm")
    state = table.state
    assert len(events_of(table, CardDrawn)) == 1
    assert (state.ops, state.discards, len(state.unseen)) == (2, [QUIET], 13)
    assert (state.units["harb"].space, state.units["billi"].space) == ("rumm", "maan")
    assert table.decision.title == "Operating force"


def test_where_there_is_one_force_nobody_asks(position: Callable[..., Table]) -> None:
    """LOA-R1: it is the Operating force, unless an appeal or a held card may come first."""
    assert position(units="harb billi@aqaba", garrisons="wejh").decision.title == "Operation"
    with_card = position(units="harb@aqaba", garrisons="wejh", held="spies-in-the-souk")
    assert with_card.decision.title == "Operating force"
    assert position(units="lawrence@cairo").decision.title == "Operating force"


def test_the_force_may_stay(
    position: Callable[..., Table], play: Callable[..., Table], texts: Callable[[Table], list[str]]
) -> None:
    """LOA-C2: the card is drawn where it is."""
    table = position(units="harb@aqaba", garrisons="wejh", ops=3, dice=[QUIET])
    play(table, "stay")
    assert (table.state.ops, table.state.units["harb"].space) == (2, "aqaba")
    assert texts(table)[0] == "Harb stays at Aqaba."


def test_all_but_one_may_be_left(position: Callable[..., Table], play: Callable[..., Table]) -> None:
    """LOA-C2: of several all but one may be left, in one word or one by one."""
    table = position(units="auda harb billi@aqaba", force="auda harb billi")
    play(table, "leave auda", "leave harb")
    play(table, "join harb", "only harb")
    assert table.state.acting.force == ["harb"]


def test_a_unit_left_behind_stays_and_may_operate_next(
    position: Callable[..., Table], play: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA-C2: both spaces can be named in the next Operation."""
    table = position(units="harb billi@aqaba", garrisons="wejh", dice=[QUIET])
    play(table, "leave harb", "move rumm")
    assert sorted(words(table, "operate")) == ["operate aqaba", "operate rumm"]
    assert [unit.id for unit in table.state.at("aqaba")] == ["harb"]


def test_after_the_move_there_are_no_more_orders(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-C2: nothing is bought or scouted where the force has come to."""
    table = position(
        units="harb+aeroplane@aqaba",
        garrisons="wejh",
        pounds=9,
        dice=["ambush", 1, "oef-1", "oef-2", 6, 1],
    )
    play(table, "sail yenbo")
    for line in ("buy regulars", "scout wejh", "stay", "drop harb aeroplane"):
        assert why(table, line)[0] == "LOA-C6"


def test_the_kinds_of_order() -> None:
    """LOA-C2: thirteen kinds of order, of which five end with the card."""
    assert [kind.name() for kind, order in ORDERS.items() if order.ends] == [
        *("move", "sail", "fly", "stay", "rally"),
    ]
    assert set(Orders.takes) == set(ORDERS)
    assert len(ORDERS) == 13


@pytest.mark.parametrize(
    "units",
    ["harb@maan", "lawrence harb+aeroplane@aqaba", "auda billi camp@rumm harb@aqaba", "lawrence@suez"],
)
def test_every_order_that_is_offered_can_be_carried_out(
    units: str, position: Callable[..., Table]
) -> None:
    """LOA-C2: whatever luck follows; and each says what it does."""
    force = units.split("@")[0].replace("+aeroplane", "").replace(" camp", "")
    table = position(units=units, force=force, pounds=5, garrisons="wejh tabuk")
    for option in some(table.options):
        assert table.read(str(option)) == option
        assert table.decision.describe(table, option)
        for seed in range(3):
            table.clone(SeededDice(seed)).choose(option)


@pytest.mark.parametrize(
    ("garrisons", "goal", "ops", "verdict"),
    [
        ("", "aqaba", 2, "won"),
        ("", "aqaba", 1, "won"),
        ("wejh", "aqaba", 1, "lost"),
        ("", "rumm", 1, "lost"),
        ("wejh", "aqaba", 2, ""),
        ("", "rumm", 2, ""),
    ],
)
def test_victory_is_tested_at_the_end_and_then_the_ops(
    garrisons: str,
    goal: str,
    ops: int,
    verdict: str,
    position: Callable[..., Table],
    play: Callable[..., Table],
) -> None:
    """LOA-R30, LOA-C2: with the last card a mission can still be won."""
    table = position(units="mercenaries@maan", garrisons=garrisons, ops=ops, dice=[QUIET])
    play(table, f"move {goal}")
    assert table.state.verdict == verdict


def test_within_an_operation_victory_is_not_tested(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-R30: a 0 that was scouted wins only when the Operation has ended."""
    table = position(units="harb+aeroplane@aqaba", garrisons="wejh", dice=[2, 0, QUIET])
    play(table, "scout wejh")
    assert (table.state.garrisons, table.state.verdict) == ({}, "")
    assert play(table, "stay").state.verdict == "won"


@pytest.mark.parametrize(
    ("units", "held", "dice", "lines"),
    [
        ("harb@aqaba", "spies-in-the-souk", [0], ["play spies-in-the-souk wejh"]),
        ("harb@aqaba lawrence@cairo", "", [1, 0], ["appeal", "take intelligence-bureau", "reveal wejh"]),
    ],
)
def test_outside_an_operation_victory_is_tested_at_once(
    units: str,
    held: str,
    dice: list[object],
    lines: list[str],
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
) -> None:
    """LOA-R30: no Op is spent for it."""
    table = play(position(units=units, held=held, garrisons="wejh", ops=2, dice=dice), *lines)
    assert (table.state.verdict, table.state.ops, events_of(table, MissionOver)) == ("won", 2, [])
    assert [event.card for event in events_of(table, CardPlayed)] == table.state.discards == held.split()
