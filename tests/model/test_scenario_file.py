"""The file of a scenario: read as TOML, with its faults by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import PluginError
from sandtable.model.scenario_file import (
    MOST_BYTES,
    MOST_DEEP,
    MOST_SUMMARY,
    MOST_TITLE,
    ScenarioError,
    ScenarioFile,
    must_be_scenario,
    read_file,
)
from sandtable.text.faults import Fault


def test_a_file_is_read_as_it_is(tmp_path: Path):
    path = tmp_path / "a.toml"
    path.write_text("title = 'Bir Hachéim'", encoding="utf-8")
    assert read_file(path) == "title = 'Bir Hachéim'"


def test_a_file_that_cannot_be_one_is_named(tmp_path: Path):
    path = tmp_path / "a.toml"
    with pytest.raises(ScenarioError, match=r"a\.toml: no such file"):
        read_file(path)
    with pytest.raises(ScenarioError, match="not a file"):
        read_file(tmp_path)
    path.write_bytes(b"title = '\xff'")
    with pytest.raises(ScenarioError, match=r"a\.toml: not UTF-8 text"):
        read_file(path)
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(ScenarioError, match=r"a\.toml: not a scenario: larger than"):
        read_file(path)
    path.write_bytes(b"#" * MOST_BYTES)
    assert len(read_file(path)) == MOST_BYTES


def test_the_description_in_a_file_is_known_without_its_game():
    text = 'game = "lost"\ntitle = "T"\nrules = [{ name = "x" }]\n[map]\nx = 1'
    file = ScenarioFile.read(text, "a.toml")
    assert (file.game, file.info.game, file.info.summary) == ("lost", "lost", "")
    assert file.info.rules == ({"name": "x"},)
    assert file.tables == {"map": {"x": 1}}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1\nb = = 2", "line 2: not TOML: invalid value"),
        ("game = lrdg # c", 'line 1: put text in quotes: game = "lrdg" # c'),
        ("a = 1\nb = 2\na = 3", 'line 3: the key "a" occurs twice'),
        ("x = " + "[" * 9000, "line 1: nested too deep"),
        ("\nx = " + "{ x = " * (MOST_DEEP + 1), "line 2: nested too deep"),
        ("\nx" + ".x" * 60_000 + " = 1", "line 2: a key of 60001 parts; at most 10 are read"),
        ("\n[x" + ' . "x.y"' * MOST_DEEP + "]", "line 2: a key of 11 parts; at most 10 are read"),
        (
            "y = 1\nx = [1.5,\n{x" + ".x" * MOST_DEEP + " = 1}]",
            "line 2: a key of 11 parts; at most 10 are read",
        ),
        (
            "\na = 9999999999999999999",
            "line 2: a: a whole number of at most 1e18 was expected, not 9999999999999999999",
        ),
        (f"\n[a]\nb = {[1] * 1001}", "line 3: a.b: a list of 1001 items; at most 1000 are read"),
        ('\ntitle = "\\u001b[31mred"', r"line 2: title: a character that cannot be shown: \x1b"),
        ('\n"\\u0007" = 1', r"line 2: \x07: a character that cannot be shown: \x07"),
        ('\nnames = ["a", "b\\u202e"]', r"line 2: names[1]: a character that cannot be shown: \u202e"),
        ("a = 1\r\n# \u2066so\n# \x9b", r"line 2: a character that cannot be shown: \u2066"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_at_once_with_its_line(text: str, expected: str) -> None:
    file = ScenarioFile.read(text, "a.toml")
    assert [str(fault) for fault in file.by_line(file.find_faults())] == [expected]
    with pytest.raises(ScenarioError) as caught:
        must_be_scenario(text, "a.toml")
    assert str(caught.value) == f"a.toml: {expected}"
    with pytest.raises(ScenarioError) as caught:
        _ = file.info
    assert str(caught.value) == f"a.toml: {expected}"


def test_a_file_at_the_limits_is_read() -> None:
    longest = f'title = "{"t" * MOST_TITLE}"\nsummary = "{"s" * MOST_SUMMARY}"\ngame = "g"\n'
    file = ScenarioFile.read(
        longest + f"x{'.x' * (MOST_DEEP - 1)} = {'[' * MOST_DEEP}{']' * MOST_DEEP}", "a"
    )
    assert (len(file.info.title), len(file.info.summary)) == (MOST_TITLE, MOST_SUMMARY)


@pytest.mark.parametrize(("key", "most"), [("title", MOST_TITLE), ("summary", MOST_SUMMARY)])
def test_a_title_and_a_summary_have_a_length(key: str, most: int) -> None:
    text = f'game = "g"\n{key} = "{"x" * (most + 1)}"\n' + 'title = "t"\n' * (key != "title")
    with pytest.raises(ScenarioError) as caught:
        _ = ScenarioFile.read(text, "a.toml").info
    fault = f"a text of at most {most} characters was expected"
    assert str(caught.value) == f"a.toml: line 2: {key}: {fault}, not {most + 1}"


def test_a_file_that_takes_long_to_parse_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def loads(_: str) -> None:
        raise AssertionError

    monkeypatch.setattr("tomllib.loads", loads)
    keys = "".join(f"a{number}{'.b' * 49} = 1\n" for number in range(100))
    assert ScenarioFile.read(keys, "a.toml").unreadable
    assert ScenarioFile.read("[" * 100_000, "a.toml").unreadable


def test_faults_stand_in_the_order_of_their_lines() -> None:
    file = ScenarioFile.read("a = 1\nb = 2\n[c]\nd = 3", "a.toml")
    faults = [Fault((name,), "x") for name in "cba"] + [Fault((), "missing"), Fault(("c", "d"), "x")]
    assert list(map(str, file.by_line(faults))) == [
        "missing", "line 1: a: x", "line 2: b: x", "line 3: c: x", "line 4: c.d: x",
    ]  # fmt: skip


def test_a_plugin_that_is_at_fault_is_shown_as_such() -> None:
    broken = PluginError("it is broken")
    file = ScenarioFile.read("a = 1", "a.toml")
    with pytest.raises(PluginError, match=r"^a\.toml: line 1: a: it is broken$") as caught:
        file.refuse(file.by_line([Fault(("a",), str(broken), cause=broken)]))
    assert caught.value.__cause__ is broken
