"""Draws a hex map in characters, in the largest size that fits, with the contents of its hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from sandtable_hexes.looks import DENSE, ONE_SIDED, signs
from sandtable_hexes.terminal_contents import write_hex, write_name
from sandtable_hexes.terminal_ground import Ground, ground
from sandtable_hexes.terminal_sizes import SIZES
from sandtable_hexes.terminal_view import View, fit, near
from sandtable_pictures import art, chart, palette, styled

if TYPE_CHECKING:
    from sandtable_hexes.hexmap import HexMap

BETWEEN = 2
"""The columns between a map and the legend to its right."""

PART = "Only part of the map fits: widen the window, or draw all of it as a picture (.svg)."
"""The note below a map that does not fit in any size."""


def draw(
    map: HexMap[Any],
    marks: art.Marks,
    width: int,
    height: int | None,
    look: chart.Look,
    legend: Sequence[styled.Styled] = (),
) -> chart.MapLines:
    """Draw the map as `chart.draw` describes: all of it, the part near `look.near`, or what fits."""
    entries = [*_legend_entries(map, unicode=look.unicode, painted=look.painted), *legend]
    below = chart.wrap(styled.join("   ", entries), width)
    longest = max([len(entry) for entry in entries], default=0)

    def is_beside(view: View) -> bool:
        return width - view.width - BETWEEN >= longest and len(entries) < view.rows

    def room(view: View) -> int | None:
        free = height and height - (0 if is_beside(view) else len(below))
        rooms = [rows for rows in (look.rows, free) if rows is not None]
        return max(min(rooms), 1) if rooms else None

    view, sizes = fit(map, width, room), SIZES[map.grid.tops]
    if look.near is not None:
        larger = sizes[: sizes.index(view.size)] if view else sizes
        view = near(map, look.near, width, look.rows or height, larger or sizes[:1])
    elif view is None:
        view = near(map, _middle(map, marks), width, look.rows or height, sizes[-1:])
        below = [*chart.wrap(styled.Styled(PART), width), *below]
    base = ground(map, view, unicode=look.unicode, painted=look.painted)
    rows: list[str] = [*base.canvas.lines(_runs(base, marks, look.options))]
    if is_beside(view):
        rows, below = [*_with_legend(rows, view.width, entries)], []
    has_room = look.rows is not None and len(rows) + len(below) <= look.rows
    picture = len(rows) + len(below) * has_room
    return chart.MapLines([*rows, *below], picture, base.places, base.owners, view.scale(map))


def _runs(base: Ground, marks: art.Marks, options: art.Options) -> list[art.Run]:
    """Return the contents of the visible hexes, and the names of places that fit."""
    runs: list[art.Run] = []
    for hex in dict.fromkeys(chain(marks, options)):
        if hex in base.cells:
            runs += write_hex(base, hex, marks, options.get(hex, ()))
    taken = {cell for run in runs for cell in run.cells}
    for hex, name in base.map.file.places.items():
        if hex in base.cells and (run := write_name(base, hex, name, taken)):
            tint: palette.Tint = "reach" if options.get(hex) else "town"
            letters = zip(run.cells, run.text, strict=True)
            runs += [art.Run(*cell, letter, tint, base.canvas.paper(cell)) for cell, letter in letters]
            taken.update(run.cells)
    return runs


def _middle(map: HexMap[Any], marks: art.Marks) -> str:
    """Return the hex to centre a partial view on: if possible, one with a unit of the viewer's."""
    own = (hex for hex, parts in marks.items() if "own" in [role for _, role in parts])
    return next(own, "") or next(iter(marks), "") or [*map.at][len(map.at) // 2]


def _with_legend(rows: Sequence[str], width: int, entries: Sequence[styled.Styled]) -> Iterator[str]:
    """Yield the rows of a map with the legend to their right, from the second row."""
    for row, entry in zip_longest(rows, [styled.Styled(), *entries], fillvalue=styled.Styled()):
        padded = styled.Styled(row.ljust(width + BETWEEN), styled.spans(row))
        text = styled.with_roles_of(entry, entry.replace("\0", " "))
        yield styled.line_of(padded, text) if entry else row


@lru_cache(maxsize=32)
def _legend_entries(map: HexMap[Any], *, unicode: bool, painted: bool) -> Sequence[styled.Styled]:
    """Return the legend of the map: the kinds on it that have a sign."""
    found, edges = signs(map, unicode=unicode), [*chain.from_iterable(map.edges.values())]
    here = {*map.terrain.values()}.union(*(edge.sides + edge.ways for edge in edges))
    facing = dict(zip(found.faces, ONE_SIDED["s"], strict=False))
    samples: list[tuple[str, str, palette.Tint, palette.Ground | None]] = [
        *((name, sign, "way", paper) for name, (sign, paper) in found.terrain.items()),
        *((name, facing.get(name, sign), tint, None) for name, (sign, tint) in found.sides.items()),
    ]
    for name, (sign, tint) in found.ways.items():
        line = chart.SAMPLES.get(DENSE[sign] * 2, "⠒⠂") if unicode else sign
        samples.append((name, line, tint, None))
    samples = [sample for sample in samples if sample[0] in here and sample[1] != " "]
    if any(map.bridges(edge) for edge in edges):
        samples.append(("bridge", found.bridge, "road", None))
    return [
        styled.Styled(
            f"{(sign * 2)[:2]}\0{name.replace('-', chr(0))}",
            [styled.Span(0, 2, tint, paper if painted else None)],
        )
        for name, sign, tint, paper in samples
    ]
