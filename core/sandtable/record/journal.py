"""Writes a save: a line for every choice, in memory and in a file that only one process may write.

A line is appended and flushed as soon as its action is done, so a crash loses at most that line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from errno import ENOENT, ESTALE
from io import FileIO
from pathlib import Path
from typing import Any
from weakref import WeakSet

import msgspec
from msgspec import Struct

from sandtable.model.game import write_fraction
from sandtable.record.diff import changes
from sandtable.record.records import BRANCH_HINT, SaveError, check_room, digest_of, hash_of
from sandtable.text import config
from sandtable.text.whole_file import write_whole

UNSAVED = "the game continues unsaved (save NAME writes it elsewhere)"
"""The end of the message that a save cannot be written."""

_encode = msgspec.json.Encoder(enc_hook=write_fraction).encode
_decode = msgspec.msgpack.Decoder().decode


class Journal:
    """The lines of a save, in memory and, once there is one, in a file.

    `position` is the position after the last line. With `sync`, every line is on disk before the game
    continues. If the file cannot be written, `write_error` says why; the game continues, and its lines
    can still be saved elsewhere.
    """

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.digest = ""
        self.write_error: str | None = None
        self.sync = False
        self.position = b""
        self.size = 0
        """The total size of the lines, in bytes."""
        self._data: Any = None
        """`position` as plain data, kept after its first use."""
        self._file: _File | None = None

    @property
    def n(self) -> int:
        """The number of the last line, from 1; 0 before the header."""
        return len(self.lines)

    @property
    def path(self) -> Path | None:
        """The path of the file; None if there has never been one."""
        return self._file.path if self._file else None

    # The lines in memory.

    def append(self, record: Struct, position: bytes) -> None:
        """Add a record that leads to `position`, with the changes that it made.

        `flush` writes it. Raises SaveFull, and adds nothing, if the save would become too large to be
        read.
        """
        body, data = _encode(record), self._data
        if data is None and self.position:
            data = _decode(self.position)
        if position != self.position:
            before, data = data, _decode(position)
            body = body[:-1] + b',"change":' + _encode(changes(before, data)) + b"}"
        body = body[:-1] + f',"at":"{hash_of(position)}"}}'.encode()
        digest = digest_of(self.digest, body)
        line = body[:-1] + f',"digest":"{digest}"}}'.encode()
        check_room(record, line, self.size, self.n + 1)
        self._add(line, digest, position, data)

    def append_as_read(self, line: bytes, digest: str, position: bytes) -> None:
        """Add a line that leads to `position`, unchanged; its digest has been checked."""
        self._add(line, digest, position, None)

    def _add(self, line: bytes, digest: str, position: bytes, data: Any) -> None:
        self.lines.append(line)
        self.size += len(line) + 1
        self.digest, self.position, self._data = digest, position, data

    def mark(self) -> Callable[[], None]:
        """Return a function that drops lines added after this call, if they were not written."""
        n, before = self.n, (self.size, self.digest, self.position, self._data)

        def back() -> None:
            self.size, self.digest, self.position, self._data = before
            del self.lines[n:]

        return back

    # The file.

    def flush(self) -> None:
        """Write the lines that the file lacks; after a failure, set `write_error` and write no more.

        If an interrupt cuts a call short, the next call finishes its work.
        """
        if self._file and not self._file.file.closed:
            try:
                self._file.write(self.lines, sync=self.sync)
            except OSError as error:
                self.write_error = f"{self.path} cannot be written: {_reason(error)}"
                self.close()

    def create(self, path: Path) -> None:
        """Write all lines to a new file and continue there. Raises SaveError if that fails."""
        self.copy(path)
        self._take(path, open_locked(path))

    def copy(self, path: Path) -> None:
        """Write all lines to a new file in one step. Raises SaveError if that fails."""
        try:
            if path.parent == config.saves_folder() and not path.parent.is_dir():
                path.parent.mkdir(parents=True)
            write_whole(path, b"".join(line + b"\n" for line in self.lines), replace=False)
        except OSError as error:
            why = f"cannot be written: {_reason(error)}"
            if isinstance(error, FileExistsError) and path.parent.is_dir():
                why = "already exists; resume it, or choose another name"
            raise SaveError(f"{path} {why}") from error

    def reopen(self, path: Path, file: FileIO, size: int) -> None:
        """Continue in the locked file that was read; its complete lines end at `size`."""
        try:
            if file.seek(0, os.SEEK_END) > size:  # only if needed, since it changes the file's date
                file.truncate(size)
            file.seek(max(size - 1, 0))
            if file.read() not in (b"", b"\n"):
                file.write(b"\n")
        except OSError as error:
            raise SaveError(f"{path} cannot be written: {_reason(error)}") from error
        self._take(path, file)

    def _take(self, path: Path, file: FileIO) -> None:
        self.close()
        self._file = _File(path, file, self.n)
        self.write_error = None

    def close(self) -> None:
        """Close the file."""
        if self._file:
            try:
                self._file.file.close()
            except OSError as error:
                self.write_error = f"{self.path} cannot be written: {_reason(error)}"


class _File:
    """A save's file, which holds its first `n` lines and which only this process may write."""

    def __init__(self, path: Path, file: FileIO, n: int) -> None:
        self.path = path
        self.file = file  # unbuffered, so an interrupted write is either in the file or not
        self._written = n, file.seek(0, os.SEEK_END)

    def write(self, lines: Sequence[bytes], *, sync: bool) -> None:
        """Write the lines that the file lacks. Raises OSError."""
        n, size = self._written
        if n == len(lines):
            return
        data = b"".join(line + b"\n" for line in lines[n:])
        _write_all(self.file, data[self._count_written(data, size) :], sync=sync)
        self._written = len(lines), size + len(data)

    def _count_written(self, data: bytes, size: int) -> int:
        """Return how many bytes of `data` an interrupted call wrote after the first `size` bytes.

        Raises OSError if the path no longer leads to the file, or if anything else was written.
        """
        locked = os.fstat(self.file.fileno())
        try:
            same = os.path.samestat(os.stat(self.path), locked)  # noqa: PTH116 (for every line, and twice as fast)
        except FileNotFoundError:
            same = False
        if not same:
            raise OSError(ENOENT, "it was moved or deleted")
        if locked.st_size != size:
            self.file.seek(size)
            if locked.st_size < size or not data.startswith(self.file.read()):
                raise OSError(ESTALE, "another program changed it")
        return locked.st_size - size


