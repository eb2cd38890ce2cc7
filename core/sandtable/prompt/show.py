"""Something looked at by its name: ``show jalo``, ``show british reserve``, ``show units``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from sandtable.base.words import slug
from sandtable.model.thing import Thing, find, kinds, numbers

if TYPE_CHECKING:
    from sandtable.prompt.console import Console

SET_IN = "  "
"""How far lines stand in below the head that they belong to."""


def show(console: Console, rest: str) -> list[str]:
    """What a viewer may know of a thing, of all of a kind, or the names of all things for "".

    Raises UnknownName or AmbiguousName in one line.
    """
    there = things(console)
    sorts = kinds(there)
    if not rest:
        return _overview(sorts, console.width)
    if (wanted := _plural(rest, sorts)) and not any(thing.name == slug(rest) for thing in there):
        return [row for thing in sorts[wanted] for row in _hung(_listed(thing), console.width)]
    return [row for thing in find(there, rest) for row in _described(thing, console.width)]


def names(console: Console) -> dict[str, str]:
    """Every word that can stand after `show`, with a few words about it: things, then kinds."""
    there = things(console)
    found: dict[str, str] = {}
    for thing in there:
        found[thing.name] = "; ".join(filter(None, (found.get(thing.name), _about(thing))))
    return found | {
        plural: f"all {plural}, {len(of)} of them"
        for plural, of in kinds(there).items()
        if plural not in found
    }


def things(console: Console) -> list[Thing]:
    """All that a viewer may ask about; the game's tracks as they are when it tells of none."""
    session, seat = console.session, console.viewer
    game = session.scenario.game
    told = list(game.things(session.view(seat)))
    if any(thing.kind == "track" for thing in told):
        return told
    taken = {thing.name for thing in told}
    bare = numbers(game.tracks(session.table, seat))
    return [*told, *(thing for thing in bare if thing.name not in taken)]


def _plural(typed: str, sorts: dict[str, list[Thing]]) -> str:
    """The kind, in the plural, that a whole word names in either number; "" for none."""
    word = slug(typed)
    return next((plural for plural in sorts if word in (plural, plural.removesuffix("s"))), "")


def _overview(sorts: dict[str, list[Thing]], width: int) -> list[str]:
    """The names of all things, kind by kind."""
    if not sorts:
        return ["nothing here can be shown by its name"]
    rows = [
        row
        for plural, of in sorts.items()
        for row in _hung(f"{plural}: {', '.join(thing.name for thing in of)}", width)
    ]
    more = f"show NAME tells more of one, show {next(iter(sorts))} a little of each."
    return [*rows, *_hung(more, width)]


def _listed(thing: Thing) -> str:
    brief = f": {thing.brief}" if thing.brief else ""
    called = f" ({thing.title})" if thing.title and slug(thing.title) != thing.name else ""
    return f"{thing.name}{called}{brief}"


def _about(thing: Thing) -> str:
    return ", ".join(filter(None, (thing.kind, thing.brief)))


def _described(thing: Thing, width: int) -> Iterator[str]:
    """A thing as lines: its head, what is told of it, the sections to read."""
    yield from _hung(str(thing), width)
    rules = [f"Rules: {', '.join(thing.rules)}."] if thing.rules else []
    for line in (*thing.about, *rules):
        yield from _hung(line, width, SET_IN)


def _hung(text: str, width: int, before: str = "") -> Sequence[str]:
    """A line folded to the width, what follows set in further; a word is never torn at a hyphen."""
    return wrap(
        text,
        width,
        initial_indent=before,
        subsequent_indent=before + SET_IN,
        break_on_hyphens=False,
    )
