"""LRDG 5, sequence of play: turn by turn, and from mission to mission."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table, call_rules
from sandtable_lrdg.alarm import AlarmEffects
from sandtable_lrdg.axis import AirRecon, MobileUnits, shared_zones
from sandtable_lrdg.evaluation import Evaluation, give_up
from sandtable_lrdg.events import TurnBegan
from sandtable_lrdg.incidents import ActionPoints
from sandtable_lrdg.intelligence import Observations
from sandtable_lrdg.mission import all_back
from sandtable_lrdg.orders import Actions, EndOfActions
from sandtable_lrdg.preparation import Preparation
from sandtable_lrdg.state import LrdgState
from sandtable_lrdg.tables import TABLES


class Play(Phase[LrdgState], frozen=True):
    """Plays a mission: its preparation, then its turns."""

    rule: ClassVar[str] = "4"
    title: ClassVar[str] = "Mission"

    def run(self, table: Table[LrdgState]) -> None:
        table.do(Preparation(), Turn())


class Turn(Phase[LrdgState], frozen=True):
    """Plays a game turn (LRDG 5)."""

    rule: ClassVar[str] = "5"
    title: ClassVar[str] = "Game turn"
    opens: ClassVar[bool] = True

    def run(self, table: Table[LrdgState]) -> None:
        state = table.state
        if not state.patrols:  # LRDG-A81
            table.do(Evaluation(), NextMission())
            return
        state.turn += 1
        state.incident = False
        state.shared = shared_zones(state)
        for unit in state.force:
            unit.arrived = False
        for patrol in state.patrols.values():
            patrol.ap = 0
            patrol.half = []
            patrol.immobile = patrol.acted = patrol.moved = patrol.low = False
        table.tell(TurnBegan(state.turn))
        call_rules(table.rules, "turn_begins", table)
        table.do(Determination(), Actions(begins=True), Observations())
        table.do(EndOfActions(), Reactions(), EndTurn())


class Determination(Phase[LrdgState], frozen=True):
    """Rolls action points for every patrol that is not in reserve (LRDG 5.1, LRDG-A78)."""

    rule: ClassVar[str] = "5.1"
    title: ClassVar[str] = "Action points"

    def run(self, table: Table[LrdgState]) -> None:
        patrols = table.state.patrols
        table.do(*(ActionPoints(id) for id in patrols if not patrols[id].reserve))


class Reactions(Phase[LrdgState], frozen=True):
    """Lets the Axis react: first the alarm, then movement (LRDG 5.3)."""

    rule: ClassVar[str] = "5.3"
    title: ClassVar[str] = "Reactions of the Axis"

    def run(self, table: Table[LrdgState]) -> None:
        if not table.state.over:
            table.do(AlarmEffects(), AirRecon(), MobileUnits())


class EndTurn(Phase[LrdgState], frozen=True):
    """Begins the next turn, or ends the mission (LRDG-A80)."""

    rule: ClassVar[str] = "5"
    title: ClassVar[str] = "End of the turn"

    def run(self, table: Table[LrdgState]) -> None:
        if table.state.over or all_back(table) or table.state.turn >= TABLES.mission["last_turn"]:
            give_up(table)
            table.do(Evaluation(), NextMission())
        else:
            table.do(Turn())


class NextMission(Phase[LrdgState], frozen=True):
    """Continues a campaign with its next mission (LRDG campaign)."""

    rule: ClassVar[str] = "campaign"
    title: ClassVar[str] = "Next mission"
    opens: ClassVar[bool] = True

    def run(self, table: Table[LrdgState]) -> None:
        table.state.mission += 1
        table.do(Play())
