"""The items that a player can ask about by name: a zone, a unit, a card, a track, a pile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from sandtable.text.errors import AmbiguousName, UnknownName
from sandtable.text.words import listing, match, nearest, slug, unknown


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


def numbers(tracks: Mapping[str, int]) -> Iterator[Item]:
    """The named numbers of a game as items, for a game that describes them no further."""
    return (Item("track", name, brief=str(value)) for name, value in tracks.items())


def kinds(items: Iterable[Item]) -> dict[str, list[Item]]:
    """Items by the plural of their kind, in the given order."""
    kinds_of: dict[str, list[Item]] = {}
    for item in items:
        kinds_of.setdefault(f"{item.kind}s", []).append(item)
    return kinds_of


def find(items: Iterable[Item], typed: str) -> list[Item]:
    """The items that words mean, by name or title or any beginning of one.

    There are several only if items of different kinds share a name. Raises UnknownName (with the
    nearest) or AmbiguousName (with the candidates).
    """
    called: dict[str, list[Item]] = {}
    titles: dict[str, str] = {}
    for item in items:
        called.setdefault(item.name, []).append(item)
        titles.setdefault(slug(item.title), item.name)
    spoken = titles | {name: name for name in called}
    spoken.pop("", None)
    names = list(dict.fromkeys(spoken[word] for word in match(typed, spoken))) if typed.strip() else []
    if len(names) == 1:
        return called[names[0]]
    if names:
        raise AmbiguousName(f'"{typed}" can mean {listing(names)}')
    close = nearest(typed, spoken)
    raise UnknownName(unknown("item", typed, [close]) if close else _no_item(typed))


def _no_item(typed: str) -> str:
    return f'no item "{typed}"; show alone lists all items'
