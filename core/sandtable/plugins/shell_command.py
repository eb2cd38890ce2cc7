"""A command of the shell: its arguments and effects, and its description in its package's file.

An entry point of the group ``sandtable.commands`` names a `ShellCommand`: ``dispatch`` brings the
word ``sandtable dispatch``, and ``dispatch.send`` the word that may follow it. The file
``commands.toml`` next to its module has the `summary` and the `group` of each command, so that
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
"""The file that describes the commands, in the folder of their modules or above it."""


def _takes_nothing(parser: Parser) -> None:
    """Add no arguments."""


class ShellCommand(NamedTuple):
    """A command of the shell: its function, its arguments, and the texts of its ``--help``.

    - `run`: gets the parsed arguments and returns the exit status: 0 done, 1 the answer is no, 2 wrong
      use or bad input. It is None if a further word must follow.
    - `arguments`: adds to the command's own ArgumentParser, whose `add_argument` also takes a
      `completer`.
    - `examples`: whole command lines, shown at the end of ``--help``.
    - `more`: a text that follows the summary in ``--help``.
    - `hint`: the end of the line that says what is missing.
    - `verdict`: whether the exit status says if something is in order. If there are third-party
      plugins, such a command runs in a separate process, so a plugin that ends the process cannot pass
      for a yes.
    - `whole`: whether the command changes what cannot be restored; then neither it nor its options can
      be abbreviated.
    """

    run: Callable[[Namespace], int] | None = None
    arguments: Callable[[Parser], None] = _takes_nothing
    examples: tuple[str, ...] = ()
    more: str = ""
    hint: str = ""
    verdict: bool = False
    whole: bool = False


class Word(NamedTuple):
    """The description of a command: its summary, and the heading under which ``--help`` lists it.

    In the file of the kernel's commands, `names` says which object a command is, so that no entry point
    needs to be looked up.
    """

    id: str
    summary: str
    group: str = ""
    names: str = ""


KEYS = ("summary", "group", "names")
"""The keys of a command's table; other tables in it are words that may follow."""


def read_words(path: Path) -> dict[str, Word]:
    """The commands that a file describes, by id. Raises PluginError if it cannot be read."""
    import tomllib  # noqa: PLC0415 (not needed for --version)

    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise PluginError(f"its {path.name} cannot be read: {' '.join(str(error).split())}") from error
    return {word.id: word for id, table in tables.items() for word in _words(id, table, path.name)}


def _words(id: str, table: Any, file: str) -> Iterator[Word]:
    """A command and those below it; for a command of another plugin, only those below it."""
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
