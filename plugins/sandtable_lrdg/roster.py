"""The counters of the LRDG (LRDG 3.1), read from data/units.toml."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from sandtable import read_data, slug

PATROLS = ("1st", "2nd", "3rd")
"""The patrols that a mission can have."""

WACO = "waco"
"""The LRDG's only aircraft, which is part of no patrol (LRDG-A87)."""


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of unit.

    - `cost`: its cost in budget points.
    - `av`: its attack values, full and reduced.
    - `combat`: whether it may carry a command unit (LRDG 7.3.2).
    - `loads`: the number of maintenances that a truck can help (LRDG 6.1.6).
    - `drm`: the modifier that a truck or an aircraft gives to a maintenance.
    - `scout`: whether it helps a reconnaissance (LRDG 6.1.4).
    """

    cost: int
    av: tuple[int, int]
    combat: bool = False
    loads: int = 0
    drm: int = 0
    scout: bool = False


class Roster(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of units.toml: kinds of unit, and the counters of each kind."""

    kinds: dict[str, Kind]
    names: dict[str, tuple[str, ...]]


ROSTER = read_data("sandtable_lrdg", "units.toml", Roster)
KIND_OF: Mapping[str, str] = {slug(name): kind for kind, names in ROSTER.names.items() for name in names}
"""The kind of every counter, by id."""

NAMES: Mapping[str, str] = {slug(name): name for names in ROSTER.names.values() for name in names}
HQS: Mapping[str, str] = dict(zip(PATROLS, (slug(name) for name in ROSTER.names["hq"]), strict=True))
"""The command unit of each patrol (LRDG 4.1, LRDG-A91)."""


_KINDS = {unit: ROSTER.kinds[kind] for unit, kind in KIND_OF.items()}
_TRUCKS = {unit: kind.loads > 0 for unit, kind in _KINDS.items()}


def kind(unit: str) -> Kind:
    """Return the kind of a counter."""
    return _KINDS[unit]


def is_truck(unit: str) -> bool:
    """Tell whether a unit is a truck, Heavy or Light (LRDG 3.1)."""
    return _TRUCKS[unit]


def is_hq(unit: str) -> bool:
    """Tell whether a unit is a command unit."""
    return KIND_OF[unit] == "hq"


def cost(units: tuple[str, ...]) -> int:
    """Return the budget points that units cost (LRDG 4.1)."""
    return sum(kind(unit).cost for unit in units)
