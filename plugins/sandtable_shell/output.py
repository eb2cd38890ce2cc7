"""Output: lines that a terminal can show, and files that do not overwrite a save."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill

from sandtable import SandtableError
from sandtable.tooling import printing, write_whole
from sandtable_console import put, settings

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
