"""A choice that a seat can make, as data and as words; and why one can not be made.

The words of an action are its verb and its fields, ``move 1st jalo``, and any unambiguous
beginning of them reads back as the same action.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import combinations, pairwise
from typing import Any, ClassVar, get_type_hints

from msgspec import Struct, structs

from sandtable.base.errors import SandtableError
from sandtable.base.words import (
    camel_slug,
    clipped,
    joined,
    listing,
    marked,
    match,
    nearest,
    slug,
    unknown,
)

_NUMBER = re.compile(r"-?[0-9]{1,18}")

_MOST_JOINED = 6
"""Of more words than this none are put together to names."""

_MOST_NAMES = 3
"""They are put together to no more names than this."""


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


class IncompleteAction(InvalidAction):
    """Words that name an action, but not all that it is done to."""


class IllegalAction(ActionError):
    """An action of the game that is not legal now; `refusal` says why."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        super().__init__(f"{action}: {refusal}")
        self.action = action
        self.refusal = refusal


class AmbiguousAction(ActionError):
    """Words that fit several legal actions, which are in `choices`."""

    def __init__(self, typed: str, choices: Sequence[Action]) -> None:
        super().__init__(f'"{clipped(typed)}" can mean {listing([str(choice) for choice in choices])}')
        self.choices = list(choices)


def find(typed: Sequence[str], options: Iterable[Action], names: Collection[str] = ()) -> list[Action]:
    """The options that typed words can mean; several when they are ambiguous.

    Each word counts for the word in its place: an exact one beats a prefix, and a word that
    is one of the game's `names` means nothing else. Words may be left out at the end; an option
    that is then complete beats a longer one. A word that begins or ends with a mark means nothing, but
    ``rail-`` begins ``rail-cuts``.
    """
    pool = [(option, option.words) for option in options]
    if _with_mark(typed, pool):
        return []
    found = _find(typed, pool, names)
    if not found and 1 < len(typed) <= _MOST_JOINED:
        # A name may have been typed as the words that it is made of.
        ways = (_find(way, pool, names) for way in _joined(typed))
        found = next(filter(None, ways), [])
    return found


def _with_mark(typed: Sequence[str], pool: Sequence[tuple[Action, tuple[str, ...]]] = ()) -> str:
    """The first word with a mark at an end, if no word of the pool begins so; "" for none."""
    for word in filter(marked, typed):
        if not any(one.startswith(word.lower()) for _, words in pool for one in words):
            return word
    return ""


def _joined(typed: Sequence[str]) -> Iterator[list[str]]:
    """The typed words with those after the verb joined to one name or more, then with a longer verb."""
    verb, *rest = typed
    yield from ([verb, *names] for names in _grouped(rest, _MOST_NAMES) if len(names) < len(rest))
    yield from ([f"{verb}-{rest[0]}", *names] for names in _grouped(rest[1:], 2))


def _grouped(words: Sequence[str], most: int) -> Iterator[list[str]]:
    """The ways to join words to at most `most` names, few names first."""
    for cuts in range(min(most, len(words)) if words else 0):
        for places in combinations(range(1, len(words)), cuts):
            yield ["-".join(words[a:b]) for a, b in pairwise([0, *places, len(words)])]
    if not words:
        yield []


def _find(
    typed: Sequence[str], alive: list[tuple[Action, tuple[str, ...]]], names: Collection[str]
) -> list[Action]:
    for place, word in enumerate(typed):
        if not alive:
            break
        here = dict.fromkeys(words[place] for _, words in alive if len(words) > place)
        if marked(word):
            fits = [name for name in here if name.startswith(word.lower())]
        else:
            fits = [] if place and _elsewhere(word, here, names) else match(word, here)
        alive = [
            (option, words) for option, words in alive if len(words) > place and words[place] in fits
        ]
    # A complete option wins when all others only go on from it.
    complete = [option for option, words in alive if len(words) == len(typed)]
    whole = complete and all(words[: len(typed)] == complete[0].words for _, words in alive)
    return complete if whole else [option for option, _ in alive]


def _elsewhere(word: str, here: Collection[str], names: Collection[str]) -> bool:
    """Whether a word is the whole name of something that is none of those `here`."""
    plain = slug(word)
    if plain in names:
        return plain not in here
    bare = joined(plain)
    return all(joined(name) != bare for name in here) and any(
        joined(slug(name)) == bare for name in names
    )


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
    known = list(names)
    if odd := _with_mark(typed, [(option, option.words) for option in options]):
        bare = odd.strip(f"{marked(odd)}{marked(odd[::-1])}")
        raise InvalidAction(f'"{clipped(bare or odd)}" takes no mark: {clipped(odd)}')
    kind = _kind(typed := _with_verb(typed, verbs), verbs, options)
    fields, hints = structs.fields(kind), get_type_hints(kind)
    legal = [option.words for option in options if isinstance(option, kind)]
    values: list[object] = []
    words = _names_whole(kind, typed[1:], known)
    for place, (field, word) in enumerate(zip(fields, words, strict=False), 1):
        here = dict.fromkeys(words[place] for words in legal if len(words) > place)
        try:
            value = _value(field.name, hints[field.name], word, known, list(here))
        except InvalidAction:
            _refuse_others(kind, words[: place - 1], options)  # of two wrong words the first is named
            raise
        legal = [words for words in legal if _word(value) in words[place : place + 1]] or legal
        values.append(value)
    missing = [field.name for field in fields[len(values) :] if field.required]
    if missing:
        _refuse_others(kind, words, options)
        usage = " ".join([kind.name(), *(field.name.upper() for field in fields if field.required)])
        example = f', as in "{" ".join(legal[0])}"' if legal else ""
        raise IncompleteAction(f"{kind.name()} needs a {missing[0]}: {usage}{example}")
    return kind(*values)


