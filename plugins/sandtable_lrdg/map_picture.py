"""The map of a view as text: zones, links, and the contents of each zone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache

from sandtable import Board, chart, styled
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.state import LrdgState
from sandtable_lrdg.view import View
from sandtable_lrdg.zones import test_dice

STYLES = {"road": "=###", "path": "-|/\\", "off-path": ".:.."}
"""The characters of each kind of link: horizontal, vertical, rising and falling."""

LEGEND: tuple[styled.Part, ...] = (
    ("# TOWN_RANK 3 dice to pass unseen", "town"),
    ("o Village 2", "village"),
    (". desert 1", "crossing"),
    ("^ home", "home"),
    ("== road", "way"),
    ("-- path", "way"),
    (".. off-path", "way"),
    ("1st:4 patrol and its units (o one observes)", "own"),
    ("? enemy face down", "enemy"),
    ("m3 enemy of attack value (AV) 3, m mobile, f fixed, v veteran", "enemy"),
    ("2 target and its value", "target"),
    ("w zone to observe, no Recon OK yet", "target"),
    ("c cache", "own"),
    ("s scouted", "own"),
    ("Recon of the Axis", "enemy"),
)
"""The signs of the map and their meanings."""

HOMES = ("siwa", "kufra")
"""The bases, drawn as homes."""


def draw(view: View, width: int, height: int | None = None) -> list[str]:
    """Return the map with badges at each zone that holds something."""
    board = view.house.desert
    marks = _marks(view.state, [] if view.watched else view.watch)
    names, ranks = _ground(board)
    return chart.draw(
        board,
        {zone: marks[zone] for zone in board.spaces if zone in marks},
        width,
        height,
        STYLES,
        names,
        LEGEND,
        ranks=ranks,
        homes=[zone for zone in HOMES if zone in board.spaces],
    )


@lru_cache(maxsize=4)
def _ground(board: Board) -> tuple[dict[str, str], dict[str, int]]:
    """Return the names of the zones, towns in capitals, and their ranks by discretion dice."""
    ranks = {zone: test_dice(board, zone) - 1 for zone in board.spaces}
    names = {
        zone: str(space).upper() if ranks[zone] == TOWN_RANK else str(space)
        for zone, space in board.spaces.items()
    }
    return names, ranks


TOWN_RANK = 2
"""The rank of a town, where a discretion test rolls three dice (LRDG 6.1.1)."""


def _marks(state: LrdgState, watch: Iterable[str]) -> dict[str, list[styled.Part]]:
    marks: dict[str, list[styled.Part]] = defaultdict(list)
    for patrol, zone in state.stacks():
        units = state.stack(patrol, zone)
        marks[zone].append((f"{patrol}:{len(units)}{'o' * any(unit.watch for unit in units)}", "own"))
    known = {zone for patrol in state.patrols.values() for zone in patrol.recon_ok}
    for zone in (zone for zone in watch if zone not in known):
        marks[zone].append(("w", "target"))
    for zone, left in ((zone, target.left) for zone, target in state.targets.items() if target.left):
        marks[zone].append((str(left), "target"))
    for enemy in state.axis:
        if enemy.counter:
            marks[enemy.zone].append((AXIS[enemy.counter].badge, "enemy"))
    for zone, asleep in Counter(enemy.zone for enemy in state.axis if not enemy.counter).items():
        marks[zone].append(("?" * asleep, "enemy"))
    for sign, zones in (("c", state.caches), ("s", state.scouted)):
        for zone in zones:
            marks[zone].append((sign, "own"))
    if state.recon:
        marks[state.recon].append(("Recon", "enemy"))
    return marks
