"""The meaning of typed words: options of a decision, or an action that is no option and is refused.

A line is read word by word: the verb, then a word for each field. In each place a typed word means a
word that the options have there, if it fits one. Otherwise it means a word that the game knows for
that place: a verb, a value of an Enum, the name of an item. `find` uses only the options, `build`
everything that the game knows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import chain, combinations, pairwise
from typing import Any, NamedTuple, TypeAlias, get_type_hints

from msgspec import structs

from sandtable.model.action import (
    Action,
    AmbiguousAction,
    IncompleteAction,
    InvalidAction,
    Options,
    Range,
    rows_of,
    word_of,
)
from sandtable.text.words import (
    clip,
    drop_hyphens,
    listing,
    mark_of,
    match,
    nearest_to,
    no_such,
    number_of,
    slug,
)

Lines: TypeAlias = Sequence[tuple[Action | Range, tuple[str, ...]]]
"""Options, each with its words; a range is one of them."""

MOST_WORDS = 6
"""At most this many typed words are joined to names; a longer line is taken as typed."""

MOST_NAMES = 3
"""At most this many names are joined from the words after the verb."""

_NUMBER = re.compile(r"-?[0-9]{1,18}")

_COPY = re.compile(r"-[0-9]+$")
"""The end of an id that numbers items with the same name: ``-1`` in ``regulars-1``."""


class Names(NamedTuple):
    """The `ids` that an action of a game may name, and its `aliases`, each with its id."""

    ids: tuple[str, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()


NO_NAMES = Names()


def find(typed: Sequence[str], options: Sequence[Action], names: Names = NO_NAMES) -> Sequence[Action]:
    """The options that typed words can mean; several if the words are ambiguous.

    Each typed word is compared with the words in its place: an exact match beats a prefix, and a
    word that is one of the game's `names` means only that name. Words may be left out at the end; an
    option that is then complete beats a longer one. A word that begins or ends with a mark means
    nothing, but ``rail-`` begins ``rail-cuts``.
    """
    every = _lines(typed, options)
    if _stray_mark(typed, every):
        return []
    verbs, items = Words({}), _items(names)
    reached: dict[tuple[str, ...], Lines] = {}
    for way in _ways(typed, {words[0] for _, words in every}):
        lines: Lines = every
        for place, word in enumerate(way):
            vocabulary, head = items if place else verbs, tuple(way[: place + 1])
            if head not in reached:
                reached[head] = _with_word_at(
                    lines, place, vocabulary.legal_words(word, _words_at(place, lines))
                )
            lines = reached[head]
            if not lines:
                break
        if lines:
            return _options_of(lines, len(way))
    return []


def find_without_sole_words(
    typed: Sequence[str], options: Sequence[Action], names: Names = NO_NAMES
) -> Sequence[Action]:
    """The options that typed words can mean if words without an alternative were left out.

    Where all options that the words so far can mean have the same next word, that word may be left
    out: ``attack trench`` if only one card can attack.
    """
    every = _lines(typed, options)
    if len(typed) < 2 or _stray_mark(typed, every):
        return []
    items = _items(names)
    lines = _with_word_at(every, 0, Words({}).legal_words(typed[0], _words_at(0, every)))
    words, unread = [typed[0]], list(typed[1:])
    while unread:
        possible = _words_at(len(words), lines)
        fits = items.legal_words(unread[0], possible)
        if len(possible) == 1 and not fits:
            fits = possible
            words += possible
        else:
            words.append(unread.pop(0))
        lines = _with_word_at(lines, len(words) - 1, fits)
        if not lines:
            return []
    return _options_of(lines, len(words))


def ambiguity(line: str, fitting: Sequence[Action]) -> InvalidAction | AmbiguousAction:
    """The error for a line that several options fit; of a single range, one that asks for the number."""
    row, *others = rows_of(fitting)
    if isinstance(row, Range) and not others:
        return IncompleteAction(f'{row.bounds}: type one, as in "{row.first}"')
    return AmbiguousAction(line, fitting)


def tell(words: Iterable[str], names: Names) -> str:
    """The words of an action, each id with its alias as a name: ``move 1st 0402 Old Mill``."""
    return " ".join(_items(names).told(words))


def build(
    typed: Sequence[str],
    verbs: Mapping[str, type[Action]],
    names: Names,
    options: Sequence[Action] = (),
) -> Action:
    """The action that words mean although it is not among the options, so that it can be refused.

    Raises InvalidAction, with the nearest right word, if the words mean no action; if any of the
    `options` has the verb, that word is from one of them. If the words are the end of only one option,
    the message names that option.
    """
    lines = _lines(typed, options)
    if odd := _stray_mark(typed, lines):
        raise InvalidAction(f'leave out the punctuation in "{clip(odd)}"')
    verb_words, items = Words(verbs), _items(names)
    readings = (Reading(way, verb_words, items, lines) for way in _ways(typed, verbs))
    as_typed = next(readings)
    if as_typed.fits or len(as_typed.spots[0].fits) > 1:
        return as_typed.action()
    if other := next((way for way in readings if way.fits), None):
        return other.action()
    ends = tuple(word.lower() for word in typed)
    whole = [" ".join(words) for _, words in lines if words[-len(ends) :] == ends]
    if not as_typed.spots[0].fits and len(whole) == 1:
        raise InvalidAction(f'no action "{clip(" ".join(typed))}"; did you mean "{whole[0]}"?')
    return as_typed.action()


# Typed words and the lines that match them.


def _lines(typed: Sequence[str], options: Sequence[Action]) -> Lines:
    """Options with their words; of a range, only the actions with a typed number if there is one."""
    rows: Iterable[Any] = rows_of(options)
    if numbers := [int(word) for word in typed[1:] if _NUMBER.fullmatch(word)]:
        rows = chain.from_iterable(
            row.those(numbers) if isinstance(row, Range) else (row,) for row in rows
        )
    return [(row, row.words) for row in rows]


def _stray_mark(typed: Iterable[str], lines: Lines) -> str:
    """The first word with a mark at an end that begins no word of the lines; "" if there is none."""
    for word in filter(mark_of, typed):
        if not any(other.startswith(word.lower()) for _, words in lines for other in words):
            return word
    return ""


def _ways(typed: Sequence[str], verbs: Collection[str]) -> Iterator[Sequence[str]]:
    """The ways to read typed words, the likeliest first.

    A name may be typed as its separate words. So may a verb, as ``give up``, or by the beginnings of
    its parts, as ``gi u``.
    """
    if len(typed) > 1 and (verb := f"{slug(typed[0])}-{slug(typed[1])}") in verbs:
        typed = [verb, *typed[2:]]
    yield typed
    if 1 < len(typed) <= MOST_WORDS:
        heads = [(typed[0], typed[1:])]
        joined = f"{slug(typed[0])}-{slug(typed[1])}"
        two_words = [verb for verb in verbs if "-" in verb or verb == drop_hyphens(joined)]
        if len(meant := match(joined, two_words)) == 1:
            heads.append((meant[0], typed[2:]))
        ways = ([verb, *names] for verb, rest in heads for names in _join_to_names(rest))
        yield from (way for way in ways if len(way) < len(typed))


def _join_to_names(words: Sequence[str]) -> Iterator[list[str]]:
    """The ways to join words to names, those with the fewest names first."""
    if not words:
        yield []
    for cuts in range(min(MOST_NAMES, len(words))):
        for places in combinations(range(1, len(words)), cuts):
            yield ["-".join(words[a:b]) for a, b in pairwise([0, *places, len(words)])]


def _words_at(place: int, lines: Lines) -> list[str]:
    """The words of lines in one place, each once."""
    return list(dict.fromkeys(words[place] for _, words in lines if len(words) > place))


def _with_word_at(lines: Lines, place: int, fits: Collection[str]) -> Lines:
    """The lines that have one of these words in a place."""
    return [(option, words) for option, words in lines if len(words) > place and words[place] in fits]


def _options_of(lines: Lines, length: int) -> Sequence[Action]:
    """The options of lines; only the one of this length if all others extend it."""
    heads = {words[:length] for _, words in lines}
    complete = [option for option, words in lines if len(words) == length]
    fits: list[Any] = complete if complete and len(heads) == 1 else [option for option, _ in lines]
    return Options(fits) if Range in map(type, fits) else fits


# What a word means in its place.


class Words:
    """The words that a game knows for one place in a line, each with its value.

    They are verbs, or values of an Enum. With `names`, they are ids of all kinds of things instead.
    """

    def __init__(self, known: Mapping[str, Any], names: Names | None = None) -> None:
        self.known, self.own = known, names is None
        pairs = [(name, slug(id)) for name, id in (names or NO_NAMES).aliases]
        self._aliases = {slug(name): word for name, word in pairs}
        titles = {name: name.replace("-", " ").title() if name.islower() else name for name, _ in pairs}
        self._told = {word: f"{word} {titles[name]}" for name, word in reversed(pairs)}
        self._bare = {drop_hyphens(word) for word in (*known, *self._aliases)}

    def spelled(self, words: Iterable[str]) -> Mapping[str, str]:
        """What may be typed for some words, themselves or their aliases, each with what it means."""
        own = {word: word for word in words}
        return {name: word for name, word in self._aliases.items() if word in own} | own

    def told(self, words: Iterable[str]) -> list[str]:
        """Words as they are told, each with the name of what it means: ``0402 Old Mill``."""
        return [self._told.get(word, word) for word in words]

    def legal_words(self, typed: str, here: Collection[str]) -> Collection[str]:
        """The options' words among `here` that a typed word can mean.

        If it is a whole known word that no option has, it means only numbered items of that name, as
        ``regulars`` means ``regulars-1``.
        """
        bare, names = drop_hyphens(slug(typed)), self.spelled(here)
        is_whole = bare in self._bare and not mark_of(typed)
        if is_whole and all(drop_hyphens(name) != bare for name in names):
            return [word for word in here if drop_hyphens(_COPY.sub("", word)) == bare]
        return dict.fromkeys(names[name] for name in _matches(typed, tuple(names)))

    def fits(self, typed: str, here: Collection[str]) -> Collection[str]:
        """The words that a typed word can mean: among the options' words `here`, else among all."""
        if legal := self.legal_words(typed, here):
            return legal
        every = {**self.spelled(self.known)}
        if {*self._aliases.values()}.intersection(here):  # here an alias is meant, not something else
            every |= self._aliases
        return dict.fromkeys(every[name] for name in _matches(typed, tuple(every)))


