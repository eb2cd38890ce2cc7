"""LRDG 5.4, evaluation: victory points, the success level, and MCO points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import (
    Action,
    Decision,
    Done,
    Outcome,
    PartResult,
    Phase,
    Refusal,
    Table,
    ask_rules,
    call_rules,
    number_of,
)
from sandtable_lrdg.actions import Refit
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.events import Abandoned, CampaignOver, Evaluated, Refitted, Repaired, as_points
from sandtable_lrdg.hits import remove
from sandtable_lrdg.mission import Mission, Options, is_home, mission, scenario
from sandtable_lrdg.roster import NAMES, is_hq, kind
from sandtable_lrdg.state import SEAT, LrdgState, Record, Unit
from sandtable_lrdg.tables import TABLES, Level

PointsByReason = tuple[tuple[str, int], ...]
"""Reasons for points, each with its half points."""


def scored_items(table: Table[LrdgState]) -> PointsByReason:
    """Return the points earned so far, by reason; once a mission is evaluated, only its total."""
    records = table.state.records[table.state.mission :]
    return (("mission over", records[-1].points),) if records else earned_items(table)


def earned_items(table: Table[LrdgState]) -> PointsByReason:
    """Return the mission's points so far, by reason, without zeros or end-of-mission bonuses."""
    special = sum(ask_rules(table.rules, "points", int, table))
    fought = [("losses", loss_points(table)), ("enemies", enemy_points(table.state))]
    scored = (*fought, ("targets", target_points(table.state)), ("mission", special))
    return tuple([item for item in scored if item[1]])


def final_items(table: Table[LrdgState]) -> PointsByReason:
    """Return the mission's points by reason, with the bonuses, as if it ended now."""
    earned = earned_items(table)
    return earned + bonuses(table.state, mission(table), table.house, earned)


def loss_points(table: Table[LrdgState]) -> int:
    """Return the half points for LRDG units destroyed or reduced (LRDG-A48)."""
    house: Options = table.house
    units = table.state.units.values()
    return sum(loss(unit, house) for unit in units if unit.steps < 2 and unit.patrol)


def loss(unit: Unit, house: Options) -> int:
    """Return the half points for a unit's losses; by option, spent trucks count (LRDG-A19)."""
    command = "command_" if is_hq(unit.id) else ""
    if unit.steps == 0:
        return TABLES.points[f"{command}destroyed"]
    spent = kind(unit.id).loads and unit.used and not house.spent_trucks_cost_vp
    return 0 if unit.steps == 2 or spent else TABLES.points[f"{command}reduced"]


def enemy_points(state: LrdgState) -> int:
    """Return the half points for defeated Axis units."""
    veterans = sum([AXIS[counter].veteran for counter in state.defeated])
    others = len(state.defeated) - veterans
    return TABLES.points["veteran"] * veterans + TABLES.points["other"] * others


def target_points(state: LrdgState) -> int:
    """Return the half points for targets destroyed or reduced (LRDG-A40)."""
    points = TABLES.points
    return sum(
        points["target_destroyed"] if not target.left else points["target_reduced"] * target.reduced
        for target in state.targets.values()
    )


def bonuses(state: LrdgState, data: Mission, house: Options, earned: PointsByReason) -> PointsByReason:
    """Return the bonuses for speed and a low alarm; none before a unit has left (LRDG-A49, LRDG-A93)."""
    result = {"targets", "mission"} & dict(earned).keys() or not house.bonuses_need_result  # LRDG-A58
    if not (result and any(unit.out for unit in state.units.values() if unit.patrol)):
        return ()
    won = {"duration": state.turn < data.duration, "alarm": state.alarm < TABLES.points["quiet"]}
    return tuple([(what, TABLES.points[what]) for what in won if won[what]])


def level_of(points: int) -> Level:
    """Return the success level for a number of half points (LRDG-A27)."""
    return next(level for level in reversed(TABLES.levels) if points >= level.start)


class Evaluation(Phase[LrdgState], frozen=True):
    """Scores the mission and adds its MCO points (LRDG-A39)."""

    rule: ClassVar[str] = "5.4"
    title: ClassVar[str] = "Evaluation"

    def run(self, table: Table[LrdgState]) -> None:
        state = table.state
        items = final_items(table)
        points = sum(half for _, half in items)
        level = level_of(points)
        state.bank += level.mco
        state.records.append(Record(scenario(table).id, points, level.name, level.mco, state.turn))
        table.tell(Evaluated(points, level.name, level.mco, items, state.turn, state.alarm))
        call_rules(table.rules, "ends", table)
        if state.mission + 1 < len(table.scenario.parts):
            table.do(Upkeep(), Refitting(seat=SEAT))
        else:
            finish(table)


def verdict(table: Table[LrdgState]) -> str:
    """Return the success level, victory points and turns, in words; "" before the game is over."""
    if table.outcome is None:
        return ""
    level, metrics = table.outcome.name, table.outcome.metrics
    turns = number_of(metrics["turns"], "turn")
    return f"a {table.game.info.outcome(level)}: {as_points(metrics['half-points'])} VP in {turns}"


