"""What the authors' pages and the tables of balance say about scenarios is true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sandtable import Random, SeededDice, Table
from sandtable.model.scenario import build
from sandtable.plugins.catalog import catalog
from sandtable_batch import play_out

DOCS = Path(__file__).parents[2] / "docs"


def test_the_errors_on_the_page_are_those_of_a_scenario_with_two_mistakes(run, tmp_path: Path) -> None:
    page = (DOCS / "make" / "scenario.md").read_text("utf-8")
    shown = re.search(r"```text\n(error: .*?)```", page, re.DOTALL)
    assert shown
    good = run("scenario", "export", "lrdg/slonta").out
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        re.sub(r"duration = \d+ ", "duration = 99 ", good).replace("mechili", "mechilli", 1)
    )
    assert run("scenario", "check", wrong).out.startswith(shown[1])


def test_the_card_in_the_docs_can_be_drawn() -> None:
    """The classes come from the page itself, and a mission with the card is played."""
    page = (DOCS / "make" / "special-rule.md").read_text("utf-8")
    code = re.search(r"```python\n([^`]*?class DustStorm.*?)```", page, re.DOTALL)
    assert code
    made: dict[str, Any] = {}
    exec(compile(code[1], "special-rule.md", "exec"), made)  # noqa: S102
    mission = catalog().scenario("lawrence/aqaba")
    text = f'{mission.text}\n[[rules]]\nname = "lawrence.weather"\n'
    mine = build(mission.game, "lawrence/mine", text, {"lawrence.weather": made["Weather"]})
    view = Table.new(mine, SeededDice(1)).view(None)
    (card,) = (item for item in mine.game.items(view) if item.name == "dust-storm")
    assert made["DustStorm"].words in card.about
    assert play_out(mine, {"lawrence": Random()}, 1)[0].outcome


def rows_of(page: str, width: int) -> list[list[str]]:
    """The cells of all rows of tables with `width` columns, in the section on length and difficulty."""
    section = page.partition("## How long and how hard\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines()]
    return [row for row in rows if len(row) == width and row[1][:1].isdigit()]


def test_length_and_difficulty_of_every_scenario_are_as_measured() -> None:
    """The bands and the rounding are those described on the page."""
    page = (DOCS / "inside" / "balance.md").read_text("utf-8")
    pace = {game: int(minutes) / int(actions) for game, minutes, actions in rows_of(page, 3)}
    shown = {}
    for id, wins, difficulty, actions, minutes in rows_of(page, 5):
        share = int(wins.removesuffix(" %"))
        assert difficulty == ("easy" if share >= 75 else "medium" if share >= 40 else "hard"), id
        estimate = int(actions) * pace[id.partition("/")[0]]
        assert abs(int(minutes) - estimate) <= (2.5 if estimate < 60 else 15), id
        shown[id] = (int(minutes), difficulty)
    known = catalog()
    mine = [id for id in known.scenarios.ids if id.partition("/")[0] in pace]
    infos = {id: known.scenarios.info(id) for id in mine}
    assert shown == {id: (info.minutes, info.difficulty) for id, info in infos.items()}
