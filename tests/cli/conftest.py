"""Distributions of strangers, as tests write them: found by this process and by those it starts."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from sandtable.plugins.installation import refresh

TOY = Path(__file__).parents[1] / "core" / "toy.py"


class Shelf:
    """A folder on the path with distributions, whose packages' names begin with `st_`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        refresh()

    def add(
        self, name: str, points: Mapping[str, str], files: Mapping[str, str], more: str = ""
    ) -> None:
        """Put a distribution there: its entry points (``group id`` to object), its files, metadata."""
        lines = []
        for key, value in points.items():
            group, _, id = key.partition(" ")
            lines += [f"[sandtable.{group}]", f"{id} = {value}"]
        about = self.folder / f"{name.replace('-', '_')}-1.2.dist-info"
        head = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n"
        texts = {"METADATA": head + more, "entry_points.txt": "\n".join(lines)}
        self.write({**files, **{f"{about.name}/{file}": text for file, text in texts.items()}})

    def hook(self, name: str, code: str) -> None:
        """Put a distribution there with hooks, in the module `st_NAME`."""
        text = f"from sandtable import hookimpl\n{code}"
        self.add(f"extra-{name}", {f"plugins {name}": f"st_{name}"}, {f"st_{name}/__init__.py": text})

    def stones(self) -> None:
        """Put the toy game of the core's tests there, with a scenario."""
        toml = 'id = "stones"\ntitle = "Stones"\nsummary = "Lift."\nseats = ["red", "blue"]\n'
        two = 'game = "stones"\ntitle = "Two heaps"\n[heaps]\nnorth = 2\n'
        self.add(
            "stones-game",
            {"games stones": "st_stones.game:Stones", "scenarios stones.two": "st_stones"},
            {
                "st_stones/__init__.py": "",
                "st_stones/game.py": TOY.read_text(encoding="utf-8"),
                "st_stones/game.toml": toml + "api = 1\nrules_version = 1\n",
                "st_stones/two.toml": two,
            },
        )

    @property
    def imported(self) -> list[str]:
        return [name for name in sys.modules if name.startswith("st_")]

    def forget(self) -> None:
        """Have what was imported imported anew."""
        for name in self.imported:
            del sys.modules[name]


@pytest.fixture
def shelf(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    folder = tmp_path / "shelf"
    folder.mkdir()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    )
    monkeypatch.syspath_prepend(folder)
    made = Shelf(folder)
    yield made
    made.forget()
    refresh()
