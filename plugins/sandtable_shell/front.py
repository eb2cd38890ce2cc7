"""The front page: the games and lessons, how long each takes, and how hard it is to win."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from sandtable import PluginError, SandtableError, ScenarioInfo, number_of, sentence
from sandtable.tooling import Catalog

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LESSONS = "New here? A lesson guides you through a whole game:"
AFTER_LESSONS = "Then play a first scenario on your own:"
FIRST = "New here? Play a first scenario:"
GAMES = "All games:"

GENERAL_BOTS = ("random",)
"""The bots that play every game."""

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


def lessons(installed: Catalog) -> list[Choice]:
    """The lesson of each game that has one."""
    return [
        Choice(
            f"learn {id}", length(lesson_minutes(installed, id)), "easy", installed.games.infos[id].title
        )
        for id in lesson_files(installed)
    ]


def lesson_files(installed: Catalog) -> dict[str, Traversable]:
    """The lesson of each game that has one, by id; none without the command that plays lessons."""
    files: dict[str, Traversable] = {}
    if any(plugin.id == "learn" for plugin in installed.inventory.usable("command")):
        for plugin in installed.inventory.usable("game"):
            with suppress(PluginError):
                files[plugin.id] = plugin.file("learn.md")
    return files


def first_scenarios(installed: Catalog) -> list[Choice]:
    """The scenario to begin with, for each game that has any."""
    firsts = [ids[0] for game in installed.games.infos if (ids := installed.scenarios.of(game))]
    return [_scenario(installed, id, whole=False) for id in firsts]


def scenarios(installed: Catalog, game: str, *, whole: bool = False) -> list[Choice]:
    """The scenarios of a game with their titles; with `whole`, also with their summaries."""
    return [_scenario(installed, id, whole=whole) for id in installed.scenarios.of(game)]


def scenario_info(installed: Catalog, id: str) -> ScenarioInfo:
    """What a scenario's file says about it; if it cannot be read, the title says why."""
    try:
        return installed.scenarios.info(id)
    except SandtableError as error:
        return ScenarioInfo("", f"cannot be read: {error}", "")


def bots(installed: Catalog, id: str) -> list[str]:
    """All bots of a game, which is loaded for that; if it does not load, the rest, with a remark."""
    of_plugins: list[str] = []
    try:
        of_plugins = installed.bots.names(installed.game(id))
    except SandtableError as error:
        installed.problems.note([str(error)])
    return list(dict.fromkeys([*installed.games.infos[id].bots, *GENERAL_BOTS, *of_plugins]))


def games(installed: Catalog) -> list[Choice]:
    """The games, each with the beginning of what it is about."""
    rows: list[Choice] = []
    for id, info in installed.games.infos.items():
        begins, *rest = re.split("[.:;] ", info.summary, maxsplit=1)
        about = sentence(begins) if rest else begins
        rows.append(Choice(id, "", "", f"{sentence(info.title)} {about}".rstrip()))
    return rows


def table(choices: Iterable[Choice], width: int, number: int | None = None) -> Iterator[str]:
    """Choices as rows with even columns, at most `width` wide; numbered from `number`, if given."""
    for place, choice in enumerate(even(choices)):
        mark = "  " if number is None else f"{number + place:4}  "
        head = mark + "".join(f"{cell}  " for cell in choice[:3] if cell)
        indent = min(len(head), max(width - SHORT_TEXT, 0))
        yield from _fill(head + choice.text, width, indent)
        yield from _fill(" " * BELOW + choice.summary, width, BELOW) if choice.summary else ()


def even(choices: Iterable[Choice]) -> list[Choice]:
    """Choices whose columns are all as wide as the widest."""
    rows = list(choices)
    words, length, difficulty = (max((len(row[place]) for row in rows), default=0) for place in range(3))
    return [
        row._replace(
            words=row.words.ljust(words),
            length=row.length.ljust(length),
            difficulty=row.difficulty.ljust(difficulty),
        )
        for row in rows
    ]


def _fill(text: str, width: int, indent: int) -> list[str]:
    return wrap(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)


def commands(choices: Iterable[Choice], command: str = "sandtable") -> list[Choice]:
    """Choices with the whole command that begins each."""
    return [choice._replace(words=f"{command} {choice.words}") for choice in choices]


def page(installed: Catalog, width: int) -> Iterator[str]:
    """The page of ``sandtable list``: the lessons and first scenarios, and the games."""
    to_learn = commands(lessons(installed))
    to_play = commands(first_scenarios(installed), "sandtable play")
    rows = even([*to_learn, *to_play])
    first = AFTER_LESSONS if to_learn else FIRST
    for title, choices in ((LESSONS, rows[: len(to_learn)]), (first, rows[len(to_learn) :])):
        if choices:
            yield title
            yield from table(choices, width)
    yield ""
    yield GAMES
    yield from table(games(installed), width)
    yield ""
    yield "sandtable play GAME lists the scenarios of a game and starts one."
    yield "sandtable list GAME shows its scenarios, seats, bots and house rules."


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


def _scenario(installed: Catalog, id: str, *, whole: bool) -> Choice:
    info, seats = scenario_info(installed, id), installed.games.infos[id.partition("/")[0]].seats
    title, most = info.title, len(info.seats or seats)
    if info.seats or info.fewest_seats:
        fewest = f"{info.fewest_seats} to " if (info.fewest_seats or most) < most else ""
        title += f", for {fewest}{number_of(most, 'player')}"
    return Choice(id, length(info.minutes), info.difficulty or "", title, info.summary if whole else "")
