"""LOA-C6, combat: the Garrison is revealed, and the Ottoman counters are picked (LOA 32.2)."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table
from sandtable_lawrence import garrisons, ottomans
from sandtable_lawrence.battle_events import (
    BattleJoined,
    NobodyThere,
    TrainElsewhere,
)
from sandtable_lawrence.edge import Edge
from sandtable_lawrence.fire import Round
from sandtable_lawrence.leadership import change_pounds
from sandtable_lawrence.line_up import LineUp
from sandtable_lawrence.post_battle import BattleOver
from sandtable_lawrence.roster import TRAIN
from sandtable_lawrence.spaces import is_rail
from sandtable_lawrence.state import Battle, LawrenceState


class Contact(Phase[LawrenceState], frozen=True):
    """The Objective segment: reveal the Garrison, and fight one battle (LOA 32)."""

    rule: ClassVar[str] = "32"
    title: ClassVar[str] = "Objective segment"

    def run(self, table: Table[LawrenceState]) -> None:
        state, operation = table.state, table.state.acting
        if state.verdict or not operation.force:
            return
        number = garrisons.reveal(table, operation.space) if operation.space in state.garrisons else 0
        if operation.threat or number:
            table.do(Engage(garrison=number))


class Engage(Phase[LawrenceState], frozen=True):
    """Pick Ottomans for a card and a Garrison; all Arabs and the Camp fight (LOA-R36, LOA 36.2)."""

    rule: ClassVar[str] = "LOA-C6"
    title: ClassVar[str] = "Battle"

    garrison: int = 0

    def run(self, table: Table[LawrenceState]) -> None:
        state, operation = table.state, table.state.acting
        threat, operation.threat = operation.threat, None
        card, bonus = (threat.number if threat else 0), ottomans.bonus(table, card=threat is not None)
        called = ottomans.pick(table, card + self.garrison + bonus, threat.named if threat else [])
        table.tell(BattleJoined(operation.space, card, self.garrison, bonus, tuple(sorted(called))))
        if TRAIN in called and not is_rail(operation.space):
            table.tell(TrainElsewhere())
        foes = ottomans.line_of(operation.space, called)
        if not foes:
            self._walk_in(table, called)
            return
        arabs = [unit.id for unit in state.at(operation.space)]
        state.battle = Battle(operation.space, self.garrison, sorted(called), foes, arabs)
        ambush = threat is not None and threat.ambush
        table.do(Edge(ambush=ambush), LineUp(), Round(), BattleOver())

    def _walk_in(self, table: Table[LawrenceState], called: list[str]) -> None:
        """Take a space that no Ottoman defends: remove the Garrison and gain its Pounds (LOA-R22)."""
        state = table.state
        ottomans.return_to_bin(state, called)
        table.tell(NobodyThere(state.acting.space))
        if self.garrison:
            garrisons.remove(table, state.acting.space)
            change_pounds(table, self.garrison)
