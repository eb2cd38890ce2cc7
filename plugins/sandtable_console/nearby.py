"""The surroundings of something on the map: where it is, and the part of the map around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from sandtable import ActionError, slug
from sandtable.tooling import clip
from sandtable_console import show

if TYPE_CHECKING:
    from sandtable import Picture, chart
    from sandtable_console.console import Console
    from sandtable_pictures import window

FARTHEST = 2
"""The part around a space shows other spaces at most this many links away, as far as they fit."""

FEWEST_ROWS = 12
"""A part of a map has at least this many rows."""

REST = "(part of the map; for the rest: map near ITEM, map whole, map large)"
"""The last line of a part of a map that is drawn for lack of room."""


def places(console: Console) -> dict[str, str]:
    """The items on the map, each with its space, by name."""
    picture = _map(console)
    if picture is None:
        return {}
    spaces = picture.board.spaces
    counters = {counter.key: counter.at for counter in picture.counters}
    counters |= {item.name: item.at for item in show.items(console) if item.at}
    return {**{name: at for name, at in counters.items() if at in spaces}, **{id: id for id in spaces}}


def about(console: Console) -> dict[str, str]:
    """The names that `map near` takes, each with a few words about it."""
    counters = places(console)
    items = show.items(console)
    return {item.name: show.in_few_words(item) for item in items if item.name in counters}


def place_of(console: Console, typed: str) -> str:
    """The space of a named item. Raises ActionError, UnknownName or AmbiguousName."""
    counters = places(console)
    if not counters:
        raise ActionError("this game has no places; map without a name shows the position")
    for item in show.find(show.items(console), typed):
        if item.name in counters:
            return counters[item.name]
    raise ActionError(f'"{clip(typed)}" is not on the map')


def decision_spaces(console: Console) -> tuple[list[str], list[str]]:
    """The spaces in the question, and those of the units that the options name."""
    picture = _map(console)
    if picture is None or console.session.to_move is None:
        return [], []
    asked = f"-{slug(console.display.asks())}-"
    titles = {id: str(space) for id, space in picture.board.spaces.items()} | {**picture.labels}
    named = [id for id, title in titles.items() if f"-{slug(title)}-" in asked]
    spoken = {word: None for action in console.options for word in action.words[1:]}
    units = {item.name: item for item in show.items(console) if item.at in titles}
    asked_about = [item for item in units.values() if f"-{slug(item.title or item.name)}-" in asked]
    chosen = [units[word] for word in spoken if word in units]
    return named, list(dict.fromkeys(item.at for item in (*asked_about, *chosen)))


def with_neighbours(console: Console, *ids: Sequence[str]) -> list[str]:
    """Some spaces, then those one link away from them, each once."""
    centers = [id for some in ids for id in some]
    picture = _map(console)
    near = (other for id in centers for other in picture.board.neighbours(id)) if picture else ()
    return list(dict.fromkeys([*centers, *near]))


def draw(console: Console, typed: str, height: int | None = None) -> list[str]:
    """The part of the map around something, in the console's width, without a legend.

    It shows, as far as they fit, the spaces one link away, the viewer's units, and more spaces.
    """
    from sandtable_pictures import window  # noqa: PLC0415 (not every game has maps)

    place = place_of(console, typed)
    if console.display.plain:
        return console.display.map()
    lines, picture = console.display.whole_map(), _map(console)
    links_to = picture.board.distances(place) if picture else {}
    near, far = (
        [id for id, links in links_to.items() if links in steps]
        for steps in ((0, 1), range(2, FARTHEST + 1))
    )
    own = [[cell] for cell in window.with_role(lines, "own")]
    things = [*window.spaces(lines, near), *own, *window.spaces(lines, far)]
    return excerpt(console, things, height or _most_rows(console))


def excerpt(console: Console, things: Iterable[Sequence[window.Cell]], height: int) -> list[str]:
    """The part of the map around some spaces, in at most `height` rows; the first spaces matter most."""
    from sandtable_pictures import window  # noqa: PLC0415 (not every game has maps)

    lines = console.display.whole_map()
    if not lines.places:
        return lines
    seen = window.Window(0, 0, console.width, min(lines.rows, height))
    return seen.centre_on(things, lines).crop(lines)


def what_matters(console: Console, lines: chart.MapLines) -> list[list[window.Cell]]:
    """The cells that a part of the map shows first: spaces of the decision, own units, targets."""
    from sandtable_pictures import window  # noqa: PLC0415 (not every game has maps)

    asked = with_neighbours(console, *decision_spaces(console))
    return [*window.spaces(lines, asked), *window.first_look(lines)]


def draw_page(console: Console) -> list[str]:
    """The whole map; if it has more rows than a page, the part that matters, and its legend.

    A part ends with a line that says how to see the rest.
    """
    drawn, most = console.display.map(), console.display.height
    if most is None or len(drawn) <= most or console.display.plain:
        return drawn
    lines, rest = console.display.whole_map(), wrap(REST, console.width, subsequent_indent="  ")
    legend = lines[lines.rows :]
    has_room = most - len(rest) - len(legend) >= FEWEST_ROWS
    if not has_room or any(len(line) > console.width for line in legend):
        legend = []
    rows = max(most - len(rest) - len(legend), FEWEST_ROWS)
    return [*excerpt(console, what_matters(console, lines), rows), *legend, *rest]


def _map(console: Console) -> Picture | None:
    """The picture of the map that the viewer sees; None in a game without one."""
    game = console.session.scenario.game
    pictures = game.pictures(console.session.view(console.viewer)) if game.has_map else ()
    return pictures[0] if pictures else None


def draw_whole(console: Console) -> list[str]:
    """All of the map, small enough for the console's width and some rows, and what its signs mean."""
    from sandtable_pictures import overview  # noqa: PLC0415 (not every game has maps)

    if console.display.plain:
        return console.display.map()
    signs = wrap(overview.legend(unicode=console.display.unicode), console.width)
    return [*console.display.whole_map(console.width, _most_rows(console) - len(signs)), *signs]


def _most_rows(console: Console) -> int:
    """The rows of a part of the map: fewer on a narrow or low page."""
    rows = max(FEWEST_ROWS, console.width // 4)
    return min(rows, max(console.display.height or rows, FEWEST_ROWS))
