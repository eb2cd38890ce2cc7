"""LOA-C6, the Tactical Edge: which side fires first in each round (LOA 29, LOA-R48)."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table
from sandtable_lawrence import ottomans
from sandtable_lawrence.battle_events import Ambushed, EdgeRolled
from sandtable_lawrence.mission import Options
from sandtable_lawrence.roster import AEROPLANE, is_leader
from sandtable_lawrence.state import ARABS, TURKS, LawrenceState


class Edge(Phase[LawrenceState], frozen=True):
    """Roll for the Tactical Edge, unless an ambush decides it (LOA-C6, LOA 29, LOA-R48)."""

    rule: ClassVar[str] = "LOA-C6"
    title: ClassVar[str] = "Tactical Edge: Arab die, then Ottoman die"

    ambush: bool = False

    def run(self, table: Table[LawrenceState]) -> None:
        battle, house = table.state.fight, table.house
        assert isinstance(house, Options)  # noqa: S101
        if self.ambush:
            battle.edge = TURKS
            table.tell(Ambushed())
            return
        arab_die, ottoman_die = table.dice.roll(2)
        arab_drm, ottoman_drm = edge_drms(table.state)
        lead = arab_die + arab_drm - ottoman_die - ottoman_drm
        battle.edge = ARABS if lead > 0 or (lead == 0 and not house.ottomans_win_ties) else TURKS
        table.tell(EdgeRolled((arab_die, arab_drm), (ottoman_die, ottoman_drm), battle.edge))


def edge_drms(state: LawrenceState) -> tuple[int, int]:
    """Return each side's drm: Arab leaders and the Aeroplane; Ottoman Elites (LOA 29, LOA-C6)."""
    units = [state.units[id] for id in state.fight.arabs]
    aeroplanes = sum(AEROPLANE in unit.gear for unit in units)
    return sum(is_leader(unit.id) for unit in units) + aeroplanes, ottomans.count_elites(state.fight)
