"""The user's own scenarios: TOML files in a folder, listed with those of their games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sandtable.base import config
from sandtable.model import scenario
from sandtable.model.scenario import ScenarioError
from sandtable.plugins.plugin import Known

YOURS = "your scenarios"
"""What stands where the distribution of a plugin does."""

MOST_FILES = 1000
"""At most this many files of the folder are read."""


@dataclass(kw_only=True)
class OwnScenario(Known):
    """A file of the folder; `path` is where it is, and its id ``game.stem``."""

    path: Path

    @property
    def trouble(self) -> str:
        """What is wrong with it, in a line that names the file."""
        return f"{shown(self.path)} is {self.state}: {self.reason}"


def own_scenarios() -> tuple[list[OwnScenario], list[str]]:
    """The scenarios in the user's folder by name, and what is wrong with the folder itself."""
    folder = config.scenarios_folder()
    try:
        paths = sorted(path for path in folder.iterdir() if _counts(path))
    except FileNotFoundError:
        if not folder.is_symlink():
            return [], []
        return [], [f"{folder}: a link to nowhere"]
    except OSError as error:
        return [], [f"{folder}: {(error.strerror or 'can not be read').lower()}"]
    more = len(paths) - MOST_FILES
    said = [f"{folder}: the last {more} files are left out, {MOST_FILES} are read"] * (more > 0)
    return [_own(path) for path in paths[:MOST_FILES]], said


def _counts(path: Path) -> bool:
    """Whether it is named like a scenario; what an editor leaves behind begins with a dot."""
    return names_file(path.name) and not path.name.startswith(".")


def names_file(typed: str) -> bool:
    """Whether a word names a scenario's file, and not a scenario."""
    return typed.lower().endswith(".toml")


def _own(path: Path) -> OwnScenario:
    found = OwnScenario(kind="scenario", id=path.stem, distribution=YOURS, path=path)
    try:
        if not path.stem.isprintable() or "/" in path.stem:
            raise ScenarioError("its name can not be typed")
        info = scenario.parse(scenario.read_file(path), str(path))[0]
        found.id = f"{info.game}.{path.stem}"
    except ScenarioError as error:
        found.id = shown(Path(path.stem))
        found.mark("broken", str(error).removeprefix(f"{path}: "))
    return found


def shown(path: Path) -> str:
    """A path that a terminal can show, whatever its name is."""
    text = str(path)
    return text if text.isprintable() else ascii(text)[1:-1]
