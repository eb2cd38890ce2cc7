"""The plugins of an installation and their states, known without importing any of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path

from sandtable.model.game_info import GameInfo, WrongApi
from sandtable.plugins.plugin import GROUPS, ListItem, Plugin
from sandtable.plugins.switches import DisabledNames, Switches, normalize
from sandtable.text.errors import PluginError
from sandtable.text.words import no_such

GROUP_PREFIX = "[sandtable."
"""The beginning of our groups in a distribution's ``entry_points.txt``."""

PACKAGE_SUFFIX = ".plugin"
"""The end of a module's name if its entry point represents the whole package."""


class Inventory:
    """Every plugin of an installation, or those of given entry points, with their states.

    `damaged` lists the distributions whose metadata cannot be read. `games` holds the description of
    each usable game, by id, and `scenarios` the plugin of each scenario whose file exists, by
    ``game/name``.
    """

    def __init__(self, found: Iterable[EntryPoint] | None = None) -> None:
        self.damaged: list[ListItem] = []
        self.plugins = _sorted(_find_installed(self.damaged) if found is None else _plugins_of(found))
        self.kept = DisabledNames.read()
        self.switches = Switches.now(self.kept.disabled)
        self._mark_disabled_and_duplicates()
        self.games: Mapping[str, GameInfo] = {
            plugin.id: info for plugin in self.usable("game") if (info := self._read_game(plugin))
        }
        self.scenarios: Mapping[str, Plugin] = {
            plugin.name: plugin for plugin in self.usable("scenario") if self._check_file(plugin)
        }

    def usable(self, kind: str) -> Iterator[Plugin]:
        """Return the plugins of a kind that may be loaded."""
        return (plugin for plugin in self.plugins if plugin.kind == kind and plugin.usable)

    def command(self, id: str) -> Plugin | None:
        """Return the plugin that provides a command: a usable one if possible, else the first."""
        plugins = [plugin for plugin in self.plugins if (plugin.kind, plugin.id) == ("command", id)]
        return next((plugin for plugin in plugins if plugin.usable), plugins[0] if plugins else None)

    def unusable(self, kind: str) -> dict[str, Plugin]:
        """Return the unusable plugins of a kind, by name, without duplicates."""
        candidates = (plugin for plugin in self.plugins if plugin.kind == kind)
        return {
            plugin.name: plugin
            for plugin in candidates
            if not plugin.usable and plugin.state != "duplicate"
        }

    @property
    def problems(self) -> list[str]:
        """A line for each damaged file and each plugin with a fault of its own.

        A scenario whose game is unusable gets no line: the line about the game is enough.
        """
        lines = [self.kept.damage] if self.kept.damage else []
        if self.switches.allowed is None:
            lines += [damaged.problem for damaged in self.damaged]
        games = self.unusable("game")
        for plugin in self.plugins:
            wrong = not plugin.usable and plugin.state not in ("disabled", "duplicate")
            if wrong and not (plugin.kind == "scenario" and plugin.id.partition(".")[0] in games):
                lines.append(plugin.problem)
        return lines

    def why_no_game(self, id: str) -> str:
        """Return why a scenario's game is missing."""
        plugin = self.unusable("game").get(id)
        return f"its game {id} is {plugin.state}" if plugin else no_such("game", id, self.games)

    def why_missing(self, hook: str) -> list[str]:
        """Return a line for each broken plugin, and for each disabled one that implements a hook."""
        return [
            plugin.problem
            for plugin in self.unusable("plugin").values()
            if plugin.state != "disabled" or hook in plugin.hooks
        ]

    def _mark_disabled_and_duplicates(self) -> None:
        """Mark disabled plugins and duplicates."""
        first: dict[tuple[str, str], Plugin] = {}
        for plugin in self.plugins:
            if who := self.switches.why_disabled(plugin):
                plugin.mark("disabled", who)
                continue
            winner = first.setdefault((plugin.kind, plugin.id), plugin)
            if winner is not plugin:
                plugin.mark("duplicate", f"{plugin.kind} {plugin.id} already comes from {winner.source}")

    def _read_game(self, plugin: Plugin) -> GameInfo | None:
        """Read the description in a game's file; if it is unusable, mark the plugin and return None."""
        try:
            info = GameInfo.read(plugin.file("game.toml"))
        except PluginError as error:
            plugin.mark("incompatible" if isinstance(error, WrongApi) else "broken", str(error))
            return None
        if info.id != plugin.id:
            plugin.mark("broken", f"its game.toml describes {info.id}")
            return None
        return info

    def _check_file(self, plugin: Plugin) -> bool:
        """Return whether a scenario's file and game exist; if not, mark the plugin."""
        game, _, name = plugin.id.partition(".")
        try:
            plugin.file(f"{name}.toml")
        except PluginError as error:
            plugin.mark("broken", str(error))
            return False
        if game not in self.games:
            missing = self.unusable("game").get(game)
            disabled = missing is not None and missing.state == "disabled"
            plugin.mark("disabled" if disabled else "broken", self.why_no_game(game))
        return game in self.games


