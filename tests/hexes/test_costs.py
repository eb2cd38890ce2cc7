"""What a step costs: terrain, hexsides, roads and bridges, by kind of movement; links of any board."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hex_maps import towns

from sandtable import UnknownName
from sandtable_hexes import Costs, HexFile, HexMap, Side, Terrain, Way, hops, priced
from sandtable_hexes.costs import Steps

CHART = {
    "plain": Terrain(".", cost=1),
    "hills": Terrain("n", cost={"foot": 2, "guns": "no"}),
    "sea": Terrain("~"),
}


def strip(**features: object) -> HexMap[HexFile[Terrain, Side]]:
    """Plain, plain, hills, sea: 0101 to 0104."""
    file = HexFile[Terrain, Side](picture=".\n.\nn\n~", terrain=CHART, **features)  # type: ignore[arg-type]
    return file.map()


def cost(map: HexMap[HexFile[Terrain, Side]], a: str, b: str, movement: str = "foot") -> Fraction | None:
    """Movement points from a hex to its neighbour."""
    costs = Costs(map, movement)
    parts = dict(costs.steps[a]).get(b)
    return None if parts is None else Fraction(parts, costs.parts)


def river(**keys: object) -> dict[str, Side]:
    return {"river": Side(("0101 0102", "0102 0103"), **keys)}  # type: ignore[arg-type]


def test_to_enter_a_hex_costs_its_terrain() -> None:
    assert [cost(strip(), "0101", "0102"), cost(strip(), "0102", "0103")] == [1, 2]


def test_no_unit_enters_where_its_movement_may_not_or_no_cost_is_given() -> None:
    assert cost(strip(), "0102", "0103", "guns") is None
    assert cost(strip(), "0103", "0104") is None


def test_a_hexside_costs_in_addition_or_stops_movement() -> None:
    assert cost(strip(sides=river(cost="1/2")), "0102", "0103") == Fraction(5, 2)
    assert cost(strip(sides=river(cost="no")), "0102", "0103") is None
    assert cost(strip(sides=river(cost={"foot": 1, "guns": "no"})), "0101", "0102", "guns") is None


def test_a_side_that_faces_costs_only_who_enters_its_hex() -> None:
    map = strip(sides={"scarp": Side(("0102 n",), faces=True, cost=3)})
    assert (cost(map, "0101", "0102"), cost(map, "0102", "0101")) == (4, 1)


def test_along_a_road_its_cost_counts_if_it_is_less() -> None:
    road = {"road": Way(("0101 0102 0103",), cost=1), "track": Way(("0101 0102",), cost="3/2")}
    map = strip(ways=road)
    assert [cost(map, "0101", "0102"), cost(map, "0102", "0103")] == [1, 1]
    assert cost(map, "0102", "0103", "guns") == 1  # a road opens hills to guns


def test_a_road_pays_for_a_river_unless_a_bridge_is_over_it() -> None:
    road = Way(("0102 0103",), cost="1/2")
    bridged = Way(("0102 0103",), cost="1/2", over=("river",))
    assert cost(strip(sides=river(cost=1), ways={"road": road}), "0102", "0103") == Fraction(3, 2)
    assert cost(strip(sides=river(cost="no"), ways={"road": bridged}), "0102", "0103") == Fraction(1, 2)


def test_a_railway_without_a_cost_changes_none() -> None:
    assert cost(strip(ways={"rail": Way(("0102 0103 0104",))}), "0102", "0103") == 2
    assert cost(strip(ways={"rail": Way(("0102 0103 0104",))}), "0103", "0104") is None


def test_costs_are_whole_numbers_of_parts() -> None:
    road = {"road": Way(("0101 0102",), cost="1/2"), "rail": Way(("0102 0103",), cost="1/3")}
    costs = Costs(strip(ways=road), "foot")
    assert (costs.parts, costs(4)) == (6, 24)
    assert costs.steps["0102"] == (("0101", 3), ("0103", 2))


@pytest.mark.parametrize(
    ("parts", "words"), [(0, "0"), (6, "1"), (3, "½"), (9, "1½"), (2, "1/3"), (16, "2 2/3")]
)
def test_a_cost_in_words(parts: int, words: str) -> None:
    road = {"road": Way(("0101 0102",), cost="1/2"), "rail": Way(("0102 0103",), cost="1/3")}
    assert Costs(strip(ways=road), "foot").words(parts) == words


def test_an_unknown_kind_of_movement_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match='no kind of movement "gun"; did you mean "guns"'):
        Costs(strip(), "gun")
    with pytest.raises(UnknownName, match='no kind of movement ""; choose from foot, guns'):
        Costs(strip())


def test_a_map_that_makes_no_difference_has_costs_for_any_kind() -> None:
    map = HexFile[Terrain, Side](picture="..", terrain={"plain": Terrain(".", cost=1)}).map()
    assert (
        Costs(map).steps == Costs(map, "foot").steps == {"0101": (("0201", 1),), "0201": (("0101", 1),)}
    )


def test_steps_of_any_board_cost_1_or_what_their_link_costs() -> None:
    board = towns()
    assert hops(board)["mill"] == (("fort", 1), ("ford", 1), ("oasis", 1))
    assert hops(board, ("path",))["mill"] == (("oasis", 1),)
    steps = priced(board, {"road": 1, "path": 3})
    assert steps["mill"] == (("fort", 1), ("ford", 1), ("oasis", 3))
    assert priced(board, {"path": 2})["fort"] == ()
    with pytest.raises(UnknownName, match='no kind of link "raod"; did you mean "road"'):
        priced(board, {"raod": 1})


def test_hops_of_steps_go_where_these_go() -> None:
    map = strip()
    assert hops(map)["0103"] == (("0102", 1), ("0104", 1))
    assert hops(Costs(map, "foot").steps)["0103"] == (("0102", 1),)


@pytest.mark.parametrize("steps", [Costs(strip(), "foot").steps, hops(strip()), hops(towns())])
def test_steps_from_an_unknown_space_are_refused_with_the_nearest(steps: Steps) -> None:
    near = [*steps][-1]
    with pytest.raises(UnknownName, match=f'did you mean "{near}"'):
        steps[f"{near}9"]


def test_of_two_links_the_cheapest_counts() -> None:
    map = strip(ways={"road": Way(("0101 0102",))})
    assert priced(map, {"hex": 2, "road": 1})["0102"] == (("0101", 1), ("0103", 2))


def test_a_kind_of_link_that_is_unknown_is_refused_with_the_nearest() -> None:
    file = HexFile[Terrain, Side](picture=". .", terrain=CHART, ways={"road": Way(at=("0101 0201",))})
    map = file.map()
    for steps in (lambda: hops(map, ("rod",)), lambda: priced(map, {"rod": 1})):
        with pytest.raises(UnknownName, match='no kind of link "rod"; did you mean "road"'):
            steps()
