"""A map of hexes as SVG, as a printed map has it: ground, hexsides, ways, numbers, names, a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sandtable import Picture
from sandtable_hexes.svg_lines import PENS, SIDES, HexLines, outline
from sandtable_hexes.svg_marks import MARKS, marks
from sandtable_pictures import svg

if TYPE_CHECKING:
    from sandtable_hexes.hexmap import HexMap

MARGIN = 26
"""The margin around the hexes; a map unit is a unit of the drawing."""

COUNTER = 62
"""The width and height of a counter; a hex is 104 high, or wide if it is pointed."""

LINING = (("lining", 58), ("far", 56), ("lining", 37), ("mid", 35), ("lining", 19), ("near", 17))
"""The lines along a coast and the tints within, the outermost first: twice their distance from it."""

WATER, HIGH, TOWNS = ("sea", "lake"), ("hill", "mountain"), ("town", "fort")

LOOKS = ("clear", "rough", *MARKS)
"""The grounds that have a colour; others look ``clear``."""

NUMBER, NAME = -38, 47
"""The baselines of a hex's number and name, from its middle."""

LARGE, SMALL = 19, 16
"""The letters of the names of towns and forts, and of other places."""


def drawing(map: HexMap[Any], picture: Picture) -> svg.Drawing:
    """A picture on its map: the ground, and counters that a page can move."""
    labels = tuple((id, name) for id, name in picture.labels.items() if id in map.spaces)
    return _empty(map, labels).with_counters(picture, (COUNTER, COUNTER))


@lru_cache(maxsize=16)
def _empty(map: HexMap[Any], labels: Sequence[tuple[str, str]]) -> svg.Drawing:
    """The map without counters, drawn once for all steps of a game."""
    spaces = map.spaces.values()
    half = (60, 52) if map.grid.tops == "flat" else (52, 60)
    left = MARGIN + half[0] - min(space.x for space in spaces)
    top = MARGIN + half[1] - min(space.y for space in spaces)
    spots = {space.id: (space.x + left, space.y + top) for space in spaces}
    width, height = (max(spot[axis] for spot in spots.values()) + half[axis] + MARGIN for axis in (0, 1))
    looks = {id: _look(map, kind) for id, kind in map.terrain.items()}
    layers = _layers(map, spots, looks, (width, height))
    key, rows = svg.legend(_key(map), width, height)
    ground = f'<g class="ground cells">{"".join(layers)}{"".join(svg.border(width, height))}{key}</g>'
    places = {**map.file.places, **dict(labels)}
    names = [_name(name, spots[id], looks[id], width) for id, name in places.items()]
    return svg.Drawing(width, height + rows, ground, {}, spots, None, _links(map, spots), names=names)


def _links(
    map: HexMap[Any], spots: Mapping[str, tuple[int, int]]
) -> Mapping[tuple[str, str], svg.Curve]:
    """The course from hex to hex, along ways first; none leads into a hex that nobody may enter."""
    barred = {kind for kind, terrain in map.file.terrain.items() if terrain.cost == "no"}
    edges = [
        (not edge.ways, id, edge.other)
        for id, edges in map.edges.items()
        for edge in edges
        if id < edge.other and barred.isdisjoint((map.terrain[id], map.terrain[edge.other]))
    ]
    found = {}
    for _, a, b in sorted(edges, key=itemgetter(0)):
        start, stop = complex(*spots[a]), complex(*spots[b])
        found[a, b] = svg.Curve(start, (2 * start + stop) / 3, (start + 2 * stop) / 3, stop)
    return found


def _look(map: HexMap[Any], kind: str) -> str:
    look = map.file.terrain[kind].look or kind
    return look if look in LOOKS else "clear"


