"""Section 5: how the game ends."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Outcome, Phase, Table

from sandtable_malta_run.events import Ended
from sandtable_malta_run.state import CONVOY, RAIDER, RunState


def end_game(table: Table[RunState], winner: str, section: str, why: str) -> None:
    """End the game: the winner, the section that says so, and the reason in a sentence."""
    state = table.state
    table.tell(Ended(section, why))
    returns = {seat: 1 if seat == winner else -1 for seat in (CONVOY, RAIDER)}
    metrics = {"ships": state.ships, "boats": len(state.boats), "days": state.day}
    table.end(Outcome(f"{winner} won", returns, metrics))


class Arrival(Phase[RunState], frozen=True):
    """Section 5.1: ends the game if the convoy is in its harbour."""

    rule: ClassVar[str] = "5.1"
    title: ClassVar[str] = "Arrival"

    def run(self, table: Table[RunState]) -> None:
        state = table.state
        if state.convoy == table.scenario.data.goal:
            end_game(table, CONVOY, "5.1", f"{state.ships} ships reach harbour.")


class Nightfall(Phase[RunState], frozen=True):
    """Section 5.3: ends the game after the last day, when the convoy has no oil left."""

    rule: ClassVar[str] = "5.3"
    title: ClassVar[str] = "Nightfall"

    def run(self, table: Table[RunState]) -> None:
        if table.state.day >= table.scenario.data.days:
            end_game(table, RAIDER, "5.3", "The convoy is out of oil and turns back.")