def _write_all(file: FileIO, data: bytes, *, sync: bool) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
    if sync:
        os.fsync(file.fileno())


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def open_locked(path: Path, file: FileIO | None = None) -> FileIO:
    """Open a save for writing, and lock it. Raises SaveError if another process writes it."""
    try:
        held = file or path.open("r+b", buffering=0)
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {_reason(error)}{BRANCH_HINT}") from error
    try:
        lock(held)
    except BlockingIOError:
        held.close()
        raise SaveError(f"{path} is open in another window; leave the game there first") from None
    return held


def free_path(stem: str) -> Path:
    """Return an unused path for a save: the stem, or the stem with a number."""
    for count in range(1, 10_000):
        path = Path(f"{stem}.jsonl" if count == 1 else f"{stem}-{count}.jsonl")
        if not path.exists():
            return path
    raise SaveError(f"{stem}.jsonl and all its numbered variants exist; name a file with --save FILE")


# Locks: one process may write a file, and all may read it.


def lock(file: FileIO) -> None:
    """Lock an open file until it is closed. Raises BlockingIOError if another process holds it.

    On a file system without locks, nothing is locked. Forked processes do not inherit the lock.
    """
    try:
        _lock(file.fileno())
    except BlockingIOError:
        raise
    except OSError:
        return
    _locked.add(file)


_locked: WeakSet[FileIO] = WeakSet()
"""The files that this process has locked."""


def _release_locks() -> None:
    """Release the locks in a forked process by replacing each locked file with an empty one.

    Otherwise a worker process would hold the lock until it noticed that the game was killed.
    """
    null = os.open(os.devnull, os.O_RDWR)
    for file in _locked:
        if not file.closed:
            os.dup2(null, file.fileno(), inheritable=False)
    os.close(null)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_release_locks)


LOCKED_BYTE = 2**30
"""The position of the byte that is locked on Windows: past the end of any save.

A lock on Windows keeps others from reading what it covers, and its position must be below 2 GB.
"""

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        place = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from error
        finally:
            os.lseek(handle, place, os.SEEK_SET)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
