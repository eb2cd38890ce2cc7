"""A scripted player that decides each kind of decision with a function of the view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from sandtable.model.action import Action
from sandtable.model.choices import Done, Wait
from sandtable.model.phase import Decision
from sandtable.model.seat import Seat

V = TypeVar("V")


class ScriptedBot(Generic[V]):
    """A bot that plays from the view alone, and remembers nothing from one choice to the next.

    It must not change the view, which may share data with the position.

    `decisions` has a function for each kind of decision; it gets the view, the decision and its
    options. If there is no function, or it returns no option, the bot takes the first option of a
    kind in `declines`, or else the first of all. A single option is taken without looking at the
    view.
    """

    decisions: ClassVar[
        Mapping[type[Decision[Any]], Callable[[Any, Decision[Any], Sequence[Action]], Action | None]]
    ] = {}
    declines: ClassVar[tuple[type[Action], ...]] = (Done, Wait)

    def choose(self, seat: Seat) -> Action:
        """Choose one of the seat's options."""
        options: Sequence[Action] = seat.options
        if len(options) == 1:
            return options[0]
        view: Any = seat.glance
        options = self.consider(view, options)
        decide = self.decisions.get(type(seat.decision))
        choice = decide(view, seat.decision, options) if decide else None
        if choice is not None and choice in options:
            return choice
        return next((option for option in options if isinstance(option, self.declines)), options[0])

    def consider(self, view: V, options: Sequence[Action]) -> Sequence[Action]:  # noqa: ARG002
        """The options that the bot considers: all, unless a subclass leaves some out."""
        return options
