"""Samples: asking again adds to them, the clock and an interrupt end them."""

from __future__ import annotations

from collections.abc import Generator
from math import ceil, floor
from types import ModuleType
from typing import Any

import pytest

from sandtable import Table
from sandtable_console.waiting import Progress, result_of
from sandtable_tools.odds import Forecast, first_line, forecast, forecast_in_steps
from sandtable_tools.odds import forecasts as timed
from sandtable_tools.odds.render import lines
from sandtable_tools.odds.tree import PathBudget


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that goes on by a hundredth of a second whenever it is read."""
    time = [0.0]

    def now() -> float:
        time[0] += 0.01
        return time[0]

    monkeypatch.setattr(timed, "now", now)
    return time


def test_asking_again_adds_games_to_the_same_answer(duel: Table[Any], toy: ModuleType) -> None:
    kept: timed.Kept = {}

    def ask(samples: int) -> Forecast:
        return result_of(
            forecast_in_steps(duel, "red", toy.Play("fox"), most=20, samples=samples, kept=kept)
        )

    first, second, third = ask(100), ask(100), ask(200)
    assert (first.samples, second.samples, third.samples) == (100, 200, 400)
    at_once = forecast(duel, "red", toy.Play("fox"), most=20, samples=400)
    assert third == at_once
    spans = [found.events[-1].interval for found in (first, second, third)]
    halves = [span.half for span in spans if span]
    assert len(halves) == 3
    assert halves[0] > halves[1] > halves[2]
    other = result_of(forecast_in_steps(duel, "red", toy.Lift("north"), most=20, samples=50, kept=kept))
    assert other.samples == 50


def test_asking_again_adds_worlds(crowd: Table[Any], toy: ModuleType) -> None:
    kept: timed.Kept = {}
    first, second = (
        result_of(forecast_in_steps(crowd, "red", toy.Play("fox"), most=2_800, kept=kept))
        for _ in range(2)
    )
    assert first.worlds == first.samples > 0
    assert (second.worlds, second.samples) == (2 * first.worlds, 2 * first.worlds)


def test_an_answer_ends_by_the_clock(duel: Table[Any], toy: ModuleType, clock: list[float]) -> None:
    """Half of the time goes into an exact answer, which is given up, and the other half into games."""
    found = result_of(forecast_in_steps(duel, "red", toy.Play("fox"), horizon=30, most=10**6, seconds=2))
    assert not found.exact
    assert 50 <= found.samples <= 150
    assert 2 <= clock[0] < 2.1


def test_a_path_with_many_events_costs_more() -> None:
    """Paths of a long fight take ten times as long: 8,000 would not take two seconds, but nine."""
    budget = PathBudget(100)
    for events, new, left in ((0, False, 99), (3, True, 94), (40, False, 83), (40, True, 68)):
        budget.spend(events, new=new)
        assert budget.left == left


def test_an_exact_answer_in_time_stays_exact(
    duel: Table[Any], toy: ModuleType, clock: list[float]
) -> None:
    duel.choose(toy.Lift("north"))
    found = result_of(forecast_in_steps(duel, "red", toy.Done(), seconds=2))
    assert found == forecast(duel, "red", toy.Done())
    assert clock[0] < 1


def test_an_interrupt_ends_the_sampling(duel: Table[Any], toy: ModuleType) -> None:
    steps: Generator[Progress, None, Forecast] = forecast_in_steps(duel, "red", toy.Play("fox"), most=20)
    for _ in range(30):
        next(steps)
    with pytest.raises(StopIteration) as end:
        steps.throw(KeyboardInterrupt())
    assert end.value.value.samples == 30


def test_a_sampled_headline_shows_the_ends_of_its_interval(bids: ModuleType) -> None:
    """One in three: no digit that the sample does not support."""
    found = forecast(bids.table(), "east", bids.Lay(3), most=2, samples=300)
    (taken,) = [event for event in found.events if event.headline and event.headline.worth > 0]
    assert taken.interval
    low, high = floor(100 * taken.interval.low), ceil(100 * taken.interval.high)
    assert any(f"({low} to {high})" in row and "take the prize" in row for row in lines(found, 200))
    assert high - low > 8
    assert first_line(found).startswith(f"You take the prize: {low} to {high} %. You lose the prize: ")
