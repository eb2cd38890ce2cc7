"""The menu that ``sandtable`` opens: games to continue, lessons, new games and finished games."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from sandtable.tooling import Catalog, catalog, clip, config, printing
from sandtable_console import takes_unicode
from sandtable_shell import asking, front, saves
from sandtable_shell.asking import Names, Row
from sandtable_shell.output import theme_hint

OTHER_ROWS = 13
"""Rows that the menu needs for its titles, the question, and a remark about a wrong answer."""

FEWEST_SAVES = 2
"""The fewest games to continue that the menu offers, and the fewest finished ones."""

STATE_COLUMNS = 20
"""The most columns for a game's state."""


class Item(NamedTuple):
    """A row that can be chosen: its command, name, state and date, and a mark before it."""

    words: str
    name: str
    state: str
    date: str = ""
    mark: str = " "


Groups = Mapping[str, Sequence[Item]]
"""Items, by the title of their group."""


def choose() -> list[str]:
    """Offer what to play, ask who plays, and return the chosen command line."""
    installed = catalog()
    for line in installed.scenarios.own.problems:
        print(f"sandtable: {printing.escape(line)}", file=sys.stderr)
    width, lines = shutil.get_terminal_size()
    paths = saves.by_age(config.saves_folder())
    offered = groups(installed, paths, lines)
    rows = [*menu_rows(offered, width)]
    if not paths and (hint := theme_hint()):
        rows.insert(-1, Row([("dim", hint)]))
    first = next((row.meaning for row in rows if row.meaning), "")
    with asking.allow_leaving():
        chosen = asking.ask(rows, first, names(installed, offered), "1")
        command, _, name = chosen.partition(" ")
        answers = asking.ask_seats(installed, name, {}) if "/" in name and command == "play" else []
        return [command, name, *(f"--seat={answer}" for answer in answers)]
    return []


def groups(installed: Catalog, paths: Sequence[Path], lines: int) -> Groups:
    """Return what the menu offers on a screen of `lines` lines; `paths` are the saves, newest first."""
    infos, games = installed.games.infos, front.lesson_files(installed)
    lesson_saves: dict[str, list[Path]] = {game: [] for game in games}
    unfinished: list[Path] = []
    finished: list[tuple[Path, str]] = []
    for path in paths:
        outcome = saves.outcome_of(path)
        lesson = next((game for game in games if f"{path.stem}-".startswith(f"learn-{game}-")), None)
        if lesson:
            lesson_saves[lesson].append(path)
        elif outcome:
            finished.append((path, outcome))
        elif outcome is not None:
            unfinished.append(path)
    lessons = [_lesson(installed, game, lesson_saves[game]) for game in games]
    play = [Item(f"play {game}", info.title, front.about(info)) for game, info in infos.items()]
    room = lines - len(lessons) - len(play) - OTHER_ROWS
    finished = finished[: max(room // 3, FEWEST_SAVES)]
    unfinished = unfinished[: max(room - len(finished), FEWEST_SAVES)]
    offered = {
        "Continue": [_saved(installed, path) for path in unfinished],
        "Learn a game" if paths else "New here? A lesson guides you through a whole game": lessons,
        "Play a game": play,
        "Finished": [_saved(installed, path, outcome) for path, outcome in finished],
    }
    return {title: items for title, items in offered.items() if items}


def _lesson(installed: Catalog, game: str, paths: Sequence[Path]) -> Item:
    """Return a lesson's item: its length, whether it is done, and when it was begun."""
    outcomes = [saves.outcome_of(path) for path in paths]
    done, tick = any(outcomes), "✓" if takes_unicode() else "x"
    begun = [path for path, outcome in zip(paths, outcomes, strict=True) if outcome == ""][:1]
    states = [front.length(front.lesson_minutes(installed, game)), "done" * done]
    states += [f"begun {_date(path).strip()}" for path in begun]
    name = installed.games.infos[game].title
    return Item(f"learn {game}", name, ", ".join(filter(None, states)), mark=tick if done else " ")


def _saved(installed: Catalog, path: Path, outcome: str = "") -> Item:
    """Return a saved game's item: its scenario, and its result or its turn."""
    header = saves.names_in(path)
    info = installed.games.infos.get(header.game)
    known = info and header.scenario in installed.scenarios.ids
    title = front.scenario_info(installed, header.scenario).title if known else header.scenario
    state = info.outcomes.get(outcome, outcome) if info and outcome else outcome or saves.turn_of(path)
    return Item(f"resume {path.stem}", title or path.stem, state[:1].upper() + state[1:], _date(path))


def _date(path: Path) -> str:
    """Return when a save was last written, as ``27 Nov 12:11``."""
    when = datetime.fromtimestamp(saves.changed_at(path))
    return f"{when.day:>2} {when:%b %H:%M}"


def menu_rows(offered: Groups, width: int) -> Iterator[Row]:
    """Yield the menu's rows, cut to the width."""
    yield Row([("title", "Sandtable"), ("dim", "  historical wargames at a terminal")])
    rows = [item for items in offered.values() for item in items]
    most = max(width - 2 * STATE_COLUMNS - 4, STATE_COLUMNS)
    names = [
        max((min(len(item.name), most) for item in rows if bool(item.date) is dated), default=0)
        for dated in (False, True)
    ]
    states = max((min(len(item.state), STATE_COLUMNS) for item in rows if item.date), default=0)
    numbers = count(1)
    for title, items in offered.items():
        yield Row([])
        yield Row([("title", title)])
        for item in items:
            head, dated = f"{next(numbers):3} {item.mark} ", bool(item.date)
            name = f"{clip(item.name, names[dated]):{names[dated]}}  "
            rest = f"{clip(item.state, STATE_COLUMNS):{states}}  {item.date}" if dated else item.state
            ink = "dim" if dated or item.words.startswith("learn") else ""
            yield Row(
                [("number", head), ("name", name), (ink, clip(rest, width - len(head + name) - 1))],
                item.words,
            )
    yield Row([])


def names(installed: Catalog, offered: Groups) -> Names:
    """Return the names that may be typed, with the commands they stand for."""
    ids = installed.scenarios.ids
    words = [item.words for items in offered.values() for item in items]
    games = {word.removeprefix("play "): word for word in words if not word.startswith("resume ")}
    saved = {word.removeprefix("resume "): word for word in words if word.startswith("resume ")}
    tails = {tail: f"play {id}" for tail, id in asking.by_short_name(ids).items()}
    return [tails, games, {id: f"play {id}" for id in ids} | saved]
