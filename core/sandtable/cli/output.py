"""What goes out: lines that a terminal can show, and files that are not written over a save."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill
from typing import TextIO

from sandtable.errors import SandtableError
from sandtable.words import visible

SAVE = b'{"n":1,"format":'
"""How a save begins."""


def say(line: str) -> None:
    """Print a line that may come from a file; its control characters are seen and do nothing.

    At a terminal it is wrapped between words.
    """
    text = visible(line)
    if sys.stdout and sys.stdout.isatty() and len(text) > (width := shutil.get_terminal_size().columns):
        text = fill(text, width, subsequent_indent="  ", break_on_hyphens=False)
    print(text)


@contextmanager
def new_file(name: str) -> Iterator[TextIO]:
    """A text file to be written; SandtableError when that can not be, or it is a save."""
    path = Path(name)
    try:
        if path.is_file():
            with path.open("rb") as there:
                if there.read(len(SAVE)) == SAVE:
                    raise SandtableError(f"{path} is a save and is not written over; name another file")
        with path.open("w", newline="", encoding="utf-8") as file:
            yield file
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise SandtableError(f"{path} can not be written: {why.lower()}") from error
