"""Chances that were sampled are never sure, and a line and a table round them alike."""

from __future__ import annotations

import pytest

from sandtable_batch.estimate import share
from sandtable_tools.chances import between, with_interval


@pytest.mark.parametrize("of", [20, 400, 1000])
def test_no_chance_is_sure_and_both_forms_have_the_same_ends(of: int) -> None:
    for count in (0, 1, of // 12, of // 2, of - 1, of):
        found = share(count, of)
        assert not with_interval(found).startswith(("0 %", "100 %"))
        ends = with_interval(found).partition("(")[2].rstrip(")")
        low, _, high = ends.partition(" to ")
        assert between(found) in (
            with_interval(found),
            f"{ends} %",
            f"at least {low} %",
            f"at most {high} %",
        )


def test_the_ends_are_rounded_outwards() -> None:
    assert with_interval(share(999, 1000)) == between(share(999, 1000)) == "at least 99 %"
    assert with_interval(share(1, 1000)) == "at most 1 %"
    assert with_interval(share(83, 1000)) == "8 % (6 to 11)"
    assert between(share(83, 1000)) == "6 to 11 %"
