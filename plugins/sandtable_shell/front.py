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
TEST_BOT = "random"
"""The bot that makes any legal move, in every game."""

NARROWEST = 10
"""The fewest columns for wrapped text."""

INDENT = 6
"""The columns by which a summary is indented."""


class Choice(NamedTuple):
    """A game or lesson to play: the words that start it, its length and difficulty, and its title.

    The `summary`, if any, is shown below these.
    """

    words: str
    length: str
    difficulty: str
    text: str
    summary: str = ""


def lesson_files(installed: Catalog) -> dict[str, Traversable]:
    """Return the lesson of each game that has one, by id; empty if the command `learn` is missing."""
    files: dict[str, Traversable] = {}
    if any(plugin.id == "learn" for plugin in installed.inventory.usable("command")):
        for plugin in installed.inventory.usable("game"):
            with suppress(PluginError):
                files[plugin.id] = plugin.file("learn.md")
    return files


def scenarios(installed: Catalog, game: str) -> list[Choice]:
    """Return a game's scenarios, the one to begin with first."""
    return [_scenario(installed, id) for id in installed.scenarios.of(game)]


def scenario_info(installed: Catalog, id: str) -> ScenarioInfo:
    """Return a scenario's description; if its file cannot be read, the title says why."""
    try:
        return installed.scenarios.info(id)
    except SandtableError as error:
        return ScenarioInfo("", f"cannot be read: {error}", "")


def bots(installed: Catalog, id: str) -> dict[str, str]:
    """Return a game's bots, each with its description; the one for tests comes last.

    This loads the game. If it does not load, return the bots that its file names, and note the fault.
    """
    try:
        game = installed.game(id)
        makers = installed.bots.makers(game)
        names = sorted(installed.bots.names(game), key=TEST_BOT.__eq__)
        return {name: _about(makers[name][0]) for name in names}
    except SandtableError as error:
        installed.problems.note([str(error)])
        return dict.fromkeys([*installed.games.infos[id].bots, TEST_BOT], "")


def _about(maker: object) -> str:
    """Return the first sentence of a bot maker's docstring, or if a method has none, of its bot's."""
    doc: str | None = getattr(maker, "func", maker).__doc__
    doc = doc or (type(maker()).__doc__ if inspect.ismethod(maker) else None)
    return re.split(r"(?<=[.!?])\s|\n\s*\n", " ".join((doc or "").split("\n\n")[0].split()))[0]


def about(info: GameInfo) -> str:
    """Return the first sentence of a game's summary."""
    first_sentence, *rest = re.split("[.:;] ", info.summary, maxsplit=1)
    return sentence(first_sentence) if rest else first_sentence


def table(
    choices: Iterable[Choice], width: int, number: int | None = None, room: float = inf
) -> list[Line]:
    """Return choices as a table at most `width` wide, numbered from `number` if that is given.

    The summaries are left out if the table would have more rows than `room`.
    """
    rows, lines = pad_columns(choices), list[Line]()
    for place, choice in enumerate(rows):
        mark = "  " if number is None else f"{number + place:4}  "
        words, *cells = (f"{cell}  " if cell else "" for cell in choice[:3])
        indent = len("".join((mark, words, *cells)))
        first, *more = wrap(choice.text, max(width - indent, NARROWEST), break_on_hyphens=False) or [""]
        lines.append([("number", mark), ("name", words), ("dim", "".join(cells)), ("", first)])
        lines += ([("", " " * indent + text)] for text in more)
        summary = wrap(choice.summary, max(width - INDENT, NARROWEST), break_on_hyphens=False)
        lines += ([("dim", " " * INDENT + text)] for text in summary)
    short = (row._replace(summary="") for row in rows)
    return lines if len(lines) <= room else table(short, width, number)


def pad_columns(choices: Iterable[Choice]) -> list[Choice]:
    """Return choices with the first three columns padded to their widest cells."""
    rows = list(choices)
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(3)]
    return [Choice._make([*map(str.ljust, row[:3], widths), *row[3:]]) for row in rows]


def page(installed: Catalog, width: int) -> Iterator[Line]:
    """Yield the page of ``sandtable list``: each game, its lesson, and the scenario to begin with."""
    by_game: dict[str, list[Choice]] = {id: [] for id in installed.games.infos}
    for id in lesson_files(installed):
        minutes = length(lesson_minutes(installed, id))
        by_game[id].append(Choice(f"sandtable learn {id}", minutes, "easy", "A lesson"))
    for id, choices in by_game.items():
        for first in installed.scenarios.of(id)[:1]:
            row = _scenario(installed, first)
            choices.append(row._replace(words=f"sandtable play {row.words}", summary=""))
    rows = iter(pad_columns(chain(*by_game.values())))
    yield [("title", TITLE)]
    for id, choices in by_game.items():
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
    """Return how many minutes a game's lesson takes; None if it cannot be read."""
    try:
        text = lesson_files(installed)[game].read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return None
    minutes = re.search(r"^minutes *= *(\d+)$", text, re.MULTILINE)
    return int(minutes[1]) if minutes else None


def length(minutes: int | None) -> str:
    """Return minutes as a short text, in hours from two hours on; "" if unknown."""
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
