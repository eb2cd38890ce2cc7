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
        leaders = tuple([laid.card for laid in lost.battle if CARDS[laid.card].kind is Kind.LEADER])
        table.tell(Fought(totals[BRITISH], totals[TURKISH], winner, leaders))
        won.reserve = sorted([*won.reserve, *(laid.card for laid in won.battle)])  # MEG-R11
        won.battle = []
        for laid in list(lost.battle):
            lost.lose(laid)  # MEG-R7
        table.state.revealed = False


def total(battle: Sequence[Committed]) -> int:
    """The Force of an Order of Battle in quarter points: units with their bonuses, and leaders."""
    extra = bonus(battle)
    units = sum(unit_force(laid, extra) for laid in battle if CARDS[laid.card].is_unit)
    return units + sum(QUARTERS * CARDS[leader.card].force for leader in attached_leaders(battle))


def bonus(battle: Sequence[Committed]) -> int:
    """The bonus that supply and terrain give each unit, in quarter points (MEG-R21, MEG-R24)."""
    sources = [laid for laid in battle if CARDS[laid.card].kind in (Kind.SUPPLY, Kind.TERRAIN)]
    return sum(_halve_if_disrupted(laid, QUARTERS * CARDS[laid.card].force) for laid in sources)


def unit_force(laid: Committed, extra: int) -> int:
    """A unit's Force plus its bonus, in quarter points; a disrupted unit counts half (MEG-R5)."""
    return _halve_if_disrupted(laid, QUARTERS * CARDS[laid.card].force + extra)


def attached_leaders(battle: Sequence[Committed]) -> list[Committed]:
    """The leaders that count: the strongest, at most one for each other card (MEG-R6)."""
    leaders = [laid for laid in battle if CARDS[laid.card].kind is Kind.LEADER]
    leaders.sort(key=lambda laid: -CARDS[laid.card].force)
    return leaders[: len(battle) - len(leaders)]


def _halve_if_disrupted(laid: Committed, quarters: int) -> int:
    return quarters // 2 if laid.disrupted else quarters
