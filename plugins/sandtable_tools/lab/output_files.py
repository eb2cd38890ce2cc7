"""The files that ``simulate`` writes, checked before anything is played."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path

from sandtable import SandtableError
from sandtable.tooling import new_file
from sandtable_tools.lab.batch_file import BatchFile, Format
from sandtable_tools.lab.batch_files import BatchHeader, CsvRows, JsonLines

PAGE = b"<!doctype html>"
"""The first text of a batch page."""


def refuse_same(names: Mapping[str, str | None]) -> None:
    """Raise SandtableError for two options whose outputs go to one file, however it is spelled."""
    named = [(option, name) for option, name in names.items() if name is not None]
    for (option, name), (other, other_name) in combinations(named, 2):
        if _is_same_file(name, other_name):
            raise SandtableError(
                f"{option} and {other} both name {name}; each output needs a file of its own"
            )


def _is_same_file(name: str, other: str) -> bool:
    try:
        return os.path.realpath(name) == os.path.realpath(other) or Path(name).samefile(other)
    except (OSError, ValueError):
        return False


def check_page(name: str | None) -> None:
    """Refuse a batch page that could not be written, or would replace a file that is not a page."""
    if name is None:
        return
    path = Path(name)
    try:
        existed = path.exists()
        if path.is_file():
            with path.open("rb") as file:
                begins = file.read(len(PAGE))
            if begins not in (b"", PAGE):
                raise SandtableError(f"{path} already exists and is not a page; choose another name")
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except (OSError, ValueError):
        with new_file(name):  # its error says best why
            pass


def batch_files(
    jsonl: str | None, csv: str | None, head: BatchHeader, points: int, *, resume: bool
) -> Iterator[BatchFile]:
    """The files in which the games are kept, with the games that they hold already."""
    makers: list[tuple[Callable[[BatchHeader], Format], str | None]] = [
        (JsonLines, jsonl),
        (CsvRows, csv),
    ]
    outputs = [(make, name) for make, name in makers if name is not None]
    if resume and not outputs:
        raise SandtableError("--resume needs --jsonl or --csv, with the file to continue")
    for make, name in outputs:
        yield BatchFile(Path(name), make(head), points, resume=resume)
