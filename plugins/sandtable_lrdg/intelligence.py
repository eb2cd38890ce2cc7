"""LRDG 6.1.3, intelligence: a unit observes a zone for one or two turns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from sandtable import Action, Board, Phase, Refusal, Table, call_rules
from sandtable_lrdg.actions import Conclude, KeepObserving, Observe
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.discretion import Discretion, chance_unseen
from sandtable_lrdg.events import Watching, places
from sandtable_lrdg.mission import Options, desert
from sandtable_lrdg.movement import spend, why_immobile, why_no_act, why_unaffordable
from sandtable_lrdg.recon_ok import hand_over
from sandtable_lrdg.roster import NAMES, is_truck
from sandtable_lrdg.state import LrdgState, Unit, Watch
from sandtable_lrdg.tables import TABLES
from sandtable_lrdg.zones import BASES, OBSERVABLE_KINDS

COST = TABLES.costs["intelligence"]
"""The action points that each turn of an observation costs."""

LENGTHS = (1, 2)
"""An observation lasts one of these numbers of turns."""


@lru_cache(maxsize=256)
def observable_zones(board: Board, targets: tuple[str, ...]) -> frozenset[str]:
    """Return the zones that can be observed: near a target, built-up or an oasis (LRDG-A17)."""
    near_targets = {zone for target in targets for zone in (target, *board.neighbours(target))}
    lived_in = {id for id, zone in board.spaces.items() if OBSERVABLE_KINDS & set(zone.kinds)}
    return frozenset((near_targets | lived_in) - set(BASES))


def why_unobservable(table: Table[LrdgState], zone: str) -> Refusal | None:
    """Return why a zone cannot be observed; None if it can (LRDG-A17)."""
    board = desert(table)
    if zone in observable_zones(board, tuple(table.state.targets)):
        return None
    if zone in BASES:
        return Refusal("LRDG-A61", "a base cannot be observed", zone)
    text = "only a zone with or next to a target, or an inhabited zone, can be observed"
    return Refusal("LRDG-A17", text, zone)


def observations(table: Table[LrdgState]) -> Iterator[Action]:
    """Yield an order for every observation that a patrol can pay for."""
    state, board = table.state, desert(table)
    zones = observable_zones(board, tuple(state.targets))
    here = {
        patrol
        for patrol in state.patrols
        if not (why_no_act(state, patrol) or why_unaffordable(state, patrol, COST))
    }
    away = {patrol for patrol in here if not why_immobile(state, patrol)}
    for unit in state.force:
        if unit.patrol not in here or is_truck(unit.id) or unit.watch:
            continue
        near = board.neighbours(unit.zone) if unit.patrol in away else ()
        for zone in (unit.zone, *near):
            if zone in zones:
                watches = (Observe(unit.id, zone, turns) for turns in LENGTHS)
                points = state.patrols[unit.patrol].ap
                yield from [watch for watch in watches if cost_now(table, watch) <= points]


def why_no_observation(table: Table[LrdgState], action: Observe) -> Refusal | None:
    """Return why a unit cannot observe a zone; None if it can."""
    state = table.state
    unit = state.units.get(action.unit)
    if unit is None or not unit.zone:
        return Refusal("6.1.3", "no such unit is on the map", action.unit)
    if action.turns not in LENGTHS:
        return Refusal("6.1.3", "an observation takes 1 or 2 turns")
    return (
        (why_no_act if action.zone == unit.zone else why_immobile)(state, unit.patrol)
        or _why_no_observer(table, unit, action.zone)
        or why_unobservable(table, action.zone)
        or why_unaffordable(state, unit.patrol, cost_now(table, action))
    )


def _why_no_observer(table: Table[LrdgState], unit: Unit, zone: str) -> Refusal | None:
    if is_truck(unit.id):
        return Refusal("LRDG-A73", "a truck cannot observe", NAMES[unit.id])
    if unit.watch:
        return Refusal("6.1.3", "an observer does nothing else", NAMES[unit.id])
    if zone != unit.zone and not desert(table).adjacent(unit.zone, zone):
        named = places([unit.zone, *desert(table).neighbours(unit.zone)])
        return Refusal("6.1.3", "an observer watches its own zone or an adjacent zone", named)
    return None


def do_observe(table: Table[LrdgState], action: Observe) -> None:
    """Place the observer, at no movement cost; an enemy there calls for a test (LRDG-A16)."""
    state = table.state
    unit = state.units[action.unit]
    spend(table, unit.patrol, cost_now(table, action))
    if unit.zone != action.zone:
        state.relocate([unit], action.zone)
    house: Options = table.house
    unit.watch = Watch(state.turn + action.turns, action.turns, paid=house.watch_paid_at_once)
    table.tell(Watching(unit.id, unit.zone, f"observes until turn {unit.watch.until}"))
    if state.enemies(unit.zone):
        table.do(Discretion(unit.zone, (unit.id,), entry=True), Combats(declares=True))


def about_observation(table: Table[LrdgState], action: Observe) -> str:
    """Return the turn on which an observation ends, in words."""
    return f"until turn {table.state.turn + action.turns}"


def risk_of_observation(table: Table[LrdgState], action: Observe) -> str:
    """Return the chance that an observation would fail now, in words."""
    unit = table.state.units[action.unit]
    count = len(table.state.at(action.zone)) + (unit.zone != action.zone)
    drm = drm_of(table, action.turns)
    return f"fails {100 - chance_unseen(table, unit.patrol, action.zone, count, drm=drm)} %"


def cost_of_observation(table: Table[LrdgState], action: Observe) -> str:
    """Return the action points to pay now and next turn, in words (LRDG-A18)."""
    now, later = cost_now(table, action), COST * action.turns - cost_now(table, action)
    return f"{now} AP now, {later} next turn" if later else f"{now} AP"


def cost_now(table: Table[LrdgState], action: Observe) -> int:
    """Return the action points to pay when an observation begins (LRDG-A18)."""
    house: Options = table.house
    return COST * (action.turns if house.watch_paid_at_once else 1)


def drm_of(table: Table[LrdgState], turns: int) -> int:
    """Return the drm of the test at the end: +1 after one turn, 0 after two (LRDG-A4)."""
    house: Options = table.house
    one_turn = -1 if house.aid_watch_drm else 1
    return one_turn if turns == 1 else 0


def second_turn_orders(table: Table[LrdgState]) -> Iterator[Action]:
    """Yield an order to pay for each observation whose second turn is unpaid."""
    yield from (KeepObserving(unit.id) for unit in table.state.force if is_unpaid(table.state, unit))


def is_unpaid(state: LrdgState, unit: Unit) -> bool:
    """Tell whether a unit's observation is in its second turn and not yet paid for (LRDG-A18)."""
    watch = unit.watch
    return bool(watch and watch.turns > 1 and watch.until == state.turn + 1 and not watch.paid)


