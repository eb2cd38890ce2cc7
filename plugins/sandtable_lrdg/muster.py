"""LRDG 4.1, purchase: the player buys units, or takes the historical patrols."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Done, Phase, Refusal, Table, ask_rules, call_rules, number_of
from sandtable_lrdg import zones
from sandtable_lrdg.actions import Buy, Depart, Historical
from sandtable_lrdg.events import PatrolFormed, UnitMissing, names
from sandtable_lrdg.mission import mission
from sandtable_lrdg.roster import HQS, KIND_OF, NAMES, PATROLS, WACO, is_hq, kind
from sandtable_lrdg.state import SEAT, LrdgState, Patrol


def why_barred(table: Table[LrdgState], unit: str) -> str:
    """Return why a unit cannot be chosen; "" if it can (LRDG 3)."""
    counter = table.state.units[unit]
    if counter.patrol or (unit == WACO and table.state.waco):
        return "taken already"
    reason = next(filter(None, ask_rules(table.rules, "bars", str, unit)), "")
    if reason or counter.available:
        return reason
    return "under maintenance" if counter.box else "reduced" if counter.steps else "destroyed"


def hqs(table: Table[LrdgState]) -> list[str]:
    """Return the command units that can be chosen."""
    return [hq for hq in HQS.values() if not why_barred(table, hq)]


class Muster(Decision[LrdgState], frozen=True):
    """The player takes the historical patrols, or buys units; each patrol begins with its HQ."""

    rule: ClassVar[str] = "4.1"
    title: ClassVar[str] = "Purchase"
    takes: ClassVar[tuple[type[Action], ...]] = (Historical, Buy, Done)

    def ask(self, table: Table[LrdgState]) -> str:
        points_left = budget_left(table)
        if points_left == mission(table).budget:
            return f"Take the historical patrols, or buy units for {points_left} points, an HQ first."
        return f"Buy units: {points_left} of {mission(table).budget} points left."

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        if isinstance(action, Buy):
            full, reduced = table.state.units[action.unit].values
            return f"AV {full}/{reduced}" if action.unit != WACO else ""
        if isinstance(action, Historical):
            return "; ".join(f"{force.patrol}: {names(force.units)}" for force in mission(table).patrols)
        return action.help

    def cost(self, table: Table[LrdgState], action: Action) -> str:  # noqa: ARG002
        return number_of(kind(action.unit).cost, "point") if isinstance(action, Buy) else ""

    def confirm(self, table: Table[LrdgState], action: Action) -> str:
        sold = any(isinstance(option, Buy) for option in table.options)
        if not isinstance(action, Done) or not sold:
            return ""
        return f"Set out with {number_of(budget_left(table), 'point')} unspent? They are lost."

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        yield Historical()
        for hq_patrol, hq in HQS.items():
            yield Buy(hq, hq_patrol)
        formed = [patrol for patrol in PATROLS if table.state.units_of(patrol)]
        sold = (unit for unit in KIND_OF if not is_hq(unit) and not why_barred(table, unit))
        for unit in sold:
            yield from [Buy(unit)] if unit == WACO else [Buy(unit, patrol) for patrol in formed]
        yield Done()

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        match action:
            case Historical() if table.state.force or budget_left(table) < mission(table).budget:
                return Refusal("4.1", "you have already bought units; abort takes them back")
            case Done() if not table.state.force:
                return Refusal("4.1", "you need at least one patrol; begin with a command unit")
            case Buy():
                return self._why_no_purchase(table, action)
        return None

    def _why_no_purchase(self, table: Table[LrdgState], action: Buy) -> Refusal | None:
        if action.unit not in NAMES:
            return Refusal("4.1", "there is no such unit", action.unit)
        if reason := why_barred(table, action.unit):
            sections: Iterator[str] = (rule.cites for rule in table.rules if rule.bars(action.unit))
            return Refusal(next(sections, "3"), f"{NAMES[action.unit]} is {reason}")

        return self._why_no_patrol(table, action) or self._why_no_price(table, action)

    def _why_no_patrol(self, table: Table[LrdgState], action: Buy) -> Refusal | None:
        patrol = action.patrol
        if action.unit == WACO:
            return Refusal("LRDG-A87", "the Waco joins no patrol, so name none") if patrol else None
        if patrol not in PATROLS:
            return Refusal("4.1", "name the patrol: buy UNIT PATROL", ", ".join(PATROLS))
        if is_hq(action.unit) and HQS[patrol] != action.unit:
            return Refusal("LRDG-A91", f"{NAMES[action.unit]} leads only the patrol of its own number")
        if not is_hq(action.unit) and not table.state.units_of(patrol):
            return Refusal("LRDG-A91", "a patrol's first unit must be its HQ", NAMES[HQS[patrol]])
        return None

    def _why_no_price(self, table: Table[LrdgState], action: Buy) -> Refusal | None:
        left, price = budget_left(table), kind(action.unit).cost
        fact = f"the budget has {number_of(left, 'point')} left"
        return None if price <= left else Refusal("4.1", f"it costs {price}", fact)

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        match action:
            case Historical():
                take_historical(table)
            case Buy(unit, patrol):
                take(table, unit, patrol or "")
                table.do(Muster(seat=self.seat, part=True))


def budget_left(table: Table[LrdgState]) -> int:
    """Return the points of the budget that are not spent."""
    state, data = table.state, mission(table)
    waco = kind(WACO).cost if state.waco and not data.waco else 0
    return data.budget - waco - sum(kind(unit.id).cost for unit in state.force)


def take(table: Table[LrdgState], unit: str, patrol: str) -> None:
    """Place a unit in its patrol at the departure base, or the Waco in the support box."""
    state = table.state
    if unit == WACO:
        state.waco = True
        return
    state.patrols.setdefault(patrol, Patrol(patrol))
    state.patrols = {id: state.patrols[id] for id in PATROLS if id in state.patrols}
    counter = state.units[unit]
    counter.patrol, counter.zone = patrol, mission(table).departure


def take_historical(table: Table[LrdgState]) -> None:
    """Take the historical patrols, even one without a command unit (LRDG-A30).

    A missing unit is replaced at equal cost, or else left out (LRDG-A81).
    """
    historical = {unit for force in mission(table).patrols for unit in force.units}
    for force in mission(table).patrols:
        for unit in force.units:
            unit_taken = unit if not why_barred(table, unit) else substitute(table, unit, historical)
            if unit_taken != unit:
                table.tell(UnitMissing(unit, unit_taken))
            if unit_taken:
                take(table, unit_taken, force.patrol)
        if force.reserve and force.patrol in table.state.patrols:
            table.state.patrols[force.patrol].reserve = True


def substitute(table: Table[LrdgState], unit: str, wanted: set[str]) -> str:
    """Return a unit that costs the same, of the same kind if there is one; "" for none."""
    able = [
        other
        for other in KIND_OF
        if other not in wanted
        and other != WACO
        and kind(other).cost == kind(unit).cost
        and is_hq(other) == is_hq(unit)
        and not why_barred(table, other)
    ]
    return min(able, key=lambda other: KIND_OF[other] != KIND_OF[unit], default="")


class Departures(Phase[LrdgState], frozen=True):
    """Asks for each patrol's base, if the scenario has several bases (LRDG-A31)."""

    rule: ClassVar[str] = "LRDG-A31"
    title: ClassVar[str] = "Departure"

    def run(self, table: Table[LrdgState]) -> None:
        patrols = list(table.state.patrols)
        if mission(table).also and len(patrols) > 1:
            table.do(*(Departing(seat=SEAT, patrol=patrol) for patrol in patrols))


