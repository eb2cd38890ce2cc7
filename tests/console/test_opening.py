"""The opening of a new game: the stakes, and the map around the question if there is room."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pexpect
import pytest
from nonempty import some

import sandtable
from sandtable.plugins.catalog import catalog
from sandtable_console.display import Display
from sandtable_console.outputs import Text
from sandtable_tools.kit import Typist

STAKE = "The taller heap."


@pytest.fixture
def staked(toy: ModuleType, stones_of: Callable[..., Typist]) -> Typist:
    """The toy game with a stake."""
    return stones_of(text=toy.TOML.replace("game =", f'at_stake = "{STAKE}"\ngame ='))


def test_a_new_game_opens_with_what_is_at_stake(staked: Typist) -> None:
    assert next(iter(staked.begin())) == Text([STAKE])


def test_it_is_not_told_to_a_script_nor_to_who_resumes(staked: Typist) -> None:
    assert Text([STAKE]) not in list(staked.begin(6))
    staked.reader.numbers = False
    assert Text([STAKE]) not in list(staked.begin())


def test_it_is_not_told_when_something_was_done(staked: Typist) -> None:
    list(staked.begin())
    staked.say("lift north")
    assert not staked.display.is_new
    assert Text([STAKE]) not in list(staked.begin())


def test_without_it_the_summary_is_shown_unless_the_game_does() -> None:
    openings = {id: Display(sandtable.new(id, seed=1)).opening() for id in catalog().scenarios.ids}
    for id, lines in openings.items():
        info = catalog().scenarios.info(id)
        assert lines == [info.at_stake or info.summary]
    assert len(openings) > 10


def test_every_scenario_of_ours_says_what_is_at_stake_in_a_row_and_what_history_did() -> None:
    for id in some(catalog().scenarios.ids):
        info = catalog().scenarios.info(id)
        assert 20 < len(info.at_stake) < 80, id
        assert len(info.history) > 40, id


@pytest.mark.parametrize("rows", [80, 24])
def test_the_whole_map_is_above_the_first_choice(
    at_terminal: Callable[..., pexpect.spawn], home: Path, tmp_path: Path, rows: int
) -> None:
    (home / "config.toml").write_text('screen = "scroll"\n')
    save = str(tmp_path / "g.jsonl")
    child = at_terminal("play", "lrdg/slonta", "--seed", "3", "--save", save, rows=rows, columns=124)
    child.expect_exact("lrdg>")
    assert all(edge in child.before for edge in (b"LITT", b"Daba", b"Kufra", b"BENG"))
    assert b"-- more" not in child.before
