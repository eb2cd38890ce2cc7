"""The commands that plugins bring, as the file next to each module describes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from sandtable.plugins.catalog import Catalog
from sandtable.plugins.inventory import Inventory
from sandtable.plugins.plugin import Known, Plugin
from sandtable.plugins.scenarios import usable_name
from sandtable.text.errors import PluginError
from sandtable.text.words import match, resolve
from sandtable_shell.commands_file import FILE, Word, read_words

NO_HEADING = "of plugins"
"""The heading for commands that name no group."""


class ShellWords:
    """The commands of an installation, without the kernel's; an id looks like ``plugins.doctor``."""

    def __init__(self, inventory: Inventory) -> None:
        self._inventory = inventory

    @cached_property
    def words(self) -> list[Word]:
        """The description of each command, read when first needed; unusable ones are then marked.

        Built-in commands come first, and those of one file in its order.
        """
        commands = list(self._inventory.usable("command"))
        built_in = [plugin.id for plugin in commands if plugin.built_in]
        files: dict[Path, dict[str, Word]] = {}
        words: dict[str, Word] = {}
        places: dict[str, tuple[bool, int, int]] = {}
        for plugin in sorted(commands, key=lambda plugin: not plugin.built_in):
            if plugin.built_in and plugin.module.startswith(f"{__package__}."):
                continue
            try:
                _check_place(plugin, built_in, words)
                path = plugin.file(FILE)
                if path not in files:
                    files[path] = read_words(path)
                if plugin.id not in files[path]:
                    raise PluginError(f"its {FILE} does not describe {plugin.id}")
            except PluginError as error:
                plugin.mark("broken", str(error))
                continue
            word = files[path][plugin.id]
            words[plugin.id] = Word(word.id, word.summary, word.group or NO_HEADING)
            ids = [*files[path]]
            places[plugin.id] = not plugin.built_in, [*files].index(path), ids.index(plugin.id)
        return sorted(words.values(), key=lambda word: places[word.id])

    def meant(self, kind: str, typed: str, parent: str, kernel: Sequence[str]) -> str:
        """The full word that is typed after `parent`, without `parent`.

        The words of the `kernel` and other built-in ones come first. Raises UnknownName with the
        nearest word, and PluginError for an unusable one.
        """
        below = [word.id for word in self.words if _split(word.id)[0] == parent]
        built_in = [id for id in below if (plugin := self._inventory.command(id)) and plugin.built_in]
        built_in_words = [*kernel, *(_split(id)[1] for id in built_in)]
        if typed.strip() and match(typed, built_in_words):
            return resolve(kind, typed, built_in_words)
        unusable = {
            _split(plugin.id)[1]: plugin
            for plugin in self._inventory.unusable("command").values()
            if _split(plugin.id)[0] == parent and plugin.id not in below
        }
        names = [*kernel, *(_split(id)[1] for id in below), *unusable]
        return usable_name(kind, typed, names, unusable)


@lru_cache(maxsize=1)
def installed_words(inventory: Inventory) -> ShellWords:
    """The commands of an installation."""
    return ShellWords(inventory)


def every_plugin(installed: Catalog) -> list[Known]:
    """All plugins, damaged distributions and the user's own scenarios.

    Commands that cannot be typed are marked.
    """
    _ = installed_words(installed.inventory).words
    return [*installed.plugins, *installed.inventory.damaged, *installed.scenarios.own.files]


def _split(id: str) -> tuple[str, str]:
    """The id of the command that a word follows, which may be empty, and the word itself."""
    parent, _, typed = id.rpartition(".")
    return parent, typed


def _check_place(plugin: Plugin, built_in: Sequence[str], before: Mapping[str, Word]) -> None:
    """Raise PluginError for a command that nobody could type."""
    parent, typed = _split(plugin.id)
    siblings = [_split(id)[1] for id in built_in if _split(id)[0] == parent]
    if not plugin.built_in and (hidden_by := match(typed, siblings)):
        raise PluginError(f"{plugin.name} is, or begins, the built-in {hidden_by[0]}")
    with_words = {_split(id)[0] for id in built_in} | before.keys()
    if parent and parent not in with_words:
        raise PluginError(f"no further word can follow {parent.replace('.', ' ')}")
