"""Lawrence of Arabia: the game's implementation of the core's `Game` contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from sandtable import (
    Action,
    At,
    Bot,
    Done,
    Game,
    PartResult,
    Phase,
    Presentation,
    Scenario,
    Stake,
    Table,
    Wait,
    subclasses_in,
)
from sandtable_lawrence import (
    actions,
    break_off,
    camp,
    campaign,
    combat,
    counter_pictures,
    demolition,
    edge,
    escape,
    fire,
    high_command,
    items,
    line_up,
    operation,
    ops_deck,
    orders,
    pictures,
    post_battle,
    preparation,
    relations,
    roster,
    spaces,
    victory,
)
from sandtable_lawrence.battle_events import FATES
from sandtable_lawrence.bot import Scripted
from sandtable_lawrence.cards import CARDS, DECK, Reinforced
from sandtable_lawrence.events import RESULTS
from sandtable_lawrence.mission import Mission, Options, mission
from sandtable_lawrence.state import LawrenceState, all_units, leadership_track
from sandtable_lawrence.tables import TABLES
from sandtable_lawrence.view import View, view

CHAPTERS = (
    *(campaign, preparation, operation, orders, camp, high_command, ops_deck, combat, edge),
    *(line_up, fire, break_off, post_battle, escape, demolition, victory),
)


def _map(view: View, width: int, height: int | None) -> Sequence[str]:
    from sandtable_lawrence import map_picture  # noqa: PLC0415 (needed only when asked)

    return map_picture.draw(view, width, height)


class LawrenceOfArabia(Game[LawrenceState]):
    """The Arab Revolt against the Ottoman Empire, 1917 and 1918."""

    State = LawrenceState
    ScenarioData = Mission
    Options = Options
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (*subclasses_in(CHAPTERS, Phase), *DECK, Reinforced)
    actions: ClassVar[tuple[type[Action], ...]] = (*subclasses_in([actions], Action), At, Done, Wait)
    stakes: ClassVar[Mapping[str, Stake]] = {
        **{name: Stake(name) for name in ("units", "ops", "pounds", "strength")},
        "goals-met": Stake("goals met", scores=True),
    }
    presentation = Presentation(
        status=pictures.status,
        board=pictures.board,
        map=_map,
        fight=pictures.fight,
        pictures=counter_pictures.pictures,
        relations=relations.relations,
        items=items.items,
        turn=counter_pictures.turn,
        name_of=counter_pictures.name_of,
    )

    def setup(self, table: Table[LawrenceState]) -> LawrenceState:
        table.do(campaign.MissionPlay())
        level = TABLES.leadership.low
        return LawrenceState(all_units(), roster.full_bin(), roster.gear_box(), leadership_track(level))

    def names(self, table: Table[LawrenceState]) -> Iterable[str]:
        yield from spaces.NAMES
        yield from roster.NAMES
        yield from TABLES.wares
        yield from high_command.RESULTS
        state = table.state
        yield from (*state.unseen, *state.discards, *state.held)
        yield from (foe.id for foe in (state.battle.foes if state.battle else ()))

    def view(self, table: Table[LawrenceState], seat: str | None) -> View:  # noqa: ARG002
        return view(table)

    def imagine(self, table: Table[LawrenceState], seat: str) -> None:
        """Do nothing, since nothing is hidden: a marker gets its number when revealed (LOA-R3)."""

    def tracks(self, table: Table[LawrenceState], seat: str | None) -> dict[str, int]:  # noqa: ARG002
        state = table.state
        force = [unit for unit in state.units.values() if unit.space and unit.id != roster.CAMP]
        return {
            "ops": state.ops,
            "pounds": state.pounds,
            "leadership": state.leadership.value,
            "garrisons": len(state.garrisons),
            "breaks": len(state.breaks),
            "units": len(force),
            "strength": sum(unit.strength for unit in force),
            "goals-met": sum(goal.progress(state)[0] for goal in mission(table).goals),
            "missions-won": state.successes,
        }

    def score_reasons(
        self,
        table: Table[LawrenceState],
        seat: str | None,  # noqa: ARG002
    ) -> Mapping[str, Mapping[str, int]]:
        met = {str(goal): goal.progress(table.state)[0] for goal in mission(table).goals}
        return {"goals-met": {goal: number for goal, number in met.items() if number}}

    def part_results(self, table: Table[LawrenceState]) -> list[PartResult]:
        return campaign.part_results(table)

    def verdict(self, table: Table[LawrenceState]) -> str:
        return campaign.verdict(table)

    def contents(self, scenario: Scenario) -> Mapping[str, Iterable[str]]:  # noqa: ARG002
        return {
            **{"cards": CARDS, "appeals": high_command.RESULTS, "charges": RESULTS, "fates": FATES},
            **{"units": roster.UNITS, "ottomans": roster.OTTOMANS, "gear": roster.ROSTER.gear},
        }

    def oddities(self, scenario: Scenario) -> Iterable[str]:
        from sandtable_lawrence import oddities  # noqa: PLC0415 (needed only when asked)

        return oddities.oddities(scenario)

    def scripted_bot(self) -> Bot:
        """Leads the revolt by rules of thumb while you watch."""
        return Scripted()
