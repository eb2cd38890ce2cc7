"""A choice that a seat can make, as data and as words; and why one can not be made.

The words of an action are its verb and its fields, ``move 1st jalo``, and any unambiguous
beginning of them reads back as the same action.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, get_type_hints

from msgspec import Struct, structs

from sandtable.errors import SandtableError
from sandtable.words import camel_slug, listing, match, nearest, slug, unknown

_NUMBER = re.compile(r"-?[0-9]{1,18}")


class Action(Struct, frozen=True, tag=camel_slug, tag_field="verb", gc=False):
    """One choice of a seat.

    A subclass has fields of str (the id of a thing), int or Enum, None where one is left
    out at the end; its verb is the slug of its class name, and `help` says in a few words what it does.
    """

    help: ClassVar[str] = ""

    @classmethod
    def name(cls) -> str:
        """The verb."""
        return str(cls.__struct_config__.tag)

    @property
    def words(self) -> tuple[str, ...]:
        """The verb and the fields as one word each."""
        values = (getattr(self, field) for field in self.__struct_fields__)
        return (self.name(), *(_word(value) for value in values if value is not None))

    def __str__(self) -> str:
        return " ".join(self.words)


class Refusal(Struct, frozen=True):
    """Why an action is not legal now: the rule's section, a sentence, the fact that fails."""

    rule: str
    text: str
    fact: str = ""

    def __str__(self) -> str:
        fact = f" ({self.fact})" if self.fact else ""
        where = f" [rule {self.rule}]" if self.rule else ""
        return f"{self.text}{fact}{where}"


class ActionError(SandtableError, ValueError):
    """Words or an action that can not be done; nothing has changed."""


class InvalidAction(ActionError):
    """Words that name no action of the game."""


class IllegalAction(ActionError):
    """An action of the game that is not legal now; `refusal` says why."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        super().__init__(f"{action}: {refusal}")
        self.action = action
        self.refusal = refusal


class AmbiguousAction(ActionError):
    """Words that fit several legal actions, which are in `choices`."""

    def __init__(self, typed: str, choices: Sequence[Action]) -> None:
        super().__init__(f'"{typed}" can mean {listing([str(choice) for choice in choices])}')
        self.choices = list(choices)


def find(typed: Sequence[str], options: Iterable[Action], names: Collection[str] = ()) -> list[Action]:
    """The options that typed words can mean; several when they are ambiguous.

    Each word counts for the word in its place: an exact one beats a prefix, and a word that
    is one of the game's `names` means nothing else. Words may be left out at the end; an option
    that is then complete beats a longer one.
    """
    pool = list(options)
    found = _find(typed, pool, names)
    if not found and len(typed) > 2:
        # A name may have been typed as the words that it is made of.
        ways = [_find(way, pool, names) for way in _joined(typed)]
        found = next((way for way in ways if way), [])
    return found


def _joined(typed: Sequence[str]) -> Iterator[list[str]]:
    """The typed words with those after the verb joined to one name, or to two."""
    verb, *rest = typed
    yield [verb, "-".join(rest)]
    for cut in range(1, len(rest)):
        yield [verb, "-".join(rest[:cut]), "-".join(rest[cut:])]


def _find(typed: Sequence[str], options: Iterable[Action], names: Collection[str]) -> list[Action]:
    alive = [(option, option.words) for option in options]
    for place, word in enumerate(typed):
        here = dict.fromkeys(words[place] for _, words in alive if len(words) > place)
        named = place > 0 and slug(word) in names and slug(word) not in here
        fits = [] if named else match(word, here)
        alive = [
            (option, words) for option, words in alive if len(words) > place and words[place] in fits
        ]
    # A complete option wins when all others only go on from it.
    complete = [option for option, words in alive if len(words) == len(typed)]
    whole = complete and all(words[: len(typed)] == complete[0].words for _, words in alive)
    return complete if whole else [option for option, _ in alive]


def build(
    typed: Sequence[str],
    verbs: Mapping[str, type[Action]],
    names: Iterable[str],
    options: Sequence[Action] = (),
) -> Action:
    """The action that words mean when it is not among the options, so that it can be refused.

    `names` are all ids that an action of this game may name.
    Raises InvalidAction, with the nearest right word (of the `options`, where one has the verb),
    when the words mean none.
    """
    now = dict.fromkeys(option.name() for option in options)
    found = _clearest(match(typed[0], verbs), now)
    if len(found) > 1:
        raise InvalidAction(f'"{typed[0]}" can mean {listing(found)}')
    if not found:
        near = nearest(typed[0], verbs)
        raise InvalidAction(unknown("action", typed[0], verbs if near or not now else now))
    kind = verbs[found[0]]
    fields = structs.fields(kind)
    if len(typed) - 1 > len(fields):
        raise InvalidAction(f'{found[0]} takes {len(fields)} words, "{" ".join(typed[1:])}" has more')
    hints = get_type_hints(kind)
    known = list(names)
    legal = [option.words for option in options if isinstance(option, kind)]
    values: list[object] = []
    for place, (field, word) in enumerate(zip(fields, typed[1:], strict=False), 1):
        here = dict.fromkeys(words[place] for words in legal if len(words) > place)
        values.append(_value(hints[field.name], word, known, list(here)))
    missing = [field.name for field in fields[len(values) :] if field.required]
    if missing:
        raise InvalidAction(f"{found[0]} needs a {missing[0]}")
    return kind(*values)


def _clearest(found: list[str], now: Collection[str]) -> list[str]:
    """Of names that a word can mean those that are legal now in its place, if there are any."""
    return [name for name in found if name in now] or found


def _word(value: object) -> str:
    plain = value.value if isinstance(value, Enum) else value
    return str(plain) if isinstance(plain, int) else slug(str(plain))


def _value(hint: Any, word: str, names: Sequence[str], legal: Sequence[str]) -> object:
    kinds = getattr(hint, "__args__", None) or (hint,)
    enums = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Enum)]
    if int in kinds and _NUMBER.fullmatch(word):
        return int(word)
    if enums:
        members = {_word(member): member for member in enums[0]}
        return members[_one(word, list(members), legal)]
    if str not in kinds:
        raise InvalidAction(f'"{word}" is not a number')
    return _one(word, names, legal)


def _one(word: str, names: Sequence[str], legal: Sequence[str]) -> str:
    found = _clearest(match(word, dict.fromkeys(names)), legal)
    if not found:
        raise InvalidAction(unknown("name", word, legal or names))
    if len(found) > 1:
        raise InvalidAction(f'"{word}" can mean {listing(found)}')
    return found[0]
