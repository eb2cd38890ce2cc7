"""The page on the prompt: the words that every game has, and the keys for watching a save."""

from __future__ import annotations

from collections.abc import Iterable

from generator import games, markdown
from sandtable_console.commands import Command
from sandtable_console.console import Console
from sandtable_tools.lessons import lesson as lessons
from sandtable_tools.lessons.guide import Guide
from sandtable_tools.views.watch.steps import KEYS

INTRODUCTION = """\
These words work in every game; `?` lists the game's own verbs. [Play](../play/prompt.md) shows how to
use them. Plugins may add more."""

LESSON = "A [lesson](../play/start.md) adds these."

PLACES = ("at the prompt", "at `-- more --`", "in a bot's pause")

KEYS_OF_THE_PROMPT = (
    ("`Tab`", "completes the word", "", ""),
    (
        "`Enter`",
        "sends the line; an empty line does the only legal action",
        "shows the next page",
        "skips the pauses",
    ),
    ("`q`", "", "skips the rest", "skips the pauses"),
    ("`Ctrl-C`", "clears the line", "skips the rest", "skips the pauses"),
    ("`Ctrl-D`", "saves and leaves the game", "the same", "skips the pauses"),
    ("`Ctrl-Z`", "suspends the game; `fg` resumes it", "the same", "the same"),
)
"""The effect of each key in each of PLACES."""


def _words() -> tuple[list[Command], list[Command]]:
    """Return the commands of every game, and those that a lesson adds."""
    lesson = next(found for game in games.built_in_games() if (found := lessons.lesson_of(game)))
    console = Console(lesson.begin())
    commands = list(console.commands.values())
    with_lesson = Guide(console, lesson).console.commands
    return commands, [command for command in with_lesson.values() if command not in commands]


def _table(commands: Iterable[Command]) -> str:
    """Return a table of commands with their help and examples."""
    rows = (
        (markdown.word(command.usage), command.help, markdown.words(command.examples))
        for command in commands
    )
    return markdown.table(("you type", "it means", "for example"), list(rows))


def page() -> str:
    """Return the page."""
    keys = [(markdown.words(key.shown.split(" ")), key.about) for key in KEYS if key.shown]
    every, of_lessons = _words()
    return markdown.page(
        "The words of the prompt",
        INTRODUCTION,
        _table(every),
        LESSON,
        _table(of_lessons),
        "## Keys",
        markdown.table(("key", *PLACES), KEYS_OF_THE_PROMPT),
        "## Keys of replay --step",
        markdown.table(("key", "what it does"), keys),
    )
