"""Make the pictures of terminals: ``python docs/terminals.py FOLDER [PROGRAM]``.

It plays each game in terminals of four sizes, dark and light, and writes what they show into a folder.
A picture is dark or light as its reader prefers. PROGRAM is the ``sandtable`` of another checkout, to
see how it looked there. It needs pexpect and pyte. Look at what it made, and put into
``docs/pictures/terminals`` what a page shows.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

import pexpect
import pyte
from generator import terminal

SAVES = Path(__file__).parents[1] / "saves"

SIZES = ((80, 24), (100, 30), (120, 40), (160, 50))

GAMES = {
    "lrdg": (("play", "lrdg/slonta", "--seed", "3"), ("historical",)),
    "lawrence": (("replay", "saves/lawrence-aqaba.jsonl", "--to", "20", "--play"), ()),
    "megiddo": (("replay", "saves/megiddo-1918-even.jsonl", "--to", "70", "--play"), ()),
    "malta-run": (("play", "malta-run/august", "--seed", "3", "--seat", "raider=scripted"), ("1",)),
}
"""The command of each game, and the lines that are typed; the last one is an example of a plugin."""

Row: TypeAlias = list[tuple[str, str]]

QUIET, LOOKS = 0.3, 5
"""A screen is ready when it has a prompt, and nothing has come for so many seconds, so many times."""


def main() -> int:
    """Write every picture into the folder."""
    folder = Path(sys.argv[1])
    program = sys.argv[2] if len(sys.argv) > 2 else str(Path(sys.executable).with_name("sandtable"))
    folder.mkdir(parents=True, exist_ok=True)
    for name, (words, lines) in GAMES.items():
        for size in SIZES:
            both = [watch(program, words, lines, size, theme) for theme in ("dark", "light")]
            dark, light = zip(*map(_row, _cells(both[0]), _cells(both[1])), strict=True)
            title = " ".join(("sandtable", *words[:2]))
            target = folder / f"{name}-{size[0]}x{size[1]}.svg"
            target.write_text(terminal.picture(title, dark, size[0], light), encoding="utf-8")
            print(target)
    return 0


def watch(
    program: str, words: tuple[str, ...], lines: tuple[str, ...], size: tuple[int, int], theme: str
) -> pyte.Screen:
    """The screen of a terminal of this size, after the lines were typed."""
    with tempfile.TemporaryDirectory() as home:
        Path(home, "config.toml").write_text(f'theme = "{theme}"\n', encoding="utf-8")
        kept = {key: text for key, text in os.environ.items() if key not in ("LINES", "COLUMNS")}
        known = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PROMPT_TOOLKIT_NO_CPR": "1"}
        env = {**kept, **known, "SANDTABLE_HOME": home, "PYTHONUTF8": "1"}
        shutil.copytree(SAVES, Path(home, "saves"))
        child = pexpect.spawn(program, list(words), cwd=home, env=env, dimensions=size[::-1], timeout=60)
        screen = pyte.Screen(*size)
        stream = pyte.ByteStream(screen)
        for line in (*lines, None):
            quiet = 0
            while quiet < LOOKS:
                try:
                    stream.feed(child.read_nonblocking(65536, QUIET))
                    quiet = 0
                except pexpect.TIMEOUT:
                    quiet += screen.display[screen.cursor.y].rstrip().endswith(">")
                except pexpect.EOF:
                    break
            if line is not None:
                child.send(f"{line}\r")
        child.kill(signal.SIGKILL)
        child.wait()
    return screen


def _cells(screen: pyte.Screen) -> Iterator[list[pyte.screens.Char]]:
    """The rows of a screen."""
    for y in range(screen.lines):
        yield [screen.buffer[y][x] for x in range(screen.columns)]


def _row(dark: Sequence[pyte.screens.Char], light: Sequence[pyte.screens.Char]) -> tuple[Row, Row]:
    """A row in pieces, each with its style in the dark, and the same pieces in the light."""
    if [cell.data for cell in dark] != [cell.data for cell in light]:
        sys.exit("the screen shows other words in the light than in the dark")
    rows: tuple[Row, Row] = ([], [])
    for styles, group in groupby(zip(dark, light, strict=True), lambda pair: tuple(map(_style, pair))):
        text = "".join(cell.data or " " for cell, _ in group)
        for row, style in zip(rows, styles, strict=True):
            row.append((style, text))
    return rows


def _style(cell: pyte.screens.Char) -> str:
    ink, paper = _colour(cell.fg), _colour(cell.bg)
    words = [f"bg:{paper}" if paper.startswith("#") else "", ink]
    words += [word for word in ("bold", "italics", "underscore", "reverse") if getattr(cell, word)]
    named = {"italics": "italic", "underscore": "underline"}
    return " ".join(f"={named.get(word, word)}" for word in words if word)


def _colour(name: str) -> str:
    """A colour of pyte's as prompt_toolkit names it."""
    if re.fullmatch("[0-9a-f]{6}", name):
        return f"#{name}"
    called = {"brown": "yellow", "black": "black", "white": "gray"}
    bare = name.removeprefix("bright")
    ansi = f"ansi{'bright' * (bare != name)}{called.get(bare, bare)}"
    return "" if name == "default" else {"ansibrightgray": "ansiwhite"}.get(ansi, ansi)


if __name__ == "__main__":
    sys.exit(main())
