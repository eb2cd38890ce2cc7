"""Completes words in a shell: prints the script, and answers each Tab.

argcomplete does both, with parsers only for the words on the line.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from contextlib import suppress

from argcomplete.completers import SuppressCompleter
from argcomplete.finders import ExclusiveCompletionFinder
from argcomplete.lexers import split_line
from argcomplete.shell_integration import shellcode

from sandtable import ShellCommand
from sandtable.tooling import Guard, either, printing
from sandtable_shell.parser import Parser
from sandtable_shell.reading import fill, levels, parser_of

SHELLS = ("bash", "zsh", "fish")

INSTALL = (
    "For bash, put `source <(sandtable completion bash)` into ~/.bashrc. For zsh, put the same line,"
    " with zsh instead of bash, into ~/.zshrc after compinit. For fish, save the script as"
    " ~/.config/fish/completions/sandtable.fish."
)
"""How to install each shell's script."""

IN_BASH = ("-o", "nospace", "-o", "nosort")
"""Makes bash keep our order, in which the newest save comes first."""

IN_ZSH = "zstyle ':completion:*:*:sandtable:*' matcher 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'\n"
"""Makes zsh ignore case in the offered words."""


def completion(arguments: argparse.Namespace) -> int:
    """Print a shell's completion script."""
    script = shellcode(["sandtable"], shell=arguments.shell, complete_arguments=IN_BASH)
    print(script + IN_ZSH * (arguments.shell == "zsh"), end="")
    return 0


class _Finder(ExclusiveCompletionFinder):
    """Finds matches in any case, and leaves out options that may not be repeated."""

    def _init_debug_stream(self) -> None:
        """Leave this process's own files open."""

    def collect_completions(
        self,
        active_parsers: list[argparse.ArgumentParser],
        parsed_args: argparse.Namespace,
        cword_prefix: str,
    ) -> list[str]:
        """Return the matches, comparing words and option names in lower case."""
        typed = cword_prefix
        name, equals, value = typed.partition("=")
        if typed.startswith("-"):
            typed = name.lower() + equals + value
        elif isinstance(parser := active_parsers[-1], Parser) and parser.below:
            typed = typed.lower()
        return super().collect_completions(active_parsers, parsed_args, typed)

    def filter_completions(self, completions: list[str]) -> list[str]:
        """Leave out words that cannot be shown as they are, and escape descriptions."""
        described = self._display_completions.items()
        self._display_completions = {word: printing.escape(about or "") for word, about in described}
        return super().filter_completions(
            [word for word in completions if word == printing.escape(word)]
        )


def complete() -> int:
    """Send the shell's script the words that can come next on its line; never fail."""
    answer = os.environ.get("_ARGCOMPLETE_STDOUT_FILENAME") or 8
    with suppress(Exception), open(answer, "w", encoding="utf-8") as output, Guard():  # noqa: PTH123 (8 is no path)
        _, _, _, words, _ = split_line(os.environ["COMP_LINE"], int(os.environ["COMP_POINT"]))
        start = _start(words)
        os.environ["_ARGCOMPLETE"] = str(start + 1)  # argcomplete takes the program's name from here
        with suppress(SystemExit):
            _Finder()(
                _parser_for(words[start + 1 :]),
                always_complete_options=False,
                exit_method=sys.exit,
                output_stream=output,
                validator=lambda word, typed: word.lower().startswith(typed.lower()),
                default_completer=SuppressCompleter(),
            )
    return 0


def _start(words: list[str]) -> int:
    """Return the index of the program's name, because zsh passes the whole line."""
    start, begins = 0, True
    for place, word in enumerate(words):
        if begins and not re.match(r"\w+=", word):
            start, begins = place, False
        if word.endswith((";", "&", "|")):
            begins = True
    return start


def _parser_for(words: list[str]) -> Parser:
    """Return the program's parser with the parsers of the words on the line, named as typed."""
    program = parser = parser_of("")
    for level in [*levels(words)][1:]:
        parser = parser.add_subparsers().add_parser(level.typed)
        fill(parser, level.id)
    if parser.below:
        parser.add_words()
    return program


def _arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=either(SHELLS))


COMPLETION = ShellCommand(
    summary="print a script that completes words in your shell",
    group="the program",
    run=completion,
    arguments=_arguments,
    examples=("sandtable completion bash", "sandtable completion fish > sandtable.fish"),
    more=INSTALL,
)
