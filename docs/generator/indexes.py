"""The pages that list other pages: on scenario files, and on lessons and reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator import games, markdown

LESSONS = """\
A lesson is a whole game, step by step; `sandtable learn GAME` plays it with you. A report tells the
story of a recorded game; `sandtable report SAVE` writes one.

```sh
sandtable learn lrdg
sandtable report saves/lrdg-barca.jsonl raid.html
```"""

SCENARIOS = """\
A scenario is a TOML file. `sandtable scenario export lrdg/slonta` prints one with comments that
explain every table. It begins:

```toml
game = "lrdg"
title = "The Slonta Raid, May 1942"
budget = 20
duration = 7
```

[Make a scenario](../make/scenario.md) shows how to use these pages. Special rules and bots that imagine
a table use the state."""


def lessons() -> str:
    """Return the page on lessons and reports."""
    heads = ("game", "a lesson", "a report")
    return _page("Lessons and reports", LESSONS, heads, {"lesson": "Lesson", "report": "Report"})


def scenarios() -> str:
    """Return the page on scenario files."""
    heads = ("game", "keys, special rules and their points", "the position")
    return _page("Scenario files", SCENARIOS, heads, {"scenario": "Scenario files", "state": "State"})


def _page(title: str, introduction: str, heads: Sequence[str], kinds: Mapping[str, str]) -> str:
    """Return a page with a table of each game's pages; `kinds` maps file names to page names."""
    rows, entries = [], list[str]()
    for game in games.built_in_games():
        files = {f"{kind}-{game.id}": name for kind, name in kinds.items()}
        rows.append((game.info.title, *(f"[{name.lower()}]({file}.md)" for file, name in files.items())))
        entries += (f"{name}: {game.info.title} <{file}>" for file, name in files.items())
    return markdown.page(title, introduction, markdown.table(heads, rows), markdown.toctree(entries))
