"""Intervals: known values, and how often they cover the truth."""

from __future__ import annotations

from math import inf

import pytest

from sandtable import SeededDice
from sandtable_batch.estimate import mean, normal, share, student


@pytest.mark.parametrize(
    ("freedom", "ends"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042)],
)
def test_student_is_that_of_the_printed_tables(freedom: int, ends: float) -> None:
    assert student(freedom) == pytest.approx(ends, abs=0.01)


def test_a_share_is_wilsons_interval() -> None:
    # Wilson (1927) by hand: the centre is (7 + 1.92) / 23.84, the half-width comes from the root.
    found = share(7, 20)
    assert (found.value, found.of) == (0.35, 20)
    assert (found.low, found.high) == pytest.approx((0.1812, 0.5671), abs=1e-4)


@pytest.mark.parametrize("of", [1, 2, 10, 1000])
def test_a_share_lies_in_its_interval_and_that_between_0_and_1(of: int) -> None:
    for count in {0, 1, of // 2, of}:
        found = share(count, of)
        assert 0 <= found.low <= found.value <= found.high <= 1


def test_a_single_trial_says_nothing_of_a_mean() -> None:
    assert mean([3.0]).half == float("inf")


def test_19_of_20_intervals_of_a_mean_hold_it() -> None:
    dice = SeededDice("intervals")
    held = [mean(dice.roll(8)) for _ in range(2000)]
    caught = sum(found.low <= 3.5 <= found.high for found in held)
    assert 0.93 <= caught / 2000 <= 0.97


def test_one_of_many_is_that_of_the_tables_of_bonferroni() -> None:
    """Five comparisons: 99 % for each, 3.169 at 10 degrees of freedom and 2.576 in the limit."""
    assert normal(5) == pytest.approx(2.5758, abs=1e-4)
    assert student(10, 5) == pytest.approx(3.169, abs=0.01)
    assert student(3, 5) == inf


def test_the_more_hold_together_the_wider_each_is() -> None:
    values = [1, 2, 3, 4, 5, 6, 7, 9]
    assert mean(values, 1) == mean(values)
    assert share(3, 9, 1) == share(3, 9)
    for kind in (lambda many: mean(values, many), lambda many: share(3, 9, many)):
        halves = [kind(many).half for many in (1, 2, 6, 15)]
        assert halves == sorted(set(halves))
    assert mean([1, 1], 2).half == inf


@pytest.mark.parametrize(
    ("count", "of", "percent", "interval"),
    [
        (43, 100, "43 %", "34 to 53 %"),
        (20, 20, "100 %", "84 to 100 %"),
        (0, 20, "0 %", "0 to 16 %"),
        (21_550, 50_000, "43.1 %", "42.7 to 43.5 %"),
    ],
)
def test_a_share_in_percent_has_the_digits_that_its_trials_support(
    count: int, of: int, percent: str, interval: str
) -> None:
    estimate = share(count, of)
    assert (estimate.percent, estimate.percent_interval) == (percent, interval)
