"""LRDG 6.1.1, the discretion test, which decides whether units in a zone are seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from sandtable import Board, Phase, Table
from sandtable_lrdg.alarm import HIGHEST_ALARM, raise_alarm
from sandtable_lrdg.events import Tested
from sandtable_lrdg.mission import Options, desert
from sandtable_lrdg.state import LrdgState
from sandtable_lrdg.tables import TABLES, value_at
from sandtable_lrdg.zones import BASES, ROCKY, test_dice


class Discretion(Phase[LrdgState], frozen=True):
    """Tests units in a zone; the result is whether they stayed unseen.

    - `drm`: the test's own modifier.
    - `count`: the number of units that count; None for all LRDG units in the zone, of any patrol
      (LRDG-A11).
    - `entry`: whether units enter the zone, so that a Scouted marker lets them retake a failed test
      (LRDG-A70).
    - `fights`: whether a failure leads to combat with Axis units in the zone; a target without units
      does not count (LRDG-A12, LRDG-A52).
    - `bombs`: whether bombing follows a failure; then it raises the alarm, not the test (LRDG-A10).
    """

    rule: ClassVar[str] = "6.1.1"
    title: ClassVar[str] = "Discretion test"

    zone: str
    units: tuple[str, ...]
    drm: int = 0
    count: int | None = None
    entry: bool = False
    fights: bool = True
    bombs: bool = False

    def run(self, table: Table[LrdgState]) -> None:
        state = table.state
        fate, pending = use_pending(state, self.units)
        drm = self.drm + pending + zone_drm(state, self.zone, self.count)
        passed, faces = (fate > 0, ()) if fate else roll(table, desert(table), self.zone, drm)
        scouted = self.entry and self.zone in state.scouted
        retaken = scouted and not passed
        if retaken:
            passed, faces = roll(table, desert(table), self.zone, drm)
        if scouted:
            state.scouted.remove(self.zone)
        table.tell(Tested(self.zone, faces, drm, passed, retaken))
        if not passed:
            self._be_seen(table)
        table.result = passed

    def _be_seen(self, table: Table[LrdgState]) -> None:
        state = table.state
        if not self.bombs:
            raise_alarm(table, self.units)
        if self.fights and state.enemies(self.zone) and self.zone not in state.clashes:
            state.clashes.append(self.zone)


def roll(table: Table[LrdgState], board: Board, zone: str, drm: int) -> tuple[bool, tuple[int, ...]]:
    """Roll the dice for a zone; return whether every die plus drm is below 6, and the faces."""
    number, highest_pass = test_dice(board, zone), highest_unseen(board, zone, drm)
    passed = [table.dice.rolls_at_most(highest_pass) for _ in range(number)]
    return all(passed), tuple(roll.value for roll in table.rolls[-number:])


def highest_unseen(board: Board, zone: str, drm: int) -> int:
    """Return the highest die face that passes; if it is below 1, none does."""
    rocky = ROCKY in board.spaces[zone].kinds and test_dice(board, zone) == 1
    return TABLES.discretion.failure - 1 - drm - (TABLES.discretion.rocky if rocky else 0)


def entry_chance(
    table: Table[LrdgState], patrol: str, zone: str, coming: int, *, promised: bool = True
) -> int | None:
    """Return the chance, in whole percent, that `coming` units enter a zone unseen; None without a test.

    `promised` says whether to count the events that wait for the patrol's next test.
    """
    state = table.state
    if zone in BASES or is_useless(state, table.house, zone):
        return None
    count, scouted = len(state.at(zone)) + coming, zone in state.scouted
    return chance_unseen(table, patrol, zone, count, tries=2 if scouted else 1, promised=promised)


def risk(chance: int | None) -> str:
    """Return the risk in words, from the chance to stay unseen; "" without a test."""
    return "" if chance is None else f"seen {100 - chance} %"


def chance_unseen(
    table: Table[LrdgState],
    patrol: str,
    zone: str,
    count: int,
    drm: int = 0,
    tries: int = 1,
    *,
    promised: bool = True,
) -> int:
    """Return the chance, in whole percent, that `count` units pass a test in at most `tries` tries."""
    state, board = table.state, desert(table)
    pending = state.patrols[patrol]
    if promised and pending.fate > 0:
        return 100
    tries -= promised and pending.fate < 0
    drm += pending.drm * promised + zone_drm(state, zone, count)
    faces, dice = min(max(highest_unseen(board, zone, drm), 0), 6), test_dice(board, zone)
    ways, fails = 6**dice, 6**dice - faces**dice
    passed: float = 1 - (fails / ways) ** tries
    return round(100 * passed)


def zone_drm(state: LrdgState, zone: str, count: int | None = None) -> int:
    """Return the drm for a zone's LRDG units, each Axis unit and the Axis Recon (LRDG-A13, LRDG-A71)."""
    units = len(state.at(zone)) if count is None else count
    return value_at(TABLES.discretion.units, units) + len(state.enemies(zone)) + (state.recon == zone)


def use_pending(state: LrdgState, units: Iterable[str]) -> tuple[int, int]:
    """Use up the events that wait for a patrol's next test, and return their fate and drm (LRDG-A9).

    If the units belong to several patrols, only the patrol with the most of them counts (LRDG-A85).
    """
    patrols = [state.units[unit].patrol for unit in units]
    patrol = state.patrols[max(state.patrols, key=patrols.count)]
    fate, drm, patrol.fate, patrol.drm = patrol.fate, patrol.drm, 0, 0
    return fate, drm


def is_useless(state: LrdgState, house: Options, zone: str) -> bool:
    """Tell whether an entry test cannot have any effect (LRDG-A12)."""
    return state.alarm == HIGHEST_ALARM and not (house.entry_fights and state.enemies(zone))
