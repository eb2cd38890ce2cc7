"""What the player may know. Nothing is hidden but what nobody knows yet (LRDG-A90)."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from sandtable import Table
from sandtable_lrdg.evaluation import items
from sandtable_lrdg.mission import Mission, Options, mission, part
from sandtable_lrdg.special_rules import ContinuousObservation, Observation
from sandtable_lrdg.state import LrdgState

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(LrdgState).decode


class View(Struct):
    """A position: a copy of the state, the mission and the options; `scored` as things stand.

    `watch` are the zones that special rules want to be observed, `steady` without a break;
    `watched` when that has been done for long enough. `parts` is the number of missions of a
    campaign, 0 for a mission by itself.
    Counters that lie face down have no identity in the state, so all of it may be seen.
    """

    title: str
    mission: Mission
    house: Options
    state: LrdgState
    scored: tuple[tuple[str, int], ...]
    watch: tuple[str, ...] = ()
    steady: bool = False
    watched: bool = False
    parts: int = 0

    @property
    def points(self) -> int:
        """Half points as things stand."""
        return sum(half for _, half in self.scored)


def view(table: Table[LrdgState]) -> View:
    """The position as the player sees it."""
    state = _decode(_encode(table.state))
    special = [one for one in table.rules if isinstance(one, (Observation, ContinuousObservation))]
    watch = tuple(dict.fromkeys(zone for rule in special for zone in rule.zones))
    runs = [rule for rule in special if isinstance(rule, ContinuousObservation)]
    done = bool(runs) and all(rule.best >= rule.turns for rule in runs)
    scored = items(table)
    parts = len(table.scenario.parts)
    return View(
        part(table).title, mission(table), table.house, state, scored, watch, bool(runs), done, parts
    )
