"""A map of hexes in characters, in the largest size that fits, with the contents of its hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable_hexes.looks import FACING, signs
from sandtable_hexes.terminal_ground import Ground, View, extent, ground, is_bridged, rulers
from sandtable_hexes.terminal_sizes import SIZES, Size, Slot
from sandtable_hexes.terminal_texts import Written, fitted, numbered, shortened
from sandtable_pictures import art, chart, palette, styled

if TYPE_CHECKING:
    from sandtable_hexes.hexmap import HexMap

Marks = Mapping[str, Sequence[art.Part]]

BETWEEN = 2
"""The columns between a map and the legend at its right."""

TRIMMED = 2
"""The rows that a map may lose: its lowest line, and the row of the numbers of columns."""

NEAR = (5, 4)
"""A near view shows at least so many hexes across and down."""


def draw(
    map: HexMap[Any],
    marks: Marks,
    width: int,
    height: int | None,
    look: chart.Look,
    legend: Sequence[styled.Styled] = (),
) -> chart.MapLines:
    """The map as `chart.draw` describes it: the whole, or a part if it is near or fits in no size."""
    entries = [*_entries(map, unicode=look.unicode, painted=look.painted), *legend]
    shown, beside = _fit(map, marks, width, height, look, entries)
    base = ground(map, shown, unicode=look.unicode, painted=look.painted)
    runs = [
        run
        for hex in dict.fromkeys((*marks, *look.options))
        if (at := base.origins.get(hex)) is not None
        for run in _contents(
            base,
            _slots(base, hex, at, marks, look.options),
            at,
            marks.get(hex, ()),
            look.options.get(hex, ()),
        )
    ]
    over = {cell for run in runs for cell in run.cells}
    for hex, name in map.file.places.items():
        tint: palette.Tint = "reach" if look.options.get(hex) else "town"
        if hex in base.origins and (text := _name(base, base.origins[hex], name, over)):
            cells = dict(zip(text.cells, text.text, strict=True))
            runs += [
                art.Run(*cell, letter, tint, base.canvas.paper(cell)) for cell, letter in cells.items()
            ]
            over.update(cells)
    rows: list[str] = [*base.canvas.lines(runs)]
    if beside:
        rows = [*_with_legend(rows, shown.width, entries)]
    below = [] if beside else chart.wrap(styled.join("   ", entries), width)
    has_room = look.rows is not None and len(rows) + len(below) <= look.rows
    picture = len(rows) + len(below) * has_room
    return chart.MapLines([*rows, *below], picture, base.places, base.owners, base.scale)


def _with_legend(rows: Sequence[str], width: int, entries: Sequence[styled.Styled]) -> Iterator[str]:
    """The rows of a map, and at their right the legend, from the second row."""
    for row, entry in zip_longest(rows, [styled.Styled(), *entries], fillvalue=styled.Styled()):
        padded = styled.Styled(row.ljust(width + BETWEEN), styled.spans(row))
        text = styled.with_roles_of(entry, entry.replace("\0", " "))
        yield styled.line_of(padded, text) if entry else row


def _fit(
    map: HexMap[Any],
    marks: Marks,
    width: int,
    height: int | None,
    look: chart.Look,
    entries: Sequence[styled.Styled],
) -> tuple[View, bool]:
    """What is shown, and whether the legend is at its right: the largest size in which all fits."""
    below = len(chart.wrap(styled.join("   ", entries), width))
    longest = max([len(entry) for entry in entries], default=0)
    sizes = SIZES[map.grid.tops]
    chosen = len(sizes)
    for number, size in enumerate(sizes):
        columns, rows = _whole(map, size)
        beside = width - columns - BETWEEN >= longest and len(entries) < rows
        room = _rows(look, height, 0 if beside else below)
        spare = TRIMMED * (size.rows > TRIMMED)
        if columns <= width and (room is None or rows - spare <= room):
            if look.near is None:
                return _trimmed(size, columns, rows, room), beside
            chosen = number
            break
    room = _rows(look, height, below)
    near = _middle(map, marks) if look.near is None else look.near
    return _near(map, near, width, room or 24, sizes[: max(chosen, 1)]), False


def _trimmed(size: Size, columns: int, rows: int, room: int | None) -> View:
    """A whole map; without room for them, it has neither its lowest line nor the row above."""
    missing = 0 if room is None else max(rows - room, 0)
    return View(size, (0, missing // TRIMMED), columns, rows - missing, ruled=missing < TRIMMED)


def _rows(look: chart.Look, height: int | None, below: int) -> int | None:
    """The rows for the picture; None for as many as it needs."""
    rooms = [room for room in (look.rows, height and height - below) if room is not None]
    return max(min(rooms), 1) if rooms else None


def _whole(map: HexMap[Any], size: Size) -> art.Cell:
    """The columns and rows of a whole map with its rulers."""
    (columns, rows), (left, above) = extent(map, size), rulers(map, size)
    return columns + left, rows + above


def _middle(map: HexMap[Any], marks: Marks) -> str:
    """The hex around which a map that fits in no size is shown: that of a unit of one's own, or any."""
    own = (id for id, parts in marks.items() if "own" in [role for _, role in parts])
    marked = (id for id, parts in marks.items() if parts)
    return next(own, "") or next(marked, "") or [*map.at][len(map.at) // 2]


def _near(
    map: HexMap[Any], near: str | tuple[float, float], width: int, rows: int, sizes: Sequence[Size]
) -> View:
    """The part around a hex or a point: in the largest size that shows enough of it."""
    if isinstance(near, str):
        near = (map.spaces[near].x, map.spaces[near].y) if near in map.spaces else (0, 0)
    size = next(
        (size for size in sizes if size.across * NEAR[0] <= width and size.down * NEAR[1] <= rows),
        sizes[-1],
    )
    columns, height = _whole(map, size)
    width, rows = min(width, columns), min(rows, height)
    base = ground(map, View(size, (0, 0), 1, 1), unicode=False, painted=False)
    x, y = base.scale.dot(near)
    corner = int(x // 2) - width // 2, int(y // 4) - rows // 2
    return View(
        size,
        (min(max(corner[0], 0), columns - width), min(max(corner[1], 0), height - rows)),
        width,
        rows,
    )


class _Line(NamedTuple):
    """A line of a hex: a unit, how many more are below it, a target, numbers of options."""

    unit: art.Part | None = None
    more: int = 0
    target: art.Part | None = None
    numbers: Sequence[int] = ()


def _slots(
    base: Ground, hex: str, at: art.Cell, marks: Marks, options: Mapping[str, Sequence[int]]
) -> list[Slot]:
    """The lines that the contents of a hex may take.

    Units are not on its lower side if that has a feature, or if there are others right below.
    """
    slots = [slot for slot in base.size.slots if (at[0] + slot[0], at[1] + slot[1]) in base.canvas]
    if base.size.covers and len(slots) > 1 and not options.get(hex):
        u, v, letters = slots[-1]
        has_feature = any((at[0] + x, at[1] + v) in base.features for x in range(u, u + letters))
        below = base.map.to(hex, "s")
        targets = [role for _, role in marks.get(hex, ()) if role == "target"]
        if not targets and (has_feature or (below and marks.get(below))):
            del slots[-1]
    return slots


def _contents(
    base: Ground,
    slots: Sequence[Slot],
    at: art.Cell,
    parts: Sequence[art.Part],
    numbers: Sequence[int],
) -> Iterator[art.Run]:
    """What is in a hex, and the numbers of the options that lead there."""
    for (u, v, letters), line in _arranged(slots, base.size.number, parts, numbers).items():
        pieces = [*_pieces(line, letters, base.canvas)]
        if len(pieces) == 1 and base.canvas.painted and not line.numbers:
            pieces = [pieces[0]._replace(text=pieces[0].text.center(letters))]
        x = at[0] + u + (letters - sum(len(piece.text) for piece in pieces)) // 2
        for piece in pieces:
            yield art.Run(x, at[1] + v, piece.text, piece.ink)
            x += len(piece.text)


def _arranged(
    slots: Sequence[Slot], spare: Slot | None, parts: Sequence[art.Part], numbers: Sequence[int]
) -> dict[Slot, _Line]:
    """The lines of a hex: units from above, a target below them, the numbers last, or in the `spare`."""
    lines = dict[Slot, _Line]()
    units = [part for part in parts if part[1] != "target"]
    target = next((part for part in parts if part[1] == "target"), None)
    if numbers:
        full = len(units) + bool(target) >= len(slots)
        cap = spare if full and spare else slots[-1] if parts else slots[0]
        lines[cap] = _Line(numbers=numbers)
        slots = [slot for slot in slots if slot != cap] or slots
    if target:
        slot = slots[-1] if len(slots) > 1 or not units else slots[0]
        lines[slot] = lines.get(slot, _Line())._replace(target=target)
        slots = slots[:-1] or slots
    for number, (slot, unit) in enumerate(zip(slots, units, strict=False), 1):
        more = len(units) - number if number == len(slots) else 0
        lines[slot] = lines.get(slot, _Line())._replace(unit=unit, more=more)
    return lines


def _pieces(line: _Line, letters: int, canvas: art.Canvas) -> Iterator[Written]:
    """The texts of a line; numbers of options have their room first, a target last."""
    cap = numbered(line.numbers, letters - bool(line.unit), canvas) if line.numbers else None
    room = letters - (len(cap.text) if cap else 0)
    if line.unit:
        unit = fitted(line.unit, room, canvas, line.more)
        room -= len(unit.text)
        yield unit
    if line.target and room > 1:
        yield fitted(line.target, room, canvas)
    if cap:
        yield cap


def _name(base: Ground, at: art.Cell, name: str, over: Set[art.Cell]) -> art.Run | None:
    """A place's name in the first free line of its hex; it may run into what is plain around it."""
    for u, v, letters in base.size.slots[: len(base.size.slots) - base.size.covers]:
        first, row, end = at[0] + u, at[1] + v, at[0] + u + letters
        if any((column, row) in over for column in range(first, end)):
            continue
        for taken in (base.crossed, base.features):
            while end - first < len(name) and _is_plain(base, taken, over, (end, row), 1):
                end += 1
            while end - first < len(name) and _is_plain(base, taken, over, (first - 1, row), -1):
                first -= 1
        text = shortened(name, end - first)
        first += max(letters - len(text), 0) // 2
        return art.Run(first, row, text)
    return None


def _is_plain(
    base: Ground, taken: Set[art.Cell], over: Set[art.Cell], cell: art.Cell, step: int
) -> bool:
    """Whether a name may run into a cell: it is not taken, and has no content, nor has the next one."""
    after = (cell[0] + step, cell[1])
    is_free = cell in base.canvas and cell[0] >= base.left and cell not in over and after not in over
    return is_free and cell not in taken


WAY_SAMPLES = {"=": "⠶⠶", "+": "⠤⠤", ":": "⠄⠠", "*": "⠒⠂", "-": "⠂⠐"}
"""The samples of ways in Unicode, by the first character of their style."""


@lru_cache(maxsize=32)
def _entries(map: HexMap[Any], *, unicode: bool, painted: bool) -> Sequence[styled.Styled]:
    """The legend of the ground: what occurs and has a sign."""
    found, here = signs(map, unicode=unicode), {*map.terrain.values()}
    edges = [edge for edges in map.edges.values() for edge in edges]
    sides = {kind for edge in edges for kind in edge.sides}
    ways = {kind for edge in edges for kind in edge.ways}
    samples: list[tuple[str, palette.Tint, palette.Ground | None, str]] = [
        (sign * 2, "way", paper if painted else None, name)
        for name, (sign, paper) in found.terrain.items()
        if name in here and sign != " "
    ]
    samples += [
        ((FACING["s"][found.faces.index(name)] if name in found.faces else sign) * 2, tint, None, name)
        for name, (sign, tint) in found.sides.items()
        if name in sides
    ]
    samples += [
        (WAY_SAMPLES[sign] if unicode else sign * 2, tint, None, name)
        for name, (sign, tint) in found.ways.items()
        if name in ways
    ]
    if any(is_bridged(map, edge) for edge in edges):
        samples.append((found.bridge * 2, "road", None, "bridge"))
    return [
        styled.Styled(f"{sign}\0{about.replace('-', ' ')}", [styled.Span(0, 2, tint, paper)])
        for sign, tint, paper, about in samples
    ]
