"""What all commands share: the parser itself, and arguments that several take."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from sandtable.errors import SandtableError

SCENARIO = "one that is installed or lies in your scenarios folder (list GAME names it), or a file"
SAVE = "a file, or the name of one of your saves"
GAME = "a game's id, or the beginning of it"


class UsageError(SandtableError):
    """A command line that can not be read."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; its help ends with examples.

    `examples` are whole command lines, which a test runs. `hint` ends the line that says what is
    missing. `below` has the parsers of the words that
    may follow, by word.
    """

    examples: tuple[str, ...] = ()
    hint: str = ""
    below: dict[str, Parser]

    def __init__(self, **about: Any) -> None:
        super().__init__(**about)
        self.below = {}

    def words(self, **about: Any) -> Words:
        """Have words follow, such as ``plugins list``; what argparse's `add_subparsers` takes."""
        return Words(self, self.add_subparsers(parser_class=Parser, **about))

    def options(self) -> list[str]:
        """The long options."""
        texts = (text for action in self._actions for text in action.option_strings)
        return [text for text in texts if text.startswith("--")]

    def error(self, message: str) -> NoReturn:
        name = self.prog.removeprefix("sandtable").strip()
        hint = f"; {self.hint}" if self.hint and "required" in message else ""
        raise UsageError(f"{name}: {message}{hint}" if name else f"{message} (see sandtable --help)")

    def format_help(self) -> str:
        shown = ["", "examples:", *(f"  {one}" for one in self.examples), ""] if self.examples else []
        return super().format_help() + "\n".join(shown)


class Words:
    """The words that may follow a parser's own."""

    def __init__(self, parent: Parser, made: argparse._SubParsersAction[Parser]) -> None:
        self._parent = parent
        self._made = made

    def add(self, name: str, run: str, help: str) -> Parser:
        """Add a word; `run` is ``module:function`` below sandtable.cli, empty where words follow."""
        shape = self._parent.formatter_class
        one = self._made.add_parser(name, help=help, description=help, formatter_class=shape)
        for option in ("--debug", "--no-plugins"):
            # Every command takes them; where they are left out, what stands before the command counts.
            one.add_argument(
                option, action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
            )
        one.set_defaults(run=run)
        self._parent.below[name] = one
        return one


def add_json(one: Parser, default: bool | str = False) -> None:
    """`json`."""
    one.add_argument("--json", action="store_true", default=default, help="print JSON")


def add_seats(one: Parser, players: str) -> None:
    """`seat`, a list."""
    one.add_argument(
        "--seat", action="append", default=[], metavar=f"SEAT={players}", help="who plays a seat"
    )


def add_house_rules(one: Parser) -> None:
    """`set`, a list."""
    one.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule")


def add_place(one: Parser, help: str) -> None:
    """`to`, a place in a save."""
    one.add_argument("--to", metavar="N|@BOOKMARK", help=help)


def add_input(one: Parser) -> None:
    """Where lines come from, and how it is shown."""
    one.add_argument("--input", metavar="FILE", help="read commands from a file, one per line")
    one.add_argument("--keep-going", action="store_true", help="go on after a command that is not legal")
    one.add_argument("--plain", action="store_true", help="plain lines, also at a terminal")
    one.add_argument("--sync", action="store_true", help="have every line on the disk at once")
