"""Section 7: points, and the end."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Outcome, Phase, Table

from sandtable_seven_wells.counters import position_of
from sandtable_seven_wells.events import Ended
from sandtable_seven_wells.hexes import BEERSHEBA, GAZA, HAREIRA, MAP, SHERIA
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import BRITISH, OTTOMAN, War, sort_of

TOWNS = {GAZA: 3, SHERIA: 2, HAREIRA: 1}
WELLS_OF_BEERSHEBA = 4
HELD = 2
"""What Gaza is worth to the Ottomans."""
FREE = 3
"""British steps lost that are worth nothing."""
NORTH = tuple(MAP.border["north"])


def worth(war: War) -> dict[str, int]:
    """The hexes that are worth points to the British, and how many (section 7.1)."""
    taken = war.taken or max(1, war.turn)
    return {**TOWNS, BEERSHEBA: max(1, WELLS_OF_BEERSHEBA + 1 - taken)}


def british_points(position: Position) -> dict[str, int]:
    """The British points as things are, by reason (section 7.1)."""
    war = position.war
    points = {"beersheba": worth(war)[BEERSHEBA] * bool(war.taken)}
    for hex, value in TOWNS.items():
        points[MAP.file.places[hex].lower()] = value * (war.holders[hex] == BRITISH)
    watered = position.watered(BRITISH)
    riders = [unit for unit in position.of(BRITISH) if sort_of(unit).kind == "mounted"]
    points["pursuit"] = sum(
        war.units[unit].at in NORTH and war.units[unit].at in watered.cost for unit in riders
    )
    return points


def ottoman_points(position: Position) -> dict[str, int]:
    """The Ottoman points as things are, by reason (section 7.2)."""
    held = HELD * (position.war.holders[GAZA] == OTTOMAN)
    return {"losses": max(0, lost(position, BRITISH) - FREE), "gaza-held": held}


def lost(position: Position, side: str) -> int:
    """The steps that a side has lost; dummies have none."""
    sorts = ((sort_of(id), unit.lost) for id, unit in position.units.items())
    return sum(steps for sort, steps in sorts if sort.side == side and not sort.dummy)


def margin(position: Position) -> int:
    """British points less Ottoman points (section 7.4)."""
    return sum(british_points(position).values()) - sum(ottoman_points(position).values())


def verdict(table: Table[War]) -> str:
    """The winner, and the points of both sides."""
    if table.outcome is None:
        return ""
    position = position_of(table)
    british, ottoman = (sum(of(position).values()) for of in (british_points, ottoman_points))
    who = "the British" if table.outcome.name == BRITISH else "the Ottomans"
    lead = table.scenario.data.win
    return f"{who} win: {british} to {ottoman} points; the British needed a lead of {lead}"


class Nightfall(Phase[War], frozen=True):
    """Is the game over?"""

    rule: ClassVar[str] = "7.3"
    title: ClassVar[str] = "Nightfall"

    def run(self, table: Table[War]) -> None:
        state = table.state
        fallen = all(state.holders[hex] == BRITISH for hex in (GAZA, SHERIA, BEERSHEBA))
        if not fallen and state.turn < table.scenario.data.turns:
            return
        position = position_of(table)
        over = margin(position) - table.scenario.data.win
        winner = BRITISH if over >= 0 else OTTOMAN
        british, ottoman = (
            sum(points(position).values()) for points in (british_points, ottoman_points)
        )
        table.tell(Ended(winner, british, ottoman, fallen))
        value = 2 * over + 1
        metrics = {
            "margin": margin(position),
            "turns": state.turn,
            "british-losses": lost(position, BRITISH),
            "ottoman-losses": lost(position, OTTOMAN),
        }
        table.end(Outcome(winner, {BRITISH: value, OTTOMAN: -value}, metrics))