class Departing(Decision[LrdgState], frozen=True, kw_only=True):
    """The player chooses a patrol's base; at least one patrol begins at the departure base."""

    rule: ClassVar[str] = "LRDG-A31"
    title: ClassVar[str] = "Departure"
    takes: ClassVar[tuple[type[Action], ...]] = (Depart,)

    patrol: str

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        data = mission(table)
        yield from (Depart(self.patrol, zone) for zone in (data.departure, *data.also))

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if action not in self.candidates(table):
            return Refusal(self.rule, f"the {self.patrol} patrol begins only at one of these bases")
        base = mission(table).departure
        others = [unit for unit in table.state.at(base) if unit.patrol != self.patrol]
        if isinstance(action, Depart) and action.zone != base and not others:
            return Refusal(self.rule, f"at least one patrol must begin at {zones.NAMES[base]}")
        return None

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        assert isinstance(action, Depart)  # noqa: S101
        for unit in table.state.units_of(self.patrol):
            unit.zone = action.zone


class Formed(Phase[LrdgState], frozen=True):
    """Announces the patrols; special rules may add to them."""

    rule: ClassVar[str] = "4.1"
    title: ClassVar[str] = "Patrols"

    def run(self, table: Table[LrdgState]) -> None:
        for patrol in table.state.patrols:
            units = table.state.units_of(patrol)
            if units:
                table.tell(PatrolFormed(patrol, tuple(unit.id for unit in units), units[0].zone))
        call_rules(table.rules, "formed", table)
