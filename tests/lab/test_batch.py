"""Batches: intervals, an early end, and games that depend on their seed alone."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable import SandtableError
from sandtable_batch import estimate
from sandtable_batch.play import Played, play_games, ready_job
from sandtable_batch.results import Batch, GameResult, Job, percent, summary
from sandtable_batch.workers import local_workers
from sandtable_console.streams import as_json
from sandtable_tools.lab import simulate
from sandtable_tools.lab.batch import LEAST_GAMES, Limits, in_order, play_batch
from sandtable_tools.lab.sweep import Point
from sandtable_tools.lab.terminal_tables import lines, sweep_lines

JOB = Job("megiddo/1918-even", {"british": "scripted", "turkish": "scripted"}, 1)


def game(number: int, outcome: str) -> GameResult:
    return GameResult(
        number, f"1/{number}", outcome, {"british": 1, "turkish": -1}, {"rounds": number, "aces": 1}, 9
    )


def games_ended(outcomes: Sequence[str]) -> list[GameResult]:
    return [game(number, outcome) for number, outcome in enumerate(outcomes, 1)]


def test_every_share_and_every_mean_has_its_interval() -> None:
    document = summary(Batch(JOB, "megiddo/1918-even", games_ended(["a"] * 30 + ["b"] * 10), 1.0))
    assert document["outcomes"] == {"a": 30, "b": 10}
    figures = document["intervals"]
    wilson = estimate.share(30, 40)
    assert figures["outcomes"]["a"] == {
        "value": 0.75,
        "low": round(wilson.low, 4),
        "high": round(wilson.high, 4),
    }
    assert figures["wins"]["british"]["value"] == 1
    assert document["metrics"]["rounds"] == figures["metrics"]["rounds"]["value"] == 20.5
    assert figures["metrics"]["rounds"]["low"] == round(estimate.mean(range(1, 41)).low, 4)


def test_one_game_has_an_interval_without_ends_and_still_is_json(run) -> None:
    document = json.loads(run("simulate", "megiddo/1918-even", "--games", 1, "--json").out)
    assert document["intervals"]["metrics"]["rounds"]["low"] is None
    assert "inf" not in run("simulate", "megiddo/1918-even", "--games", 1).out


@pytest.mark.parametrize(("games", "known"), [(1, False), (7, False), (8, True)])
def test_few_equal_values_have_a_mean_without_an_interval(games: int, known: bool) -> None:
    batch = Batch(JOB, "megiddo/1918-even", games_ended(["a"] * games), 1.0)
    document = json.loads(as_json(summary(batch)))
    figures = document["intervals"]["metrics"]["aces"]
    assert figures == {"value": 1.0, "low": 1.0 if known else None, "high": 1.0 if known else None}
    shown = next(line for line in lines(batch) if "mean aces" in line)
    assert shown.split("  ")[-1].strip() == ("1.00 to 1.00" if known else "-")
    swept = "\n".join(sweep_lines([Point({"k": 1}, JOB)], [batch], None))
    assert ("1.00 ± 0.00" in swept) is known


def test_a_return_that_says_only_who_won_is_no_figure_for_readers() -> None:
    batch = Batch(JOB, "megiddo/1918-even", games_ended(["a"] * 9), 1.0)
    assert {"british-return", "turkish-return"} <= batch.values.keys()
    assert [*batch.scores] == ["rounds", "aces"]
    assert not any("return" in line for line in lines(batch))
    scored = [GameResult(n, f"1/{n}", "a", {"solo": n}, {}, 9) for n in range(9)]
    job = Job("lrdg/barca", {"solo": "scripted"}, 1)
    assert [*Batch(job, "lrdg/barca", scored, 1.0).scores] == ["solo-return"]


def test_a_few_values_that_differ_keep_their_interval() -> None:
    batch = Batch(JOB, "megiddo/1918-even", games_ended(["a"] * 3), 1.0)
    assert batch.means["rounds"] == estimate.mean([1, 2, 3])


def test_the_text_shows_the_interval_of_a_share_and_of_a_mean(run) -> None:
    out = run("simulate", "megiddo/1918-even", "--games", 40).out
    batch = simulate(JOB, 40)
    share, mean = batch.shares["british"], batch.means["rounds"]
    assert f"{100 * share.value:.0f} %   {100 * share.low:.0f} to {100 * share.high:.0f} %" in out
    assert f"{mean.value:.2f}   {mean.low:.2f} to {mean.high:.2f}" in out


def test_a_batch_until_a_width_is_the_same_on_any_number_of_processes(run) -> None:
    documents = []
    for jobs in (1, 3):
        ran = run("simulate", "megiddo/1918-even", "--until", 0.12, "--jobs", jobs, "--json")
        documents.append(json.loads(ran.out) | {"seconds": 0})
    assert documents[0] == documents[1]
    assert LEAST_GAMES < documents[0]["games"] < 400
    assert documents[0]["until"]["half"] <= 0.12


@given(st.lists(st.sampled_from("aab"), min_size=1, max_size=300), st.floats(0.03, 0.3))
def test_a_batch_ends_with_the_first_game_at_which_all_shares_are_narrow(
    outcomes: list[str], until: float
) -> None:
    kept = games_ended(outcomes)
    limits = Limits(len(kept), until)
    with local_workers(1) as workers:
        found = play_batch(ready_job(JOB), limits, workers, kept=kept).results
    assert found == kept[: len(found)]
    widths = [Batch(JOB, "", kept[:games], 0).half for games in range(LEAST_GAMES, len(kept) + 1)]
    narrow = [games for games, half in enumerate(widths, LEAST_GAMES) if half <= until]
    assert len(found) == (narrow[0] if narrow else len(kept))


class Slow:
    """Workers that return the results of one game, and remember the requests."""

    parallel, room, task_seconds = 2, 5, 1.0

    def __init__(self, seconds: float) -> None:
        self.seconds, self.asked, self.left = seconds, [], 0

    def submit(self, job: Job, first: int, count: int) -> Slow:
        self.asked.append(count)
        self.here = [game(number, "a") for number in range(first, first + count)]
        self.results = [*getattr(self, "results", []), self.here]
        return self

    def result(self) -> Played:
        played = self.results.pop(0)
        return Played(played, self.seconds * len(played))

    def cancel(self) -> None:
        self.left += 1


@pytest.mark.parametrize("seconds", [1e-5, 0.01, 0.3, 5.0])
def test_games_come_in_order_in_pieces_of_about_the_wished_time(seconds: float) -> None:
    workers = Slow(seconds)
    found = [result.game for some in in_order(JOB, 3, 900, workers) for result in some]
    assert found == list(range(3, 901))
    assert max(workers.asked) * seconds <= max(1.0, seconds)
    assert seconds > 0.5 or max(workers.asked) > 1


def test_waiting_games_are_cancelled_when_enough_is_known() -> None:
    workers = Slow(1.0)
    games = in_order(JOB, 1, 100, workers)
    next(games)
    games.close()
    assert workers.left == workers.room - 1


def test_a_game_is_the_same_in_whatever_company_it_is_played() -> None:
    together = play_games(JOB, 1, 6)
    assert together == [play_games(JOB, number, 1)[0] for number in range(1, 7)]
    with local_workers(2) as workers:
        assert simulate(JOB, 6, workers).results == together


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--until", 0), "half-width between 0 and 0.5"),
        (("--until", 0.7), "half-width between 0 and 0.5"),
        (("--until", "x"), "half-width between 0 and 0.5"),
        (("--until", "nan"), "half-width between 0 and 0.5"),
        (("--jobs", 2, "--cluster", "127.0.0.1:9"), "cannot be used together"),
        (("--target", "british+british=0.5"), "names british twice"),
        (("--target", "british=1/2"), "--target takes OUTCOME"),
        (("--jobs", 0), "--jobs takes 1 to 256, not 0"),
        (("--target", "british=2"), "--target takes OUTCOME"),
        (("--target", "=0.5"), "--target takes OUTCOME"),
        (("--resume",), "--resume needs --jsonl or --csv"),
    ],
)
def test_impossible_limits_are_refused_in_a_line(run, words: tuple[object, ...], expected: str) -> None:
    ran = run("simulate", "megiddo/1918-even", *words)
    assert (ran.status, ran.err.count("\n"), ran.out) == (2, 1, "")
    assert expected in ran.err


def test_a_width_and_a_share_may_be_given_in_per_cent(run) -> None:
    words = ("simulate", JOB.scenario, "--games", 30, "--json")
    plain = json.loads(run(*words, "--until", 0.2, "--target", "british=0.4").out)
    percent = json.loads(run(*words, "--until", "20%", "--target", "british=40%").out)
    assert plain | {"seconds": 0} == percent | {"seconds": 0}


@given(st.floats(1e-6, 0.499))
def test_a_width_is_reported_with_two_digits_or_one_place(half: float) -> None:
    assert abs(float(percent(half).removesuffix("%")) / 100 - half) <= max(0.05 * half, 0.0)


def test_a_bot_that_thinks_by_the_clock_is_remarked_on(run) -> None:
    words = ("simulate", JOB.scenario, "--games", 1, "--seat")
    output = run(*words, "turkish=search:0.001s").err
    assert output.count("\n") == 1
    assert "turkish search:0.001s thinks by the clock" in output
    assert run(*words, "turkish=search:1").err == ""


def test_a_process_that_is_ended_from_outside_is_reported_in_a_line(monkeypatch) -> None:
    monkeypatch.setattr("sandtable_batch.workers.play_job", _ends)
    with pytest.raises(SandtableError, match="killed by a plugin, or from outside"):
        simulate(JOB, 5, 2)


def _ends(*_: object) -> None:
    import os
    import signal

    os.kill(os.getpid(), signal.SIGKILL)
