"""Pictures of the prompt: a player's screen in each game, as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from generator import terminal
from sandtable.record.records import HUMAN
from sandtable.record.replay import Replay
from sandtable_console import themes
from sandtable_console.console import Console
from sandtable_tools.screen.fight import Fight
from sandtable_tools.screen.stage import Stage

SAVES = Path(__file__).parents[2] / "saves"

WIDTH = 80
"""The width of a small screen, in columns."""

FEWER, NEWER = 8, 3
"""How many old and how many new lines of events a picture of the whole screen shows."""


COLUMNS = 120
"""The width of the terminal that a whole screen fills."""


class ScreenPicture(NamedTuple):
    """A picture of a recorded game: the save, the line, the text typed there, and the height."""

    save: str
    to: int
    typed: str = ""
    rows: int = 36


SCREENS = {
    "megiddo": ScreenPicture("megiddo-1918-even", 70, rows=29),
    "lrdg": ScreenPicture("lrdg-barca", 34),
    "lawrence": ScreenPicture("lawrence-aqaba", 20),
}
"""The picture of each game."""


OPENING = ScreenPicture("lrdg-slonta", 72, "aim y2-a target")
"""The screen on the page about the prompt."""

FIGHT, FIGHT_ROWS = ScreenPicture("lrdg-slonta", 62), 19
"""The fight on the page about the screen, and its height in rows."""


def pictures() -> dict[str, str]:
    """Return every picture, by file name."""
    screens = {f"screen-{game}.svg": _whole_screen(screen) for game, screen in SCREENS.items()}
    return screens | {"prompt.svg": _whole_screen(OPENING), "fight.svg": _fight()}


def _whole_screen(screen: ScreenPicture) -> str:
    """Draw a game that fills the screen of a terminal."""
    console = _console(screen, COLUMNS)
    stage = Stage(console)
    news = console.display.catch_up(FEWER + NEWER)
    stage.events.add(news[:FEWER])
    stage.events.begin()
    stage.events.add(news[FEWER:])
    stage.status, stage.question = console.display.status(), console.display.question()
    stage.actions = console.options
    rows = [
        *stage.above(screen.typed, COLUMNS, screen.rows - 2),
        _input_line(console, screen.typed),
        *stage.below(screen.typed, COLUMNS),
    ]
    return terminal.picture(f"sandtable play {console.session.scenario.id}", rows, COLUMNS)


def _fight() -> str:
    """Draw a fight that has just been played, on a small screen."""
    console = _console(FIGHT, WIDTH)
    fight = Fight(console)
    fight.follow([event for entry in console.session.log[-3:] for event in entry.events])
    fight.skip()
    prompt = [("class:prompt", fight.key_prompt)]
    rows = [*fight.rows(WIDTH, FIGHT_ROWS), prompt]
    return terminal.picture(f"sandtable play {console.session.scenario.id}", rows, WIDTH)


def _console(screen: ScreenPicture, width: int) -> Console:
    session = Replay(SAVES / f"{screen.save}.jsonl").run(screen.to)
    session.seat_players({str(session.to_move): HUMAN})
    console = Console(session, width, numbers=True)
    console.display.unicode = console.display.painted = True
    return console


def _input_line(console: Console, line: str) -> themes.Fragments:
    return [("class:prompt", f"{console.session.to_move}>"), ("", f" {line}")]
