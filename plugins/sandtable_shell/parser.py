"""Parses one command's arguments, and writes its errors and its help."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from shutil import get_terminal_size
from typing import Any, NoReturn

from sandtable import AmbiguousName, SandtableError, ShellCommand, UnknownName
from sandtable.tooling import Guard, either, nearest_to
from sandtable_shell.command_words import Word

Completer = Callable[..., Iterable[str]]
"""Returns an argument's values for argcomplete; a mapping adds descriptions."""

LAST_HEADING = "the program"
"""The help's last heading."""

COMMON_OPTIONS = ("--debug", "--no-plugins")
"""Options of every command; one before the command applies unless it is repeated after it."""


REWORDINGS = (
    (r"argument (\S+): invalid int value: '(.*)'", r'\1 takes a whole number, not "\2"'),
    (r"argument (\S+): invalid float value: '(.*)'", r'\1 takes a number, not "\2"'),
    (r"argument (\S+): expected (?:one argument|at least one argument)", r"\1 takes a value"),
    (r"argument (\S+): ignored explicit argument '(.*)'", r'\1 takes no value, not "\2"'),
    (r"argument (\S+): not allowed with argument (\S+)", r"\2 and \1 cannot be used together"),
    (r"argument (\S+): (takes .*)", r"\1 \2"),
    (r"argument (\S+): (.*)", r"\1: \2"),
    (r"ambiguous option: (\S+) could match (.*)", r'"\1" could be \2'),
    (r"the following arguments are required: (.*)", r"missing: \1"),
)
"""Messages of argparse, and our wording of each."""


CHOICE = re.compile(r"argument (\S+): invalid choice: '(.*)' \(choose from (.*)\)")
"""Argparse's message about a wrong choice; some versions quote the choices."""


def reworded(message: str) -> str:
    """Return an argparse message in our wording."""
    if choice := CHOICE.fullmatch(message):
        names = [name.strip("'") for name in choice[3].split(", ")]
        close = nearest_to(choice[2], names)
        hint = f'; did you mean "{close}"?' if close else ""
        return f'{choice[1]} takes {either(names)}, not "{choice[2]}"{hint}'
    for pattern, ours in REWORDINGS:
        if match := re.fullmatch(pattern, message):
            return match.expand(ours)
    return message


class UsageError(SandtableError):
    """A wrong command line."""


def error_with_help(command: str, problem: str, hint: str = "") -> str:
    """Return the error for a problem, ending with a hint or a pointer to ``--help``."""
    program = " ".join(filter(None, ["sandtable", command]))
    return f"{command and f'{command}: '}{problem} ({hint or f'see {program} --help'})"


@contextmanager
def name_option(option: str) -> Iterator[None]:
    """Prefix an error about a value with the option that takes it.

    ``no seat "brit"`` becomes ``--seat: no seat "brit"`` and points at the help. Errors from
    plugins, games and saves pass unchanged.
    """
    try:
        yield
    except SandtableError as error:
        about_value = type(error) in (SandtableError, UnknownName, AmbiguousName)
        if not about_value or str(error).startswith("--"):
            raise
        raise UsageError(f"{option}: {error}") from error


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, and ends its help with examples.

    `taken` lists its arguments, and `examples` are whole command lines, which a test runs. `run` and
    `whole` are those of the ShellCommand.
    """

    def __init__(self, **about: Any) -> None:
        self.examples: tuple[str, ...] = ()
        self.run: Callable[[argparse.Namespace], int] | None = None
        self.whole = False
        self._hint = ""
        self._find_below: Callable[[], Iterable[Word]] = tuple
        self._headed = False
        # argparse would ask the terminal for its width at every argument
        shape = partial(argparse.HelpFormatter, width=get_terminal_size().columns - 2)
        about.setdefault("formatter_class", shape)
        super().__init__(**about)

    @property
    def taken(self) -> Sequence[argparse.Action]:
        """The arguments, including those in groups."""
        return self._actions

    def add_argument(
        self, *names: str, completer: Completer | None = None, **about: Any
    ) -> argparse.Action:
        """Add an argument; a shell completes it from its `completer`."""
        action = super().add_argument(*names, **about)
        if completer:
            vars(action)["completer"] = completer
        return action

    def command(self, id: str, command: ShellCommand, below: Callable[[], Iterable[Word]]) -> None:
        """Add a command's arguments; `below` finds the words that may follow it.

        The empty id stands for the program itself, whose help lists the commands under headings.
        """
        self._headed = not id
        for option in COMMON_OPTIONS if id else ():
            self.add_argument(
                option, action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
            )
        self.prog = f"sandtable {id.replace('.', ' ')}".strip()
        self.description = ". ".join(filter(None, [command.summary, command.more]))
        self.examples, self._hint, self.run = command.examples, command.hint, command.run
        self.whole = command.whole
        self.allow_abbrev = not command.whole
        self._find_below = below
        with Guard():
            command.arguments(self)

    @cached_property
    def below(self) -> Mapping[str, Word]:
        """The words that may follow this one."""
        return {word.id.rpartition(".")[2]: word for word in self._find_below()}

    def refuse_missing(self) -> NoReturn:
        """Raise UsageError, because another word must follow."""
        self.error(f"missing: {' or '.join(self.below) or 'another word, but no plugin provides one'}")

    def refuse_unknown(self, words: Sequence[str]) -> NoReturn:
        """Raise UsageError for unknown words, with the nearest option."""
        word = words[0]
        if not word.startswith("-"):
            self.error(f'unexpected argument "{word}"')
        options = (name for argument in self.taken for name in argument.option_strings)
        names = [name[2:] for name in options if name.startswith("--")]
        close = nearest_to(word.partition("=")[0].lstrip("-"), names)
        hint = f'; did you mean "--{close}"?' if close else ""
        self.error(f'no option "{word}"{hint}')

    def error(self, message: str) -> NoReturn:
        name = self.prog.removeprefix("sandtable").strip()
        text = reworded(message)
        hint = self._hint if text.startswith("missing") else ""
        raise UsageError(error_with_help(name, text, hint))

    def format_help(self) -> str:
        if self._headed:
            options = self.format_usage().removeprefix("usage: ")
            self.usage = " ".join([*options.split(), "COMMAND ..."]).replace("%", "%%")
            titles = dict.fromkeys(word.group for word in self.below.values())
            for title in sorted(titles, key=lambda title: title == LAST_HEADING):
                heading = self.add_argument_group(title)
                for name, word in self.below.items():
                    if word.group == title:
                        heading.add_argument(name, nargs="?", help=word.summary.replace("%", "%%"))
        elif self.below:
            self.add_words()
        self._headed, self.below = False, {}  # they are listed now
        shown = ["", "examples:", *(f"  {line}" for line in self.examples), ""] if self.examples else []
        return super().format_help() + "\n".join(shown)

    def add_words(self) -> None:
        """List the words that may follow, in argparse's own layout."""
        if self.run:
            choices = self.add_subparsers(title="words", metavar="WORD")
        else:
            choices = self.add_subparsers(metavar="|".join(self.below))
        for name, word in self.below.items():
            choices.add_parser(name, help=word.summary.replace("%", "%%"))
