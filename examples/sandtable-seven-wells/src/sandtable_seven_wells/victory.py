"""Section 7, victory: points, and the end of the game."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Outcome, Phase, Table

from sandtable_seven_wells.counters import position_of
from sandtable_seven_wells.events import Ended
from sandtable_seven_wells.hexes import BEERSHEBA, GAZA, HAREIRA, MAP, SHERIA
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import BRITISH, OTTOMAN, War, info_of

TOWN_POINTS = {GAZA: 3, SHERIA: 2, HAREIRA: 1}
BEERSHEBA_POINTS = 4
GAZA_POINTS = 2
"""The Ottoman points for holding Gaza."""
FREE_LOSSES = 3
"""The British steps lost before the Ottomans score for losses."""
NORTH_EDGE = tuple(MAP.border["north"])


def place_values(war: War) -> dict[str, int]:
    """Return the British points for each place (section 7.1)."""
    taken = war.taken or max(1, war.turn)
    return {**TOWN_POINTS, BEERSHEBA: max(1, BEERSHEBA_POINTS + 1 - taken)}


def british_points(position: Position) -> dict[str, int]:
    """Return the present British points, by reason (section 7.1)."""
    war = position.war
    points = {"beersheba": place_values(war)[BEERSHEBA] * bool(war.taken)}
    for hex, value in TOWN_POINTS.items():
        points[MAP.file.places[hex].lower()] = value * (war.holders[hex] == BRITISH)
    watered = position.watered(BRITISH)
    riders = [unit for unit in position.units_of(BRITISH) if info_of(unit).kind == "mounted"]
    points["pursuit"] = sum(
        war.units[unit].at in NORTH_EDGE and war.units[unit].at in watered.cost for unit in riders
    )
    return points


def ottoman_points(position: Position) -> dict[str, int]:
    """Return the present Ottoman points, by reason (section 7.2)."""
    held = GAZA_POINTS * (position.war.holders[GAZA] == OTTOMAN)
    return {"losses": max(0, steps_lost(position, BRITISH) - FREE_LOSSES), "gaza-held": held}


def steps_lost(position: Position, side: str) -> int:
    """Return the steps that a side has lost; dummies do not count."""
    units = ((info_of(id), unit.lost) for id, unit in position.units.items())
    return sum(steps for info, steps in units if info.side == side and not info.dummy)


def margin(position: Position) -> int:
    """Return the British points minus the Ottoman points (section 7.4)."""
    return sum(british_points(position).values()) - sum(ottoman_points(position).values())


def verdict(table: Table[War]) -> str:
    """Name the winner, with both sides' points."""
    if table.outcome is None:
        return ""
    position = position_of(table)
    british, ottoman = (sum(of(position).values()) for of in (british_points, ottoman_points))
    who = "the British" if table.outcome.name == BRITISH else "the Ottomans"
    lead = table.scenario.data.win
    return f"{who} win: {british} to {ottoman} points; the British needed a lead of {lead}"


class Nightfall(Phase[War], frozen=True):
    """Ends the game after the last turn, or on sudden victory."""

    rule: ClassVar[str] = "7.3"
    title: ClassVar[str] = "Nightfall"

    def run(self, table: Table[War]) -> None:
        state = table.state
        fallen = all(state.holders[hex] == BRITISH for hex in (GAZA, SHERIA, BEERSHEBA))
        if not fallen and state.turn < table.scenario.data.turns:
            return
        position = position_of(table)
        surplus = margin(position) - table.scenario.data.win
        winner = BRITISH if surplus >= 0 else OTTOMAN
        british, ottoman = (
            sum(points(position).values()) for points in (british_points, ottoman_points)
        )
        table.tell(Ended(winner, british, ottoman, fallen))
        value = 2 * surplus + 1
        metrics = {
            "margin": margin(position),
            "turns": state.turn,
            "british-losses": steps_lost(position, BRITISH),
            "ottoman-losses": steps_lost(position, OTTOMAN),
        }
        table.end(Outcome(winner, {BRITISH: value, OTTOMAN: -value}, metrics))
