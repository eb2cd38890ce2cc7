"""A typed line becomes arguments: the words are looked up, and only their module is imported."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sandtable import __version__
from sandtable.base.errors import PluginError
from sandtable.plugins.shell_command import ShellCommand, Word
from sandtable.shell.parser import Parser, UsageError
from sandtable.shell.words import has_words, load, meant, word_of, words_below

PROGRAM = Word("", "Historical wargames at a terminal prompt.")


class CommandLine(NamedTuple):
    """What was typed: the command in words, what it does, and the arguments for that.

    `verdict` is as in a ShellCommand.
    """

    command: str
    run: Callable[[argparse.Namespace], int]
    arguments: argparse.Namespace
    verdict: bool = False


def parse(words: Sequence[str]) -> CommandLine:
    """The command and the arguments that words mean.

    UsageError in one line, with the nearest option; UnknownName with the nearest word; PluginError.
    """
    found = argparse.Namespace()
    *outer, last = levels(words)
    unknown: list[str] = []
    for level in outer:
        if level.own or not level.id:
            unknown += parser_of(level.id).parse_known_args(level.own, found)[1]
    parser, name = parser_of(last.id), last.id.replace(".", " ")
    if parser.whole and last.typed.lower() != name.rpartition(" ")[2]:
        raise UsageError(f'"{last.typed}": {name} is typed with all its letters, and nothing was done')
    unknown += parser.parse_known_args(last.own, found)[1]
    if parser.run is None:
        parser.missing()
    if unknown:
        parser.unknown(unknown)
    return CommandLine(name, parser.run, found, parser.verdict)


def run(words: Sequence[str]) -> int:
    """Do what words mean; the exit status."""
    line = parse(words)
    if line.verdict:
        from sandtable.shell import apart  # noqa: PLC0415 (slow to import, and seldom needed)

        if apart.needed():
            return apart.run(words)
    status: object = line.run(line.arguments)
    if not isinstance(status, int):
        raise PluginError(f"the command {line.command} returned {status!r}; an exit status was expected")
    return status


class Level(NamedTuple):
    """A command of a line: its id, how it was typed, and what stands behind it."""

    id: str
    typed: str
    own: list[str]


def levels(words: Sequence[str]) -> Iterator[Level]:
    """The commands of a line, the program itself first."""
    level = Level("", "", [])
    for place, typed in enumerate(words):
        if not has_words(level.id):
            level.own.extend(words[place:])
            break
        if typed.startswith("-"):
            level.own.append(typed)
        else:
            yield level
            level = Level(meant(level.id, typed), typed, [])
    yield level


def parser_of(id: str) -> Parser:
    """The parser of a word; that of the program itself for the empty one."""
    parser = Parser()
    fill(parser, id)
    return parser


def fill(parser: Parser, id: str) -> None:
    """Have a parser take what a word takes."""
    below = partial(words_below, id)
    if id:
        parser.command(word_of(id), load(id), below)
    else:
        parser.program(PROGRAM, _program(), below)


def _program() -> ShellCommand:
    """What the program takes before its first word."""
    return ShellCommand(
        run=_welcome,
        arguments=_program_arguments,
        examples=("sandtable list", "sandtable play lrdg/el-alamein --seed 3"),
    )


def _program_arguments(parser: Parser) -> None:
    parser.add_argument("--version", action="version", version=f"sandtable {__version__}")
    parser.add_argument("--debug", action="store_true", help="show where a fault came from")
    parser.add_argument("--no-plugins", action="store_true", help="use the built-in plugins alone")


def _welcome(arguments: argparse.Namespace) -> int:
    """What ``sandtable`` alone does: at a terminal it offers games, else it shows help."""
    from sandtable.shell.asking import possible  # noqa: PLC0415 (slow to import)

    if possible(arguments):
        from sandtable.shell import menu  # noqa: PLC0415 (likewise)

        return run(line) if (line := menu.choose()) else 0
    parser_of("").print_help()
    return 0


def parsers() -> dict[str, Parser]:
    """The parsers of all words and of the program itself, by what is typed."""
    found: dict[str, Parser] = {}
    ids = [""]
    while ids:
        id = ids.pop(0)
        found[id.replace(".", " ")] = parser_of(id)
        ids += [word.id for word in words_below(id)]
    return found
