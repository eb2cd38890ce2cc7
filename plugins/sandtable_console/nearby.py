"""Finds where something is on the map, and draws the part of the map around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandtable import Action, ActionError, slug
from sandtable.tooling import clip
from sandtable_console import show

if TYPE_CHECKING:
    from sandtable import chart
    from sandtable_console.console import Console

MOST_TO_A_SPACE = 4
"""If a verb has more options than this for one space, the map shows none of its numbers."""

FEWEST_ROWS = 12
"""The minimum height of a partial map, in rows."""


def places(console: Console) -> dict[str, str]:
    """Return the space of each item on the map, keyed by name."""
    picture = show.map_of(console)
    if picture is None:
        return {}
    spaces = picture.board.spaces
    counters = {counter.key: counter.at for counter in picture.counters}
    counters |= {item.name: item.at for item in show.items(console) if item.at}
    return {**{name: at for name, at in counters.items() if at in spaces}, **{id: id for id in spaces}}


def descriptions(console: Console) -> dict[str, str]:
    """Return the names that `map near` takes, each with a description."""
    counters, items = places(console), show.items(console)
    named = {name: id for name, id in show.spaces(console).items() if name != id}
    return named | {item.name: show.in_few_words(item) for item in items if item.name in counters}


def space_of_item(console: Console, typed: str) -> str:
    """Return the space of a named item. Raises ActionError, UnknownName or AmbiguousName."""
    counters = places(console)
    if not counters:
        raise ActionError("this game has no map; map without arguments shows the position")
    if space := show.space_of(console, typed):
        return space
    for item in show.find(show.items(console), typed):
        if item.name in counters:
            return counters[item.name]
    raise ActionError(f'"{clip(typed)}" is not on the map')


def decision_spaces(console: Console) -> tuple[list[str], list[str]]:
    """Return the spaces that the question names, and those of units that it or the options name."""
    picture = show.map_of(console)
    if picture is None or console.session.to_move is None:
        return [], []
    asked = f"-{slug(console.display.question())}-"
    titles = {id: str(space) for id, space in picture.board.spaces.items()} | {**picture.labels}
    named = [id for id, title in titles.items() if f"-{slug(title)}-" in asked]
    spoken = {word: None for action in console.options for word in action.words[1:]}
    units = {item.name: item for item in show.items(console) if item.at in titles}
    asked_about = [item for item in units.values() if f"-{slug(item.title or item.name)}-" in asked]
    chosen = [units[word] for word in spoken if word in units]
    return named, list(dict.fromkeys(item.at for item in (*asked_about, *chosen)))


def _numbered_options(console: Console) -> Sequence[Action]:
    """Return the options that numbers pick from: those in the last list shown, or else all."""
    shown, options = console.reader.listed if console.reader.numbers_pick else (), console.options
    return shown if shown and {*options}.issuperset(shown) else options


def option_numbers(console: Console) -> dict[str, list[int]]:
    """Return, for each space, the numbers of the options that lead there: those that name it first.

    An option that only says where its unit already is leads nowhere. A verb with more than
    MOST_TO_A_SPACE options for one space is left out.
    """
    picture, options = show.map_of(console), _numbered_options(console)
    if picture is None or not options:
        return {}
    spaces = picture.board.spaces
    units = {item.name: item.at for item in show.items(console) if item.name not in spaces}
    named = [[word for word in action.words[1:] if word in spaces] for action in options]
    moving_units = [[word for word in action.words[1:] if word in units] for action in options]
    pairs = [*zip(named, moving_units, strict=True)]
    current = {*units.items()} | {(unit, at) for ends, who in pairs for at in ends[1:] for unit in who}
    leading = [
        (ends[0], options[number - 1].words[0], number)
        for number, (ends, who) in enumerate(pairs, 1)
        if len(ends) > 1 or (ends and not any((unit, ends[0]) in current for unit in who))
    ]
    counts = Counter((space, verb) for space, verb, _ in leading)
    crowded = {verb for (_, verb), count in counts.items() if count > MOST_TO_A_SPACE}
    found: dict[str, list[int]] = {}
    for space, verb, number in leading:
        if verb not in crowded:
            found.setdefault(space, []).append(number)
    return found


def draws_itself(console: Console) -> bool:
    """Return whether the map draws itself, like a hex map."""
    return bool(show.spaces(console))


def has_all_numbers(console: Console) -> bool:
    """Return whether a map that draws itself shows the number of every option last listed."""
    numbers = option_numbers(console) if draws_itself(console) else {}
    return bool(numbers) and sum(map(len, numbers.values())) == len(_numbered_options(console))


def draw(console: Console, typed: str) -> list[str]:
    """Draw the part of the map around something, with an inset of the whole map, but no legend."""
    place = space_of_item(console, typed)
    if console.display.plain:
        return _in_words(console, place)
    rows = max(FEWEST_ROWS, console.width // 4)
    lines = _draw_numbered(console, min(rows, max(console.display.height or rows, FEWEST_ROWS)), place)
    return lines[: lines.rows]


def _in_words(console: Console, place: str) -> list[str]:
    """Describe a space and the spaces that it is linked to."""
    picture = show.map_of(console)
    assert picture  # noqa: S101 (something is on the map)
    if picture.board.art:
        return console.display.map(place)
    lines = console.display.map()
    spaces = picture.board.spaces
    heads = [spaces[id].name or id for id in (place, *picture.board.neighbours(place))]
    found = [line for head in heads for line in lines if line.startswith((f"{head}:", f"{head},"))]
    return found or lines


def _draw_numbered(console: Console, rows: int | None = None, near: str | None = None) -> chart.MapLines:
    return console.display.whole_map(rows=rows, options=option_numbers(console), near=near)


def what_matters(console: Console) -> list[str]:
    """Return the spaces to show: those of the decision first, then those of the player's units."""
    picture = show.map_of(console)
    if picture is None:
        return []
    named, units = decision_spaces(console)
    spaces = picture.board.spaces
    own = [item.at for item in show.items(console) if item.at in spaces and item.name not in spaces]
    return list(dict.fromkeys([*named, *units, *own]))


def draw_page(console: Console) -> list[str]:
    """Draw the whole map to fit a screen, with its legend if there is room."""
    display = console.display
    if display.plain or not (lines := _draw_numbered(console)):
        return display.map()
    if display.height is None or len(lines) <= display.height:
        return lines
    below = len(lines) - lines.rows
    if display.height - below < min(lines.rows, FEWEST_ROWS):
        below = max(display.height - lines.rows, 0)
    return _draw_numbered(console, display.height - below)[: display.height]
