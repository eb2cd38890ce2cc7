"""A save that cannot be written is reported in a line, and the game can be saved elsewhere."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sandtable
from sandtable.record.journal import BRANCH_HINT
from sandtable.record.replay import Replay
from sandtable.record.resume import resume

PLAY = ["play", "megiddo/1918", "--seed", "5", "--seat", "turkish=scripted"]
UNSAVED = "the game continues unsaved (save NAME writes it elsewhere)"


@pytest.fixture
def save(tmp_path: Path) -> Path:
    (tmp_path / "saves").mkdir()
    return tmp_path / "saves" / "g.jsonl"


def sandtable_process(
    *words: object, typed: str, limit: int | None = None
) -> subprocess.CompletedProcess[str]:
    """A whole process; `limit` is the size in bytes that its files may have, as on a full disk."""

    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [sys.executable, "-B", "-m", "sandtable", *map(str, words)]
    return subprocess.run(command, input=typed, capture_output=True, text=True, preexec_fn=limited)


@pytest.mark.parametrize("more", [1, 40, 200])
def test_a_full_disk_leaves_whole_lines_and_one_torn_at_most(more: int, save: Path, home: Path) -> None:
    """The limit on a file's size gives true partial writes, anywhere in a line."""
    header = len(sandtable.new("megiddo/1918", 5, {"turkish": "scripted"}).journal.lines[0])
    done = sandtable_process(*PLAY, "--save", save, typed="done\n" * 3, limit=header + more)
    assert done.returncode == 2
    assert done.stderr == f"sandtable: not saved: {save} cannot be written: file too large\n"
    assert done.stdout.count(f"{save} cannot be written: file too large; {UNSAVED}\n") == 1
    assert "Traceback" not in done.stdout
    assert done.stdout.endswith("Left without a save.\n")
    assert save.stat().st_size == header + more
    torn = not save.read_bytes().endswith(b"\n")
    session, remarks = resume(save)
    assert remarks == [f"{save}: the last line was not finished and has been dropped"] * torn
    session.close()


def test_a_full_disk_at_the_very_first_line_leaves_no_file(save: Path) -> None:
    done = sandtable_process(*PLAY, "--save", save, typed="done\n", limit=100)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"sandtable: {save} cannot be written: file too large\n"
    assert not save.exists()


def while_played(
    monkeypatch: pytest.MonkeyPatch,
    run: Callable[..., object],
    save: Path,
    accident: Callable[[], None],
    *typed: str,
) -> object:
    """Play, with an accident after the first line; return the result of `run`."""
    original = sandtable.Session.choose
    left = [accident]

    def choose(session: sandtable.Session, action: object) -> object:
        entry = original(session, action)  # type: ignore[arg-type]
        while left:
            left.pop()()
        return entry

    monkeypatch.setattr(sandtable.Session, "choose", choose)
    return run(*PLAY, "--save", save, typed="".join(f"{line}\n" for line in typed))


def delete_with_folder(save: Path) -> None:
    save.unlink()
    save.parent.rmdir()


