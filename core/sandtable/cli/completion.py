"""``completion``: scripts that complete words in a shell, and what they ask at every Tab."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sandtable.words import visible


def completion(arguments: argparse.Namespace) -> int:
    """Print a shell's script, or what fits at the end of a line; then nothing ever fails."""
    if arguments.line is None:
        print((Path(__file__).parent / "shells" / f"sandtable.{arguments.shell}").read_text(), end="")
        return 0
    with suppress(Exception):
        print("\n".join(_answer(arguments.shell, arguments.line, arguments.part)))
    return 0


def _answer(shell: str, line: str, part: str) -> list[str]:
    """Whether files fit (``files``), then a line for each word."""
    from sandtable.cli.offers import offers  # noqa: PLC0415 (a fault there must not be seen)
    from sandtable.cli.values import Offer  # noqa: PLC0415

    typed, found, files = offers(line)
    part = part.removeprefix(" ")  # the script puts it there: argparse drops a value that is "--"
    if shell == "bash" and typed.endswith(part):
        # To bash a word begins anew after "=" and ":".
        lead = len(typed) - len(part)
        found = [Offer(one.word[lead:]) for one in found]
    return ["files" if files else "words", *(FORMS[shell](one.word, visible(one.help)) for one in found)]


def _for_zsh(word: str, help: str) -> str:
    return word.replace(":", r"\:") + (f":{help}" if help else "")


FORMS: dict[str, Callable[[str, str], str]] = {
    "bash": lambda word, _: word,
    "zsh": _for_zsh,
    "fish": lambda word, help: f"{word}\t{help}".rstrip(),
}
"""How each shell takes a word with what it means."""
