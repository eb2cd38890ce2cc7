"""The words of the command line: all of them, which one is meant, and its command.

The kernel's words are read from one file. Entry points are looked up only for other words and for
lists of all words, since the lookup is slow.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from sandtable.plugins.shell_command import ShellCommand
from sandtable.text.errors import PluginError, SandtableError
from sandtable_shell.commands_file import FILE, Word, read_words

if TYPE_CHECKING:
    from sandtable_shell.installed_words import ShellWords


@cache
def kernel_words() -> Mapping[str, Word]:
    """The kernel's words by id, in the order of the lists."""
    from pathlib import Path  # noqa: PLC0415 (not needed for --version)

    return read_words(Path(__file__).with_name(FILE))


def is_below(id: str, parent: str) -> bool:
    """Whether a word follows another one directly; the empty parent is the program itself."""
    return id.rpartition(".")[0] == parent


def has_words(parent: str) -> bool:
    """Whether further words may follow a word."""
    if not parent or any(is_below(id, parent) for id in kernel_words()):
        return True
    if parent in kernel_words():
        return False
    from sandtable.plugins.catalog import catalog  # noqa: PLC0415 (slow to import)

    return any(plugin.kind == "command" and is_below(plugin.id, parent) for plugin in catalog().plugins)


def words_below(parent: str) -> list[Word]:
    """The words that may follow a word: the kernel's, then those of usable plugins.

    If the plugins cannot be listed, only the kernel's.
    """
    if not has_words(parent):
        return []
    kernel = [word for word in kernel_words().values() if is_below(word.id, parent)]
    try:
        return [*kernel, *(word for word in _installed().words if is_below(word.id, parent))]
    except SandtableError:
        return kernel


def meant(parent: str, typed: str) -> str:
    """The id of the word typed below another; built-in words come before all plugins.

    Raises UnknownName with the nearest word, AmbiguousName, or PluginError for an unusable one.
    """
    id = f"{parent}.{typed}" if parent else typed
    if id in kernel_words():
        return id
    kind = f"{parent.replace('.', ' ')} command".strip()
    names = [id.rpartition(".")[2] for id in kernel_words() if is_below(id, parent)]
    word = _installed().meant(kind, typed, parent, names)
    return f"{parent}.{word}" if parent else word


def word_of(id: str) -> Word:
    """The description of a word."""
    if id in kernel_words():
        return kernel_words()[id]
    return next(word for word in _installed().words if word.id == id)


def load(id: str) -> ShellCommand:
    """The command of a word; its module is imported. Raises PluginError if it is unusable."""
    if word := kernel_words().get(id):
        module, _, name = word.names.partition(":")
        mine: ShellCommand = getattr(import_module(module), name)
        return mine
    from sandtable.plugins.catalog import catalog  # noqa: PLC0415 (slow to import)

    plugin = catalog().inventory.command(id)
    if plugin is None:
        raise PluginError(f"command {id.replace('.', ' ')} no longer exists")
    command: ShellCommand = catalog().loader.load(plugin)
    return command


def _installed() -> ShellWords:
    from sandtable.plugins.catalog import catalog  # noqa: PLC0415 (slow to import)
    from sandtable_shell.installed_words import installed_words  # noqa: PLC0415 (likewise)

    return installed_words(catalog().inventory)
