"""The front page: the games and lessons, how long each takes, and how hard it is to win."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from math import inf
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from sandtable import GameInfo, PluginError, SandtableError, ScenarioInfo, number_of, sentence
from sandtable.tooling import Catalog
from sandtable_shell.output import Line

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TITLE = "Sandtable: historical wargames at a terminal"
FOR_TESTS = "random"
"""The bot that plays every game, though badly."""

SHORT_TEXT = 10
"""Wrapped text gets at least this many columns."""

BELOW = 6
"""A summary is indented by this many columns."""


class Choice(NamedTuple):
    """A game or lesson to play: the words that start it, its length and difficulty, and its title.

    A `summary` is shown below.
    """

    words: str
    length: str
    difficulty: str
    text: str
    summary: str = ""


def lesson_files(installed: Catalog) -> dict[str, Traversable]:
    """The lesson of each game that has one, by id; none without the command that plays lessons."""
    files: dict[str, Traversable] = {}
    if any(plugin.id == "learn" for plugin in installed.inventory.usable("command")):
        for plugin in installed.inventory.usable("game"):
            with suppress(PluginError):
                files[plugin.id] = plugin.file("learn.md")
    return files


def scenarios(installed: Catalog, game: str) -> list[Choice]:
    """The scenarios of a game, the one to begin with first."""
    return [_scenario(installed, id) for id in installed.scenarios.of(game)]


def scenario_info(installed: Catalog, id: str) -> ScenarioInfo:
    """What a scenario's file says about it; if it cannot be read, the title says why."""
    try:
        return installed.scenarios.info(id)
    except SandtableError as error:
        return ScenarioInfo("", f"cannot be read: {error}", "")


def bots(installed: Catalog, id: str) -> dict[str, str]:
    """The bots of a game, each with what it says of itself; the one for tests comes last.

    The game is loaded for that; if it does not load, these are the bots of its file, with a remark.
    """
    try:
        game = installed.game(id)
        makers = installed.bots.makers(game)
        names = sorted(installed.bots.names(game), key=FOR_TESTS.__eq__)
        return {name: _about(makers[name][0]) for name in names}
    except SandtableError as error:
        installed.problems.note([str(error)])
        return dict.fromkeys([*installed.games.infos[id].bots, FOR_TESTS], "")


def _about(maker: object) -> str:
    """The first sentence of the docstring of what makes a bot; that of a class is not inherited."""
    doc = maker.__doc__ if inspect.isclass(maker) else inspect.getdoc(getattr(maker, "func", maker))
    return re.split(r"(?<=[.!?])\s|\n\s*\n", " ".join((doc or "").split("\n\n")[0].split()))[0]


def about(info: GameInfo) -> str:
    """The beginning of what a game is about."""
    begins, *rest = re.split("[.:;] ", info.summary, maxsplit=1)
    return sentence(begins) if rest else begins


def table(
    choices: Iterable[Choice], width: int, number: int | None = None, room: float = inf
) -> list[Line]:
    """Choices as rows with even columns, at most `width` wide; numbered from `number`, if given.

    Their summaries are left out if there are then more rows than `room`.
    """
    rows, lines = even(choices), list[Line]()
    for place, choice in enumerate(rows):
        mark = "  " if number is None else f"{number + place:4}  "
        words, *cells = (f"{cell}  " if cell else "" for cell in choice[:3])
        indent = len("".join((mark, words, *cells)))
        first, *more = wrap(choice.text, max(width - indent, SHORT_TEXT), break_on_hyphens=False) or [""]
        lines.append([("number", mark), ("name", words), ("dim", "".join(cells)), ("", first)])
        lines += ([("", " " * indent + text)] for text in more)
        below = wrap(choice.summary, max(width - BELOW, SHORT_TEXT), break_on_hyphens=False)
        lines += ([("dim", " " * BELOW + text)] for text in below)
    short = (row._replace(summary="") for row in rows)
    return lines if len(lines) <= room else table(short, width, number)


def even(choices: Iterable[Choice]) -> list[Choice]:
    """Choices whose columns are all as wide as the widest."""
    rows = list(choices)
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(3)]
    return [Choice._make([*map(str.ljust, row[:3], widths), *row[3:]]) for row in rows]


def page(installed: Catalog, width: int) -> Iterator[Line]:
    """The page of ``sandtable list``: each game, with its lesson and the scenario to begin with."""
    ways: dict[str, list[Choice]] = {id: [] for id in installed.games.infos}
    for id in lesson_files(installed):
        minutes = length(lesson_minutes(installed, id))
        ways[id].append(Choice(f"sandtable learn {id}", minutes, "easy", "A lesson"))
    for id, choices in ways.items():
        for first in installed.scenarios.of(id)[:1]:
            row = _scenario(installed, first)
            choices.append(row._replace(words=f"sandtable play {row.words}", summary=""))
    rows = iter(even(chain(*ways.values())))
    yield [("title", TITLE)]
    for id, choices in ways.items():
        info = installed.games.infos[id]
        yield []
        yield [("title", info.title), ("", f"  {about(info)}")]
        yield from table(islice(rows, len(choices)), width)
    yield []
    yield [
        ("name", "sandtable list GAME"),
        ("", " shows all scenarios, bots and house rules of a game."),
    ]


def lesson_minutes(installed: Catalog, game: str) -> int | None:
    """The minutes that a game's lesson takes; None if it cannot be read."""
    try:
        text = lesson_files(installed)[game].read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return None
    minutes = re.search(r"^minutes *= *(\d+)$", text, re.MULTILINE)
    return int(minutes[1]) if minutes else None


def length(minutes: int | None) -> str:
    """Minutes as a short text, from two hours on as hours; "" if unknown."""
    if minutes is None:
        return ""
    return f"{minutes} min" if minutes < 120 else f"{minutes / 60:.2g} h"


def _scenario(installed: Catalog, id: str) -> Choice:
    info, seats = scenario_info(installed, id), installed.games.infos[id.partition("/")[0]].seats
    title, most = info.title, len(info.seats or seats)
    if info.seats or info.fewest_seats:
        fewest = f"{info.fewest_seats} to " if (info.fewest_seats or most) < most else ""
        title += f", for {fewest}{number_of(most, 'player')}"
    return Choice(id, length(info.minutes), info.difficulty or "", title, info.summary)
