"""The words of the command line: which there are, which one is meant, and the command behind it.

What is built in is read from one file. Entry points are looked for only when a word is none of
those, and for lists of all words, since that takes as long as many a command.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from sandtable.errors import PluginError, SandtableError
from sandtable.shell_command import FILE, ShellCommand, Word, read_words
from sandtable.words import match, resolve


@cache
def built_in() -> Mapping[str, Word]:
    """The built-in words by id, in the order in which they are listed."""
    from pathlib import Path  # noqa: PLC0415 (not needed for --version)

    return read_words(Path(__file__).with_name(FILE))


def is_below(id: str, parent: str) -> bool:
    """Whether a word follows another one directly; the empty parent is the program itself."""
    return id.rpartition(".")[0] == parent


def has_words(parent: str) -> bool:
    """Whether words may follow one."""
    if not parent:
        return True
    if parent in built_in():
        return any(is_below(id, parent) for id in built_in())
    from sandtable.plugins import catalog  # noqa: PLC0415 (slow to import)

    return any(one.kind == "command" and is_below(one.id, parent) for one in catalog().plugins)


def words_below(parent: str) -> list[Word]:
    """The words that may follow one: the built-in, then those of plugins; not those that are off.

    Where nobody can tell what plugins there are, they are the built-in ones.
    """
    if not has_words(parent):
        return []
    mine = [word for word in built_in().values() if is_below(word.id, parent)]
    try:
        more = [word for word in _of_plugins() if is_below(word.id, parent)]
        return [*(word for word in mine if not _off(word)), *more]
    except SandtableError:
        return mine


def meant(parent: str, typed: str) -> str:
    """The id of the word that is typed below another; what is built in comes before all plugins.

    UnknownName with the nearest, AmbiguousName, PluginError for one that can not be used.
    """
    kind = f"{parent.replace('.', ' ')} command".strip()
    names = [id.rpartition(".")[2] for id in built_in() if is_below(id, parent)]
    if match(typed, names) and typed.strip():
        found = resolve(kind, typed, names)
    else:
        from sandtable.plugins import catalog  # noqa: PLC0415 (slow to import)

        found = catalog().word_meant(kind, typed, parent, names)
    return f"{parent}.{found}" if parent else found


def word_of(id: str) -> Word:
    """What is told of a word that was meant."""
    word = built_in().get(id)
    replaced = (word for word in _of_plugins() if word.id == id) if word is None or _off(word) else ()
    return next(iter(replaced), None) or built_in()[id]


def load(id: str) -> ShellCommand:
    """The command behind a word; its module is imported. PluginError when it can not be used."""
    word = built_in().get(id)
    if word and not _off(word):
        return _object(word)
    from sandtable.plugins import catalog  # noqa: PLC0415 (slow to import)

    plugin = catalog().command(id)
    if plugin is None:
        raise PluginError(f"command {id.replace('.', ' ')} is not there any more")
    command: ShellCommand = catalog().load(plugin)
    return command


def _object(word: Word) -> ShellCommand:
    module, _, name = word.names.partition(":")
    command: ShellCommand = getattr(import_module(module), name)
    return command


def _off(word: Word) -> bool:
    """Whether a built-in word is disabled; a plugin may then bring another of its name."""
    if word.kernel:
        return False
    from sandtable.plugins import BUILT_IN, catalog  # noqa: PLC0415 (slow to import)

    plugin = catalog().command(word.id)
    return plugin is not None and not (plugin.usable and plugin.distribution == BUILT_IN)


def _of_plugins() -> list[Word]:
    """The words of plugins that can be used."""
    from sandtable.plugins import catalog  # noqa: PLC0415 (slow to import)

    mine = built_in()
    return [word for word in catalog().words if word.id not in mine or _off(mine[word.id])]
