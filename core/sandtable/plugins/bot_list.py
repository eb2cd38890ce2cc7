"""The bots that plugins bring for a game, as far as known without loading any plugin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from sandtable.plugins import about
from sandtable.plugins.inventory import Inventory
from sandtable.plugins.memory import Memory
from sandtable.plugins.plugin import Plugin
from sandtable.plugins.problems import Problems
from sandtable.text.errors import PluginError


class BotList:
    """The names of bots, from a plugin's ``plugin.toml``, or else from its last run."""

    def __init__(self, inventory: Inventory, problems: Problems) -> None:
        self._inventory = inventory
        self._problems = problems

    def names(self, game: str) -> list[str]:
        """The known bots of plugins for a game, without the game's own."""
        built_in = (plugin for plugin in self._inventory.usable("plugin") if plugin.built_in)
        listed = (self._known(plugin, game) for plugin in (*built_in, *self._third_party(game)))
        return list(dict.fromkeys(name for names in listed for name in names or ()))

    def unasked(self, game: str) -> list[str]:
        """The plugins whose bots for a game are unknown: their source mentions bots, but never ran."""
        return [
            plugin.id
            for plugin in self._third_party(game)
            if self._known(plugin, game) is None and "bots" in about.hooks(plugin)
        ]

    def remember(self, game: str, brought: Mapping[str, list[str]]) -> None:
        """Keep for the next run the bots that the plugins brought for a game, by the plugin's key."""
        candidates = (plugin for plugin in self._third_party(game) if plugin.key in brought)
        bots = {plugin.edition: brought[plugin.key] for plugin in candidates}
        remembered = self._inventory.memory.bots
        if all(remembered.get(edition, {}).get(game) == names for edition, names in bots.items()):
            return
        memory = self._inventory.memory = Memory.read()
        for edition, names in bots.items():
            memory.bots.setdefault(edition, {})[game] = names
        with suppress(OSError):
            memory.write()

    def _third_party(self, game: str) -> Iterator[Plugin]:
        """The plugins that may bring bots for a game, without the built-in ones."""
        for plugin in self._inventory.plugins:
            may_bring = plugin.kind == "plugin" or (plugin.kind, plugin.id) == ("game", game)
            if may_bring and plugin.usable and not plugin.built_in:
                yield plugin

    def _known(self, plugin: Plugin, game: str) -> list[str] | None:
        """The bots of a plugin for a game; None if that is not known."""
        names = None
        if plugin.kind == "plugin":
            try:
                names = about.bots(plugin)
            except PluginError as error:
                self._problems.note([f"{plugin.key}: {error}"])
        if names is None:
            names = self._inventory.memory.bots.get(plugin.edition, {}).get(game)
        return names
