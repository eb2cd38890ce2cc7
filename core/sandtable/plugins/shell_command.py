"""A word of the command line: what it takes and does, and what its package's file says of it.

An entry point of the group ``sandtable.commands`` names a `ShellCommand`: ``dispatch`` brings the
word ``sandtable dispatch``, and ``dispatch.send`` the word that may follow it. The file
``commands.toml`` beside its module tells of each word its `summary` and its `group`, so that
``sandtable --help`` imports none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.base.errors import PluginError

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from sandtable.shell.parser import Parser

GROUP = "sandtable.commands"
"""The group of entry points that name shell commands."""

FILE = "commands.toml"
"""The file that tells of the words, in the folder of their modules or above it."""


def _takes_nothing(parser: Parser) -> None:
    """Leave the parser as it is."""


class ShellCommand(NamedTuple):
    """What a word of the command line takes and does.

    `run` gets what was typed, as `arguments` has the parser read it, and returns the exit status: 0
    done, 1 the answer is no, 2 wrong use or bad input. It is None where a further word must follow.
    `arguments` adds to the word's own ArgumentParser; its `add_argument` takes a `completer`, too.
    `examples` are whole command lines, shown at the end of ``--help``; `more` follows the summary
    there. `hint` ends the line that says what is missing. The exit status of a `verdict` says whether
    something is in order: where there are plugins of strangers it is found out in a process of its own,
    so that none of them can end the program and have that taken for a yes. A word that is `whole`
    changes what cannot be had back: neither it nor its options can be shortened.
    """

    run: Callable[[Namespace], int] | None = None
    arguments: Callable[[Parser], None] = _takes_nothing
    examples: tuple[str, ...] = ()
    more: str = ""
    hint: str = ""
    verdict: bool = False
    whole: bool = False


class Word(NamedTuple):
    """What the file tells of a word: its summary, and under which heading ``--help`` lists it.

    Only the file of the kernel's words says which object is meant (`names`), so that no entry point
    needs to be looked for.
    """

    id: str
    summary: str
    group: str = ""
    names: str = ""


KEYS = ("summary", "group", "names")
"""What a word's table says of itself; other tables in it are words that may follow."""


def read_words(path: Path) -> dict[str, Word]:
    """The words that a file tells of, by id; PluginError when it cannot be read so."""
    import tomllib  # noqa: PLC0415 (not needed for --version)

    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise PluginError(f"its {path.name} cannot be read: {' '.join(str(error).split())}") from error
    return {word.id: word for id, table in tables.items() for word in _words(id, table, path.name)}


def _words(id: str, table: Any, file: str) -> Iterator[Word]:
    """A word and those below it; of another's word only those below it."""
    if not isinstance(table, Mapping):
        raise PluginError(f"its {file}: {id} is not a table")
    about = {key: table[key] for key in KEYS if key in table}
    below = {name: value for name, value in table.items() if name not in KEYS}
    if not about.get("summary") and (about or not below):
        raise PluginError(f"its {file} has no summary of {id}")
    if wrong := next((key for key, value in about.items() if not isinstance(value, str)), None):
        raise PluginError(f"its {file}: {wrong} of {id} is not a text")
    if about:
        yield Word(id, **about)
    for name, value in below.items():
        yield from _words(f"{id}.{name}", value, file)
