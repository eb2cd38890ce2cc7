"""The map of a view as text: zones, links, and what each zone holds."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache

from sandtable import Board, Role, chart, styled
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.state import Enemy, LrdgState
from sandtable_lrdg.view import View
from sandtable_lrdg.zones import test_dice

STYLES = {"road": "=###", "path": "-|/\\", "off-path": ".:.."}
"""The characters of links: level, upright, rising and falling."""

WAYS: dict[str, Role] = {"road": "road", "path": "fair", "off-path": "hard"}
"""The difficulty of the links."""

WATCHED: dict[int, Role] = {1: "easy", 2: "fair", 3: "hard"}
"""The difficulty of entering a zone unseen, by the dice of its Discretion test (LRDG 6.1.2)."""

SIGNS: tuple[styled.Part, ...] = (
    ("=# road", "road"),
    ("-| path", "fair"),
    (".: off-path", "hard"),
    ("TOWN 3 dice to pass unseen", "hard"),
    ("Village 2", "fair"),
    ("Sand. Rock: 1", "easy"),
    ("1st:4 patrol and its units (o one observes)", "own"),
    ("? enemy face down", "enemy"),
    ("m3 enemy of AV 3, m mobile, f fixed, v veteran", "enemy"),
    ("T2 target and its value (0 destroyed)", "target"),
    ("c cache", "own"),
    ("s scouted", "own"),
    ("^ Axis Recon", "enemy"),
)
"""The signs of the map and their meanings."""

LEGEND = chart.legend(SIGNS)

CUT = chart.legend(["+ see below"])
"""The sign of marks that are cut."""


def draw(view: View, width: int, height: int | None = None) -> list[str]:
    """The map with a mark at each zone that holds something."""
    board = view.house.desert
    marks = _marks(view.state)
    names, roles = _ground(board)
    return chart.draw(
        board,
        {zone: marks[zone] for zone in board.spaces if zone in marks},
        width,
        height,
        STYLES,
        names,
        legend=LEGEND,
        package=__package__,
        roles=roles,
        cut=CUT,
    )


@lru_cache(maxsize=4)
def _ground(board: Board) -> tuple[dict[str, str], dict[str, Role]]:
    """The names of the zones as drawn, and the roles of zones and links."""
    dice = {zone: test_dice(board, zone) for zone in board.spaces}
    names = {zone: _name(board, zone, dice[zone]) for zone in board.spaces}
    return names, {**WAYS, **{zone: WATCHED[number] for zone, number in dice.items()}}


def _name(board: Board, zone: str, dice: int) -> str:
    """A name that shows the ground: towns in capitals, desert with a sign after the name."""
    space = board.spaces[zone]
    if dice == max(WATCHED):
        return str(space).upper()
    return f"{space}{':' if 'rocky' in space.kinds else '.'}" if dice == min(WATCHED) else str(space)


def _marks(state: LrdgState) -> dict[str, list[styled.Part]]:
    """The units and markers in each zone that has any, ours first."""
    marks: dict[str, list[styled.Part]] = defaultdict(list)
    for patrol, zone in state.stacks():
        units = state.stack(patrol, zone)
        marks[zone].append((f"{patrol}:{len(units)}{'o' * any(unit.watch for unit in units)}", "own"))
    for zone, target in state.targets.items():
        marks[zone].append((f"T{target.left}", "target"))
    for enemy in state.axis:
        if enemy.counter:
            marks[enemy.zone].append((_enemy(enemy), "enemy"))
    for zone, asleep in Counter(enemy.zone for enemy in state.axis if not enemy.counter).items():
        marks[zone].append(("?" * asleep, "enemy"))
    for sign, zones in (("c", state.caches), ("s", state.scouted)):
        for zone in zones:
            marks[zone].append((sign, "own"))
    if state.recon:
        marks[state.recon].append(("^", "enemy"))
    return marks


def _enemy(enemy: Enemy) -> str:
    axis = AXIS[enemy.counter]
    return f"{'m' if axis.mobile else 'f'}{axis.av}{'v' * axis.veteran}"
