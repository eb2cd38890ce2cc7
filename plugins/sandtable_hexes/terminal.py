"""A map of hexes in characters, at four sizes, with the contents of its hexes.

- ``full``: hexes of 7 by 4 with number, two lines of contents, and the ground as a texture.
- ``compact``: hexes of 5 by 2 with two lines of four characters; numbers stand at the edges.
- ``bricks``: hexes with pointed tops, 8 by 3: every side is a piece of line of its own.
- ``small``: a character or two for each hex, for an overview and for very large maps.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from functools import lru_cache
from typing import NamedTuple

from sandtable import chart, styled

from sandtable_hexes.hexmap import Edge, HexMap
from sandtable_hexes.looks import look, stroke

class Piece(NamedTuple):
    """A unit in a hex: its name (7 letters show, 4 where hexes are small), its figure, its role."""

    name: str
    figure: str = ""
    role: str = ""

    def fitted(self, letters: int) -> str:
        """Name and figure if both fit, else the name; a name that is too long loses its small letters."""
        for text in (f"{self.name} {self.figure}".strip(), self.name):
            if len(text) <= letters:
                return text
        short = "".join(letter for letter in self.name if not (letter.islower() or letter == " "))
        return (short if 1 < len(short) <= letters else self.name)[:letters]


Mark = Sequence[Piece]
"""The contents of a hex, the uppermost unit first."""


def written(mark: Mark, name: str, lines: int, letters: int) -> list[tuple[str, str]]:
    """The lines of a hex: its units, the number of those that find no line, or else its name."""
    found = [(piece.fitted(letters), piece.role) for piece in mark[:lines]]
    if len(mark) > lines:
        more = f"+{len(mark) - lines}"
        text, role = found[-1]
        found[-1] = (mark[lines - 1].fitted(letters - len(more)) + more, role)
    elif name and len(found) < lines:
        found.append((name[:letters], "target"))
    return found


class Cell(NamedTuple):
    letter: str = " "
    role: str = ""
    ground: str = ""


class Canvas:
    """Cells of a picture; what is written later covers what was there, but keeps its ground."""

    def __init__(self, width: int, height: int) -> None:
        self.rows = [[Cell()] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, role: str = "", ground: str | None = None) -> None:
        row = self.rows[y] if 0 <= y < len(self.rows) else []
        for at, letter in enumerate(text, x):
            if 0 <= at < len(row):
                row[at] = Cell(letter, role, row[at].ground if ground is None else ground)

    def lines(self) -> list[str]:
        found = []
        for row in self.rows:
            text = "".join(cell.letter for cell in row)
            spans, start = [], 0
            for (role, ground), cells in groupby(row, key=lambda cell: cell[1:]):
                end = start + len(list(cells))
                if role or ground:
                    spans.append(styled.Span(start, end, role or None, ground or None))
                start = end
            found.append(styled.Styled(text.rstrip(), spans))
        return found


SIZES = {"full": (7, 4), "compact": (5, 2), "bricks": (8, 3), "small": (2, 1)}


def extent(map: HexMap, size: str) -> tuple[int, int]:
    """The columns and rows that a map takes at a size."""
    across, down = SIZES[size]
    columns, rows = map.columns, len(map.rows)
    if size == "full":
        return columns * across + 3, rows * down + 3
    if size == "compact":
        return columns * across + 5, rows * down + 3
    if size == "bricks":
        return columns * across + across // 2 + 1, rows * down + 1
    return columns * across + (map.grid.tops == "pointy"), rows * down


def best_size(map: HexMap, width: int, height: int | None) -> str:
    """The largest size that fits; rows may scroll, so only the width must fit if there is no height."""
    sizes = ("full", "compact", "small") if map.grid.tops == "flat" else ("bricks", "small")
    for size in sizes:
        wide, high = extent(map, size)
        if wide <= width and (height is None or high <= height):
            return size
    return next((size for size in sizes if extent(map, size)[0] <= width), "small")


def draw(
    map: HexMap,
    marks: Mapping[str, Mark] = {},
    width: int = 100,
    height: int | None = None,
    *,
    size: str = "",
    unicode: bool = False,
    tinted: Mapping[str, str] = {},
) -> chart.MapLines:
    """The map with its contents. `tinted` gives some hexes a role: in reach, in supply, under fire."""
    marks = {
        hex: [part if isinstance(part, Piece) else Piece(part[0].rpartition(" ")[0] or part[0], part[0].rpartition(" ")[2] if " " in part[0] else "", part[1] or "") for part in mark]
        for hex, mark in marks.items()
    }
    size = size or best_size(map, width, height)
    ground, rows, places = _ground(map, size, unicode)
    texts: dict[int, list[tuple[int, str]]] = {}
    for hex in {*marks, *tinted}:
        x, y = _corner(map, size, *map.at[hex])
        tint = ground[hex]
        for u, v, text, role in CONTENTS[size](map, hex, x, y, marks.get(hex, ()), tinted.get(hex, "")):
            texts.setdefault(v, []).append((u, styled.Styled(text, [styled.Span(0, len(text), role or None, tint)])))
    lines = [_with_texts(row, texts[y]) if y in texts else row for y, row in enumerate(rows)]
    return chart.MapLines([*lines, *legend(map, width, unicode=unicode)], len(lines), places)


def _with_texts(row: str, texts: list[tuple[int, str]]) -> str:
    for x, text in texts:
        row = styled.Styled(row.ljust(x + len(text)), styled.spans(row))
        row = styled.line_of(styled.cut(row, 0, x), text, styled.cut(row, x + len(text), len(row)))
    return row


@lru_cache(maxsize=16)
def _ground(
    map: HexMap, size: str, unicode: bool
) -> tuple[dict[str, str], list[str], dict[str, chart.Place]]:
    """The map without contents, drawn once: the ground of each hex, the lines, the places of numbers."""
    canvas, pens = Canvas(*extent(map, size)), _Pens(unicode)
    ground, places = {}, {}
    for hex, (column, row) in map.at.items():
        x, y = _corner(map, size, column, row)
        DRAW[size](canvas, map, hex, x, y, pens)
        ground[hex] = pens.ground(map, hex)[1]
        places[hex] = chart.Place(x + 1 + 2 * (size == "full"), y + (size in ("full", "bricks")), 4)
    if size == "compact":
        _rulers(canvas, map)
    return ground, canvas.lines(), places


class _Pens(NamedTuple):
    unicode: bool

    def ground(self, map: HexMap, hex: str) -> tuple[str, str]:
        name = map.terrain[hex]
        name = map.file.terrain[name].look or name
        return (look(name).unicode if self.unicode else look(name).ascii), name

    def side(self, edge: Edge | None, plain: str) -> tuple[str, str]:
        """The character and the role of a side: its feature, else a way across it, else a thin line."""
        if edge and edge.sides:
            pen = stroke(edge.sides[0])
            bridge = stroke(edge.ways[0]) if edge.ways else None
            return (pen.unicode if self.unicode else pen.ascii), (bridge or pen).role
        if edge and edge.ways:
            pen = stroke(edge.ways[0])
            return (pen.unicode if self.unicode else pen.ascii), pen.role
        thin = {"/": "╱", "\\": "╲"}.get(plain, plain) if self.unicode else plain
        return thin, "quiet"


def _corner(map: HexMap, size: str, column: int, row: int) -> tuple[int, int]:
    across, down = SIZES[size]
    shifted = map.grid.is_shifted(column if map.grid.tops == "flat" else row)
    if size == "full":
        return column * across, row * down + shifted * 2
    if size == "compact":
        return column * across + 3, row * down + shifted + 1
    if size == "bricks":
        return column * across + shifted * (across // 2), row * down
    return column * across + (map.grid.tops == "pointy") * shifted, row


def _edges(map: HexMap, hex: str) -> dict[str, Edge]:
    return {edge.direction: edge for edge in map.edges[hex]}


def _full(canvas, map, hex, x, y, pens):  # type: ignore[no-untyped-def]
    letter, ground = pens.ground(map, hex)
    edges = _edges(map, hex)
    canvas.put(x + 2, y + 1, letter * 5, "quiet", ground)
    canvas.put(x + 1, y + 2, letter * 7, "quiet", ground)
    canvas.put(x + 1, y + 3, letter * 7, "quiet", ground)
    canvas.put(x + 2, y + 4, "     ", "", ground)
    outline = {
        "n": [(x + at, y, "_") for at in range(2, 7)], "s": [(x + at, y + 4, "_") for at in range(2, 7)],
        "nw": [(x + 1, y + 1, "/"), (x, y + 2, "/")], "ne": [(x + 7, y + 1, "\\"), (x + 8, y + 2, "\\")],
        "sw": [(x, y + 3, "\\"), (x + 1, y + 4, "\\")], "se": [(x + 8, y + 3, "/"), (x + 7, y + 4, "/")],
    }
    for name, cells in outline.items():
        edge = edges.get(name)
        for at, (u, v, plain) in enumerate(cells):
            letter_, role = pens.side(edge, plain)
            if edge and edge.ways and edge.sides and at == len(cells) // 2:
                bridge = stroke(edge.ways[0])
                letter_ = bridge.unicode if pens.unicode else bridge.ascii
            canvas.put(u, v, letter_, role, ground if "w" in name or name == "s" or not edge else None)
    canvas.put(x + 3, y + 1, hex.upper()[:4], "quiet")
    for u, v, text, role in _in_full(map, hex, x, y, (), ""):
        canvas.put(u, v, text, role)


def _in_full(map, hex, x, y, mark, tint):  # type: ignore[no-untyped-def]
    if tint:
        yield x + 3, y + 1, hex.upper()[:4], tint
    for at, (text, role) in enumerate(written(mark, map.file.places.get(hex, ""), 2, 7)):
        yield x + 1, y + 2 + at, text.center(7) if mark else text, role


def _compact(canvas, map, hex, x, y, pens):  # type: ignore[no-untyped-def]
    letter, ground = pens.ground(map, hex)
    edges = _edges(map, hex)
    canvas.put(x + 1, y, letter * 4, "quiet", ground)
    canvas.put(x + 1, y + 1, "____", "quiet", ground)
    for name, cells in {
        "n": [(x + at, y - 1, "_") for at in range(1, 5)], "s": [(x + at, y + 1, "_") for at in range(1, 5)],
        "nw": [(x, y, "/")], "ne": [(x + 5, y, "\\")], "sw": [(x, y + 1, "\\")], "se": [(x + 5, y + 1, "/")],
    }.items():
        if name == "n" and name in edges:
            continue
        for u, v, plain in cells:
            canvas.put(u, v, *pens.side(edges.get(name), plain), ground if "w" in name or name not in edges else None)
    for u, v, text, role in _in_compact(map, hex, x, y, (), ""):
        canvas.put(u, v, text, role)


def _in_compact(map, hex, x, y, mark, tint):  # type: ignore[no-untyped-def]
    lines = written(mark, map.file.places.get(hex, ""), 2 if len(mark) > 1 else 1, 4)
    if tint and not lines:
        yield x + 2, y, hex.upper()[-2:], tint
    for at, (text, role) in enumerate(lines):
        yield x + 1, y + at, text.center(4), role


def _bricks(canvas, map, hex, x, y, pens):  # type: ignore[no-untyped-def]
    letter, ground = pens.ground(map, hex)
    edges = _edges(map, hex)
    for at in (1, 2):
        canvas.put(x + 1, y + at, letter * 7, "quiet", ground)
    level, upright, corner = ("─", "│", "┼") if pens.unicode else ("-", "|", "+")
    for name, cells in {
        "nw": [(x + at, y, level) for at in range(1, 4)], "ne": [(x + at, y, level) for at in range(5, 8)],
        "sw": [(x + at, y + 3, level) for at in range(1, 4)], "se": [(x + at, y + 3, level) for at in range(5, 8)],
        "w": [(x, y + 1, upright), (x, y + 2, upright)], "e": [(x + 8, y + 1, upright), (x + 8, y + 2, upright)],
    }.items():
        for u, v, plain in cells:
            canvas.put(u, v, *pens.side(edges.get(name), plain))
    for u, v in ((x, y), (x + 4, y), (x + 8, y), (x, y + 3), (x + 4, y + 3), (x + 8, y + 3)):
        if canvas.rows[v][u].letter == " ":
            canvas.put(u, v, corner, "quiet")
    canvas.put(x + 1, y + 1, hex.upper()[:4], "quiet")
    for u, v, text, role in _in_bricks(map, hex, x, y, (), ""):
        canvas.put(u, v, text, role)


def _in_bricks(map, hex, x, y, mark, tint):  # type: ignore[no-untyped-def]
    if tint:
        yield x + 1, y + 1, hex.upper()[:4], tint
    for text, role in written(mark, map.file.places.get(hex, ""), 1, 7):
        yield x + 1, y + 2, text.center(7) if mark else text, role


def _small(canvas, map, hex, x, y, pens):  # type: ignore[no-untyped-def]
    letter, ground = pens.ground(map, hex)
    kinds = {kind for edge in map.edges[hex] for kind in edge.ways}
    canvas.put(x, y, letter * 2, "quiet", ground)
    if kinds and letter != "~":
        pen = stroke(sorted(kinds)[0])
        canvas.put(x, y, pen.unicode if pens.unicode else pen.ascii, "road")
    if hex in map.file.places:
        canvas.put(x, y, map.file.places[hex][:2], "target")


def _in_small(map, hex, x, y, mark, tint):  # type: ignore[no-untyped-def]
    if mark:
        yield x, y, mark[0].name[:1] + (str(len(mark)) if len(mark) > 1 else ""), mark[0].role
    elif tint:
        yield x, y, "**", tint


def _rulers(canvas: Canvas, map: HexMap) -> None:
    """The numbers of columns above, and of rows at the left."""
    start, rows = map.grid.start, len(map.rows)
    for column in range(map.columns):
        canvas.put(column * 5 + 5, 0, f"{column + start[0]:02}", "quiet")
    for row in range(rows):
        number = start[1] + (rows - 1 - row if map.grid.upwards else row)
        canvas.put(0, row * 2 + 1, f"{number:02}", "quiet")


DRAW = {"full": _full, "compact": _compact, "bricks": _bricks, "small": _small}
CONTENTS = {"full": _in_full, "compact": _in_compact, "bricks": _in_bricks, "small": _in_small}


def legend(map: HexMap, width: int, *, unicode: bool) -> list[str]:
    """What the signs mean."""
    signs = []
    for name, row in map.file.terrain.items():
        letter = look(row.look or name)
        sign = letter.unicode if unicode else letter.ascii
        if sign.strip():
            signs.append(f"{sign * 2} {name}")
    for name in (*map.file.sides, *map.file.ways):
        pen = stroke(name)
        signs.append((f"{(pen.unicode if unicode else pen.ascii) * 2} {name}", pen.role))
    return chart.wrap(styled.join("   ", signs), width)
