"""The catalog of this installation's plugins, made when it is first needed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from sandtable.model.game import Game
from sandtable.model.scenario import Draft, Scenario
from sandtable.model.scenario_file import read_file
from sandtable.plugins.bots import Bots
from sandtable.plugins.games import Games
from sandtable.plugins.hooks import Answer
from sandtable.plugins.inventory import Inventory
from sandtable.plugins.loading import Loader, Problems
from sandtable.plugins.scenarios import Names, Scenarios, check_name, names_file
from sandtable.plugins.switches import ALLOW, DENY


class Catalog:
    """All plugins of an installation, or those of given entry points, with what they provide.

    Nothing is imported before it is needed.

    - `plugins`: every plugin, with its state.
    - `inventory`: what is installed, known without importing it.
    - `loader`: loads plugins behind a guard.
    - `listeners`: the plugins that implement hooks.
    - `problems`: a line about each failure.
    - `games`, `scenarios`, `bots`: what the plugins provide.
    - `names`: finds games and scenarios as people type them.
    """

    def __init__(self, found: Iterable[EntryPoint] | None = None) -> None:
        self.inventory = Inventory(found)
        self.plugins = self.inventory.plugins
        self.problems = Problems(self.inventory.problems)
        self.loader = Loader(self.inventory, self.problems)
        self.listeners = self.loader.listeners
        self.games = Games(self.inventory, self.loader)
        self.scenarios = Scenarios(self.inventory, self.loader, self.games, self.problems)
        self.names = Names(self.inventory, self.scenarios)
        self.bots = Bots(self.inventory, self.ask, self.problems)

    def game(self, id: str) -> Game[Any]:
        """Load the game with this id. Raises UnknownName or PluginError."""
        return self.games.load(id)

    def scenario(self, typed: str) -> Scenario:
        """Load the scenario typed as ``game/name``, which may be shortened, or as a ``.toml`` file."""
        if names_file(typed):
            path = Path(typed)
            check_name(path.stem, typed)
            text = read_file(path)
            return self.scenarios.from_text(text, path.stem, typed, folder=path.parent)
        return self.scenarios.load(self.names.scenario(typed))

    def text(self, typed: str) -> str:
        """Return the text of a scenario's file, found as in `scenario`."""
        if names_file(typed):
            return read_file(Path(typed))
        return self.scenarios.text(self.names.scenario(typed))

    def draft(self, typed: str) -> Draft:
        """Return a scenario's file, found as in `scenario`, to examine its faults."""
        folder = Path(typed).parent if names_file(typed) else None
        return self.scenarios.draft(self.text(typed), typed, folder=folder)

    def ask(self, hook: Callable[..., Any], kind: type[Any], **arguments: Any) -> list[Answer]:
        """Call a hook of every plugin; return each answer with the plugin's key.

        A plugin that raises, or whose answer is not a `kind`, is named in `problems` and left out.
        """
        self.loader.load_hooks()
        return self.listeners.ask(hook, kind, **arguments)

    def notify(self, hook: Callable[..., Any], **arguments: Any) -> None:
        """Call a hook of every plugin; one that raises is named in `problems` and left out."""
        self.ask(hook, object, **arguments)

    def stamps(self, used: Scenario, players: Iterable[str] = ()) -> list[dict[str, str]]:
        """Return the name and version of each plugin that a scenario and its players use."""
        scenarios = (used, *used.parts)
        ids = {used.game.id} | {part.id.replace("/", ".", 1) for part in scenarios if not part.bare}
        ids |= {str(rule["name"]) for part in scenarios for rule in part.info.rules}
        makers = self.bots.makers(used.game)
        names = (player.partition(":")[0] for player in players)
        keys = {makers[name][1] for name in names if name in makers}
        return [
            plugin.stamp
            for plugin in self.plugins
            if (plugin.id in ids or plugin.key in keys) and plugin.kind != "command" and plugin.usable
        ]


def catalog() -> Catalog:
    """Return the plugins of this installation, with the current switches and the user's folder."""
    environment = (os.environ.get(name) for name in (ALLOW, DENY, "SANDTABLE_HOME"))
    return _catalog(tuple(environment))


def refresh() -> None:
    """Make the next call of `catalog` look again at what is installed."""
    _catalog.cache_clear()


@lru_cache(maxsize=1)
def _catalog(environment: tuple[str | None, ...]) -> Catalog:  # noqa: ARG001 (what it depends on)
    return Catalog()
