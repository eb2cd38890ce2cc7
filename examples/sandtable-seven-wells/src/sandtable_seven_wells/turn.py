"""Section 1, sequence of play: the main effort, turns and reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Phase, Refusal, Table

from sandtable_seven_wells.actions import Effort
from sandtable_seven_wells.barrage import Barrages
from sandtable_seven_wells.combat import Combats
from sandtable_seven_wells.counters import place_unit
from sandtable_seven_wells.events import Arrived, Delayed, Planned, TurnBegan
from sandtable_seven_wells.hexes import SECTORS
from sandtable_seven_wells.movement import Movement, VeiledMovement
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import BRITISH, OTHER, OTTOMAN, SEATS, War, info_of
from sandtable_seven_wells.victory import Nightfall


class Planning(Decision[War], frozen=True):
    """The British choose their main effort in secret."""

    rule: ClassVar[str] = "1.1"
    title: ClassVar[str] = "Main effort"
    takes: ClassVar[tuple[type[Action], ...]] = (Effort,)
    secret: ClassVar[bool] = True

    def ask(self, table: Table[War]) -> str:
        return "Where is your main effort?"

    def candidates(self, table: Table[War]) -> Iterator[Action]:
        yield from map(Effort, dict.fromkeys(SECTORS.values()))

    def refusal(self, table: Table[War], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal("1.1", "the sectors are gaza, sheria and beersheba")

    def choose(self, table: Table[War], action: Action) -> None:
        assert isinstance(action, Effort)
        table.state.effort = action.sector
        table.tell(Planned(action.sector))


class Turn(Phase[War], frozen=True):
    """A turn: weather, the British player turn, the Ottoman player turn, then the next turn."""

    rule: ClassVar[str] = "1.2"
    title: ClassVar[str] = "Turn"
    opens: ClassVar[bool] = True

    def run(self, table: Table[War]) -> None:
        state = table.state
        state.turn += 1
        state.khamsin = table.dice.rolls_at_most(1)
        table.tell(TurnBegan(state.turn, state.khamsin))
        table.do(*(Stage(side) for side in SEATS), Nightfall(), Turn())


class Stage(Phase[War], frozen=True):
    """A player turn: reinforcements, barrage, movement and combat."""

    rule: ClassVar[str] = "1.3"
    title: ClassVar[str] = "Reinforcements"
    opens: ClassVar[bool] = True

    side: str

    def run(self, table: Table[War]) -> None:
        state = table.state
        state.shifts, state.attacked = {}, []
        for id, unit in state.units.items():
            unit.moved = unit.fought = False
            if info_of(id).side == self.side:
                self._arrive(table, id)
        veiled = self.side == OTTOMAN and any(unit.number for unit in state.units.values())
        movement = (VeiledMovement if veiled else Movement)(seat=self.side)
        table.do(Barrages(seat=self.side), movement, Combats(self.side))

    def _arrive(self, table: Table[War], unit: str) -> None:
        """Place a reinforcement that is due in the first of its entry hexes with room."""
        position = Position(table.scenario.data, table.state)
        due = position.numbers(unit)
        if not due.turn or due.turn > table.state.turn or table.state.units[unit].at:
            return
        if not position.steps(unit):
            return
        closed = position.occupied_hexes(OTHER[self.side]) | position.full_hexes(self.side, unit)
        hex = next((hex for hex in due.at if hex not in closed), None)
        if hex is None:
            table.tell(Delayed(unit))
            return
        place_unit(table, unit, hex)
        table.tell(Arrived(unit, hex))


def first_phases(table: Table[War], effort: str) -> None:
    """Schedule the first phases of a game; the British plan if there is no main effort yet."""
    if not effort:
        table.do(Planning(seat=BRITISH))
    table.do(Turn())
