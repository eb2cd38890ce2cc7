"""A sweep: every value of a grid with the same seeds, and the one nearest to the target."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable_batch.results import Batch, GameResult, Job
from sandtable_tools.lab import simulate
from sandtable_tools.lab.sweep import Point, as_toml, axes, points, sweep_options
from sandtable_tools.lab.target import TargetShare, default_target, in_words, nearest_point
from sandtable_tools.lab.terminal_tables import lines, suggestion, sweep_lines

EVEN = Job("megiddo/1918-even", {"british": "scripted", "turkish": "scripted"}, 3)
SWEEP = ("simulate", "megiddo/1918-even", "--games", 20, "--seed", 3, "--sweep")


def test_a_point_is_what_the_file_with_that_value_gives(run, tmp_path: Path) -> None:
    swept = json.loads(run(*SWEEP, "british.hand=8,10", "--jobs", 2, "--json").out)
    assert [trial["settings"] for trial in swept["sweep"]] == [
        {"british.hand": 8},
        {"british.hand": 10},
    ]
    assert swept["sweep"][0]["outcomes"] != swept["sweep"][1]["outcomes"]
    text = run("scenario", "export", "megiddo/1918-even", "--with", "british.hand=10").out
    file = tmp_path / "1918-even.toml"
    file.write_text(text)
    alone = json.loads(run("simulate", file, "--games", 20, "--seed", 3, "--json").out)
    same = ("outcomes", "metrics", "actions", "games", "seed")
    assert {key: alone[key] for key in same} == {key: swept["sweep"][1][key] for key in same}


def test_several_sweeps_make_a_grid_and_house_rules_are_swept_too(run) -> None:
    words = ("simulate", "lrdg/slonta", "--games", 2, "--sweep", "duration=6,9")
    ran = run(*words, "--sweep", "set.undefended_fights_go_on=true,false", "--json")
    settings = [trial["settings"] for trial in json.loads(ran.out)["sweep"]]
    assert settings == [
        {"duration": duration, "set.undefended_fights_go_on": on}
        for duration in (6, 9)
        for on in (True, False)
    ]


def test_the_table_has_a_row_for_every_point(run) -> None:
    out = run(*SWEEP, "british.hand=8,9,10").out.splitlines()
    assert "3 points of 20 games, seed 3" in out[0]
    rows = [line for line in out if line.startswith("  british.hand=")]
    assert [line.split()[0] for line in rows[:3]] == [f"british.hand={n}" for n in (8, 9, 10)]
    assert any(line.startswith("nearest to 50 % won by british: british.hand=") for line in out)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("british.hnd=8,9",), 'did you mean "hand"?'),
        (("british.hand=8,many",), "british.hand=many"),
        (("british.hand",), "--sweep takes KEY=A,B,C"),
        (("british.hand=8,8",), "8 is given twice"),
        (("british.hand=8", "--sweep", "british.hand=9"), "given twice"),
        (("set.nothing=true",), 'no house rule "nothing"'),
        (("british.hand=0,0",), "0 is given twice"),
        (("british.hand=8,8.0",), "8 and 8.0 are the same value"),
        (("game=lrdg,megiddo",), "--sweep game: this key identifies the scenario and cannot be swept"),
        (("parts=megiddo",), "--sweep parts: this key identifies the scenario and cannot be swept"),
        (("british.hand=[",), "TOML or a bare word"),
    ],
)
def test_a_bad_key_or_value_is_refused_before_any_game(
    run, tmp_path: Path, words: tuple[str, ...], expected: str
) -> None:
    kept = tmp_path / "kept.jsonl"
    ran = run(*SWEEP, *words, "--jsonl", kept)
    assert (ran.status, ran.err.count("\n"), kept.exists()) == (2, 1, False)
    assert expected in ran.err


SET_PREFIX = ("simulate", "lrdg/slonta", "--games", "1")
RULE = "event_per_game_turn"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--sweep", f"set.{RULE}=true,yes"), f"--sweep set.{RULE}: true and yes are the same value"),
        (("--sweep", f"set.{RULE}=off,off"), f"--sweep set.{RULE}: off is given twice"),
        (("--sweep", f"{RULE}=true"), f"--sweep {RULE}: {RULE} is a house rule; write set.{RULE}"),
        (("--sweep", "budget=a"), "--sweep budget=a: a whole number was expected"),
        (("--sweep", f"set.{RULE}=1"), f"--sweep set.{RULE}=1: {RULE} takes true or false"),
        (
            ("--sweep", f"set.{RULE}=true,false", "--set", f"{RULE}=true"),
            f"--sweep set.{RULE} and --set {RULE} set the same thing; give one of them",
        ),
        (
            ("--sweep", f"set.{RULE}=true,false", "--sweep", "set.event=true"),
            f"--sweep set.{RULE} and --sweep set.event set the same thing",
        ),
        (
            ("--sweep", "axis.0.av=1", "--sweep", "axis.00.av=2"),
            "--sweep axis.0.av and --sweep axis.00.av set the same thing",
        ),
        (
            ("--sweep", "axis.0.av=1", "--sweep", "axis=[]"),
            "--sweep axis.0.av and --sweep axis set the same thing",
        ),
        (
            ("--set", f"{RULE}=true", "--set", "event=false"),
            f"--set {RULE} and --set event set the same",
        ),
    ],
)
def test_a_key_that_is_set_twice_is_refused_in_any_spelling(
    run, words: tuple[str, ...], expected: str
) -> None:
    ran = run(*SET_PREFIX, *words)
    assert (ran.status, ran.err.count("\n"), ran.out) == (2, 1, "")
    assert expected in ran.err


def test_another_house_rule_than_the_swept_one_may_be_set(run) -> None:
    words = ("--sweep", f"set.{RULE}=true,false", "--set", "undefended_fights_go_on=true")
    assert len(json.loads(run(*SET_PREFIX, *words, "--json").out)["sweep"]) == 2


@given(
    st.dictionaries(
        st.sampled_from(["a", "b.0.c", "set.fog"]),
        st.lists(st.sampled_from([1, 2.5, True, "x", "y,z", [1, "a,b"]]), min_size=1, unique_by=repr),
    )
)
def test_the_options_of_a_sweep_can_be_reported_again(grid: dict[str, list[Any]]) -> None:
    plan = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    options = sweep_options(plan if grid else [])
    typed = [sweep for sweep in re.split(r" ?--sweep ", options) if sweep]
    assert axes(typed) == grid if grid else options == "no sweep"


def batch_of(won: str, number: int) -> Batch:
    """Nine games with long names; some of them end with the first name."""
    figures = [
        {"a-figure-of-a-long-name": 7 * n, "days": n, "x-y": -n} for n in range(number, 9 + number)
    ]
    results = [
        GameResult(n, f"3/{n}", won if n % 2 else "drawn", {"british": n % 3, "turkish": 0}, figure, 1)
        for n, figure in enumerate(figures, 1)
    ]
    return Batch(EVEN, EVEN.scenario, results, 1.0, 0.1)


def parts(text: str) -> Counter[str]:
    """The words of a text; words with hyphens in the parts between them."""
    return Counter(re.sub(r"(?<=[a-z])-(?=[a-z])", "- ", text).split())


@given(st.integers(40, 130), st.lists(st.sampled_from(["k=1", "a=2, long.name=3"]), max_size=4))
def test_no_line_is_longer_than_the_screen_and_no_word_is_cut(room: int, more: list[str]) -> None:
    swept = [{"k": 1, **{f"key-{n}": value for n, value in enumerate(more)}}, {"k": 2}]
    plan, batches = (
        [Point(job, EVEN) for job in swept],
        [batch_of("british", 1), batch_of("long-defeat", 5)],
    )
    found = nearest_point(batches, default_target(["british"]))
    for narrow, wide in (
        ([*sweep_lines(plan, batches, found, room)], [*sweep_lines(plan, batches, found)]),
        ([*lines(batches[1], room)], [*lines(batches[1])]),
        ([*suggestion(found, plan, room)], in_words(found, plan)),
    ):
        assert max(map(len, narrow)) <= room
        assert all(line == line.rstrip() for line in narrow)
        text, whole = (parts("\n".join(some)) for some in (narrow, wide))
        assert set(text) == set(whole)


def test_simulate_obeys_the_width_of_the_screen(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    for sweep in ((), ("--sweep", "british.hand=8,9")):
        out = run("simulate", EVEN.scenario, "--games", 2, *sweep, "--target", "turkish").out
        assert 30 < max(map(len, out.splitlines())) <= 40


def test_where_no_width_is_known_tables_are_as_wide_as_a_page(
    run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    out = run(*SWEEP, "british.hand=8,9", "--games", 3).out.splitlines()
    assert out[1].split() == ["games", "british", "%", "turkish", "%", "british-victory-points"]
    assert len(out[1]) <= 100 < len(out[1]) + len("turkish-victory-points")


def test_one_game_and_one_point_are_said_so(run) -> None:
    words = ("simulate", EVEN.scenario, "--games", 1)
    assert f"{EVEN.scenario}: 1 game, seed 1, " in run(*words).out
    assert "1 point of 1 game, seed 1, " in run(*words, "--sweep", "british.hand=8").out


def test_commas_within_brackets_belong_to_a_value() -> None:
    assert axes(['returns=["siwa","kufra"],["siwa"]', "departure=siwa,kufra", 'title="a,b",c']) == {
        "returns": [["siwa", "kufra"], ["siwa"]],
        "departure": ["siwa", "kufra"],
        "title": ["a,b", "c"],
    }


def batch(won: int, games: int) -> Batch:
    results = [
        GameResult(
            number, f"3/{number}", "won" if number <= won else "lost", {"a": number <= won}, {}, 1
        )
        for number in range(1, games + 1)
    ]
    return Batch(Job("x/y", {"a": "scripted"}, 3), "x/y", results, 1.0)


@given(st.lists(st.integers(0, 60), min_size=1, max_size=6), st.floats(0, 1))
def test_the_point_that_is_suggested_is_the_nearest_of_those_played(
    wins: list[int], wish: float
) -> None:
    found = nearest_point([batch(won, 60) for won in wins], TargetShare(wish, ("won",)))
    away = [abs(won / 60 - wish) for won in wins]
    assert away[found.best] == min(away)
    assert found.best not in found.equally_near
    assert all(
        place in found.equally_near
        for place, distance in enumerate(away)
        if place != found.best and distance == min(away)
    )


def test_few_games_cannot_tell_points_apart_and_many_can() -> None:
    plan = [Point({"k": value}, EVEN) for value in (1, 2)]
    few = nearest_point([batch(10, 20), batch(12, 20)], TargetShare(0.5, seat="a"))
    assert "these games cannot tell it from k=2" in in_words(few, plan)[1]
    many = nearest_point([batch(1000, 2000), batch(1200, 2000)], TargetShare(0.5, seat="a"))
    assert (many.best, many.equally_near) == (0, ())


def test_two_seats_are_wished_to_be_even_and_a_solitaire_to_be_won_every_second_time() -> None:
    assert default_target(["british", "turkish"]) == TargetShare(0.5, seat="british")
    assert default_target(["lrdg"]) == TargetShare(0.5, seat="lrdg")


def test_a_target_may_name_a_seat(run) -> None:
    ran = run("simulate", "lrdg/slonta", "--games", 2, "--target", "lrdg=60%", "--json")
    assert json.loads(ran.out)["best"]["target"] == {"of": "won by lrdg", "share": 0.6}


def test_a_target_counts_the_outcomes_that_are_named(run) -> None:
    ran = run(*SWEEP, "british.hand=8,10", "--target", "british=0.9", "--json")
    best = json.loads(ran.out)["best"]
    assert best["target"] == {"of": "british", "share": 0.9}
    assert best["settings"] == {"british.hand": 10}
    ten = points(EVEN, {"british.hand": [10]})[0].job
    assert best["share"]["value"] == round(simulate(ten, 20).outcomes["british"] / 20, 4)


@pytest.mark.parametrize("sweep", [(), ("--sweep", "british.hand=8,9")])
def test_an_outcome_that_no_game_had_is_a_problem_after_the_results(run, sweep: tuple[str]) -> None:
    words = ("simulate", EVEN.scenario, "--games", 4, *sweep, "--target", "britsh=0.5")
    ran = run(*words)
    assert ran.err == (
        'sandtable: simulate: --target: no game ended "britsh"; did you mean "british"?'
        " (see sandtable simulate --help)\n"
    )
    assert ran.status == 2
    assert "4 games" in ran.out
    assert "nearest" not in ran.out
    assert not json.loads(run(*words, "--json").out).get("best")


def test_the_headline_of_a_sweep_shows_how_many_games_its_points_had(run) -> None:
    words = ("simulate", EVEN.scenario, "--sweep", "british.hand=8,9", "--until", 0.12)
    output = run(*words).out
    counts = sorted(trial["games"] for trial in json.loads(run(*words, "--json").out)["sweep"])
    assert counts[0] < counts[1]
    assert f"2 points of {counts[0]} to {counts[1]} games" in output


@given(st.recursive(st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_a_value_is_shown_as_it_can_be_typed(value: Any) -> None:
    shown = as_toml(value)
    if isinstance(value, str):
        assert shown == value
    else:
        assert tomllib.loads(f"value = {shown}") == {"value": value}
