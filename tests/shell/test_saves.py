"""``saves``, ``check`` and bookmarks: lists of one's games, and the state of each."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from forging import in_format

import sandtable
from sandtable.record.replay import Replay
from sandtable.record.resume import resume
from sandtable_shell import saves
from sandtable_shell.check import preview
from sandtable_shell.command_line import main

SAVES = Path(__file__).parents[2] / "saves"
NEW = SAVES / "lrdg-slonta.jsonl"


@pytest.fixture(scope="module")
def old_lines() -> list[bytes]:
    """A game that was saved in format 1, by the current rules."""
    return in_format(1, SAVES / "megiddo-1918.jsonl")


@pytest.fixture
def shelf(home: Path, old_lines: list[bytes]) -> Path:
    """A user's saves: one over, one old, one unfinished, one damaged, one empty."""
    folder = home / "saves"
    folder.mkdir(parents=True)
    lines = NEW.read_bytes().splitlines(keepends=True)
    (folder / "middle.jsonl").write_bytes(b"".join(lines[:90]))
    (folder / "damaged.jsonl").write_bytes(b"".join([*lines[:9], *lines[10:]]))
    (folder / "empty.jsonl").write_bytes(b"")
    shutil.copy(NEW, folder / "over.jsonl")
    (folder / "older.jsonl").write_bytes(b"".join(old_lines))
    for age, name in enumerate(("over", "middle", "damaged", "older", "empty")):
        os.utime(folder / f"{name}.jsonl", (1_600_000_000 - age, 1_600_000_000 - age))
    return folder


def test_saves_lists_what_each_is_newest_first(run, shelf: Path) -> None:
    ran = run("saves")
    assert ran.status == 0
    names = [line.split()[0] for line in ran.out.splitlines()]
    assert names == ["over", "middle", "damaged", "older", "empty"]
    over, middle, damaged, older, empty = ran.out.splitlines()
    assert "lrdg/slonta" in over
    assert "over: remarkable success, " in over
    assert "2020-09-13" in over
    assert " open, line 90, Turn " in middle
    assert "lrdg/slonta" in damaged
    assert "a line is missing (this one is numbered 11)" in damaged
    assert "over: the British win" in older
    assert "format 2 keeps" in older
    assert "not a save: it is empty or ends within its first line" in empty


