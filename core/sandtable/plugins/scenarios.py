"""The scenarios of plugins and of the user's folder, loaded, and found as people type them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from sandtable.model.scenario import Draft, Scenario, build
from sandtable.model.scenario_file import (
    MOST_MINUTES,
    ScenarioError,
    ScenarioFile,
    ScenarioInfo,
    read_file,
)
from sandtable.plugins.games import Games
from sandtable.plugins.inventory import Inventory
from sandtable.plugins.loading import Loader, Problems
from sandtable.plugins.plugin import ListItem
from sandtable.text import config
from sandtable.text.errors import SandtableError, UnknownName
from sandtable.text.printing import escape
from sandtable.text.words import clip, listing, match, nearest_to, no_such, number_of, resolve

YOUR_SCENARIOS = "your scenarios"
"""Shown for the user's own files in place of a plugin's distribution."""

MOST_FILES = 1000
"""The most files that are read in the folder."""


@dataclass(kw_only=True)
class OwnScenario(ListItem):
    """A file in the user's folder, at `path`; its id is ``game.stem``."""

    path: Path

    @classmethod
    def read(cls, path: Path) -> OwnScenario:
        """Read the description in a file; mark the file as broken if there is none."""
        scenario = cls(kind="scenario", id=path.stem, distribution=YOUR_SCENARIOS, path=path)
        try:
            check_name(path.stem, str(path))
            info = ScenarioFile.read(read_file(path), str(path)).info
            scenario.id = f"{info.game}.{path.stem}"
        except ScenarioError as error:
            scenario.id = escape(path.stem)
            scenario.mark("broken", str(error).removeprefix(f"{path}: "))
        return scenario

    @property
    def problem(self) -> str:
        """The file's fault, in a line that names the file."""
        return f"{escape(str(self.path))} is {self.state}: {self.reason}"


class OwnScenarios:
    """The scenario files in the user's folder, each with its state; the folder is read when needed."""

    def __init__(self, inventory: Inventory) -> None:
        self._inventory = inventory

    @cached_property
    def files(self) -> list[OwnScenario]:
        """Every file, by name; a file is marked if its game is missing or its name is taken."""
        files = [OwnScenario.read(path) for path in self._read_folder[0]]
        by_name: dict[str, ListItem] = {
            plugin.name: plugin for plugin in self._inventory.plugins if plugin.kind == "scenario"
        }
        for scenario in (scenario for scenario in files if scenario.usable):
            game = scenario.id.partition(".")[0]
            if game not in self._inventory.games:
                scenario.mark("broken", self._inventory.why_no_game(game))
            elif winner := by_name.get(scenario.name):
                scenario.mark("duplicate", f"{scenario.name} already comes from {winner.source}")
            else:
                by_name[scenario.name] = scenario
        return files

    @cached_property
    def usable(self) -> Mapping[str, OwnScenario]:
        """The playable files, by ``game/name``."""
        return {own.name: own for own in self.files if own.usable}

    @property
    def folder_problems(self) -> list[str]:
        """The faults of the folder itself, not of its files."""
        return self._read_folder[1]

    @property
    def problems(self) -> list[str]:
        """The faults of the folder and its files; if several files have faults, they share a line."""
        lines = [own.problem for own in self.files if not own.usable]
        if len(lines) > 1:
            folder = escape(str(config.scenarios_folder()))
            lines = [f"{len(lines)} files in {folder} cannot be played: plugins list says why"]
        return [*self.folder_problems, *lines]

    @cached_property
    def _read_folder(self) -> tuple[list[Path], list[str]]:
        """Return the scenario files in the folder, by name, and the folder's own faults."""
        folder = config.scenarios_folder()
        try:
            # An editor's temporary files begin with a dot.
            paths = sorted(
                path
                for path in folder.iterdir()
                if names_file(path.name) and not path.name.startswith(".")
            )
        except FileNotFoundError:
            return [], [f"{folder}: a link to nowhere"] if folder.is_symlink() else []
        except OSError as error:
            return [], [f"{folder}: {(error.strerror or 'cannot be read').lower()}"]
        if len(paths) > MOST_FILES:
            line = f"{folder}: only the first {MOST_FILES} of {number_of(len(paths), 'file')} are read"
            return paths[:MOST_FILES], [line]
        return paths, []


