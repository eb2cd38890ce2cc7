"""What the player may know. Nothing is hidden but what nobody knows yet (LRDG-A90)."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from sandtable import Table
from sandtable_lrdg.evaluation import items
from sandtable_lrdg.mission import Mission, Options, mission, part
from sandtable_lrdg.state import LrdgState

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(LrdgState).decode


class View(Struct):
    """A position: a copy of the state, the mission and the options; `scored` as things stand.

    Counters that lie face down have no identity in the state, so all of it may be seen.
    """

    title: str
    mission: Mission
    house: Options
    state: LrdgState
    scored: tuple[tuple[str, int], ...]

    @property
    def points(self) -> int:
        """Half points as things stand."""
        return sum(half for _, half in self.scored)


def view(table: Table[LrdgState]) -> View:
    """The position as the player sees it."""
    state = _decode(_encode(table.state))
    return View(part(table).title, mission(table), table.house, state, items(table))
