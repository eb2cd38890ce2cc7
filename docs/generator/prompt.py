"""The page of the prompt: the words that every table has, and the keys with which a save is watched."""

from __future__ import annotations

from generator import games, markdown
from sandtable.repl import lesson as lessons
from sandtable.repl.commands import COMMANDS
from sandtable.repl.guide import Guided
from sandtable.repl.watch.steps import KEYS

INTRODUCTION = """\
At the prompt these words are the same in every game; the verbs of a game are listed by `?`. How one
plays is told in [playing](../playing.md)."""


LESSON = """\
In a [lesson](../playing.md#learning-a-game) there are these as well."""

PLACES = ("at the prompt", "at `-- more --`", "in a bot's pause")

KEYS_OF_THE_PROMPT = (
    ("`Tab`", "completes the word", "", ""),
    ("`Enter`", "does the line; alone, the only thing that can be done", "goes on", "hurries"),
    ("`q`", "", "leaves the rest of it out", "hurries"),
    ("`Ctrl-C`", "begins the line anew", "leaves the rest of it out", "hurries"),
    ("`Ctrl-D`", "leaves the game, which is saved", "the same", "hurries"),
    ("`Ctrl-Z`", "puts the game aside; `fg` takes it up again", "the same", "the same"),
)
"""Each key, and what it does in those places."""


def _of_lessons() -> list[tuple[str, str]]:
    """The words that a lesson adds, and what they mean."""
    lesson = next(found for game in games.built_in() if (found := lessons.of(game)))
    there = Guided(lesson.begin(), lesson=lesson).commands
    return [(markdown.word(one.usage), one.help) for name, one in there.items() if name not in COMMANDS]


def page() -> str:
    """The page."""
    words = [(markdown.word(one.usage), one.help) for one in COMMANDS.values()]
    keys = [(markdown.words(one.shown.split(" ")), one.about) for one in KEYS if one.shown]
    return markdown.page(
        "The words of the prompt",
        INTRODUCTION,
        markdown.table(("you type", "it means"), words),
        LESSON,
        markdown.table(("you type", "it means"), _of_lessons()),
        "## Keys",
        markdown.table(
            ("key", "at the prompt", "at `-- more --`", "in a bot's pause"), KEYS_OF_THE_PROMPT
        ),
        "## Keys of replay --step",
        markdown.table(("key", "what it does"), keys),
    )
