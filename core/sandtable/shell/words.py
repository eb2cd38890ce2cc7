"""The words of the command line: which there are, which one is meant, and the command behind it.

The kernel's words are read from one file. Entry points are looked for only when a word is none of
those, and for lists of all words, since that takes as long as many a command.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from sandtable.base.errors import PluginError, SandtableError
from sandtable.plugins.shell_command import FILE, ShellCommand, Word, read_words


@cache
def kernel_words() -> Mapping[str, Word]:
    """The kernel's words by id, in the order in which they are listed."""
    from pathlib import Path  # noqa: PLC0415 (not needed for --version)

    return read_words(Path(__file__).with_name(FILE))


def is_below(id: str, parent: str) -> bool:
    """Whether a word follows another one directly; the empty parent is the program itself."""
    return id.rpartition(".")[0] == parent


def has_words(parent: str) -> bool:
    """Whether words may follow one."""
    if not parent or any(is_below(id, parent) for id in kernel_words()):
        return True
    if parent in kernel_words():
        return False
    from sandtable.plugins.installation import catalog  # noqa: PLC0415 (slow to import)

    return any(one.kind == "command" and is_below(one.id, parent) for one in catalog().plugins)


def words_below(parent: str) -> list[Word]:
    """The words that may follow one: the kernel's, then those of plugins that can be used.

    Where nobody can tell what plugins there are, they are the kernel's.
    """
    if not has_words(parent):
        return []
    mine = [word for word in kernel_words().values() if is_below(word.id, parent)]
    from sandtable.plugins.installation import catalog  # noqa: PLC0415 (slow to import)

    try:
        return [*mine, *(word for word in catalog().shell_words.words if is_below(word.id, parent))]
    except SandtableError:
        return mine


def meant(parent: str, typed: str) -> str:
    """The id of the word that is typed below another; what is built in comes before all plugins.

    UnknownName with the nearest, AmbiguousName, PluginError for one that cannot be used.
    """
    id = f"{parent}.{typed}" if parent else typed
    if id in kernel_words():
        return id
    from sandtable.plugins.installation import catalog  # noqa: PLC0415 (slow to import)

    kind = f"{parent.replace('.', ' ')} command".strip()
    names = [id.rpartition(".")[2] for id in kernel_words() if is_below(id, parent)]
    found = catalog().shell_words.meant(kind, typed, parent, names)
    return f"{parent}.{found}" if parent else found


def word_of(id: str) -> Word:
    """What is told of a word that was meant."""
    if id in kernel_words():
        return kernel_words()[id]
    from sandtable.plugins.installation import catalog  # noqa: PLC0415 (slow to import)

    return next(word for word in catalog().shell_words.words if word.id == id)


def load(id: str) -> ShellCommand:
    """The command behind a word; its module is imported. PluginError when it cannot be used."""
    if word := kernel_words().get(id):
        module, _, name = word.names.partition(":")
        mine: ShellCommand = getattr(import_module(module), name)
        return mine
    from sandtable.plugins.installation import catalog  # noqa: PLC0415 (slow to import)

    plugin = catalog().shell_words.plugin(id)
    if plugin is None:
        raise PluginError(f"command {id.replace('.', ' ')} is not there any more")
    command: ShellCommand = catalog().loader.load(plugin)
    return command
