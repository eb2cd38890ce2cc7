"""Draws a hex map as SVG, like a printed map: terrain, hexsides, ways, numbers, names and a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sandtable import Picture
from sandtable_hexes.charts import is_open
from sandtable_hexes.looks import LOOKS, STROKES
from sandtable_hexes.svg_lines import BRIDGE, HexLines, outline, stroke, trace
from sandtable_hexes.svg_marks import marks
from sandtable_pictures import svg

if TYPE_CHECKING:
    from sandtable_hexes.hexmap import HexMap

MARGIN = 26
"""The margin around the hexes, in map units, which are also the drawing's units."""

COUNTER = 62
"""The width and height of a counter; a hex is 104 high, or 104 wide if it is pointy."""

LINING = (("lining", 58), ("far", 56), ("lining", 37), ("mid", 35), ("lining", 19), ("near", 17))
"""The lines along a coast and the tints between them, outermost first, by twice their distance."""

HIGH, TOWNS = ("hill", "mountain"), ("town", "fort")

PENS = {"road": "road", "rail": "rail", "railway": "rail", "trail": "trail"}
"""The CSS class for each `look` of a way; any other look uses ``path``."""

NUMBER, NAME = -38, 47
"""The baselines of a hex's number and name, from its middle."""

LARGE, SMALL = 19, 16
"""The font sizes of the names of towns and forts, and of other places."""


def drawing(map: HexMap[Any], picture: Picture) -> svg.Drawing:
    """Draw a picture on its map: the ground, and counters that a page can move."""
    labels = tuple((id, name) for id, name in picture.labels.items() if id in map.spaces)
    return _blank_map(map, labels).with_counters(picture, (COUNTER, COUNTER))


@lru_cache(maxsize=16)
def _blank_map(map: HexMap[Any], labels: Sequence[tuple[str, str]]) -> svg.Drawing:
    """Draw the map without counters, once for all steps of a game."""
    sheet = _Sheet(map)
    key, height = svg.legend(sheet.key(), *sheet.size)
    layers = (*sheet.layers(), *svg.border(*sheet.size), key)
    return svg.Drawing(
        sheet.size[0],
        sheet.size[1] + height,
        f'<g class="ground cells">{"".join(layers)}</g>',
        {},
        sheet.spots,
        ways=sheet.ways(),
        names=[sheet.name(id, name) for id, name in {**map.file.places, **dict(labels)}.items()],
    )


