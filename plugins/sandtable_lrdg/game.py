"""Who Dares Wins!: the game's implementation of the core's `Game` contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from sandtable import (
    Action,
    Bot,
    Done,
    Game,
    No,
    PartResult,
    Phase,
    Presentation,
    Scenario,
    Stake,
    Table,
    Wait,
    Yes,
    subclasses_in,
)
from sandtable_lrdg import (
    actions,
    aim,
    air_support,
    alarm,
    axis,
    combat,
    combat_turn,
    counter_pictures,
    duration,
    evaluation,
    fire,
    hits,
    incidents,
    intelligence,
    items,
    line_up,
    maintenance,
    movement,
    muster,
    orders,
    pictures,
    preparation,
    reconnaissance,
    relations,
    roster,
    sequence,
    zones,
)
from sandtable_lrdg.aim import TARGET
from sandtable_lrdg.bot import Scripted
from sandtable_lrdg.counters import AXIS, full_pool
from sandtable_lrdg.discretion import Discretion
from sandtable_lrdg.maintenance import CACHE
from sandtable_lrdg.mission import Mission, Options
from sandtable_lrdg.special_rules import earlier_results
from sandtable_lrdg.state import LrdgState, all_units
from sandtable_lrdg.tables import TABLES
from sandtable_lrdg.view import View, view

CHAPTERS = (
    *(sequence, preparation, muster, incidents, orders, movement, air_support, intelligence),
    *(reconnaissance, maintenance, combat, line_up, combat_turn, aim, fire, hits, duration),
    *(alarm, axis, evaluation),
)


def _map(view: View, width: int, height: int | None) -> Sequence[str]:
    from sandtable_lrdg import map_picture  # noqa: PLC0415 (needed only when asked)

    return map_picture.draw(view, width, height)


class WhoDaresWins(Game[LrdgState]):
    """The raids of the Long Range Desert Group in Cyrenaica, 1942."""

    State = LrdgState
    ScenarioData = Mission
    Options = Options
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (Discretion, *subclasses_in(CHAPTERS, Phase))
    actions: ClassVar[tuple[type[Action], ...]] = (
        *subclasses_in([actions], Action),
        *(Done, No, Wait, Yes),
    )
    stakes: ClassVar[Mapping[str, Stake]] = {
        "half-points": Stake("VP", 2, "victory-points", scores=True),
        "alarm": Stake("alarm"),
    }
    score = "half-points"
    presentation = Presentation(
        status=pictures.status,
        board=pictures.board,
        map=_map,
        fight=pictures.fight,
        pictures=counter_pictures.pictures,
        relations=relations.relations,
        items=items.items,
        turn=counter_pictures.turn_label,
        name_of=counter_pictures.name_of,
    )

    def setup(self, table: Table[LrdgState]) -> LrdgState:
        won, supply = earlier_results(table.house)
        table.do(sequence.Play())
        return LrdgState(all_units(), full_pool(), won, supply)

    def names(self, table: Table[LrdgState]) -> Iterable[str]:
        yield from zones.NAMES
        yield from roster.NAMES
        yield from roster.PATROLS
        yield from (TARGET, CACHE)
        yield from (enemy.id for enemy in table.state.axis)

    def view(self, table: Table[LrdgState], seat: str | None) -> View:  # noqa: ARG002
        return view(table, table.state.copy())

    def glance(self, table: Table[LrdgState], seat: str | None) -> View:  # noqa: ARG002
        return view(table, table.state)

    def imagine(self, table: Table[LrdgState], seat: str) -> None:
        """Do nothing: a face-down counter is decided only when it is turned up (LRDG-A90)."""

    def tracks(self, table: Table[LrdgState], seat: str | None) -> dict[str, int]:  # noqa: ARG002
        state = table.state
        units = {f"{id}-units": len(state.units_of(id)) for id in state.patrols}
        points = {f"{id}-action-points": patrol.ap for id, patrol in state.patrols.items()}
        targets = {f"{zone}-target": target.left for zone, target in state.targets.items()}
        earned = sum(half for _, half in evaluation.scored_items(table))
        main = {"turn": state.turn, "alarm": state.alarm, "half-points": earned}
        return main | {"axis-defeated": len(state.defeated)} | points | units | targets

    def score_reasons(
        self,
        table: Table[LrdgState],
        seat: str | None,  # noqa: ARG002
    ) -> Mapping[str, Mapping[str, int]]:
        over = table.state.records[table.state.mission :]
        scored = evaluation.final_items if over else evaluation.earned_items
        return {"half-points": dict(scored(table))}

    def stake(self, name: str) -> Stake:
        """All missions of a campaign count equally (LRDG-A89)."""
        if name.startswith("mission-"):
            return self.stakes[self.score]._replace(figure=name)
        zone = name.removesuffix("-target")
        if zone in zones.NAMES and zone != name:
            return Stake(f"{zones.NAMES[zone]} target")
        return super().stake(name)

    def part_results(self, table: Table[LrdgState]) -> list[PartResult]:
        return evaluation.part_results(table)

    def verdict(self, table: Table[LrdgState]) -> str:
        return evaluation.verdict(table)

    def contents(self, scenario: Scenario) -> Mapping[str, Iterable[str]]:  # noqa: ARG002
        incidents = [result.effect for result in TABLES.event.results]
        levels = [level.name for level in TABLES.levels]
        return {"incidents": incidents, "counters": AXIS, "units": roster.NAMES, "levels": levels}

    def oddities(self, scenario: Scenario) -> Iterable[str]:
        from sandtable_lrdg import oddities  # noqa: PLC0415 (needed only when asked)

        return oddities.oddities(scenario)

    def scripted_bot(self) -> Bot:
        """Leads the raid by rules of thumb while you watch."""
        return Scripted()
