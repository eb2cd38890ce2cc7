"""The map, read from data/map.toml: its terrain effects chart, its tables, and movement costs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sandtable_hexes import (
    SEMI_RIGID,
    Costs,
    HexFile,
    Results,
    Side,
    Stacking,
    Terrain,
    hops,
    read_map,
)

PACKAGE = "sandtable_seven_wells"


class Ground(Terrain, frozen=True, forbid_unknown_fields=True):
    """A row of the chart, with `cover` against barrage (section 5.3) and `firm` ground (6.7)."""

    cover: int = 0
    firm: bool = False


class WellsFile(HexFile[Ground, Side], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The map file, with its combat results table and its barrage table."""

    crt: Results
    barrage: Results


MAP = read_map(PACKAGE, "map.toml", WellsFile)
CRT, BARRAGE = MAP.file.crt, MAP.file.barrage
"""The combat results table (section 6.4) and the barrage table (5.3)."""

_MOUNTED = Costs(MAP, "mounted")
COSTS: Mapping[str, Costs] = {
    "foot": Costs(MAP, "foot"),
    "mounted": _MOUNTED,
    "camel": _MOUNTED,
    "guns": Costs(MAP, "guns"),
}
"""The movement costs for each kind of unit (section 4.1)."""

FOOT_STEPS = hops(COSTS["foot"].steps)
RAIL_STEPS = hops(MAP, ("rail",))
SOURCES = {"british": "0108", "ottoman": "0701"}
"""The hex where each side's railway begins (section 3.1)."""

SUPPLY_RANGE, WATER_RANGE, GUN_RANGE, RIDE_POINTS = 7, 3, 2, 2
"""The most hexes to a railway, to a well, and for guns to fire; the points to ride on (6.8)."""

ZONE = SEMI_RIGID
STACKING = Stacking(most=6, weights={"xx": 3, "x": 1})
WELLS, COAST = MAP.file.areas["wells"], MAP.file.areas["coast"]
GAZA, SHERIA, HAREIRA, BEERSHEBA = "0402", "0804", "0705", "1107"
SECTORS: Mapping[str, str] = {
    hex: "gaza" if x < 5 else "sheria" if x < 9 else "beersheba" for hex, (x, _) in MAP.at.items()
}
"""The sector of each hex (section 1.1)."""


def percent(chance: Fraction) -> str:
    """Write a chance as a percentage."""
    return f"{round(100 * chance)} %"


def name_of(hex: str) -> str:
    """Return a hex's name, or its number if it has none."""
    return MAP.file.places.get(hex, hex)
