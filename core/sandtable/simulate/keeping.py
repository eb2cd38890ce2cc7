"""A batch kept in a file as its games come, so that it can be taken up again after any end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol, Self

from sandtable.errors import SandtableError
from sandtable.simulate.results import GameResult

Kept = list[tuple[int, GameResult]]
"""Games in the order in which they stand in a file, each with the number of its point, from 0."""


class Form(Protocol):
    """How a file holds games."""

    def begin(self) -> str:
        """What stands before the first game."""
        ...

    def lines(self, games: Kept) -> str | None:
        """Lines for further games; None when the whole file has to be written anew."""
        ...

    def whole(self) -> str:
        """The whole file with all games so far."""
        ...

    def read(self, text: str) -> Kept:
        """The games of a file; SandtableError when it is another batch's, or none."""
        ...


class Keeper:
    """The file of a batch. `found` are the games that stood in it, by point.

    Every line is flushed. A last line that is torn is cut off; `remark` then says so.
    """

    def __init__(self, path: Path, form: Form, points: int, *, resume: bool = False) -> None:
        self.path, self.form, self.remark = path, form, ""
        self.found: list[list[GameResult]] = [[] for _ in range(points)]
        try:
            old = path.read_bytes() if resume and path.exists() else b""
            size = self._read(old) if old else 0
            self._file: IO[bytes] = path.open("r+b" if old else "wb")
            self._file.truncate(size)
            self._file.seek(size)
            if not size:
                self._write(form.begin())
        except OSError as error:
            raise _unwritable(path, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._file.close()

    def _read(self, old: bytes) -> int:
        """Take over the games of a file; how many of its bytes stay."""
        size = old.rfind(b"\n") + 1
        if size < len(old):
            self.remark = f"{self.path}: its last line was torn and is dropped"
        if not size:
            return 0
        try:
            games = self.form.read(old[:size].decode())
        except UnicodeDecodeError as error:
            raise SandtableError(f"{self.path}: not UTF-8 text") from error
        except SandtableError as error:
            raise SandtableError(f"{self.path}: {error}") from error
        for point, result in games:
            self.found[point].append(result)
        return size

    def keep(self, point: int, results: Sequence[GameResult]) -> None:
        """Add games of a point, in their order."""
        self.found[point] += results
        text = self.form.lines([(point, result) for result in results])
        try:
            if text is None:
                self._anew(self.form.whole())
            else:
                self._write(text)
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def _write(self, text: str) -> None:
        self._file.write(text.encode())
        self._file.flush()

    def _anew(self, text: str) -> None:
        """Put another file in the place of this one, which is whole at every moment."""
        beside = self.path.with_name(f"{self.path.name}.new")
        beside.write_bytes(text.encode())
        self._file.close()
        beside.replace(self.path)
        self._file = self.path.open("ab")


def in_turn(expected: int, result: GameResult, seed: int | str) -> None:
    """Refuse a game that does not come next."""
    if (result.game, result.seed) != (expected, f"{seed}/{expected}"):
        raise SandtableError(f"game {seed}/{expected} was expected, not {result.seed}")


def _unwritable(path: Path, error: OSError) -> SandtableError:
    return SandtableError(f"{path} can not be written: {(error.strerror or str(error)).lower()}")
