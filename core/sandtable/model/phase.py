"""A step of a sequence of play, and a step that waits for somebody's choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from msgspec import Struct

from sandtable.base.words import camel_slug
from sandtable.model.action import Action, Refusal

if TYPE_CHECKING:
    from sandtable.model.table import Table

S = TypeVar("S")


class Phase(
    Struct, Generic[S], frozen=True, tag=camel_slug, tag_field="phase", omit_defaults=True, gc=False
):
    """One step of the sequence of play, with its own small data in its fields.

    `rule` is the section that it carries out, `title` its name in the rulebook. Phases are
    part of a position and are saved with it: fields hold plain data only. One that `opens` begins
    something new: what was begun before it is over, so odds follow an action as far as that.
    """

    rule: ClassVar[str] = ""
    title: ClassVar[str] = ""
    waits: ClassVar[bool] = False
    opens: ClassVar[bool] = False

    def run(self, table: Table[S]) -> None:
        """Do the step: roll, change the state, schedule further phases, tell events."""
        raise NotImplementedError


class Decision(Phase[S], frozen=True, kw_only=True):
    """A phase that waits until `seat` chooses one of its options.

    `part` is true when it goes on with a sequence of small choices that has begun; `abort`
    goes back to where it was false. `takes` are the kinds of action that can be chosen;
    `secret` ones are not shown to other seats (what they lead to is told by events).
    """

    waits: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Action], ...]] = ()
    secret: ClassVar[bool] = False

    seat: str
    part: bool = False

    def candidates(self, table: Table[S]) -> Iterable[Action]:
        """The actions worth asking about, legal or not, each once."""
        raise NotImplementedError

    def refusal(self, table: Table[S], action: Action) -> Refusal | None:  # noqa: ARG002
        """Why an action of a kind in `takes` is not legal now, None when it is.

        It may be asked about any action of that kind, also one that is no candidate.
        """
        return None

    def options(self, table: Table[S]) -> Sequence[Action]:
        """Every legal action, each once, changing nothing: the candidates not refused."""
        return [action for action in self.candidates(table) if self.refusal(table, action) is None]

    def choose(self, table: Table[S], action: Action) -> None:
        """Do a legal action. The decision has been taken off the schedule."""
        raise NotImplementedError

    def describe(self, table: Table[S], action: Action) -> str:  # noqa: ARG002
        """What an option would do, in a few words beside it."""
        return action.help

    def cost(self, table: Table[S], action: Action) -> str:  # noqa: ARG002
        """What an option takes, as short as can be (``7 AP``); empty where it is free."""
        return ""

    def ask(self, table: Table[S]) -> str:  # noqa: ARG002
        """What is asked, in a line, for the seat that decides."""
        return self.title
