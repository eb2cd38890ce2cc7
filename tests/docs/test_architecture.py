"""The page about the architecture names every tool."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "inside" / "architecture.md").read_text(encoding="utf-8")


def rooms(folder: str) -> set[str]:
    """The packages in a folder."""
    return {path.parent.name for path in (ROOT / folder).glob("*/__init__.py*")}


def test_the_drawing_of_the_house_and_the_table_of_tools_have_every_tool() -> None:
    drawing = re.search(r"plugins/sandtable_tools +(.*?) +│", PAGE)
    assert drawing
    assert set(drawing[1].split(" · ")) == rooms("plugins/sandtable_tools")
    for tool in rooms("plugins/sandtable_tools"):
        assert f"| `{tool}` |" in PAGE
