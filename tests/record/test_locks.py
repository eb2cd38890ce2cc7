"""Locks of files: one process writes, and everybody reads."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import IO

import pytest

from sandtable.record import journal
from sandtable.record.journal import open_locked
from sandtable.record.records import SaveError


class Msvcrt(ModuleType):
    """The part of Windows' msvcrt that locks: for each file, the locked bytes by handle."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: dict[tuple[int, int], int] = {}
        self.calls: list[tuple[int, int, int]] = []
        self.fails = 0

    def locking(self, handle: int, mode: int, count: int) -> None:
        place = os.lseek(handle, 0, os.SEEK_CUR)
        self.calls.append((place, mode, count))
        if self.fails:
            raise OSError(self.fails, os.strerror(self.fails))
        if self.held.setdefault((os.fstat(handle).st_ino, place), handle) != handle:
            raise OSError(errno.EACCES, "Permission denied")


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> tuple[Msvcrt, Callable[[IO[bytes]], None]]:
    """A stand-in for Windows' own module, and our lock built on it."""
    msvcrt = Msvcrt()
    spec = spec_from_file_location("locks_of_windows", journal.__file__)
    assert spec
    assert spec.loader
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "msvcrt", msvcrt)
        patch.setattr(sys, "platform", "win32")
        spec.loader.exec_module(module := module_from_spec(spec))
    return msvcrt, module.lock


@pytest.mark.parametrize("mode", ["r+b", "a+b"])
def test_windows_locks_one_byte_far_beyond_the_end(
    windows: tuple[Msvcrt, Callable[[IO[bytes]], None]], tmp_path: Path, mode: str
) -> None:
    msvcrt, lock = windows
    path = tmp_path / "g.jsonl"
    path.write_bytes(b"one\ntwo\n")
    with path.open(mode) as file:
        file.seek(0)
        assert file.readline() == b"one\n"
        lock(file)
        assert msvcrt.calls == [(journal.LOCKED_BYTE, msvcrt.LK_NBLCK, 1)]
        assert file.readline() == b"two\n"
        file.write(b"three\n")
    assert path.read_bytes() == b"one\ntwo\nthree\n"
    assert journal.LOCKED_BYTE < 2**31


def test_windows_refuses_a_second_writer_in_the_same_words(
    windows: tuple[Msvcrt, Callable[[IO[bytes]], None]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, lock = windows
    path = tmp_path / "g.jsonl"
    path.write_bytes(b"")
    monkeypatch.setattr("sandtable.record.journal.lock", lock)
    with (
        open_locked(path),
        pytest.raises(
            SaveError, match=r"g\.jsonl is open in another window; leave the game there first"
        ),
    ):
        open_locked(path)


def test_windows_plays_on_where_the_file_system_has_no_locks(
    windows: tuple[Msvcrt, Callable[[IO[bytes]], None]], tmp_path: Path
) -> None:
    msvcrt, lock = windows
    msvcrt.fails = errno.EINVAL
    with (tmp_path / "g.jsonl").open("wb") as file:
        lock(file)
    assert len(msvcrt.calls) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="flock is not there")
@pytest.mark.parametrize("kept_out", [True, False])
def test_elsewhere_flock_says_whether_somebody_else_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept_out: bool
) -> None:
    def flock(*_: object) -> None:
        number = errno.EWOULDBLOCK if kept_out else errno.ENOLCK
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("fcntl.flock", flock)
    path = tmp_path / "g.jsonl"
    path.write_bytes(b"")
    if kept_out:
        with pytest.raises(SaveError, match="another window"):
            open_locked(path)
    else:
        open_locked(path).close()
