"""The file of a scenario: read as TOML, with its faults by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import PluginError
from sandtable.base.faults import Fault
from sandtable.model.scenario_file import (
    MOST_BYTES,
    MOST_DOTS,
    MOST_FAULTS,
    ScenarioError,
    ScenarioFile,
    read_file,
    split_scenario,
)


def test_a_file_is_read_as_it_is(tmp_path: Path):
    path = tmp_path / "a.toml"
    path.write_text("title = 'Bir Hachéim'", encoding="utf-8")
    assert read_file(path) == "title = 'Bir Hachéim'"


def test_a_file_that_can_not_be_one_is_named(tmp_path: Path):
    path = tmp_path / "a.toml"
    with pytest.raises(ScenarioError, match=r"a\.toml: No such file"):
        read_file(path)
    with pytest.raises(ScenarioError, match="not a file"):
        read_file(tmp_path)
    path.write_bytes(b"title = '\xff'")
    with pytest.raises(ScenarioError, match=r"a\.toml: not UTF-8 text"):
        read_file(path)
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(ScenarioError, match=r"a\.toml: larger than"):
        read_file(path)
    path.write_bytes(b"#" * MOST_BYTES)
    assert len(read_file(path)) == MOST_BYTES


def test_what_a_file_says_of_itself_is_known_without_its_game():
    text = 'game = "lost"\ntitle = "T"\nrules = [{ name = "x" }]\n[map]\nx = 1'
    file = ScenarioFile.read(text, "a.toml")
    assert (file.game, file.info.game, file.info.summary) == ("lost", "lost", "")
    assert file.info.rules == ({"name": "x"},)
    assert split_scenario(text, "a.toml") == (file.own, file.tables)
    assert file.tables == {"map": {"x": 1}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = 1\nb = = 2", "line 2: Invalid value"),
        ("a = 1\nb = 2\na = 3", 'line 3: the key "a" is there twice'),
        ("x = " + "[" * 9000, "nested too deep"),
        ("\nx" + ".x" * 60_000 + " = 1", "line 2: a line with more than 50 dots"),
        ("\n[x" + ".x" * (MOST_DOTS + 1) + "]", "line 2: a line with more than 50 dots"),
        ("\na = 9999999999999999999", "line 2: a: a number of at most 1000000000000000000 was expected"),
        (f"\n[a]\nb = {[1] * 1001}", "line 3: a.b: a list of 1001, at most 1000 are read"),
        ('\ntitle = "\\u001b[31mred"', "line 2: title: a character that can not be shown"),
        ('\n"\\u0007" = 1', "line 2: ^G: a character that can not be shown"),
        ('\nnames = ["a", "b\\u202e"]', "line 2: names[1]: a character that can not be shown"),
    ],
)
def test_a_text_that_can_not_be_read_is_refused_at_once_with_its_line(text: str, said: str) -> None:
    file = ScenarioFile.read(text, "a.toml")
    assert [str(fault) for fault in file.by_line(file.own_faults())] == [said]
    with pytest.raises(ScenarioError) as caught:
        split_scenario(text, "a.toml")
    assert str(caught.value) == f"a.toml: {said}"
    with pytest.raises(ScenarioError) as caught:
        _ = file.info
    assert str(caught.value) == f"a.toml: {said}"


def test_faults_stand_in_the_order_of_their_lines_and_each_once() -> None:
    file = ScenarioFile.read("a = 1\nb = 2\n[c]\nd = 3", "a.toml")
    faults = [Fault((name,), "x") for name in "cbba"] + [Fault((), "missing"), Fault(("c", "d"), "x")]
    assert list(map(str, file.by_line(faults))) == [
        "missing", "line 1: a: x", "line 2: b: x", "line 3: c: x", "line 4: c.d: x",
    ]  # fmt: skip


def test_of_very_many_faults_some_are_told() -> None:
    text = "\n".join(f"key{number} = 1" for number in range(50_000))
    file = ScenarioFile.read(text, "a.toml")
    faults = (Fault((key,), "x") for key in file.tables)
    assert len(file.by_line(faults)) == MOST_FAULTS


def test_a_plugin_that_is_at_fault_is_told_as_such() -> None:
    broken = PluginError("it is broken")
    file = ScenarioFile.read("a = 1", "a.toml")
    with pytest.raises(PluginError, match=r"^a\.toml: line 1: a: it is broken$") as caught:
        file.refuse(file.by_line([Fault(("a",), str(broken), cause=broken)]))
    assert caught.value.__cause__ is broken
