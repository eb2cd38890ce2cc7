"""The ways to show the views of a game: in words, in lines, as pictures; and its items, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from sandtable.model.picture import Picture

V = TypeVar("V")


class Item(Struct, frozen=True):
    """A thing with a name, as one seat may know it.

    - `kind`: one plain word: zone, unit, card, track, pile.
    - `name`: its one-word name in actions and in `show`.
    - `title`: its name as people write it; `name` if empty.
    - `brief`: what it is, or its state, in a few words.
    - `about`: everything else about it, as lines of plain text of any length.
    - `rules`: the sections that matter.
    - `at`: the space of the map where it is; empty for a space itself.
    """

    kind: str
    name: str
    title: str = ""
    brief: str = ""
    about: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    at: str = ""

    def __str__(self) -> str:
        """Its first line: ``Jalo, zone: oasis``."""
        return f"{self.title or self.name}, {self.kind}{': ' * bool(self.brief)}{self.brief}"


def _nothing(*_: object) -> tuple[()]:
    return ()


class Presentation(Struct, Generic[V], frozen=True, kw_only=True):
    """A function for each way to show a view; each does what the `Game` method of its name says.

    Give `status` and `board`. Without one of the others, the game has no such lines or picture.

    >>> from sandtable import Presentation
    >>> looks = Presentation(
    ...     status=lambda view: f"Day {view.day}",
    ...     board=lambda view, width, height: [f"Supplies: {view.supplies}"],
    ... )
    >>> looks.has_map
    False

    - `status`: the view in one line.
    - `board`: the view in lines. It gets a width, and a height or None, as `map` does.
    - `map`: the map in lines.
    - `fight`: the current fight in lines; it gets a width.
    - `pictures`: the map and other boards as pictures, for pages.
    - `relations`: the view in words, for players who listen; without it, the pictures are told.
    - `items`: what can be asked about by name.
    - `turn`: the time in the game, in a few words.
    - `name_of`: the words for an id.
    """

    status: Callable[[V], str]
    board: Callable[[V, int, int | None], Sequence[str]]
    map: Callable[[V, int, int | None], Sequence[str]] = _nothing
    fight: Callable[[V, int], Sequence[str]] = _nothing
    pictures: Callable[[V], Sequence[Picture]] = _nothing
    relations: Callable[[V], Sequence[str]] = _nothing
    items: Callable[[V], Iterable[Item]] = _nothing
    turn: Callable[[V], str] = lambda _: ""
    name_of: Callable[[V, str], str] = lambda _, id: id.replace("-", " ").capitalize()

    @property
    def has_map(self) -> bool:
        """Whether it has a map."""
        return self.map is not _nothing
