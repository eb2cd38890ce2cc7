"""The user's own scenarios: TOML files in a folder, listed with those of their games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sandtable.model.scenario_file import ScenarioError, ScenarioFile, read_file
from sandtable.plugins.inventory import Inventory
from sandtable.plugins.plugin import Known
from sandtable.text import config
from sandtable.text.shown import visible
from sandtable.text.words import number_of

YOURS = "your scenarios"
"""The text shown in place of a plugin's distribution."""

MOST_FILES = 1000
"""At most this many files in the folder are read."""


@dataclass(kw_only=True)
class OwnScenario(Known):
    """A file in the folder, at `path`; its id is ``game.stem``."""

    path: Path

    @classmethod
    def read(cls, path: Path) -> OwnScenario:
        """The description in a file; the file is marked as broken if there is none."""
        scenario = cls(kind="scenario", id=path.stem, distribution=YOURS, path=path)
        try:
            check_name(path.stem, str(path))
            info = ScenarioFile.read(read_file(path), str(path)).info
            scenario.id = f"{info.game}.{path.stem}"
        except ScenarioError as error:
            scenario.id = visible(path.stem)
            scenario.mark("broken", str(error).removeprefix(f"{path}: "))
        return scenario

    @property
    def problem(self) -> str:
        """The fault of the file, in a line that names it."""
        return f"{visible(str(self.path))} is {self.state}: {self.reason}"


class OwnScenarios:
    """The files of the user's folder, each with its state; the folder is read when first needed."""

    def __init__(self, inventory: Inventory) -> None:
        self._inventory = inventory

    @cached_property
    def files(self) -> list[OwnScenario]:
        """Every file, by name; one whose game is missing or whose name is taken is marked."""
        files = [OwnScenario.read(path) for path in self._folder[0]]
        by_name: dict[str, Known] = {
            plugin.name: plugin for plugin in self._inventory.plugins if plugin.kind == "scenario"
        }
        for scenario in (scenario for scenario in files if scenario.usable):
            game = scenario.id.partition(".")[0]
            if game not in self._inventory.games:
                scenario.mark("broken", self._inventory.no_game(game))
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
        """The faults of the folder itself, apart from its files."""
        return self._folder[1]

    @property
    def problems(self) -> list[str]:
        """The faults of the folder and of its files; several files share a line."""
        lines = [own.problem for own in self.files if not own.usable]
        if len(lines) > 1:
            folder = visible(str(config.scenarios_folder()))
            lines = [f"{len(lines)} files in {folder} cannot be played: plugins list says why"]
        return [*self.folder_problems, *lines]

    @cached_property
    def _folder(self) -> tuple[list[Path], list[str]]:
        """The files named like scenarios, by name, and what is wrong with the folder itself."""
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
    """Whether a word names a scenario file rather than a scenario."""
    return typed.lower().endswith(".toml")


def check_name(name: str, source: str) -> None:
    """Raise ScenarioError for a name that a save cannot hold; messages call the file `source`."""
    if not name.isprintable() or "/" in name:
        raise ScenarioError(f"{source}: its name cannot be typed")
