"""The file in a package that describes its commands, so that ``--help`` imports none of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.text.errors import PluginError
from sandtable.text.toml_file import read_toml

FILE = "commands.toml"
"""The file that describes the commands, in the folder of their modules or above it."""


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
    try:
        tables = read_toml(path)
    except (OSError, ValueError) as error:
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