def test_a_game_that_is_over_is_listed_without_a_replay(
    run, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed: list[str] = []

    def replay(path: Path, plugins: object) -> Replay:
        replayed.append(path.stem)
        return Replay(path)

    monkeypatch.setattr(saves, "Replay", replay)
    assert run("saves").out.startswith("over     lrdg/slonta")
    assert replayed == ["middle", "damaged", "older", "empty"]


def test_a_game_that_is_over_and_was_edited_is_damaged(run, shelf: Path) -> None:
    save = shelf / "over.jsonl"
    save.write_bytes(save.read_bytes().replace(b'"seat":"lrdg"', b'"seat":"lrgd"', 1))
    assert " damaged, " in run("saves", save).out


def test_each_save_is_listed_as_soon_as_it_is_known(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed: list[str] = []

    def known(paths: list[Path]) -> Iterator[saves.Summary]:
        for path in paths:
            yield saves.Summary(str(path), "open", 0.0)
            listed.append(capsys.readouterr().out.split()[0])

    monkeypatch.setattr(saves, "summaries", known)
    assert main(["saves"]) == 0
    assert listed == ["over", "middle", "damaged", "older", "empty"]


@pytest.mark.parametrize("words", [("saves",), ("saves", "--json")])
def test_while_saves_are_read_for_a_pipe_a_line_counts_them(
    run, shelf: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr("sandtable_console.waiting.can_show", lambda: True)
    err = run(*words).err
    assert "1 of 5 saves" in err
    assert "5 of 5 saves" in err


def test_saves_in_json_show_the_same(run, shelf: Path) -> None:
    saves = json.loads(run("saves", "--json").out)
    assert [save["state"] for save in saves] == ["over", "open", "damaged", "over", "damaged"]
    assert saves[1]["game"] == "lrdg"
    assert saves[1]["lines"] == 90


def test_saves_of_a_folder_or_a_file_can_be_asked_for(run, shelf: Path, tmp_path: Path) -> None:
    assert len(run("saves", NEW.parent).out.splitlines()) == 15
    assert "over: the British win" in run("saves", shelf / "older.jsonl").out
    assert (
        run("saves", tmp_path / "nowhere").err
        == f"sandtable: {tmp_path}/nowhere: no such folder or save; sandtable saves lists yours\n"
    )
    empty = tmp_path / "none"
    empty.mkdir()
    assert run("saves", empty).out == f"no saves in {empty}\n"


def test_resume_takes_the_newest_that_goes_on(run, shelf: Path) -> None:
    (shelf / "damaged.jsonl").unlink()
    os.utime(shelf / "empty.jsonl", (1_700_000_000, 1_700_000_000))
    assert "middle.jsonl" in run("resume").out


def test_the_lines_before_a_damaged_one_can_be_saved(run, shelf: Path) -> None:
    ran = run("resume", "damaged")
    assert ran.status == 1
    words = ran.err.partition("to continue from the line before: ")[2].split()
    assert run(*words).status == 0
    branch = shelf / "damaged-from-9.jsonl"
    assert "same, " in run("check", branch).out
    assert json.loads(branch.read_text().splitlines()[0])["parent"]["n"] == 9


def test_check_says_same_migrated_or_where_it_diverges(run, shelf: Path) -> None:
    ran = run("check", "over", "older", "damaged")
    assert ran.status == 1
    over, older, damaged, last = ran.out.splitlines()
    assert over.endswith("over.jsonl: same, 156 lines, over: remarkable")
    assert "older.jsonl: migrated, 170 lines, over: british, format 2 keeps" in older
    assert damaged == "damaged: diverges at line 10: a line is missing (this one is numbered 11)"
    assert last == "2 of 3 saves verified"
    assert run("check", "over", "older").status == 0
    ran = run("check", "gone", "over")
    assert (ran.status, ran.err) == (2, "sandtable: gone: no such save; sandtable saves lists yours\n")
    assert "same, " in ran.out


def test_check_migrates_beside_the_old_save_and_shows_it_before(run, shelf: Path) -> None:
    before = (shelf / "older.jsonl").read_bytes()
    dry = run("check", "older", "over", "--migrate", "--dry-run")
    assert "    line 1: format: 1 becomes 3" in dry.out.splitlines()
    assert len(list(shelf.iterdir())) == 5
    assert "older-migrated.jsonl" in run("check", "older", "--migrate").out
    assert "same" in run("check", "older-migrated").out
    assert (shelf / "older.jsonl").read_bytes() == before
    assert run("check", "older", "--dry-run").status == 2


def test_the_changes_of_a_migration_are_told_line_by_line() -> None:
    old = {"n": 2, "do": {"verb": "lift"}}
    new: list[list[dict[str, Any]]] = [[old | {"do": {"verb": "take"}}], [old, {"n": 3}]]
    run: Any = SimpleNamespace(
        lines=[json.dumps(old)] * 2, migrations=Mock(**{"records.side_effect": new})
    )
    assert [*preview(run)] == [
        "line 1: do.verb: lift becomes take",
        "line 2: replaced by 2 records",
        "line 2: n: nothing becomes 3",
    ]


def test_an_old_save_is_resumed_in_a_new_file(run, tmp_path: Path, old_lines: list[bytes]) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(b"".join(old_lines[:8]))
    ran = run("resume", path, "--seat", "british=scripted", "--seat", "turkish=scripted")
    assert f"it continues in {tmp_path / 'g-migrated.jsonl'}" in ran.out
    assert "Over: " in ran.out
    assert run("replay", tmp_path / "g-migrated.jsonl", "--verify").status == 0


def test_a_migrated_save_that_was_cut_while_it_was_written_is_not_continued(run, shelf: Path) -> None:
    """A process is killed when all data is written, before it is known to be on the disk."""
    if (process := os.fork()) == 0:
        try:
            os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
            resume(shelf / "older.jsonl")
        finally:  # an error must not come back in a second pytest
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == -signal.SIGKILL
    assert "older-migrated" not in run("saves").out
    assert not (shelf / "older-migrated.jsonl").exists()
    session, remarks = resume(shelf / "older.jsonl")
    session.close()
    assert "older-migrated.jsonl" in remarks[-1]
    assert session.journal.n == len((shelf / "older.jsonl").read_bytes().splitlines())


def test_a_migrated_save_that_another_program_cut_is_named(shelf: Path) -> None:
    resume(shelf / "older.jsonl").session.close()
    child = shelf / "older-migrated.jsonl"
    lines = child.read_bytes().splitlines(keepends=True)
    child.write_bytes(b"".join(lines[:70]))
    session, remarks = resume(shelf / "older.jsonl")
    session.close()
    short = f"{child} has 70 of its {len(lines)} lines"
    assert remarks[-1] == f"{short}; move it away to have all of them migrated again"


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=repr
)
def test_a_migration_that_is_cut_short_leaves_no_file(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fails(_: int) -> None:
        raise error

    files = sorted(shelf.iterdir())
    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises((sandtable.SandtableError, KeyboardInterrupt)):
        resume(shelf / "older.jsonl")
    assert sorted(shelf.iterdir()) == files


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    """A save with two bookmarks; one of them is set twice."""
    path = tmp_path / "marked.jsonl"
    with sandtable.new("megiddo/1918", seed=3, save=path) as session:
        session.note("@start of it all")
        session.choose(session.options()[0])
        session.note("@mine only I know", "british")
        session.choose("done")
        session.note("@start again")
        session.note("no bookmark, @start or not")
    return path


def test_a_bookmark_is_a_place_to_go_to(run, marked: Path) -> None:
    assert run("replay", marked, "--to", "@start").out.splitlines()[-2].endswith("note: @start again")
    assert run("replay", marked, "--to", "@mi").out.splitlines()[-2].endswith("note: @mine only I know")
    ran = run("replay", marked, "--to", "@strat")
    assert ran.status == 2
    assert ran.err.startswith('sandtable: replay: --to: no bookmark "strat"; did you mean "start"? (')


def test_a_bookmark_of_one_side_is_none_to_the_other(run, marked: Path) -> None:
    ran = run("replay", marked, "--to", "@mine", "--as", "turkish")
    assert ran.err.startswith('sandtable: replay: --to: no bookmark "mine"; choose from start (')


def test_a_branch_begins_at_a_bookmark(run, marked: Path) -> None:
    assert run("replay", marked, "--to", "@mine", "--play").status == 0
    path = marked.with_name("marked-from-mine.jsonl")
    header = json.loads(path.read_text().splitlines()[0])
    assert header["parent"]["n"] == 4
    assert run("replay", path, "--verify").status == 0


def test_without_a_save_there_is_a_line_that_says_so(run, home: Path) -> None:
    assert run("saves").out == f"no saves in {home / 'saves'}\n"
    assert run("saves", "--json").out == "[]\n"


def test_a_branch_says_what_it_branched_off(run, marked: Path) -> None:
    run("replay", marked, "--to", 2, "--play")
    branch = marked.with_name("marked-from-2.jsonl")
    assert "branched off marked at line 2" in run("check", branch).out
    assert run("replay", branch).out.splitlines()[1] == "Branched off marked at line 2."


def test_no_control_character_of_a_save_or_its_name_reaches_a_terminal(run, tmp_path: Path) -> None:
    path = tmp_path / "b\x1b[31mad\x07.jsonl"
    with sandtable.new("megiddo/1918", seed=3, save=path) as session:
        session.note("\x1b]0;title\x07 first\nsecond \u202e end")
    shown = [
        run(*words) for words in [("replay", path), ("check", path), ("saves", path), ("resume", path)]
    ]
    shown += [
        run("replay", path, "--verify"),
        run("resume", path, typed="log\n"),
        run("replay", "bad.jsnl"),
    ]
    for ran in shown:
        assert all(letter.isprintable() or letter == "\n" for letter in ran.out + ran.err)
    note = next(line for line in shown[0].out.splitlines() if "title" in line)
    assert note.endswith(r"note: \x1b]0;title\x07 first\nsecond \u202e end")


def test_a_name_that_is_not_text_is_listed_all_the_same(run, tmp_path: Path) -> None:
    shutil.copy(NEW, tmp_path / os.fsdecode(b"\xff.jsonl"))
    assert r"\udcff  lrdg/slonta" in run("saves", tmp_path).out
    (save,) = json.loads(run("saves", tmp_path, "--json").out)
    assert save["state"] == "over"


@pytest.mark.parametrize("words", [("map", NEW, "--svg"), ("replay", NEW, "--html")])
def test_nothing_is_written_over_a_save_by_whatever_name(
    run, tmp_path: Path, words: tuple[object, ...]
) -> None:
    save = tmp_path / "page.html"
    shutil.copy(NEW, save)
    (tmp_path / "link.svg").symlink_to(save)
    for target in (save, tmp_path / "link.svg"):
        ran = run(*words, target)
        assert (ran.status, ran.out) == (2, "")
        assert "is a save and is not overwritten" in ran.err
    assert run("simulate", "megiddo/1918", "--games", 1, "--csv", save).status == 2
    assert save.read_bytes() == NEW.read_bytes()


def test_a_save_that_another_program_changes_is_left_and_the_game_goes_on(run, tmp_path: Path) -> None:
    path = tmp_path / "live.jsonl"
    with sandtable.new("megiddo/1918", seed=3, save=path) as session:
        session.choose(session.options()[0])
        path.write_bytes(b"")
        session.choose(session.options()[0])
        assert session.journal.write_error == f"{path} cannot be written: another program changed it"
        session.save(tmp_path / "else.jsonl")
    assert run("check", tmp_path / "else.jsonl").status == 0


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        (lambda data: data.replace(b"\n", b"\r\n"), "its lines end with CR LF"),
        (lambda data: b"\xef\xbb\xbf" + data, "another program added a UTF-8 byte order mark"),
        (lambda data: data.decode().encode("utf-16"), "another program added a UTF-16 byte order mark"),
        (
            lambda data: data.replace(b"splitmix64/1", b"splitmix65/1"),
            'no generator of luck "splitmix65/1"',
        ),
        (
            lambda data: data.replace(b'"seed":3', b'"seed":"\\u001b"'),
            "cannot be a name, a seed or a seat",
        ),
        (
            lambda data: data.replace(b'"name":"remarkable"', b'"name":"total"'),
            "it was edited after it was written",
        ),
    ],
)
def test_the_damage_of_a_save_in_transit_is_named(run, tmp_path: Path, damage, text: str) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(damage(NEW.read_bytes()))
    assert text in run("check", path).out


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("# A page\n", " is not a save (line 1: not JSON at byte 0)"),
        ("[1]\n", " is not a save (line 1: a table was expected, not a list)"),
        ("", ": not a save: it is empty or ends within its first line"),
    ],
)
def test_a_file_that_is_no_save_is_refused_in_our_words(
    run, tmp_path: Path, text: str, why: str
) -> None:
    (tmp_path / "README.md").write_text(text)
    ran = run("replay", "--verify", tmp_path / "README.md")
    assert (ran.out, ran.err) == ("", f"sandtable: {tmp_path / 'README.md'}{why}\n")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([b'{"n":3,xx}\n', None], "the line is damaged: not JSON at byte 7"),
        ([None], "a line is missing (this one is numbered 4)"),
        ([None, None], "lines are missing (this one is numbered 5)"),
    ],
)
def test_a_damaged_line_and_a_missing_line_are_named(
    run, shelf: Path, lines: list[bytes | None], why: str
) -> None:
    saved = (shelf / "middle.jsonl").read_bytes().splitlines(keepends=True)
    saved[2 : 2 + len(lines)] = [line for line in lines if line]
    (shelf / "broken.jsonl").write_bytes(b"".join(saved))
    ran = run("check", "broken")
    assert ran.out == f"broken: diverges at line 3: {why}\n0 of 1 save verified\n"


def test_a_game_that_is_over_keeps_its_date_when_it_is_looked_at(run, shelf: Path) -> None:
    before = (shelf / "over.jsonl").stat().st_mtime
    assert run("resume", shelf / "over.jsonl").status == 0
    assert (shelf / "over.jsonl").stat().st_mtime == before
