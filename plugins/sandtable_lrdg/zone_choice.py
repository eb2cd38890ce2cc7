"""The choice of one zone among several, a base class for several chapters."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from sandtable import Action, SpaceChoice
from sandtable_lrdg.actions import AtZone
from sandtable_lrdg.state import LrdgState


class ZoneChoice(SpaceChoice[LrdgState], frozen=True, kw_only=True):
    """The player chooses one of several zones; a subclass asks the question and takes the answer."""

    takes: ClassVar[tuple[type[Action], ...]] = (AtZone,)

    spaces: tuple[str, ...] = field(name="zones")