def names_file(typed: str) -> bool:
    """Return whether a word is the name of a scenario file, not of a scenario."""
    return typed.lower().endswith(".toml")


def check_name(name: str, source: str) -> None:
    """Raise ScenarioError for a name that a save cannot hold; messages call the file `source`."""
    if not name.isprintable() or "/" in name:
        raise ScenarioError(f"{source}: its name cannot be typed")


class Scenarios:
    """All scenarios by id, ``game/name``; `own` holds the files in the user's folder."""

    def __init__(self, inventory: Inventory, loader: Loader, games: Games, problems: Problems) -> None:
        self._inventory = inventory
        self._loader = loader
        self._games = games
        self._problems = problems
        self.own = OwnScenarios(inventory)
        self._loaded: dict[str, Scenario] = {}

    # What the files contain.

    @property
    def ids(self) -> list[str]:
        """The ids of all scenarios, the user's own last."""
        return [*self._inventory.scenarios, *self.own.usable]

    def of(self, game: str) -> list[str]:
        """Return a game's scenarios: the one to begin with, then the others, shortest first."""
        first = f"{game}/{self._games.infos[game].first}"
        ids = (id for id in self.ids if id.startswith(f"{game}/"))
        return sorted(ids, key=lambda id: (id != first, self._minutes(id)))

    def _minutes(self, id: str) -> int:
        """Return how many minutes a scenario takes; if its file does not say, more than any other."""
        try:
            return self.info(id).minutes or MOST_MINUTES + 1
        except SandtableError:
            return MOST_MINUTES + 1

    def info(self, id: str) -> ScenarioInfo:
        """Read the description in a scenario's file. Raises ScenarioError."""
        return ScenarioFile.read(self.text(id), id).info

    def text(self, id: str) -> str:
        """Read the text of a scenario's file. Raises ScenarioError."""
        plugin = self._inventory.scenarios.get(id)
        path = plugin.file(f"{id.partition('/')[2]}.toml") if plugin else self.own.usable[id].path
        return read_file(path)

    # Loading them, with their games and rules.

    def load(self, id: str) -> Scenario:
        """Load the scenario with this id, from a plugin or from the user's folder."""
        own = self.own
        self._problems.note(
            file.problem for file in own.files if file.state == "duplicate" and file.name == id
        )
        if id not in own.usable:
            return self.find_installed(id)
        path = own.usable[id].path
        return self.from_text(read_file(path), path.stem, str(path))

    def find_installed(self, id: str) -> Scenario:
        """Load the scenario with this id from a plugin, ignoring the user's own files.

        Raises UnknownName, PluginError or ScenarioError.
        """
        if id not in self._inventory.scenarios:
            unusable = self._inventory.unusable("scenario").get(id)
            raise unusable.refusal if unusable else UnknownName(no_such("scenario", id, self.ids))
        if id not in self._loaded:
            self._loader.load(self._inventory.scenarios[id])
            game = self._games.load(id.partition("/")[0])
            rules = self._games.rules(game.id)
            find = partial(self._load_part, {}, None)
            self._loaded[id] = build(game, id, self.text(id), rules, find=find)
        return self._loaded[id]

    def from_text(
        self,
        text: str,
        name: str,
        source: str,
        parts: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> Scenario:
        """Build a scenario from the text of a file that no plugin provides; messages call it `source`.

        `parts` holds the texts of a campaign's parts that no plugin provides, by name; None means to
        look in the user's folder, then in `folder`. Raises ScenarioError or PluginError for the first
        fault in its `draft`.
        """
        draft = self.draft(text, source, parts, folder)
        return draft.scenario(f"{draft.file.game}/{name}", bare=True)

    def draft(
        self,
        text: str,
        source: str,
        parts: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> Draft:
        """Return a file with the game that it names, to examine its faults; see `from_text`."""
        file = ScenarioFile.read(text, source)
        try:
            game = self._games.load(file.game)
        except SandtableError as error:
            return Draft(file, error)
        find = partial(self._load_part, parts, folder)
        return Draft(file, game, self._games.rules(game.id), find)

    def _load_part(self, kept: Mapping[str, str] | None, folder: Path | None, id: str) -> Scenario:
        """Load a part of a campaign from the texts `kept` with it, from a file, or from a plugin.

        Raises ScenarioError if the part is a campaign.
        """
        name, source = id.partition("/")[2], id
        text = kept.get(name) if kept else None
        if kept is None and (path := self._own_file(id, folder)):
            text, source = read_file(path), str(path)
        if text is None and id not in self._inventory.scenarios:
            return self.find_installed(id)  # the error says why there is none
        if ScenarioFile.read(self.text(id) if text is None else text, source).info.parts:
            raise ScenarioError(f"{id} is a campaign itself")
        return self.find_installed(id) if text is None else self.from_text(text, name, source, {})

    def _own_file(self, id: str, folder: Path | None) -> Path | None:
        """Return the file of a part that no plugin provides, in the user's or the campaign's folder."""
        if id in self.own.usable:
            return self.own.usable[id].path
        if folder is None or id in {*self._inventory.scenarios, *self._inventory.unusable("scenario")}:
            return None
        path = folder / f"{id.partition('/')[2]}.toml"
        return path if path.is_file() else None


class Names:
    """Finds the game or scenario that a word means. Raises UnknownName or AmbiguousName."""

    def __init__(self, inventory: Inventory, scenarios: Scenarios) -> None:
        self._inventory = inventory
        self._scenarios = scenarios

    def game(self, typed: str) -> str:
        """Return the id of the game that a word means. Also raises PluginError if it is unusable."""
        return usable_name("game", typed, self._inventory.games, self._inventory.unusable("game"))

    def game_only(self, typed: str) -> str | None:
        """Return the id of the game that a word means; None for a scenario, a file or nothing."""
        games = [*self._inventory.games, *self._inventory.unusable("game")]
        if "/" in typed or names_file(typed) or not match(typed, games):
            return None
        return self.game(typed)

    def scenario(self, typed: str) -> str:
        """Return the id of a scenario typed as ``game/name``, either part of which may be shortened.

        Also raises PluginError if it is unusable.
        """
        beginning, slash, name = typed.partition("/")
        # It is the path of a file that is not a .toml file.
        if not slash or "/" in name or not beginning.strip("."):
            raise self._no_scenario(typed)
        game = self.game(beginning)
        ids = (id for id in self._scenarios.ids if id.startswith(f"{game}/"))
        names = [id.partition("/")[2] for id in ids]
        unusable: dict[str, ListItem] = {
            id.partition("/")[2]: plugin
            for id, plugin in self._inventory.unusable("scenario").items()
            if id.startswith(f"{game}/")
        }
        for file in self._scenarios.own.files:
            if file.state == "broken":
                unusable.setdefault(file.path.stem, file)
        return f"{game}/{usable_name(f'scenario of {game}', name, names, unusable)}"

    def _no_scenario(self, typed: str) -> SandtableError:
        """Return the error for a word that names no scenario; if it means a game, list its scenarios."""
        if game := self.game_only(typed):
            ids = self._scenarios.of(game)
            if not ids:
                return SandtableError(f"{game} has no scenarios")
            names = listing([id.partition("/")[2] for id in ids])
            return SandtableError(f"which scenario of {game}? Name one of {names}, as in {ids[0]}")
        close = nearest_to(typed, [*self._inventory.games, *self._scenarios.ids])
        hint = f'did you mean "{close}"?' if close else "sandtable list shows all"
        return UnknownName(f'no scenario "{clip(typed)}" (GAME/SCENARIO or a .toml file); {hint}')


def usable_name(kind: str, typed: str, names: Iterable[str], unusable: Mapping[str, ListItem]) -> str:
    """Return the name in `names` that a word means.

    Raises PluginError if the word is an `unusable` name, or abbreviates only such names.
    """
    usable_names = [name for name in names if name not in unusable]
    if typed in unusable:
        raise unusable[typed].refusal
    usable = resolve(
        kind, typed, usable_names if match(typed, usable_names) else [*usable_names, *unusable]
    )
    if usable in unusable:
        raise unusable[usable].refusal
    return usable
