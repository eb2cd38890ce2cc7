"""Finding sections of a rulebook by words: case, accents, hyphens and endings do not count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from sandtable.base.words import clipped, listing, nearest, slug

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) ?)")
_MARKS = re.compile(r"^\s*(?:[-*]|\d+\.)\s+|\s*\|\s*|[*`]")


class Searched(Protocol):
    """What is searched: a section of a rulebook."""

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


def search(known: Sequence[S], wanted: str) -> list[S]:
    """The sections in which every typed word is a word or begins one; the best first.

    Those with most of the words in their heading come first, then those with the words side by side,
    then whole words. A bare number is an id and finds nothing; nor do words without a letter.
    """
    typed = () if _NUMBER.fullmatch(wanted) else _words(wanted)
    whole = f"-{'-'.join(typed)}"
    ranked = [
        (
            -_count(typed, _heading(section)),
            whole not in f"-{slug(section.text)}",
            -len(set(typed).intersection(_words(section.text))),
            place,
        )
        for place, section in enumerate(known)
        if typed and _count(typed, f"{_heading(section)} {section.text}") == len(typed)
    ]
    return [known[place] for *_, place in sorted(ranked)]


def fitting(section: Searched, wanted: str) -> str:
    """The sentence in a section's text with most of the words, as one line; may be empty."""
    typed = _words(wanted)
    best = max(_sentences(section.text), key=lambda text: _count(typed, text), default="")
    return best if _count(typed, best) else ""


def nothing(known: Sequence[Searched], wanted: str) -> str:
    """The message that no section was found, with the nearest id or word of the rules."""
    ids = {slug(section.id): section.id for section in known}
    if any(char.isdecimal() for char in wanted):
        near = nearest(wanted, ids, LIKE)
        more = f'did you mean "{ids[near]}"?' if near else f"there is {listing(list(ids.values()))}"
        return f'no section "{clipped(wanted)}"; {more}'
    words = dict.fromkeys(
        word for section in known for word in _words(f"{_heading(section)} {section.text}")
    )
    missed = [word for word in _words(wanted) if not any(_fits(word, other) for other in words)]
    if not missed:
        return f'no section has all of "{clipped(wanted)}"'
    near = nearest(missed[0], words, LIKE)
    return f'no section has "{clipped(missed[0])}"' + (f'; did you mean "{near}"?' if near else "")


def _heading(section: Searched) -> str:
    return " ".join((section.id, section.title, *section.also))


@lru_cache(maxsize=2048)
def _words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, slug(text).split("-")))


def _count(typed: Sequence[str], text: str) -> int:
    """How many of the typed words begin a word in a text."""
    words = frozenset(_words(text))
    return sum(word in words or any(_fits(word, other) for other in words) for word in typed)


def _fits(typed: str, word: str) -> bool:
    """Whether a typed word begins another, or both come from one stem: `recruitment`, `recruiting`."""
    return word.startswith(typed) or _stem(word) == _stem(typed)


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """A word without its ending, if at least three letters are left."""
    return _ENDING.sub("", word)


def _sentences(text: str) -> Iterator[str]:
    for part in _SENTENCE.split(text):
        if line := " ".join(_MARKS.sub(" ", part).split()):
            yield line
