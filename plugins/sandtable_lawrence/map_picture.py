"""A view's map as text: spaces, links, and the counters in each space."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable import chart, styled
from sandtable_lawrence.roster import NAMES, is_leader
from sandtable_lawrence.spaces import BOARD, DRAWN, PORTS, SUEZ, is_critical, kinds
from sandtable_lawrence.state import LawrenceState

if TYPE_CHECKING:
    from sandtable_lawrence.view import View

STYLES = {"rail": "=###", "track": "-|/\\", "desert": ".:.."}
"""The characters that draw each kind of link: level, upright, rising and falling."""

LEGEND: tuple[styled.Part, ...] = (
    ("== rail", "way"),
    ("-- track", "way"),
    (".. desert", "way"),
    ("# CITY", "town"),
    ("CITY! critical", "town"),
    ("o town, port, station", "village"),
    ("~ port, by sea to any other", "sea"),
    ("Suez~ for Lawrence only", "sea"),
    ("LAS:4 Lawrence, Auda, Sherif Ali and 4 units", "own"),
    ("C Feisal's Camp", "own"),
    ("? Garrison face down", "enemy"),
    ("G2 face up, its number", "enemy"),
    ("g goal of the mission", "target"),
    ("x RR Break", "own"),
    ("*mda gear not carried", "own"),
)
"""The signs of the map and their meanings."""


def draw(view: View, width: int, height: int | None = None) -> list[str]:
    """Return the map, with marks for the counters and goals in each space."""
    marks = {space: list(_marks(view.state, space)) for space in BOARD.spaces}
    for space in _open_goal_spaces(view):
        marks[space].append(("g", "target"))
    return chart.draw(DRAWN, marks, width, height, STYLES, LABELS, LEGEND, ranks=RANKS)


def _open_goal_spaces(view: View) -> set[str]:
    """Return the spaces where a goal is still to be met."""
    state, data = view.state, view.mission
    clear = {space for goal in data.clear if not goal.met(state) for space in goal.spaces}
    broken = {space for goal in data.demolish if not goal.met(state) for space in goal.spaces}
    occupied = {goal.space for goal in data.occupy if not goal.met(state)}
    return (clear & state.garrisons.keys()) | (broken - {*state.breaks}) | occupied


def _marks(state: LawrenceState, space: str) -> Iterator[styled.Part]:
    """Return marks for the units and markers in a space, Arabs first."""
    if arabs := [unit.id for unit in state.arabs(space)]:
        leaders = "".join(NAMES[id][0] for id in arabs if is_leader(id))
        followers = sum(not is_leader(id) for id in arabs)
        yield f"{leaders}:{followers}" if followers else leaders, "own"
    if state.camp == space:
        yield "C", "own"
    if space in state.garrisons:
        number = state.garrisons[space]
        yield "?" if number is None else f"G{number}", "enemy"
    if space in state.breaks:
        yield "x", "own"
    if gear := state.stores.get(space):
        yield "*" + "".join(piece[0] for piece in gear), "own"


def _label(space: str) -> str:
    """Return a space's name with signs for its kinds; cities are in capitals (LOA 30, LOA-C5)."""
    name = str(BOARD.spaces[space])
    port = "~" * (space in (*PORTS, SUEZ))
    return f"{name.upper() if 'city' in kinds(space) else name}{port}{'!' * is_critical(space)}"


LABELS = {space: _label(space) for space in BOARD.spaces}


def _rank(space: str) -> int:
    """Return how important a space is: cities are the most important, deserts the least (LOA 30)."""
    return 2 if "city" in kinds(space) else 0 if "desert" in kinds(space) else 1


RANKS = {space: _rank(space) for space in BOARD.spaces}
