"""The page on rulings: where a game adds to its rulebook, omits something or departs from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from generator import games, markdown
from sandtable import Game
from sandtable_console import rulebook

DEGREES = {
    "Says the same": "the rulebook says so, and the ruling makes it plain",
    "Chooses a reading": "the rulebook can be read in more than one way",
    "Fills a gap": "the rulebook does not say",
    "Departs": "the rulebook says something else, or its own parts disagree",
}
"""The degrees of rulings and their meanings, by the words that begin the ruling's box."""

_BOX = re.compile(r"\*\*(.+?)\.\*\* (.+)", re.DOTALL)
_SET = re.compile(r"--set (\w+)=")
_SENTENCE = re.compile(r"(?<=[.!?])\s")

INTRODUCTION = """\
Each game follows a printed rulebook. Where the rulebook leaves something open, the game's rules add a
ruling, in a box:

```text
LRDG-A27  Bounds of the success levels

| Fills a gap. The upper levels begin at 6 and at 11 VP ...
```

Read the rules here, or with `sandtable rules GAME SECTION` at a terminal: [Who Dares
Wins!](../../plugins/sandtable_lrdg/rules.md), [Lawrence of
Arabia](../../plugins/sandtable_lawrence/rules.md), [Megiddo
1918](../../plugins/sandtable_megiddo/rules.md). This page lists all rulings by how far they go, and
the house rules that let you play another reading: `sandtable play ... --set NAME=VALUE`."""

TREE = """\
```{toctree}
:hidden:

Who Dares Wins! <../../plugins/sandtable_lrdg/rules>
Lawrence of Arabia <../../plugins/sandtable_lawrence/rules>
Megiddo 1918 <../../plugins/sandtable_megiddo/rules>
```"""


class Ruling(NamedTuple):
    """A ruling in a game's rules: its section, its degree and its text."""

    section: str
    title: str
    degree: str
    text: str

    @property
    def options(self) -> tuple[str, ...]:
        """The house rules that let you play another reading."""
        return tuple(dict.fromkeys(_SET.findall(self.text)))

    @property
    def gist(self) -> str:
        """Its first sentence."""
        return _SENTENCE.split(self.text)[0]


def page() -> str:
    """Return the page on all games."""
    rows = [(f"**{degree}**", meaning) for degree, meaning in DEGREES.items()]
    return markdown.page(
        "Rules and rulings",
        INTRODUCTION,
        markdown.table(("a ruling", "when"), rows),
        *(part for game in games.built_in_games() for part in _game(game)),
        TREE,
    )


def of(game: Game[Any]) -> Iterator[Ruling]:
    """Yield a game's rulings in the order of its rules."""
    for section in rulebook.sections(game.rules_text):
        for block in rulebook.blocks(section.text):
            text = "\n\n".join(words for (words,) in block.rows) if block.kind == "box" else ""
            if (found := _BOX.fullmatch(text)) and found[1] in DEGREES:
                yield Ruling(section.id, section.title, found[1], found[2])


def _game(game: Game[Any]) -> Iterator[str]:
    rulings = list(of(game))
    title = game.info.title
    if options := game.info.options:
        yield f"## House rules of {title.rstrip('!')}"
        rows = [
            (markdown.word(name), _value(option.default), _values(option), option.help)
            for name, option in options.items()
        ]
        yield markdown.table(("option", "default", "other values", "what it does"), rows)
    for degree in DEGREES:
        if of_degree := [ruling for ruling in rulings if ruling.degree == degree]:
            yield f"## {title}: {degree[0].lower()}{degree[1:]}"
            cite = game.info.cite
            found = [
                (_name(ruling.section, cite), ruling.title, ruling.gist, _sets(ruling))
                for ruling in of_degree
            ]
            yield markdown.table(("section", "about", "ruling", "house rule"), found)


def _name(section: str, cite: str) -> str:
    return section if section.startswith(cite) else f"{cite} {section}"


def _sets(ruling: Ruling) -> str:
    return markdown.words(ruling.options)


def _value(value: object) -> str:
    return str(value).lower()


def _values(option: Any) -> str:
    return ", ".join(
        _value(value) for value in option.values or (True, False) if value != option.default
    )
