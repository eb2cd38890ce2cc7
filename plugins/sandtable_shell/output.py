"""Output: lines for a terminal, and files that never overwrite a save."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill

from sandtable import SandtableError
from sandtable.tooling import printing, write_whole
from sandtable_console import background, put, settings

Line = Sequence[tuple[str, str]]
"""A line in pieces, each an ink's name ("" for the default) and a text."""

INKS: Mapping[str, Mapping[str, str]] = {
    "auto": {"title": "1;35", "name": "1", "number": "1", "dim": "2"},
    "dark": {"title": "1;93", "name": "96", "number": "92", "dim": "90"},
    "light": {"title": "1;34", "name": "35", "number": "32", "dim": "90"},
    "high-contrast": {"title": "1;4", "name": "1", "number": "1"},
    "none": {},
}
"""Each theme's inks, as XTerm codes; those of ``auto`` are readable on any background."""

SAVE = b'{"n":1,"format":'
"""The first bytes of every save."""


def at_terminal() -> bool:
    """Tell whether the output is a terminal that can show maps, and `plain` is not set."""
    can = sys.stdout and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return bool(can) and not settings().plain


def say(line: str) -> None:
    """Print a line, with its control characters made visible.

    A terminal shows it wrapped between words.
    """
    text = printing.escape(line)
    if sys.stdout and sys.stdout.isatty() and len(text) > (width := shutil.get_terminal_size().columns):
        text = fill(text, width, subsequent_indent="  ", break_on_hyphens=False)
    put(text)


def program() -> str:
    """Return how to type the program's name: its path, if the shell would not find it."""
    typed = sys.argv[0]
    return typed if typed.endswith("/sandtable") and not shutil.which("sandtable") else "sandtable"


def show(line: Line) -> None:
    """Print a line, in the theme's inks if at a terminal.

    The terminal is never asked for its background: the answer could swallow what is typed ahead.
    """
    if at_terminal() and (theme := settings().theme) != "none":
        put(paint(line, theme), is_control=True)
    else:
        put(printing.escape("".join(text for _, text in line)).rstrip())


def theme_hint() -> str:
    """Return a hint about colours, if the terminal does not report its background."""
    if settings().theme != "auto" or not at_terminal() or background.background():
        return ""
    return "Colours for a light terminal: sandtable config set theme light"


def paint(line: Line, theme: str, *, reverse: bool = False) -> str:
    """Return a line with the control sequences for its inks."""
    inks, back = INKS[theme], "\x1b[7m" * reverse
    pieces = (f"\x1b[0;{inks.get(ink, '')}m{back}{printing.escape(text)}" for ink, text in line)
    return "".join(pieces) + "\x1b[0m"


def in_columns(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield rows of cells as lines; a column is as wide as its widest cell."""
    cells = list(rows)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def check_file(name: str) -> None:
    """Raise SandtableError if a file is a save, which must not be overwritten."""
    path = Path(name)
    with _explain_failure(path):
        if path.is_file():
            with path.open("rb") as stream:
                if stream.read(len(SAVE)) == SAVE:
                    raise SandtableError(f"{path} is a save and is not overwritten; name another file")


def write_file(name: str, content: str | bytes) -> None:
    """Write a file that the user named; an existing one is replaced only when the new one is complete.

    A symbolic link is followed. Raises SandtableError, and leaves nothing behind, if the file cannot be
    written or would replace a save.
    """
    check_file(name)
    path = Path(name)
    data = content.encode() if isinstance(content, str) else content
    with _explain_failure(path):
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a pipe or a terminal takes it directly; a folder does not
        else:
            write_whole(path.resolve(), data)


@contextmanager
def _explain_failure(path: Path) -> Iterator[None]:
    """Turn an error in the block into a message that the file cannot be written."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise SandtableError(f"{path} cannot be written: {why.lower()}") from error
