"""What is installed, known without importing it, and loaded behind a guard.

Every entry point that was found stays in the list with its state; nothing that it does
while loading (SystemExit too) stops the program.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pluggy
import tomli_w

from sandtable import config, scenario
from sandtable.errors import PluginError, UnknownName
from sandtable.game import Game, GameInfo, WrongApi
from sandtable.hooks import PROJECT, Hooks
from sandtable.scenario import Scenario, ScenarioError, ScenarioInfo, SpecialRule
from sandtable.seat import Bot
from sandtable.words import resolve, unknown

GROUPS = {
    "sandtable.games": "game",
    "sandtable.scenarios": "scenario",
    "sandtable.rules": "rule",
    "sandtable.plugins": "plugin",
}
"""The entry-point groups, and what each brings."""

BUILT_IN = "sandtable"
"""The distribution whose plugins win over others of the same id."""


@dataclass
class Plugin:
    """One entry point and its state.

    `state` is ``ok`` (nothing known against it), ``broken``, ``incompatible`` or
    ``duplicate``; `reason` says why it is not ok. One that is `remembered` as broken is tried
    again when it is asked for.
    """

    kind: str
    id: str
    distribution: str
    version: str
    entry_point: EntryPoint
    state: str = "ok"
    reason: str = ""
    remembered: bool = False

    @property
    def usable(self) -> bool:
        """Whether it may be loaded."""
        return self.state == "ok" or self.remembered

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return f"{self.kind} {self.id} ({self.distribution})"

    @property
    def stamp(self) -> dict[str, str]:
        """What a save keeps of it."""
        return {"id": self.id, "distribution": self.distribution, "version": self.version}

    def file(self, name: str) -> Path:
        """A file of its package, found without importing it; PluginError when there is none.

        That is the package that the entry point names, or one that it lies in.
        """
        top, *rest = self.entry_point.value.partition(":")[0].strip().split(".")
        try:
            spec = find_spec(top) if top else None
        except (ImportError, ValueError) as error:
            raise PluginError(f"{self.id}: {error}") from error
        if spec is None or not spec.submodule_search_locations:
            raise PluginError(f"{self.id}: its package {top} is not there")
        folder = Path(spec.submodule_search_locations[0])
        for depth in range(len(rest), -1, -1):
            path = folder.joinpath(*rest[:depth], name)
            if path.is_file():
                return path
        raise PluginError(f"there is no {name} in {self.entry_point.value.partition(':')[0]}")

    def mark(self, state: str, reason: str = "", *, remembered: bool = False) -> None:
        """Note its state, and what is wrong with it."""
        self.state, self.reason, self.remembered = state, reason, remembered


class Catalog:
    """All plugins of an installation.

    Scenario ids are written ``game/name``; their entry points ``game.name``.
    """

    def __init__(self, found: Iterable[EntryPoint] | None = None) -> None:
        points = found if found is not None else _installed()
        self.plugins = sorted(map(_plugin, points), key=_precedence)
        self._loaded: dict[str, Any] = {}
        self._games: dict[str, Game[Any]] = {}
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(Hooks)
        self._hooks_loaded = False
        self.troubles: list[str] = []
        self._mark_duplicates()
        self._recall()
        self.infos: Mapping[str, GameInfo] = {
            plugin.id: info for plugin in self._of("game") if (info := self._info(plugin))
        }
        self._files = {
            plugin.id.replace(".", "/", 1): plugin
            for plugin in self._of("scenario")
            if self._file(plugin)
        }

    # What is there, without importing anything.

    def _of(self, kind: str) -> Iterator[Plugin]:
        return (one for one in self.plugins if one.kind == kind and one.usable)

    def _mark_duplicates(self) -> None:
        first: dict[tuple[str, str], Plugin] = {}
        for one in self.plugins:
            winner = first.setdefault((one.kind, one.id), one)
            if winner is not one:
                whose = f"{winner.distribution} {winner.version}"
                one.mark("duplicate", f"{one.kind} {one.id} already comes from {whose}")

    def _info(self, plugin: Plugin) -> GameInfo | None:
        try:
            info = GameInfo.read(plugin.file("game.toml"))
        except WrongApi as error:
            plugin.mark("incompatible", str(error))
        except PluginError as error:
            plugin.mark("broken", str(error))
        else:
            if info.id == plugin.id:
                return info
            plugin.mark("broken", f"its game.toml is of {info.id}")
        return None

    def _file(self, plugin: Plugin) -> Path | None:
        try:
            return plugin.file(plugin.id.partition(".")[2] + ".toml")
        except PluginError as error:
            plugin.mark("broken", str(error))
            return None

    @property
    def scenario_ids(self) -> list[str]:
        """Every scenario, ``game/name``."""
        return list(self._files)

    def scenario_info(self, id: str) -> ScenarioInfo:
        """What a scenario's file says of itself."""
        return scenario.parse(self._text(id), id)[0]

    def _text(self, id: str) -> str:
        path = self._file(self._files[id])
        if path is None:
            raise PluginError(f"{id}: its file has gone")
        return scenario.read_file(path)

    # Names as people write them.

    def game_id(self, typed: str) -> str:
        """The id that a word or its beginning means; UnknownName with the nearest."""
        return resolve("game", typed, self.infos)

    def scenario_id(self, typed: str) -> str:
        """The scenario that ``game/name`` means, each part from any unambiguous prefix."""
        game, slash, name = typed.partition("/")
        if not slash:
            raise UnknownName(
                unknown("scenario", typed, self._files) + " (GAME/SCENARIO or a .toml file)"
            )
        game = self.game_id(game)
        names = [id.partition("/")[2] for id in self._files if id.startswith(f"{game}/")]
        return f"{game}/{resolve(f'scenario of {game}', name, names)}"

    # Loading.

    def load(self, plugin: Plugin) -> Any:
        """What the entry point names, registered for hooks; PluginError when it does not load."""
        if plugin.key in self._loaded:
            return self._loaded[plugin.key]
        try:
            thing = _checked(plugin, plugin.entry_point.load())
            self._register(thing, plugin)
        except (Exception, SystemExit) as error:
            plugin.mark("broken", " ".join(f"{type(error).__name__}: {error}".split()))
            self._remember()
            raise PluginError(f"{plugin.kind} {plugin.id} is broken: {plugin.reason}") from error
        self._loaded[plugin.key] = thing
        if plugin.remembered:
            plugin.mark("ok")
            self._remember()
        return thing

    def game(self, id: str) -> Game[Any]:
        """The game of that id, loaded; UnknownName or PluginError."""
        if id not in self._games:
            plugin = next((one for one in self.plugins if one.kind == "game" and one.id == id), None)
            if plugin is None:
                raise UnknownName(unknown("game", id, self.infos))
            if not plugin.usable:
                raise PluginError(f"game {id} is {plugin.state}: {plugin.reason}")
            self._games[id] = self.load(plugin)
        return self._games[id]

    def scenario(self, typed: str) -> Scenario:
        """The scenario that ``game/name`` means, or that a ``.toml`` file holds."""
        if typed.endswith(".toml"):
            path = Path(typed)
            return self.bare_scenario(scenario.read_file(path), path.stem, typed)
        id = self.scenario_id(typed)
        self.load(self._files[id])
        game = self.game(id.partition("/")[0])
        return scenario.build(game, id, self._text(id), self.rule_kinds(game.id), find=self._part)

    def _part(self, id: str) -> Scenario:
        """A scenario of the exact id; a file on disk is none."""
        if id not in self._files:
            raise UnknownName(unknown("scenario", id, self.scenario_ids))
        if self.scenario_info(id).parts:
            raise ScenarioError(f"{id} is a campaign itself")
        return self.scenario(id)

    def bare_scenario(self, text: str, name: str, source: str) -> Scenario:
        """A scenario from a file that no plugin brought; messages call it `source`."""
        info, _ = scenario.parse(text, source)
        if info.game not in self.infos:
            raise ScenarioError(f"{source}: {unknown('game', info.game, self.infos)}")
        game = self.game(info.game)
        id = f"{game.id}/{name}"
        kinds = self.rule_kinds(game.id)
        return scenario.build(game, id, text, kinds, bare=True, source=source, find=self._part)

    def rule_kinds(self, game: str) -> Mapping[str, type[SpecialRule]]:
        """The special rules registered for a game by full name, each loaded when it is looked up."""
        mine = {one.id: one for one in self._of("rule") if one.id.startswith(f"{game}.")}
        return _Loading(mine, self.load)

    def stamps(self, used: Scenario, players: Iterable[str] = ()) -> list[dict[str, str]]:
        """Name and version of every plugin that a scenario and its players use."""
        all_used = (used, *used.parts)
        ids = {used.game.id} | {one.id.replace("/", ".", 1) for one in all_used}
        ids |= {str(rule["name"]) for one in all_used for rule in one.info.rules}
        makers = self._makers(used.game)
        keys = {makers[player][1] for player in players if player in makers}
        mine = (one for one in self.plugins if one.id in ids or one.key in keys)
        return [one.stamp for one in mine if one.state != "duplicate"]

    # Hooks.

    @property
    def hooks(self) -> pluggy.PluginManager:
        """The manager of pluggy, with every plugin of the last group loaded."""
        if not self._hooks_loaded:
            self._hooks_loaded = True
            for plugin in self._of("plugin"):
                try:
                    self.load(plugin)
                except PluginError as error:
                    self.troubles.append(str(error))
        return self._manager

    def _register(self, thing: Any, plugin: Plugin) -> None:
        if self._manager.is_registered(thing):
            return
        try:
            self._manager.register(thing, name=plugin.key)
            self._manager.check_pending()
        except pluggy.PluginValidationError:
            if self._manager.is_registered(thing):
                self._manager.unregister(thing)
            raise

    def _makers(self, game: Game[Any]) -> dict[str, tuple[Callable[[], Bot], str]]:
        """What makes each bot of a game, and the key of the plugin that brought it."""
        makers: dict[str, tuple[Callable[[], Bot], str]] = {"scripted": (game.scripted, "")}
        for key, more in self.ask("bots", Mapping, game=game):
            for name, maker in more.items():
                makers.setdefault(name, (maker, key))
        return makers

    def bot_name(self, game: Game[Any], typed: str) -> str:
        """The bot that a word or its beginning means; UnknownName with the nearest."""
        return resolve("bot", typed, self._makers(game))

    def bot(self, game: Game[Any], name: str) -> Bot:
        """A new automatic player of that name; UnknownName with the nearest."""
        return self._makers(game)[self.bot_name(game, name)][0]()

    def notify(self, hook: str, **arguments: Any) -> None:
        """Call a hook on each plugin; one that raises is named in `troubles` and left out."""
        self.ask(hook, object, **arguments)

    def ask(self, hook: str, kind: type[Any], **arguments: Any) -> list[tuple[str, Any]]:
        """What each plugin answers to a hook, after its key.

        One that raises, or answers with another `kind`, is named in `troubles` and left out.
        """
        answers = []
        for implementation in getattr(self.hooks.hook, hook).get_hookimpls():
            wanted = {name: arguments[name] for name in implementation.argnames}
            try:
                answer = implementation.function(**wanted)
                if not isinstance(answer, kind):
                    raise TypeError(f"{answer!r} is no {kind.__name__}")
                answers.append((implementation.plugin_name, answer))
            except (Exception, SystemExit) as error:
                self._manager.unregister(name=implementation.plugin_name)
                self.troubles.append(f"plugin {implementation.plugin_name} failed in {hook}: {error!r}")
        return answers

    # The last known state.

    def _recall(self) -> None:
        try:
            known = tomllib.loads(_memory().read_text(encoding="utf-8")).get("broken")
        except (OSError, ValueError, RecursionError):
            return
        if not isinstance(known, dict):
            return
        for plugin in self.plugins:
            if plugin.state == "ok" and plugin.key in known:
                plugin.mark("broken", str(known[plugin.key]), remembered=True)

    def _remember(self) -> None:
        broken = {one.key: one.reason for one in self.plugins if one.state == "broken"}
        try:
            _memory().parent.mkdir(parents=True, exist_ok=True)
            _memory().write_text(tomli_w.dumps({"broken": broken}), encoding="utf-8")
        except OSError as error:
            self.troubles.append(f"the state of plugins was not kept: {error.strerror}")


