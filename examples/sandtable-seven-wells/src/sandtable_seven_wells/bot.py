"""A scripted player for either seat, which values hexes and attacks by rules of thumb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable import Action, Decision, Done, Seat

from sandtable_seven_wells.actions import (
    Advance,
    All,
    Attack,
    Barrage,
    Commit,
    Effort,
    Move,
    Retreat,
    Stand,
    To,
)
from sandtable_seven_wells.combat import LOSSES, column
from sandtable_seven_wells.hexes import BEERSHEBA, CRT, GAZA, HAREIRA, MAP, SECTORS, SHERIA
from sandtable_seven_wells.position import MOUNTED
from sandtable_seven_wells.state import BRITISH, OTHER, info_of
from sandtable_seven_wells.victory import FREE_LOSSES, NORTH_EDGE, steps_lost
from sandtable_seven_wells.view import View

PLAN_WEIGHTS = {"beersheba": 2, "sheria": 1, "gaza": 1}
"""How often the bot chooses each sector for its main effort, in proportion."""
PLACE_VALUES = {GAZA: 5.0, SHERIA: 2.0, HAREIRA: 1.0}
"""The value of each place but Beersheba, whose value changes."""
THREAT_RANGE, ENOUGH_ODDS = 3, 3.0
"""The range at which enemies are a threat, and the odds at which attackers stop gathering."""


class Scripted:
    """A bot that uses only what its seat may know: it is given the seat, never the table."""

    def choose(self, seat: Seat) -> Action:
        """Choose the seat's best option by rules of thumb; if several tie, the first."""
        options = seat.options
        if len(options) == 1:
            return options[0]
        if isinstance(options[0], Effort):
            return Effort(seat.dice.pick(PLAN_WEIGHTS))
        view = seat.glance
        assert isinstance(view, View)
        return Evaluation(view, seat.name).best(seat.decision, options)


