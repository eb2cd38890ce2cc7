"""Every option of a game stands in its page, with its default and what it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.plugins.installation import catalog

DOCS = Path(__file__).parents[2] / "docs"
WITH_OPTIONS = [id for id, info in catalog().games.infos.items() if info.options]


@pytest.mark.parametrize("game", WITH_OPTIONS)
def test_the_options_are_told_as_they_are(game: str) -> None:
    page = (DOCS / f"{game}.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines()]
    told = {row[0].strip("`"): (row[1], row[3]) for row in rows if len(row) == 4 and row[0] != "option"}
    told.pop("---", None)
    options = catalog().games.infos[game].options
    assert told == {name: (str(one.default).lower(), one.help) for name, one in options.items()}
