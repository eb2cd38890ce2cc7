"""Movement: costs, roads, other units, zones of control, the minimum move."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hex_maps import FIELD, hex_map, towns
from hypothesis import given
from hypothesis import strategies as st

from sandtable import GameError
from sandtable_hexes import LOCKING, RIGID, SEMI_RIGID, Costs, ZoneRule, hops, priced, reach

COLUMN = "\n".join("......")
"""One column of plain hexes, 0101 to 0106."""

RIDGE = ". . .\nm n m\n. n ."
FLUID = ZoneRule(enter=1, leave=3)


def foot(picture: str, **features: str) -> Costs:
    return Costs(hex_map(picture, **features), "foot")


def go(points: int | None, **conditions: object) -> dict[str, int]:
    """What 0101 reaches in the column."""
    return dict(reach(foot(COLUMN).steps, "0101", points, **conditions).cost)


def test_each_hex_costs_its_terrain() -> None:
    costs = foot("..n.m.")
    assert costs.words(reach(costs.steps, "0101", None).cost["0601"]) == "9"


def test_nearest_hexes_come_first_and_the_origin_costs_nothing() -> None:
    costs = foot(RIDGE)
    found = reach(costs.steps, "0201", costs(5)).cost
    assert list(found.values()) == sorted(found.values())
    assert next(iter(found.items())) == ("0201", 0)


def test_a_road_is_cheaper_than_the_ground_beneath_it_and_bridges_a_river() -> None:
    river = "0101 s"
    assert reach(foot(COLUMN, river=river).steps, "0101", 4).cost["0102"] == 4
    costs = foot(COLUMN, river=river, road="0101 0102")
    assert costs.words(reach(costs.steps, "0101", 4).cost["0102"]) == "½"


def test_the_path_is_the_cheapest_way() -> None:
    costs = foot(".n.\n...\n...", road="0101 0201 0301")
    assert reach(costs.steps, "0101", None).path("0301") == ["0101", "0201", "0301"]
    around = reach(costs.steps, "0101", None, blocked={"0201"})
    assert around.path("0301") == ["0101", "0102", "0202", "0302", "0301"]


def test_no_path_leads_to_a_space_that_is_not_in_reach() -> None:
    found = reach(foot(COLUMN).steps, "0101", 4, full={"0102"})
    for space in ("0102", "0106", "nowhere"):
        with pytest.raises(GameError, match=f"{space} is not in reach"):
            found.path(space)


def test_of_equal_ways_the_first_in_the_order_of_the_map_counts() -> None:
    field = foot(FIELD).steps
    ways = [reach(field, "0505", None).path("0705") for _ in range(2)]
    assert ways[0] == ways[1] == ["0505", "0604", "0705"]


def test_a_cheaper_way_that_is_found_later_replaces_a_dear_one() -> None:
    steps = {"a": (("c", 5), ("b", 1)), "b": (("c", 1),), "c": (("d", 1),), "d": ()}
    found = reach(steps, "a", None)
    assert found.cost == {"a": 0, "b": 1, "c": 2, "d": 3}
    assert found.path("d") == ["a", "b", "c", "d"]


def test_steps_may_cost_nothing() -> None:
    steps = {"a": (("b", 0),), "b": (("c", 0), ("a", 0)), "c": (("d", 1),), "d": ()}
    assert reach(steps, "a", 0).cost == {"a": 0, "b": 0, "c": 0}
    assert reach(steps, "a", 3, zone={"d"}, rule=FLUID).cost["d"] == 2


def test_enemy_hexes_are_never_entered() -> None:
    assert list(go(None, blocked={"0103"})) == ["0101", "0102"]


def test_a_full_hex_is_passed_but_no_unit_stops_there() -> None:
    assert list(go(6, full={"0102", "0103"})) == ["0101", "0104"]


def test_a_unit_may_stay_in_a_full_hex() -> None:
    assert list(go(2, full={"0101"})) == ["0101", "0102"]


def test_several_origins_count_from_the_nearest() -> None:
    found = reach(foot(COLUMN).steps, ["0101", "0106"], None)
    assert found.cost["0105"] == 2
    assert found.path("0105") == ["0106", "0105"]


def test_a_kind_of_movement_without_a_cost_does_not_enter() -> None:
    guns = Costs(hex_map(RIDGE), "guns")
    assert set(reach(guns.steps, "0101", None).cost) == {"0101", "0201", "0301"}


# Zones of control.


def test_a_zone_stops_a_unit_that_enters_it() -> None:
    assert list(go(None, zone={"0103", "0104"})) == ["0101", "0102", "0103"]


def test_a_unit_that_starts_in_a_semi_rigid_zone_may_go_on_in_it() -> None:
    assert list(go(None, zone={"0101", "0102"}, rule=SEMI_RIGID)) == ["0101", "0102"]
    assert list(go(None, zone={"0101"}, rule=SEMI_RIGID)) == [f"010{row}" for row in range(1, 7)]


def test_no_unit_goes_directly_from_one_space_of_a_rigid_zone_to_another() -> None:
    assert list(go(None, zone={"0101", "0102"}, rule=RIGID)) == ["0101"]
    assert list(go(None, zone={"0101", "0103"}, rule=RIGID)) == ["0101", "0102", "0103"]


def test_a_locking_zone_is_entered_and_never_left() -> None:
    assert list(go(None, zone={"0102"}, rule=LOCKING)) == ["0101", "0102"]
    assert list(go(None, zone={"0101"}, rule=LOCKING)) == ["0101"]
    assert list(go(None, zone={"0102"}, rule=ZoneRule(lock=True))) == ["0101", "0102"]


def test_a_fluid_zone_costs_points_to_enter_and_to_leave() -> None:
    found = go(None, zone={"0102", "0103"}, rule=FLUID)
    assert [cost // 2 for cost in found.values()] == [0, 2, 7, 11, 12, 13]


def test_the_costs_of_a_zone_are_movement_points_whatever_the_parts_of_the_map() -> None:
    costs = foot(COLUMN)
    assert costs.parts == 2
    one, two = (reach(costs.steps, "0101", costs(n), zone={"0102"}, rule=FLUID) for n in (1, 2))
    assert "0102" not in one
    assert "0102" in two


def test_a_zone_that_only_costs_stops_no_unit() -> None:
    assert "0104" in reach(foot(COLUMN).steps, "0101", None, zone={"0102", "0103"}, rule=FLUID)


# The minimum move.


def test_a_minimum_move_enters_an_adjacent_hex_for_all_points() -> None:
    costs = foot("..\nm.\n..")
    short = reach(costs.steps, "0101", costs(3)).cost
    found = reach(costs.steps, "0101", costs(3), minimum=True)
    assert "0102" not in short
    assert found.cost == {**short, "0102": costs(3)}
    assert found.path("0102") == ["0101", "0102"]


def test_a_minimum_move_ends_there_even_where_the_next_step_costs_nothing() -> None:
    steps = {"a": (("b", 9),), "b": (("c", 0),), "c": ()}
    assert reach(steps, "a", 2, minimum=True).cost == {"a": 0, "b": 2}


def test_a_minimum_move_leaves_a_zone_that_stops_only_who_enters() -> None:
    steps = {"a": (("b", 9), ("c", 9)), "b": (), "c": ()}
    assert reach(steps, "a", 2, minimum=True, zone={"a", "c"}).cost == {"a": 0, "b": 2, "c": 2}
    assert reach(steps, "a", 2, minimum=True, zone={"a"}, rule=LOCKING).cost == {"a": 0}


def test_only_the_cost_can_be_ignored_by_a_minimum_move() -> None:
    steps = {"a": (("b", 9), ("c", 9), ("d", 9)), "b": (), "c": (), "d": ()}
    conditions = {"blocked": {"b"}, "full": {"c"}, "zone": {"a", "d"}, "rule": RIGID}
    assert reach(steps, "a", 2, minimum=True, **conditions).cost == {"a": 0}


def test_a_unit_without_points_has_no_minimum_move() -> None:
    assert reach({"a": (("b", 1),), "b": ()}, "a", 0, minimum=True).cost == {"a": 0}


def test_a_cheaper_way_to_the_hex_of_a_minimum_move_counts() -> None:
    steps = {"a": (("c", 9), ("b", 1)), "b": (("c", 1),), "c": (("d", 1),), "d": ()}
    assert reach(steps, "a", 3, minimum=True).cost == {"a": 0, "b": 1, "c": 2, "d": 3}


# Maps of points, and any map.


def test_a_map_of_points_has_the_same_movement() -> None:
    board = towns()
    assert reach(hops(board), "mill", 2).cost == {
        "mill": 0,
        "fort": 1,
        "ford": 1,
        "oasis": 1,
        "port": 2,
    }
    by_road = reach(hops(board, {"road"}), "mill", 3, blocked={"ford"})
    assert by_road.path("port") == ["mill", "fort", "oasis", "port"]
    assert "cape" not in by_road


def test_kinds_of_link_have_their_own_costs_and_zones_cost_more() -> None:
    steps = priced(towns(), {"road": 1, "path": 3})
    assert reach(steps, "mill", 3).cost == {"mill": 0, "fort": 1, "ford": 1, "oasis": 2, "port": 2}
    assert reach(steps, "mill", 3, zone={"fort", "ford"}).path("oasis") == ["mill", "oasis"]
    assert reach(steps, "mill", 4, zone={"ford"}, rule=FLUID).cost["port"] == 3
    assert reach(steps, "mill", 2, minimum=True, blocked={"fort"}).cost["oasis"] == 2


MIXED = foot(FIELD, river="0404 s se\n0505 n ne", road="0101 0201 0301 0401 0501")
SPACES = st.sets(
    st.sampled_from([f"0{column}0{row}" for column in range(1, 10) for row in range(1, 10)])
)


@given(SPACES, SPACES, SPACES, st.integers(0, 12), st.sampled_from([RIGID, SEMI_RIGID, LOCKING, FLUID]))
def test_every_path_is_legal_step_by_step(
    blocked: set[str], full: set[str], zone: set[str], points: int, rule: ZoneRule
) -> None:
    steps = MIXED.steps
    found = reach(steps, "0505", points, blocked=blocked, full=full, zone=zone, rule=rule)
    for space, cost in found.cost.items():
        path = found.path(space)
        spent = 0
        for place, (here, other) in enumerate(pairwise(path)):
            assert other not in blocked
            assert not (here in zone and (rule.lock or (rule.stop and place)))
            assert rule.between or not (here in zone and other in zone)
            spent += dict(steps[here])[other]
            spent += (rule.leave * (here in zone) + rule.enter * (other in zone)) * MIXED.parts
        assert spent == cost <= points
        assert path[0] == "0505"
        assert space not in full or space == "0505"


@pytest.mark.parametrize("wrong", [{"enter": -1}, {"leave": -2}, {"stops": True}])
def test_a_rule_of_zones_is_checked_when_it_is_read(wrong: dict[str, object]) -> None:
    assert msgspec.convert({"enter": 0, "leave": 0}, ZoneRule) == ZoneRule()
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, ZoneRule)


def test_a_zone_cannot_make_movement_cheaper() -> None:
    with pytest.raises(ValueError, match="enter: it takes 0 or more, not -1"):
        ZoneRule(enter=-1)
