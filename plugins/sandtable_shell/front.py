"""The front page: the games and lessons, how long each takes, and how hard it is to win."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from sandtable import GameInfo, PluginError, SandtableError, ScenarioInfo, number_of, sentence
from sandtable.tooling import Catalog
from sandtable_shell.output import Line

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TITLE = "Sandtable: historical wargames at a terminal"
LESSONS = "Learn a game"
FIRST = "Play a first scenario"
GAMES = "All games"

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


def games(installed: Catalog) -> list[Choice]:
    """The games, each with the beginning of what it is about."""
    infos = installed.games.infos.items()
    return [Choice(id, "", "", f"{sentence(info.title)} {about(info)}".rstrip()) for id, info in infos]


def about(info: GameInfo) -> str:
    """The beginning of what a game is about."""
    begins, *rest = re.split("[.:;] ", info.summary, maxsplit=1)
    return sentence(begins) if rest else begins


def table(choices: Iterable[Choice], width: int, number: int | None = None) -> Iterator[Line]:
    """Choices as rows with even columns, at most `width` wide; numbered from `number`, if given."""
    for place, choice in enumerate(even(choices)):
        mark = "  " if number is None else f"{number + place:4}  "
        words, *cells = (f"{cell}  " if cell else "" for cell in choice[:3])
        indent = len("".join((mark, words, *cells)))
        first, *more = wrap(choice.text, max(width - indent, SHORT_TEXT), break_on_hyphens=False) or [""]
        yield [("number", mark), ("name", words), ("dim", "".join(cells)), ("", first)]
        yield from ([("", " " * indent + text)] for text in more)
        below = wrap(choice.summary, max(width - BELOW, SHORT_TEXT), break_on_hyphens=False)
        yield from ([("dim", " " * BELOW + text)] for text in below)


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


def page(installed: Catalog, width: int) -> Iterator[Line]:
    """The page of ``sandtable list``: the lessons and first scenarios, and the games."""
    to_learn = [row._replace(words=f"sandtable {row.words}") for row in lessons(installed)]
    to_play = [row._replace(words=f"sandtable play {row.words}") for row in first_scenarios(installed)]
    rows = even([*to_learn, *to_play])
    groups = [
        (LESSONS, rows[: len(to_learn)]),
        (FIRST, rows[len(to_learn) :]),
        (GAMES, games(installed)),
    ]
    yield [("title", TITLE)]
    for title, choices in groups:
        if choices:
            yield [("", "")]
            yield [("title", title)]
            yield from table(choices, width)
    yield [("", "")]
    yield [("name", "sandtable play GAME"), ("", " lists the scenarios of a game and starts one.")]
    yield [("name", "sandtable list GAME"), ("", " shows its scenarios, bots and house rules.")]


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
