"""Sections 1.1 and 4: submarines are placed, and move unseen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Refusal, Table, Wait

from sandtable_malta_run.actions import Lay, Prowl
from sandtable_malta_run.events import Dived, Laid, Prowled
from sandtable_malta_run.spaces import BOARD, NAMES, RISKS, SEA
from sandtable_malta_run.state import Boat, RunState
from sandtable_malta_run.torpedoes import Contact


class Lying(Decision[RunState], frozen=True):
    """Asks where the next submarine waits. It is `secret`: the convoy does not see the choice."""

    rule: ClassVar[str] = "1.1"
    title: ClassVar[str] = "In wait"
    secret: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Action], ...]] = (Lay,)

    def ask(self, table: Table[RunState]) -> str:
        left = table.scenario.data.boats - len(table.state.boats)
        return f"Where will a submarine wait? {left} left to place."

    def candidates(self, table: Table[RunState]) -> Iterator[Action]:
        yield from map(Lay, SEA)

    def refusal(self, table: Table[RunState], action: Action) -> Refusal | None:
        assert isinstance(action, Lay)
        return _why_closed(table.state, action.space, "1.1")

    def choose(self, table: Table[RunState], action: Action) -> None:
        assert isinstance(action, Lay)
        table.state.boats.append(Boat(action.space))
        table.tell(Laid(action.space))
        if len(table.state.boats) < table.scenario.data.boats:
            table.do(Lying(seat=self.seat, part=True))


class Prowling(Decision[RunState], frozen=True):
    """Asks which submarine moves, and where to, if any does (section 4.2)."""

    rule: ClassVar[str] = "4"
    title: ClassVar[str] = "Submarines"
    secret: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Action], ...]] = (Prowl, Wait)

    def ask(self, table: Table[RunState]) -> str:
        return f"The convoy is at {NAMES[table.state.convoy]}. Which submarine moves?"

    def candidates(self, table: Table[RunState]) -> Iterator[Action]:
        for boat in table.state.boats:
            yield from (Prowl(boat.space, space) for space in BOARD.neighbours(boat.space))
        yield Wait()

    def refusal(self, table: Table[RunState], action: Action) -> Refusal | None:
        if not isinstance(action, Prowl):
            return None
        if table.state.boat(action.boat) is None:
            return Refusal("4.1", "you have no submarine there", NAMES[action.boat])
        if not BOARD.adjacent(action.boat, action.space):
            why = "a submarine moves along one lane"
            return Refusal("4.1", why, f"no lane leads there from {NAMES[action.boat]}")
        return _why_closed(table.state, action.space, "4.1")

    def choose(self, table: Table[RunState], action: Action) -> None:
        if not isinstance(action, Prowl):
            return
        boat = table.state.boat(action.boat)
        assert boat is not None
        kind = Dived if boat.seen else Prowled
        boat.space, boat.seen = action.space, False
        table.tell(kind(action.boat, action.space))
        if action.space == table.state.convoy:
            table.do(Contact())


def _why_closed(state: RunState, space: str, rule: str) -> Refusal | None:
    """Why a submarine cannot enter a space; None if it can."""
    if not RISKS[space]:
        return Refusal(rule, "a submarine cannot enter a harbour")
    if state.boat(space):
        return Refusal(rule, "a space holds only one submarine", f"there is one at {NAMES[space]}")
    return None