@lru_cache(maxsize=16)
def _items(names: Names) -> Words:
    """The names that can occur in the actions of a game."""
    return Words({slug(id): id for id in names.ids}, names)


@lru_cache(maxsize=512)
def _matches(typed: str, words: tuple[str, ...]) -> Collection[str]:
    """The words that a typed word can mean; a word with a mark at an end must be their beginning."""
    if mark_of(typed):
        return [word for word in words if word.startswith(typed.lower())]
    return match(typed, words)


# An action that is not an option.


class Slot(NamedTuple):
    """The verb or a field of an action: its name in errors, and the words that it takes."""

    name: str
    words: Words
    number: bool = False
    required: bool = True

    def fits(self, typed: str, here: Collection[str]) -> Collection[str]:
        """The words that a typed word can mean: among the options' words `here`, else among all."""
        if self.number and _NUMBER.fullmatch(typed):
            return [str(int(typed))]
        return self.words.fits(typed, here)

    def value(self, word: str) -> Any:
        """The value of one of its words."""
        if self.number and _NUMBER.fullmatch(word):
            return int(word)
        return self.words.known.get(word, word)

    def no_such_word(self, typed: str, here: Sequence[str]) -> str:
        """The error for a typed word that fits none: the nearest word, or the words that exist."""
        every_word, own = self.words.known, self.words.own
        if self.number and not every_word:
            return f'{self.name} is a number, not "{clip(typed)}"'
        # What is not legal now is offered only if it is very similar.
        spelled = self.words.spelled
        close = (nearest_to(typed, spelled(here)), nearest_to(typed, spelled(every_word), 0.75))
        near = nearest_to(typed, filter(None, close))
        choices = [near] if near else self.words.told(here or (every_word if own else ()))
        return no_such(self.name, typed, choices)


