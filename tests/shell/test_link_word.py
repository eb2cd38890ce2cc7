"""The word `link` at the prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.tooling import link
from sandtable_console.line_check import check
from sandtable_tools.kit import Typist

SAVE = Path(__file__).parents[2] / "saves" / "lrdg-el-alamein.jsonl"


@pytest.fixture
def typist() -> Typist:
    typist = Typist(sandtable.new("lrdg/slonta", seed=5))
    for line in ("note @start", "historical", "detach 1st siwa"):
        typist.say(line)
    return typist


def test_the_game_is_printed_as_a_link(typist: Typist) -> None:
    text, *remarks = typist.say("link").lines
    assert len(link.read_link(text).lines) == len(typist.session.journal.lines) - 1
    assert remarks == ["the link leaves out 1 note, which only the save has"]


@pytest.mark.parametrize("line", ["link line 3", "link @start"])
def test_a_part_of_the_game_is_printed_as_a_link(typist: Typist, line: str) -> None:
    n = int(line[-1]) if line[-1].isdecimal() else 2
    assert link.read_link(typist.say(line).lines[0]).n == n - 1


def test_a_place_that_is_none_is_named_before_the_line_is_sent(typist: Typist) -> None:
    assert 'no bookmark "stat"' in str(typist.say("link @stat").error)
    assert "the game up to @start" in check(typist, "link @start").text


def test_a_game_that_is_over_is_a_link(run, tmp_path: Path) -> None:
    path = tmp_path / "over.jsonl"
    path.write_bytes(SAVE.read_bytes())
    ran = run("resume", path, typed="link\n")
    assert [*link.read_link(ran.out).lines] == path.read_bytes().splitlines()
