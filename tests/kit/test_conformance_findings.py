"""The conformance kit on installed games: its findings in words, and its command."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable.tooling
from sandtable.plugins.catalog import Catalog
from sandtable.record import resume
from sandtable.record.resume import Resumption
from sandtable_shell.command_line import main
from sandtable_tools.kit import Finding, conformance, examine, saves, shell
from sandtable_tools.kit.findings import finding_lines
from sandtable_tools.kit.random_game import shorten

if TYPE_CHECKING:
    from shelves import Shelf
    from sites import Site


def test_an_event_that_everybody_may_know_is_no_leak(toy: ModuleType, monkeypatch: pytest.MonkeyPatch):
    """A throw without effect on the table is news for all, and has the same luck in both worlds."""

    def run(self: Any, table: Any) -> None:
        table.take()

    monkeypatch.setattr(toy.Gain, "run", run)
    assert examine(toy.scenario()) == []


def test_the_commands_of_a_finding_are_those_that_it_needs(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    """A fault that needs the second stone from the north is shown with the command that lifts it."""
    choose = toy.Lifting.choose

    def fail(self: Any, table: Any, action: Any) -> None:
        choose(self, table, action)
        if table.state.heaps["north"] == 1:
            raise RuntimeError("one stone is left")

    monkeypatch.setattr(toy.Lifting, "choose", fail)
    found = examine(toy.scenario(), games=8, most=12)
    ways = [finding.commands for finding in found if not finding.house]
    assert ways
    for way in ways:
        assert way[-1] == "lift north"
        assert len(way) <= 2


@given(st.sets(st.integers(0, 60), min_size=1, max_size=3), st.integers(61, 90))
def test_a_shortened_way_still_shows_what_the_whole_one_shows(needed: set[int], length: int):
    def shows(way: Sequence[int]) -> bool:
        return needed <= set(way)

    kept = shorten(range(length), shows)
    assert shows(kept)
    assert kept == sorted(kept)
    assert len(kept) < length / 2


def test_a_long_way_is_reported_by_its_end():
    way = tuple(map(str, range(1000)))
    assert "1000 commands, the last 900; 901; " in str(Finding("ends", "a/b", "never", "1", way))


def test_a_game_is_closed_and_resumed_on_its_way(
    site: Site, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    resumed: list[int] = []
    resume_once = resume.resume

    def resume_counted(path: Path, known: Catalog) -> Resumption:
        found = resume_once(path, known)
        resumed.append(found.session.journal.n)
        return found

    monkeypatch.setattr(saves, "BREAKS", (1, 2))
    monkeypatch.setattr(resume, "resume", resume_counted)
    assert conformance("stones", games=1, plugins=site.catalog()) == []
    assert resumed == [2, 5, 2, 5]


def test_every_scenario_of_an_installed_game_is_examined(site: Site, toy: ModuleType):
    assert conformance("stones", games=1, plugins=site.catalog()) == []
    assert conformance("pebbles", plugins=site.catalog())[0].check == "metadata"


def test_a_game_that_is_set_up_differently_each_time_cannot_be_saved(
    site: Site, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    setup, times = toy.Stones.setup, count()

    def change(self: Any, table: Any) -> Any:
        state = setup(self, table)
        state.face = next(times)
        return state

    monkeypatch.setattr(toy.Stones, "setup", change)
    found = conformance("stones", games=1, plugins=site.catalog())
    assert any(finding.check == "save" and "position" in finding.text for finding in found), found


def test_a_plugin_may_bring_checks_of_its_own(site: Site, toy: ModuleType):
    site.plugin(
        "checks",
        "def scores(table):\n"
        "    return f'somebody scored' if any(table.state.score.values()) else None\n"
        "@hookimpl\n"
        "def conformance_checks(game): return [scores]\n",
    )
    found = examine(toy.scenario(), games=1, plugins=site.catalog())
    assert {(finding.check, finding.text) for finding in found} == {("scores", "somebody scored")}


BROKEN_CHECKS = {
    "the hook": "def conformance_checks(game): return 1 // 0\n",
    "on the way": "def conformance_checks(game): yield 1 // 0\n",
    "no list": "def conformance_checks(game): return 5\n",
    "a check": "def conformance_checks(game): return [lambda table: 1 // 0]\n",
    "no check": "def conformance_checks(game): return [5]\n",
}


@pytest.mark.parametrize("how", BROKEN_CHECKS)
def test_a_plugin_whose_checks_fail_is_named(site: Site, toy: ModuleType, how: str):
    site.plugin("checks", f"@hookimpl\n{BROKEN_CHECKS[how]}")
    found = examine(toy.scenario(), games=1, plugins=site.catalog())
    assert found
    assert all(
        "plugin:checks" in finding.text or "plugin checks" in finding.text for finding in found
    ), found
    assert {finding.check for finding in found}.isdisjoint({"plays", "prints"})


def test_a_plugin_that_does_not_load_is_reported_and_is_no_fault_of_the_game(
    site: Site, toy: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    site.plugin("late", "1 // 0\n")
    known = site.catalog()
    monkeypatch.setattr(shell, "catalog", lambda: known)
    assert main(["test", "stones", "--games", "1"]) == 0
    output = capsys.readouterr()
    assert output.out == "stones: 2 scenarios, 0 findings\n"
    assert "late" in output.err
    assert output.err.count("\n") == 1


def test_a_check_that_prints_is_no_fault_of_the_game(site: Site, toy: ModuleType):
    site.plugin("checks", "@hookimpl\ndef conformance_checks(game): return [print]\n")
    assert examine(toy.scenario(), games=1, plugins=site.catalog()) == []


def test_equal_findings_are_reported_once(
    toy: ModuleType, site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(shell, "catalog", site.catalog)
    monkeypatch.setattr(toy.Stones, "board", lambda *_: ["o" * 81])
    assert main(["test", "stones", "--games", "3"]) == 1
    head, *printed = capsys.readouterr().out.splitlines()
    assert head == "stones: 2 scenarios, 10 findings"
    lines = [line for line in printed if not line.startswith("    sandtable play stones/")]
    assert lines
    assert len(set(lines)) == len(lines)
    more = [line.rpartition("(and ")[2].removesuffix(" more like it)") for line in lines]
    assert len(lines) + sum(map(int, filter(str.isdecimal, more))) == 10


def test_a_finding_that_is_alone_is_reported_as_it_is():
    first, other = Finding("ends", "a/b", "never"), Finding("ends", "a/b", "late")
    again = Finding("ends", "a/c", "never", "7", ("x",))
    assert list(finding_lines([first, again, other, again])) == [
        f"{first} (and 2 more like it)",
        str(other),
    ]


def test_the_line_below_a_finding_plays_up_to_it_and_debug_shows_the_traceback(
    toy: ModuleType, shelf: Shelf, run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.chdir(tmp_path)
    shelf.stones()
    gain = sandtable.tooling.catalog().game("stones").phases[3]
    monkeypatch.setattr(gain, "run", lambda _, table: 1 // (table.take() - 6))
    ran = run("test", "stones/two", "--quick")
    found, replay, *_ = (line.strip() for line in ran.out.splitlines()[1:])
    assert found.startswith("plays: stones/two: ZeroDivisionError: ")
    assert "Traceback" not in ran.out
    typed, _, command = replay.partition(" | ")
    printf, form, *commands = shlex.split(typed)
    assert (printf, form) == ("printf", "%s\\n")
    words = shlex.split(command)
    assert words[:3] == ["sandtable", "play", "stones/two"]
    played = run(*words[1:], typed="\n".join(commands[:-1]))
    assert played.status == 0
    assert [line for line in played.out.splitlines() if line[:1] == ">"] == [
        f"> {command}" for command in commands[:-1]
    ]
    assert "ZeroDivisionError" in run(*words[1:], typed="\n".join(commands)).err
    debugged = run("--debug", "test", "stones/two", "--quick").out
    assert "Traceback (most recent call last)" in debugged
    assert "1 // (table.take() - 6)" in debugged


def test_a_finding_is_played_again_with_its_house_rules_and_bots(bids: ModuleType):
    finding = Finding("readers", "a/b", "it leaks", "1/2", ("lay 1", "done"), "lifts=3", "east=scripted")
    assert finding.replay == (
        "printf '%s\\n' 'lay 1' done | sandtable play a/b --seed 1/2 --set lifts=3 --seat east=scripted"
    )
    assert str(finding) == "readers: a/b: it leaks (seed 1/2 with lifts=3 east=scripted: lay 1; done)"


def test_a_bot_that_fails_is_found_with_the_commands_up_to_its_failure(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = toy.Greedy.choose

    def fail(self: Any, seat: Any) -> Any:
        if seat.view.heaps["north"] == 1:
            raise RuntimeError("one stone is left")
        return choose(self, seat)

    monkeypatch.setattr(toy.Greedy, "choose", fail)
    found = examine(toy.scenario(), games=1)
    assert [finding.text for finding in found] == [
        "GameError: the bot Greedy failed as blue: RuntimeError: one stone is left"
    ]
    assert found[0].commands
    assert "--seat" not in found[0].replay


def test_one_scenario_is_examined_alone(
    site: Site, toy: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    path = site.folder / "mine.toml"
    path.write_text(toy.TOML, encoding="utf-8")
    monkeypatch.setattr(shell, "catalog", site.catalog)
    assert main(["test", "sto/two-more", str(path), "--quick"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "stones/two-more: 1 scenario, 0 findings",
        f"{path}: 1 scenario, 0 findings",
    ]
    assert main(["test", "stones/twoo"]) == 2
    assert 'no scenario of stones "twoo"' in capsys.readouterr().err


def test_findings_do_not_depend_on_the_process_that_examines(
    toy: ModuleType, site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    known = site.catalog()
    monkeypatch.setattr(shell, "catalog", lambda: known)
    monkeypatch.setattr(toy.Stones, "board", lambda *_: ["o" * 81])
    listed = []
    for jobs in ("1", "2"):
        assert main(["test", "stones", "stones/two-more", "--games", "1", "--jobs", jobs]) == 1
        listed.append(capsys.readouterr().out)
    assert listed[0] == listed[1]
    assert listed[0].count(" findings\n") == 2


def test_a_process_that_a_plugin_ends_is_reported_in_a_line(
    toy: ModuleType, site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    known = site.catalog()
    monkeypatch.setattr(shell, "catalog", lambda: known)
    monkeypatch.setattr(toy.Stones, "board", lambda *_: os._exit(3))
    assert main(["test", "stones", "--quick", "--jobs", "2"]) == 2
    output = capsys.readouterr().err
    assert "killed by a plugin" in output
    assert output.count("\n") == 1


def test_a_reader_who_has_enough_may_leave():
    """The pipe is closed before the first line is written."""
    words = [sys.executable, "-m", "sandtable", "test", "--perft", "megiddo"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        output = program.stderr.read()
    assert (program.returncode, output) == (0, b"")


def test_the_command_shows_how_many_findings_there_are(
    toy: ModuleType, site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(shell, "catalog", site.catalog)
    assert main(["test", "sto", "--quick"]) == 0
    assert capsys.readouterr().out == "stones: 2 scenarios, 0 findings\n"
    monkeypatch.setattr(toy.Stones, "board", lambda *_: ["o" * 81])
    assert main(["test", "--games", "1", "--seed", "s"]) == 1
    output = capsys.readouterr().out.splitlines()
    assert output[0] == "stones: 2 scenarios, 10 findings"
    assert output[1].startswith("  pictures: stones/two: the board has a line 81 columns wide")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--games", "0"], '--games takes a whole number of at least 1, not "0"'),
        (["--games", "x"], '--games takes a whole number of at least 1, not "x"'),
        (["--coverage", "--perft"], "--coverage and --perft cannot be used together"),
    ],
)
def test_words_that_the_command_does_not_know_are_reported(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
):
    assert main(["test", *words]) == 2
    output = capsys.readouterr().err
    assert expected in output
    assert output.count("\n") == 1