ACCIDENTS: dict[str, Callable[[Path], object]] = {
    "deleted": lambda save: save.unlink(),
    "moved": lambda save: save.rename(save.with_name("moved.jsonl")),
    "its folder deleted": delete_with_folder,
    "its folder moved": lambda save: save.parent.rename(save.parent.with_name("elsewhere")),
    "another in its place": lambda save: (save.unlink(), save.write_text("precious\n")),
    "a folder in its place": lambda save: (save.unlink(), save.mkdir()),
}


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_a_save_that_is_lost_while_it_is_played_is_reported_and_saved_elsewhere(
    accident: str, save: Path, tmp_path: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new.jsonl"
    ran = while_played(
        monkeypatch, run, save, lambda: ACCIDENTS[accident](save), "done", "done", f"save {new}", "done"
    )
    assert (ran.status, ran.err) == (0, "")
    warning = f"{save} cannot be written: it was moved or deleted; {UNSAVED}"
    assert [line for line in ran.out.splitlines() if "cannot be written" in line] == [warning]
    assert ran.out.endswith(f"Saved in {new}. sandtable resume continues it.\n")
    assert run("check", new).status == 0
    assert Replay(new).run().table.position == replayed("done", "done", "done").table.position
    if save.is_file():
        assert save.read_text() == "precious\n"


@pytest.mark.parametrize("accident", ["deleted", "its folder deleted"])
def test_a_game_that_lost_its_save_and_got_no_other_ends_with_status_2(
    accident: str, save: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = while_played(monkeypatch, run, save, lambda: ACCIDENTS[accident](save), "done", "done")
    assert ran.status == 2
    assert ran.err == f"sandtable: not saved: {save} cannot be written: it was moved or deleted\n"
    assert ran.out.endswith("Left without a save.\n")


def test_a_moved_save_holds_what_was_played_until_then(
    save: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    while_played(monkeypatch, run, save, lambda: ACCIDENTS["moved"](save), "done", "done")
    assert Replay(save.with_name("moved.jsonl")).run().journal.n >= 2


def replayed(*typed: str) -> sandtable.Session:
    """The same seed and commands, played in memory."""
    session = sandtable.new("megiddo/1918", 5, {"turkish": "scripted"})
    list(session.play())
    for line in typed:
        session.choose(line)
        list(session.play())
    return session


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", "already exists; resume it, or choose another name"),
        ("/dev/full", "already exists; resume it, or choose another name"),
        ("/proc/g.jsonl", "cannot be written: no such file or directory"),
        ("/proc/none/g.jsonl", "cannot be written: its folder does not exist; create it first"),
        ("/dev/null/g.jsonl", "cannot be written: its folder does not exist; create it first"),
        (f"/dev/{'x' * 300}.jsonl", "cannot be written: file name too long"),
    ],
)
def test_a_place_where_nothing_can_be_written_is_named_before_the_game(
    path: str, expected: str, tmp_path: Path, run
) -> None:
    ran = run(*PLAY, "--save", path or tmp_path, typed="done\n")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert expected in ran.err


def test_a_save_that_may_only_be_read_is_not_resumed_but_can_be_branched_off(
    save: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(*PLAY, "--save", save, typed="done\n")
    before, really = save.read_bytes(), Path.open

    def read_only(path: Path, mode: str = "r", *more: object, **named: object) -> object:
        if path == save and set(mode) & set("wax+"):
            raise PermissionError(13, "Permission denied", str(path))
        return really(path, mode, *more, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", read_only)  # the tests may run as root, who may write anywhere
    ran = run("resume", save)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"sandtable: {save} cannot be written: permission denied{BRANCH_HINT}\n"
    assert run("replay", save, "--verify").status == 0
    assert run("replay", save, "--play", "--save", save.with_name("b.jsonl"), typed="done\n").status == 0
    assert save.read_bytes() == before


def test_whoever_reads_no_further_harms_no_save(save: Path) -> None:
    """``| head -1``: the first line closes the pipe."""
    line = (
        f"{sys.executable} -m sandtable {' '.join(PLAY)} --seat british=scripted --save {save} | head -1"
    )
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert (done.stdout.count("\n"), done.stderr) == (1, "")
    assert save.read_bytes().endswith(b"}\n")
    assert Replay(save).run().journal.n >= 1


# --sync


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files for which `os.fsync` was called: ``folder``, or the number of the file's last line."""
    calls: list[str] = []
    really = os.fsync

    def fsync(handle: int) -> None:
        path = Path(f"/proc/self/fd/{handle}").resolve()
        calls.append("folder" if path.is_dir() else str(path.read_bytes().count(b"\n")))
        really(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    return calls


def test_with_sync_every_line_and_the_folder_of_a_new_save_are_on_the_disk(
    save: Path, run, synced: list[str]
) -> None:
    words = ["play", "megiddo/1918", "--seed", 5, "--save", save, "--sync"]
    assert run(*words, typed="done\nnote x\ndone\nundo --force\n").status == 0
    lines = save.read_bytes().count(b"\n")
    assert synced == ["1", "folder", *map(str, range(2, lines + 1))]
    synced.clear()
    assert run("resume", save, "--sync", typed="done\n").status == 0
    assert synced == [str(lines + 1)]


def test_a_branch_and_a_copy_are_on_the_disk_as_well(
    save: Path, tmp_path: Path, run, synced: list[str]
) -> None:
    run("play", "megiddo/1918", "--seed", 5, "--save", save, typed="done\n")
    assert synced == ["1", "folder"]
    synced.clear()
    branch, copy = tmp_path / "b.jsonl", tmp_path / "c.jsonl"
    run("replay", save, "--play", "--save", branch, "--sync", typed=f"done\nsave {copy}\n")
    assert synced == ["2", "folder", "3", "3", "folder"]


def test_notes_without_end_leave_a_save_that_is_read(run, tmp_path: Path) -> None:
    """With the real limits: a game that once lost 1,700 long notes."""
    script = "".join(f"note {number} {'x' * 9_900}\n" for number in range(1_300))
    path = tmp_path / "g.jsonl"
    played = run(
        *("play", "megiddo/1918", "--seed", 1, "--save", path, "--keep-going"), typed=f"{script}done\n"
    )
    assert played.status == 0
    assert "the save has no room for this note" in played.out + played.err
    checked = run("check", path)
    assert (checked.status, ": same, " in checked.out) == (0, True)
    assert b'"do":' in path.read_bytes().splitlines()[-1]


def test_where_no_home_folder_is_known_every_command_works_or_says_why_in_a_line(
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SANDTABLE_HOME", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)  # a user without an entry raises KeyError
    for words in (("--help",), ("list",), ("saves",), ("config",), ("plugins",)):
        assert run(*words).status == 0
    for words in (("resume",), ("config", "set", "pace", "1"), ("plugins", "disable", "watch")):
        ran = run(*words)
        assert (ran.status, ran.out) == (2, "")
        assert "/dev/null/HOME-is-not-set" in ran.err
    ran = run("play", "lrdg/benghazi-road", "--seed", "3", typed="historical\n")
    assert "What do the patrols do?" in ran.out
    assert "not saved: /dev/null/HOME-is-not-set/saves/" in ran.err
