"""What the tests of the core share: an installation that holds the toy game."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from sandtable.plugins.installation import Catalog


class Dist(NamedTuple):
    """What an entry point must know of its distribution."""

    name: str
    version: str


class Site:
    """A folder on the path, and entry points to packages in it, whose names begin with `st_`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.points: list[EntryPoint] = []

    def package(self, name: str, files: Mapping[str, str]) -> None:
        """Write files into a package."""
        for file, text in {"__init__.py": "", **files}.items():
            path = self.folder / name / file
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def entry(
        self, group: str, name: str, value: str, dist: str = "extra", version: str = "1.2"
    ) -> None:
        """Have a distribution name an object."""
        point = EntryPoint(name, value, f"sandtable.{group}")
        self.points.append(point._for(Dist(dist, version)))  # type: ignore[arg-type]

    def plugin(self, name: str, code: str) -> None:
        """Install a module with hooks, in the package `st_NAME`."""
        self.package(f"st_{name}", {"__init__.py": f"from sandtable import hookimpl\n{code}"})
        self.entry("plugins", name, f"st_{name}")

    def game(self, id: str, code: str | None, toml: str = "", **keys: object) -> None:
        """Install a game, in the package `st_ID`, with its metadata or another text for them."""
        told = {"id": id, "title": "A Game", "summary": "To be tested.", "api": 1, "rules_version": 1}
        lines = [f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}"
                 for key, value in (told | keys).items()]  # fmt: skip
        text = toml or "\n".join(['seats = ["red", "blue"]', *lines])
        if code is not None:
            self.package(f"st_{id}", {"game.py": code, "game.toml": text})
        self.entry("games", id, f"st_{id}.game:{id.title()}", "sandtable", "0.1")

    def scenario(self, name: str, rule: str = "") -> None:
        """Install a scenario of stones, in the package `st_maps`, maybe with a special rule."""
        rules = f'rules = [{{ name = "{rule}" }}]\n' if rule else ""
        text = f'game = "stones"\ntitle = "About {name}"\n{rules}[heaps]\nnorth = 2\n'
        self.package("st_maps", {f"{name}.toml": text})
        self.entry("scenarios", f"stones.{name}", "st_maps", "sandtable", "0.1")

    def catalog(self) -> Catalog:
        """What a fresh start of the program sees."""
        self.forget()
        return Catalog(self.points)

    @property
    def imported(self) -> list[str]:
        """The modules of the installation that were imported."""
        return [name for name in sys.modules if name.startswith("st_")]

    def forget(self) -> None:
        """Have nothing imported."""
        for name in self.imported:
            del sys.modules[name]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: ModuleType) -> Iterator[Site]:
    """An installation with the game stones and two scenarios of it."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)
    site = Site(tmp_path)
    site.game("stones", "from sandtable_toy import Stones")
    site.scenario("two")
    site.scenario("two-more")
    yield site
    site.forget()
