"""LRDG 5.4 and LRDG 5.5: points, levels, MCO points, and maintenance between missions."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.evaluation import Evaluation, Refitting, Upkeep, final_items, level_of
from sandtable_lrdg.game import WhoDaresWins
from sandtable_lrdg.orders import Actions
from sandtable_lrdg.sequence import EndTurn
from sandtable_lrdg.state import SEAT, Record, Target

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Why = Callable[[Table, str], str]


def score(position: Positions, **written: Any) -> dict[str, int]:
    """The half points of a written position, by their reasons, if the mission ended there."""
    home = {"units": "t1-a t1-b sas-1@siwa", "change": {"t1-b": {"out": True}}}
    return dict(final_items(position(**home | {"alarm": 4, "turn": 12} | written)))


# Points (LRDG 5.4).


@pytest.mark.parametrize(
    ("unit", "change", "house", "half"),
    [
        ("t1-a", {}, {}, 0),
        ("t1-a", {"steps": 1}, {}, -2),
        ("t1-a", {"steps": 0, "zone": ""}, {}, -4),
        ("hq-1", {"steps": 1}, {}, -4),
        ("hq-1", {"steps": 0, "zone": ""}, {}, -8),
        ("heavy-a", {"steps": 1, "used": 1}, {}, -2),
        ("heavy-a", {"steps": 1, "used": 1}, {"spent_trucks_cost_vp": False}, 0),
        ("heavy-a", {"steps": 1}, {"spent_trucks_cost_vp": False}, -2),
        ("light-a", {"steps": 1, "used": 1}, {}, -2),
        ("light-a", {"steps": 0, "used": 1, "zone": ""}, {"spent_trucks_cost_vp": False}, -4),
    ],
)
def test_the_cost_of_a_loss(
    unit: str, change: dict[str, Any], house: dict[str, bool], half: int, position: Positions
) -> None:
    """LRDG 5.4, LRDG-A48, LRDG-A19: destroyed or reduced, not both; spent trucks are reduced."""
    scored = score(position, units=f"{unit} t2-a@jalo", change={unit: change}, house=house)
    assert scored.get("losses", 0) == half


def test_units_that_were_not_taken_along_cost_nothing(position: Positions) -> None:
    """LRDG 5.4: what an earlier mission has done to them was counted there."""
    assert score(position, reduced="g1-a", change={"g1-b": {"steps": 0}}) == {}


def test_defeated_enemies_score(position: Positions) -> None:
    """LRDG 5.4: veterans 1, others 0.5."""
    assert score(position, defeated=["it-1", "ge-4", "ge-3v"]) == {"enemies": 4}


@pytest.mark.parametrize(
    ("value", "left", "half"),
    [
        (4, 4, 0),
        (4, 3, 0),
        (4, 2, 6),
        (4, 1, 6),
        (4, 0, 14),
        (3, 2, 0),
        (3, 1, 6),
        (2, 1, 6),
        (1, 0, 14),
    ],
)
def test_a_target_is_reduced_by_half_or_more(
    value: int, left: int, half: int, position: Positions
) -> None:
    """LRDG 5.4, LRDG-A40: destroyed 7, reduced 3, never both."""
    scored = score(position, targets={"mechili": Target(value, left, drawn=True)})
    assert scored.get("targets", 0) == half


def test_each_target_scores(position: Positions) -> None:
    """LRDG 5.4, LRDG 8.2: three of them in mission 2."""
    targets = {"mechili": Target(3, 0), "bir-tengeder": Target(2, 1), "bir-hacheim": Target(2, 2)}
    assert score(position, targets=targets) == {"targets": 20}


@pytest.mark.parametrize(("turn", "half"), [(11, 6), (12, 0), (13, 0)])
def test_speed_scores_below_the_historical_duration(turn: int, half: int, position: Positions) -> None:
    """LRDG 5.4, LRDG-A49: by the turn on which the last unit is home; Barca took 12."""
    scored = score(position, targets={"barca": Target(4, 2)}, turn=turn)
    assert scored.get("duration", 0) == half


@pytest.mark.parametrize(("alarm", "half"), [(0, 6), (2, 6), (3, 0), (4, 0)])
def test_silence_scores_below_3(alarm: int, half: int, position: Positions) -> None:
    """LRDG 5.4: as the alarm is at the end."""
    assert score(position, targets={"barca": Target(4, 2)}, alarm=alarm).get("alarm", 0) == half


@pytest.mark.parametrize(
    ("written", "half"),
    [
        ({"targets": {"barca": Target(4, 4)}}, 12),
        ({"units": "t1-a@jalo"}, 12),
        ({"change": {"t1-b": {"steps": 0, "zone": "", "out": True}}}, 12 - 4),
    ],
    ids=["target-untouched", "still-away", "destroyed"],
)
def test_speed_and_a_low_alarm_score_whatever_was_done(
    written: dict[str, Any], half: int, position: Positions
) -> None:
    """LRDG 5.4: "each time one of these conditions applies"; there are no others."""
    assert sum(score(position, turn=3, alarm=0, **written).values()) == half


def test_a_mission_for_which_no_unit_has_left_scores_nothing(position: Positions, play: Plays) -> None:
    """LRDG-A93: LRDG 5.4 counts "when the last unit [...] has returned"."""
    assert score(position, turn=1, alarm=0, change={}) == {}
    table = play(position(Actions(), EndTurn(), units="t1-a@siwa"), "give-up", "yes")
    assert table.outcome.returns == {SEAT: 0}


@pytest.mark.parametrize(
    ("name", "written", "bonus"),
    [
        ("barca", {"targets": {"barca": Target(4, 4)}}, False),
        ("barca", {"targets": {"barca": Target(4, 3)}, "defeated": ["it-1"]}, False),
        ("barca", {"targets": {"barca": Target(4, 2)}}, True),
        ("benghazi-road", {"patrols": {"1st": {"recon_ok": ["msus"]}}}, True),
        ("benghazi-road", {"patrols": {"1st": {"recon_ok": [""]}}}, False),
        ("benghazi-road", {}, False),
    ],
)
def test_with_the_option_speed_and_silence_need_a_result(
    name: str, written: dict[str, Any], bonus: bool, position: Positions
) -> None:
    """LRDG-A58: a target reduced at least, or an observation brought home."""
    house = {"bonuses_need_result": True}
    scored = score(position, name=name, turn=1, alarm=0, house=house, **written)
    assert ({"duration", "alarm"} <= set(scored)) == bonus == ("alarm" in scored)


def test_a_track_counts_a_bonus_only_from_the_end_of_the_mission_on(
    position: Positions, play: Plays
) -> None:
    """LRDG 5.4: speed and silence are known when the last unit is home; until then both may be lost."""
    home = {"units": "t1-a t1-b@siwa", "change": {"t1-b": {"out": True}}, "alarm": 0, "turn": 1}
    table = position(Actions(), EndTurn(), targets={"barca": Target(4, 2)}, **home)
    game, before = table.game, table.game.tracks(table, SEAT)["half-points"]
    assert before == 6 == sum(game.score_reasons(table, SEAT)["half-points"].values())
    assert "VP 3 (home 9, total)" in game.status(table.view(SEAT))
    play(table, "give-up", "yes")
    assert game.tracks(table, SEAT)["half-points"] == 18 == table.outcome.metrics["half-points"]
    assert game.score_reasons(table, SEAT)["half-points"] == {"targets": 6, "duration": 6, "alarm": 6}


# Levels.


@pytest.mark.parametrize(
    ("vp", "level", "mco"),
    [
        (-20, "catastrophic", 0),
        (-5.5, "catastrophic", 0),
        (-5, "failure", 1),
        (0, "failure", 1),
        (0.5, "moderate", 2),
        (5.5, "moderate", 2),
        (6, "total", 4),
        (10.5, "total", 4),
        (11, "remarkable", 5),
        (30, "remarkable", 5),
    ],
)
def test_the_bands_of_success(vp: float, level: str, mco: int) -> None:
    """LRDG 5.4, LRDG-A27: without gaps; nothing achieved is a failure."""
    result = level_of(int(2 * vp))
    assert (result.name, result.mco) == (level, mco)


def test_the_example_of_an_evaluation(position: Positions, play: Plays, why: Why) -> None:
    """LRDG 5.4, LRDG-A39, LRDG-A40, TV12: 6 VP are a total success; of 4 MCO points 3 are spent."""
    table = position(
        Evaluation(),
        name="campaign-1942",
        mission=2,
        units="t1-a hq-1@siwa",
        second="t1-b@siwa",
        reduced="t1-a",
        change={"t1-b": {"steps": 0, "zone": "", "out": True}},
        targets={"mersa": Target(3, 1, drawn=True)},
        defeated=["it-1", "ge-2", "it-2v", "ge-3v"],
        alarm=2,
        turn=5,
    )
    assert table.state.records == [Record("lrdg/el-alamein", 12, "total", 4, 5)]
    assert dict(final_items(table)) == {"losses": -6, "enemies": 6, "targets": 6, "alarm": 6}
    assert table.state.bank == 4
    play(table, "refit t1-a", "refit t1-b")
    assert table.state.bank == 1
    assert [table.state.units[unit].steps for unit in ("t1-a", "t1-b")] == [2, 2]
    assert why(table, "refit t1-a") == "5.4"


def test_a_mission_alone_ends_with_its_level(position: Positions) -> None:
    """LRDG 5.4: points in halves; there is nothing to be made ready for."""
    table = position(Evaluation(), units="t1-a@siwa", targets={"barca": Target(4, 0)}, alarm=3, turn=20)
    assert table.outcome.name == "total"
    assert table.outcome.returns == {SEAT: 14}
    assert table.outcome.metrics == {"half-points": 14, "turns": 20, "alarm": 3}
    assert table.game.verdict(table) == "a total success: 7 VP in 20 turns"
    figures = table.game.figures(table.outcome.metrics)
    assert figures == {"victory-points": 7, "turns": 20, "alarm": 3}


def test_players_are_shown_victory_points_alone(run, tmp_path: Path) -> None:
    """LRDG 5.4: half a point is 0.5; no figure is in half points, and none stands there twice."""
    batch = run("simulate", "lrdg/tobruk", "--games", 9, "--seed", 3, "--csv", tmp_path / "games.csv")
    assert "mean victory-points" in batch.out
    assert not re.search("half|return", batch.out)
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    assert any(row["victory-points"].endswith(".5") for row in rows)
    assert not [name for name in rows[0] if "half" in name or "return" in name]
    words = ("simulate", "lrdg/tobruk", "--games", 12, "--seed", 3, "--json")
    more = json.loads(run(*words, "--csv", tmp_path / "games.csv", "--resume").out)
    assert more == json.loads(run(*words).out) | {"seconds": more["seconds"]}


def test_each_mission_of_a_campaign_is_shown_in_victory_points() -> None:
    """LRDG-A89: they are counted as the whole is."""
    assert WhoDaresWins().figures({"half-points": 31, "mission-1": 12, "mission-2": 19}) == {
        "victory-points": 15.5,
        "mission-1": 6,
        "mission-2": 9.5,
    }


@pytest.mark.parametrize(
    ("line", "out", "over"),
    [
        ("t1-a t1-b@siwa", "t1-a t1-b", True),
        ("t1-a@siwa t1-b@jalo", "t1-a t1-b", False),
        ("t1-a t1-b@siwa", "t1-a", False),
        ("t1-a t1-b@siwa", "", False),
    ],
)
def test_the_mission_is_evaluated_when_the_last_unit_has_returned(
    line: str, out: str, over: bool, position: Positions
) -> None:
    """LRDG 5.4, LRDG-A59: not before, and not while one has never left."""
    away = {unit: {"out": True} for unit in out.split()}
    table = position(Actions(), EndTurn(), units=line, change=away, turn=3)
    assert (table.outcome is not None) == over


@pytest.mark.parametrize("words", [["abandon sas-1", "yes"], ["give-up", "yes"]])
def test_a_player_who_leaves_units_behind_was_fast_all_the_same(
    words: list[str], position: Positions, play: Plays
) -> None:
    """LRDG 5.4, LRDG-A98: "duration of the mission < historical duration", 3 of 12 turns."""
    table = position(
        *(Actions(), EndTurn()), units="t1-a@siwa sas-1@jalo", change={"t1-a": {"out": True}},
        targets={"barca": Target(4, 0)}, alarm=0, turn=3,
    )  # fmt: skip
    play(table, *words)
    assert table.outcome.returns == {SEAT: 14 + 6 + 6 - 4}


def test_giving_up_loses_the_units_that_are_not_at_a_base(position: Positions, play: Plays) -> None:
    """LRDG-A59, LRDG 5.4: units that never left, or are back, are saved."""
    table = position(
        *(Actions(), EndTurn()), units="t1-a t1-b@siwa hq-1 sas-1@jalo", targets={"barca": 4},
        change={"t1-a": {"out": True}}, alarm=3, turn=12,
    )  # fmt: skip
    play(table, "give-up", "yes")
    assert table.outcome.returns == {SEAT: -12}
    assert table.outcome.name == "catastrophic"


# MCO points and maintenance.


def test_mco_points_buy_units_back(position: Positions, play: Plays, why: Why) -> None:
    """LRDG 5.4, LRDG-A19, LRDG-A48: destroyed 2, reduced 1, a truck with all its loads."""
    table = position(
        Refitting(seat=SEAT),
        units="t1-a@siwa",
        reduced="t1-a heavy-a g1-a",
        change={"heavy-a": {"used": 2}, "hq-1": {"steps": 0}},
        bank=3,
    )
    offered = {str(option) for option in table.options}
    assert offered == {"refit t1-a", "refit g1-a", "refit hq-1", "refit heavy-a", "done"}
    play(table, "refit heavy-a")
    heavy = table.state.units["heavy-a"]
    assert (heavy.steps, heavy.used, heavy.loads, table.state.bank) == (2, 0, 2, 2)
    play(table, "refit hq-1")
    assert (table.state.units["hq-1"].steps, table.state.bank) == (2, 0)
    assert why(table, "refit t1-a") == "5.4"


def test_a_unit_with_markers_is_repaired_by_1_to_4(law: Callable[..., dict]) -> None:
    """LRDG 5.5, LRDG-A88: 1d6-2 below 3; one roll for all its markers."""
    odds = law(
        lambda table: str((table.state.units["t1-a"].mco, table.state.units["t1-a"].box)),
        Upkeep(),
        units="t1-a t1-b@siwa",
        mco={"t1-a": [2, 4]},
    )
    assert odds == {"([], False)": Fraction(4, 6), "([0], True)": Fraction(2, 6)}


def test_a_unit_that_fails_waits_in_the_box_for_the_next_maintenance(position: Positions) -> None:
    """LRDG 5.5, LRDG-A88: with one plain marker, and rolls again; others are not rolled for."""
    table = position(
        *(Upkeep(), Upkeep()), units="t1-a t1-b sas-1@siwa", mco={"t1-a": [3], "g1-a": [2, 2]},
        dice=[4, 5, 5],
    )  # fmt: skip
    g1 = table.state.units["g1-a"]
    assert (g1.mco, g1.box, g1.available) == ([0], True, False)
    assert table.state.units["t1-a"].available
    assert table.state.units["t1-b"].available


def test_maintenance_comes_before_mco_points_are_spent(position: Positions, play: Plays) -> None:
    """LRDG 5.5: between two missions of a campaign, then the next one begins."""
    table = position(
        Evaluation(), name="campaign-1942", units="t1-a@siwa", mco={"t1-a": [2]}, dice=[4], turn=9
    )
    assert table.state.units["t1-a"].mco == []
    assert isinstance(table.decision, Refitting)
    assert "1 MCO point " in table.decision.ask(table)