class _Loading(Mapping[str, Any]):
    """What some plugins bring, by id, each loaded when it is looked up."""

    def __init__(self, plugins: Mapping[str, Plugin], load: Callable[[Plugin], Any]) -> None:
        self._plugins = plugins
        self._load = load

    def __getitem__(self, id: str) -> Any:
        return self._load(self._plugins[id])

    def __contains__(self, id: object) -> bool:
        return id in self._plugins

    def __iter__(self) -> Iterator[str]:
        return iter(self._plugins)

    def __len__(self) -> int:
        return len(self._plugins)


def _checked(plugin: Plugin, found: Any) -> Any:
    """What an entry point brought, when it is of its kind; a game's class makes the game."""
    if plugin.kind == "game":
        game = found()
        if not isinstance(game, Game):
            raise TypeError(f"{plugin.entry_point.value} is not a Game")
        return game
    if plugin.kind == "rule" and not (isinstance(found, type) and issubclass(found, SpecialRule)):
        raise TypeError(f"{plugin.entry_point.value} is not a SpecialRule")
    return found


@lru_cache(maxsize=1)
def catalog() -> Catalog:
    """The plugins of this installation."""
    return Catalog()


def _memory() -> Path:
    return config.home() / "plugins.toml"


def _installed() -> list[EntryPoint]:
    return [point for group in GROUPS for point in entry_points(group=group)]


def _plugin(point: EntryPoint) -> Plugin:
    dist = point.dist
    name, version = (dist.name, dist.version) if dist else ("unknown", "")
    return Plugin(GROUPS[point.group], point.name, name, version, point)


def _precedence(plugin: Plugin) -> tuple[int, str, bool, str]:
    kinds = list(GROUPS.values())
    return (kinds.index(plugin.kind), plugin.id, plugin.distribution != BUILT_IN, plugin.distribution)
