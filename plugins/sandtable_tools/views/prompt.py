"""The words `replay` and `report` at the prompt."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from sandtable import ActionError, Exported, Replay
from sandtable_console import Console, outputs, settings
from sandtable_pictures import frames
from sandtable_shell import format_of, write_file

MOST_COLUMNS = 140
"""A board is at most this wide, in columns."""

FENCE = "```"

STRONG = re.compile(r"(\*{1,2})(\S(?:.*?\S)?)\1")
"""Text in one or two asterisks."""

UNDER = {1: "=", 2: "-"}
"""The characters that underline a heading of a level; a lower heading is not underlined."""


def replay(console: Console, _rest: str) -> Iterator[outputs.Lent | str]:
    """Show the save of a game at the terminal, step by step, as far as the viewer may know it.

    Raises ActionError without a save, and without a terminal.
    """
    from sandtable_tools.views.watch.screen import watch  # noqa: PLC0415 (slow to import)

    path = _saved(console, "watch")
    if console.display.plain or not at_terminal():
        raise ActionError(
            f"replay fills a terminal that is not plain; sandtable replay {path} prints the game"
        )
    width = min(shutil.get_terminal_size().columns, MOST_COLUMNS)
    scenario = console.session.scenario
    shown = frames(Replay(path), console.viewer, None, width, maps=True)
    yield outputs.Lent()
    watch(shown, f"{scenario.title} ({scenario.id})")
    yield "That was the game so far."


def at_terminal() -> bool:
    """Whether a game can be watched: there is a terminal, and `plain` is not set."""
    at_terminal = sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()
    return bool(at_terminal) and os.environ.get("TERM") != "dumb" and not settings().plain


def report(console: Console, file: str) -> Iterator[str]:
    """Print a report of the game, as far as the viewer may know it, or write it to a file.

    Raises ActionError without a save, and SandtableError for a file that cannot be written.
    """
    from sandtable_tools.views.report import markdown  # noqa: PLC0415 (slow to import)

    path = _saved(console, "report")
    format = format_of(file, "report") if file else None
    exported = Exported.of_replay(Replay(path), console.viewer, None)
    if format is None:
        yield from as_text(markdown(exported))
        return
    exporter, _ = format
    write_file(file, exporter.make(exported))
    yield f"written to {file}"


def _saved(console: Console, do: str) -> Path:
    """The path of the game's save. Raises ActionError if there is none to watch or report."""
    journal = console.session.journal
    if journal.path is None or journal.write_error:
        raise ActionError(f"this game is not saved, so there is nothing to {do}")
    return journal.path


def as_text(markdown: str) -> Iterator[str]:
    """The lines of a report, without the signs of Markdown.

    Headings are underlined, tables are in columns, and charts stay as they are.
    """
    chart = False
    for table, rows in groupby(markdown.splitlines(), lambda line: line.startswith(("| ", "|-"))):
        if table and not chart:
            cells = [row[2:].removesuffix(" |").split(" | ") for row in rows if row.startswith("| ")]
            widths = [max(map(len, column)) for column in zip(*cells, strict=False)]
            for texts in cells:
                columns = zip(texts, widths, strict=False)
                yield "  ".join(f"{text:<{width}}" for text, width in columns).rstrip()
            continue
        for row in rows:
            if row.startswith(FENCE):
                chart = not chart
            elif chart:
                yield row
            else:
                text = row.lstrip("#")
                level = len(row) - len(text)
                text = STRONG.sub(r"\2", text.strip() if level else text)
                yield text
                if level in UNDER:
                    yield UNDER[level] * len(text)
