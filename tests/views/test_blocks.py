"""A section's text in parts: paragraphs, lists, steps and tables, with no word lost."""

from __future__ import annotations

import re

import pytest
from nonempty import some

from sandtable.plugins.catalog import catalog
from sandtable_console import rulebook

TEXT = """A paragraph
of two lines, -1 in it:
- an item
  that goes on
- **another**

1. First.
2. Then.

| Die | Result |
| --: | ------ |
|   1 | lost |

The end."""


def test_paragraphs_lists_steps_and_tables_are_distinguished() -> None:
    assert [tuple(block) for block in rulebook.blocks(TEXT)] == [
        ("text", [["A paragraph of two lines, -1 in it:"]]),
        ("list", [["an item that goes on"], ["**another**"]]),
        ("steps", [["First."], ["Then."]]),
        ("table", [["Die", "Result"], ["1", "lost"]]),
        ("text", [["The end."]]),
    ]
    assert rulebook.blocks("") == []


@pytest.mark.parametrize("game", ["lawrence", "lrdg", "megiddo"])
def test_no_word_of_the_rules_is_lost(game: str) -> None:
    for section in some(rulebook.sections(catalog().game(game).rules_text)):
        blocks = rulebook.blocks(section.text)
        pictures = [row[0] for block in blocks if block.kind == "picture" for row in block.rows]
        drawn = re.findall(r"^```\w+.*\n((?:.*\n)*?)```$", section.text, re.MULTILINE)
        assert pictures == "".join(drawn).splitlines()
        prose = re.sub(r"^```\w+.*\n(?:.*\n)*?```$", "", section.text, flags=re.MULTILINE)
        prose = re.sub(r"^\|.*$", lambda row: row[0].replace("|", " "), prose, flags=re.MULTILINE)
        marks = re.compile(r"^> ?|^\s*([-*]|\d+\.) |^ [-: ]+$", re.MULTILINE)
        cells = [
            cell for block in blocks if block.kind != "picture" for row in block.rows for cell in row
        ]
        assert " ".join(cells).split() == marks.sub(" ", prose).split()


def test_steps_are_printed_each_on_its_line() -> None:
    assert rulebook.show(f"## 1 Turns\n{TEXT}", "1", width=30)[6:10] == [
        "- another",
        "",
        "1. First.",
        "2. Then.",
    ]
