"""A file that is written whole: the old one or the new one, never a part."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from sandtable.text import whole_file
from sandtable.text.whole_file import write_whole


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "config.toml"
    file.write_bytes(b"old\n")
    return file


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_file_is_replaced_and_a_new_one_made(file: Path) -> None:
    write_whole(file, "Łódź\n")
    write_whole(str(file.with_name("page.html")), b"<p>")
    assert contents(file.parent) == {"config.toml": "Łódź\n".encode(), "page.html": b"<p>"}


def test_the_new_file_has_the_permissions_of_the_old_one(file: Path) -> None:
    file.chmod(0o640)
    write_whole(file, "new")
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_link_is_replaced_and_what_it_leads_to_is_not_touched(file: Path) -> None:
    link = file.with_name("game.coach.json")
    link.symlink_to(file)
    write_whole(link, "new")
    assert (file.read_bytes(), link.read_bytes(), link.is_symlink()) == (b"old\n", b"new", False)


def full(*_: object) -> int:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("call", ["fsync", "replace", "urandom"])
@pytest.mark.parametrize(
    "error", [OSError(28, "full"), KeyboardInterrupt()], ids=["full", "interrupted"]
)
def test_a_failure_leaves_the_old_file_and_no_other(
    file: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: BaseException
) -> None:
    def fails(*_: object) -> int:
        raise error

    monkeypatch.setattr(whole_file.os, call, fails)
    with pytest.raises(type(error)):
        write_whole(file, "new")
    assert contents(file.parent) == {"config.toml": b"old\n"}


def test_a_read_only_file_is_not_replaced(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_file.os, "access", lambda *_: False)  # a superuser may write anything
    with pytest.raises(PermissionError, match="Permission denied"):
        write_whole(file, "new")
    assert file.read_bytes() == b"old\n"


def test_a_missing_folder_and_a_folder_of_that_name_are_errors(file: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(file.parent / "no" / "a.txt", "new")
    with pytest.raises(IsADirectoryError if os.name == "posix" else OSError):
        write_whole(file.parent, "new")
    assert contents(file.parent) == {"config.toml": b"old\n"}


@pytest.mark.parametrize("links", [True, False], ids=["hard links", "no hard links"])
def test_without_replace_a_name_must_be_free(
    file: Path, monkeypatch: pytest.MonkeyPatch, *, links: bool
) -> None:
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", full)
    with pytest.raises(FileExistsError):
        write_whole(file, "new", replace=False)
    write_whole(file.with_name("other"), "new", replace=False)
    assert contents(file.parent) == {"config.toml": b"old\n", "other": b"new"}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a file left to Python
def test_an_interrupt_at_any_line_leaves_the_old_file_or_the_new_one(file: Path) -> None:
    code, point, left_to_go, left = whole_file.__file__, 0, 0, set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left_to_go
        if frame.f_code.co_filename != code:
            return None
        if event == "line":
            left_to_go -= 1
            if left_to_go == 0:
                raise KeyboardInterrupt
        return trace

    while True:
        point += 1
        left_to_go = point
        file.write_bytes(b"old")
        sys.settrace(trace)
        try:
            write_whole(file, b"new")
        except KeyboardInterrupt:
            pass
        else:
            break
        finally:
            sys.settrace(None)
        left.add(file.read_bytes())
    assert point > 10
    assert left == {b"old", b"new"}
