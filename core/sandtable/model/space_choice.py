"""The choice of one space among some, which many rules ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec import structs

from sandtable.model.action import Action, Refusal
from sandtable.model.phase import Decision
from sandtable.model.plain_actions import At

if TYPE_CHECKING:
    from sandtable.model.table import Table

S = TypeVar("S")


class SpaceChoice(Decision[S], frozen=True, kw_only=True):
    """The seat names one of `spaces`, by id; a subclass says what for, and continues in `chosen`.

    A game with another word for its spaces may use another kind of action than `At`, with one field.
    """

    takes: ClassVar[tuple[type[Action], ...]] = (At,)

    spaces: tuple[str, ...]

    def chosen(self, table: Table[S], space: str, /) -> None:
        """Continue with the space."""
        raise NotImplementedError

    def candidates(self, table: Table[S]) -> Iterator[Action]:  # noqa: ARG002
        kind: Any = self.takes[0]
        yield from map(kind, self.spaces)

    def refusal(self, table: Table[S], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal(self.rule, "it can be one of these", ", ".join(self.spaces))

    def choose(self, table: Table[S], action: Action) -> None:
        (space,) = structs.astuple(action)
        self.chosen(table, space)
