"""Supply: lines from the sources, along a network and over the ground."""

from __future__ import annotations

from hex_maps import FIELD, hex_map, towns

from sandtable_hexes import Costs, HexMap, hops, reach, supply

MAP: HexMap = hex_map(FIELD, road="0105 0205 0305 0405 0505", rail="0105 0205 0305 0405 0505 0605")
FOOT = Costs(MAP, "foot")
RAIL = hops(MAP, ["rail"])


def test_supply_reaches_so_many_points_from_a_source() -> None:
    assert set(supply(hops(MAP), ["0505"], 2).cost) == set(MAP.within("0505", 2))


def test_a_network_carries_supply_any_distance_and_the_rest_is_counted_from_it() -> None:
    found = supply(hops(MAP), "0105", 1, network=RAIL)
    assert {"0605", "0705", "0506"} <= set(found.cost)
    assert found.cost["0605"] == 0
    assert found.cost["0705"] == 1
    assert "0805" not in found


def test_a_source_away_from_the_network_supplies_its_own_surroundings() -> None:
    found = supply(hops(MAP), ["0901"], 1, network=RAIL)
    assert set(found.cost) == set(MAP.within("0901", 1))


def test_the_path_is_the_whole_line_from_the_source() -> None:
    found = supply(hops(MAP), ["0105"], 1, network=RAIL)
    assert found.path("0604") == ["0105", "0205", "0305", "0405", "0505", "0604"]


def test_a_blocked_source_supplies_nothing() -> None:
    assert supply(hops(MAP), ["0105"], 3, blocked={"0105"}, network=RAIL).cost == {}
    assert supply(hops(MAP), ["0105"], None, blocked={"0105"}).cost == {}


def test_an_enemy_on_the_network_cuts_it_there() -> None:
    found = supply(hops(MAP), ["0105"], 0, blocked={"0305"}, network=RAIL)
    assert list(found.cost) == ["0105", "0205"]


def test_several_sources_supply_each_what_is_nearest() -> None:
    found = supply(hops(MAP), ["0101", "0901"], 2)
    assert found.path("0801")[0] == "0901"
    assert found.path("0201")[0] == "0101"


def test_supply_may_cost_movement_points_over_the_ground() -> None:
    assert supply(FOOT.steps, "0101", FOOT(3)).cost == reach(FOOT.steps, "0101", FOOT(3)).cost


def test_a_line_costs_what_the_steps_from_the_source_cost() -> None:
    uphill = {"depot": (("ridge", 3),), "ridge": (("depot", 1),)}
    assert supply(uphill, "depot", 2).cost == {"depot": 0}
    assert supply(uphill, "ridge", 2).cost == {"ridge": 0, "depot": 1}


def test_supply_at_so_many_hexes_goes_only_where_a_movement_can() -> None:
    strait = hex_map(". n .\n~ ~ ~\n. . .")
    overland = hops(Costs(strait, "foot").steps)
    assert "0103" in supply(hops(strait), "0101", 2)
    assert supply(overland, "0101", None).cost == {"0101": 0, "0201": 1, "0301": 2}


def test_a_network_ignores_the_ground_and_other_links() -> None:
    over_marsh = hex_map("..m.", rail="0101 0201 0301 0401", road="0101 0201")
    assert reach(hops(over_marsh, ["rail"]), "0101", None).cost["0401"] == 3
    assert reach(hops(over_marsh, ["road"]), "0101", None).cost == {"0101": 0, "0201": 1}
    assert reach(hops(over_marsh, ["road", "rail"]), "0101", None).cost["0401"] == 3


def test_a_map_of_points_has_the_same_supply() -> None:
    board = towns()
    found = supply(hops(board), ["mill"], 1, blocked={"oasis", "ford"}, network=hops(board, ["road"]))
    assert found.cost == {"mill": 0, "fort": 0}
    assert "cape" in supply(hops(board), ["mill"], 1, network=hops(board, ["road"]))
