"""Reads a map without its game, for `sandtable map FILE.toml`; keys that a game adds are ignored."""

from __future__ import annotations

from typing import Any

from sandtable_hexes.charts import Side, Terrain
from sandtable_hexes.hexmap import HexFile, HexMap
from sandtable_hexes.reading import parse_map


class AnyTerrain(Terrain, frozen=True, forbid_unknown_fields=False, kw_only=True):
    """A kind of terrain with whatever columns its game adds."""


class AnySide(Side, frozen=True, forbid_unknown_fields=False, kw_only=True):
    """A kind of hexside with whatever columns its game adds."""


class AnyFile(HexFile[AnyTerrain, AnySide], frozen=True, forbid_unknown_fields=False, kw_only=True):
    """A map with whatever tables its game adds."""


def read(text: str, source: str) -> HexMap[Any]:
    """Read the map in the text of a file called `source`. Raises SandtableError as `read_map` does."""
    return parse_map(text, AnyFile, source)
