"""Scenario files that are shown in the docs can be played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable import SeededDice, Table
from sandtable.plugins import catalog

PAGES = sorted((Path(__file__).parents[2] / "docs").glob("*.md"))
SHOWN = [
    (page.stem, text)
    for page in PAGES
    for text in re.findall(r"```toml\n(game = .*?)```", page.read_text("utf-8"), re.DOTALL)
]


def test_there_is_one_to_be_shown() -> None:
    assert "lawrence" in dict(SHOWN)


@pytest.mark.parametrize(("game", "text"), SHOWN)
def test_a_file_in_the_docs_is_a_scenario_of_its_game(game: str, text: str) -> None:
    scenario = catalog().bare_scenario(text, "shown", f"{game}.md")
    assert scenario.game.id == game
    assert Table.new(scenario, SeededDice(1)).options
