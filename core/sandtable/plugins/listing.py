"""What is there, known without importing any of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.metadata import EntryPoint
from pathlib import Path

from sandtable.base.errors import PluginError, SandtableError, UnknownName
from sandtable.base.words import clipped, listing, match, nearest, resolve, unknown
from sandtable.model import scenario
from sandtable.model.game import GameInfo, WrongApi
from sandtable.model.scenario import MOST_MINUTES, ScenarioInfo
from sandtable.plugins import about
from sandtable.plugins.folder import OwnScenario, names_file, own_scenarios, shown
from sandtable.plugins.memory import Memory
from sandtable.plugins.plugin import Known, Plugin, installed, plugins_of
from sandtable.plugins.shell_command import Word
from sandtable.plugins.shell_words import told
from sandtable.plugins.switches import Switches

LEARN = "learn"
"""The word that leads through the lesson of a game, its ``learn.md``."""


class Listing:
    """All plugins of an installation with their states, and the user's own scenarios.

    Scenario ids are written ``game/name``; their entry points ``game.name``. `troubles` are lines
    for the user about plugins that were wanted and failed; who shows them empties the list.
    """

    def __init__(self, found: Iterable[EntryPoint] | None = None) -> None:
        self.plugins = plugins_of(found if found is not None else installed())
        self.memory = Memory.read()
        self.switches = Switches.now(self.memory.disabled)
        self.troubles: list[str] = [self.memory.damage] if self.memory.damage else []
        self._mark_disabled()
        self._mark_duplicates()
        self._recall()
        self.infos: Mapping[str, GameInfo] = {
            plugin.id: info for plugin in self._of("game") if (info := self._info(plugin))
        }
        self._files = {one.name: one for one in self._of("scenario") if self._has_file(one)}
        self.troubles += [one.trouble for one in self.plugins if self._tells(one)]

    @property
    def lessons(self) -> list[str]:
        """The games that bring a lesson, by id; none where no word leads through it."""
        if not ((word := self.command(LEARN)) and word.usable):
            return []
        return [one.name for one in self._of("game") if one.name in self.infos and _teaches(one)]

    def lesson_text(self, game: str) -> str:
        """The text of a game's lesson; OSError or UnicodeError when it can not be read."""
        plugin = next(one for one in self._of("game") if one.name == game)
        return plugin.file("learn.md").read_text(encoding="utf-8")

    def _of(self, kind: str) -> Iterator[Plugin]:
        return (one for one in self.plugins if one.kind == kind and one.usable)

    def _off(self, kind: str) -> dict[str, Known]:
        """What is there of a kind and can not be used, by name; no duplicates."""
        off = (one for one in self.plugins if one.kind == kind and not one.usable)
        return {one.name: one for one in off if one.state != "duplicate"}

    def _mark_disabled(self) -> None:
        for one in self.plugins:
            if who := self.switches.off(one):
                one.mark("disabled", who)

    def _mark_duplicates(self) -> None:
        first: dict[tuple[str, str], Plugin] = {}
        for one in self.plugins:
            if one.state == "disabled":
                continue
            winner = first.setdefault((one.kind, one.id), one)
            if winner is not one:
                one.mark("duplicate", f"{one.kind} {one.id} already comes from {winner.source}")

    def _recall(self) -> None:
        for plugin in self.plugins:
            if plugin.state == "ok" and plugin.key in self.memory.broken:
                plugin.mark("broken", self.memory.broken[plugin.key], remembered=True)

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

    def _has_file(self, plugin: Plugin) -> bool:
        """Whether a scenario's file is there, and its game."""
        game, _, name = plugin.id.partition(".")
        try:
            plugin.file(f"{name}.toml")
        except PluginError as error:
            plugin.mark("broken", str(error))
            return False
        if game not in self.infos:
            off = self._off("game").get(game)
            state = "disabled" if off and off.state == "disabled" else "broken"
            plugin.mark(state, self._no_game(game))
        return game in self.infos

    def _tells(self, one: Plugin) -> bool:
        """Whether a plugin is seen to be wrong by itself, not only because of its game."""
        if one.usable or one.state in ("disabled", "duplicate"):
            return False
        return one.kind != "scenario" or one.id.partition(".")[0] not in self._off("game")

    def _no_game(self, game: str) -> str:
        """Why there is no such game for a scenario."""
        off = self._off("game").get(game)
        return f"its game {game} is {off.state}" if off else unknown("game", game, self.infos)

    @cached_property
    def _folder(self) -> tuple[list[OwnScenario], list[str]]:
        """The files of the user's folder, and what is wrong with the folder itself."""
        found, said = own_scenarios()
        there: dict[str, Known] = {one.name: one for one in self.plugins if one.kind == "scenario"}
        for one in found:
            game = one.id.partition(".")[0]
            if one.usable and game not in self.infos:
                one.mark("broken", self._no_game(game))
            elif one.usable and (winner := there.get(one.name)):
                one.mark("duplicate", f"{one.name} already comes from {winner.source}")
            elif one.usable:
                there[one.name] = one
        return found, said

    @property
    def own(self) -> list[OwnScenario]:
        """The files of the user's folder, each with its state."""
        return self._folder[0]

    @property
    def folder_itself(self) -> list[str]:
        """What is wrong with the user's folder, beside its files."""
        return self._folder[1]

    @property
    def folder_troubles(self) -> list[str]:
        """What is wrong with the user's folder: lines for itself, and one for all of its files."""
        wrong = [one for one in self.own if not one.usable]
        lines = [one.trouble for one in wrong]
        if len(wrong) > 1:
            folder = shown(wrong[0].path.parent)
            lines = [f"{len(wrong)} files in {folder} can not be played: plugins list tells why"]
        return [*self.folder_itself, *lines]

    # Words of the command line.

    @cached_property
    def words(self) -> list[Word]:
        """The words that plugins bring, the built-in ones first; what can not be used is marked."""
        return told(self.plugins)

    def command(self, id: str) -> Plugin | None:
        """The plugin that brings a word: one that can be used, else the first of that id."""
        mine = [one for one in self.plugins if (one.kind, one.id) == ("command", id)]
        return next((one for one in mine if one.usable), mine[0] if mine else None)

    def word_meant(self, kind: str, typed: str, parent: str, kernel: Sequence[str]) -> str:
        """The word that is typed below another one; what is built in comes before others' words.

        UnknownName with the nearest of all, PluginError for one that can not be used.
        """
        below = [word.id for word in self.words if _parent(word.id) == parent]
        mine = [*kernel, *(_last(id) for id in below if (one := self.command(id)) and one.built_in)]
        if typed.strip() and match(typed, mine):
            return resolve(kind, typed, mine)
        off = {_last(one.id): one for one in self._off("command").values() if _parent(one.id) == parent}
        off = {name: one for name, one in off.items() if one.id not in below}
        return _meant(kind, typed, [*kernel, *map(_last, below), *off], off)

    # Bots of plugins.

    def _strangers(self, game: str) -> Iterator[Plugin]:
        """The plugins which could bring bots for a game, beside the built-in ones."""
        mine = (one for one in self.plugins if one.usable and not one.built_in)
        return (one for one in mine if one.kind == "plugin" or (one.kind, one.id) == ("game", game))

    def bots_known(self, game: str) -> list[str]:
        """The bots of plugins for a game: what their cards say, else what they brought last."""
        mine = (one for one in self._of("plugin") if one.built_in)
        found = (self._bots_told(one, game) or () for one in (*mine, *self._strangers(game)))
        return list(dict.fromkeys(name for names in found for name in names))

    def _bots_told(self, plugin: Plugin, game: str) -> list[str] | None:
        """The bots of a plugin for a game, as far as they are known without loading it."""
        told = None
        if plugin.kind == "plugin":
            try:
                told = about.bots(plugin)
            except PluginError as error:
                line = f"{plugin.key}: {error}"
                if line not in self.troubles:
                    self.troubles.append(line)
        return self.memory.bots.get(plugin.edition, {}).get(game) if told is None else told

    def bots_unknown(self, game: str) -> list[str]:
        """The plugins that bring bots by their text, and were never asked which for a game."""
        return [
            one.id
            for one in self._strangers(game)
            if self._bots_told(one, game) is None and "bots" in about.hooks(one)
        ]

    @property
    def everything(self) -> list[Known]:
        """All plugins, then the user's own scenarios, each with its state."""
        _ = self.words  # to know which of them can be used
        return [*self.plugins, *self.own]

    @property
    def remarks(self) -> list[str]:
        """A line for every switch that names nothing which is there."""
        return list(self.switches.idle(self.plugins))

    @cached_property
    def _mine(self) -> dict[str, OwnScenario]:
        return {one.name: one for one in self.own if one.usable}

    @property
    def scenario_ids(self) -> list[str]:
        """Every scenario, ``game/name``; the user's own come last."""
        return [*self._files, *self._mine]

    def scenarios_of(self, game: str) -> list[str]:
        """The scenarios of a game: the one to begin with, then from the shortest to the longest."""
        mine = [id for id in self.scenario_ids if id.startswith(f"{game}/")]
        first = f"{game}/{self.infos[game].first}"
        return sorted(mine, key=lambda id: (id != first, self._minutes(id)))

    def _minutes(self, id: str) -> int:
        """How long a scenario takes; more than any other where its file does not tell."""
        try:
            return self.scenario_info(id).minutes or MOST_MINUTES + 1
        except SandtableError:
            return MOST_MINUTES + 1

    def scenario_info(self, id: str) -> ScenarioInfo:
        """What a scenario's file says of itself."""
        return scenario.parse(self._text(id), id)[0]

    def _text(self, id: str) -> str:
        if id in self._mine:
            return scenario.read_file(self._mine[id].path)
        plugin = self._files[id]
        return scenario.read_file(plugin.file(f"{plugin.id.partition('.')[2]}.toml"))

    def text(self, typed: str) -> str:
        """The file, as it stands, of the scenario that ``game/name`` means, or a ``.toml`` file."""
        return (
            scenario.read_file(Path(typed)) if names_file(typed) else self._text(self.scenario_id(typed))
        )

    # Names as people write them.

    def game_id(self, typed: str) -> str:
        """The id that a word or its beginning means.

        UnknownName with the nearest, PluginError for a game that can not be used.
        """
        return _meant("game", typed, self.infos, self._off("game"))

    def game_meant(self, typed: str) -> str | None:
        """The game that a word means, None where it means none or is a scenario's or a file's.

        AmbiguousName for the beginning of several, PluginError for a game that can not be used.
        """
        if "/" in typed or names_file(typed) or not match(typed, [*self.infos, *self._off("game")]):
            return None
        return self.game_id(typed)

    def scenario_id(self, typed: str) -> str:
        """The scenario that ``game/name`` means, each part from any unambiguous prefix."""
        game, slash, name = typed.partition("/")
        if not slash:
            raise self._no_scenario(typed)
        game = self.game_id(game)
        names = [id.partition("/")[2] for id in self.scenario_ids if id.startswith(f"{game}/")]
        mine = [id for id in self._off("scenario") if id.startswith(f"{game}/")]
        off = {id.partition("/")[2]: self._off("scenario")[id] for id in mine}
        off |= {one.path.stem: one for one in self.own if one.state == "broken"} | off
        return f"{game}/{_meant(f'scenario of {game}', name, names, off)}"

    def _no_scenario(self, typed: str) -> SandtableError:
        """What is said of a word that names no scenario: those of the game that it means, if any."""
        if game := self.game_meant(typed):
            ids = self.scenarios_of(game)
            if not ids:
                return SandtableError(f"{game} has no scenarios")
            names = listing([id.partition("/")[2] for id in ids])
            return SandtableError(f"which scenario of {game}? Name one of {names}, as in {ids[0]}")
        close = nearest(typed, [*self.infos, *self.scenario_ids])
        hint = f'did you mean "{close}"?' if close else "sandtable list shows what there is"
        return UnknownName(f'no scenario "{clipped(typed)}" (GAME/SCENARIO or a .toml file); {hint}')


def _meant(kind: str, typed: str, names: Iterable[str], off: Mapping[str, Known]) -> str:
    """The name that a word means; what is off is meant by its name, or where nothing else is."""
    known = [name for name in names if name not in off]
    others = off if typed in off or not match(typed, known) else ()
    found = typed if typed in others else resolve(kind, typed, [*known, *others])
    if found in off:
        raise off[found].refusal
    return found


def _parent(id: str) -> str:
    """The id of the word that one follows."""
    return id.rpartition(".")[0]


def _last(id: str) -> str:
    """What is typed of a word after those that it follows."""
    return id.rpartition(".")[2]


def _teaches(plugin: Plugin) -> bool:
    try:
        return plugin.file("learn.md").is_file()
    except PluginError:
        return False
