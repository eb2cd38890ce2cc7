"""Every option of a game stands on the page of rulings, with its default and what it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.plugins.catalog import catalog

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "rulings.md"
WITH_OPTIONS = [id for id, info in catalog().games.infos.items() if info.options]


@pytest.mark.parametrize("game", WITH_OPTIONS)
def test_the_options_stand_there_as_they_are(game: str) -> None:
    info = catalog().games.infos[game]
    table = PAGE.read_text(encoding="utf-8").split(f"## House rules of {info.title.rstrip('!')}\n\n")[1]
    lines = table.partition("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    shown = {row[0].strip("`"): (row[1], row[3]) for row in rows}
    assert shown == {
        name: (str(option.default).lower(), option.help) for name, option in info.options.items()
    }
