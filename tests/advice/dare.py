"""Dare: a toy game in which the worth of each choice is known exactly.

Two turns; in each the hero waits (0 gold), works (2), or dares: a throw of 5 or 6 gives 9 gold,
else nothing, which is worth 3. Digging comes in two small choices: two thirds of 3 gold for the
first, the rest for the second. The scripted player works. The fixture `dare` is this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

from msgspec import Struct

from sandtable import Action, Bot, Decision, Event, Game, GameInfo, Outcome, Phase, Seat, State, Table

TOML = """
game = "dare"
title = "A Dare"
"""


class DareData(Struct, frozen=True, forbid_unknown_fields=True):
    turns: int = 2


class DareState(State):
    gold: int = 0
    turn: int = 0
    thrown: int = 0


class Wait(Action, frozen=True):
    pass


class Work(Action, frozen=True):
    pass


class Dare(Action, frozen=True):
    pass


class Dig(Action, frozen=True):
    pass


class Deeper(Action, frozen=True):
    pass


class Rest(Action, frozen=True):
    pass


class Thrown(Event, frozen=True):
    rule: ClassVar[str] = "2"
    face: int

    @property
    def text(self) -> str:
        return f"The hero throws a {self.face}."


class Turn(Phase[DareState], frozen=True):
    rule: ClassVar[str] = "1"
    title: ClassVar[str] = "Turn"

    def run(self, table: Table[DareState]) -> None:
        state = table.state
        state.turn += 1
        if state.turn <= table.scenario.data.turns:
            table.do(Deed(seat="hero"), Turn())
            return
        name = "rich" if state.gold > 4 else "poor"
        metrics = {"gold": state.gold, "throws": state.thrown}
        table.end(Outcome(name, {"hero": state.gold}, metrics))


class Deed(Decision[DareState], frozen=True):
    rule: ClassVar[str] = "1"
    title: ClassVar[str] = "The deed"
    takes: ClassVar[tuple[type[Action], ...]] = (Wait, Work, Dare, Dig)

    def candidates(self, table: Table[DareState]) -> Iterator[Action]:
        yield from (Wait(), Work(), Dare(), Dig())

    def choose(self, table: Table[DareState], action: Action) -> None:
        table.state.gold += {Work: 2, Dig: 2}.get(type(action), 0)
        if isinstance(action, Dare):
            table.do(Throw())
        if isinstance(action, Dig):
            table.do(Digging(seat="hero", part=True))


class Digging(Decision[DareState], frozen=True):
    rule: ClassVar[str] = "1"
    title: ClassVar[str] = "Digging"
    takes: ClassVar[tuple[type[Action], ...]] = (Rest, Deeper)

    def candidates(self, table: Table[DareState]) -> Iterator[Action]:
        yield from (Rest(), Deeper())

    def choose(self, table: Table[DareState], action: Action) -> None:
        table.state.gold += isinstance(action, Deeper)


class Throw(Phase[DareState], frozen=True):
    rule: ClassVar[str] = "2"
    title: ClassVar[str] = "The throw"

    def run(self, table: Table[DareState]) -> None:
        state = table.state
        face = table.dice.roll()[0]
        state.gold += 9 * (face > 4)
        state.thrown += 1
        table.tell(Thrown(face))


class Worker:
    """Works, and rests after it has begun to dig."""

    def choose(self, seat: Seat) -> Action:
        return next(option for option in seat.options if isinstance(option, Work | Rest))


class DareGame(Game[DareState]):
    State = DareState
    ScenarioData = DareData
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (Turn, Deed, Digging, Throw)
    actions: ClassVar[tuple[type[Action], ...]] = (Wait, Work, Dare, Dig, Deeper, Rest)

    @cached_property
    def info(self) -> GameInfo:
        return GameInfo("dare", "Dare", ("hero",), 2, 1)

    def setup(self, table: Table[DareState]) -> DareState:
        table.do(Turn())
        return DareState()

    def names(self, table: Table[DareState]) -> Iterable[str]:
        return ()

    def view(self, table: Table[DareState], seat: str | None) -> DareState:
        return table.state

    def imagine(self, table: Table[DareState], seat: str) -> None:
        pass

    def tracks(self, table: Table[DareState], seat: str | None) -> dict[str, int]:
        return {"gold": table.state.gold}

    def status(self, view: DareState) -> str:
        return f"gold {view.gold}"

    def board(self, view: DareState, width: int = 80, height: int | None = None) -> Sequence[str]:
        return []

    def turn(self, view: DareState) -> str:
        return f"Turn {view.turn}"

    def scripted_bot(self) -> Bot:
        return Worker()