def why_no_second_turn(table: Table[LrdgState], action: KeepObserving) -> Refusal | None:
    """Return why the second turn of an observation cannot be paid for; None if it can."""
    unit = table.state.units.get(action.unit)
    if unit is None or not is_unpaid(table.state, unit):
        return Refusal("LRDG-A86", "this unit has no second turn of observation to pay for", action.unit)
    return why_no_act(table.state, unit.patrol) or why_unaffordable(table.state, unit.patrol, COST)


def do_second_turn(table: Table[LrdgState], action: KeepObserving) -> None:
    """Pay for the second turn of an observation."""
    unit = table.state.units[action.unit]
    assert unit.watch  # noqa: S101
    spend(table, unit.patrol, COST)
    unit.watch.paid = True


def conclusions(table: Table[LrdgState]) -> Iterator[Conclude]:
    """Yield an order to test each observation that ends this turn."""
    for unit in table.state.force:
        if unit.watch and unit.watch.until == table.state.turn:
            yield Conclude(unit.id)


def why_no_conclusion(table: Table[LrdgState], action: Conclude) -> Refusal | None:
    """Return why an observation cannot be tested now; None if it can."""
    if action in conclusions(table):
        return None
    return Refusal("6.1.3", "only an observation that ends this turn can be tested", action.unit)


def risk_of_conclusion(table: Table[LrdgState], action: Conclude) -> str:
    """Return the chance that the test would fail now, in words."""
    unit = table.state.units[action.unit]
    assert unit.watch  # noqa: S101
    count, drm = len(table.state.at(unit.zone)), drm_of(table, unit.watch.turns)
    return f"fails {100 - chance_unseen(table, unit.patrol, unit.zone, count, drm=drm)} %"


def do_conclude(table: Table[LrdgState], action: Conclude) -> None:
    """Test an observation; a failure leads to no combat (LRDG-A12)."""
    unit = table.state.units[action.unit]
    watch, unit.watch = unit.watch, None
    assert watch  # noqa: S101
    test = Discretion(unit.zone, (unit.id,), drm=drm_of(table, watch.turns), fights=False)
    table.do(test, Noted(unit.id, unit.zone, watch.turns))


class Observations(Phase[LrdgState], frozen=True):
    """Tests the observations that end this turn and have not been tested (LRDG-A86)."""

    rule: ClassVar[str] = "6.1.3"
    title: ClassVar[str] = "End of observations"

    def run(self, table: Table[LrdgState]) -> None:
        for action in () if table.state.over else list(conclusions(table)):
            do_conclude(table, action)


class Noted(Phase[LrdgState], frozen=True):
    """Gives an observer that passed its test a Recon OK to carry to its patrol."""

    rule: ClassVar[str] = "6.1.3"
    title: ClassVar[str] = "End of an observation"

    unit: str
    zone: str
    turns: int

    def run(self, table: Table[LrdgState]) -> None:
        unit = table.state.units[self.unit]
        seen = table.take()
        if seen:
            unit.reports.append(self.zone)
            call_rules(table.rules, "observed", table, self.zone, self.turns)
        table.tell(Watching(unit.id, self.zone, "has a report" if seen else "learns nothing"))
        hand_over(table)


def break_off(table: Table[LrdgState]) -> None:
    """End the observations whose second turn was not paid for (LRDG-A73)."""
    for unit in table.state.force:
        if is_unpaid(table.state, unit):
            unit.watch = None
            table.tell(Watching(unit.id, unit.zone, "stops observing, unpaid"))
