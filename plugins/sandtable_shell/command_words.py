"""The words of the command line: all of them, which one is meant, and its command.

An entry point defines a word, and the ShellCommand that it names has its summary. A generated file has a
copy of all built-in words, so that none of them is imported only to be listed. Entry points are looked
up only for words of plugins, since the lookup is slow.
"""

# ruff: noqa: PLC0415 (the catalog is slow to import)

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from sandtable import PluginError, SandtableError, ShellCommand
from sandtable.tooling import match, resolve

if TYPE_CHECKING:
    from sandtable.tooling import Catalog, Known, Plugin

BUILT_IN = __file__.rpartition(".")[0] + ".json"
"""The generated file of all built-in words."""

NO_HEADING = "of plugins"
"""The heading for commands that name no group."""


class Word(NamedTuple):
    """A word: its id, its summary, and the heading under which ``--help`` lists it.

    Of a built-in word, `names` says which object is its command.
    """

    id: str
    summary: str
    group: str = ""
    names: str = ""


@cache
def built_in_words() -> Mapping[str, Word]:
    """All built-in words by id, in the order of the lists."""
    import json

    with open(BUILT_IN, encoding="utf-8") as file:  # noqa: PTH123 (as above)
        return {id: Word(id, **table) for id, table in json.load(file).items()}


@cache
def required_words() -> Mapping[str, Word]:
    """The built-in words that cannot be disabled: those of the shell itself."""
    words = built_in_words().items()
    return {id: word for id, word in words if word.names.startswith(f"{__package__}.")}


def is_below(id: str, parent: str) -> bool:
    """Whether a word follows another one directly; the empty parent is the program itself."""
    return id.rpartition(".")[0] == parent


def has_words(parent: str) -> bool:
    """Whether more words may follow a word."""
    if not parent or any(is_below(id, parent) for id in required_words()):
        return True
    if parent in required_words():
        return False
    from sandtable.tooling import catalog

    return any(plugin.kind == "command" and is_below(plugin.id, parent) for plugin in catalog().plugins)


def words_below(parent: str) -> list[Word]:
    """The words that may follow a word: the required ones, then those of usable plugins.

    If the plugins cannot be listed, only the required ones.
    """
    required = [word for word in required_words().values() if is_below(word.id, parent)]
    if not has_words(parent):
        return required
    from sandtable.tooling import catalog

    try:
        plugins = plugin_words(catalog())
        found = [_find_word(catalog(), plugin) for plugin in plugins if is_below(plugin.id, parent)]
    except SandtableError:
        return required
    return [*required, *filter(None, found)]


def _find_word(installed: Catalog, plugin: Plugin) -> Word | None:
    """The word of a plugin, which is loaded unless it is built in; None if it does not load."""
    if plugin.built_in and plugin.id in built_in_words():
        return built_in_words()[plugin.id]
    try:
        command: ShellCommand = installed.loader.load(plugin)
    except PluginError as error:
        installed.problems.append(str(error))
        return None
    return Word(plugin.id, str(command.summary), str(command.group or NO_HEADING))


@lru_cache(maxsize=1)
def plugin_words(installed: Catalog) -> list[Plugin]:
    """All commands but the required ones, the built-in ones first; none is loaded.

    A command that cannot be typed is marked as broken and left out.
    """
    commands = list(installed.inventory.usable("command"))
    order = list(built_in_words())
    built_in = sorted(
        (plugin for plugin in commands if plugin.built_in),
        key=lambda plugin: order.index(plugin.id) if plugin.id in order else len(order),
    )
    listed = [plugin for plugin in built_in if plugin.id not in required_words()]
    with_words = {_split(plugin.id)[0] for plugin in built_in} | {plugin.id for plugin in listed}
    for plugin in commands:
        parent, typed = _split(plugin.id)
        siblings = [_split(other.id)[1] for other in built_in if is_below(other.id, parent)]
        if plugin.built_in:
            continue
        if hidden_by := match(typed, siblings):
            plugin.mark("broken", f"{plugin.name} is, or begins, the built-in {hidden_by[0]}")
        elif parent and parent not in with_words:
            plugin.mark("broken", f"no other word can follow {parent.replace('.', ' ')}")
        else:
            listed.append(plugin)
            with_words.add(plugin.id)
    return listed


def every_plugin(installed: Catalog) -> list[Known]:
    """All plugins, damaged distributions and the user's own scenarios.

    Commands that cannot be typed are marked.
    """
    plugin_words(installed)
    return [*installed.plugins, *installed.inventory.damaged, *installed.scenarios.own.files]


def find_id(parent: str, typed: str) -> str:
    """The id of the word typed below another; built-in words come before all plugins.

    Raises UnknownName with the nearest word, AmbiguousName, or PluginError for an unusable one.
    """
    id = f"{parent}.{typed}" if parent else typed
    if id in required_words():
        return id
    from sandtable.tooling import catalog, scenarios

    inventory = catalog().inventory
    below = [plugin for plugin in plugin_words(catalog()) if is_below(plugin.id, parent)]
    required = [_split(id)[1] for id in required_words() if is_below(id, parent)]
    built_in = [*required, *(_split(plugin.id)[1] for plugin in below if plugin.built_in)]
    kind = f"{parent.replace('.', ' ')} command".strip()
    if typed.strip() and match(typed, built_in):
        word = resolve(kind, typed, built_in)
    else:
        names = [_split(plugin.id)[1] for plugin in below]
        unusable = {
            _split(plugin.id)[1]: plugin
            for plugin in inventory.unusable("command").values()
            if is_below(plugin.id, parent) and _split(plugin.id)[1] not in names
        }
        word = scenarios.usable_name(kind, typed, [*required, *names, *unusable], unusable)
    return f"{parent}.{word}" if parent else word


def load(id: str) -> ShellCommand:
    """The command of a word; its module is imported. Raises PluginError if it is unusable."""
    if word := required_words().get(id):
        module, _, name = word.names.partition(":")
        mine: ShellCommand = getattr(import_module(module), name)
        return mine
    from sandtable.tooling import catalog

    plugin = catalog().inventory.command(id)
    if plugin is None:
        raise PluginError(f"command {id.replace('.', ' ')} no longer exists")
    command: ShellCommand = catalog().loader.load(plugin)
    return command


def _split(id: str) -> tuple[str, str]:
    """The id of the command that a word follows, which may be empty, and the word itself."""
    parent, _, typed = id.rpartition(".")
    return parent, typed
