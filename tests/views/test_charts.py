"""The charts of a report: bars that begin where the last one ended, and lines on round axes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable_tools.views.charts import axis, course, waterfall

NUMBERS = st.integers(-2000, 2000).map(lambda halves: halves / 2)


@given(st.lists(NUMBERS.filter(bool), min_size=1, max_size=12))
def test_each_bar_begins_where_the_one_before_ended(changes: list[float]) -> None:
    *bars, total = [
        re.findall(r'<rect class="(\w+)" x="([\d.-]+)" y="4" width="([\d.]+)"', bar)[0]
        for bar in waterfall(changes)
    ]
    assert [kind for kind, _, _ in bars] == ["gain" if by > 0 else "loss" for by in changes]
    ends = [
        (float(x), float(x) + float(width))[:: 1 if kind == "gain" else -1] for kind, x, width in bars
    ]
    for (_, end), (start, _) in pairwise(ends):
        assert end == pytest.approx(start, abs=1)
    assert total[0] == "total"
    assert all(-0.1 <= x <= 201 for pair in ends for x in pair)


@given(NUMBERS, NUMBERS)
def test_an_axis_reaches_around_its_numbers_in_few_equal_steps(one: float, other: float) -> None:
    low, high = min(one, other, 0), max(one, other, 0)
    ticks = axis(low, high)
    assert ticks[0] <= low <= high <= ticks[-1]
    assert 2 <= len(ticks) <= 7
    steps = {round(b - a, 6) for a, b in pairwise(ticks)}
    assert len(steps) == 1


@given(st.lists(NUMBERS, min_size=2, max_size=40), st.integers(1, 2))
def test_a_course_is_one_step_for_each_number(values: list[float], lines: int) -> None:
    turns = [f"Turn {place // 3}" for place in range(len(values))]
    text = course([(f"<{number}>", values) for number in range(lines)], turns, [0, len(values) - 1])
    drawn = ET.fromstring(text)  # noqa: S314 (our own)
    paths = [path.get("d", "") for path in drawn.iter("path") if "line" in path.get("class", "")]
    assert len(paths) == lines
    assert all(path.count("H") == len(values) - 1 for path in paths)
    marks = [node for node in drawn.iter("g") if node.get("class") == "dot"]
    assert len(marks) == 2
