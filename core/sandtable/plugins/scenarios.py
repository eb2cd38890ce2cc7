"""The scenarios of plugins and of the user's folder: their descriptions, and each one loaded."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
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
from sandtable.plugins.own_scenarios import OwnScenarios
from sandtable.text.errors import SandtableError, UnknownName
from sandtable.text.words import unknown


class Scenarios:
    """All scenarios by id, ``game/name``; `own` has the files of the user's folder."""

    def __init__(self, inventory: Inventory, loader: Loader, games: Games, problems: Problems) -> None:
        self._inventory = inventory
        self._loader = loader
        self._games = games
        self._problems = problems
        self.own = OwnScenarios(inventory)
        self._loaded: dict[str, Scenario] = {}

    # What the files say.

    @property
    def ids(self) -> list[str]:
        """Every scenario; the user's own come last."""
        return [*self._inventory.scenarios, *self.own.usable]

    def of(self, game: str) -> list[str]:
        """The scenarios of a game: the one to begin with, then from the shortest to the longest."""
        first = f"{game}/{self._games.infos[game].first}"
        ids = (id for id in self.ids if id.startswith(f"{game}/"))
        return sorted(ids, key=lambda id: (id != first, self._minutes(id)))

    def _minutes(self, id: str) -> int:
        """The minutes that a scenario takes; more than any other if its file does not say."""
        try:
            return self.info(id).minutes or MOST_MINUTES + 1
        except SandtableError:
            return MOST_MINUTES + 1

    def info(self, id: str) -> ScenarioInfo:
        """The description in a scenario's file. Raises ScenarioError."""
        return ScenarioFile.read(self.text(id), id).info

    def text(self, id: str) -> str:
        """The text of a scenario's file. Raises ScenarioError."""
        plugin = self._inventory.scenarios.get(id)
        path = plugin.file(f"{id.partition('/')[2]}.toml") if plugin else self.own.usable[id].path
        return read_file(path)

    # Loaded, with their games and rules.

    def load(self, id: str) -> Scenario:
        """The scenario of that id, from a plugin or from the user's folder."""
        own = self.own
        self._problems.note(
            file.problem for file in own.files if file.state == "duplicate" and file.name == id
        )
        if id not in own.usable:
            return self.installed(id)
        path = own.usable[id].path
        return self.from_text(read_file(path), path.stem, str(path))

    def installed(self, id: str) -> Scenario:
        """The scenario of that id from a plugin; the user's own files do not count.

        Raises UnknownName, PluginError or ScenarioError.
        """
        if id not in self._inventory.scenarios:
            unusable = self._inventory.unusable("scenario").get(id)
            names = self._inventory.scenarios
            raise unusable.refusal if unusable else UnknownName(unknown("scenario", id, names))
        if id not in self._loaded:
            self._loader.load(self._inventory.scenarios[id])
            game = self._games.load(id.partition("/")[0])
            rules = self._games.rules(game.id)
            self._loaded[id] = build(game, id, self.text(id), rules, find=self.part)
        return self._loaded[id]

    def part(self, id: str) -> Scenario:
        """A part of a campaign; it cannot be a campaign itself."""
        if id in self._inventory.scenarios and self.info(id).parts:
            raise ScenarioError(f"{id} is a campaign itself")
        return self.installed(id)

    def from_text(
        self,
        text: str,
        name: str,
        source: str,
        parts: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> Scenario:
        """A scenario from a file that no plugin brought; messages call the file `source`.

        `parts` has the files of a campaign's parts that no plugin brought, by name; None means those
        of the user's folder, then those of `folder`. Raises ScenarioError or PluginError for the first
        fault of its `draft`.
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
        """A file with the game that it names, to examine its faults; see `from_text`."""
        file = ScenarioFile.read(text, source)
        try:
            game = self._games.load(file.game)
        except SandtableError as error:
            return Draft(file, error)
        find = partial(self._part_beside, folder) if parts is None else partial(self._kept_part, parts)
        return Draft(file, game, self._games.rules(game.id), find)

    def _kept_part(self, texts: Mapping[str, str], id: str) -> Scenario:
        """A part of a campaign that was kept with its own files: one of them, or else installed."""
        name = id.partition("/")[2]
        return self._bare_part(id, texts[name], name) if name in texts else self.part(id)

    def _part_beside(self, folder: Path | None, id: str) -> Scenario:
        """A part of a campaign from a file; or else installed."""
        if path := self._own_file(id, folder):
            return self._bare_part(id, read_file(path), str(path))
        if id not in self._installed:
            raise UnknownName(unknown("scenario", id, self.ids))
        return self.part(id)

    def _bare_part(self, id: str, text: str, source: str) -> Scenario:
        """A part of a campaign that no plugin brought; it cannot be a campaign itself."""
        if ScenarioFile.read(text, source).info.parts:
            raise ScenarioError(f"{id} is a campaign itself")
        return self.from_text(text, id.partition("/")[2], source, {})

    def _own_file(self, id: str, folder: Path | None) -> Path | None:
        """The file of a part that no plugin brought: in the user's folder, or in the campaign's own."""
        if id in self.own.usable:
            return self.own.usable[id].path
        if folder is None or id in self._installed:
            return None
        path = folder / f"{id.partition('/')[2]}.toml"
        return path if path.is_file() else None

    @property
    def _installed(self) -> set[str]:
        """The scenarios of all plugins, also of those that cannot be used."""
        return {*self._inventory.scenarios, *self._inventory.unusable("scenario")}
