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
    """A bot that plays from the view, and remembers nothing from one choice to the next.

    Define `decisions`, and `consider` to leave some options out. Do not change the view, which may share
    data with the position.

    >>> from sandtable import Decision, ScriptedBot
    >>> class Orders(Decision, frozen=True):
    ...     title = "Orders"
    >>> def march(view, decision, options):
    ...     return max(options, key=lambda option: view.worth[option.space])
    >>> class Cautious(ScriptedBot):
    ...     decisions = {Orders: march}

    - `decisions`: a function for each kind of decision, which gets the view, the decision and its
      options. A single option is taken without asking it.
    - `declines`: the kinds of option to take where there is no function, or it returns no option; if
      there is none of them, the first of all.
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
