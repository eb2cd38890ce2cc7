"""A bot that makes each kind of decision with a function of the view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from sandtable.model.action import Action
from sandtable.model.choices import Done, Wait
from sandtable.model.phase import Decision
from sandtable.model.seat import Seat

V = TypeVar("V")


class ScriptedBot(Generic[V]):
    """A bot that chooses from the view alone and remembers nothing between choices.

    Define `decisions`, and `consider` to leave some options out. Do not change the view: it may share
    data with the position.

    >>> from sandtable import Decision, ScriptedBot
    >>> class Orders(Decision, frozen=True):
    ...     title = "Orders"
    >>> def march(view, decision, options):
    ...     return max(options, key=lambda option: view.worth[option.space])
    >>> class Cautious(ScriptedBot):
    ...     decisions = {Orders: march}

    - `decisions`: for each kind of decision, a function of the view, the decision and its options. If
      there is only one option, the bot takes it without calling the function.
    - `declines`: the kinds of option to prefer if there is no function or it returns None; failing
      that, the bot takes the first option.
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
        """Return the options to consider: all of them, unless a subclass leaves some out."""
        return options
