"""The command `show`: ``show jalo``, ``show british reserve``, ``show units``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

from sandtable import AmbiguousName, Item, Session, UnknownName, listing, slug
from sandtable.tooling import match, nearest_to, no_such

if TYPE_CHECKING:
    from sandtable import Picture
    from sandtable_console.console import Console
    from sandtable_console.display import Display

T = TypeVar("T")

INDENT = "  "
"""The indent of the lines about an item."""


def show(console: Console, rest: str) -> list[str]:
    """Describe an item, or list all items of a kind; for "", list all names.

    Raises UnknownName or AmbiguousName.
    """
    named, word = items(console), slug(rest)
    by_plural = kinds(named)
    if not rest:
        return _overview(by_plural, console.width)
    wanted = next((plural for plural in by_plural if word in (plural, plural.removesuffix("s"))), "")
    is_item = any(item.name == word for item in named)
    if wanted and not is_item:
        return [row for item in by_plural[wanted] for row in _hang(_brief_line(item), console.width)]
    if not is_item and (space := space_of(console, rest)):
        return [row for line in console.display.map(space) for row in _hang(line, console.width)]
    return [row for item in find(named, rest) for row in _describe(item, console.width)]


def names(console: Console) -> dict[str, str]:
    """Return every word that `show` takes (items, kinds, names on the map) with a description."""
    named = items(console)
    about: dict[str, str] = {}
    for item in named:
        about[item.name] = "; ".join(filter(None, (about.get(item.name), in_few_words(item))))
    more = {plural: f"all {len(members)} {plural}" for plural, members in kinds(named).items()}
    more |= {name: id for name, id in spaces(console).items() if name != id}
    return about | {name: text for name, text in more.items() if name not in about}


def space_of(console: Console, typed: str) -> str:
    """Return the space that a number, name or unambiguous prefix means on a map with `art`, or ""."""
    named, word = spaces(console), slug(typed)
    called = {slug(name) for item in items(console) for name in (item.name, item.title)}
    found = {named[name] for name in match(word, named) if name == word or not match(word, called)}
    return found.pop() if len(found) == 1 else ""


def spaces(console: Console) -> dict[str, str]:
    """Return the spaces of a map that draws itself, keyed by name and number; {} for other maps."""
    picture = map_of(console)
    if not (picture and picture.board.art):
        return {}
    return console.display.aliases | {id: id for id in picture.board.spaces}


def map_of(console: Console) -> Picture | None:
    """Return the picture of the map as the viewer sees it; None in a game without a map."""
    has_map = console.session.scenario.game.has_map
    return next(iter(pictures(console)), None) if has_map else None


def pictures(console: Console | Display) -> Sequence[Picture]:
    """Return the pictures of the position as far as the viewer may know it, the main one first."""
    game, session = console.session.scenario.game, console.session
    return _cached(console, "pictures", lambda: game.pictures(session.view(console.viewer)))


_KEPT: WeakKeyDictionary[Session, tuple[object, dict[str, Any]]] = WeakKeyDictionary()


def _cached(console: Console | Display, name: str, make: Callable[[], T]) -> T:
    """Return what `make` returns, cached for the position and viewer, since every key needs it."""
    key = (console.viewer, console.session.table.position)
    cached = _KEPT.get(console.session)
    if cached is None or cached[0] != key:
        cached = _KEPT[console.session] = (key, {})
    if name not in cached[1]:
        cached[1][name] = make()
    made: T = cached[1][name]
    return made


def items(console: Console | Display) -> list[Item]:
    """Return all items that the viewer may ask about."""
    return _cached(console, "items", lambda: _items(console))


def _items(console: Console | Display) -> list[Item]:
    """Return the game's items, and its tracks unless the items include tracks."""
    session, seat = console.session, console.viewer
    game = session.scenario.game
    listed = list(game.items(session.view(seat)))
    if any(item.kind == "track" for item in listed):
        return listed
    names = {item.name for item in listed}
    tracks = game.tracks(session.table, seat)
    bare = (Item("track", name, brief=str(value)) for name, value in tracks.items())
    return [*listed, *(item for item in bare if item.name not in names)]


def _overview(by_plural: dict[str, list[Item]], width: int) -> list[str]:
    if not by_plural:
        return ["this game has no items to show"]
    rows = [
        row
        for plural, members in by_plural.items()
        for row in _hang(f"{plural}: {', '.join(item.name for item in members)}", width)
    ]
    hint = f"show NAME describes one of them; show {next(iter(by_plural))} lists them with descriptions."
    return [*rows, *_hang(hint, width)]


def _brief_line(item: Item) -> str:
    brief = f": {item.brief}" if item.brief else ""
    called = f" ({item.title})" if item.title and slug(item.title) != item.name else ""
    return f"{item.name}{called}{brief}"


def in_few_words(item: Item) -> str:
    """Return an item's kind and brief description."""
    return ", ".join(filter(None, (item.kind, item.brief)))


def _describe(item: Item, width: int) -> Iterator[str]:
    """Yield an item's heading, the text about it, and the rules to read."""
    yield from _hang(str(item), width)
    rules = [f"Rules: {', '.join(item.rules)}."] if item.rules else []
    for line in (*item.about, *rules):
        yield from _hang(line, width, INDENT)


def _hang(text: str, width: int, before: str = "") -> Sequence[str]:
    """Wrap a line with a hanging indent, without breaking words at hyphens."""
    return wrap(
        text,
        width,
        initial_indent=before,
        subsequent_indent=before + INDENT,
        break_on_hyphens=False,
    )


def kinds(items: Iterable[Item]) -> dict[str, list[Item]]:
    """Group items by the plural of their kind, in order."""
    kinds_of: dict[str, list[Item]] = {}
    for item in items:
        kinds_of.setdefault(f"{item.kind}s", []).append(item)
    return kinds_of


def find(items: Iterable[Item], typed: str) -> list[Item]:
    """Return the items whose name or title the words match or begin.

    There are several only if items of different kinds share a name. Raises UnknownName, naming the
    nearest, or AmbiguousName, naming the candidates.
    """
    called: dict[str, list[Item]] = {}
    titles: dict[str, str] = {}
    for item in items:
        called.setdefault(item.name, []).append(item)
        titles.setdefault(slug(item.title) or item.title, item.name)
    spoken = titles | {name: name for name in called}
    spoken.pop("", None)
    names = list(dict.fromkeys(spoken[word] for word in match(typed, spoken))) if typed.strip() else []
    if len(names) == 1:
        return called[names[0]]
    if names:
        raise AmbiguousName(f'"{typed}" can mean {listing(names)}')
    close = nearest_to(typed, spoken)
    nothing_near = f'no item "{typed}"; show without a name lists all'
    raise UnknownName(no_such("item", typed, [close]) if close else nothing_near)
