"""Malta Run's implementation of the game contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from sandtable import Action, Bot, Game, Phase, Presentation, Scenario, Stake, Table, Wait, subclasses_in

from sandtable_malta_run import boats, convoy, day, ending, pictures, torpedoes
from sandtable_malta_run.actions import Hunt, Lay, Prowl, Sail
from sandtable_malta_run.bot import Scripted
from sandtable_malta_run.spaces import BOARD, NAMES
from sandtable_malta_run.state import RAIDER, RunState, ScenarioData
from sandtable_malta_run.view import View, imagine, view


class MaltaRun(Game[RunState]):
    """A convoy against submarines that it cannot see."""

    State = RunState
    ScenarioData = ScenarioData
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = subclasses_in(
        (day, convoy, torpedoes, boats, ending), Phase
    )
    actions: ClassVar[tuple[type[Action], ...]] = (Sail, Hunt, Lay, Prowl, Wait)
    stakes: ClassVar[Mapping[str, Stake]] = {"ships": Stake("ships"), "boats": Stake("submarines")}
    presentation = Presentation(
        status=pictures.status,
        board=pictures.board,
        map=pictures.draw,
        pictures=pictures.pictures,
        turn=pictures.turn,
    )

    def setup(self, table: Table[RunState]) -> RunState:
        data: ScenarioData = table.scenario.data
        table.do(boats.Lying(seat=RAIDER), day.Day())
        return RunState(data.start, data.ships)

    def names(self, table: Table[RunState]) -> Iterable[str]:
        return NAMES

    def oddities(self, scenario: Scenario) -> Iterator[str]:
        """Yield a warning for each setting that is legal but odd, for ``sandtable scenario check``."""
        data: ScenarioData = scenario.data
        shortest = BOARD.distance(data.start, data.goal)
        if shortest is None or shortest > data.days:
            yield f"days: {data.days} is too few to sail from {data.start} to {data.goal}"

    def view(self, table: Table[RunState], seat: str | None) -> View:
        return view(table, seat)

    def imagine(self, table: Table[RunState], seat: str) -> None:
        imagine(table, seat)

    def tracks(self, table: Table[RunState], seat: str | None) -> dict[str, int]:
        state = table.state
        return {"day": state.day, "ships": state.ships, "boats": len(state.boats)}

    def scripted_bot(self) -> Bot:
        return Scripted()
