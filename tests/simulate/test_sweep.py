"""A sweep: every value of a grid with the same seeds, and the one nearest to what is wished."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from sandtable.plugins import catalog
from sandtable.simulate import Batch, GameResult, Job, simulate
from sandtable.simulate.sweep import Point, points, worded
from sandtable.simulate.target import Target, advice, in_words, usual

EVEN = Job("megiddo/1918-even", {"british": "scripted", "turkish": "scripted"}, 3)
SWEEP = ("simulate", "megiddo/1918-even", "--games", 20, "--seed", 3, "--sweep")


def test_a_point_is_what_the_file_with_that_value_gives(run, tmp_path: Path) -> None:
    swept = json.loads(run(*SWEEP, "british.hand=8,10", "--jobs", 2, "--json").out)
    assert [one["settings"] for one in swept["sweep"]] == [
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
    settings = [one["settings"] for one in json.loads(ran.out)["sweep"]]
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
    assert any(line.startswith("nearest to 50% won by british: british.hand=") for line in out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("british.hnd=8,9",), 'did you mean "hand"?'),
        (("british.hand=8,many",), "british.hand=many"),
        (("british.hand",), "--sweep takes KEY=VALUE"),
        (("british.hand=8,8",), "8 is given twice"),
        (("british.hand=8", "--sweep", "british.hand=9"), "given twice"),
        (("set.nothing=true",), 'no option "nothing"'),
        (("game=lrdg",), "game=lrdg"),
        (("british.hand=[",), "TOML or a bare word"),
    ],
)
def test_a_bad_key_or_value_is_refused_before_any_game(
    run, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    kept = tmp_path / "kept.jsonl"
    ran = run(*SWEEP, *words, "--jsonl", kept)
    assert (ran.status, ran.err.count("\n"), kept.exists()) == (2, 1, False)
    assert said in ran.err


def test_commas_within_brackets_belong_to_a_value() -> None:
    from sandtable.cli.pairs import axes

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


@given(some.lists(some.integers(0, 60), min_size=1, max_size=6), some.floats(0, 1))
def test_the_point_that_is_suggested_is_the_nearest_of_those_played(
    wins: list[int], wish: float
) -> None:
    found = advice([batch(won, 60) for won in wins], Target(wish, ("won",)))
    away = [abs(won / 60 - wish) for won in wins]
    assert away[found.best] == min(away)
    assert found.best not in found.alike
    assert all(
        place in found.alike
        for place, one in enumerate(away)
        if place != found.best and one == min(away)
    )


def test_few_games_can_not_tell_points_apart_and_many_can() -> None:
    plan = [Point({"k": value}, EVEN) for value in (1, 2)]
    few = advice([batch(10, 20), batch(12, 20)], Target(0.5, seat="a"))
    assert "not to be told apart from it by these games: k=2" in in_words(few, plan)[1]
    many = advice([batch(1000, 2000), batch(1200, 2000)], Target(0.5, seat="a"))
    assert (many.best, many.alike) == (0, ())


def test_two_seats_are_wished_to_be_even_and_a_solitaire_to_be_won_every_second_time() -> None:
    assert usual(["british", "turkish"]) == Target(0.5, seat="british")
    assert usual(["lrdg"]) == Target(0.5, seat="lrdg")


def test_a_target_counts_the_outcomes_that_are_named(run) -> None:
    ran = run(*SWEEP, "british.hand=8,10", "--target", "british=0.9", "--json")
    best = json.loads(ran.out)["best"]
    assert best["target"] == {"of": "british", "share": 0.9}
    assert best["settings"] == {"british.hand": 10}
    ten = points(EVEN, {"british.hand": [10]}, catalog())[0].job
    assert best["share"]["value"] == round(simulate(ten, 20).outcomes["british"] / 20, 4)


@pytest.mark.parametrize("sweep", [(), ("--sweep", "british.hand=8,9")])
def test_an_outcome_that_no_game_had_is_a_problem_after_the_results(run, sweep: tuple[str]) -> None:
    words = ("simulate", EVEN.scenario, "--games", 4, *sweep, "--target", "britsh=0.5")
    ran = run(*words)
    assert ran.err == 'sandtable: target: no game ended "britsh"; did you mean "british"?\n'
    assert ran.status == 2
    assert "4 games" in ran.out
    assert "nearest" not in ran.out
    assert not json.loads(run(*words, "--json").out).get("best")


def test_the_headline_of_a_sweep_tells_how_many_games_its_points_had(run) -> None:
    words = ("simulate", EVEN.scenario, "--sweep", "british.hand=8,9", "--until", 0.12)
    said = run(*words).out
    counts = sorted(one["games"] for one in json.loads(run(*words, "--json").out)["sweep"])
    assert counts[0] < counts[1]
    assert f"2 points of {counts[0]} to {counts[1]} games" in said


@given(some.recursive(some.booleans() | some.integers() | some.text(), some.lists, max_leaves=5))
def test_a_value_is_shown_as_it_can_be_typed(value: Any) -> None:
    shown = worded(value)
    if isinstance(value, str):
        assert shown == value
    else:
        assert tomllib.loads(f"value = {shown}") == {"value": value}
