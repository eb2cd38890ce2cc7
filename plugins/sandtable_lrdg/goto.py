"""LRDG 6.1.1: the command `goto`, which moves a stack over several links, one after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from sandtable import ActionError, Candidate, IllegalAction, number_of, suggest
from sandtable.tooling import match, resolve
from sandtable_console import CommandOutputs, outputs
from sandtable_lrdg.actions import Move
from sandtable_lrdg.discretion import entry_chance, risk
from sandtable_lrdg.events import place
from sandtable_lrdg.mission import desert
from sandtable_lrdg.movement import has_half_point, movers, why_no_act, why_no_link, why_no_move
from sandtable_lrdg.orders import Orders
from sandtable_lrdg.routes import Trip, route
from sandtable_lrdg.state import LrdgState, LrdgTable
from sandtable_lrdg.zones import NAMES, half_points

if TYPE_CHECKING:
    from sandtable_console import Console


class Leg(NamedTuple):
    """One link of a journey; `chance` is the chance to stay unseen, in percent, None without a test."""

    move: Move
    points: int
    chance: int | None

    @property
    def text(self) -> str:
        """As in ``Jalo 4 AP, seen 44 %``."""
        return f"{place(self.move.zone)} {self.points} AP, {risk(self.chance) or 'no test'}"


class Journey(NamedTuple):
    """The links of a stack's quietest route; its patrol can pay for the first `affordable` this turn."""

    patrol: str
    units: int
    legs: tuple[Leg, ...]
    affordable: int

    @property
    def text(self) -> str:
        """The links of this turn with their risks and the overall risk, then later turns' links."""
        now, later = self.legs[: self.affordable], self.legs[self.affordable :]
        chance = prod((100 if leg.chance is None else leg.chance) / 100 for leg in now)
        units = f"{number_of(self.units, 'unit')} of the {self.patrol} patrol"
        who = f"{units}, {place(now[0].move.origin or '')}"
        total = f"; overall seen {round(100 - 100 * chance)} %" if len(now) > 1 else ""
        later_text = f". Later: {'; '.join(leg.text for leg in later)}" if later else ""
        return f"{who} to {'; '.join(leg.text for leg in now)}{total}{later_text}"


def journey(table: LrdgTable, rest: str) -> Journey:
    """Return the journey that the words ask for. Raises ActionError or IllegalAction if none is."""
    if table.outcome is not None or not isinstance(table.decision, Orders):
        raise ActionError("goto gives an order; make the choice above first")
    patrol, origin, goal = _stack(table.state, rest)
    board = desert(table)
    units = movers(table.state, patrol, origin)
    counts = Counter(enemy.zone for enemy in table.state.axis)
    shun = frozenset(zone for zone in table.state.targets if zone != goal and table.state.intact(zone))
    trip = Trip(len(units), tuple(sorted(counts.items())), shun=shun)
    stops = [origin, *route(board, origin, goal, trip)]
    half, points = has_half_point(table, patrol, [unit.id for unit in units]), []
    for start, end in pairwise(stops):
        halves = half_points(board, start, end, len(units)) - half
        points.append(-(-halves // 2))
        half = bool(halves % 2) and not table.house.round_each_link
    legs = tuple(
        Leg(
            Move(patrol, end, start),
            cost,
            # What events have promised is used up by the first test (LRDG-A9).
            entry_chance(table, patrol, end, len(units), promised=start == origin),
        )
        for (start, end), cost in zip(pairwise(stops), points, strict=True)
    )
    first = legs[0].move
    if refusal := why_no_move(table, first) or why_no_link(table, patrol, origin, first.zone, units):
        raise IllegalAction(first, refusal)
    points_left, affordable = table.state.patrols[patrol].ap, 0
    for leg in legs:
        points_left -= leg.points
        affordable += points_left >= 0
    return Journey(patrol, len(units), legs, affordable)


def _stack(state: LrdgState, rest: str) -> tuple[str, str, str]:
    """Return the patrol, start and goal that the words name. Raises ActionError or UnknownName."""
    words = rest.split()
    if not words:
        raise ActionError("goto needs a zone: goto ZONE, or goto PATROL ZONE FROM")
    able = [at for at in state.stacks() if why_no_act(state, at[0]) is None and movers(state, *at)]
    if len(words) > 1 and (patrols := match(words[0], state.patrols)):
        able = [stack for stack in able if stack[0] in patrols]
        words = words[1:]
    goal, origin = _zones(words)
    meant = [stack for stack in able if stack[1] != goal and origin in ("", stack[1])]
    if not meant:
        kind = "such" if origin else "other"
        stacks = ", ".join(f"the {patrol} patrol at {place(zone)}" for patrol, zone in state.stacks())
        raise ActionError(f"no {kind} stack can move to {place(goal)}; you have {stacks}")
    if len(meant) > 1:
        each = ", ".join(f'"goto {patrol} {goal} {zone}"' for patrol, zone in meant)
        raise ActionError(f"several stacks could go there; type {each}")
    return (*meant[0], goal)


def _zones(words: list[str]) -> tuple[str, str]:
    """Return the goal and the start ("" if not given); a name may be typed as several words."""
    for size in range(len(words), 0, -1):
        goal = match("-".join(words[:size]), NAMES)
        origin = match("-".join(words[size:]), NAMES) if words[size:] else [""]
        if len(goal) == len(origin) == 1:
            return goal[0], origin[0]
    return resolve("zone", words[0], NAMES), resolve("zone", " ".join(words[1:]), NAMES)


# The command.


def preview(console: Console, rest: str) -> str:
    """Return the route, with the risk of each link."""
    return journey(console.session.table, rest).text if rest.strip() else ""


def complete(console: Console, rest: str) -> Iterable[Candidate]:
    """Return the words that may come next: a patrol if there are several, then zones."""
    state: LrdgState = console.session.table.state
    *before, typed = rest.split(" ")
    patrols = state.patrols if len(state.patrols) > 1 and not before else ()
    return suggest({**dict.fromkeys(patrols, "this patrol"), **dict(NAMES)}, typed, len(typed))


def run(console: Console, rest: str) -> CommandOutputs:
    """Ask, then move link by link; stop if units are seen or a decision comes up."""
    table: LrdgTable = console.session.table
    planned = journey(table, rest)
    legs = planned.legs[: planned.affordable]
    yield f"{planned.text}."
    way_to = f" on the way to {place(planned.legs[-1].move.zone)}" * (legs != planned.legs)
    yield outputs.Confirm(f"Go to {place(legs[-1].move.zone)}{way_to}? [y/N] ")
    for leg in legs:
        alarm_and_turn = table.state.alarm, table.state.turn
        yield outputs.Line(str(leg.move))
        calm = table.outcome is None and isinstance(table.decision, Orders)
        if not calm or (table.state.alarm, table.state.turn) != alarm_and_turn:
            if leg is not planned.legs[-1]:
                yield f"Stopped at {place(leg.move.zone)}: {_interruption(table, alarm_and_turn[0])}."
            return
    for leg in planned.legs[len(legs) :][:1]:
        yield f"Stopped at {place(legs[-1].move.zone)}: the next link costs {leg.points} AP."


def _interruption(table: LrdgTable, alarm: int) -> str:
    """Return what interrupted the journey, in words."""
    if table.state.alarm > alarm:
        return f"seen, the alarm is {table.state.alarm}"
    if table.state.battle:
        return "there is a fight: choose your line"
    return "the mission is over" if table.outcome else f"a decision comes first ({table.decision.title})"
