"""The pages that list others: those of scenario files, and the lessons and reports."""

from __future__ import annotations

from collections.abc import Iterable

from generator import games, markdown

LESSONS = """\
A lesson is a whole game, step by step; `sandtable learn GAME` plays it with you. A report is the
story of a recorded game, as `sandtable report SAVE` writes it.

```sh
sandtable learn lrdg
sandtable report saves/lrdg-barca.jsonl raid.html
```"""

SCENARIOS = """\
A scenario is a TOML file. `sandtable scenario export lrdg/slonta` prints one whose comments explain
every table. It begins like this:

```toml
game = "lrdg"
title = "The Slonta Raid, May 1942"
budget = 20
duration = 7
```

[Make a scenario](../make/scenario.md) shows how to use these pages. The state is for special rules, and
for bots that imagine a table."""


def lessons() -> str:
    """The page of lessons and reports."""
    return markdown.page(
        "Lessons and reports",
        LESSONS,
        markdown.table(
            ("game", "a lesson", "a report"),
            [
                (
                    game.info.title,
                    f"[the lesson](lesson-{game.id}.md)",
                    f"[the report](report-{game.id}.md)",
                )
                for game in games.built_in_games()
            ],
        ),
        _tree(
            f"{kind}: {game.info.title} <{kind.lower()}-{game.id}>"
            for game in games.built_in_games()
            for kind in ("Lesson", "Report")
        ),
    )


def scenarios() -> str:
    """The page of scenario files."""
    return markdown.page(
        "Scenario files",
        SCENARIOS,
        markdown.table(
            ("game", "keys, special rules, and the points where the game calls them", "the position"),
            [
                (
                    game.info.title,
                    f"[scenario files](scenario-{game.id}.md)",
                    f"[state](state-{game.id}.md)",
                )
                for game in games.built_in_games()
            ],
        ),
        _tree(f"{kind}-{game.id}" for kind in ("scenario", "state") for game in games.built_in_games()),
    )


def _tree(names: Iterable[str]) -> str:
    """The part of the table of contents below a page."""
    return markdown.code("\n".join([":hidden:", "", *names]), "{toctree}")
