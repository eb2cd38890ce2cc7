"""The plugins of an installation, with their states, known without importing any of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint

from sandtable.model.game import GameInfo, WrongApi
from sandtable.plugins import about
from sandtable.plugins.memory import Memory
from sandtable.plugins.plugin import Plugin, installed, plugins_of
from sandtable.plugins.switches import Switches
from sandtable.text.errors import PluginError
from sandtable.text.words import unknown


class Inventory:
    """Every plugin of an installation, or of the entry points given, with its state.

    `games` has the description of each usable game, by id. `scenarios` has the plugin of each
    scenario whose file exists, by ``game/name``. `memory` is what the last run knew about plugins.
    """

    def __init__(self, found: Iterable[EntryPoint] | None = None) -> None:
        self.plugins = plugins_of(installed() if found is None else found)
        self.memory = Memory.read()
        self.switches = Switches.now(self.memory.disabled)
        self._mark_before_files_are_read()
        self.games: Mapping[str, GameInfo] = {
            plugin.id: info for plugin in self.usable("game") if (info := self._read_game(plugin))
        }
        self.scenarios: Mapping[str, Plugin] = {
            plugin.name: plugin for plugin in self.usable("scenario") if self._has_file(plugin)
        }

    def usable(self, kind: str) -> Iterator[Plugin]:
        """The plugins of a kind that may be loaded."""
        return (plugin for plugin in self.plugins if plugin.kind == kind and plugin.usable)

    def command(self, id: str) -> Plugin | None:
        """The plugin that brings a command: a usable one, else the first of that id."""
        plugins = [plugin for plugin in self.plugins if (plugin.kind, plugin.id) == ("command", id)]
        return next((plugin for plugin in plugins if plugin.usable), plugins[0] if plugins else None)

    def unusable(self, kind: str) -> dict[str, Plugin]:
        """The unusable plugins of a kind, by name, without duplicates."""
        of_kind = (plugin for plugin in self.plugins if plugin.kind == kind)
        return {
            plugin.name: plugin
            for plugin in of_kind
            if not plugin.usable and plugin.state != "duplicate"
        }

    @property
    def problems(self) -> list[str]:
        """A line for a damaged memory, and one for each plugin with a fault of its own.

        A scenario whose game is unusable has no line of its own: the line about the game is enough.
        """
        lines = [self.memory.damage] if self.memory.damage else []
        games = self.unusable("game")
        for plugin in self.plugins:
            wrong = not plugin.usable and plugin.state not in ("disabled", "duplicate")
            if wrong and not (plugin.kind == "scenario" and plugin.id.partition(".")[0] in games):
                lines.append(plugin.problem)
        return lines

    def no_game(self, id: str) -> str:
        """The reason why a scenario's game is missing."""
        plugin = self.unusable("game").get(id)
        return f"its game {id} is {plugin.state}" if plugin else unknown("game", id, self.games)

    @property
    def idle_switches(self) -> list[str]:
        """A line for every switch that names nothing installed."""
        return list(self.switches.idle(self.plugins))

    def missing_for(self, hook: str) -> list[str]:
        """A line for each disabled plugin that implements a hook, and for each broken one."""
        return [
            plugin.problem
            for plugin in self.unusable("plugin").values()
            if plugin.state != "disabled" or hook in about.hooks(plugin)
        ]

    def remember_broken(self) -> None:
        """Keep the list of broken plugins for the next run. Raises OSError."""
        self.memory = Memory.read()  # another process may have written in between
        broken = (plugin for plugin in self.plugins if plugin.state == "broken")
        self.memory.broken = {plugin.key: plugin.reason for plugin in broken}
        self.memory.write()

    def _mark_before_files_are_read(self) -> None:
        """Mark the disabled plugins, the duplicates, and those that were broken in the last run."""
        first: dict[tuple[str, str], Plugin] = {}
        for plugin in self.plugins:
            if who := self.switches.off(plugin):
                plugin.mark("disabled", who)
                continue
            winner = first.setdefault((plugin.kind, plugin.id), plugin)
            if winner is not plugin:
                plugin.mark("duplicate", f"{plugin.kind} {plugin.id} already comes from {winner.source}")
            elif plugin.key in self.memory.broken:
                plugin.mark("broken", self.memory.broken[plugin.key], remembered=True)

    def _read_game(self, plugin: Plugin) -> GameInfo | None:
        """The description in a game's file; None, with a mark on the plugin, if it is unusable."""
        try:
            info = GameInfo.read(plugin.file("game.toml"))
        except WrongApi as error:
            plugin.mark("incompatible", str(error))
            return None
        except PluginError as error:
            plugin.mark("broken", str(error))
            return None
        if info.id != plugin.id:
            plugin.mark("broken", f"its game.toml is of {info.id}")
            return None
        return info

    def _has_file(self, plugin: Plugin) -> bool:
        """Whether a scenario's file and game exist; if not, mark the plugin."""
        game, _, name = plugin.id.partition(".")
        try:
            plugin.file(f"{name}.toml")
        except PluginError as error:
            plugin.mark("broken", str(error))
            return False
        if game not in self.games:
            missing = self.unusable("game").get(game)
            disabled = missing is not None and missing.state == "disabled"
            plugin.mark("disabled" if disabled else "broken", self.no_game(game))
        return game in self.games