@lru_cache(maxsize=256)
def _slots(kind: type[Action], items: Words) -> Sequence[Slot]:
    """The fields of a kind of action, for a game with these names."""
    hints, slots = get_type_hints(kind), []
    for field in structs.fields(kind):
        types = getattr(hints[field.name], "__args__", None) or (hints[field.name],)
        members = {
            word_of(member): member for type in types if issubclass(type, Enum) for member in type
        }
        words = Words(members) if members or str not in types else items
        slots.append(Slot(field.name, words, int in types, field.required))
    return slots


class TypedWord(NamedTuple):
    """A typed word in its place: the options' words there, and those that it can mean."""

    slot: Slot
    typed: str
    here: Sequence[str]
    fits: Collection[str]

    def value(self) -> Any:
        """The value of the word. Raises InvalidAction if it means nothing or several things."""
        if not self.fits:
            raise InvalidAction(self.slot.no_such_word(self.typed, self.here))
        if len(self.fits) > 1:
            meant = listing(self.slot.words.told(self.fits))
            raise InvalidAction(f'"{clip(self.typed)}" can mean {meant}')
        return self.slot.value(*self.fits)

    def misfit(self, kind: type[Action]) -> InvalidAction | None:
        """The error if no option of a kind has this word here, though some have others."""
        if not self.here or any(word in self.here for word in self.fits):
            return None
        choices = f"choose from {listing(self.slot.words.told(self.here))}"
        return InvalidAction(
            f'{kind.name()}: {self.slot.name} "{clip(self.typed)}" is not possible now; {choices}'
        )


