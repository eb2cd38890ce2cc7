"""A choice of one of some spaces, which several chapters ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Refusal, Table
from sandtable_lawrence.actions import At
from sandtable_lawrence.events import places
from sandtable_lawrence.state import LawrenceState


class SpaceChoice(Decision[LawrenceState], frozen=True, kw_only=True):
    """One of `spaces`, by id; a subclass says what it is for, and does it in `chosen`."""

    takes: ClassVar[tuple[type[Action], ...]] = (At,)

    spaces: tuple[str, ...]

    def candidates(self, table: Table[LawrenceState]) -> Iterator[Action]:  # noqa: ARG002
        yield from map(At, self.spaces)

    def refusal(self, table: Table[LawrenceState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal(self.rule, "it can be one of these", places(self.spaces))

    def choose(self, table: Table[LawrenceState], action: Action) -> None:
        assert isinstance(action, At)  # noqa: S101
        self.chosen(table, action.space)

    def chosen(self, table: Table[LawrenceState], space: str) -> None:
        """What is done there."""
        raise NotImplementedError
