"""An interrupted batch is taken up again from its file, and the file is as if nothing had happened."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

WORDS = ("simulate", "megiddo/1918-even", "--seed", "7")


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "sandtable", *map(str, words)]


def interrupted(
    path: Path, words: tuple[object, ...], how: int, lines: int
) -> subprocess.CompletedProcess[str]:
    """Run a batch and send it a signal when its file has so many lines."""
    there = subprocess.Popen(command(*words), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert there.poll() is None, there.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)
    os.kill(there.pid, how)
    out, err = there.communicate(timeout=30)
    return subprocess.CompletedProcess(words, there.returncode, out, err)


@pytest.fixture(params=["--jsonl", "--csv"])
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def document(ran) -> dict[str, object]:
    assert ran.status == 0, ran.err
    return json.loads(ran.out) | {"seconds": 0}


def test_a_batch_that_was_killed_is_taken_up_again_byte_by_byte(run, form: str, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    games = ("--games", 400, "--json")
    killed = interrupted(part, (*WORDS, *games, "--jobs", 2, form, part), signal.SIGKILL, 60)
    assert killed.returncode == -signal.SIGKILL
    done = part.read_bytes().count(b"\n")
    with part.open("ab") as file:
        file.write(b'{"game":')
    again = run(*WORDS, *games, form, part, "--resume")
    assert "its last line was torn and is dropped" in again.err
    assert document(again) == document(run(*WORDS, *games, form, whole, "--jobs", 2))
    assert part.read_bytes() == whole.read_bytes()
    assert 60 <= done < 400


def test_ctrl_c_keeps_what_was_done_and_says_how_to_go_on(run, form: str, tmp_path: Path) -> None:
    part = tmp_path / "part"
    words = (*WORDS, "--games", 5000, "--jobs", 2, form, part)
    stopped = interrupted(part, words, signal.SIGINT, 40)
    assert (stopped.returncode, stopped.stdout) == (130, "")
    assert stopped.stderr.count("\n") == 1
    assert "the same command with --resume goes on" in stopped.stderr
    kept = part.read_bytes()
    more = document(run(*WORDS, "--games", 60, form, part, "--resume", "--json"))
    assert more == document(run(*WORDS, "--games", 60, "--json"))
    assert part.read_bytes().startswith(kept)


def test_a_batch_that_is_done_is_only_told_again(
    run, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = tmp_path / "part"
    first = document(run(*WORDS, "--games", 40, form, part, "--json"))
    bytes_there = part.read_bytes()
    monkeypatch.setattr(
        "sandtable.simulate.play._play_one", lambda *_: pytest.fail("it was played again")
    )
    assert document(run(*WORDS, "--games", 40, form, part, "--resume", "--json")) == first
    assert part.read_bytes() == bytes_there


def test_a_sweep_until_a_width_is_taken_up_again(run, form: str, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    sweep = (*WORDS, "--sweep", "british.hand=8,9", "--until", 0.12, "--json")
    wanted = json.loads(run(*sweep, form, whole).out)
    kept = whole.read_bytes().splitlines(keepends=True)
    for cut in (1, 20, wanted["sweep"][0]["games"] + 1, len(kept) - 2):
        part.write_bytes(b"".join(kept[:cut]))
        found = json.loads(run(*sweep, form, part, "--resume").out)
        assert part.read_bytes() == whole.read_bytes()
        for one in (*wanted["sweep"], *found["sweep"]):
            one["seconds"] = 0
        assert found == wanted


def test_both_files_can_be_kept_and_the_rows_are_written_anew_from_the_lines(
    run, tmp_path: Path
) -> None:
    lines, rows, whole = (tmp_path / name for name in ("a.jsonl", "a.csv", "b.csv"))
    run(*WORDS, "--games", 30, "--jsonl", lines, "--csv", rows)
    run(*WORDS, "--games", 30, "--csv", whole)
    lines.write_bytes(b"".join(lines.read_bytes().splitlines(keepends=True)[:12]))
    rows.unlink()
    assert run(*WORDS, "--games", 30, "--jsonl", lines, "--csv", rows, "--resume").status == 0
    assert rows.read_bytes() == whole.read_bytes()


OTHERS: dict[str, tuple[str, Callable[[str], str]]] = {
    "seed": ("seed 8 there, 7 here", lambda text: text.replace('"seed":7', '"seed":8')),
    "players": ("seats british random there", lambda text: text.replace("scripted", "random", 1)),
    "plugin": (
        "plugins megiddo sandtable 9.9 there",
        lambda text: text.replace('"megiddo":"sandtable ', '"megiddo":"sandtable 9.9","x":"', 1),
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_lines_of_another_batch_are_refused_with_what_differs(run, tmp_path: Path, name: str) -> None:
    said, changed = OTHERS[name]
    part = tmp_path / "part"
    run(*WORDS, "--games", 5, "--jsonl", part)
    part.write_text(changed(part.read_text()))
    ran = run(*WORDS, "--games", 9, "--jsonl", part, "--resume")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "of another batch" in ran.err
    assert said in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("megiddo/1918-even", "--seed", 8),
            {"--jsonl": "seed 7 there, 8 here", "--csv": "game 8/1 was expected"},
        ),
        (
            ("megiddo/1918-even", "--seed", 7, "--seat", "turkish=random"),
            {"--jsonl": "seats turkish scripted there, random here", "--csv": "another set of players"},
        ),
        (
            ("megiddo/1918", "--seed", 7),
            {"--jsonl": "megiddo/1918-even there, megiddo/1918 here", "--csv": "another scenario"},
        ),
        (
            ("megiddo/1918-even", "--seed", 7, "--sweep", "british.hand=8,9"),
            {"--jsonl": "sweep none there", "--csv": "other columns"},
        ),
    ],
)
def test_another_command_does_not_go_on_with_a_file(
    run, form: str, tmp_path: Path, words: tuple[object, ...], said: dict[str, str]
) -> None:
    part = tmp_path / "part"
    run(*WORDS, "--games", 5, form, part)
    kept = part.read_bytes()
    ran = run("simulate", *words, "--games", 9, form, part, "--resume")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert said[form] in ran.err
    assert part.read_bytes() == kept


def test_a_scenario_file_that_was_changed_meanwhile_is_another_batch(
    run, form: str, tmp_path: Path
) -> None:
    scenario, part = tmp_path / "mine.toml", tmp_path / "part"
    text = run("scenario", "export", "megiddo/1918-even").out
    scenario.write_text(text)
    run("simulate", scenario, "--games", 3, form, part)
    scenario.write_text(f"{text}# changed\n")
    ran = run("simulate", scenario, "--games", 5, form, part, "--resume")
    assert ran.status == 2
    assert "of another batch" in ran.err


@pytest.mark.parametrize("there", ["not a batch\n", "", "{}\n", "game,seed\r\n"])
def test_a_file_that_is_no_batch_is_refused_and_an_empty_one_is_begun(
    run, form: str, tmp_path: Path, there: str
) -> None:
    part = tmp_path / "part"
    part.write_bytes(there.encode())
    ran = run(*WORDS, "--games", 3, form, part, "--resume")
    assert ran.status == (2 if there else 0)
    assert ran.err.count("\n") == bool(there)
    assert not there or part.read_bytes() == there.encode()


def test_lines_out_of_order_are_refused_with_their_number(run, form: str, tmp_path: Path) -> None:
    part = tmp_path / "part"
    run(*WORDS, "--games", 6, form, part)
    lines = part.read_bytes().splitlines(keepends=True)
    part.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    ran = run(*WORDS, "--games", 9, form, part, "--resume")
    assert "line 4: game 7/3 was expected, not 7/4" in ran.err
