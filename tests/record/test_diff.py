"""Changes of plain data: found, applied, and described in words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.record.diff import BadChange, apply, changes, in_words

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=4),
    max_leaves=12,
)


@given(plain, plain)
def test_changes_make_the_one_out_of_the_other_also_by_way_of_json(
    before: object, after: object
) -> None:
    through_json = json.loads(json.dumps(changes(before, after)))
    assert apply(before, through_json) == after


@given(plain)
def test_nothing_changes_what_is_equal(data: object) -> None:
    assert changes(data, data) == []
    assert in_words(data, data) == []


def test_a_change_deep_inside_costs_its_path_alone() -> None:
    before = {
        "state": {"ops": 3, "units": [{"id": "auda", "gear": []}, {"id": "harb", "gear": ["cash"]}]}
    }
    after = {"state": {"ops": 3, "units": [{"id": "auda", "gear": []}, {"id": "harb", "gear": []}]}}
    assert changes(before, after) == [[["state", "units", 1, "gear"], 0, 1, []]]


@pytest.mark.parametrize(
    "change",
    [
        [],
        [[]],
        [[1, 2, 3], 4],
        [["x", "y"], 1],
        [["a", 9]],
        [["a"], 0, 1],
        "abc",
        [["a"], "x", 1, [2]],
        7,
    ],
)
def test_a_change_that_does_not_fit_is_refused(change: object) -> None:
    with pytest.raises(BadChange, match=r"a change does not fit|a list of changes was expected"):
        apply({"a": [1]}, [change])  # type: ignore[list-item]


def test_differences_are_reported_with_their_place_and_both_values() -> None:
    recorded = {"ops": 3, "units": {"auda": {"space": "yenbo"}}, "deck": ["a", "b"], "gone": 1}
    replayed = {"ops": 2, "units": {"auda": {"space": "wejh"}}, "deck": ["a", "c", "b"], "new": "x"}
    assert in_words(recorded, replayed) == [
        "gone: 1 was recorded, now nothing",
        "ops: 3 was recorded, now 2",
        "units.auda.space: yenbo was recorded, now wejh",
        'deck.1: [] was recorded, now ["c"]',
        "new: nothing was recorded, now x",
    ]


def test_many_differences_are_counted_and_long_values_cut() -> None:
    lines = in_words(list(range(20)), [n + 1 for n in range(20)], most=2)
    assert lines == ["0: 0 was recorded, now 1", "1: 1 was recorded, now 2", "and 18 more"]
    assert len(in_words("x" * 500, "y" * 500)[0]) < 170
