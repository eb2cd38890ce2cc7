"""The pages for contributors: the architecture names every tool, and what they search for is there."""

from __future__ import annotations

import re
import shlex
import subprocess
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


def test_the_searches_that_contributors_are_shown_find_something() -> None:
    commands = re.findall(
        r"^grep .*?(?=  )", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE
    )
    assert len(commands) == 2
    for command in commands:
        done = subprocess.run(shlex.split(command), cwd=ROOT, capture_output=True, check=True)
        assert done.stdout