def _refuse_others(kind: type[Action], words: Sequence[str], options: Sequence[Action]) -> None:
    """Raise InvalidAction for the first word that no option of a kind has in its place."""
    legal = [option.words for option in options if isinstance(option, kind)]
    for place, (field, word) in enumerate(zip(structs.fields(kind), words, strict=False), 1):
        here = dict.fromkeys(one[place] for one in legal if len(one) > place)
        fits = match(word, here)
        if here and not fits:
            there = f"there is {listing(list(here))}"
            raise InvalidAction(f'{kind.name()}: "{clipped(word)}" is no {field.name} now; {there}')
        legal = [one for one in legal if one[place : place + 1] and one[place] in fits]


def _kind(
    typed: Sequence[str], verbs: Mapping[str, type[Action]], options: Sequence[Action]
) -> type[Action]:
    """The kind of action whose verb is typed, rather one that is legal now."""
    now = dict.fromkeys(option.name() for option in options)
    found = _clearest(match(typed[0], verbs), now)
    if len(found) > 1:
        raise InvalidAction(f'"{clipped(typed[0])}" can mean {listing(found)}')
    if not found:
        near = nearest(typed[0], verbs)
        raise InvalidAction(unknown("action", typed[0], verbs if near or not now else now))
    return verbs[found[0]]


def _names_whole(kind: type[Action], words: Sequence[str], names: Sequence[str]) -> Sequence[str]:
    """No more words than the kind has fields, if need be with those that make up a name put together."""
    hints = [get_type_hints(kind)[field.name] for field in structs.fields(kind)]
    if len(words) <= (count := len(hints)):
        return words
    for way in _grouped(words, count) if len(words) < _MOST_JOINED else ():
        if all(_means(*one, names) for one in zip(hints, way, strict=False)):
            return way
    takes = f"{count} word{'s' * (count != 1)}" if count else "nothing"
    raise InvalidAction(f'{kind.name()} takes {takes}, "{clipped(" ".join(words))}" has more')


def _means(hint: Any, word: str, names: Sequence[str]) -> bool:
    """Whether a word means a value of some type."""
    kinds = getattr(hint, "__args__", None) or (hint,)
    if int in kinds and _NUMBER.fullmatch(word):
        return True
    members = [_word(one) for kind in kinds if issubclass(kind, Enum) for one in kind]
    return bool(match(word, members or (names if str in kinds else ())))


def _with_verb(typed: Sequence[str], verbs: Iterable[str]) -> Sequence[str]:
    """The words with a verb of two words (``give up``) put together."""
    longer = f"{slug(typed[0])}-{slug(typed[1])}" if len(typed) > 1 else ""
    return [longer, *typed[2:]] if longer in verbs else typed


def _clearest(found: list[str], now: Collection[str]) -> list[str]:
    """Of names that a word can mean those that are legal now in its place, if there are any."""
    return [name for name in found if name in now] or found


def _word(value: object) -> str:
    plain = value.value if isinstance(value, Enum) else value
    return str(plain) if isinstance(plain, int) else slug(str(plain))


def _value(kind: str, hint: Any, word: str, names: Sequence[str], legal: Sequence[str]) -> object:
    """What a word means in a field that is called `kind`; `legal` are those that fit now."""
    kinds = getattr(hint, "__args__", None) or (hint,)
    enums = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Enum)]
    if int in kinds and _NUMBER.fullmatch(word):
        return int(word)
    if enums:
        members = {_word(member): member for member in enums[0]}
        return members[_one(kind, word, list(members), legal or list(members))]
    if str not in kinds:
        raise InvalidAction(f'"{clipped(word)}" is not a number ({kind})')
    return _one(kind, word, names, legal)


def _one(kind: str, word: str, names: Sequence[str], legal: Sequence[str]) -> str:
    found = _clearest(match(word, dict.fromkeys(names)), legal)
    if not found:
        # Most of all names are of other kinds, so that only a very near one of them is told.
        close = [near for near in (nearest(word, legal), nearest(word, names, 0.75)) if near]
        near = nearest(word, close)
        raise InvalidAction(unknown(kind, word, [near] if near else legal))
    if len(found) > 1:
        raise InvalidAction(f'"{clipped(word)}" can mean {listing(found)}')
    return found[0]
