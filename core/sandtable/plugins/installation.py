"""All plugins of an installation, and the games, scenarios, rules and bots that they bring."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, redirect_stdout, suppress
from functools import lru_cache
from importlib.metadata import EntryPoint
from pathlib import Path
from time import perf_counter
from traceback import walk_tb
from typing import Any

import pluggy

from sandtable.base import signals
from sandtable.base.errors import PluginError, SandtableError, UnknownName
from sandtable.base.words import resolve, unknown
from sandtable.model import scenario
from sandtable.model.game import Game
from sandtable.model.scenario import Scenario, ScenarioError
from sandtable.model.seat import Bot
from sandtable.model.special_rule import RuleFault, SpecialRule
from sandtable.plugins import about
from sandtable.plugins.folder import names_file
from sandtable.plugins.listeners import Answer, Listeners, in_a_line, show
from sandtable.plugins.listing import Listing
from sandtable.plugins.memory import Memory, unfinished
from sandtable.plugins.patience import watched
from sandtable.plugins.players import Makers, gather, made, present_name
from sandtable.plugins.plugin import Plugin, checked
from sandtable.plugins.switches import ALLOW, DENY


class Catalog(Listing):
    """All plugins of an installation, loaded when they are asked for.

    `seconds` says by key how long each took to load; `watch` stands around each load.
    """

    def __init__(self, found: Iterable[EntryPoint] | None = None) -> None:
        super().__init__(found)
        self.seconds: dict[str, float] = {}
        self.watch: Callable[[Plugin], AbstractContextManager[None]] = watched
        self._loaded: dict[str, Any] = {}
        self._told: set[str] = set()
        self._games: dict[str, Game[Any]] = {}
        self._scenarios: dict[str, Scenario] = {}
        self._listeners = Listeners(self.troubles, self._specified)
        self._hooks_loaded = False
        self.troubles += [f"the program ended while it loaded {one}" for one in unfinished()]

    # Loading.

    def load(self, plugin: Plugin) -> Any:
        """What the entry point names, registered for hooks; PluginError when it does not load."""
        if plugin.key in self._loaded:
            return self._loaded[plugin.key]
        if plugin.state != "broken" and not plugin.usable:
            raise plugin.refusal
        began = perf_counter()
        try:
            with self.watch(plugin):
                with redirect_stdout(sys.stderr):  # standard output may be a document
                    thing = checked(plugin, plugin.entry_point.load())
                self._listeners.register(thing, plugin.key)
        except BaseException as error:
            if signals.sent(error):
                raise
            show(error)
            plugin.mark("broken", in_a_line(error))
            self._remember()
            raise plugin.refusal from error
        self.seconds[plugin.key] = perf_counter() - began
        self._loaded[plugin.key] = thing
        self._tell_of_rivals(plugin)
        if plugin.remembered:
            plugin.mark("ok")
            self._remember()
        return thing

    def _tell_of_rivals(self, plugin: Plugin) -> None:
        """Name those that were not chosen where this one is used."""
        for one in self.plugins:
            if one.state == "duplicate" and (one.kind, one.id) == (plugin.kind, plugin.id):
                self.troubles.append(f"{one.source} is left out: {one.reason}")

    def game(self, id: str) -> Game[Any]:
        """The game of that id, loaded; UnknownName or PluginError."""
        if id not in self._games:
            plugin = next((one for one in self._of("game") if one.id == id), None)
            if plugin is None:
                off = self._off("game").get(id)
                raise off.refusal if off else UnknownName(unknown("game", id, self.infos))
            self._games[id] = self.load(plugin)
        return self._games[id]

    def scenario(self, typed: str) -> Scenario:
        """The scenario that ``game/name`` means, or that a ``.toml`` file holds."""
        if names_file(typed):
            path = Path(typed)
            return self.bare_scenario(scenario.read_file(path), path.stem, typed)
        id = self.scenario_id(typed)
        self._tell([one.trouble for one in self.own if one.state == "duplicate" and one.name == id])
        if id in self._mine:
            path = self._mine[id].path
            return self.bare_scenario(scenario.read_file(path), path.stem, str(path))
        return self.installed_scenario(id)

    def installed_scenario(self, id: str) -> Scenario:
        """The scenario of that exact id which a plugin brought; a file of the user's is none."""
        if id not in self._files:
            off = self._off("scenario").get(id)
            raise off.refusal if off else UnknownName(unknown("scenario", id, self._files))
        if id not in self._scenarios:
            self.load(self._files[id])
            game, text = self.game(id.partition("/")[0]), self._text(id)
            kinds = self.rule_kinds(game.id)
            self._scenarios[id] = scenario.build(game, id, text, kinds, find=self.part)
        return self._scenarios[id]

    def part(self, id: str) -> Scenario:
        """A part of a campaign, which is none itself."""
        if id in self._files and self.scenario_info(id).parts:
            raise ScenarioError(f"{id} is a campaign itself")
        return self.installed_scenario(id)

    def bare_scenario(self, text: str, name: str, source: str) -> Scenario:
        """A scenario from a file that no plugin brought; messages call it `source`."""
        info, _ = scenario.parse(text, source)
        if info.game not in self.infos:
            off = self._off("game").get(info.game)
            raise ScenarioError(
                f"{source}: {off.refusal if off else unknown('game', info.game, self.infos)}"
            )
        game = self.game(info.game)
        id = f"{game.id}/{name}"
        kinds = self.rule_kinds(game.id)
        return scenario.build(game, id, text, kinds, bare=True, source=source, find=self.part)

    def rule_kinds(self, game: str) -> Mapping[str, type[SpecialRule]]:
        """The special rules registered for a game by full name, each loaded when it is looked up."""
        rules = (one for one in self.plugins if one.kind == "rule" and one.state != "duplicate")
        return _Loading({one.id: one for one in rules if one.id.startswith(f"{game}.")}, self.load)

    def stamps(self, used: Scenario, players: Iterable[str] = ()) -> list[dict[str, str]]:
        """Name and version of every plugin that a scenario and its players use."""
        all_used = (used, *used.parts)
        ids = {used.game.id} | {one.id.replace("/", ".", 1) for one in all_used if not one.bare}
        ids |= {str(rule["name"]) for one in all_used for rule in one.info.rules}
        makers = self._makers(used.game)
        named = (present_name(player.partition(":")[0], makers) for player in players)
        keys = {makers[name][1] for name in named if name in makers}
        known = (one for one in self.plugins if one.kind != "command")
        mine = (one for one in known if one.id in ids or one.key in keys)
        return [one.stamp for one in mine if one.usable]

    # Hooks.

    @property
    def hooks(self) -> pluggy.PluginManager:
        """The manager of pluggy, with every plugin of the last group loaded."""
        return self._all_loaded().manager

    def _all_loaded(self) -> Listeners:
        if not self._hooks_loaded:
            self._hooks_loaded = True
            for plugin in self._of("plugin"):
                try:
                    self.load(plugin)
                except PluginError as error:
                    self.troubles.append(str(error))
        return self._listeners

    def _specified(self, hook: str) -> bool:
        """Whether a plugin adds a hook: one that is then loaded, or one that is off and need not be."""
        for plugin in self.plugins:
            there = self._listeners.manager.has_plugin(plugin.key)
            if plugin.kind == "plugin" and not there and hook in about.hooks(plugin, mark="hookspec"):
                if plugin.usable:
                    with suppress(PluginError):
                        self.load(plugin)
                return True
        return False

    def listen(self, thing: Any, key: str) -> None:
        """Let something of the program's own hear hooks, under a name."""
        self._listeners.register(thing, key)

    def notify(self, hook: str, **arguments: Any) -> None:
        """Call a hook on each plugin; one that raises is named in `troubles` and left out."""
        self.ask(hook, object, **arguments)

    def ask(self, hook: str, kind: type[Any], **arguments: Any) -> list[Answer]:
        """What each plugin answers to a hook, after its key.

        One that raises, or answers with another `kind`, is named in `troubles` and left out.
        """
        return self._all_loaded().ask(hook, kind, **arguments)

    def leave_out(self, key: str, where: str, error: BaseException) -> None:
        """Hear no more of a plugin that failed somewhere, and name it in `troubles`."""
        self._listeners.leave_out(key, where, error)

    def _makers(self, game: Game[Any]) -> Makers:
        """What makes each bot of a game, and the key of the plugin that brought it.

        The game's own comes first, then the built-in ones; what can not be used is told.
        """
        makers: Makers = {"scripted": (game.scripted, "")}
        answers = self.ask("bots", Mapping, game=game)
        self._tell(gather(makers, answers))
        self._keep_bots(game.id, {key for key, _ in answers}, makers)
        return makers

    def _keep_bots(self, game: str, keys: Container[str], makers: Makers) -> None:
        """Remember which bots strangers' plugins brought, for those who list without loading."""
        found = {
            one.edition: [name for name, (_, key) in makers.items() if key == one.key]
            for one in self._strangers(game)
            if one.key in keys
        }
        if any(self.memory.bots.get(edition, {}).get(game) != found[edition] for edition in found):
            self.memory = Memory.read()
            for edition, names in found.items():
                self.memory.bots.setdefault(edition, {})[game] = names
            with suppress(OSError):
                self.memory.write()

    def bot_names(self, game: Game[Any]) -> list[str]:
        """Every bot that can play a game, by name."""
        return list(self._makers(game))

    def bots_by(self, plugin: Plugin, game: Game[Any]) -> list[str]:
        """The bots for a game that are a plugin's, by name."""
        return [name for name, (_, key) in self._makers(game).items() if key == plugin.key]

    def bot_name(self, game: Game[Any], typed: str) -> str:
        """The bot that a word or its beginning means, with its setting, which is tried out.

        UnknownName with the nearest; SandtableError for a setting that it does not take.
        """
        word, colon, setting = typed.partition(":")
        makers = self._makers(game)
        try:
            name = resolve("bot", present_name(word, makers), makers) + colon + setting
        except UnknownName as error:
            raise UnknownName("; ".join([str(error), *self.off_for("bots")])) from None
        if colon:
            made(name, makers)
        return name

    def off_for(self, hook: str) -> list[str]:
        """A line for each plugin that is off and implements a hook; broken ones are told, too."""
        off = (one for one in self._off("plugin").values() if isinstance(one, Plugin))
        return [one.trouble for one in off if one.state != "disabled" or hook in about.hooks(one)]

    def bot(self, game: Game[Any], name: str) -> Bot:
        """A new automatic player of that name.

        UnknownName with the nearest, PluginError for one that can not be made.
        """
        return made(self.bot_name(game, name), self._makers(game))

    # What went wrong.

    def _tell(self, lines: Iterable[str]) -> None:
        """Put lines among the `troubles`, each once."""
        fresh = [line for line in lines if line not in self._told]
        self._told.update(fresh)
        self.troubles += fresh

    def raised_by(self, error: BaseException) -> Plugin | None:
        """The plugin in whose code an error arose, if it is one's: the innermost that is not ours."""
        if isinstance(error, RuleFault):
            mine = [one for one in self.plugins if self._loaded.get(one.key) is error.rule]
            return mine[0] if mine else None
        frames = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)]
        for name in reversed(frames):
            top = name.partition(".")[0]
            near = [one for one in self.plugins if one.module.partition(".")[0] == top]
            if near and top != __name__.partition(".")[0]:
                return next((one for one in near if one.module == name), near[0])
        return None

    def told(self, error: BaseException) -> str:
        """Whose fault an error is and what it says."""
        try:
            plugin = self.raised_by(error)
        except SandtableError:
            plugin = None
        who = f"the {plugin.kind} {plugin.name} ({plugin.source})" if plugin else "the program"
        return f"a fault of {who}: {error!r}"

    # The last known state.

    def _remember(self) -> None:
        self.memory = Memory.read()  # another process may have written in between
        self.memory.broken = {one.key: one.reason for one in self.plugins if one.state == "broken"}
        try:
            self.memory.write()
        except OSError as error:
            self.troubles.append(f"the state of plugins was not kept: {error.strerror}")


