"""The parser of one word of the command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
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


OURS = (
    (r"argument (\S+): invalid int value: '(.*)'", r'\1 takes a whole number, not "\2"'),
    (r"argument (\S+): invalid float value: '(.*)'", r'\1 takes a number, not "\2"'),
    (r"argument (\S+): invalid choice: '(.*)' \(choose from (.*)\)", r'\1 takes \3, not "\2"'),
    (r"argument (\S+): expected (?:one argument|at least one argument)", r"\1 takes a value"),
    (r"argument (\S+): ignored explicit argument '(.*)'", r'\1 takes no value, so not "\2"'),
    (r"argument (\S+): not allowed with argument (\S+)", r"\2 and \1 do not go together"),
    (r"argument (\S+): (.*)", r"\1: \2"),
    (r"ambiguous option: (\S+) could match (.*)", r'"\1" could be \2'),
    (r"the following arguments are required: (.*)", r"missing: \1"),
)
"""What argparse says, and how we say it."""


class UsageError(SandtableError):
    """A command line that cannot be read."""


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
        self.error(f"missing: {' or '.join(self.below) or 'a further word, which no plugin brings'}")

    def unknown(self, words: Sequence[str]) -> NoReturn:
        """Say that some words mean nothing here, with the nearest option."""
        first = words[0]
        if not first.startswith("-"):
            self.error(f'one word too many: "{first}"')
        close = self.nearest_option(first.partition("=")[0])
        meant = f'; did you mean "{close}"?' if close else ""
        self.error(f'no option "{first}"{meant}')

    def error(self, message: str) -> NoReturn:
        name = self.prog.removeprefix("sandtable").strip()
        ours = next(
            (found.expand(to) for of, to in OURS if (found := re.fullmatch(of, message))), message
        )
        more = self._hint if self._hint and ours.startswith("missing") else f"see {self.prog} --help"
        raise UsageError(f"{name and f'{name}: '}{ours} ({more})")

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
