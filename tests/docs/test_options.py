"""Every option of a game is on the page of rulings, with its default and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.plugins.catalog import catalog

WITH_OPTIONS = [id for id, info in catalog().games.infos.items() if info.options]


@pytest.mark.parametrize("game", WITH_OPTIONS)
def test_the_options_are_there_as_they_are(game: str, generator: Any) -> None:
    info = catalog().games.infos[game]
    table = generator.rulings.page().split(f"## House rules of {info.title.rstrip('!')}\n\n")[1]
    lines = table.partition("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    shown = {row[0].strip("`"): (row[1], row[3]) for row in rows}
    assert shown == {
        name: (str(option.default).lower(), option.help) for name, option in info.options.items()
    }
