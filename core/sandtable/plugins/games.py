"""The installed games: their descriptions, their special rules, and the games themselves."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sandtable.model.game import Game
from sandtable.model.game_info import GameInfo
from sandtable.model.special_rule import SpecialRule
from sandtable.plugins.inventory import Inventory
from sandtable.plugins.loading import Loader
from sandtable.plugins.plugin import Plugin
from sandtable.text.errors import UnknownName
from sandtable.text.words import no_such


class Games:
    """The games of an installation, by id."""

    def __init__(self, inventory: Inventory, loader: Loader) -> None:
        self._inventory = inventory
        self._loader = loader
        self._loaded: dict[str, Game[Any]] = {}

    @property
    def infos(self) -> Mapping[str, GameInfo]:
        """The description of each usable game, by id."""
        return self._inventory.games

    def load(self, id: str) -> Game[Any]:
        """Load the game with this id. Raises UnknownName or PluginError."""
        if id not in self._loaded:
            plugins = (plugin for plugin in self._inventory.usable("game") if plugin.id == id)
            if (plugin := next(plugins, None)) is None:
                unusable = self._inventory.unusable("game").get(id)
                raise unusable.refusal if unusable else UnknownName(no_such("game", id, self.infos))
            self._loaded[id] = self._loader.load(plugin)
        return self._loaded[id]

    def rules(self, id: str) -> Mapping[str, type[SpecialRule]]:
        """Return a game's registered special rules by full name; each is loaded when looked up."""
        rules = (plugin for plugin in self._inventory.plugins if plugin.kind == "rule")
        of_game = (plugin for plugin in rules if plugin.id.startswith(f"{id}."))
        first = {plugin.id: plugin for plugin in of_game if plugin.state != "duplicate"}
        return _Rules(first, self._loader.load)


class _Rules(UserDict[str, Any]):
    """Plugins' special rules, each loaded when it is looked up; only usable ones are listed."""

    def __init__(self, plugins: Mapping[str, Plugin], load: Callable[[Plugin], Any]) -> None:
        super().__init__(plugins)
        self._load = load

    def __getitem__(self, id: str) -> Any:
        return self._load(self.data[id])

    def __iter__(self) -> Iterator[str]:
        return (id for id, plugin in self.data.items() if plugin.usable)
