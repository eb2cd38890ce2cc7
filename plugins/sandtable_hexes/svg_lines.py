"""Draws a hex map's lines: outlines, coasts, hexsides with teeth, roads, railways and bridges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable_hexes.hexmap import Edge, HexMap

CORNERS: Mapping[str, tuple[complex, ...]] = {
    "flat": (-30 - 52j, 30 - 52j, 60 + 0j, 30 + 52j, -30 + 52j, -60 + 0j),
    "pointy": (-60j, 52 - 30j, 52 + 30j, 60j, -52 + 30j, -52 - 30j),
}
"""The corners of a hex around its middle, clockwise from the start of its first side."""

FLOWING, TOOTHED = ("river", "stream", "wadi"), ("ridge", "scarp", "trench")
"""The looks of hexsides that wind, and of those that have teeth."""

INSET, TOOTH, LANE = 0.88, 9, 13
"""The scale of a one-sided line inside its hex; the length of teeth; the gap between ways."""

BRIDGE = ((-13 - 11j, -8 - 7j, 8 - 7j, 13 - 11j), (-13 + 11j, -8 + 7j, 8 + 7j, 13 + 11j))
"""The two rails of a bridge across the imaginary axis."""


def trace(points: Iterable[complex]) -> str:
    """Return an SVG path through points."""
    (x, y), *rest = ((round(point.real), round(point.imag)) for point in points)
    steps = []
    start = f"M{x} {y}l"
    for u, v in rest:
        steps.append(f"{u - x} {v - y}")
        x, y = u, v
    return start + " ".join(steps)


_SHAPES = {
    tops: f"{trace((*corners, corners[0])).partition('l')[2]}z" for tops, corners in CORNERS.items()
}
"""The outline of a hex from its first corner."""


def outline(tops: str, middle: complex) -> str:
    """Return the outline of a hex as an SVG path."""
    start = middle + CORNERS[tops][0]
    return f"M{start.real:.0f} {start.imag:.0f}l{_SHAPES[tops]}"


def _chains(sides: Iterable[tuple[complex, complex]]) -> str:
    """Join sides into continuous lines."""
    after = {(round(a.real), round(a.imag)): (a, b) for a, b in sides}
    ends = {(round(b.real), round(b.imag)) for _, b in after.values()}
    drawn = []
    for start in [*(point for point in after if point not in ends), *after]:
        line = list[complex]()
        while start in after:
            a, b = after.pop(start)
            line += [b] if line else [a, b]
            start = round(b.real), round(b.imag)
        if line:
            drawn.append(trace(line))
    return "".join(drawn)


class HexLines:
    """Draws the lines of a map whose hexes have these middles."""

    def __init__(self, map: HexMap[Any], middles: Mapping[str, complex]) -> None:
        self.map, self.middles = map, middles
        corners = CORNERS[map.grid.tops]
        ends = zip(corners, (*corners[1:], corners[0]), strict=True)
        self._ends = dict(zip(map.grid.directions, ends, strict=True))

    def side(self, hex: str, direction: str, share: float = 1) -> tuple[complex, complex]:
        """Return the ends of a hex's side, moved toward its middle if `share` is below 1."""
        a, b = self._ends[direction]
        return self.middles[hex] + a * share, self.middles[hex] + b * share

    def edges(self) -> str:
        """Draw the outlines of all hexes, each side once."""
        return "".join(
            trace(self.side(hex, name))
            for hex in self.map.edges
            for place, name in enumerate(self._ends)
            if place < 3 or not self.map.to(hex, name)
        )

    def border(self, hexes: Sequence[str]) -> str:
        """Draw the sides between these hexes and the others."""
        inside = frozenset(hexes)
        return _chains(
            self.side(hex, edge.direction)
            for hex in hexes
            for edge in self.map.edges[hex]
            if edge.other not in inside
        )

    def rim(self) -> str:
        """Draw the outline of the map."""
        return _chains(
            self.side(hex, name)
            for hex in self.map.edges
            for name in self._ends
            if not self.map.to(hex, name)
        )

    def sides(self, kind: str) -> str:
        """Draw the hexsides of a kind: water winds; a ridge, a scarp and a trench have teeth.

        The teeth of a one-sided line point out of its hex; those of other lines alternate.
        """
        look, drawn = self.map.file.sides[kind].look or kind, []
        for hex, edges in self.map.edges.items():
            for edge in edges:
                both = kind in edge.sides
                if kind in edge.back and not (both and hex > edge.other):
                    ends = self.side(hex, edge.direction, 1 if both else INSET)
                    drawn.append(stroke(look, *ends, faces=not both))
        return "".join(drawn)

    def way(self, kind: str) -> str:
        """Draw the ways of a kind; a hex joins the straightest pairs of crossings into one curve."""
        drawn = []
        for hex, middle in self.middles.items():
            ends = [self._crossing(hex, edge, kind) for edge in self.map.edges[hex] if kind in edge.ways]
            while len(ends) > 1:
                pairs = combinations(ends, 2)
                a, b = min(pairs, key=lambda pair: ((pair[0] - middle) / (pair[1] - middle)).real)
                drawn.append(_bend(a, middle, b))
                ends = [end for end in ends if end not in (a, b)]
            drawn += [trace((middle, end)) for end in ends]
        return "".join(drawn)

    def _crossing(self, hex: str, edge: Edge, kind: str) -> complex:
        """Return the point where a way crosses a side; each of several ways has its own lane."""
        a, b = (self.middles[id] for id in sorted((hex, edge.other)))
        lane = edge.ways.index(kind) - (len(edge.ways) - 1) / 2
        return (a + b) / 2 + (b - a) / abs(b - a) * 1j * lane * LANE

    def bridges(self) -> str:
        """Draw the two rails of each bridge."""
        drawn = []
        for hex, edges in self.map.edges.items():
            for edge in edges:
                for kind in self.map.bridges(edge) if hex < edge.other else ():
                    at = self._crossing(hex, edge, kind)
                    along = (self.middles[edge.other] - self.middles[hex]) / 104
                    drawn += [trace(at + along * point for point in rail) for rail in BRIDGE]
        return "".join(drawn)


def _bend(a: complex, middle: complex, b: complex) -> str:
    """Draw a curve from one crossing through the middle of a hex to another."""
    turn = (b - a) / 6
    parts = ((middle - a) / 2, middle - a - turn, middle - a, turn, (b - middle) / 2, b - middle)
    return _curve(a, parts)


def _winding_line(a: complex, b: complex) -> str:
    """Draw a line that winds a little."""
    along, bulge = b - a, (b - a) * 0.12j
    return _curve(a, (along / 3 + bulge, along * 2 / 3 - bulge, along))


def _curve(start: complex, parts: Iterable[complex]) -> str:
    steps = " ".join(f"{part.real:.0f} {part.imag:.0f}" for part in parts)
    return f"M{start.real:.0f} {start.imag:.0f}c{steps}"


def stroke(look: str, a: complex, b: complex, *, faces: bool) -> str:
    """Draw a hexside; its teeth, if any, are on the left, outside its hex, or on both sides."""
    line = _winding_line(a, b) if look in FLOWING else trace((a, b))
    out = (b - a) / abs(b - a) * -1j * TOOTH
    for turn, share in enumerate((0.12, 0.31, 0.5, 0.69, 0.88) if look in TOOTHED else ()):
        foot = a + (b - a) * share
        line += trace((foot, foot + out if faces or turn % 2 else foot - out))
    return line
