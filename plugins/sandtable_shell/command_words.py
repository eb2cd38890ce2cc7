"""The words of the command line: lists them, finds the one that is meant, and loads its command.

An entry point defines a word and names its ShellCommand. A generated file lists all built-in words with
their summaries, so that nothing is imported only to be listed. Entry points are looked up only for
plugins' words, because the lookup is slow.
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
    from sandtable.tooling import Catalog, ListItem, Plugin

BUILT_IN = __file__.rpartition(".")[0] + ".json"
"""The generated file that lists all built-in words."""

NO_HEADING = "of plugins"
"""The heading for commands that name no group."""


class Word(NamedTuple):
    """A word: its id, its summary, and the heading under which ``--help`` lists it.

    For a built-in word, `names` tells which object is its command.
    """

    id: str
    summary: str
    group: str = ""
    names: str = ""


@cache
def built_in_words() -> Mapping[str, Word]:
    """Return all built-in words by id, in the order in which lists show them."""
    import json

    with open(BUILT_IN, encoding="utf-8") as file:  # noqa: PTH123 (as above)
        return {id: Word(id, **table) for id, table in json.load(file).items()}


@cache
def required_words() -> Mapping[str, Word]:
    """Return the built-in words that cannot be disabled: the shell's own."""
    words = built_in_words().items()
    return {id: word for id, word in words if word.names.startswith(f"{__package__}.")}


def is_below(id: str, parent: str) -> bool:
    """Tell whether a word directly follows another; the empty parent is the program itself."""
    return id.rpartition(".")[0] == parent


def has_words(parent: str) -> bool:
    """Tell whether more words may follow a word."""
    if not parent or any(is_below(id, parent) for id in required_words()):
        return True
    if parent in required_words():
        return False
    from sandtable.tooling import catalog

    return any(plugin.kind == "command" and is_below(plugin.id, parent) for plugin in catalog().plugins)


def words_below(parent: str) -> list[Word]:
    """Return the words that may follow a word: the built-in ones, then those of other plugins.

    If the plugins cannot be listed, return only the required ones.
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
    order = list(built_in_words())
    words = [*required, *filter(None, found)]
    return sorted(words, key=lambda word: order.index(word.id) if word.id in order else len(order))


def _find_word(installed: Catalog, plugin: Plugin) -> Word | None:
    """Return a plugin's word, or None if it does not load; built-in plugins are not loaded."""
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
    """Return all commands except the required ones, built-in ones first, without loading any.

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


def every_plugin(installed: Catalog) -> list[ListItem]:
    """Return all plugins, damaged distributions and the user's own scenarios.

    Commands that cannot be typed are marked.
    """
    plugin_words(installed)
    return [*installed.plugins, *installed.inventory.damaged, *installed.scenarios.own.files]


def find_id(parent: str, typed: str) -> str:
    """Return the id of the word typed after another; built-in words come before plugins.

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
    """Return a word's command, importing its module. Raises PluginError if it is unusable."""
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
    """Return the parent command's id, which may be empty, and the word itself."""
    parent, _, typed = id.rpartition(".")
    return parent, typed
