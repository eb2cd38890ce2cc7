"""Choices that many games share: plain actions, a choice of space, and a choice among orders.

If a plain action has a special meaning in a decision, the decision's `describe` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct, structs

from sandtable.model.action import Action, Refusal
from sandtable.model.phase import Decision
from sandtable.model.table import Table

S = TypeVar("S")


class Done(Action, frozen=True):
    """End a choice of several parts."""

    help = "end this choice"


class Pass(Action, frozen=True):
    """Decline to act."""

    help = "do nothing"


class Wait(Action, frozen=True):
    """Postpone the choice."""

    help = "do not do it now"


class Yes(Action, frozen=True):
    """Answer yes."""

    help = "do it"


class No(Action, frozen=True):
    """Answer no."""

    help = "do not do it"


def confirmation(options: Sequence[Action]) -> Action | None:
    """Return `Yes` if the options are exactly Yes and No; otherwise None."""
    yes = next((option for option in options if isinstance(option, Yes)), None)
    return yes if set(map(type, options)) == {Yes, No} else None


class At(Action, frozen=True):
    """Choose a space."""

    help = "choose this space"
    phrase = "{space} is chosen"

    space: str


class SpaceChoice(Decision[S], frozen=True, kw_only=True):
    """A decision in which a seat chooses a space. Define `take`.

    >>> from sandtable import SpaceChoice
    >>> class Landing(SpaceChoice, frozen=True):
    ...     rule, title = "5", "Landing"
    ...     def take(self, table, space):
    ...         table.state.space = space
    >>> landing = Landing(seat="raider", spaces=("cove", "quay"))
    >>> print(*landing.options(table=None), sep=", ")
    at cove, at quay

    - `spaces`: the ids of the spaces that can be chosen.
    - `takes`: a kind of action with one field, if players should type something other than `at`.
    """

    takes: ClassVar[tuple[type[Action], ...]] = (At,)

    spaces: tuple[str, ...]

    def take(self, table: Table[S], space: str, /) -> None:
        """Carry out the choice of a space."""
        raise NotImplementedError

    def candidates(self, table: Table[S]) -> Iterator[Action]:  # noqa: ARG002
        kind: Any = self.takes[0]
        yield from map(kind, self.spaces)

    def refusal(self, table: Table[S], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal(self.rule, "choose one of these", ", ".join(self.spaces))

    def choose(self, table: Table[S], action: Action) -> None:
        (space,) = structs.astuple(action)
        self.take(table, space)


class Order(Struct, Generic[S], frozen=True):
    """One kind of order in an `OrderChoice`, as functions of the table and (except the first) an action.

    - `candidates`: returns the actions to check.
    - `refusal`: returns why an action is not legal now, or None if it is.
    - `carry_out`: carries out a legal action.
    - `about`: describes its effect in a few words; by default, the `help` of its kind is shown.
    - `sure`: whether every candidate is legal, so that none needs checking.
    """

    candidates: Callable[[Table[S]], Iterable[Action]]
    refusal: Callable[[Table[S], Any], Refusal | None]
    carry_out: Callable[[Table[S], Any], None]
    about: Callable[[Table[S], Any], str] | None = None
    sure: bool = False


class OrderChoice(Decision[S], frozen=True, kw_only=True):
    """A decision in which a seat gives one of several kinds of order, each with its own functions.

    Define `orders` and `takes`. To continue after an order, override `choose` and call
    ``super().choose(table, action)`` first.

    >>> from sandtable import Action, Order, OrderChoice
    >>> class Rest(Action, frozen=True):
    ...     help = "regain a company"
    >>> def rest(table, action):
    ...     table.state.strength += 1
    >>> class Orders(OrderChoice, frozen=True):
    ...     orders = {Rest: Order(lambda table: [Rest()], lambda table, action: None, rest)}
    ...     takes = tuple(orders)
    >>> print(*Orders(seat="column").options(table=None))
    rest

    - `orders`: the `Order` for each kind of action; options are listed in the same sequence.
    """

    orders: ClassVar[Mapping[type[Action], Order[Any]]] = {}

    def describe(self, table: Table[S], action: Action) -> str:
        about = self.orders[type(action)].about
        return about(table, action) if about else action.help

    def candidates(self, table: Table[S]) -> Iterator[Action]:
        for order in self.orders.values():
            yield from order.candidates(table)

    def options(self, table: Table[S]) -> Sequence[Action]:
        return [
            action
            for order in self.orders.values()
            for action in order.candidates(table)
            if order.sure or order.refusal(table, action) is None
        ]

    def refusal(self, table: Table[S], action: Action) -> Refusal | None:
        return self.orders[type(action)].refusal(table, action)

    def choose(self, table: Table[S], action: Action) -> None:
        self.orders[type(action)].carry_out(table, action)