class _Loading(Mapping[str, Any]):
    """What some plugins bring, by id, each loaded when it is looked up; those that can be are told."""

    def __init__(self, plugins: Mapping[str, Plugin], load: Callable[[Plugin], Any]) -> None:
        self._plugins = plugins
        self._load = load

    def __getitem__(self, id: str) -> Any:
        return self._load(self._plugins[id])

    def __contains__(self, id: object) -> bool:
        return id in self._plugins

    def __iter__(self) -> Iterator[str]:
        return (id for id, plugin in self._plugins.items() if plugin.usable)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def catalog() -> Catalog:
    """The plugins of this installation, as the switches and the user's folder are now."""
    decides = (os.environ.get(name) for name in (ALLOW, DENY, "SANDTABLE_HOME"))
    return _catalog(tuple(decides))


def untold() -> list[str]:
    """The troubles that nobody has shown yet, of the catalog that is in use; told by this."""
    if not _catalog.cache_info().currsize:
        return []
    lines = list(catalog().troubles)
    catalog().troubles.clear()
    return lines


def refresh() -> None:
    """Have the next `catalog` look anew at what is installed."""
    _catalog.cache_clear()


@lru_cache(maxsize=1)
def _catalog(decides: tuple[str | None, ...]) -> Catalog:  # noqa: ARG001 (what it depends on)
    return Catalog()
