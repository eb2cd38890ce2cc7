"""LOA 35.3, the Aeroplane: it flies Lawrence and scouts for its force (LOA-C10, LOA-R49)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import Refusal, Table, deck, number_of
from sandtable_lawrence import spaces
from sandtable_lawrence.actions import Fly, Scout
from sandtable_lawrence.events import Scouted, space_name
from sandtable_lawrence.garrisons import face_down, reveal
from sandtable_lawrence.gear import hand_over
from sandtable_lawrence.mission import Options
from sandtable_lawrence.roster import AEROPLANE, LAWRENCE
from sandtable_lawrence.spaces import CAIRO
from sandtable_lawrence.state import LawrenceState, LawrenceTable
from sandtable_lawrence.tables import TABLES

SCOUTING = "LOA-C10"


def flights(table: LawrenceTable) -> Iterator[Fly]:
    """Return flights to every other space with an Arab unit or the Camp, and to Cairo (LOA-R15)."""
    state = table.state
    places = dict.fromkeys([*state.spaces(), *filter(None, [state.camp]), CAIRO])
    yield from (Fly(space) for space in places if space != state.acting.space)


def why_no_flight(table: LawrenceTable, action: Fly) -> Refusal | None:
    """Tell why the Aeroplane cannot fly Lawrence there; None if it can."""
    state = table.state
    space = state.acting.space
    if LAWRENCE not in state.acting.force:
        return Refusal("35.3", "the Aeroplane flies only Lawrence; choose a force that includes him")
    if aeroplane_at(state, space) is None:
        return Refusal("35.3", "Lawrence must start in the Aeroplane's space", space_name(space))
    if action not in flights(table):
        return Refusal(
            "35.3",
            "the Aeroplane flies only to another space with an Arab unit, or to Cairo",
            action.space,
        )
    return None


def aeroplane_at(state: LawrenceState, space: str) -> list[str] | None:
    """Return the pile of gear that contains the Aeroplane in a space; None if it is elsewhere."""
    piles = [*(unit.gear for unit in state.arabs(space)), state.stores.get(space, [])]
    return next((pile for pile in piles if AEROPLANE in pile), None)


def fly(state: LawrenceState, space: str) -> None:
    """Fly Lawrence to a space, where he or another unit keeps the Aeroplane (LOA-R15)."""
    pile = aeroplane_at(state, state.acting.space)
    assert pile is not None  # noqa: S101
    deck.take(AEROPLANE, pile)
    if state.stores.get(state.acting.space) == []:
        del state.stores[state.acting.space]
    state.lawrence.space = space
    hand_over(state, AEROPLANE, space, first=[LAWRENCE])


def targets(table: LawrenceTable) -> Iterator[Scout]:
    """Return an order to scout each face-down Garrison."""
    yield from map(Scout, face_down(table.state))


def why_no_scouting(table: LawrenceTable, action: Scout) -> Refusal | None:
    """Tell why the force cannot scout a space (LOA-C10); None if it can."""
    state = table.state
    operation, sight = state.acting, TABLES.scouting.range
    house: Options = table.house
    if house.scouts_see == "nothing":
        return Refusal(SCOUTING, "no force can scout in this game (house rule scouts_see=nothing)")
    if operation.scouted:
        return Refusal(SCOUTING, "the Aeroplane has already scouted in this Operation")
    if not any(AEROPLANE in unit.gear for unit in state.force):
        return Refusal(SCOUTING, "only a force with the Aeroplane can scout")
    if action.space not in face_down(state):
        return Refusal(SCOUTING, "there is no face-down Garrison there", action.space)
    distance = spaces.land_distance(operation.space, action.space)
    if house.scouts_see == "near" and distance > sight:
        return Refusal(
            SCOUTING,
            f"the Aeroplane scouts only within {number_of(sight, 'space')}",
            f"{space_name(action.space)} is {distance} away",
        )
    return None


def scout(table: Table[LawrenceState], action: Scout) -> None:
    """Roll one die to reveal a Garrison (LOA-C10)."""
    table.state.acting.scouted = True
    face = table.dice.roll()[0]
    reveals = face in TABLES.scouting.reveals
    table.tell(Scouted(action.space, face, reveals))
    if reveals:
        reveal(table, action.space)
