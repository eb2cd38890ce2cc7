"""Parses a command line: looks up its words, and imports only the module they need."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sandtable import PluginError, SandtableError, ShellCommand, __version__
from sandtable.tooling import Guard
from sandtable_shell.command_words import find_id, has_words, load, words_below
from sandtable_shell.parser import Parser, UsageError, error_with_help

ABOUT_OPTIONS = ("--", "FILE: ", "missing:")
"""An error that begins like this is about options or arguments, and points at the command's help."""


class CommandLine(NamedTuple):
    """A parsed command line: the command's words, its function, and its arguments."""

    command: str
    run: Callable[[argparse.Namespace], int]
    arguments: argparse.Namespace


def parse(words: Sequence[str]) -> CommandLine:
    """Return the command and the arguments that the words mean.

    Raises UsageError with the nearest option, UnknownName with the nearest word, or
    PluginError.
    """
    arguments = argparse.Namespace()
    *outer, last = levels(words)
    unknown: list[str] = []
    for level in outer:
        if level.own or not level.id:
            unknown += parser_of(level.id).parse_known_args(level.own, arguments)[1]
    parser, name = parser_of(last.id), last.id.replace(".", " ")
    if parser.whole and last.typed.lower() != name.rpartition(" ")[2]:
        raise UsageError(f'"{last.typed}": type {name} in full; nothing was done')
    try:
        unknown += parser.parse_known_intermixed_args(last.own, arguments)[1]
    except SystemExit as stopped:
        if not stopped.code:  # from --help
            raise
        raise RuntimeError(f"SystemExit: {stopped.code}") from stopped
    if parser.run is None:
        parser.refuse_missing()
    if unknown:
        parser.refuse_unknown(unknown)
    return CommandLine(name, parser.run, arguments)


def run(words: Sequence[str]) -> int:
    """Run the command that the words mean; return the exit status."""
    line = parse(words)
    try:
        with Guard():
            status: object = line.run(line.arguments)
    except SandtableError as error:
        if str(error).startswith(ABOUT_OPTIONS):
            raise UsageError(error_with_help(line.command, str(error))) from error
        raise
    if not isinstance(status, int):
        raise PluginError(f'the command {line.command} returned "{status}"; an exit status was expected')
    return status


class CommandWord(NamedTuple):
    """One word of a command: its id, how it was typed, and the arguments after it."""

    id: str
    typed: str
    own: list[str]


def levels(words: Sequence[str]) -> Iterator[CommandWord]:
    """Yield a line's command words; the first is the program itself."""
    level = CommandWord("", "", [])
    for place, typed in enumerate(words):
        if not has_words(level.id):
            level.own.extend(words[place:])
            break
        if typed.startswith("-"):
            level.own.append(typed)
        else:
            yield level
            level = CommandWord(find_id(level.id, typed), typed, [])
    yield level


def parser_of(id: str) -> Parser:
    """Return a command's parser; the empty id stands for the program itself."""
    parser = Parser()
    fill(parser, id)
    return parser


def fill(parser: Parser, id: str) -> None:
    """Add a command's arguments to a parser."""
    parser.command(id, load(id) if id else PROGRAM, partial(words_below, id))


def _arguments(parser: Parser) -> None:
    version = f"sandtable {__version__}"
    parser.add_argument("--version", action="version", version=version, help="print the version")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    parser.add_argument("--no-plugins", action="store_true", help="use only the built-in plugins")


def _welcome(arguments: argparse.Namespace) -> int:
    """Run ``sandtable`` without arguments: offer games at a terminal, else print help."""
    from sandtable_shell import asking, menu  # noqa: PLC0415 (slow to import)

    if asking.can_ask(arguments):
        return run(line) if (line := menu.choose()) else 0
    parser_of("").print_help()
    return 0


PROGRAM = ShellCommand(
    summary="Historical wargames at a terminal prompt",
    more="Without a command, sandtable opens a menu of lessons, games and saves.",
    run=_welcome,
    arguments=_arguments,
    examples=("sandtable learn", "sandtable list", "sandtable play lrdg/el-alamein --seed 3"),
)
"""The program itself, for options before the first word."""


def parsers() -> dict[str, Parser]:
    """Return every command's parser, and the program's own, by its words."""
    by_command: dict[str, Parser] = {}
    ids = [""]
    while ids:
        id = ids.pop(0)
        by_command[id.replace(".", " ")] = parser_of(id)
        ids += [word.id for word in words_below(id)]
    return by_command
