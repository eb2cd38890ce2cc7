"""The page of the prompt: the words that every table has, and the keys with which a save is watched."""

from __future__ import annotations

from generator import markdown
from sandtable.repl.commands import COMMANDS
from sandtable.repl.watch.steps import KEYS

INTRODUCTION = """\
At the prompt these words are the same in every game; the verbs of a game are listed by `?`. How one
plays is told in [playing](../playing.md)."""


def page() -> str:
    """The page."""
    words = [(markdown.word(one.usage), one.help) for one in COMMANDS.values()]
    keys = [(markdown.words(one.shown.split(" ")), one.about) for one in KEYS if one.shown]
    return markdown.page(
        "The words of the prompt",
        INTRODUCTION,
        markdown.table(("you type", "it means"), words),
        "## Keys of replay --step",
        markdown.table(("key", "what it does"), keys),
    )
