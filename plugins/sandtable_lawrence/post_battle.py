"""LOA-C7, after a battle: Ops, the Garrison and its Pounds, lost leaders, and recruiting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Phase, Refusal, Table, Wait
from sandtable_lawrence import garrisons, leadership, ottomans, recruiting
from sandtable_lawrence.actions import Recruit
from sandtable_lawrence.battle_events import BattleEnded
from sandtable_lawrence.clock import change_ops
from sandtable_lawrence.escape import Escape
from sandtable_lawrence.events import pounds
from sandtable_lawrence.leadership import change_pounds
from sandtable_lawrence.roster import LAWRENCE
from sandtable_lawrence.spaces import is_critical
from sandtable_lawrence.state import SEAT, Battle, LawrenceState
from sandtable_lawrence.tables import TABLES


class BattleOver(Phase[LawrenceState], frozen=True):
    """Return the Ottomans to the bin, and score the battle (LOA-C7, LOA 30.1, LOA 31)."""

    rule: ClassVar[str] = "LOA-C7"
    title: ClassVar[str] = "After the battle"

    def run(self, table: Table[LawrenceState]) -> None:
        state, battle = table.state, table.state.fight
        state.battle = None
        ottomans.return_to_bin(state, battle.called)
        if not battle.broken_off:
            self._score(table, battle)
        won = bool(battle.arabs) and not battle.broken_off
        table.do(*(Escape(leader, battle.space) for leader in battle.lost), *[AfterVictory()] * won)

    def _score(self, table: Table[LawrenceState], battle: Battle) -> None:
        """Gain or lose Ops (LOA 30.1); a beaten Garrison is eliminated and pays Pounds (LOA 32.2)."""
        won = bool(battle.arabs)
        table.tell(BattleEnded(battle.space, won))
        worth = TABLES.battle.critical_ops if is_critical(battle.space) else TABLES.battle.ops
        change_ops(table, worth if won else -worth)
        if won and battle.garrison:
            garrisons.remove(table, battle.space)
            change_pounds(table, battle.garrison)


class AfterVictory(Phase[LawrenceState], frozen=True):
    """Lawrence may try to recruit a leader, after all escape rolls (LOA-R23)."""

    rule: ClassVar[str] = "34.3"
    title: ClassVar[str] = "Recruiting a leader"

    def run(self, table: Table[LawrenceState]) -> None:
        state = table.state
        leads = state.operation is not None and LAWRENCE in state.operation.force
        if leads and leadership.why_no_attempt(state, Recruit(0)) is None:
            table.do(ExtraAttempt(seat=SEAT))


class ExtraAttempt(Decision[LawrenceState], frozen=True):
    """Choose whether Lawrence tries to recruit a leader after a victory (LOA 34.3, LOA-R23)."""

    rule: ClassVar[str] = "34.3"
    title: ClassVar[str] = "Recruiting a leader"
    takes: ClassVar[tuple[type[Action], ...]] = (Recruit, Wait)

    def ask(self, table: Table[LawrenceState]) -> str:
        state = table.state
        most = max(recruit.pounds for recruit in leadership.attempts(state))
        added = f", adding 0 to {pounds(most)} to Leadership {state.leadership.value}" if most else ""
        wait = "keep the attempt for later" if table.house.attempts_keep else "forgo the attempt"
        return f"You won the battle. Try to recruit a leader{added}, or wait and {wait}?"

    def describe(self, table: Table[LawrenceState], action: Action) -> str:
        if isinstance(action, Recruit):
            return leadership.about_attempt(table, action)
        return "keep this attempt for later" if table.house.attempts_keep else "forgo this attempt"

    def cost(self, table: Table[LawrenceState], action: Action) -> str:
        return recruiting.cost(table.state, table.state.lawrence.space, action)

    def risk(self, table: Table[LawrenceState], action: Action) -> str:
        return leadership.risk(table, action)

    def candidates(self, table: Table[LawrenceState]) -> Iterator[Action]:
        yield from leadership.attempts(table.state)
        yield Wait()

    def refusal(self, table: Table[LawrenceState], action: Action) -> Refusal | None:
        return leadership.why_no_attempt(table.state, action) if isinstance(action, Recruit) else None

    def choose(self, table: Table[LawrenceState], action: Action) -> None:
        if isinstance(action, Wait):
            table.state.earned += table.house.attempts_keep
        leader = leadership.attempt(table, action) if isinstance(action, Recruit) else ""
        if leader and table.state.operation:
            table.state.operation.force.append(leader)
