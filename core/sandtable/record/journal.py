"""Writing a save: a line for every choice, in memory and in a file that only one process may write.

A line is appended and flushed when its action is done, so a crash loses at most that line.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from errno import ENOENT, ESTALE
from pathlib import Path
from typing import IO, Any
from weakref import WeakSet

import msgspec
from msgspec import Struct

from sandtable.record.diff import changes
from sandtable.record.records import BRANCH_HINT, SaveError, chain, check_room

UNSAVED = "the game continues unsaved, save NAME writes it elsewhere"
"""The end of the message about a save that cannot be written."""

_encode = msgspec.json.Encoder().encode
_plain = msgspec.msgpack.Decoder().decode


class Journal:
    """The lines of a save, in memory, and in a file once there is one.

    `position` is the position after the last line. With `sync`, every line is on the disk before the
    game continues. If the file cannot be written, `write_error` says why; the game goes on, and its
    lines can still be saved elsewhere.
    """

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.digest = ""
        self.path: Path | None = None
        self.write_error: str | None = None
        self.sync = False
        self.position = b""
        self.size = 0
        """The size of all lines in bytes."""
        self._file: IO[bytes] | None = None
        self._file_size = 0
        self._data: Any = None
        """`position` as plain data, once it was needed."""

    @property
    def n(self) -> int:
        """The number of the last line, from 1; 0 before the header."""
        return len(self.lines)

    def append(self, record: Struct, position: bytes) -> None:
        """Add a record that leads to `position`, with its changes to the position.

        Raises SaveFull, and adds nothing, if the save could not be read again with it.
        """
        body, data = _encode(record), self._data
        if data is None and self.position:
            data = _plain(self.position)
        if position != self.position:
            before, data = data, _plain(position)
            body = body[:-1] + b',"change":' + _encode(changes(before, data)) + b"}"
        digest = chain(self.digest, body, position)
        line = body[:-1] + f',"digest":"{digest}"}}'.encode()
        check_room(record, line, self.size, self.n + 1)
        self._add(line, digest)
        self.position, self._data = position, data

    def append_as_read(self, line: bytes, digest: str, position: bytes) -> None:
        """Add a line as it is, which leads to `position`; its digest has been checked."""
        self._add(line, digest)
        self.position, self._data = position, None

    def _add(self, line: bytes, digest: str) -> None:
        self.lines.append(line)
        self.size += len(line) + 1
        self.digest = digest
        if self._file:
            self._write(line + b"\n")

    def _write(self, data: bytes) -> None:
        assert self._file is not None  # noqa: S101
        try:
            self._check()
            _put(self._file, data, sync=self.sync)
            self._file_size += len(data)
        except OSError as error:
            self.write_error = f"{self.path} cannot be written: {_why(error)}"
            self.close()

    def _check(self) -> None:
        """Raise OSError unless the path leads to the locked file and the file is unchanged."""
        assert self._file is not None  # noqa: S101
        assert self.path is not None  # noqa: S101
        locked = os.fstat(self._file.fileno())
        try:
            same = os.path.samestat(os.stat(self.path), locked)  # noqa: PTH116 (for every line, and twice as fast)
        except FileNotFoundError:
            same = False
        if not same:
            raise OSError(ENOENT, "it was moved or deleted")
        if locked.st_size != self._file_size:
            raise OSError(ESTALE, "another program has changed it")

    def create(self, path: Path) -> None:
        """Write all lines to a new file and continue there. Raises SaveError if that is impossible."""
        self._take(path, self._written(path))

    def copy(self, path: Path) -> None:
        """Write all lines to a new file. Raises SaveError if that is impossible."""
        self._written(path).close()

    def _written(self, path: Path) -> IO[bytes]:
        """A new, locked file with all lines. An incomplete file is removed."""
        try:
            if not path.parent.is_dir():
                path.parent.mkdir(parents=True)
            file = open_locked(path, path.open("xb"))
        except OSError as error:
            why = f"cannot be written: {_why(error)}"
            if isinstance(error, FileExistsError):
                exists = "already exists; resume it, or save under another name"
                nowhere = f"cannot be written: {path.parent} is not a folder"
                why = exists if path.parent.is_dir() else nowhere
            raise SaveError(f"{path} {why}") from error
        try:
            _put(file, b"".join(line + b"\n" for line in self.lines), sync=self.sync)
            if self.sync:
                _sync_folder(path.parent)
        except OSError as error:
            with suppress(OSError):
                file.close()
            path.unlink(missing_ok=True)
            raise SaveError(f"{path} cannot be written: {_why(error)}") from error
        return file

    def reopen(self, path: Path, file: IO[bytes], size: int) -> None:
        """Continue in the locked file that the lines were read from; its whole lines end at `size`."""
        try:
            file.truncate(size)
            file.seek(max(size - 1, 0))
            ends_line = file.read() in (b"", b"\n")
        except OSError as error:
            raise SaveError(f"{path} cannot be written: {_why(error)}") from error
        self._take(path, file)
        if not ends_line:
            self._write(b"\n")

    def _take(self, path: Path, file: IO[bytes]) -> None:
        self.close()
        self._file, self.path, self.write_error = file, path, None
        self._file_size = os.fstat(file.fileno()).st_size

    def close(self) -> None:
        """Close the file."""
        if self._file:
            file, self._file = self._file, None
            try:
                file.close()
            except OSError as error:
                self.write_error = f"{self.path} cannot be written: {_why(error)}"


def _put(file: IO[bytes], data: bytes, *, sync: bool) -> None:
    file.write(data)
    file.flush()
    if sync:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Write a new file's folder to the disk, so that the file survives a power cut."""
    with suppress(PermissionError):  # on systems where folders cannot be opened
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def open_locked(path: Path, file: IO[bytes] | None = None) -> IO[bytes]:
    """Open a save for writing, and lock out every other writer. Raises SaveError if there is one."""
    try:
        held = file or path.open("r+b")
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {_why(error)}{BRANCH_HINT}") from error
    try:
        lock(held)
    except BlockingIOError:
        held.close()
        raise SaveError(f"{path} is being played in another window") from None
    return held


def free_path(stem: str) -> Path:
    """A free path for a save: the stem, or the stem with a number."""
    for count in range(1, 10_000):
        path = Path(f"{stem}.jsonl" if count == 1 else f"{stem}-{count}.jsonl")
        if not path.exists():
            return path
    raise SaveError(f"{stem}.jsonl and all its numbers are taken; name a file with --save FILE")


# One process may write to a file, and all may read it.


def lock(file: IO[bytes]) -> None:
    """Lock an open file until it is closed. Raises BlockingIOError if another process holds it.

    On a file system without locks, nothing is locked. Processes that are forked do not hold the lock.
    """
    try:
        _lock(file.fileno())
    except BlockingIOError:
        raise
    except OSError:
        return
    _held.add(file)


_held: WeakSet[IO[bytes]] = WeakSet()
"""The files that were locked."""


def _let_go() -> None:
    """In a forked process, exchange each locked file for an empty one, which lets go of its lock.

    Otherwise a worker would hold the lock until it notices that the game was killed.
    """
    null = os.open(os.devnull, os.O_RDWR)
    for file in _held:
        if not file.closed:
            os.dup2(null, file.fileno(), inheritable=False)
    os.close(null)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


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
