"""An interrupted batch is resumed from its file, and the file is as if nothing had happened."""

from __future__ import annotations

import csv
import json
import os
import re
import resource
import signal
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from sandtable.record.journal import open_locked
from sandtable.text.errors import SandtableError
from sandtable_batch import GameResult
from sandtable_tools.lab.batch_file import BatchFile
from sandtable_tools.lab.formats import BatchHeader, CsvRows, JsonLines

BOTS = ("--seat", "british=random", "--seat", "turkish=random")
WORDS = ("simulate", "megiddo/1918-even", "--seed", "7", *BOTS)


Interrupts = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def interrupted(paused) -> Interrupts:
    """Runs a batch and sends it a signal when its file has a number of games."""

    def run(words: tuple[object, ...], how: int, games: int) -> subprocess.CompletedProcess[str]:
        with paused(words, games) as batch:
            batch.send_signal(how)
            out, err = batch.communicate()
        return subprocess.CompletedProcess(words, batch.returncode, out.decode(), err.decode())

    return run


@pytest.fixture(params=["--jsonl", "--csv"])
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def document(ran) -> dict[str, object]:
    assert ran.status == 0, ran.err
    return json.loads(ran.out) | {"seconds": 0}


def test_a_batch_that_was_killed_is_taken_up_again_byte_by_byte(
    run, form: str, tmp_path: Path, interrupted: Interrupts
) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    games = ("--games", 160, "--json")
    killed = interrupted((*WORDS, *games, "--jobs", 2, form, part), signal.SIGKILL, 60)
    assert killed.returncode == -signal.SIGKILL
    done = part.read_bytes().count(b"\n")
    with part.open("ab") as file:
        file.write(b'{"game":')
    again = run(*WORDS, *games, form, part, "--resume")
    assert "dropped the incomplete last line" in again.err
    assert document(again) == document(run(*WORDS, *games, form, whole, "--jobs", 2))
    assert part.read_bytes() == whole.read_bytes()
    assert 60 <= done < 160


def test_ctrl_c_keeps_what_was_done_and_says_how_to_go_on(
    run, form: str, tmp_path: Path, interrupted: Interrupts
) -> None:
    part = tmp_path / "part"
    words = (*WORDS, "--games", 5000, "--jobs", 2, form, part)
    stopped = interrupted(words, signal.SIGINT, 40)
    assert (stopped.returncode, stopped.stdout) == (130, "")
    assert stopped.stderr.count("\n") == 1
    assert "the same command with --resume continues" in stopped.stderr
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
    monkeypatch.setattr("sandtable_batch.play._play_game", lambda *_: pytest.fail("it was played again"))
    assert document(run(*WORDS, "--games", 40, form, part, "--resume", "--json")) == first
    assert part.read_bytes() == bytes_there


