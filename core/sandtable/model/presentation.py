"""The ways to show the views of a game: in words, in lines, as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from sandtable.model.item import Item
from sandtable.model.picture import Picture

V = TypeVar("V")


def _nothing(*_: object) -> tuple[()]:
    return ()


def _in_plain_words(_: object, id: str) -> str:
    return id.replace("-", " ").capitalize()


def _at_no_time(*_: object) -> str:
    return ""


class Presentation(Struct, Generic[V], frozen=True, kw_only=True):
    """A function for each way to show a view; each does what the `Game` method of its name says.

    `board` and `map` get a width, and a height or None; `fight` gets a width. A game needs `status` and
    `board`. It may leave out any other function: it then has no such lines or picture.
    """

    status: Callable[[V], str]
    board: Callable[[V, int, int | None], Sequence[str]]
    map: Callable[[V, int, int | None], Sequence[str]] = _nothing
    fight: Callable[[V, int], Sequence[str]] = _nothing
    pictures: Callable[[V], Sequence[Picture]] = _nothing
    relations: Callable[[V], Sequence[str]] = _nothing
    items: Callable[[V], Iterable[Item]] = _nothing
    turn: Callable[[V], str] = _at_no_time
    name_of: Callable[[V, str], str] = _in_plain_words

    @property
    def has_map(self) -> bool:
        """Whether it has a map."""
        return self.map is not _nothing
