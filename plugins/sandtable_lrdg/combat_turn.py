"""LRDG 7.3, a combat turn: reveal the Axis units, offer the initiative, aim and fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Phase, Table
from sandtable_lrdg import recon_ok
from sandtable_lrdg.actions import Decline, Initiative
from sandtable_lrdg.aim import TakeAim
from sandtable_lrdg.alarm import reveal
from sandtable_lrdg.fire import Fire
from sandtable_lrdg.line_up import battle
from sandtable_lrdg.state import SEAT, LrdgState


class CombatTurn(Phase[LrdgState], frozen=True):
    """Turns up face-down units and offers the initiative; then both sides aim and fire (LRDG 7.3.3)."""

    rule: ClassVar[str] = "7.3.3"
    title: ClassVar[str] = "Combat turn"

    def run(self, table: Table[LrdgState]) -> None:
        fight, state = battle(table), table.state
        for enemy in [state.enemy(id) for front in fight.line for id in front]:
            if not enemy.counter:
                reveal(table, enemy, self.rule)
        fight.shots, fight.strikes, fight.marks = [], [], {}
        if fight.turn == 1 and fight.line != [[]] and recon_ok.payer(state, fight.zone):
            table.do(Surprise(seat=SEAT))
        table.do(TakeAim(), Fire())


class Surprise(Decision[LrdgState], frozen=True):
    """Before the first combat turn, the player may buy the initiative for a Recon OK (LRDG 7.3.1)."""

    rule: ClassVar[str] = "7.3.1"
    title: ClassVar[str] = "Initiative"
    takes: ClassVar[tuple[type[Action], ...]] = (Initiative, Decline)

    def ask(self, table: Table[LrdgState]) -> str:
        return f"Spend {recon_ok.describe_price(table, battle(table).zone)} to fire first?"

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:  # noqa: ARG002
        yield Initiative()
        yield Decline()

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        fight = battle(table)
        patrol = recon_ok.payer(table.state, fight.zone)
        if isinstance(action, Initiative) and patrol:
            recon_ok.spend(table, patrol, "the initiative")
            fight.surprise = True
