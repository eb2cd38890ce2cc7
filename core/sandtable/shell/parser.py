"""The parser of one word of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from shutil import get_terminal_size
from typing import Any, NoReturn

from sandtable.base.errors import SandtableError
from sandtable.base.words import nearest
from sandtable.plugins.shell_command import ShellCommand, Word

Completer = Callable[..., Iterable[str]]
"""What gives the values of an argument, as argcomplete calls it; a mapping has a few words of each."""

LAST = "the program"
"""The last heading of the help."""

EVERYWHERE = ("--debug", "--no-plugins")
"""What every word takes; where they are left out, what stands before the word counts."""


class UsageError(SandtableError):
    """A command line that can not be read."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; its help ends with examples.

    `examples` are whole command lines, which a test runs; `taken` are its arguments. `run` is what it
    does, None where a further word must follow; `verdict` and `whole` are as in a ShellCommand.
    """

    def __init__(self, **about: Any) -> None:
        self.taken: list[argparse.Action] = []
        self.examples: tuple[str, ...] = ()
        self.run: Callable[[argparse.Namespace], int] | None = None
        self.verdict = self.whole = False
        self._hint = ""
        self._find_below: Callable[[], Iterable[Word]] = tuple
        self._headed = False
        # Argparse would ask the terminal for its width at every argument.
        shape = partial(argparse.HelpFormatter, width=get_terminal_size().columns - 2)
        about.setdefault("formatter_class", shape)
        super().__init__(**about)

    def add_argument(
        self, *names: str, completer: Completer | None = None, **about: Any
    ) -> argparse.Action:
        """Add an argument; its `completer` gives the values that a shell completes."""
        action = super().add_argument(*names, **about)
        self.taken.append(action)
        if completer:
            vars(action)["completer"] = completer
        return action

    def command(self, word: Word, command: ShellCommand, below: Callable[[], Iterable[Word]]) -> None:
        """Take what a word takes; `below` finds the words that may follow it."""
        for option in EVERYWHERE:
            self.add_argument(
                option, action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
            )
        self._take(f"sandtable {word.id.replace('.', ' ')}", word, command, below)

    def program(self, word: Word, command: ShellCommand, below: Callable[[], Iterable[Word]]) -> None:
        """Take what stands before the first word; help has the words under their headings."""
        self._headed = True
        self._take("sandtable", word, command, below)

    def _take(
        self, name: str, word: Word, command: ShellCommand, below: Callable[[], Iterable[Word]]
    ) -> None:
        self.prog = name
        self.description = ". ".join(filter(None, [word.summary, command.more]))
        self.examples, self._hint, self.run = command.examples, command.hint, command.run
        self.verdict, self.whole = command.verdict, command.whole
        self.allow_abbrev = not command.whole
        self._find_below = below
        command.arguments(self)

    @cached_property
    def below(self) -> Mapping[str, Word]:
        """The words that may follow."""
        return {word.id.rpartition(".")[2]: word for word in self._find_below()}

    def nearest_option(self, typed: str) -> str | None:
        """The long option that is most like a word."""
        names = [name[2:] for one in self.taken for name in one.option_strings if name[:2] == "--"]
        close = nearest(typed.lstrip("-"), names)
        return f"--{close}" if close and typed.startswith("-") else None

    def missing(self) -> NoReturn:
        """Say that a word must follow."""
        self.error(f"the following arguments are required: {'|'.join(self.below) or 'a further word'}")

    def error(self, message: str) -> NoReturn:
        name = self.prog.removeprefix("sandtable").strip()
        hint = f"; {self._hint}" if self._hint and "required" in message else ""
        raise UsageError(f"{name}: {message}{hint}" if name else f"{message} (see sandtable --help)")

    def format_help(self) -> str:
        if self._headed:
            self._add_headings()
        elif self.below:
            self.add_words()
        self._headed, self.below = False, {}  # they are listed now
        shown = ["", "examples:", *(f"  {one}" for one in self.examples), ""] if self.examples else []
        return super().format_help() + "\n".join(shown)

    def add_words(self) -> None:
        """Have the words that may follow listed, as argparse does it."""
        if self.run:
            made = self.add_subparsers(title="words", metavar="WORD")
        else:
            made = self.add_subparsers(metavar="|".join(self.below))
        for name, word in self.below.items():
            made.add_parser(name, help=word.summary.replace("%", "%%"))

    def _add_headings(self) -> None:
        """Have the words listed under the headings of their groups."""
        options = self.format_usage().removeprefix("usage: ")
        self.usage = " ".join([*options.split(), "COMMAND ..."]).replace("%", "%%")
        titles = dict.fromkeys(word.group for word in self.below.values())
        for title in sorted(titles, key=lambda title: title == LAST):
            heading = self.add_argument_group(title)
            for name, word in self.below.items():
                if word.group == title:
                    heading.add_argument(name, nargs="?", help=word.summary.replace("%", "%%"))