class Evaluation:
    """A side's evaluation of a position."""

    def __init__(self, view: View, side: str) -> None:
        self.war, self.side, self.position = view.war, side, view.position
        self.last = view.war.turn >= view.data.turns
        self.late = view.data.turns - view.war.turn < 2
        position = self.position
        self.supplied, self.watered = position.supplied(side), position.watered(side)
        self.enemies = {
            hex: position.defence(hex) / 2 or 2.0 for hex in position.occupied_hexes(OTHER[side])
        }
        self.own: dict[str, float] = {}
        for unit in position.units_of(side):
            here = position.units[unit].at
            self.own[here] = self.own.get(here, 0) + position.factor(unit)
        self._goals: dict[tuple[bool, str], float] = {}
        self._near: dict[str, list[tuple[str, float]]] = {}
        self._threats: dict[str, float] = {}
        self.places = PLACE_VALUES | {BEERSHEBA: 0.5 if self.war.taken else max(1.0, 5 - self.war.turn)}

    def best(self, decision: Decision[Any], options: Sequence[Action]) -> Action:
        """Return the best option of any decision but the main effort."""
        unit = getattr(decision, "unit", "")
        here = self.position.units[unit].at if unit else ""
        match options[0]:
            case Move():
                return self._choose_move(options)
            case Attack():
                return _best_option(
                    options, lambda option: self._attack_value(option.hex), -0.5 if self.last else 0.0
                )
            case Barrage():
                return _best_option(options, lambda option: self._barrage_value(option.hex), 0.0)
            case Advance():
                here = getattr(decision, "hex", "")
                return _best_option(options, lambda option: self._advance_value(option.unit, here), 0.0)
            case Commit():
                return next((option for option in options if isinstance(option, All)), options[0])
            case To():
                return _best_option(
                    options,
                    lambda option: self._hex_value(unit, option.hex),
                    self._hex_value(unit, here),
                )
            case Retreat():
                stand = self.places.get(here, 0) and self.position.steps(unit) > 1
                if stand and Stand() in options:
                    return Stand()
                retreats = [option for option in options if isinstance(option, Retreat)]
                return _best_option(retreats, lambda option: self._hex_value(unit, option.hex), -99)
        return options[0]

    def _choose_move(self, options: Sequence[Action]) -> Action:
        """Return the move of the first unit that would be better off elsewhere."""
        for option in options:
            if not isinstance(option, Move):
                continue
            unit, position = option.unit, self.position
            if info_of(unit).dummy:
                continue
            here = position.units[unit].at
            if self.places.get(here, 0) >= 1 and position.units_in(here) == [unit]:
                continue  # the garrison of a place that is worth points
            reachable = position.reach(unit, position.points(unit)).cost
            if max(self._hex_value(unit, hex) for hex in reachable) > self._hex_value(unit, here) + 0.1:
                return option
        return Done()

    def _hex_value(self, unit: str, hex: str) -> float:
        """Return the value of having a unit in a hex."""
        position, info = self.position, info_of(unit)
        factor = position.factor(unit)
        friends = self.own.get(hex, 0) - factor * (position.units[unit].at == hex)
        rider = info.kind == "mounted"
        if (rider, hex) not in self._goals:
            self._goals[rider, hex] = self._goal_value(hex, rider=rider)
        worth = self._goals[rider, hex] + self._hold_value(hex, friends, factor)
        if info.kind == "guns":
            return worth - 2 * (not friends) * (hex in position.zone(OTHER[self.side]))
        worth += self._gather_value(unit, hex)
        if hex not in self.supplied.cost:
            worth -= 1.5
        if info.kind == "mounted" and hex not in self.watered.cost:
            worth -= 1.0
        return worth - self._danger(hex, friends + factor)

    def _goal_value(self, hex: str, *, rider: bool) -> float:
        """Return the value of a hex's nearness to the unit's goals."""
        if self.side == BRITISH and rider and self.late and self.war.taken:
            return 2.0 * (hex in NORTH_EDGE) - 0.3 * min(MAP.apart(hex, north) for north in NORTH_EDGE)
        values = []
        for place, worth in self.places.items():
            wanted = self.war.holders[place] != self.side or (
                self.side != BRITISH and self._threat(place)
            )
            worth += 2 * (SECTORS[place] == self.war.effort)
            if wanted:
                values.append(0.8 * worth - MAP.apart(hex, place))
        return 0.8 * max(values, default=0)

    def _gather_value(self, unit: str, hex: str) -> float:
        """Return what a unit would add to the best attack that it could join from a hex."""
        best = 0.0
        for edge in MAP.edges[hex]:
            if not (against := self.enemies.get(edge.other)):
                continue
            half = hex not in self.supplied.cost or bool(_halving_sides(hex, edge.other))
            others = sum(weight for other, weight in self._attackers_of(edge.other) if other != unit)
            together = others + self.position.factor(unit) / (1 + half)
            gain = min(ENOUGH_ODDS, together / against) - min(ENOUGH_ODDS, others / against)
            best = max(best, gain * (1 + self.places.get(edge.other, 0.4)))
        return best

    def _attackers_of(self, enemy: str) -> list[tuple[str, float]]:
        """Return the units that can attack a hex now, each with its attack factor."""
        if enemy not in self._near:
            position, supplied = self.position, self.supplied
            self._near[enemy] = [
                (unit, position.factor(unit) / (1 + position.is_halved(unit, enemy, supplied)))
                for unit in position.attackers(self.side, enemy)
            ]
        return self._near[enemy]

    def _hold_value(self, hex: str, friends: float, factor: float) -> float:
        """Return what a unit adds to the defence of a place, or gains by taking it."""
        worth = self.places.get(hex, 0.0) if hex != BEERSHEBA or not self.war.taken else 0.5
        if worth and self.war.holders[hex] != self.side:
            return 3 * worth
        ground = MAP.effects(hex)
        if not worth:
            return 0.5 * ground.firm + 0.2 * (ground.shift < 0)
        need = 1 + self._threat(hex) / 2
        return 2 * worth * (min(1.0, (friends + factor) / need) - min(1.0, friends / need)) + 0.5

    def _threat(self, hex: str) -> float:
        """Return the strength of the enemies near a hex."""
        if hex not in self._threats:
            near = (force for at, force in self.enemies.items() if MAP.apart(hex, at) <= THREAT_RANGE)
            self._threats[hex] = sum(near)
        return self._threats[hex]

    def _danger(self, hex: str, force: float) -> float:
        """Return the danger to a weak unit from enemies next to a hex."""
        against = sum(self.enemies.get(edge.other, 0) for edge in MAP.edges[hex])
        return 0.5 * max(0.0, against / max(force, 1) - 1.5)

    def _attack_value(self, hex: str) -> float:
        """Return the value, in steps, of an attack with every unit that can join."""
        position = self.position
        units = position.attackers(self.side, hex)
        found = column(position, self.side, hex, units, self.supplied)
        if found is None:
            return -9
        place = self.places.get(hex, 0.3) * (self.war.holders.get(hex, OTHER[self.side]) != self.side)
        cost = 1.6 if self.side == BRITISH and steps_lost(position, BRITISH) >= FREE_LOSSES - 1 else 1.0
        gone = 0.6 if MAP.effects(hex).firm else 1.0
        worth = 0.0
        for result, chance in CRT.chances(found).items():
            attackers, defenders, must_retreat = LOSSES[result]
            worth += float(chance) * (defenders - cost * attackers + must_retreat * (0.5 + gone * place))
        return worth

    def _barrage_value(self, hex: str) -> float:
        """Return the value of a barrage: the strength of our units within two hexes of its target."""
        near = sum(force for own, force in self.own.items() if MAP.apart(own, hex) <= 2)
        return near * (1 + self.places.get(hex, 0.3)) + 0.1

    def _advance_value(self, unit: str, hex: str) -> float:
        """Return the value of an advance: foot holds the hex, and mounted units ride on."""
        if hex in self.own and info_of(unit).kind not in MOUNTED:
            return -1
        here = self.position.units[unit].at
        foot = info_of(unit).kind not in MOUNTED
        return self._hex_value(unit, hex) - self._hex_value(unit, here) + 0.5 + 0.5 * foot


def _halving_sides(here: str, hex: str) -> list[str]:
    """Return the kinds of hexside between two hexes that halve an attack."""
    edge = MAP.edge(here, hex)
    return [side for side in edge.sides if MAP.file.sides[side].halves] if edge else []


def _best_option(options: Sequence[Action], worth: Callable[[Any], float], least: float) -> Action:
    """Return the option with the highest value; Done if none is above `least`."""
    real = [option for option in options if not isinstance(option, Done)]
    value, best = max(((worth(option), at) for at, option in enumerate(real)), key=lambda row: row[0])
    done = next((option for option in options if isinstance(option, Done)), None)
    return done if done is not None and value <= least else real[best]
