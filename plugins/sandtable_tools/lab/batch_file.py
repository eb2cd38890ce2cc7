"""Writes a batch's files, which are checked before anything is played.

Games are written as they finish, so that an interrupted batch can be resumed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol, Self

from sandtable import SandtableError, SaveError, number_of
from sandtable.tooling import journal, write_whole
from sandtable_batch import GameResult

PAGE_START = b"<!doctype html>"
"""The text that every batch page begins with."""

StoredGames = list[tuple[int, GameResult]]
"""A file's games in order, each with its point's index, from 0."""


class Format(Protocol):
    """A file format for games."""

    def begin(self) -> str:
        """Return the text before the first game, if it is known."""
        ...

    def needs_rewrite(self, games: StoredGames, /) -> bool:
        """Tell whether more games need the whole file to be rewritten. Called before `lines`."""
        ...

    def lines(self, games: StoredGames) -> str:
        """Return the lines for some games."""
        ...

    def read(self, text: str) -> StoredGames:
        """Return the games in a file. Raises SandtableError if it is not this batch's file."""
        ...

    def may_begin_file(self, first: bytes) -> bool:
        """Tell whether an incomplete first line could begin this batch's file."""
        ...


class BatchFile:
    """A batch's file, locked for writing. `found` lists the games in it, by point.

    With `resume`, the games in it count; otherwise the file must be empty. Nothing is written before
    `begin`, which also cuts off a torn last line; `remark` then tells the user.
    """

    def __init__(self, path: Path, format: Format, points: int, *, resume: bool = False) -> None:
        self.path, self.format, self.remark = path, format, ""
        self.found: list[list[GameResult]] = [[] for _ in range(points)]
        self._stored: StoredGames = []
        try:
            self._file = _open_locked(path)
            self._file.seek(0)
            content = self._file.read()
        except (OSError, ValueError) as error:
            raise self._write_error(error) from error
        try:
            if content and not resume:
                raise SandtableError("already exists; --resume continues it, or choose another name")
            self._size = self._read(content) if content else 0
        except SandtableError as error:
            self._file.close()
            colon = ":" if resume else ""
            raise SandtableError(f"{path}{colon} {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._file.close()

    def _read(self, old: bytes) -> int:
        """Read the games in a file; return how many of its bytes stay."""
        size = old.rfind(b"\n") + 1
        if size < len(old):
            self.remark = f"{self.path}: dropped the incomplete last line"
        if not size:
            if not self.format.may_begin_file(old):
                raise SandtableError("not the file of a batch")
            return 0
        try:
            self._stored = self.format.read(old[:size].decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise SandtableError("not UTF-8 text") from error
        for point, result in self._stored:
            self.found[point].append(result)
        return size

    @property
    def games(self) -> int:
        """The number of games in the file."""
        return len(self._stored)

    def begin(self) -> None:
        """Cut off a torn last line, and write the text before the first game."""
        try:
            self._file.truncate(self._size)
        except OSError as error:
            raise self._write_error(error) from error
        if not self._size:
            self._write(self.format.begin())

    def keep(self, point: int, results: Sequence[GameResult]) -> None:
        """Append a point's games, in order. Raises SandtableError if they cannot be written."""
        if results:
            games = [(point, result) for result in results]
            if self.format.needs_rewrite(games):
                self._replace(self.format.begin() + self.format.lines([*self._stored, *games]))
            else:
                self._write(self.format.lines(games))
            self._stored += games
            self.found[point] += results

    def _write(self, text: str) -> None:
        try:
            self._size += _write_all(self._file, text)
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._size)
            raise self._write_error(error) from error

    def _replace(self, text: str) -> None:
        """Replace the file in one step, so that it is complete at every moment."""
        self._file.close()  # on Windows an open file cannot be replaced
        try:
            try:
                write_whole(self.path.resolve(), text)
            finally:
                self._file = _open_locked(self.path)
                self._size = os.fstat(self._file.fileno()).st_size
        except OSError as error:
            raise self._write_error(error) from error

    def _write_error(self, error: OSError | ValueError) -> SandtableError:
        safe = f"it holds {number_of(self.games, 'game')}"
        hint = f"; {safe}, and the same command with --resume continues" if self.games else ""
        return _write_error(self.path, error, hint)


def refuse_same_file(names: Mapping[str, str | None]) -> None:
    """Raise SandtableError if two options name the same file, however it is spelled."""
    named = [(option, name) for option, name in names.items() if name is not None]
    for (option, name), (other, other_name) in combinations(named, 2):
        with suppress(OSError, ValueError):
            if os.path.realpath(name) == os.path.realpath(other_name) or Path(name).samefile(other_name):
                raise SandtableError(
                    f"{option} and {other} both name {name}; each output needs a file of its own"
                )


def check_page(path: Path) -> None:
    """Raise SandtableError for a page that cannot be written, or would replace another kind of file."""
    try:
        existed = path.exists()
        if path.is_file():
            with path.open("rb") as file:
                begins = file.read(len(PAGE_START))
            if begins not in (b"", PAGE_START):
                raise SandtableError(f"{path} already exists and is not a page; choose another name")
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except (OSError, ValueError) as error:
        raise _write_error(path, error) from error


def copy_missing(files: Sequence[BatchFile]) -> None:
    """Begin all files, and copy to each the games that only another file has.

    Raises SandtableError, and changes no file, if their games differ.
    """
    for file, other in combinations(files, 2):
        for games, other_games in zip(file.found, other.found, strict=True):
            if games[: len(other_games)] != other_games[: len(games)]:
                raise SandtableError(
                    f"{file.path} and {other.path} do not hold the same games; name only one of them"
                )
    fullest = [max(found, key=len) for found in zip(*(file.found for file in files), strict=True)]
    for file in files:
        file.begin()
        for point, games in enumerate(fullest):
            file.keep(point, games[len(file.found[point]) :])


def _open_locked(path: Path) -> IO[bytes]:
    """Return a file, new or old, open for reading and appending, and locked against other writers."""
    if path.exists() and not path.is_file():
        raise OSError("it is not a regular file")
    if not path.parent.is_dir():
        raise FileNotFoundError("its folder does not exist; create it first")
    try:
        return journal.open_locked(path, path.open("a+b", buffering=0))
    except SaveError:
        raise SandtableError(f"{path} is being written by another batch") from None


def _write_all(file: IO[bytes], text: str) -> int:
    """Write a text and flush it; return its size in bytes."""
    data = text.encode()
    remaining = memoryview(data)
    while remaining:
        remaining = remaining[file.write(remaining) :]
    return len(data)


def _write_error(path: Path, error: OSError | ValueError, hint: str = "") -> SandtableError:
    why = getattr(error, "strerror", None) or str(error)
    return SandtableError(f"{path} cannot be written: {why.lower()}{hint}")
