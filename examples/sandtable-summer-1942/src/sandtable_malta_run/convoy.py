"""Section 2: the convoy sails, or waits while its escorts hunt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Refusal, Table

from sandtable_malta_run.actions import Hunt, Sail
from sandtable_malta_run.ending import Arrival
from sandtable_malta_run.events import Hunted, Sailed
from sandtable_malta_run.spaces import BOARD, NAMES, RISKS
from sandtable_malta_run.state import RunState
from sandtable_malta_run.torpedoes import Contact


class Orders(Decision[RunState], frozen=True):
    """Asks what the convoy does today. The options are the candidates that have no refusal."""

    rule: ClassVar[str] = "2"
    title: ClassVar[str] = "Orders"
    takes: ClassVar[tuple[type[Action], ...]] = (Sail, Hunt)

    def ask(self, table: Table[RunState]) -> str:
        return f"At {NAMES[table.state.convoy]}: sail on, or hunt?"

    def candidates(self, table: Table[RunState]) -> Iterator[Action]:
        near = BOARD.neighbours(table.state.convoy)
        yield from map(Sail, near)
        yield from map(Hunt, (table.state.convoy, *near))

    def refusal(self, table: Table[RunState], action: Action) -> Refusal | None:
        assert isinstance(action, Sail | Hunt)
        here, there = table.state.convoy, action.space
        if isinstance(action, Hunt):
            if there != here and not BOARD.adjacent(here, there):
                why = "escorts hunt only in the convoy's space or next to it"
                return Refusal("2.2", why, f"{NAMES[there]} is too far")
            return None if RISKS[there] else Refusal("2.2", "no submarine can be in a harbour")
        if not BOARD.adjacent(here, there):
            return Refusal(
                "2.1", "the convoy sails along one lane", f"no lane leads there from {NAMES[here]}"
            )
        return None

    def choose(self, table: Table[RunState], action: Action) -> None:
        if isinstance(action, Hunt):
            _hunt(table, action.space)
            return
        assert isinstance(action, Sail)
        table.state.convoy, table.state.swept = action.space, ""
        table.tell(Sailed(action.space))
        table.do(Contact(), Arrival())


def _hunt(table: Table[RunState], space: str) -> None:
    state = table.state
    boat, state.swept = state.boat(space), space
    found = "nothing"
    if boat:
        sunk = table.dice.rolls_at_most(table.scenario.data.hunt)
        found, boat.seen = ("sunk" if sunk else "seen"), True
        if sunk:
            state.boats.remove(boat)
    table.tell(Hunted(space, found))
