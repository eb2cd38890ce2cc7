"""Scenario files that are shown in the docs can be played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sandtable import SeededDice, Table
from sandtable.plugins import catalog
from sandtable.scenario import build

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


def test_the_card_in_the_docs_can_be_drawn() -> None:
    """The classes are made from the page itself, and a mission that asks for them is played on."""
    page = next(page for page in PAGES if page.stem == "lawrence").read_text("utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code
    made: dict[str, Any] = {}
    exec(compile(code[1], "lawrence.md", "exec"), made)  # noqa: S102
    mission = catalog().scenario("lawrence/aqaba")
    text = f'{mission.text}\n[[rules]]\nname = "lawrence.weather"\n'
    mine = build(mission.game, "lawrence/mine", text, {"lawrence.weather": made["Weather"]})
    table: Table = Table.new(mine, SeededDice(1))
    assert "dust-storm" in table.state.unseen
    chance = SeededDice(1)
    for _ in range(60):
        if table.outcome is None:
            table.choose(chance.pick(table.options))
    assert Table.from_text(mine, table.text, SeededDice(1)).position == table.position
