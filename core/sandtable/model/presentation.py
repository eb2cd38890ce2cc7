"""How a game shows its views (in words, in lines, as pictures) and the items that have names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from sandtable.model.picture import Picture

V = TypeVar("V")


class Item(Struct, frozen=True):
    """Something with a name that players can look up, as far as one seat may know it.

    - `kind`: one plain word, such as zone, unit, card, track or pile.
    - `name`: its one-word name in actions and for `show`.
    - `title`: its name as people write it; if empty, `name`.
    - `brief`: what it is, or its state, in a few words.
    - `about`: everything else about it, as lines of plain text of any length.
    - `rules`: the sections of the rules about it.
    - `at`: its space on the map; empty if it is a space itself.
    """

    kind: str
    name: str
    title: str = ""
    brief: str = ""
    about: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    at: str = ""

    def __str__(self) -> str:
        """Return its first line: ``Jalo, zone: oasis``."""
        return f"{self.title or self.name}, {self.kind}{': ' * bool(self.brief)}{self.brief}"


def _nothing(*_: object) -> tuple[()]:
    return ()


class Presentation(Struct, Generic[V], frozen=True, kw_only=True):
    """A function for each way to show a view, under the name of the `Game` method that it replaces.

    Give at least `status` and `board`. What you leave out is not shown.

    >>> from sandtable import Presentation
    >>> looks = Presentation(
    ...     status=lambda view: f"Day {view.day}",
    ...     board=lambda view, width, height: [f"Supplies: {view.supplies}"],
    ... )
    >>> looks.has_map
    False

    - `status`: the view in one line.
    - `board`: the view in lines. Like `map`, it gets a width, and a height or None.
    - `map`: the map in lines.
    - `fight`: the current fight in lines; it gets a width.
    - `pictures`: the map and other boards as pictures, for pages.
    - `relations`: the view in words, for players who listen; by default, the pictures are described.
    - `items`: what can be looked up by name.
    - `turn`: the time in the game, in a few words.
    - `name_of`: the name of an id.
    """

    status: Callable[[V], str]
    board: Callable[[V, int, int | None], Sequence[str]]
    map: Callable[[V, int, int | None], Sequence[str]] = _nothing
    fight: Callable[[V, int], Sequence[str]] = _nothing
    pictures: Callable[[V], Sequence[Picture]] = _nothing
    relations: Callable[[V], Sequence[str]] = _nothing
    items: Callable[[V], Iterable[Item]] = _nothing
    turn: Callable[[V], str] = lambda _: ""
    name_of: Callable[[V, str], str] = lambda _, id: id.replace("-", " ")

    @property
    def has_map(self) -> bool:
        """Whether the game has a map."""
        return self.map is not _nothing
