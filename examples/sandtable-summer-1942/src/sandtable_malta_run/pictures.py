"""Shows a view: as a status line, a board in words, a map for the terminal, or counters."""

from __future__ import annotations

from sandtable import Counter, Picture, chart, styled

from sandtable_malta_run.spaces import BOARD, NAMES
from sandtable_malta_run.view import View

STYLES = {"lane": ".:.."}
"""The characters that draw lanes: level, upright, rising and falling."""

LEGEND: tuple[styled.Part, ...] = (
    (".. lane", "way"),
    ("C6 the convoy and its ships", "own"),
    ("S a submarine", "enemy"),
)
"""The map's signs and their meanings."""


def turn(view: View) -> str:
    """Name the day."""
    return f"Day {view.day}"


def status(view: View) -> str:
    """Describe the position in one line."""
    return (
        f"{turn(view)} of {view.days}. {view.ships} ships, {view.needed} needed at {NAMES[view.goal]}."
    )


def board(view: View, width: int, height: int | None = None) -> list[str]:
    """Describe the position in a few lines, the most important first."""
    where = ", ".join(NAMES[space] for space in view.boats) or "none"
    lines = [
        f"Convoy: {NAMES[view.convoy]}, {view.ships} ships",
        f"Submarines: {where}" + (f"; unseen: {view.hidden}" if view.hidden else ""),
    ]
    return [line[:width] for line in lines[:height]]


def draw(view: View, width: int, height: int | None = None) -> list[str]:
    """Draw the map, with a badge at each space that holds the convoy or a submarine."""
    marks: dict[str, list[styled.Part]] = {view.convoy: [(f"C{view.ships}", "own")]}
    for boat in view.boats:
        marks.setdefault(boat, []).append(("S", "enemy"))
    return chart.draw(BOARD, marks, width, height, STYLES, legend=LEGEND, ranks={view.goal: 2})


def pictures(view: View) -> list[Picture]:
    """Return a picture of the map with its counters, for web pages and SVG files."""
    convoy = Counter("convoy", view.convoy, ("Convoy", str(view.ships)), "blue", f"{view.ships} ships")
    boats = (Counter(f"boat-{space}", space, ("Sub",), "grey", "A submarine") for space in view.boats)
    return [Picture("map", view.title, BOARD, (convoy, *boats))]
