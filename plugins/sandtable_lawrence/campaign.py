"""LOA-C13, the end of a mission, and what a campaign carries over (LOA 28, LOA 34.5, LOA 32)."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Outcome, PartResult, Phase, deck, number_of
from sandtable_lawrence.leadership import move_leadership
from sandtable_lawrence.mission import mission, scenario
from sandtable_lawrence.mission_events import (
    Aftermath,
    CampaignOver,
    MissionOver,
    MissionRepeated,
    SpacesSecured,
)
from sandtable_lawrence.operation import NextOperation
from sandtable_lawrence.preparation import SetUp
from sandtable_lawrence.roster import CAMP, is_leader
from sandtable_lawrence.state import SEAT, LawrenceState, LawrenceTable, Record

MOST_FAILURES = 1
"""A second failed mission loses the campaign (LOA 28)."""


class MissionPlay(Phase[LawrenceState], frozen=True, tag="play"):
    """A mission from its set-up to its end (LOA-C13)."""

    rule: ClassVar[str] = "28"
    title: ClassVar[str] = "Mission"
    opens: ClassVar[bool] = True

    def run(self, table: LawrenceTable) -> None:
        table.do(SetUp(), NextOperation(), MissionEnds())


class MissionEnds(Phase[LawrenceState], frozen=True):
    """The mission is won or lost: the game is over, or the campaign continues (LOA 28)."""

    rule: ClassVar[str] = "28"
    title: ClassVar[str] = "End of the mission"

    def run(self, table: LawrenceTable) -> None:
        state, won = table.state, table.state.verdict == "won"
        table.tell(MissionOver(scenario(table).title, won, reason(state)))
        table.tell(aftermath(table))
        state.records.append(Record(scenario(table).id, won))
        if not table.scenario.parts:
            finish(table, won=won)
        elif campaign_over(table):
            table.tell(CampaignOver(won, state.successes))
            finish(table, won=won)
        else:
            if not won:
                table.tell(MissionRepeated(scenario(table).title))
            carry_on(table, won=won)
            table.do(MissionPlay())


def aftermath(table: LawrenceTable) -> Aftermath:
    """Return the survivors and results of a mission, and the historical outcome."""
    state, card = table.state, mission(table)
    survivors = [unit.id for unit in state.units.values() if unit.space and unit.id != CAMP]
    leaders = tuple(filter(is_leader, survivors))
    beaten = {*card.garrisons} - {*state.secured, *state.garrisons}
    units_left = len(survivors) - len(leaders)
    # A single mission shows its history at the end of the game.
    history = scenario(table).info.history if table.scenario.parts else ""
    return Aftermath(leaders, units_left, len(beaten), len(state.breaks), state.ops, history)


def reason(state: LawrenceState) -> str:
    """Tell why the mission is over."""
    if state.verdict == "won":
        return "all goals are met"
    return "no Ops are left" if state.lawrence.space else "Lawrence is lost"


def campaign_over(table: LawrenceTable) -> bool:
    """Tell whether all missions are won, Lawrence is lost (LOA 34), or two missions failed (LOA 28)."""
    state = table.state
    failures = len(state.records) - state.successes
    won_all = state.successes == len(table.scenario.parts)
    return won_all or not state.lawrence.space or failures > MOST_FAILURES


def carry_on(table: LawrenceTable, *, won: bool) -> None:
    """Change Leadership, secure the spaces held, and repeat a failed mission (LOA 34.5)."""
    state = table.state
    move_leadership(table, 1 if won else -1)
    held = [space for space in state.cleared if state.at(space) and space not in state.garrisons]
    if secured := [space for space in held if space not in state.secured]:
        state.secured = sorted([*state.secured, *secured])
        table.tell(SpacesSecured(tuple(secured)))
    deck.move_all(state.spent, state.gear)
    state.mission += won


def part_results(table: LawrenceTable) -> list[PartResult]:
    """Return the result of each mission attempted in a campaign, in order (LOA 34)."""
    titles = {scenario.id: scenario.title for scenario in table.scenario.parts}
    return [
        PartResult("won" if record.won else "lost", titles[record.scenario])
        for record in table.state.records
    ]


def verdict(table: LawrenceTable) -> str:
    """Return the result in words, with the Ops and Pounds left, or the missions won in a campaign."""
    if table.outcome is None:
        return ""
    state, how = table.state, table.outcome.name
    how += " because Lawrence is" * (not state.lawrence.space)
    if len(table.scenario.parts) > 1:
        tried = number_of(len(state.records), "attempt")
        return f"the campaign is {how}, with {number_of(state.successes, 'mission')} won in {tried}"
    resources = f"{number_of(state.ops, 'Op')} and {number_of(state.pounds, 'Pound')} left"
    return f"{scenario(table).title} is {how}, with {resources}"


def finish(table: LawrenceTable, *, won: bool) -> None:
    """End the game, with its outcome and metrics."""
    state = table.state
    metrics = {
        "ops-left": state.ops,
        "pounds": state.pounds,
        "leadership": state.leadership.value,
        "breaks": len(state.breaks),
        "missions-won": state.successes,
        "missions": len(state.records),
    }
    table.end(Outcome("won" if won else "lost", {SEAT: int(won)}, metrics))
