"""Output: lines that a terminal can show, and files that do not overwrite a save."""

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
"""A line in pieces, each with the name of its ink ("" for the usual one) and its text."""

INKS: Mapping[str, Mapping[str, str]] = {
    "auto": {"title": "1;35", "name": "1", "number": "1", "dim": "2"},
    "dark": {"title": "1;93", "name": "96", "number": "92", "dim": "90"},
    "light": {"title": "1;34", "name": "35", "number": "32", "dim": "90"},
    "high-contrast": {"title": "1;4", "name": "1", "number": "1"},
    "none": {},
}
"""The inks of each theme, as XTerm's codes; those of ``auto`` can be read on any background."""

SAVE = b'{"n":1,"format":'
"""The first bytes of every save."""


def at_terminal() -> bool:
    """Whether the output is a terminal that can show maps, and `plain` is not set."""
    can = sys.stdout and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return bool(can) and not settings().plain


def say(line: str) -> None:
    """Print a line that may come from a file; its control characters become visible.

    At a terminal, it is wrapped between words.
    """
    text = printing.escape(line)
    if sys.stdout and sys.stdout.isatty() and len(text) > (width := shutil.get_terminal_size().columns):
        text = fill(text, width, subsequent_indent="  ", break_on_hyphens=False)
    put(text)


def show(line: Line) -> None:
    """Print a line, at a terminal in the inks of the theme.

    The terminal is not asked for its background, since the answer could eat what is typed ahead.
    """
    if at_terminal() and (theme := settings().theme) != "none":
        put(paint(line, theme), steers=True)
    else:
        put(printing.escape("".join(text for _, text in line)).rstrip())


def theme_hint() -> str:
    """For a terminal that does not say how light it is: how to set colours that suit it."""
    if settings().theme != "auto" or not at_terminal() or background.background():
        return ""
    return "Colours for a light terminal: sandtable config set theme light"


def paint(line: Line, theme: str, *, reverse: bool = False) -> str:
    """A line with the control sequences for its inks."""
    inks, back = INKS[theme], "\x1b[7m" * reverse
    pieces = (f"\x1b[0;{inks.get(ink, '')}m{back}{printing.escape(text)}" for ink, text in line)
    return "".join(pieces) + "\x1b[0m"


def in_columns(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows of cells as lines, in which every column is as wide as its widest cell."""
    cells = list(rows)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def check_file(name: str) -> None:
    """Raise SandtableError for a save, which must not be overwritten."""
    path = Path(name)
    with _explain_failure(path):
        if path.is_file():
            with path.open("rb") as stream:
                if stream.read(len(SAVE)) == SAVE:
                    raise SandtableError(f"{path} is a save and is not overwritten; name another file")


def write_file(name: str, content: str | bytes) -> None:
    """Write a whole file that the user named; an existing one stays until the new one is on the disk.

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
    """The error for a file that cannot be written."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise SandtableError(f"{path} cannot be written: {why.lower()}") from error
