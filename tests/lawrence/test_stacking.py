"""LOA 34.6, LOA-R5: how many units can be together, which of them count, and when this is tested."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Table
from sandtable_lawrence.mission import Options
from sandtable_lawrence.operation import muster
from sandtable_lawrence.roster import BEDOUIN, LEADERS, UNITS
from sandtable_lawrence.stacking import best_force, limit, stack_size
from sandtable_lawrence.state import LawrenceState

TEN = "howeitat ruwalla beni-sakhr juheina harb billi mercenaries regulars-1 regulars-2 armored-car"
"""All units that count."""


@pytest.mark.parametrize(
    ("leaders", "leadership", "most"),
    [
        ("", 5, 2),
        ("auda", 5, 4),
        ("sherif-ali", 1, 4),
        ("auda sherif-ali", 3, 4),
        *[("lawrence", level, 4 + level) for level in range(1, 6)],
        ("lawrence auda sherif-ali", 2, 6),
    ],
)
def test_how_many_can_be_together(
    leaders: str, leadership: int, most: int, written: Callable[..., LawrenceState]
) -> None:
    """LOA 34.6: two, four with an Arab leader, and with Lawrence four and Leadership."""
    state = written(units=f"{leaders} {TEN}@aqaba", leadership=leadership)
    assert limit(state, leaders.split()) == most
    force = best_force(state, Options(), state.arabs("aqaba"), "aqaba")
    assert len(force) == most
    free = Options(leaders_stack=False)
    force = best_force(state, free, state.arabs("aqaba"), "aqaba")
    assert len(force) == most + len(leaders.split())


def test_leaders_count_and_the_camp_does_not() -> None:
    """LOA-R5, LOA 29: they are units; by options otherwise."""
    assert {id for id in UNITS if stack_size(Options(), [id]) == 0} == {"camp"}
    assert {id for id in UNITS if stack_size(Options(camp_stacks=True), [id]) == 0} == set()
    free = Options(leaders_stack=False)
    assert {id for id in UNITS if stack_size(free, [id]) == 0} == {*LEADERS, "camp"}


def test_the_strongest_are_named_first(written: Callable[..., LawrenceState]) -> None:
    """LOA-C2, LOA 34.6: as far as the limit allows; the Camp never comes along (LOA 36.2)."""
    state = written(units="harb+machineguns howeitat billi auda beni-sakhr juheina camp@aqaba")
    force = best_force(state, Options(), state.arabs("aqaba"), "aqaba")
    assert [unit.id for unit in force] == ["auda", "howeitat", "beni-sakhr", "juheina"]


@pytest.mark.parametrize("order", ["stay", "move rumm", "sail wejh"])
def test_a_force_keeps_to_the_limit_of_its_own_leaders(
    order: str,
    position: Callable[..., Table],
    play: Callable[..., Table],
    why: Callable[..., tuple[str, str]],
) -> None:
    """LOA-R5: when it stays or moves, whoever leads those that are left in the space."""
    table = position(
        units="lawrence harb billi juheina@aqaba",
        force="lawrence harb billi juheina",
        dice=["railway-guards"],
    )
    play(table, "leave lawrence")
    where = {"stay": "Aqaba", "move rumm": "Rumm", "sail wejh": "Wejh"}[order]
    assert why(table, order) == ("34.6", f"at most 2 units can be at {where}")
    play(table, "leave billi", order)
    assert table.state.operation is None


def test_a_unit_that_joins_must_find_room_in_the_force(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA 34.6: a leader joins always, and with him two more."""
    table = position(units="auda harb billi juheina@aqaba", force="harb billi")
    assert why(table, "join juheina") == ("34.6", "at most 2 units can be at Aqaba")
    play(table, "join auda", "join juheina")
    assert table.state.acting.force == ["harb", "billi", "auda", "juheina"]


def test_where_a_move_ends_all_units_count(
    position: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-R5: with the leaders of both; a leader who is there makes room for those that come."""
    crowd = {"units": "harb billi@aqaba juheina ruwalla@rumm auda howeitat@maan", "force": "harb billi"}
    table = position(**crowd)
    assert why(table, "move rumm") == ("34.6", "at most 2 units can be at Rumm")
    assert why(table, "move maan") == ("", "")
    full = position(units="harb billi@aqaba auda howeitat juheina ruwalla@maan", force="harb billi")
    assert why(full, "move maan") == ("34.6", "at most 4 units can be at Maan")


def test_a_force_moves_through_a_space_that_is_full(
    position: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-R5: it is looked at where the move ends."""
    table = position(units="harb billi@aqaba juheina ruwalla@maan", force="harb billi")
    assert why(table, "move maan")[0] == "34.6"
    assert why(table, "move amman") == ("", "")


def test_units_that_join_free_of_charge_need_no_room(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-R5: Tribal Rising brings two more units to a force of five at Leadership 1."""
    four = "mercenaries regulars-1 regulars-2 armored-car"
    table = position(
        units=f"lawrence {four}@aqaba", leadership=1, held="tribal-rising", dice=[1, "harb", "billi"]
    )
    play(table, "play tribal-rising aqaba")
    assert len(table.state.at("aqaba")) == 7


def test_after_rally_all_may_be_at_the_camp_but_not_go_together(
    position: Callable[..., Table], play: Callable[..., Table], after: object
) -> None:
    """LOA 36.1, LOA-R5: six Bedouin without a leader, of whom two can operate then."""
    table = position(
        units="harb billi camp@rumm juheina ruwalla@aqaba howeitat beni-sakhr@maan",
        force="harb billi",
        dice=["railway-guards"],
    )
    play(table, "rally", "summon juheina", "summon ruwalla", "summon howeitat", "summon beni-sakhr")
    play(table, "done")
    assert {unit.id for unit in table.state.arabs("rumm")} == set(BEDOUIN)
    assert table.decision == after
    assert muster(table, "rumm") == ["howeitat", "ruwalla"]
