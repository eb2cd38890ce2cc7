"""Plans a board without links: trays in a grid, for an Order of Battle or two battle lines.

Each different `x` is a column, as wide as `columns` counters. `y` counts rows of counters from the top:
a tray extends down to the next `y` of any tray, and the lowest trays are as high as those above them
(two rows if there are none). No tray is higher than eight rows. If two spaces of a board are in the same
place, all trays are arranged side by side in rows instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import ceil, sqrt

from sandtable import Space
from sandtable_pictures.svg.plan import GAP, LINE, MARGIN, BoardPlan, Name, Rect, size

COUNTER = (58, 58)
"""The size of a counter in a tray."""

SIZES = {"cards": (82, 108), "pile": (168, 22)}
"""The sizes of counters in special kinds of trays."""

MOST_ROWS = 8
"""The most rows of counters in a tray."""

HEAD = LINE + GAP + GAP // 2
"""The height of the strip with a tray's name."""


def plan(spaces: Sequence[Space], texts: Mapping[str, str], columns: int) -> BoardPlan:
    """Plan a board of trays; `texts` are the names."""
    cells = _cells(spaces)
    lines = {id: (" ".join(text.split()),) for id, text in texts.items()}
    names = (size(line)[0] + 2 * GAP for line in lines.values())
    sizes = {space.id: SIZES[kind] for space in spaces for kind in space.kinds if kind in SIZES}
    counter_width = SIZES["cards"][0] if sizes else COUNTER[0]
    column_width = max(columns * (counter_width + GAP) + GAP, *names, 0)
    xs, ys = (sorted({cell[axis] for cell in cells.values()}) for axis in (0, 1))
    row_heights = {y: max(sizes.get(id, COUNTER)[1] for id in cells if cells[id][1] == y) for y in ys}
    lefts = _edges([column_width] * len(xs))
    tops = _edges(
        [HEAD + rows * (row_heights[y] + GAP) + GAP for y, rows in zip(ys, _rows(ys), strict=True)]
    )
    rooms, names_by_id = {}, {}
    for id, (x, y) in cells.items():
        left, top = lefts[xs.index(x)], tops[ys.index(y)]
        names_by_id[id] = Name(lines[id], Rect(left + GAP, top + GAP, size(lines[id])[0], LINE))
        height = tops[ys.index(y) + 1] - top - MARGIN - HEAD
        rooms[id] = Rect(left + GAP, top + HEAD, column_width - 2 * GAP, height - GAP)
    spots = {id: (box.x + box.width // 2, box.y + box.height // 2) for id, box in rooms.items()}
    return BoardPlan(lefts[-1], tops[-1], spots, names_by_id, rooms, COUNTER, trays=True, sizes=sizes)


def _cells(spaces: Sequence[Space]) -> dict[str, tuple[int, int]]:
    """Return each space's place in the grid."""
    cells = {space.id: (space.x, space.y) for space in spaces}
    if len(set(cells.values())) == len(cells):
        return cells
    columns = ceil(sqrt(len(cells)))
    return {id: (turn % columns, 2 * (turn // columns)) for turn, id in enumerate(cells)}


def _rows(ys: Sequence[int]) -> list[int]:
    """Return the height of the trays at each `y`, in rows of counters."""
    gaps = [max(1, min(b - a, MOST_ROWS)) for a, b in pairwise(ys)]
    return [*gaps, *(gaps[-1:] or [2])] if ys else []


def _edges(sizes: Sequence[int]) -> list[int]:
    """Return where each box in a row begins and, last, where the drawing ends."""
    return list(accumulate((size + MARGIN for size in sizes), initial=MARGIN))
