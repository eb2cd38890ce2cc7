"""The special rule of this scenario: a class whose methods the game calls at its own points.

`sandtable_lrdg.special_rules.MissionRule` has a documented method for each point; the scenarios
that come with the game use nothing else.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta
from sandtable import Event, Table
from sandtable_lrdg.mission import Zone, desert
from sandtable_lrdg.special_rules import MissionRule
from sandtable_lrdg.state import LrdgState
from sandtable_lrdg.zones import NAMES


class ColumnCame(Event, frozen=True):
    """The column has been met, and goes to its zone."""

    rule: ClassVar[str] = "8"
    zone: str
    alarm: int

    @property
    def text(self) -> str:
        return f"The column is shown the way to {NAMES[self.zone]}. The alarm stands at {self.alarm}."


class GuidedColumn(MissionRule):
    """A column with guns that helps against a target, once somebody has shown it the way.

    A unit that begins a turn in a zone next to `zone`, from turn `first` on, meets it. Once met
    (`came`), it adds `drm` to the dice of attacks on a target, raises the alarm to at least `alarm`,
    and is worth `half_points` half victory points.
    """

    keeps: ClassVar[tuple[str, ...]] = ("came",)
    zone: Zone
    first: Annotated[int, Meta(ge=1, le=40)]
    drm: Annotated[int, Meta(ge=-6, le=6)] = -1
    alarm: Annotated[int, Meta(ge=0, le=4)] = 0
    half_points: Annotated[int, Meta(ge=0, le=40)] = 0
    came: bool = False

    def brief(self) -> str:
        return (
            f"Begin turn {self.first} or a later one in a zone next to {NAMES[self.zone]} to meet "
            f"the column: attacks on the target have {self.drm:+} then, and the alarm is "
            f"at least {self.alarm}."
        )

    def turn_begins(self, table: Table[LrdgState]) -> None:
        state = table.state
        if self.came or state.turn < self.first or not self._met(table):
            return
        self.came = True
        state.alarm = max(state.alarm, self.alarm)
        table.tell(ColumnCame(self.zone, state.alarm))

    def _met(self, table: Table[LrdgState]) -> bool:
        near = desert(table).neighbours(self.zone)
        return any(unit.zone in near for unit in table.state.force)

    def attack_drm(self, *, at_target: bool) -> int:
        return self.drm if self.came and at_target else 0

    def points(self, table: Table[LrdgState]) -> int:
        return self.half_points if self.came else 0
