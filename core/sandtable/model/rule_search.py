"""Finding sections of a rulebook by words: case, accents, hyphens and endings do not count."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from sandtable.text.words import clipped, nearest, slug

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) ?)")
_MARKS = re.compile(r"^\s*(?:[-*]|\d+\.)\s+|\s*\|\s*|[*`]|(?m:^> ?)")
_PICTURE = re.compile(r"^```.*\n(?:.*\n)*?```$", re.MULTILINE)


class Searched(Protocol):
    """A section of a rulebook, as the search needs it."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def also(self) -> tuple[str, ...]: ...


S = TypeVar("S", bound=Searched)

_NUMBER = re.compile(r"[0-9.]+")
_ENDING = re.compile(r"(?<=...)(?:ations?|ments?|als?|ings?|ions?|ers?|ed|es?|s)$")

LIKE = 0.7
"""A word is offered for a typed one if it is at least this similar (0 to 1)."""


def search(sections: Sequence[S], wanted: str) -> list[S]:
    """The sections in which every typed word is a word or begins one; the best first.

    Sections rank by how many of the words are in their heading, and one whose title is exactly these
    words comes first. Next come sections with the words side by side, then those with whole words. A
    bare number is an id and finds nothing; nor do words without a letter.
    """
    typed = () if _NUMBER.fullmatch(wanted) else _words(wanted)
    phrase = f"-{'-'.join(typed)}"
    ranked = [
        (
            -_count(typed, _heading(section)),
            _words(section.title) != typed,
            -_count(typed, section.title),
            phrase not in f"-{slug(_prose(section))}",
            -len(set(typed).intersection(_words(_prose(section)))),
            place,
        )
        for place, section in enumerate(sections)
        if typed and _count(typed, f"{_heading(section)} {_prose(section)}") == len(typed)
    ]
    return [sections[place] for *_, place in sorted(ranked)]


def fitting(section: Searched, wanted: str) -> str:
    """The sentence in a section's text with most of the words, as one line; may be empty."""
    typed = _words(wanted)
    best = max(_sentences(_prose(section)), key=lambda text: _count(typed, text), default="")
    return best if _count(typed, best) else ""


def not_found(sections: Sequence[Searched], wanted: str, lists: str = "") -> str:
    """The message that no section was found, with the nearest id or word of the rules.

    Without one, it names the command that `lists` all sections.
    """
    list_hint = f"; {lists} lists all" if lists else ""
    ids = {slug(section.id): section.id for section in sections}
    if any(char.isdecimal() for char in wanted):
        close = nearest(wanted, ids, LIKE)
        hint = f'; did you mean "{ids[close]}"?' if close else list_hint
        return f'no section "{clipped(wanted)}"{hint}'
    index = _index_of(tuple(f"{_heading(section)} {_prose(section)}" for section in sections))
    missed = [word for word in _words(wanted) if not index.has(word)]
    if not missed:
        return f'no section has all of "{clipped(wanted)}"{list_hint}'
    close = nearest(missed[0], index.in_order, LIKE)
    hint = f'; did you mean "{close}"?' if close else list_hint
    return f'no section has "{clipped(missed[0])}"{hint}'


def _heading(section: Searched) -> str:
    return " ".join((section.id, section.title, *section.also))


def _prose(section: Searched) -> str:
    """A section's text without its pictures, whose letters nobody searches for."""
    return _without_pictures(section.text)


@lru_cache(maxsize=1024)
def _without_pictures(text: str) -> str:
    return _PICTURE.sub("", text)


@lru_cache(maxsize=2048)
def _words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, slug(text).split("-")))


class _Index(NamedTuple):
    """The words of texts, each once: in their order, sorted, and their stems."""

    in_order: tuple[str, ...]
    by_letters: list[str]
    stems: frozenset[str]

    def has(self, typed: str) -> bool:
        """Whether a typed word begins one, or has a stem in common: `recruitment`, `recruiting`."""
        place = bisect_left(self.by_letters, typed)
        begins = place < len(self.by_letters) and self.by_letters[place].startswith(typed)
        return begins or _stem(typed) in self.stems


@lru_cache(maxsize=2048)
def _index_of(texts: tuple[str, ...]) -> _Index:
    words = tuple(dict.fromkeys(word for text in texts for word in _words(text)))
    return _Index(words, sorted(words), frozenset(map(_stem, words)))


def _count(typed: Sequence[str], text: str) -> int:
    """The number of typed words that begin a word in a text."""
    index = _index_of((text,))
    return sum(index.has(word) for word in typed)


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """A word without its ending, if at least three letters are left."""
    return _ENDING.sub("", word)


def _sentences(text: str) -> Iterator[str]:
    for part in _SENTENCE.split(text):
        if line := " ".join(_MARKS.sub(" ", part).split()):
            yield line
