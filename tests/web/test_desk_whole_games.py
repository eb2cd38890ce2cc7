"""Whole games at a desk, as a page plays them, and lines that nobody would type."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from web_page import Output, Page, last, types

from sandtable import Replay, SeededDice


def tapped(page: Page, told: list[Output], luck: SeededDice) -> list[Output]:
    """The outputs of an option that is tapped, and of every question that comes before it is done."""
    option = luck.pick(last("options", told)["options"])
    words = (
        option["words"] if option["first"] is None else f"{option['words'].split()[0]} {option['first']}"
    )
    told = page.type(words)
    while types(told)[-1] == "confirm":
        told = page.type("y")
    return page.play("show") if types(told)[-1] == "curtain" else told


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A home of its own."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("scenario", "seats"),
    [("lrdg/el-alamein", {}), ("megiddo/1918-even", {}), ("megiddo/1918", {"british": "scripted"})],
)
def test_a_whole_game_by_taps_ends_in_a_save_that_verifies(
    scenario: str, seats: dict[str, str], home: Path
) -> None:
    page, luck = Page(), SeededDice("taps")
    told = page.play("start", {"scenario": scenario, "seed": 8, "seats": seats})
    told = page.play("show") if types(told)[-1] == "curtain" else told
    while types(told)[-1] != "over":
        told = tapped(page, told, luck)
    assert page.faults == []
    path = home / "saves" / page.desk.save
    page.call("leave")
    assert Replay(path).run().outcome is not None
    assert page.call("saves")[0]["over"]


WORDS = [
    "1",
    "2",
    "y",
    "",
    "undo",
    "redo",
    "abort",
    "done",
    "?",
    ".",
    "map",
    "show",
    "odds",
    "why",
    "log 3",
]


@given(lines=st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=12)), max_size=4))
def test_no_line_makes_a_fault_and_each_ends_with_something_to_do(home: Path, lines: list[str]) -> None:
    page = Page()
    page.play("start", {"scenario": "megiddo/1918-even", "seed": 5, "seats": {"british": "scripted"}})
    for line in lines:
        page.call("check", line)
        page.call("complete", line)
        if page.desk.save:
            assert types(page.type(line))[-1] in ("question", "confirm", "over", "left")
    page.call("leave")
    assert page.faults == []