def finish(table: Table[LrdgState]) -> None:
    """End the game at the mission's level or, in a campaign, the level of its average (LRDG-A89)."""
    records = table.state.records
    failed = sum(record.points <= 0 for record in records) if len(records) > 1 else 0
    points = sum(record.points for record in records) + failed * TABLES.points["mission_failed"]
    level = level_of(max(points // len(records), min(points, 1))).name  # above 0 is no failure
    if len(records) > 1:
        table.tell(CampaignOver(points, len(records), failed, level))
    figures = {f"mission-{number}": record.points for number, record in enumerate(records, 1)}
    metrics = {"half-points": points, "turns": sum(record.turn for record in records)}
    metrics |= figures if len(records) > 1 else {"alarm": table.state.alarm}
    table.end(Outcome(level, {SEAT: points}, metrics))


def part_results(table: Table[LrdgState]) -> list[PartResult]:
    """Return the results of a campaign's missions, and the points that failures cost (LRDG-A89)."""
    titles = {scenario.id: scenario.title for scenario in table.scenario.parts}
    records = table.state.records
    results = [
        PartResult(
            f"{record.points / 2:+g}", f"{titles[record.scenario]}: {record.level}, turn {record.turn}"
        )
        for record in records
    ]
    if failed := sum(record.points <= 0 for record in records):
        deducted = failed * TABLES.points["mission_failed"]
        results.append(
            PartResult(f"{deducted / 2:+g}", f"for {number_of(failed, 'mission')} that failed")
        )
    return results


def give_up(table: Table[LrdgState]) -> None:
    """Remove every unit that has left the bases and is not back (LRDG-A59)."""
    if lost := [unit for unit in table.state.force if not is_home(mission(table), unit)]:
        table.tell(Abandoned(tuple([unit.id for unit in lost])))
    for unit in lost:
        remove(unit)


class Upkeep(Phase[LrdgState], frozen=True):
    """Tests each unit with an MCO marker; those that fail go to the maintenance box (LRDG-A88)."""

    rule: ClassVar[str] = "5.5"
    title: ClassVar[str] = "Maintenance of units"

    def run(self, table: Table[LrdgState]) -> None:
        highest_pass = TABLES.maintenance["below"] - 1 - TABLES.maintenance["base"]
        for unit in table.state.units.values():
            if unit.mco:
                passed = table.dice.rolls_at_most(highest_pass)
                unit.mco, unit.box = ([], False) if passed else ([0], True)
                face = table.rolls[-1].value
                table.tell(Repaired(unit.id, face, TABLES.maintenance["base"], passed, self.rule))


class Refitting(Decision[LrdgState], frozen=True):
    """The player spends MCO points to restore units, and keeps the rest (LRDG 5.4)."""

    rule: ClassVar[str] = "5.4"
    title: ClassVar[str] = "Refit"
    opens: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Action], ...]] = (Refit, Done)

    def ask(self, table: Table[LrdgState]) -> str:
        state, parts = table.state, len(table.scenario.parts)
        head = f"Mission {state.mission + 1} of {parts} is over" if parts else "The mission is over"
        total = as_points(sum(record.points for record in state.records))
        prices = f"{TABLES.refit['destroyed']} if destroyed, {TABLES.refit['reduced']} if reduced"
        bank = number_of(state.bank, "MCO point")
        return f"{head}, {total} VP so far. Spend {bank} to restore units ({prices}), or done."

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        if not isinstance(action, Refit):
            return "keep the rest"
        return "reduced" if table.state.units[action.unit].steps else "destroyed"

    def cost(self, table: Table[LrdgState], action: Action) -> str:
        return f"{price(table.state.units[action.unit])} MCO" if isinstance(action, Refit) else ""

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        yield from (Refit(unit.id) for unit in table.state.units.values() if unit.steps < 2)
        yield Done()

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        assert isinstance(action, Refit)  # noqa: S101
        unit = table.state.units.get(action.unit)
        if unit is None or unit.steps == 2:
            return Refusal(self.rule, "only a destroyed or reduced unit needs MCO points", action.unit)
        bank = table.state.bank
        if price(unit) > bank:
            cost = number_of(price(unit), "MCO point")
            return Refusal(self.rule, f"{NAMES[unit.id]} costs {cost}", f"{bank} left")
        return None

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        if not isinstance(action, Refit):
            return
        state = table.state
        unit = state.units[action.unit]
        state.bank -= price(unit)
        unit.steps, unit.used = 2, 0
        table.tell(Refitted(unit.id, state.bank))
        table.do(Refitting(seat=self.seat, part=True))


def price(unit: Unit) -> int:
    """Return the MCO points that restore a unit."""
    return TABLES.refit["reduced" if unit.steps else "destroyed"]
