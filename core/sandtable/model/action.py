"""A choice that a seat can make, as data and as words, and the reason if it is not legal.

An action in words is its verb and its fields: ``move 1st jalo``. Each word may be shortened as long as
it stays unambiguous.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from itertools import accumulate
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import astuple, replace

from sandtable.model.tagged import Tagged
from sandtable.text.errors import SandtableError
from sandtable.text.words import clip, listing, slug


class Action(Tagged, frozen=True, tag_field="verb", gc=False):
    """One choice of a seat, as data and as the words that a player types.

    Define its fields, if any: each is a str (an id), an int or an Enum. The last fields may also be
    None; they are then left out of the words. The verb, `name`, is made from the name of the class.

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
    - `phrase`: a sentence about it, for the story of a game. ``{field}`` becomes a name. In
      ``hurries|hurry``, the second word is for a plural subject. Text in brackets is left out if a
      field in it is empty.
    - `routine`: whether stories leave it out, like the end of a turn.
    """

    help: ClassVar[str] = ""
    phrase: ClassVar[str] = ""
    routine: ClassVar[bool] = False

    @property
    def words(self) -> tuple[str, ...]:
        """The verb and the fields, one word each."""
        try:
            return _words(self)
        except TypeError:  # a field that cannot be hashed
            return _words.__wrapped__(self)

    def up_to(self, last: int) -> Range:
        """Return one candidate that stands for this action and those with numbers up to `last`."""
        if not isinstance([None, *astuple(self)][-1], int):
            raise TypeError(f"{self} has no range: its last field is not a number")
        return Range(self, last)

    def __str__(self) -> str:
        return " ".join(self.words)


class Range(Struct, frozen=True):
    """Actions that differ only in their last field, a whole number: all are legal, or none is.

    >>> from sandtable import Action
    >>> class Bid(Action, frozen=True):
    ...     number: int
    >>> print(Bid(1).up_to(37))
    bid 1..37

    - `first`, `last`: the action with the lowest number; the highest number.
    """

    first: Action
    last: int

    @property
    def numbers(self) -> range:
        """The numbers in the last field."""
        return range(getattr(self.first, self.first.__struct_fields__[-1]), self.last + 1)

    def action(self, number: int) -> Action:
        """Return the action with this number in its last field."""
        return replace(self.first, **{self.first.__struct_fields__[-1]: number})

    def actions(self, numbers: Iterable[int]) -> list[Action]:
        """Return the actions with these numbers, ignoring numbers outside the range."""
        return [self.action(number) for number in numbers if number in self.numbers]

    def __contains__(self, action: object) -> bool:
        """Return whether an action is in the range."""
        number = getattr(action, self.first.__struct_fields__[-1], None)
        return type(number) is int and action in self.actions([number])

    @property
    def words(self) -> tuple[str, ...]:
        """The words that all its actions share, then the bounds: ``1..37``."""
        return (*self.first.words[:-1], f"{self.numbers[0]}..{self.last}")

    @property
    def bounds(self) -> str:
        """The numbers to choose from, in words: ``bid is 1 to 37``."""
        return f"{' '.join(self.words[:-1])} is {self.numbers[0]} to {self.last}"

    def __str__(self) -> str:
        return " ".join(self.words)


class Options(Sequence[Action]):
    """Legal actions, some of them in a `Range`; `rows` keeps each range as one item."""

    def __init__(self, rows: Iterable[Action | Range]) -> None:
        self.rows = [row for row in rows if isinstance(row, Action) or row.numbers]
        sizes = (len(row.numbers) if isinstance(row, Range) else 1 for row in self.rows)
        self._starts = list(accumulate(sizes, initial=0))

    def __len__(self) -> int:
        return self._starts[-1]

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        at = bisect_right(self._starts, place) - 1
        row = self.rows[at]
        return row.action(row.numbers[place - self._starts[at]]) if isinstance(row, Range) else row

    def __contains__(self, action: object) -> bool:
        return any(action in row if isinstance(row, Range) else row == action for row in self.rows)


def rows_of(options: Sequence[Action]) -> Sequence[Action | Range]:
    """Return options with each range as one row."""
    return options.rows if isinstance(options, Options) else options


@lru_cache(maxsize=8192)
def _words(action: Action) -> tuple[str, ...]:
    values = (getattr(action, field) for field in action.__struct_fields__)
    return (action.name(), *(word_of(value) for value in values if value is not None))


class Refusal(Struct, frozen=True):
    """Why an action is not legal now: the section of the rules, a sentence, the decisive fact."""

    rule: str
    text: str
    fact: str = ""

    def __str__(self) -> str:
        fact = f" ({self.fact})" if self.fact else ""
        where = f" [rule {self.rule}]" if self.rule else ""
        return f"{self.text}{fact}{where}"


class ActionError(SandtableError, ValueError):
    """A typed line or an action that cannot be carried out; nothing has changed."""


class InvalidAction(ActionError):
    """Words that name no action of the game."""


class IncompleteAction(InvalidAction):
    """Words that name an action but leave out an argument that it needs."""


class IllegalAction(ActionError):
    """An action of the game that is not legal now; `refusal` says why."""

    def __init__(self, action: Action, refusal: Refusal, told: str = "") -> None:
        super().__init__(f"{told or action}: {refusal}")
        self.action = action
        self.refusal = refusal


MOST_CHOICES = 5
"""The most actions that an error about ambiguous words lists."""


class AmbiguousAction(ActionError):
    """The words `typed` fit several legal actions: `choices`."""

    asked_by = ""
    """The line to type, if these words must follow a command; "" if they need none."""

    def __init__(self, typed: str, choices: Sequence[Action]) -> None:
        names = listing([str(row) for row in rows_of(choices)], MOST_CHOICES)
        super().__init__(f'"{clip(typed)}" can mean {names}')
        self.typed, self.choices = typed, choices


def word_of(value: object) -> str:
    """Return a field's value as one word: a number as written, a name as its slug."""
    plain = value.value if isinstance(value, Enum) else value
    return str(plain) if isinstance(plain, int) else slug(str(plain))
