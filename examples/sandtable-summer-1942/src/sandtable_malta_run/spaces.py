"""The map, read from data/map.toml: spaces, their risks, and the sea lanes between them."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable import MapFile, MapSpace, read_data


class MaltaSpace(MapSpace, frozen=True, forbid_unknown_fields=True):
    """A space on the map. `risk` is its risk of a torpedo hit: 0 in harbours."""

    risk: int = 0


MAP = read_data("sandtable_malta_run", "map.toml", MapFile[MaltaSpace])
NAMES: Mapping[str, str] = MAP.names
RISKS: Mapping[str, int] = {id: space.risk for id, space in MAP.spaces.items()}
BOARD = MAP.board()

SEA = tuple(id for id, risk in RISKS.items() if risk)
"""The spaces where submarines can be: all but the harbours."""
