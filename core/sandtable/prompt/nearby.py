"""The surroundings of something on the map: where it is, and the part of the map around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.base.words import clipped
from sandtable.model.action import ActionError
from sandtable.model.item import Item, find
from sandtable.prompt import show

if TYPE_CHECKING:
    from sandtable.prompt.console import Console

FEWEST_ROWS = 12
"""A part of a map has at least this many rows."""


def places(console: Console) -> dict[str, str]:
    """Everything on the map, by name, with its space."""
    session = console.session
    game = session.scenario.game
    pictures = game.pictures(session.view(console.viewer)) if game.has_map else ()
    if not pictures:
        return {}
    spaces = pictures[0].board.spaces
    counters = {counter.key: counter.at for counter in pictures[0].counters}
    counters |= {item.name: item.at for item in show.items(console) if item.at}
    return {**{name: at for name, at in counters.items() if at in spaces}, **{id: id for id in spaces}}


def about(console: Console) -> dict[str, str]:
    """Everything that `map near` takes, with a few words about it."""
    counters = places(console)
    return {
        item.name: ", ".join(filter(None, (item.kind, item.brief)))
        for item in show.items(console)
        if item.name in counters
    }


def place_of(console: Console, typed: str) -> str:
    """The space of something. Raises ActionError, UnknownName or AmbiguousName."""
    counters = places(console)
    if not counters:
        raise ActionError("this game has no map")
    items: list[Item] = find(show.items(console), typed)
    for item in items:
        if item.name in counters:
            return counters[item.name]
    raise ActionError(f'"{clipped(typed)}" is not on the map')


def draw(console: Console, typed: str, height: int | None = None) -> list[str]:
    """The part of the map around something, in the console's width, without a legend."""
    from sandtable.drawing import styled  # noqa: PLC0415 (not every game has maps)

    place, width = place_of(console, typed), console.width
    if console.display.plain:
        return console.display.map()
    lines = console.display.whole_map()
    if not lines.places:
        return lines
    rows = min(lines.rows, height or max(FEWEST_ROWS, width // 4))
    center = lines.places[place]
    left = center.x + center.letters // 2 - width // 2
    widest = max(len(line) for line in lines[: lines.rows])
    left, top = max(min(left, widest - width), 0), max(min(center.y - rows // 2, lines.rows - rows), 0)
    return styled.window(lines[: lines.rows], left, top, width, rows)


def draw_whole(console: Console) -> list[str]:
    """All of the map, small enough for the console's width and some rows."""
    if console.display.plain:
        return console.display.map()
    return console.display.whole_map(console.width, max(FEWEST_ROWS, console.width // 4))
