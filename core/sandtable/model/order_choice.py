"""The choice of one order among several kinds. Each kind is an action class with its own functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from sandtable.model.action import Action, Refusal
from sandtable.model.phase import Decision
from sandtable.model.table import Table

S = TypeVar("S")


class Order(Struct, Generic[S], frozen=True):
    """One kind of order: its candidates, its refusals, its effect, and its description.

    Each function but the first also gets an action of that kind. Without `about`, the help of the
    kind is used. In a `sure` kind every candidate is legal, so none is checked.
    """

    candidates: Callable[[Table[S]], Iterable[Action]]
    refusal: Callable[[Table[S], Any], Refusal | None]
    carry_out: Callable[[Table[S], Any], None]
    about: Callable[[Table[S], Any], str] | None = None
    sure: bool = False


class OrderChoice(Decision[S], frozen=True, kw_only=True):
    """The seat gives one of many orders.

    In a subclass, `orders` maps each action class to its order, in the order in which they are
    listed, and `takes` are its keys. To continue after an order, a subclass overrides `choose` and
    calls ``super().choose(table, action)`` first.
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
