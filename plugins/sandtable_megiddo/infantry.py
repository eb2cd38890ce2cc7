"""MEG 8, Infantry: both sides add up their remaining Force, and the higher total wins the battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sandtable import Phase, Table
from sandtable_megiddo.cards import CARDS, Kind
from sandtable_megiddo.events import Fought
from sandtable_megiddo.state import BRITISH, OTHER, SEATS, TURKISH, Committed, MegiddoState

QUARTERS = 4
"""Totals are in quarter points, so that half of a half bonus is exact (MEG-R5, MEG-R21)."""


class Infantry(Phase[MegiddoState], frozen=True):
    """The higher total wins; the British win ties (MEG-R11 for empty Orders of Battle)."""

    rule: ClassVar[str] = "8"
    title: ClassVar[str] = "Infantry"

    def run(self, table: Table[MegiddoState]) -> None:
        totals = {seat: total(table.state.sides[seat].battle) for seat in SEATS}
        winner = BRITISH if totals[BRITISH] >= totals[TURKISH] else TURKISH
        table.state.sides[winner].score.move(1)
        # Uncommitted cards stay in hand (MEG-R17).
        won, lost = table.state.sides[winner], table.state.sides[OTHER[winner]]
        leaders = tuple([entry.card for entry in lost.battle if CARDS[entry.card].kind is Kind.LEADER])
        table.tell(Fought(totals[BRITISH], totals[TURKISH], winner, leaders))
        won.reserve = sorted([*won.reserve, *(entry.card for entry in won.battle)])  # MEG-R11
        won.battle = []
        for entry in list(lost.battle):
            lost.lose(entry)  # MEG-R7
        table.state.revealed = False


def total(battle: Sequence[Committed]) -> int:
    """Return an Order of Battle's Force in quarter points: units with their bonuses, and leaders."""
    extra = bonus(battle)
    units = sum(unit_force(entry, extra) for entry in battle if CARDS[entry.card].is_unit)
    return units + sum(QUARTERS * CARDS[leader.card].force for leader in attached_leaders(battle))


def bonus(battle: Sequence[Committed]) -> int:
    """Return the bonus that supply and terrain give each unit, in quarter points (MEG-R21, MEG-R24)."""
    sources = [entry for entry in battle if CARDS[entry.card].kind in (Kind.SUPPLY, Kind.TERRAIN)]
    return sum(_halve_if_disrupted(entry, QUARTERS * CARDS[entry.card].force) for entry in sources)


def unit_force(entry: Committed, extra: int) -> int:
    """Return a unit's Force plus its bonus, in quarter points; a disrupted unit counts half (MEG-R5)."""
    return _halve_if_disrupted(entry, QUARTERS * CARDS[entry.card].force + extra)


def attached_leaders(battle: Sequence[Committed]) -> list[Committed]:
    """Return the strongest leaders, up to one for each card that is not a leader (MEG-R6)."""
    leaders = [entry for entry in battle if CARDS[entry.card].kind is Kind.LEADER]
    leaders.sort(key=lambda entry: -CARDS[entry.card].force)
    return leaders[: len(battle) - len(leaders)]


def _halve_if_disrupted(entry: Committed, quarters: int) -> int:
    return quarters // 2 if entry.disrupted else quarters
