"""The commands that ask what you can do: `?`, `help`, `why`."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from msgspec import structs

from sandtable import ActionError, InvalidAction, SandtableError, listing
from sandtable.tooling import clip, mark_of, match, resolve
from sandtable_console import lines
from sandtable_console.commands import Command, import_on_call, suggest
from sandtable_console.completion import action_words
from sandtable_console.option_rows import MOST_NAMED
from sandtable_console.reading import when_legal

if TYPE_CHECKING:
    from sandtable_console.console import Console

USAGE = 22
"""The width of the usage column; a longer usage has its help on the next line."""


def _options(console: Console, rest: str) -> list[str]:
    if rest and not console.reader.options_like(rest):
        return _commands_like(console, rest)
    choices = console.reader.choices(rest)
    words = ", ".join(word for word, command in console.commands.items() if command.listed)
    others = wrap(f"other commands: {words}", console.width, subsequent_indent="  ")
    return choices if rest else [*choices, *others]


def _commands_like(console: Console, rest: str) -> list[str]:
    """Return the help of the commands that begin with the typed words. Raises ActionError."""
    if when := when_legal(console.session, rest):
        raise ActionError(when)
    word = rest.split()[0]
    if meant := [] if mark_of(word) and word not in console.commands else match(word, console.commands):
        return [row for name in meant for row in _usage_rows(console.commands[name], console.width)]
    try:
        console.reader.read(rest, first=False)
    except InvalidAction:
        raise ActionError(f'no legal action begins with "{clip(rest)}"; ? lists them all') from None
    return []


def _options_preview(console: Console, rest: str) -> str:
    if not rest:
        return ""
    if fits := console.reader.options_like(rest):
        return f"lists {listing([*map(console.display.in_words, fits)], MOST_NAMED)}"
    about = _options(console, rest)  # raises an error if no command fits either
    return f"explains {about[0].split()[0]}" if about else ""


def _help(console: Console, rest: str) -> list[str]:
    if rest:
        word = _subject(console, rest)
        if command := console.commands.get(word):
            as_typed = f"for example: {'; '.join(command.examples)}" if command.examples else ""
            return [*_usage_rows(command, console.width), *_help_rows(as_typed, console.width)]
        kind = console.session.scenario.verbs[word]
        names = (field.name.upper() for field in structs.fields(kind))
        return [f"  {' '.join([word, *names])}", f"  {kind.help} (? {word} lists what is legal now)"]
    return [
        "Type an action, or any abbreviation that fits only one.",
        *(row for command in console.commands.values() for row in _usage_rows(command, console.width)),
        "Separate commands with a semicolon. A number picks from the last list shown.",
        "After a verb that takes one name, you may type several names.",
    ]


def _subject(console: Console, rest: str) -> str:
    """Return the command or verb to explain. Raises UnknownName or AmbiguousName."""
    return resolve("command", rest.split()[0], [*console.commands, *console.session.scenario.verbs])


def _usage_rows(command: Command, width: int) -> list[str]:
    """Return a command's usage, without script-only options, and its help next to it or below."""
    rows, usage = _help_rows(command.help, width), command.usage.partition(" [--")[0]
    if len(usage) > USAGE or not rows:
        return [f"  {usage}", *rows]
    return [f"  {usage:<{USAGE}} {rows[0].strip()}", *rows[1:]]


def _help_rows(text: str, width: int) -> list[str]:
    hang = " " * (USAGE + 3)
    return wrap(text, max(width, 2 * USAGE), initial_indent=hang, subsequent_indent=hang)


def _verbs(console: Console) -> dict[str, str]:
    return {verb: kind.help for verb, kind in console.session.scenario.verbs.items()}


def _why_preview(console: Console, rest: str) -> str:
    """Return only the reason; running `why` also finds the choices that would help."""
    if not rest:
        return ""
    try:
        meant = console.reader.meaning(rest)
    except SandtableError as error:
        return str(error)
    if meant.command:
        return meant.command.effect(console, meant.rest)
    return f"{'; '.join(str(move[0]) for move in meant.moves)} is legal"


OPTIONS = Command(
    f"{lines.QUESTION} [WORDS]",
    "list the legal actions; with WORDS, only those that match",
    _options,
    complete=action_words,
    preview=_options_preview,
    kind="looks",
    listed=False,
)
HELP = Command(
    "help [WORD]",
    "list all commands; with WORD, explain a command or a verb",
    _help,
    complete=lambda console, rest: suggest(
        {word: command.help for word, command in console.commands.items()} | _verbs(console), rest
    ),
    preview=lambda console, rest: f"explains {_subject(console, rest)}" if rest else "",
    kind="looks",
    examples=("help log",),
)
WHY = Command(
    "why [ACTION]",
    "explain why ACTION is not legal, by default the last one refused; list what would help",
    import_on_call("sandtable_console.why", "why"),
    complete=lambda console, rest: action_words(console, rest) or suggest(_verbs(console), rest),
    preview=_why_preview,
    kind="looks",
    examples=("why undo",),
)
