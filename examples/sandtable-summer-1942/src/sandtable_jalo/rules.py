"""Jalo's special rule: a patrol that meets a column with guns can guide it to the target."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta
from sandtable import Event
from sandtable_lrdg.mission import Zone, desert
from sandtable_lrdg.special_rules import MissionRule
from sandtable_lrdg.state import LrdgTable
from sandtable_lrdg.zones import NAMES


class ColumnMet(Event, frozen=True):
    """A patrol has met the column, and guides it to its zone."""

    rule: ClassVar[str] = "8"
    zone: str
    alarm: int

    @property
    def text(self) -> str:
        return f"You meet the column and guide it to {NAMES[self.zone]}. The alarm is {self.alarm}."


class GuidedColumn(MissionRule):
    """A unit that begins turn `first` or a later turn next to `zone` meets a column.

    From then on, attacks on a target add `drm` to the roll. The alarm rises to at least `alarm`.
    """

    keeps: ClassVar[tuple[str, ...]] = ("met",)
    zone: Zone
    first: Annotated[int, Meta(ge=1, le=40)]
    drm: Annotated[int, Meta(ge=-6, le=6)] = -1
    alarm: Annotated[int, Meta(ge=0, le=4)] = 0
    met: bool = False

    def brief(self) -> str:
        return (
            f"Begin turn {self.first} or a later turn next to {NAMES[self.zone]} to meet a column. "
            f"Then add {self.drm:+} to attacks on the target; the alarm rises to at least {self.alarm}."
        )

    def turn_begins(self, table: LrdgTable) -> None:
        state, near = table.state, desert(table).neighbours(self.zone)
        if self.met or state.turn < self.first or not any(unit.zone in near for unit in state.force):
            return
        self.met = True
        state.alarm = max(state.alarm, self.alarm)
        table.tell(ColumnMet(self.zone, state.alarm))

    def attack_drm(self, *, at_target: bool) -> int:
        return self.drm if self.met and at_target else 0
