"""The fixtures for other people's tests: their values, and their messages for a wrong claim."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sandtable import SeededDice, Table
from sandtable.plugins.catalog import catalog
from sandtable_tools.kit.pytest_plugin import check_illegal, check_legal, run_script

PLUGIN = "sandtable_tools.kit.pytest_plugin"

pytest_plugins = ["pytester"]


@pytest.fixture
def outcome(pytester: pytest.Pytester):
    """Runs a test file without our conftest; returns the number of passed tests, and the output."""

    def run(source: str) -> tuple[dict[str, int], str]:
        pytester.makepyfile(source)
        words = ["-p", "no:cacheprovider", "--import-mode=importlib", "-W", "error"]
        result = pytester.runpytest_subprocess(*words)
        return result.parseoutcomes(), result.stdout.str()

    return run


def test_three_lines_are_a_test(outcome) -> None:
    """A session, a script, a claim, with scripted dice."""
    counts, _ = outcome(
        """
        def test_legal(session, assert_legal):
            game = session("megiddo/1918", seed=7)
            assert assert_legal(game, "done") in game.options()

        def test_illegal(session, assert_illegal):
            assert assert_illegal(session("megiddo/1918"), "attack kemal kemal").text

        def test_script(session, script):
            game = session("megiddo/1918", seed=7, seats={"turkish": "scripted"})
            events = script(game, "done  # no discards", "", "done")
            assert any("Battle" in event.text for event in events)
            assert game.to_move != "turkish"
        """
    )
    assert counts == {"passed": 3}


def test_a_session_takes_scripted_dice_house_rules_and_files(outcome) -> None:
    counts, text = outcome(
        """
        def test_dice(scripted_dice):
            assert scripted_dice([6]).roll() == [6]

        def test_too_many(scripted_dice):
            scripted_dice([6, 1]).roll()

        def test_fails_for_a_reason_of_its_own(scripted_dice):
            scripted_dice([6, 1])
            assert "this" == "that"

        def test_options(session):
            game = session("lrdg/slonta", options={"mersa_airfield": True})
            assert game.table.house.mersa_airfield

        def test_file(session, tmp_path):
            path = tmp_path / "mine.toml"
            path.write_text(session("lawrence/aqaba").scenario.text)
            assert session(path).scenario.bare
        """
    )
    assert counts == {"passed": 3, "failed": 2}
    assert "were not all used: [1] is left over" in text
    assert "[6, 1] is left over" not in text


def test_nothing_is_written_into_the_folder_of_the_user(outcome, monkeypatch, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    monkeypatch.setenv("SANDTABLE_HOME", str(theirs))
    counts, _ = outcome(
        """
        import os

        def test_session(session, tmp_path):
            session("megiddo/1918", seats={"british": "random", "turkish": "random"})
            assert os.environ["SANDTABLE_HOME"].startswith(str(tmp_path))

        def test_home(home):
            assert os.environ["SANDTABLE_HOME"] == str(home)
        """
    )
    assert counts == {"passed": 2}
    assert not theirs.exists()


def test_pytest_lists_the_fixtures_with_what_they_are_for(pytester: pytest.Pytester) -> None:
    text = pytester.runpytest_subprocess("--fixtures").stdout.str()
    for name in ("home", "session", "scripted_dice", "script", "assert_legal", "assert_illegal"):
        _, _, after = text.partition(f"\n{name}")
        assert "no docstring available" not in after[:300], name
        assert "--" in after[:60], name


def test_pytest_starts_without_the_rest_of_the_program() -> None:
    """The fixtures import the program only when a test uses one."""
    before = "import sys, pytest; before = set(sys.modules)"
    code = f"{before}; import {PLUGIN}; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    mine = [name for name in done.stdout.split() if name.startswith(("sandtable", "msgspec", "pluggy"))]
    kernel = ["sandtable", "sandtable.text", "sandtable.text.face"]
    assert mine == [*kernel, "sandtable.tooling", "sandtable_tools", "sandtable_tools.kit", PLUGIN]


@pytest.fixture
def table() -> Table:
    """The start of a game for two, at the British player's decision."""
    return Table.new(catalog().scenario("megiddo/1918"), SeededDice(7), events=[])


def test_an_illegal_action_is_reported_with_its_rule_and_the_nearest(table: Table) -> None:
    with pytest.raises(AssertionError) as caught:
        check_legal(table, "discard kemal")
    message = str(caught.value)
    assert "you can discard only cards from your hand" in message
    assert "[rule 2]" in message
    assert "british decides: Discard up to" in message
    assert "nearest legal: discard " in message


def test_a_legal_action_that_should_be_refused_is_reported(table: Table) -> None:
    with pytest.raises(AssertionError, match="legal: done; rule 2 should refuse it"):
        check_illegal(table, "done", rule="2")


def test_a_refusal_by_another_rule_is_reported_with_both(table: Table) -> None:
    with pytest.raises(AssertionError, match="refused by rule 2, not 3: discard kemal"):
        check_illegal(table, "discard kemal", rule="3")


def test_a_rule_that_is_not_there_is_reported_with_the_nearest(table: Table) -> None:
    expected = r"rules\.md has no section MEG-R222; did you mean \"MEG-R22\""
    with pytest.raises(AssertionError, match=expected):
        check_illegal(table, "discard kemal", rule="MEG-R222")


def test_a_misspelt_action_is_no_proof_of_a_rule(table: Table) -> None:
    with pytest.raises(AssertionError, match="neither legal nor refused: no action"):
        check_illegal(table, "dsicrad kemal")
    with pytest.raises(AssertionError, match='neither legal nor refused: no card "kemall"'):
        check_illegal(table, "discard kemall")


def test_words_that_can_mean_several_actions_are_neither(table: Table) -> None:
    for claim in (check_legal, check_illegal):
        with pytest.raises(AssertionError, match="can mean"):
            claim(table, "discard")


def test_a_claim_changes_nothing(table: Table) -> None:
    before = table.position
    check_legal(table, "done")
    check_illegal(table, "discard kemal", rule="2")
    table.refresh()
    assert table.position == before


def test_a_script_names_the_command_that_is_not_legal(table: Table) -> None:
    with pytest.raises(AssertionError, match="command 2 of the script: attack kemal kemal: not now"):
        run_script(table, "done\n# the Turks", "attack kemal kemal")


def test_an_object_that_is_neither_a_session_nor_a_table_is_named() -> None:
    with pytest.raises(TypeError, match="a Session or a Table was expected, not str"):
        check_legal("megiddo/1918", "done")


def test_when_the_game_is_over_that_is_reported(table: Table) -> None:
    while table.outcome is None:
        table.choose(table.dice.pick(table.options))
    with pytest.raises(AssertionError, match="the game is over"):
        check_legal(table, "done")
