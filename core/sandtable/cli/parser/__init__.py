"""The words of the command line."""

from __future__ import annotations

import argparse
from functools import partial
from shutil import get_terminal_size

from sandtable import __version__
from sandtable.cli.parser import extending, judging, looking, own, playing
from sandtable.cli.parser.base import Parser, UsageError
from sandtable.words import nearest, resolve

__all__ = ["Parser", "UsageError", "build_parser", "expand", "parse"]


def parse(words: list[str]) -> argparse.Namespace:
    """The arguments that words mean; UsageError in one line, with the nearest option."""
    parser = build_parser()
    arguments, unknown_words = parser.parse_known_args(expand(parser, words))
    if not unknown_words:
        return arguments
    option = unknown_words[0].partition("=")[0]
    names = [name for name in (arguments.command, getattr(arguments, "word", None)) if name]
    for name in names:
        parser = parser.below[name]
    close = nearest(option.lstrip("-"), [text.lstrip("-") for text in parser.options()])
    hint = f'; did you mean "--{close}"?' if close and option.startswith("-") else ""
    name = f"{' '.join(names)}: " if names else ""
    raise UsageError(f"{name}unrecognized arguments: {' '.join(unknown_words)}{hint}")


def expand(parser: Parser, words: list[str]) -> list[str]:
    """The words with the command written out, when its beginning was typed; its second word too."""
    whole, kind = list(words), "command"
    for place, word in enumerate(words):
        if parser.below and not word.startswith("-"):
            whole[place] = resolve(kind, word, parser.below)
            kind, parser = f"{whole[place]} command", parser.below[whole[place]]
    return whole


def build_parser() -> Parser:
    """The parser of all commands; `run` of its result is ``module:function`` below sandtable.cli."""
    # Argparse would ask the terminal for its width at every argument.
    shape = partial(argparse.HelpFormatter, width=get_terminal_size().columns - 2)
    about = "Historical wargames at a terminal prompt."
    parser = Parser(prog="sandtable", description=about, formatter_class=shape)
    parser.examples = ("sandtable list", "sandtable play lrdg/benghazi-road --seed 3")
    parser.add_argument("--version", action="version", version=f"sandtable {__version__}")
    parser.add_argument("--debug", action="store_true", help="show where a fault came from")
    parser.add_argument("--no-plugins", action="store_true", help="use the built-in plugins alone")
    parser.set_defaults(run="catalogue:welcome")
    commands = parser.words(title="commands", metavar="COMMAND", dest="command")
    for family in (playing, judging, looking, extending, own):
        family.add(commands)
    return parser