def _find_installed(damaged: list[ListItem]) -> Iterator[Plugin]:
    """Yield the plugins of all distributions on the path; if several share a name, the first counts.

    A distribution with plugins but unreadable metadata is added to `damaged`.
    """
    names: set[str] = set()
    for dist in distributions():
        file = "entry_points.txt"
        try:
            if GROUP_PREFIX not in (dist.read_text(file) or ""):
                continue
            points = [point for point in dist.entry_points if point.group in GROUPS]
            file = "METADATA"
            name, version = (_metadata_field(dist, key) for key in ("Name", "Version"))
        except Exception as error:
            odd = isinstance(error, UnicodeDecodeError) and file == "entry_points.txt" and error.object
            if not odd or GROUP_PREFIX.encode() in odd:
                damaged.append(_damaged_distribution(dist, file, error))
        else:
            if normalize(name) not in names:
                names.add(normalize(name))
                yield from (_plugin(point, name, version) for point in points)


def _metadata_field(dist: Distribution, key: str) -> str:
    with suppress(KeyError, FileNotFoundError):  # instead of None, from some Pythons
        if text := dist.metadata and dist.metadata[key]:
            return str(text)
    raise PluginError(f"has no {key}")


def _damaged_distribution(dist: Distribution, file: str, error: Exception) -> ListItem:
    """Describe a distribution with faulty metadata; even its name may be unreadable."""
    folder = Path(str(getattr(dist, "_path", dist)))
    wrong = ListItem(kind="distribution", id=folder.name, distribution="")
    why = str(error) if isinstance(error, PluginError) else "has a line that is not NAME = MODULE"
    why = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else why
    wrong.mark("broken", f"{folder / file} {why}")
    return wrong


def _plugins_of(points: Iterable[EntryPoint]) -> Iterator[Plugin]:
    """Yield the plugins that entry points name."""
    for point in points:
        yield _plugin(point, *((point.dist.name, point.dist.version) if point.dist else ("unknown", "")))


def _plugin(point: EntryPoint, name: str, version: str) -> Plugin:
    return Plugin(
        kind=GROUPS[point.group], id=point.name, distribution=name, version=version, entry_point=point
    )


def _sorted(plugins: Iterable[Plugin]) -> list[Plugin]:
    """Sort plugins by kind, then by id, then by distribution, the built-in distribution first.

    The parts of a package are marked with the plugin that represents the whole package.
    """
    kinds = list(GROUPS.values())
    ordered = sorted(
        plugins, key=lambda own: (kinds.index(own.kind), own.id, not own.built_in, own.distribution)
    )
    whole_packages = {
        (plugin.distribution, plugin.module.removesuffix(PACKAGE_SUFFIX)): plugin
        for plugin in ordered
        if plugin.kind == "plugin" and plugin.module.endswith(PACKAGE_SUFFIX)
    }
    for plugin in ordered:
        package = plugin.module
        while package and (plugin.distribution, package) not in whole_packages:
            package = package.rpartition(".")[0]
        if package and (whole := whole_packages[plugin.distribution, package]) is not plugin:
            plugin.part_of = whole.id
    return ordered
