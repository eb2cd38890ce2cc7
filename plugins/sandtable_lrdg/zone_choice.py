"""A choice of one zone among some, which several chapters ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Refusal, Table
from sandtable_lrdg.actions import At
from sandtable_lrdg.state import LrdgState


class ZoneChoice(Decision[LrdgState], frozen=True, kw_only=True):
    """The player names one of `zones`; a chapter says what for, and what follows."""

    takes: ClassVar[tuple[type[Action], ...]] = (At,)

    zones: tuple[str, ...]

    def chosen(self, table: Table[LrdgState], zone: str) -> None:
        """Go on with the zone."""
        raise NotImplementedError

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:  # noqa: ARG002
        yield from map(At, self.zones)

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:  # noqa: ARG002
        assert isinstance(action, At)  # noqa: S101
        if action.zone in self.zones:
            return None
        return Refusal(self.rule, "not one of the zones to choose from", action.zone)

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        assert isinstance(action, At)  # noqa: S101
        self.chosen(table, action.zone)
