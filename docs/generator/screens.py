"""Pictures of the prompt: what a player of each game sees, as SVG."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import NamedTuple

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console as Paper
from rich.terminal_theme import MONOKAI
from rich.text import Text

from sandtable.repl import themes
from sandtable.repl.console import Console
from sandtable.replay import Replay
from sandtable.session import HUMAN

SAVES = Path(__file__).parents[2] / "saves"

WIDTH = 80

NEWS = 6
"""So many lines of what happened stand above the position."""


class Screen(NamedTuple):
    """A picture of a recorded game: the save, the line it is looked at, and what is typed there."""

    save: str
    to: int
    typed: str


SCREENS = {
    "megiddo": Screen("megiddo-1918-even", 20, "commit von"),
    "lrdg": Screen("lrdg-barca", 16, "move 1st jal"),
    "lawrence": Screen("lawrence-aqaba", 12, "scout aq"),
}
"""The pictures, by the game."""


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    return {f"prompt-{game}.svg": _drawn(game, screen) for game, screen in SCREENS.items()}


def _drawn(game: str, screen: Screen) -> str:
    session = Replay(SAVES / f"{screen.save}.jsonl").run(screen.to)
    session.sit({str(session.to_move): HUMAN})
    console = Console(session, WIDTH, numbers=True)
    paper = Paper(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    parts = [("news", console.catch_up(NEWS)), ("", [""]), *console.parts()]
    for kind, lines in parts:
        for line in lines:
            paper.print(_text(themes.fragments([(kind, line)])[:-1]), soft_wrap=False)
    typed = [("class:prompt", f"{session.to_move}>"), ("", f" {screen.typed}")]
    paper.print(_text(typed))
    title = f"sandtable play {session.scenario.id}"
    template = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    return paper.export_svg(title=title, theme=MONOKAI, code_format=template, unique_id=f"prompt-{game}")


def _text(pieces: themes.Fragments) -> Text:
    styles = themes.THEMES["dark"]
    return Text.assemble(*((text, _style(styles.get(kind[6:], ""))) for kind, text in pieces))


def _style(words: str) -> str:
    """The style in rich's words: ``bright_cyan`` for ``ansibrightcyan``."""
    return " ".join(
        word.replace("ansibright", "bright_").replace("ansi", "") for word in words.split()
    ).replace("noreverse", "")
