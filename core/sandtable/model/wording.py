"""What typed words mean: options of a decision, or an action that is not an option and is refused.

A line is read word by word: the verb, then a word for each field. In each place, a typed word means one
of the options' words there, if it fits any. Otherwise it means a word that the game knows for that
place: a verb, a value of an Enum, the name of an item. `find` looks only at the options, `build` at
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
"""Options, each with its words; a range counts as one option."""

MOST_WORDS = 6
"""The most typed words to try joining into names; a longer line is read as typed."""

MOST_NAMES = 3
"""The most names to form from the words after the verb."""

_NUMBER = re.compile(r"-?[0-9]{1,18}")

_COPY = re.compile(r"-[0-9]+$")
"""The number at the end of an id whose name several items share: ``-1`` in ``regulars-1``."""


class Names(NamedTuple):
    """The `ids` that a game's actions may name, and their `aliases`, each with its id."""

    ids: tuple[str, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()


NO_NAMES = Names()


def find(typed: Sequence[str], options: Sequence[Action], names: Names = NO_NAMES) -> Sequence[Action]:
    """Return the options that typed words can mean: several if the words are ambiguous.

    Each typed word is compared with the options' words in its place. An exact match beats a prefix, and
    one of the game's `names`, typed in full, means only that name. The last words may be left out; an
    option that is then complete beats a longer one. A word with punctuation at either end means
    nothing, except that ``rail-`` is the beginning of ``rail-cuts``.
    """
    every = _lines(typed, options)
    if _word_with_mark(typed, every):
        return []
    verbs, items = Words({}), _items(names)
    reached: dict[tuple[str, ...], Lines] = {}
    for way in _ways_to_read(typed, {words[0] for _, words in every}):
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
    """Return the options that typed words can mean if some words with no alternative were omitted.

    If the options that the words so far can mean all continue with the same word, that word may be
    omitted: ``attack trench`` if only one card can attack.
    """
    every = _lines(typed, options)
    if len(typed) < 2 or _word_with_mark(typed, every):
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


def ambiguity_error(line: str, fitting: Sequence[Action]) -> InvalidAction | AmbiguousAction:
    """Return the error for a line that fits several options, or a range without a number."""
    row, *others = rows_of(fitting)
    if isinstance(row, Range) and not others:
        return IncompleteAction(f'{row.bounds}: type one, as in "{row.first}"')
    return AmbiguousAction(line, fitting)


def spell_out(words: Iterable[str], names: Names) -> str:
    """Return an action's words, adding the alias of each id: ``move 1st 0402 Old Mill``."""
    return " ".join(_items(names).with_names(words))


def build(
    typed: Sequence[str],
    verbs: Mapping[str, type[Action]],
    names: Names,
    options: Sequence[Action] = (),
) -> Action:
    """Return the action that typed words mean even though it is not an option, to be refused.

    Raises InvalidAction if they mean no action. The message names the nearest right word, from one of
    the `options` if any of them has the verb, or the only option that ends in the typed words.
    """
    lines = _lines(typed, options)
    if odd := _word_with_mark(typed, lines):
        raise InvalidAction(f'leave out the punctuation in "{clip(odd)}"')
    verb_words, items = Words(verbs), _items(names)
    readings = (Reading(way, verb_words, items, lines) for way in _ways_to_read(typed, verbs))
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


# Typed words and the options that match them.


def _lines(typed: Sequence[str], options: Sequence[Action]) -> Lines:
    """Return options with their words; if a number was typed, a range gives only its actions with it."""
    rows: Iterable[Any] = rows_of(options)
    if numbers := [int(word) for word in typed[1:] if _NUMBER.fullmatch(word)]:
        rows = chain.from_iterable(
            row.actions(numbers) if isinstance(row, Range) else (row,) for row in rows
        )
    return [(row, row.words) for row in rows]


def _word_with_mark(typed: Iterable[str], lines: Lines) -> str:
    """Return the first typed word with stray punctuation at an end; "" if there is none."""
    for word in filter(mark_of, typed):
        if not any(other.startswith(word.lower()) for _, words in lines for other in words):
            return word
    return ""


def _ways_to_read(typed: Sequence[str], verbs: Collection[str]) -> Iterator[Sequence[str]]:
    """Yield the possible readings of typed words, the likeliest first.

    A name may be typed as separate words. A verb may be, too (``give up``), or even shortened to the
    beginnings of its parts (``gi u``).
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
    """Yield the ways to join words into names, the way with the fewest names first."""
    if not words:
        yield []
    for cuts in range(min(MOST_NAMES, len(words))):
        for places in combinations(range(1, len(words)), cuts):
            yield ["-".join(words[a:b]) for a, b in pairwise([0, *places, len(words)])]


def _words_at(place: int, lines: Lines) -> list[str]:
    """Return the different words that lines have in one place."""
    return list(dict.fromkeys(words[place] for _, words in lines if len(words) > place))


def _with_word_at(lines: Lines, place: int, fits: Collection[str]) -> Lines:
    """Return the lines that have one of the words `fits` in a place."""
    return [(option, words) for option, words in lines if len(words) > place and words[place] in fits]


def _options_of(lines: Lines, length: int) -> Sequence[Action]:
    """Return the options of lines; only the option of this length if all others extend it."""
    heads = {words[:length] for _, words in lines}
    complete = [option for option, words in lines if len(words) == length]
    fits: list[Any] = complete if complete and len(heads) == 1 else [option for option, _ in lines]
    return Options(fits) if Range in map(type, fits) else fits


# The meaning of a word in its place.


class Words:
    """The words that a game knows for one place in a line, each with its value.

    They are verbs or the values of an Enum; with `names`, they are the ids of items.
    """

    def __init__(self, known: Mapping[str, Any], names: Names | None = None) -> None:
        self.known, self.own = known, names is None
        pairs = [(name, slug(id)) for name, id in (names or NO_NAMES).aliases]
        self._aliases = {slug(name): word for name, word in pairs}
        titles = {name: name.replace("-", " ").title() if name.islower() else name for name, _ in pairs}
        self._told = {word: f"{word} {titles[name]}" for name, word in reversed(pairs)}
        self._bare = {drop_hyphens(word) for word in (*known, *self._aliases)}

    def spellings(self, words: Iterable[str]) -> Mapping[str, str]:
        """Map what may be typed for some words, including their aliases, to those words."""
        own = {word: word for word in words}
        return {name: word for name, word in self._aliases.items() if word in own} | own

    def with_names(self, words: Iterable[str]) -> list[str]:
        """Return words as messages show them, each with its name: ``0402 Old Mill``."""
        return [self._told.get(word, word) for word in words]

    def legal_words(self, typed: str, here: Collection[str]) -> Collection[str]:
        """Return those of the options' words `here` that a typed word can mean.

        A complete word that the game knows but no option has means only numbered items of that name:
        ``regulars`` means ``regulars-1``.
        """
        bare, names = drop_hyphens(slug(typed)), self.spellings(here)
        is_whole = bare in self._bare and not mark_of(typed)
        if is_whole and all(drop_hyphens(name) != bare for name in names):
            return [word for word in here if drop_hyphens(_COPY.sub("", word)) == bare]
        return dict.fromkeys(names[name] for name in _matches(typed, tuple(names)))

    def fits(self, typed: str, here: Collection[str]) -> Collection[str]:
        """Return the words that a typed word can mean, preferring the options' words `here`."""
        if legal := self.legal_words(typed, here):
            return legal
        every = {**self.spellings(self.known)}
        if {*self._aliases.values()}.intersection(here):  # only there can an alias be meant
            every |= self._aliases
        return dict.fromkeys(every[name] for name in _matches(typed, tuple(every)))


@lru_cache(maxsize=16)
def _items(names: Names) -> Words:
    """Return the names that can occur in a game's actions."""
    return Words({slug(id): id for id in names.ids}, names)


@lru_cache(maxsize=512)
def _matches(typed: str, words: tuple[str, ...]) -> Collection[str]:
    """Return the words that a typed word can mean; with punctuation, only those that begin with it."""
    if mark_of(typed):
        return [word for word in words if word.startswith(typed.lower())]
    return match(typed, words)


# Actions that are not options.


class Slot(NamedTuple):
    """The place of an action's verb or field in a line: its name in errors, and the words it takes."""

    name: str
    words: Words
    number: bool = False
    required: bool = True

    def fits(self, typed: str, here: Collection[str]) -> Collection[str]:
        """Return the words that a typed word can mean, preferring the options' words `here`."""
        if self.number and _NUMBER.fullmatch(typed):
            return [str(int(typed))]
        return self.words.fits(typed, here)

    def value(self, word: str) -> Any:
        """Return the value of a word in this place."""
        if self.number and _NUMBER.fullmatch(word):
            return int(word)
        return self.words.known.get(word, word)

    def no_such_word(self, typed: str, here: Sequence[str]) -> str:
        """Return the error for a typed word that fits nothing, with the nearest word or all words."""
        every_word, own = self.words.known, self.words.own
        if self.number and not every_word:
            return f'{self.name} is a number, not "{clip(typed)}"'
        # A word that is not legal now is suggested only if it is very similar.
        spellings = self.words.spellings
        close = (nearest_to(typed, spellings(here)), nearest_to(typed, spellings(every_word), 0.75))
        near = nearest_to(typed, filter(None, close))
        choices = [near] if near else self.words.with_names(here or (every_word if own else ()))
        return no_such(self.name, typed, choices)


@lru_cache(maxsize=256)
def _slots(kind: type[Action], items: Words) -> Sequence[Slot]:
    """Return a slot for each field of a kind of action."""
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
    """A typed word in its place, with the options' words there and those that it can mean."""

    slot: Slot
    typed: str
    here: Sequence[str]
    fits: Collection[str]

    def value(self) -> Any:
        """Return the word's value. Raises InvalidAction if it means nothing or several things."""
        if not self.fits:
            raise InvalidAction(self.slot.no_such_word(self.typed, self.here))
        if len(self.fits) > 1:
            meant = listing(self.slot.words.with_names(self.fits))
            raise InvalidAction(f'"{clip(self.typed)}" can mean {meant}')
        return self.slot.value(*self.fits)

    def mismatch(self, kind: type[Action]) -> InvalidAction | None:
        """Return the error if options of a kind have words here, but none that this word can mean."""
        if not self.here or any(word in self.here for word in self.fits):
            return None
        choices = f"choose from {listing(self.slot.words.with_names(self.here))}"
        return InvalidAction(
            f'{kind.name()}: {self.slot.name} "{clip(self.typed)}" is not possible now; {choices}'
        )


class Reading:
    """One reading of typed words as an action: the verb, then a word for each field.

    `spots` holds the words up to the first that means nothing, and `lines` the options that agree with
    them.
    """

    def __init__(self, typed: Sequence[str], verbs: Words, items: Words, lines: Lines) -> None:
        self.typed = typed
        self.slots = [Slot("action", verbs)]
        self.spots: list[TypedWord] = []
        for place, word in enumerate(typed):
            slot, here = self.slots[place], _words_at(place, lines)
            spot = TypedWord(slot, word, here, slot.fits(word, here))
            self.spots.append(spot)
            # Unless it is the verb, a word that no option has is ignored here.
            lines = _with_word_at(lines, place, spot.fits) or (lines if place else [])
            if place == 0 and len(spot.fits) == 1:
                self.slots += _slots(spot.value(), items)
            if not spot.fits or len(typed) > len(self.slots):
                break
        self.lines = lines

    @property
    def fits(self) -> bool:
        """Whether every word can mean something in its place."""
        return len(self.spots) == len(self.typed) and bool(self.spots[-1].fits)

    def action(self) -> Action:
        """Return the action. Raises InvalidAction, which names the first wrong or missing word.

        If the words make no action, the first word that no option has in its place counts as wrong.
        """
        verb, *spots = self.spots
        kind: type[Action] = verb.value()
        slots, words = self.slots[1:], self.typed[1:]
        if len(words) > len(slots):
            takes = number_of(len(slots), "argument") if slots else "no arguments"
            more = clip(" ".join(words[len(slots) :]))
            raise InvalidAction(f'{kind.name()} takes {takes}; leave out "{more}"')
        values, mismatch = [], None
        for spot in spots:
            try:
                values.append(spot.value())
            except InvalidAction as error:
                row = self.lines[0][0] if self.lines else None
                if isinstance(row, Range) and not spot.fits and spot.here == [row.words[-1]]:
                    raise InvalidAction(f'{row.bounds}, not "{clip(spot.typed)}"') from None
                # If several names fit and none is legal now, it does not help to ask which one is meant.
                raise mismatch or (spot.mismatch(kind) if spot.fits else None) or error from None
            mismatch = mismatch or spot.mismatch(kind)
        missing = [slot.name for slot in slots[len(values) :] if slot.required]
        if not missing:
            return kind(*values)
        required = [slot.name.upper() for slot in slots if slot.required]
        example = f', as in "{" ".join(self.lines[0][1])}"' if self.lines else ""
        usage = f"{' '.join([kind.name(), *required])}{example}"
        raise mismatch or IncompleteAction(f"{kind.name()} needs a {missing[0]}: {usage}")
