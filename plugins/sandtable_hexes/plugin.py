"""The answers of the hexes to the program: how a bare map file is previewed, and what is odd in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sandtable import Board, Scenario, hookimpl
from sandtable_hexes.charts import Side, Terrain
from sandtable_hexes.hexmap import HexFile
from sandtable_hexes.reading import parse_map


class AnyTerrain(Terrain, frozen=True, forbid_unknown_fields=False, kw_only=True):
    """A kind of terrain with whatever columns its game adds."""


class AnySide(Side, frozen=True, forbid_unknown_fields=False, kw_only=True):
    """A kind of hexside with whatever columns its game adds."""


class AnyFile(HexFile[AnyTerrain, AnySide], frozen=True, forbid_unknown_fields=False, kw_only=True):
    """A map with whatever tables its game adds."""


@hookimpl
def map_readers() -> Mapping[str, Callable[[str, str], Board]]:
    """The reader of maps of hexes."""
    return dict.fromkeys(("picture", "terrain"), lambda text, source: parse_map(text, AnyFile, source))


@hookimpl
def scenario_checks(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """The faults of maps of hexes that can be read, for the conformance kit."""
    from sandtable_hexes import map_checks  # noqa: PLC0415 (only the kit needs it)

    return map_checks.find_faults(scenario)
