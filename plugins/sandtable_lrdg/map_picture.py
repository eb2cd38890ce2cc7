"""The map of a view as text: zones and links, and what stands where."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sandtable import chart
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.state import Enemy, LrdgState
from sandtable_lrdg.view import View

STYLES = {"road": "=###", "path": "-|/\\", "off-path": ".:.."}
"""What links are drawn with: level, upright, rising and falling."""

SIGNS = (
    "=# road",
    "-| path",
    ".: off-path",
    "1st:4 patrol and its units (o one observes)",
    "? enemy face down",
    "m3 enemy of AV 3, m mobile, f fixed, v veteran",
    "T2 target and its value (0 destroyed)",
    "c cache",
    "s scouted",
    "^ Axis Recon",
)
"""The signs of the map, and what they mean."""

CUT = "+ see below"
"""The sign of marks that are cut."""


def draw(view: View, width: int, height: int | None = None) -> list[str]:
    """The map with a mark at each zone that holds something."""
    board = view.house.desert
    marks = {zone: " ".join(_marks(view.state, zone)) for zone in board.spaces}
    drawn = partial(chart.draw, board, marks, width, height, STYLES, package=__package__)
    lines = drawn(legend=chart.legend(SIGNS))
    cut = any(line.startswith("Marks: ") for line in lines)
    return drawn(legend=chart.legend((*SIGNS, CUT))) if cut else lines


def _marks(state: LrdgState, zone: str) -> Iterator[str]:
    """What lies in a zone, ours first."""
    for patrol in state.patrols:
        if units := state.stack(patrol, zone):
            yield f"{patrol}:{len(units)}{'o' * any(unit.watch for unit in units)}"
    if zone in state.targets:
        yield f"T{state.targets[zone].left}"
    yield from (_enemy(enemy) for enemy in state.enemies(zone) if enemy.counter)
    if asleep := sum(not enemy.counter for enemy in state.enemies(zone)):
        yield "?" * asleep
    yield from "c" * (zone in state.caches) + "s" * (zone in state.scouted) + "^" * (zone == state.recon)


def _enemy(enemy: Enemy) -> str:
    axis = AXIS[enemy.counter]
    return f"{'m' if axis.mobile else 'f'}{axis.av}{'v' * axis.veteran}"
