"""LOA 28, LOA-C11: testing for victory at the end of each Operation (LOA-R30)."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table
from sandtable_lawrence.mission import mission
from sandtable_lawrence.state import LawrenceState


class VictoryTest(Phase[LawrenceState], frozen=True):
    """Win the mission if all its goals are met (LOA-C11)."""

    rule: ClassVar[str] = "LOA-C11"
    title: ClassVar[str] = "Victory"

    def run(self, table: Table[LawrenceState]) -> None:
        state = table.state
        if not state.verdict and all(goal.met(state) for goal in mission(table).goals):
            state.verdict = "won"


class OperationEnds(Phase[LawrenceState], frozen=True):
    """End the Operation, and test for victory (LOA-C2)."""

    rule: ClassVar[str] = "LOA-C2"
    title: ClassVar[str] = "End of the Operation"

    def run(self, table: Table[LawrenceState]) -> None:
        state = table.state
        state.ended = state.operation.space if state.operation else ""
        state.operation = None
        table.do(VictoryTest())
