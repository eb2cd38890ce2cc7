"""Pictures as SVG: the ground, which stays, and the counters, which move.

All text is escaped here; nothing else of a drawing comes from outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sandtable.picture import Picture

STYLE = ""
"""The CSS of what is drawn, in light and in dark."""


class Placed(NamedTuple):
    """A counter in a drawing: where its middle is, and its SVG around the point 0, 0."""

    x: int
    y: int
    look: str


class Drawing(NamedTuple):
    """A picture in SVG: its size, the `ground` (an SVG fragment), the counters by key, lowest first."""

    width: int
    height: int
    ground: str
    counters: Mapping[str, Placed]


def drawing(picture: Picture) -> Drawing:
    """A picture in its parts. Equal boards and labels have equal grounds where that is possible."""
    raise NotImplementedError


def document(picture: Picture) -> str:
    """A picture as an SVG file of its own, light or dark as its reader likes."""
    raise NotImplementedError
