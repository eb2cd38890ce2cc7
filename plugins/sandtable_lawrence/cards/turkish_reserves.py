"""LOA-C8, Turkish Reserves: a Garrison returns to an empty space (LOA-R24)."""

from __future__ import annotations

from typing import ClassVar

from sandtable import SpaceChoice
from sandtable_lawrence.cards.card import Card, battle
from sandtable_lawrence.garrisons import place_garrison
from sandtable_lawrence.mission import mission
from sandtable_lawrence.spaces import NAMES, is_rail, land_distance
from sandtable_lawrence.state import SEAT, LawrenceState, LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class TurkishReserves(Card, frozen=True):
    """A Garrison is placed in the nearest eligible space; without one, a battle."""

    printed: ClassVar[CardText] = CARD_TEXTS["turkish-reserves"]
    title: ClassVar[str] = printed.title

    def event(self, table: LawrenceTable) -> None:
        places = reserves(table) if table.state.available_markers else []
        if not places:
            battle(table, self.number("battle"))
        elif len(places) == 1:
            place_garrison(table, places[0])
        else:
            table.do(Reinforced(seat=SEAT, spaces=tuple(places)))


def reserves(table: LawrenceTable) -> list[str]:
    """Return the nearest eligible spaces: the mission's, or else Rail spaces (LOA-R24, LOA-R29)."""
    state = table.state
    closed = (*state.garrisons, *state.breaks, *state.secured)
    open_spaces = [space for space in NAMES if space not in closed and not state.at(space)]
    beaten = [space for space in mission(table).garrisons if space in open_spaces]
    eligible = beaten or [space for space in open_spaces if is_rail(space)]
    distances = {space: land_distance(state.acting.space, space) for space in eligible}
    return [space for space in eligible if distances[space] == min(distances.values())]


class Reinforced(SpaceChoice[LawrenceState], frozen=True, kw_only=True):
    """Choose the Garrison's space if several are equally near (LOA-R24)."""

    rule: ClassVar[str] = "LOA-R24"
    title: ClassVar[str] = "Turkish Reserves"

    def ask(self, table: LawrenceTable) -> str:  # noqa: ARG002
        return "In which space do you place the new Garrison?"

    def take(self, table: LawrenceTable, space: str) -> None:
        place_garrison(table, space)
