"""Stacking: by units and by points, with the terrain's own limit."""

from __future__ import annotations

import pytest

from sandtable import UnknownName
from sandtable_hexes import HexFile, Side, Stacking, Terrain

MAP = HexFile[Terrain, Side](
    picture=". . T", terrain={"plain": Terrain("."), "town": Terrain("T", stack=2)}
).map()

POINTS = Stacking(6, {"xx": 3, "x": 1})


def test_units_count_1_each() -> None:
    units = [("0101", ""), ("0101", ""), ("0201", "")]
    assert Stacking(2).full(MAP, units) == {"0101"}
    assert Stacking(1).full(MAP, units) == {"0101", "0201"}
    assert Stacking(3).full(MAP, units) == set()


def test_points_count_by_size_and_a_small_unit_may_find_room_where_a_large_one_does_not() -> None:
    units = [("0101", "xx"), ("0101", "x")]
    assert "0101" in POINTS.full(MAP, units, "xx")
    assert "0101" not in POINTS.full(MAP, units, "x")


def test_a_terrain_has_its_own_limit_even_where_no_unit_is() -> None:
    assert POINTS.full(MAP, [], "xx") == {"0301"}
    assert POINTS.full(MAP, [("0301", "x")], "x") == set()
    assert POINTS.full(MAP, [("0301", "x"), ("0301", "x")], "x") == {"0301"}


def test_hexes_over_the_limit_are_found() -> None:
    units = [("0301", "xx"), ("0101", "xx"), ("0101", "xx")]
    assert POINTS.over(MAP, units) == {"0301"}
    assert POINTS.over(MAP, [*units, ("0101", "x")]) == {"0301", "0101"}


def test_an_unknown_size_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match='no size "xxx"; did you mean "xx"'):
        POINTS.full(MAP, [], "xxx")
    with pytest.raises(UnknownName, match='no size ""'):
        POINTS.over(MAP, [("0101", "")])


def test_a_limit_below_0_is_refused() -> None:
    with pytest.raises(ValueError, match="most: it takes 0 or more, not -2"):
        Stacking(-2)