def _layers(
    map: HexMap[Any],
    spots: Mapping[str, tuple[int, int]],
    looks: Mapping[str, str],
    sheet: tuple[int, int],
) -> Iterator[str]:
    """The ground from below: water and its coast, land, slopes, marks, hexsides, ways, numbers."""
    middles = {id: complex(*spot) for id, spot in spots.items()}
    lines = HexLines(map, middles)
    hexes: dict[str, list[str]] = {}
    for id, look in looks.items():
        hexes.setdefault(look, []).append(id)
    fills = {
        look: f'<path class="{look}" d="{"".join(outline(map.grid.tops, middles[id]) for id in ids)}"/>'
        for look, ids in hexes.items()
    }
    water = {id for look in WATER for id in hexes.get(look, ())}
    coast = lines.border(water)
    yield from (fills[look] for look in WATER if look in fills)
    for pen, wide in LINING if coast else ():
        yield f'<path class="{pen}" stroke-width="{wide}" d="{coast}"/>'
    yield from (fill for look, fill in fills.items() if look not in WATER)
    for look in HIGH:
        if rim := lines.border(set(hexes.get(look, ()))):
            yield f'<path class="slope" d="{rim}"/>'
    yield f'<path class="off" d="M0 0h{sheet[0]}v{sheet[1]}h-{sheet[0]}z{lines.rim()}"/>'
    for look, ids in hexes.items():
        yield marks(look, [middles[id] for id in ids])
    yield f'<path class="edge" d="{lines.edges()}"/>'
    if coast:
        yield f'<path class="coast" d="{coast}"/>'
    for kind, side in map.file.sides.items():
        yield from _pens(_side_pen(side.look or kind), lines.sides(kind))
    for kind, way in reversed(map.file.ways.items()):
        yield from _pens(PENS.get(way.look or kind, "path"), lines.way(kind))
    if bridges := lines.bridges():
        yield f'<path class="bridge" d="{bridges}"/>'
    places = (spots[id] for id in map.file.places if looks[id] not in TOWNS)
    dots = "".join(f"M{x - 6} {y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0" for x, y in places)
    yield f'<path class="place" d="{dots}"/>'
    numbers = (
        f'<text x="{x}" y="{y + NUMBER}">{svg.escape_text(id.upper())}</text>'
        for id, (x, y) in spots.items()
    )
    yield f'<g class="coords">{"".join(numbers)}</g>'


def _side_pen(look: str) -> str:
    return f"side {look}" if look in SIDES else "side"


def _pens(pen: str, way: str) -> Iterator[str]:
    """A line, and a second one over it for what is two colours wide."""
    if way:
        yield f'<path class="{pen}" d="{way}"/>'
        if pen in ("road", "rail", "side river"):
            yield f'<path class="{pen} over" d="{way}"/>'


def _key(map: HexMap[Any]) -> Iterator[tuple[str, str]]:
    """The meaning of grounds, hexsides and ways: a sign for each, and its name."""
    for kind in dict.fromkeys(map.terrain.values()):
        look = _look(map, kind)
        shown = f'<path class="{look}" d="{outline(map.grid.tops, 0j)}"/>{marks(look, [0j])}'
        edge = f'<path class="edge" d="{outline(map.grid.tops, 0j)}"/>'
        yield f'<g transform="translate(14 0) scale(.2)">{shown}{edge}</g>', kind
    for kind, side in map.file.sides.items():
        yield "".join(_pens(_side_pen(side.look or kind), "M0 0h27")), kind
    for kind, way in map.file.ways.items():
        yield "".join(_pens(PENS.get(way.look or kind, "path"), "M0 0h27")), kind


def _name(text: str, spot: tuple[int, int], look: str, width: int) -> svg.Name:
    """A name below the middle of its hex, by rank, within the sheet."""
    large = look in TOWNS
    letters = LARGE if large else SMALL
    half = int(svg.text_length(text) * letters) // 2 + 2
    x = max(half + MARGIN // 2, min(spot[0], width - half - MARGIN // 2))
    box = svg.Rect(x - half, spot[1] + NAME - letters, 2 * half, letters + 4)
    return svg.Name((text,), box, "" if large else "small", letters, above=True)