def test_a_sweep_until_a_width_is_taken_up_again(run, form: str, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    sweep = (*WORDS, "--sweep", "british.hand=8,9", "--until", 0.2, "--json")
    wanted = json.loads(run(*sweep, form, whole).out)
    kept = whole.read_bytes().splitlines(keepends=True)
    for cut in (1, 20, wanted["sweep"][0]["games"] + 1, len(kept) - 2):
        part.write_bytes(b"".join(kept[:cut]))
        found = json.loads(run(*sweep, form, part, "--resume").out)
        assert part.read_bytes() == whole.read_bytes()
        for trial in (*wanted["sweep"], *found["sweep"]):
            trial["seconds"] = 0
        assert found == wanted


def test_both_files_can_be_kept_and_the_rows_are_written_again_from_the_lines(
    run, tmp_path: Path
) -> None:
    lines, rows, whole = (tmp_path / name for name in ("a.jsonl", "a.csv", "b.csv"))
    run(*WORDS, "--games", 30, "--jsonl", lines, "--csv", rows)
    run(*WORDS, "--games", 30, "--csv", whole)
    lines.write_bytes(b"".join(lines.read_bytes().splitlines(keepends=True)[:12]))
    rows.unlink()
    assert run(*WORDS, "--games", 30, "--jsonl", lines, "--csv", rows, "--resume").status == 0
    assert rows.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(("first", "second"), [(0, 9), (9, 0), (3, 9), (9, 3), (9, 9)])
@pytest.mark.parametrize("sweep", [(), ("--sweep", "british.hand=8,9")])
def test_of_two_files_the_one_with_more_games_counts_and_none_gets_shorter(
    run, tmp_path: Path, first: int, second: int, sweep: tuple[str, ...]
) -> None:
    lines, rows, both = tmp_path / "a.jsonl", tmp_path / "a.csv", ("--jsonl", "--csv")
    for option, path, games in zip(both, (lines, rows), (first, second), strict=True):
        if games:
            run(*WORDS, *sweep, "--games", games, option, path)
    two = ("--jsonl", lines, "--csv", rows)
    assert run(*WORDS, *sweep, "--games", 5, *two, "--resume").status == 0
    points = 2 if sweep else 1
    assert [path.read_bytes().count(b"\n") for path in (lines, rows)] == [1 + 9 * points] * 2
    assert run(*WORDS, *sweep, "--games", 9, *two, "--resume").status == 0


def test_rows_take_a_further_value_of_a_sweep_and_lines_say_what_to_do(
    run, form: str, tmp_path: Path
) -> None:
    part, whole = tmp_path / "part", tmp_path / "whole"
    run(*WORDS, "--games", 3, "--sweep", "british.hand=8,9", form, part)
    more = (*WORDS, "--games", 3, "--sweep", "british.hand=8,9,10")
    ran = run(*more, form, part, "--resume")
    if form == "--csv":
        assert run(*more, form, whole).status == ran.status == 0
        assert part.read_bytes() == whole.read_bytes()
    else:
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert (
            "from another batch: --sweep british.hand=8,9 there, --sweep british.hand=8,9,10 here"
            in ran.err
        )
        assert ran.err.endswith("; write new values to a separate file\n")


def test_rows_of_a_value_that_is_not_swept_any_more_are_named(run, tmp_path: Path) -> None:
    part = tmp_path / "part"
    run(*WORDS, "--games", 2, "--sweep", "british.hand=8,9", "--csv", part)
    ran = run(*WORDS, "--games", 2, "--sweep", "british.hand=8", "--csv", part, "--resume")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "from another sweep: british.hand=9; sweep it too, or name another file" in ran.err


@pytest.mark.parametrize("column", ["game", "actions", "rounds", "british-return"])
def test_a_damaged_row_is_refused_with_its_line_and_column(run, tmp_path: Path, column: str) -> None:
    sweep = ("--sweep", "british.hand=8")
    part = tmp_path / "part.csv"
    run(*WORDS, *sweep, "--games", 5, "--csv", part)
    with part.open(newline="") as file:
        rows = list(csv.reader(file))
    rows[3][rows[0].index(column)] = "x"
    with part.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    ran = run(*WORDS, *sweep, "--games", 9, "--csv", part, "--resume")
    expected = f'line 4: column "{column}": a whole number was expected, not "x"'
    assert (ran.status, ran.err) == (2, f"sandtable: {part}: {expected}\n")


def test_a_fraction_is_kept_exactly_and_one_by_zero_is_refused(form: str) -> None:
    head = BatchHeader("bids/sealed", "", 1, {"east": "random"}, {}, "", {}, [])
    game = GameResult(1, "1/1", "east", {"east": Fraction(49, 4)}, {"rounds": 3}, 6)
    kind = CsvRows if form == "--csv" else JsonLines
    file = kind(head)
    file.needs_rewrite([(0, game)])
    text = file.begin() + file.lines([(0, game)])
    assert "49/4" in text
    assert kind(head).read(text) == [(0, game)]
    with pytest.raises(SandtableError, match="line 2: "):
        kind(head).read(text.replace("49/4", "49/0"))


def test_a_header_that_says_what_no_option_can_is_refused_in_a_line(run, tmp_path: Path) -> None:
    part = tmp_path / "part"
    sweep = (*WORDS, "--games", 2, "--sweep", "british.hand=8,9", "--jsonl", part)
    run(*sweep)
    part.write_text(part.read_text().replace('{"british.hand":8}', '{"british.hand":null}'))
    ran = run(*sweep, "--resume")
    assert (ran.status, ran.err.count("\n")) == (2, 1)


def test_two_files_that_disagree_are_refused_and_stay(run, tmp_path: Path) -> None:
    lines, rows = tmp_path / "a.jsonl", tmp_path / "a.csv"
    run(*WORDS, "--games", 9, "--jsonl", lines, "--csv", rows)
    rows.write_bytes(re.sub(rb"(7/3,\w+,)\d+", rb"\g<1>1", rows.read_bytes()))
    before = [path.read_bytes() for path in (lines, rows)]
    ran = run(*WORDS, "--games", 20, "--jsonl", lines, "--csv", rows, "--resume")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "do not hold the same games" in ran.err
    assert [path.read_bytes() for path in (lines, rows)] == before


def test_a_file_that_is_there_is_not_written_over(run, form: str, tmp_path: Path) -> None:
    part = tmp_path / "part"
    part.write_text("my notes\n")
    ran = run(*WORDS, "--games", 2, form, part)
    assert (ran.status, ran.err.count("\n"), part.read_text()) == (2, 1, "my notes\n")
    assert "already exists; --resume continues it, or choose another name" in ran.err


def test_one_file_is_not_taken_for_two_outputs(run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    part, again = tmp_path / "part", tmp_path / "folder" / ".." / "part"
    (tmp_path / "link").symlink_to(part)
    for option, other in (("--jsonl", "--csv"), ("--jsonl", "--html"), ("--csv", "--html")):
        for second in (part, again, tmp_path / "link"):
            ran = run(*WORDS, "--games", 2, option, part, other, second)
            assert (ran.status, ran.err.count("\n"), part.exists()) == (2, 1, False)
            assert "each output needs a file of its own" in ran.err


def test_two_batches_do_not_write_in_one_file(run, form: str, tmp_path: Path) -> None:
    part = tmp_path / "part"
    words = (*WORDS, "--games", 5, form, part)
    run(*words)
    there = part.read_bytes()
    with open_locked(part):
        ran = run(*words, "--resume")
    assert (ran.status, ran.err) == (2, f"sandtable: {part} is being written by another batch\n")
    assert part.read_bytes() == there


@pytest.mark.parametrize("torn", ["my notes", "{", "\0\xff", "game,seed,outc", '{"format":"sandtable-b'])
def test_a_first_line_that_breaks_off_is_dropped_only_if_it_is_ours(
    run, form: str, tmp_path: Path, torn: str
) -> None:
    part, ours = tmp_path / "part", "{" if form == "--jsonl" else "game,"
    part.write_bytes(torn.encode("latin-1"))
    ran = run(*WORDS, "--games", 2, form, part, "--resume")
    assert ran.err.count("\n") == 1
    assert ran.status == (0 if torn.startswith(ours) else 2)
    assert ran.status == 0 or part.read_bytes() == torn.encode("latin-1")


def test_a_full_disk_is_reported_with_the_games_that_are_safe(run, form: str, tmp_path: Path) -> None:
    part, whole = tmp_path / "part", tmp_path / "whole"
    words = (*WORDS, "--games", 100)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, hard))
    try:
        ran = run(*words, form, part)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert f"{part} cannot be written: file too large; " in ran.err
    assert "the same command with --resume continues" in ran.err
    safe = int(re.findall(r"it holds (\d+) games?", ran.err)[0])
    assert part.read_bytes().count(b"\n") == safe + 1
    again = run(*words, form, part, "--resume")
    assert (again.status, again.err) == (0, "")
    run(*words, form, whole)
    assert part.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("change", [(b"\r\n", b"\n"), (b"\n", b"\r\n"), (b"\n", b"\n\n")])
