"""A choice that a seat can make, as data and as words, and the reason if it is not legal.

The words of an action are its verb and its fields, ``move 1st jalo``, and any unambiguous
beginning of them reads back as the same action.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import ClassVar

from msgspec import Struct

from sandtable.model.tagged import Tagged
from sandtable.text.errors import SandtableError
from sandtable.text.words import clip, listing, slug


class Action(Tagged, frozen=True, tag_field="verb", gc=False):
    """One choice of a seat, as data and as the words that a player types.

    Define the fields, if it has any: each is a str (an id), an int or an Enum. A field at the end may
    also be None, and is then left out of the words. `name` is the verb, from the name of the class.

    >>> from sandtable import Action
    >>> class ForcedMarch(Action, frozen=True):
    ...     help = "march two spaces"
    ...     phrase = "{seat} hurries|hurry to {space}[ by the {road}]"
    ...     space: str
    ...     road: str | None = None
    >>> print(ForcedMarch("old-mill"))
    forced-march old-mill

    You may also set

    - `help`: what it does, in a few words, for lists of options.
    - `phrase`: a sentence about it for stories of the game. ``{field}`` becomes a name; the second of
      two words follows several subjects; what is in brackets is left out if a field in it is empty.
    - `aside`: whether stories leave it out, as they do the end of a turn.
    """

    help: ClassVar[str] = ""
    phrase: ClassVar[str] = ""
    aside: ClassVar[bool] = False

    @property
    def words(self) -> tuple[str, ...]:
        """The verb and the fields as one word each."""
        try:
            return _words(self)
        except TypeError:  # a field that cannot be hashed
            return _words.__wrapped__(self)

    def __str__(self) -> str:
        return " ".join(self.words)


@lru_cache(maxsize=8192)
def _words(action: Action) -> tuple[str, ...]:
    values = (getattr(action, field) for field in action.__struct_fields__)
    return (action.name(), *(word_of(value) for value in values if value is not None))


class Refusal(Struct, frozen=True):
    """The reason why an action is not legal now: the rule's section, a sentence, the decisive fact."""

    rule: str
    text: str
    fact: str = ""

    def __str__(self) -> str:
        fact = f" ({self.fact})" if self.fact else ""
        where = f" [rule {self.rule}]" if self.rule else ""
        return f"{self.text}{fact}{where}"


class ActionError(SandtableError, ValueError):
    """Words or an action that cannot be done; nothing has changed."""


class InvalidAction(ActionError):
    """Words that name no action of the game."""


class IncompleteAction(InvalidAction):
    """Words that name an action, but not everything that it applies to."""


class IllegalAction(ActionError):
    """An action of the game that is not legal now; `refusal` says why."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        super().__init__(f"{action}: {refusal}")
        self.action = action
        self.refusal = refusal


MOST_CHOICES = 5
"""An error names at most this many of the actions that words can mean."""


class AmbiguousAction(ActionError):
    """The words `typed`, which fit several legal actions: `choices`."""

    asked_by = ""
    """A line for the prompt that has these words behind its command; "" if they need no command."""

    def __init__(self, typed: str, choices: Sequence[Action]) -> None:
        names = listing([str(choice) for choice in choices], MOST_CHOICES)
        super().__init__(f'"{clip(typed)}" can mean {names}')
        self.typed, self.choices = typed, list(choices)


def word_of(value: object) -> str:
    """The word for a field's value: a number as written, a name as its slug."""
    plain = value.value if isinstance(value, Enum) else value
    return str(plain) if isinstance(plain, int) else slug(str(plain))
