"""Tests of the raid on Jalo and its special rule."""

from __future__ import annotations

import pytest
import sandtable
from sandtable.tooling import catalog
from sandtable_tools.kit import examine

from sandtable_jalo.rules import ColumnMet

JALO = "lrdg/jalo"


@pytest.fixture
def near(session):
    """Return the mission on turn 3 with a unit next to Jalo: a position set up, not played."""
    game = session(JALO)
    game.state.turn = 3
    game.state.units["y1-a"].zone = "sand-sea-west"
    return game.table


def test_the_scenario_keeps_the_contract_of_its_game() -> None:
    assert examine(catalog().scenario(JALO), quick=True) == []


def test_nothing_is_odd_in_it() -> None:
    scenario = catalog().scenario(JALO)
    assert list(scenario.game.oddities(scenario)) == []


def test_the_player_reads_about_the_column(session) -> None:
    texts = " ".join(event.text for event in session(JALO).log[0].events)
    assert "next to Jalo to meet a column" in texts


def test_a_unit_next_to_the_target_meets_the_column(near) -> None:
    rule = near.rules[0]
    rule.turn_begins(near)
    assert (rule.met, near.state.alarm) == (True, 2)
    assert rule.attack_drm(at_target=True) == -1


def test_without_the_column_nothing_changes(near) -> None:
    assert near.rules[0].attack_drm(at_target=True) == 0


def test_its_guns_help_only_against_the_target(near) -> None:
    near.rules[0].turn_begins(near)
    assert near.rules[0].attack_drm(at_target=False) == 0


@pytest.mark.parametrize(("turn", "zone"), [(2, "sand-sea-west"), (3, "jalo"), (3, "kufra")])
def test_no_unit_meets_it_too_early_or_elsewhere(near, turn, zone) -> None:
    near.state.turn = turn
    near.state.units["y1-a"].zone = zone
    near.rules[0].turn_begins(near)
    assert not near.rules[0].met


def test_it_comes_once_and_never_calms_the_alarm(near) -> None:
    near.state.alarm = 4
    near.rules[0].turn_begins(near)
    assert near.state.alarm == 4
    near.state.alarm = 0
    near.rules[0].turn_begins(near)
    assert near.state.alarm == 0


def test_bots_meet_it_and_the_save_replays(session, tmp_path) -> None:
    """Loading replays every line, and raises an error at the first that differs."""
    game = session(JALO, seats={"lrdg": "scripted"})
    events = [event for entry in game.play() for event in entry.events]
    assert any(isinstance(event, ColumnMet) for event in events)
    path = game.save(tmp_path / "game.jsonl")
    with sandtable.load(path) as again:
        assert again.table.position == game.table.position