def test_other_line_ends_and_blank_lines_are_read(
    run, form: str, tmp_path: Path, change: tuple[bytes, bytes]
) -> None:
    part = tmp_path / "part"
    first = document(run(*WORDS, "--games", 6, form, part, "--json"))
    part.write_bytes(b"\xef\xbb\xbf" + part.read_bytes().replace(b"\r\n", b"\n").replace(*change))
    for games in (6, 9, 6):
        again = document(run(*WORDS, "--games", games, form, part, "--resume", "--json"))
    assert again == first


OTHERS: dict[str, tuple[str, Callable[[str], str]]] = {
    "seed": ("seed 8 there, 7 here", lambda text: text.replace('"seed":7', '"seed":8')),
    "players": ("seats british scripted there", lambda text: text.replace("random", "scripted", 1)),
    "plugin": (
        "plugins megiddo sandtable 9.9 there",
        lambda text: text.replace('"megiddo":"sandtable ', '"megiddo":"sandtable 9.9","x":"', 1),
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_lines_of_another_batch_are_refused_with_what_differs(run, tmp_path: Path, name: str) -> None:
    text, changed = OTHERS[name]
    part = tmp_path / "part"
    run(*WORDS, "--games", 5, "--jsonl", part)
    part.write_text(changed(part.read_text()))
    ran = run(*WORDS, "--games", 9, "--jsonl", part, "--resume")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "from another batch" in ran.err
    assert text in ran.err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            ("megiddo/1918-even", "--seed", 8, *BOTS),
            {"--jsonl": "seed 7 there, 8 here", "--csv": "game 8/1 was expected"},
        ),
        (
            ("megiddo/1918-even", "--seed", 7, "--seat", "british=random"),
            {"--jsonl": "seats turkish random there, scripted here", "--csv": "another set of players"},
        ),
        (
            ("megiddo/1918", "--seed", 7, *BOTS),
            {"--jsonl": "megiddo/1918-even there, megiddo/1918 here", "--csv": "another scenario"},
        ),
        (
            ("megiddo/1918-even", "--seed", 7, "--sweep", "british.hand=8,9"),
            {"--jsonl": "no sweep there, --sweep british.hand=8,9 here", "--csv": "other columns"},
        ),
    ],
)
def test_another_command_does_not_go_on_with_a_file(
    run, form: str, tmp_path: Path, words: tuple[object, ...], expected: dict[str, str]
) -> None:
    part = tmp_path / "part"
    run(*WORDS, "--games", 5, form, part)
    kept = part.read_bytes()
    ran = run("simulate", *words, "--games", 9, form, part, "--resume")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert expected[form] in ran.err
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
    assert "from another batch" in ran.err


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


def test_a_full_disk_while_a_table_gets_a_column_leaves_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    file, head = tmp_path / "a.csv", BatchHeader("megiddo/1918", "", 1, {}, {}, "1", {}, [])
    first, more = (GameResult(n, f"1/{n}", "turkish", {}, {"rounds": 1, "x" * n: 2}, 9) for n in (1, 2))
    with BatchFile(file, CsvRows(head), 1) as rows:
        rows.begin()
        rows.keep(0, [first])
        before = file.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(SandtableError, match=r"a\.csv cannot be written: no space left"):
                rows.keep(0, [more])
        assert file.read_bytes() == before
        assert rows.games == 1
    assert list(tmp_path.iterdir()) == [file]
