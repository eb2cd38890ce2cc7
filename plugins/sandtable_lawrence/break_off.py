"""LOA-C6, after a round: fight on or break off (LOA 32.2, LOA-R13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Refusal, Table, number_of
from sandtable_lawrence import spaces
from sandtable_lawrence.actions import BreakOff, Fight
from sandtable_lawrence.battle_events import BrokeOff
from sandtable_lawrence.edge import edge_drms
from sandtable_lawrence.events import space_name
from sandtable_lawrence.mission import Options
from sandtable_lawrence.movement import put_units, why_barred
from sandtable_lawrence.roster import CAMP
from sandtable_lawrence.state import LawrenceState


class RoundOver(Decision[LawrenceState], frozen=True):
    """Both sides have units left after a round: fight on, or try to break off (LOA-C6)."""

    rule: ClassVar[str] = "LOA-C6"
    title: ClassVar[str] = "After the round"
    takes: ClassVar[tuple[type[Action], ...]] = (Fight, BreakOff)

    def ask(self, table: Table[LawrenceState]) -> str:
        battle = table.state.fight
        arabs, foes = len(battle.arabs), number_of(len(battle.foes), "Ottoman unit")
        against = f"The round is over: {number_of(arabs, 'Arab unit')} against {foes}."
        if battle.garrison:
            return f"{against} Fight on: you cannot break off from a Garrison."
        if not retreating_units(table.state, table.house):
            return f"{against} Fight on: the Camp cannot leave."
        if self.options(table) == [Fight()]:
            return f"{against} Fight on: there is no space to withdraw to."
        return f"{against} Fight on, or break off?"

    def candidates(self, table: Table[LawrenceState]) -> Iterator[Action]:
        yield Fight()
        neighbours = spaces.BOARD.neighbours(table.state.fight.space, spaces.LAND)
        came_from = table.state.acting.came_from
        yield from map(BreakOff, dict.fromkeys([*filter(None, [came_from]), *neighbours]))

    def refusal(self, table: Table[LawrenceState], action: Action) -> Refusal | None:
        if isinstance(action, BreakOff):
            return why_no_break_off(table.state, table.house, action.space)
        return None

    def risk(self, table: Table[LawrenceState], action: Action) -> str:
        arab_drm, ottoman_drm = edge_drms(table.state)
        held = 36 - count_lucky(arab_drm - ottoman_drm)
        return f"held {round(100 * held / 36)} %" if isinstance(action, BreakOff) else ""

    def choose(self, table: Table[LawrenceState], action: Action) -> None:
        if isinstance(action, BreakOff):
            break_off(table, action.space)


def retreating_units(state: LawrenceState, house: Options) -> list[str]:
    """Return the units that may break off: all but the Camp, or none if the Camp must hold (LOA-R13)."""
    arabs = state.fight.arabs
    pinned = house.camp_holds and CAMP in arabs
    return [] if pinned else [unit for unit in arabs if unit != CAMP]


def count_lucky(lead: int) -> int:
    """Return how many of the 36 rolls of two dice let the Arabs break off with this lead."""
    return sum(ours + lead >= theirs for ours in range(1, 7) for theirs in range(1, 7))


def break_off(table: Table[LawrenceState], space: str) -> None:
    """Roll to break off as for the Tactical Edge; the Arabs win ties (LOA-R13)."""
    state, battle = table.state, table.state.fight
    arab_drm, ottoman_drm = edge_drms(state)
    arab_die, ottoman_die = table.dice.roll(2)
    battle.broken_off = arab_die + arab_drm >= ottoman_die + ottoman_drm
    table.tell(BrokeOff(arab_die + arab_drm, ottoman_die + ottoman_drm, space, battle.broken_off))
    if battle.broken_off:
        put_units(state, retreating_units(state, table.house), space)
        state.acting.force = []


def why_no_break_off(state: LawrenceState, house: Options, space: str) -> Refusal | None:
    """Tell why the Arabs cannot break off to a space; None if they can (LOA 32.2, LOA-R13)."""
    battle = state.fight
    if battle.garrison:
        return Refusal("32.2", "you cannot break off from a battle with a Garrison; fight on")
    if not retreating_units(state, house):
        return Refusal("LOA-R13", "the Camp cannot break off; fight on")
    neighbours = spaces.BOARD.neighbours(battle.space, spaces.LAND)
    if space not in (state.acting.came_from, *neighbours) or space == battle.space:
        return Refusal("LOA-R13", "break off to an adjacent space, or where the force came from", space)
    if space in state.garrisons:
        return Refusal("LOA-R13", "you cannot break off to a space with a Garrison", space_name(space))
    return why_barred(retreating_units(state, house), space)