class _Sheet:
    """A map on a sheet: its `size`, the middles of its hexes, and each terrain's look and paper."""

    def __init__(self, map: HexMap[Any]) -> None:
        self.map, self.tops = map, map.grid.tops
        half = (60, 52) if self.tops == "flat" else (52, 60)
        at = [(space.x, space.y) for space in map.spaces.values()]
        left, top = (min(spot[axis] for spot in at) - MARGIN - half[axis] for axis in (0, 1))
        self.spots = {id: (x - left, y - top) for id, (x, y) in zip(map.spaces, at, strict=True)}
        right, bottom = (max(spot[axis] for spot in self.spots.values()) for axis in (0, 1))
        self.size = right + half[0] + MARGIN, bottom + half[1] + MARGIN
        self.middles = {id: complex(*spot) for id, spot in self.spots.items()}
        self.looks = {kind: row.look or kind for kind, row in map.file.terrain.items()}
        self.papers = {
            kind: LOOKS[look][0] if look in LOOKS else "land" for kind, look in self.looks.items()
        }

    def layers(self) -> Iterator[str]:
        """Yield the layers from below: water, coast, land, slopes, marks, hexsides, ways, numbers."""
        lines, by_paper = HexLines(self.map, self.middles), dict[str, list[str]]()
        for id, kind in self.map.terrain.items():
            by_paper.setdefault(self.papers[kind], []).append(id)
        fills = {
            paper: _path(paper, "".join(outline(self.tops, self.middles[id]) for id in ids))
            for paper, ids in by_paper.items()
        }
        coast = lines.border(by_paper.get("water", ()))
        yield fills.pop("water", "")
        for pen, wide in LINING if coast else ():
            yield f'<path class="{pen}" stroke-width="{wide}" d="{coast}"/>'
        yield from fills.values()
        yield from (_path("slope", lines.border(by_paper.get(paper, ()))) for paper in HIGH)
        width, height = self.size
        yield _path("off", f"M0 0h{width}v{height}h-{width}z{lines.rim()}")
        for kind, look in self.looks.items():
            yield marks(
                look, [self.middles[id] for id, other in self.map.terrain.items() if other == kind]
            )
        yield _path("edge", lines.edges())
        yield _path("coast", coast)
        for kind, side in self.map.file.sides.items():
            yield _side(side.look or kind, lines.sides(kind))
        for kind, way in reversed(self.map.file.ways.items()):
            yield _way(way.look or kind, lines.way(kind))
        yield _path("bridge", lines.bridges())
        yield from self._places()

    def _places(self) -> Iterator[str]:
        """Yield dots for places without houses, hex numbers, and the names of terrain without a look."""
        towns = {kind for kind, look in self.looks.items() if look in TOWNS}
        spots = (self.spots[id] for id in self.map.file.places if self.map.terrain[id] not in towns)
        dots = (f"M{x - 6} {y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0" for x, y in spots)
        yield _path("place", "".join(dots))
        numbers = [(id.upper(), spot, NUMBER) for id, spot in self.spots.items()]
        terrain = self.map.terrain.items()
        numbers += [
            (kind, self.spots[id], NAME) for id, kind in terrain if self.looks[kind] not in LOOKS
        ]
        texts = (
            f'<text x="{x}" y="{y + at}">{svg.escape_text(text)}</text>' for text, (x, y), at in numbers
        )
        yield f'<g class="coords">{"".join(texts)}</g>'

    def ways(self) -> Mapping[tuple[str, str], svg.Curve]:
        """Return the curve from each hex to its neighbours, roads first, except where no unit can go."""
        barred = {kind for kind, row in self.map.file.terrain.items() if not is_open(row)}
        edges = [
            (not edge.ways, id, edge.other)
            for id, edges in self.map.edges.items()
            for edge in edges
            if id < edge.other and barred.isdisjoint(self.map.terrain[hex] for hex in (id, edge.other))
        ]
        return {
            (a, b): svg.Curve.between(self.middles[a], self.middles[b])
            for _, a, b in sorted(edges, key=itemgetter(0))
        }

    def key(self) -> Iterator[tuple[str, str]]:
        """Yield a sign and a name for each kind of terrain, hexside and way."""
        shape = outline(self.tops, 0j)
        for kind in dict.fromkeys(self.map.terrain.values()):
            shown = f"{_path(self.papers[kind], shape)}{marks(self.looks[kind], [0j])}"
            yield f'<g transform="translate(14 0) scale(.2)">{shown}{_path("edge", shape)}</g>', kind
        for kind, side in self.map.file.sides.items():
            look = side.look or kind
            yield _side(look, stroke(look, 0j, 27 + 0j, faces=side.faces)), kind
        for kind, way in self.map.file.ways.items():
            yield _way(way.look or kind, "M0 0h27"), kind
        if any(self.map.bridges(edge) for edges in self.map.edges.values() for edge in edges):
            rails = "".join(trace(14 + point for point in rail) for rail in BRIDGE)
            yield _path("bridge", rails), "bridge"

    def name(self, hex: str, text: str) -> svg.Name:
        """Place a name below the middle of its hex, within the sheet."""
        (x, y), large = self.spots[hex], self.looks[self.map.terrain[hex]] in TOWNS
        letters = LARGE if large else SMALL
        half = int(svg.text_length(text) * letters) // 2 + 2
        x = max(half + MARGIN // 2, min(x, self.size[0] - half - MARGIN // 2))
        box = svg.Rect(x - half, y + NAME - letters, 2 * half, letters + 4)
        return svg.Name((text,), box, "" if large else "small", letters, above=True)


def _path(pen: str, d: str) -> str:
    return f'<path class="{pen}" d="{d}"/>' if d else ""


def _side(look: str, d: str) -> str:
    """Draw hexsides; a river has banks."""
    pen = f"side {look}" if look in STROKES else "side"
    return _path(pen, d) + (_path(f"{pen} over", d) if look == "river" else "")


def _way(look: str, d: str) -> str:
    """Draw ways; a road has a casing, and a railway has sleepers."""
    pen = PENS.get(look, "path")
    return _path(pen, d) + (_path(f"{pen} over", d) if pen in ("road", "rail") else "")
