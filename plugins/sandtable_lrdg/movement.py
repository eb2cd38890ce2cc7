"""LRDG 6.1.1, movement: stacks and detachments move over one link, and units join patrols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from sandtable import Action, Board, Decision, Refusal, Table, number_of
from sandtable_lrdg.actions import Add, AtZone, Detach, Go, Join, Move
from sandtable_lrdg.combat import Combats, enemies_fought
from sandtable_lrdg.discretion import Discretion, entry_chance, is_useless, risk
from sandtable_lrdg.events import Joined, Moved, place, places
from sandtable_lrdg.mission import Options, all_back, desert, mission
from sandtable_lrdg.recon_ok import win
from sandtable_lrdg.roster import NAMES, is_truck
from sandtable_lrdg.state import SEAT, LrdgState, Unit
from sandtable_lrdg.zone_choice import ZoneChoice
from sandtable_lrdg.zones import BASES, half_points, price


def spend(table: Table[LrdgState], patrol: str, points: int) -> None:
    """Let a patrol pay action points for an action (LRDG 5.2)."""
    payer = table.state.patrols[patrol]
    payer.ap -= points
    payer.acted = True


def movers(state: LrdgState, patrol: str, zone: str) -> list[Unit]:
    """Return the units of a stack that can move: all but observers (LRDG 6.1.3)."""
    return [unit for unit in state.stack(patrol, zone) if not unit.watch]


def only_trucks(units: Sequence[str]) -> bool:
    """Tell whether all units are trucks, which cannot move without another unit (LRDG 3.1)."""
    return all(map(is_truck, units))


def why_no_act(state: LrdgState, patrol: str) -> Refusal | None:
    """Return why a patrol cannot act now; None if it can."""
    if patrol not in state.patrols or not state.units_of(patrol):
        return Refusal("3", "there is no such patrol in this mission", patrol)
    if state.patrols[patrol].low:
        return Refusal("6.1.7", "the patrol keeps a low profile this turn", patrol)
    if state.patrols[patrol].reserve:
        return Refusal("LRDG-A78", "the patrol waits in reserve", patrol)
    return None


def why_no_act_at(state: LrdgState, patrol: str, zone: str) -> Refusal | None:
    """Return why a patrol cannot act in a zone; None if it can."""
    refusal = why_no_act(state, patrol)
    if refusal is None and not state.stack(patrol, zone):
        return Refusal("6", "the patrol acts only where it has units", places(state.zones(patrol)))
    if refusal is None and not movers(state, patrol, zone):
        return Refusal("6.1.3", "an observer does nothing else", zone)
    return refusal


def why_immobile(state: LrdgState, patrol: str) -> Refusal | None:
    """Return why a patrol cannot move units this turn; None if it can (LRDG-A8)."""
    refusal = why_no_act(state, patrol)
    if refusal is None and state.patrols[patrol].immobile:
        return Refusal("LRDG-A8", "an event keeps the patrol from moving this turn", patrol)
    return refusal


def why_unaffordable(state: LrdgState, patrol: str, points: int) -> Refusal | None:
    """Return why a patrol cannot pay a number of action points; None if it can."""
    points_left = state.patrols[patrol].ap
    if points <= points_left:
        return None
    return Refusal(
        "5.2", f"it costs {number_of(points, 'action point')}", f"the {patrol} patrol has {points_left}"
    )


# Whole stacks.


def moves(table: Table[LrdgState]) -> Iterator[Action]:
    """Yield a move for each stack that can move, over each link that its patrol can pay for."""
    state, board = table.state, desert(table)
    for patrol in state.patrols:
        if why_immobile(state, patrol):
            continue
        starts_to: dict[str, list[tuple[str, bool]]] = {}
        for zone in state.zones(patrol):
            units = movers(state, patrol, zone)
            can_go = not only_trucks([unit.id for unit in units])
            for neighbour in board.neighbours(zone) if units else ():
                names = [unit.id for unit in units]
                paid = can_go and fare(table, patrol, names, zone, neighbour) <= state.patrols[patrol].ap
                starts_to.setdefault(neighbour, []).append((zone, paid))
        for neighbour, starts in starts_to.items():
            able = [start for start, paid in starts if paid]
            yield from (Move(patrol, neighbour, start) for start in able)
            if able and len(starts) > 1:
                yield Move(patrol, neighbour)  # the player is asked which stack


def origins(table: Table[LrdgState], patrol: str, zone: str) -> list[str]:
    """Return the zones next to `zone` from which a patrol could move a stack."""
    board, state = desert(table), table.state
    adjacent = [origin for origin in state.zones(patrol) if board.adjacent(origin, zone)]
    return [origin for origin in adjacent if movers(state, patrol, origin)]


def why_no_move(table: Table[LrdgState], action: Move) -> Refusal | None:
    """Return why a stack cannot move; an order without `origin` needs at least two that can."""
    state = table.state
    if refusal := why_immobile(state, action.patrol):
        return refusal
    starts = origins(table, action.patrol, action.zone)
    if not starts:
        neighbours = {
            zone: map(place, desert(table).neighbours(zone)) for zone in state.zones(action.patrol)
        }
        links = "; ".join(
            f"from {place(zone)} to {', '.join(ends)}" for zone, ends in neighbours.items()
        )
        return Refusal("6.1.1", "the patrol has no stack next to that zone that can move", links)
    if action.origin is not None and action.origin not in starts:
        return Refusal("6.1.1", "a stack can move there only from these zones", " or ".join(starts))
    barred = [
        why_no_link(table, action.patrol, start, action.zone, movers(state, action.patrol, start))
        for start in starts
        if action.origin in (None, start)
    ]
    if None not in barred:
        return barred[0]
    if action.origin is None and len(starts) == 1:
        whole = str(Move(action.patrol, action.zone, starts[0]))
        return Refusal("6.1.1", "also name the zone where the move begins", whole)
    return None


def why_no_link(
    table: Table[LrdgState], patrol: str, start: str, zone: str, units: Sequence[Unit]
) -> Refusal | None:
    """Return why units of a stack cannot move over a link together; None if they can."""
    names = [unit.id for unit in units]
    if only_trucks(names):
        return Refusal("3.1", "Heavy and Light never move without another unit")
    refusal = why_unaffordable(table.state, patrol, fare(table, patrol, names, start, zone))
    board, points_left = desert(table), table.state.patrols[patrol].ap
    cheap = [n for n in range(1, len(units)) if price(board, start, zone, n) <= points_left]
    if refusal is None or not cheap:
        return refusal
    rest, cost = number_of(len(units) - cheap[-1], "unit"), price(board, start, zone, cheap[-1])
    text = f"{refusal.text}; leave {rest} behind (detach {patrol} {start}), and it costs {cost}"
    return Refusal(refusal.rule, text, refusal.fact)


def fare(table: Table[LrdgState], patrol: str, units: Sequence[str], start: str, zone: str) -> int:
    """Return the action points that units pay for a link, less a half point in hand (LRDG-A2)."""
    halves = half_points(desert(table), start, zone, len(units)) - has_half_point(table, patrol, units)
    return -(-halves // 2)


def has_half_point(table: Table[LrdgState], patrol: str, units: Sequence[str]) -> bool:
    """Tell whether the same units have paid half an action point too much on roads this turn."""
    house: Options = table.house
    return not house.round_each_link and " ".join(sorted(units)) in groups_in_hand(table.state, patrol)


def groups_in_hand(state: LrdgState, patrol: str) -> set[str]:
    """Return every group of units that has half an action point in hand, each as its sorted names."""
    return set(filter(None, " ".join(state.patrols[patrol].half).split(" + ")))


def do_move(table: Table[LrdgState], action: Move) -> None:
    """Move a stack; without an origin, ask which one if several can move."""
    if action.origin is None:
        starts = tuple(origins(table, action.patrol, action.zone))
        table.do(WhichStack(seat=SEAT, part=True, spaces=starts, patrol=action.patrol, to=action.zone))
    else:
        march(table, movers(table.state, action.patrol, action.origin), action.zone)


class WhichStack(ZoneChoice, frozen=True, kw_only=True):
    """The player chooses which of several stacks moves, by its zone (LRDG 6.1.1)."""

    rule: ClassVar[str] = "6.1.1"
    title: ClassVar[str] = "Which stack"

    patrol: str
    to: str

    def ask(self, table: Table[LrdgState]) -> str:  # noqa: ARG002
        return f"Which stack of the {self.patrol} patrol goes to {place(self.to)}?"

    def move(self, action: Action) -> Move:
        """Return the move from the zone that the player names."""
        assert isinstance(action, AtZone)  # noqa: S101
        return Move(self.patrol, self.to, action.zone)

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        return about_move(table, self.move(action))

    def cost(self, table: Table[LrdgState], action: Action) -> str:
        return cost_of_move(table, self.move(action))

    def risk(self, table: Table[LrdgState], action: Action) -> str:
        return risk_of_move(table, self.move(action))

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        return super().refusal(table, action) or why_no_move(table, self.move(action))

    def confirm(self, table: Table[LrdgState], action: Action) -> str:
        return ASK_LAST_RETURN * ends_mission(table, self.move(action))

    def take(self, table: Table[LrdgState], zone: str) -> None:
        do_move(table, Move(self.patrol, self.to, zone))


def about_move(table: Table[LrdgState], action: Move) -> str:
    """Say which units move, whether they are tested, and whether the mission ends."""
    if action.origin is None:
        return "asks which stack"
    units = movers(table.state, action.patrol, action.origin)
    who = f"{number_of(len(units), 'unit')} from {place(action.origin)}"
    danger = risk_of_move(table, action)
    if danger.startswith("fight"):
        who += f"; if seen, a fight against {enemies_fought(table, action.zone)}"
    return f"{who}{', no test' * (not danger)}{'; the mission ends' * ends_mission(table, action)}"


def risk_of_move(table: Table[LrdgState], action: Move) -> str:
    """Return the risk of a move, in words."""
    units = movers(table.state, action.patrol, action.origin or "")
    return risk_of_entry(table, action.patrol, action.zone, len(units)) if action.origin else ""


def risk_of_entry(table: Table[LrdgState], patrol: str, zone: str, units: int) -> str:
    """Return the risk of an entry in words: being seen, or a fight with Axis units (LRDG-A12)."""
    seen = risk(entry_chance(table, patrol, zone, units))
    fights = table.house.entry_fights and table.state.enemies(zone)
    return seen.replace("seen", "fight") if fights else seen


ASK_LAST_RETURN = "These are the last units to return, so the mission ends. Go?"
"""The question before an order that ends the mission (LRDG 5.4)."""


def is_last_return(table: Table[LrdgState], units: Sequence[str], zone: str) -> bool:
    """Tell whether the mission ends when units enter a zone (LRDG 5.4)."""
    return zone in mission(table).returns and all_back(table, units)


def ends_mission(table: Table[LrdgState], action: Move) -> bool:
    """Tell whether a move ends the mission."""
    units = movers(table.state, action.patrol, action.origin or "")
    return is_last_return(table, [unit.id for unit in units], action.zone)


def cost_of_move(table: Table[LrdgState], action: Move) -> str:
    """Return the action points of a move in words; the fewest, if several stacks could move."""
    patrol, zone = action.patrol, action.zone
    fares = [
        fare(table, patrol, [unit.id for unit in movers(table.state, patrol, start)], start, zone)
        for start in ([action.origin] if action.origin else origins(table, patrol, zone))
    ]
    return f"{min(fares)}{'' if action.origin else '+'} AP"


def march(table: Table[LrdgState], units: Sequence[Unit], zone: str) -> None:
    """Pay for units, move them over one link, and test them on entry."""
    start, patrol = units[0].zone, units[0].patrol
    names = tuple(unit.id for unit in units)
    points = fare(table, patrol, names, start, zone)
    halves = half_points(desert(table), start, zone, len(units))
    overpaid = 2 * points + has_half_point(table, patrol, names) - halves
    spend(table, patrol, points)
    group = " ".join(sorted(names))
    groups = groups_in_hand(table.state, patrol) - {group} | {*[group] * overpaid}
    table.state.patrols[patrol].half = " + ".join(sorted(groups)).split()
    table.tell(Moved(names, start, zone, points))
    enter(table, units, zone)


def enter(table: Table[LrdgState], units: Sequence[Unit], zone: str) -> None:
    """Move units into a zone; outside the bases they are tested, and may have to fight (LRDG-A12)."""
    house: Options = table.house
    table.state.relocate(units, zone)
    if zone not in BASES and not is_useless(table.state, house, zone):
        names = tuple(unit.id for unit in units)
        table.do(Discretion(zone, names, entry=True, fights=house.entry_fights), Combats(declares=True))


# Detachments: choose the units, then the link.


def detachments(table: Table[LrdgState]) -> Iterator[Action]:
    """Yield an order to detach units from each stack."""
    for patrol, zone in table.state.stacks():
        yield Detach(patrol, zone)


def why_no_detachment(table: Table[LrdgState], action: Detach) -> Refusal | None:
    """Return why a stack cannot detach units; None if it can."""
    state, patrol = table.state, action.patrol
    if refusal := why_immobile(state, patrol):
        return refusal
    units = [unit.id for unit in movers(state, patrol, action.zone)]
    if len(units) < 2:
        able = [zone for zone in state.zones(patrol) if len(movers(state, patrol, zone)) > 1]
        return Refusal(
            "6.1.1", "a stack can detach units only if at least two of its units can move", places(able)
        )
    if only_trucks(units):
        return Refusal("3.1", "Heavy and Light never move without another unit")
    fares = [cheapest_fare(table, patrol, [unit], action.zone) for unit in units]
    return why_unaffordable(state, patrol, min(fares))


def cheapest_fare(table: Table[LrdgState], patrol: str, units: Sequence[str], zone: str) -> int:
    """Return the action points that units pay for the cheapest link."""
    return -(
        (has_half_point(table, patrol, units) - cheapest_link(desert(table), zone, len(units))) // 2
    )


@lru_cache(maxsize=1024)
def cheapest_link(board: Board, zone: str, units: int) -> int:
    """Return the half points of the cheapest link for a number of units."""
    return min(half_points(board, zone, neighbour, units) for neighbour in board.neighbours(zone))


def describe_surplus(table: Table[LrdgState], patrol: str, zone: str) -> str:
    """Say how many units a stack must leave behind to move; "" once its patrol has moved."""
    state, units = table.state, [unit.id for unit in movers(table.state, patrol, zone)]
    fares = [cheapest_fare(table, patrol, units[:number], zone) for number in range(len(units) + 1)]
    able = sum(fare <= state.patrols[patrol].ap for fare in fares) - 1
    if why_immobile(state, patrol) or state.patrols[patrol].moved or not 0 < able < len(units):
        return ""
    need = f"{number_of(len(units), 'unit')} at {place(zone)} need {fares[-1]} AP"
    return f" {need}: detach {able}, leave {len(units) - able} behind."


def do_detach(table: Table[LrdgState], action: Detach) -> None:
    """Let the player choose the detachment."""
    table.do(Detaching(seat=SEAT, patrol=action.patrol, zone=action.zone, part=True))


class Detaching(Decision[LrdgState], frozen=True, kw_only=True):
    """The player adds units in any order, then moves them."""

    rule: ClassVar[str] = "6.1.1"
    title: ClassVar[str] = "Detachment"
    takes: ClassVar[tuple[type[Action], ...]] = (Add, Go)

    patrol: str
    zone: str
    units: tuple[str, ...] = ()

    def ask(self, table: Table[LrdgState]) -> str:
        points = number_of(table.state.patrols[self.patrol].ap, "action point")
        named = f"{number_of(len(self.units), 'unit')} ({', '.join(NAMES[unit] for unit in self.units)})"
        chosen = named if self.units else "no unit yet"
        return f"Detachment from {place(self.zone)}: {chosen}, {points}. Add units, then go, or abort."

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        if isinstance(action, Go):
            end = "; the mission ends" * is_last_return(table, self.units, action.zone)
            return f"{number_of(len(self.units), 'unit')}{end}"
        return action.help

    def risk(self, table: Table[LrdgState], action: Action) -> str:
        if isinstance(action, Go):
            return risk_of_entry(table, self.patrol, action.zone, len(self.units))
        return ""

    def confirm(self, table: Table[LrdgState], action: Action) -> str:
        return ASK_LAST_RETURN * (
            isinstance(action, Go) and is_last_return(table, self.units, action.zone)
        )

    def cost(self, table: Table[LrdgState], action: Action) -> str:
        if isinstance(action, Go):
            return f"{fare(table, self.patrol, self.units, self.zone, action.zone)} AP"
        return ""

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        for unit in movers(table.state, self.patrol, self.zone):
            if unit.id not in self.units:
                yield Add(unit.id)
        if self.units:
            yield from map(Go, desert(table).neighbours(self.zone))

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if isinstance(action, Add):
            return self._why_no_unit(table, action.unit)
        assert isinstance(action, Go)  # noqa: S101
        if not self.units:
            return Refusal(self.rule, "add units first")
        if action.zone not in desert(table).neighbours(self.zone):
            neighbours = places(desert(table).neighbours(self.zone))
            return Refusal(self.rule, "only an adjacent zone can be reached", neighbours)
        points = fare(table, self.patrol, self.units, self.zone, action.zone)
        return why_unaffordable(table.state, self.patrol, points)

    def _why_no_unit(self, table: Table[LrdgState], unit: str) -> Refusal | None:
        able = [member.id for member in movers(table.state, self.patrol, self.zone)]
        if unit not in able or unit in self.units:
            text = "choose a unit of the stack that can move and is not chosen yet"
            return Refusal(self.rule, text, unit)
        if is_truck(unit) and not self.units:
            return Refusal("3.1", "Heavy and Light never move without another unit; add one first", unit)
        points = cheapest_fare(table, self.patrol, [*self.units, unit], self.zone)
        return why_unaffordable(table.state, self.patrol, points)

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        if isinstance(action, Add):
            table.do(replace(self, units=(*self.units, action.unit)))
        elif isinstance(action, Go):
            march(table, [table.state.units[unit] for unit in self.units], action.zone)


# Joining a patrol.


def joins(table: Table[LrdgState]) -> Iterator[Action]:
    """Yield an order to transfer each unit that entered another patrol's zone this turn (LRDG-A96)."""
    for unit in table.state.force:
        if unit.arrived:
            for patrol in {neighbour.patrol: None for neighbour in table.state.at(unit.zone)}:
                if patrol != unit.patrol and not table.state.patrols[patrol].reserve:
                    yield Join(unit.id, patrol)


def why_no_join(table: Table[LrdgState], action: Join) -> Refusal | None:
    """Return why a unit cannot join a patrol; None if it can."""
    if action in joins(table):
        return None
    if (patrol := table.state.patrols.get(action.patrol)) and patrol.reserve:
        return Refusal("LRDG-A78", "the patrol waits in reserve", action.patrol)
    return Refusal("6.1.1", "a unit can join a patrol only on the turn it enters its zone", action.unit)


def do_join(table: Table[LrdgState], action: Join) -> None:
    """Transfer a unit to a patrol; an emptied patrol hands over its Recon OK (LRDG-A74)."""
    state = table.state
    unit = state.units[action.unit]
    old_patrol, unit.patrol, unit.arrived = unit.patrol, action.patrol, False
    table.tell(Joined(unit.id, unit.patrol))
    if not state.units_of(old_patrol):
        handed_over, state.patrols[old_patrol].recon_ok = state.patrols[old_patrol].recon_ok, []
        for zone in handed_over:
            win(table, unit.patrol, zone)
