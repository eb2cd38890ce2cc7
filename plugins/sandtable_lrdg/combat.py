"""LRDG 7.1, combat: a turn's combats, their order, and a target's defenders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Done, Phase, Refusal, Table
from sandtable_lrdg.actions import Assault
from sandtable_lrdg.alarm import HIGHEST_ALARM, raise_alarm
from sandtable_lrdg.combat_events import CombatBegan
from sandtable_lrdg.duration import combat_turn_phases
from sandtable_lrdg.events import Watching, place
from sandtable_lrdg.line_up import LineUp
from sandtable_lrdg.mission import Options
from sandtable_lrdg.state import SEAT, Battle, LrdgState, Unit
from sandtable_lrdg.zone_choice import ZoneChoice


class Combats(Phase[LrdgState], frozen=True):
    """Fights all combats that are due, in the player's order (LRDG 7.1).

    - `declares`: whether the player may declare more fights for targets, as in the action phase.
    - `ordered`: whether the player ordered the attack, and so is warned of unspent action points.
    """

    rule: ClassVar[str] = "7.1"
    title: ClassVar[str] = "Combat"

    declares: bool = False
    ordered: bool = False

    def run(self, table: Table[LrdgState]) -> None:
        state = table.state
        due = [zone for zone in state.clashes if state.at(zone)]
        asks = extra_targets(state) or (self.ordered and idle_points(state))
        if self.declares and asks and any(map(state.intact, due)):
            table.do(Declaring(seat=SEAT, part=self.ordered))
            return
        if len(due) > 1:
            table.do(WhichFirst(seat=SEAT, spaces=tuple(due)), NextCombats())
            return
        table.state.clashes = []
        for zone in due:
            begin_combat(table, zone)


class NextCombats(Combats, frozen=True):
    """Fights the combats after the first (LRDG 7.1)."""

    title: ClassVar[str] = "Next combat"
    opens: ClassVar[bool] = True


def attackers(state: LrdgState, zone: str) -> list[Unit]:
    """Return the units that can attack a zone's target: all but observers (LRDG 6.1.3, LRDG 6.1.7)."""
    return [unit for unit in state.at(zone) if not (unit.watch or state.patrols[unit.patrol].low)]


def extra_targets(state: LrdgState) -> list[str]:
    """Return the targets that could be attacked in addition to the combats that are due."""
    return [
        zone
        for zone in state.targets
        if state.intact(zone) and zone not in state.clashes and attackers(state, zone)
    ]


def idle_points(state: LrdgState) -> dict[str, int]:
    """Return the action points that patrols outside these combats have left."""
    busy = {unit.patrol for zone in state.clashes for unit in state.at(zone)}
    return {id: points for id, points in state.unspent.items() if id not in busy}


class Declaring(Decision[LrdgState], frozen=True):
    """Before the first fight, the player chooses other targets to attack this turn (LRDG-A97)."""

    rule: ClassVar[str] = "7.1"
    title: ClassVar[str] = "More combats"
    takes: ClassVar[tuple[type[Action], ...]] = (Assault, Done)

    def ask(self, table: Table[LrdgState]) -> str:
        state = table.state
        named = ", ".join(map(place, state.clashes))
        unspent = ", ".join(f"{id} patrol {points} AP" for id, points in idle_points(state).items())
        lost = f" (unspent: {unspent})" if unspent else ""
        question = "Attack another target too?" if extra_targets(state) else "Fight now?"
        question += " Type abort to call it off." * self.part
        return f"Combat at {named}. It ends all patrols' actions{lost}. {question}"

    def describe(self, table: Table[LrdgState], action: Action) -> str:  # noqa: ARG002
        return "fight now" if isinstance(action, Done) else "attack this target in the same turn"

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        yield from map(Assault, extra_targets(table.state))
        yield Done()

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        possible = ", ".join(extra_targets(table.state)) or "there is none"
        return Refusal(self.rule, "only another target where you have units can be attacked", possible)

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        if isinstance(action, Assault):
            table.state.clashes.append(action.zone)
        table.do(self if isinstance(action, Assault) and extra_targets(table.state) else Combats())


class WhichFirst(ZoneChoice, frozen=True, kw_only=True):
    """The player chooses which combat is fought first."""

    rule: ClassVar[str] = "7.1"
    title: ClassVar[str] = "Which combat first"

    def describe(self, table: Table[LrdgState], action: Action) -> str:  # noqa: ARG002
        return "fight here first"

    def take(self, table: Table[LrdgState], zone: str) -> None:
        table.state.clashes.remove(zone)
        begin_combat(table, zone)


def begin_combat(table: Table[LrdgState], zone: str) -> None:
    """Begin a combat in a zone: end observations there, and draw the defenders of a target."""
    state = table.state
    raid = state.intact(zone)
    if not raid and not state.enemies(zone):
        return
    state.battle = Battle(zone, raid=raid)
    table.tell(CombatBegan(zone, raid))
    for unit in state.at(zone):
        if unit.watch:  # LRDG-A73
            unit.watch = None
            table.tell(Watching(unit.id, zone, "stops observing, because there is combat"))
    if raid:
        draw_defenders(table, zone)
        raise_alarm(table, [unit.id for unit in state.at(zone)], HIGHEST_ALARM)  # LRDG-A68
    table.do(LineUp(), *combat_turn_phases())


def draw_defenders(table: Table[LrdgState], zone: str) -> None:
    """Draw a target's defenders, and place one of them on the target (LRDG 7.2)."""
    state = table.state
    number = defenders(state, table.house, zone)
    state.targets[zone].drawn = True
    for place_in_draw in range(number):
        state.place(zone, guards=place_in_draw == 0)


def enemies_fought(table: Table[LrdgState], zone: str) -> int:
    """Return the number of Axis units in a fight, including a target's defenders (LRDG 7.2)."""
    drawn = defenders(table.state, table.house, zone) if table.state.intact(zone) else 0
    return len(table.state.enemies(zone)) + drawn


def defenders(state: LrdgState, house: Options, zone: str) -> int:
    """Return the number of units that a target's next combat draws: its remaining value (LRDG-A64)."""
    target = state.targets[zone]
    again = not house.defenders_drawn_once
    return min(target.left, max(state.spare, 0)) if again or not target.drawn else 0