class Reading:
    """Typed words read as one action: the verb, then a word for each field of its kind.

    `spots` has the words up to the first that means nothing. `lines` has the options that agree with
    them, if any do.
    """

    def __init__(self, typed: Sequence[str], verbs: Words, items: Words, lines: Lines) -> None:
        self.typed = typed
        self.slots = [Slot("action", verbs)]
        self.spots: list[TypedWord] = []
        for place, word in enumerate(typed):
            slot, here = self.slots[place], _words_at(place, lines)
            spot = TypedWord(slot, word, here, slot.fits(word, here))
            self.spots.append(spot)
            # A word that no option has rules out no option, unless it is the verb.
            lines = _with_word_at(lines, place, spot.fits) or (lines if place else [])
            if place == 0 and len(spot.fits) == 1:
                self.slots += _slots(spot.value(), items)
            if not spot.fits or len(typed) > len(self.slots):
                break
        self.lines = lines

    @property
    def fits(self) -> bool:
        """Whether every word has a possible meaning in its place."""
        return len(self.spots) == len(self.typed) and bool(self.spots[-1].fits)

    def action(self) -> Action:
        """The action. Raises InvalidAction, which names the first wrong word, or what is missing.

        If the words make no action, the first word that no option has in its place is the wrong one.
        """
        verb, *spots = self.spots
        kind: type[Action] = verb.value()
        slots, words = self.slots[1:], self.typed[1:]
        if len(words) > len(slots):
            takes = number_of(len(slots), "argument") if slots else "no arguments"
            more = clip(" ".join(words[len(slots) :]))
            raise InvalidAction(f'{kind.name()} takes {takes}; leave out "{more}"')
        values, misfit = [], None
        for spot in spots:
            try:
                values.append(spot.value())
            except InvalidAction as error:
                row = self.lines[0][0] if self.lines else None
                if isinstance(row, Range) and not spot.fits and spot.here == [row.words[-1]]:
                    raise InvalidAction(f'{row.bounds}, not "{clip(spot.typed)}"') from None
                # If several names fit and none is legal now, asking which one is meant is no help.
                raise misfit or (spot.misfit(kind) if spot.fits else None) or error from None
            misfit = misfit or spot.misfit(kind)
        missing = [slot.name for slot in slots[len(values) :] if slot.required]
        if not missing:
            return kind(*values)
        required = [slot.name.upper() for slot in slots if slot.required]
        example = f', as in "{" ".join(self.lines[0][1])}"' if self.lines else ""
        usage = f"{' '.join([kind.name(), *required])}{example}"
        raise misfit or IncompleteAction(f"{kind.name()} needs a {missing[0]}: {usage}")
