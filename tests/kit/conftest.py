"""Fixtures with written distributions, found without being installed."""

from __future__ import annotations

import importlib
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from scaffolds import name_of

from sandtable.plugins.catalog import Catalog
from sandtable.plugins.plugin import GROUPS
from sandtable_tools.kit import new

if TYPE_CHECKING:
    from shelves import Shelf


def points_of(folder: Path) -> list[EntryPoint]:
    """The entry points that a distribution declares."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = project["entry-points"].items()
    return [EntryPoint(name, value, group) for group, some in groups for name, value in some.items()]


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Callable[..., tuple[Path, Catalog]]]:
    """Writes a template, beside the installed distributions: its folder, and the catalog."""
    path = list(sys.path)

    def make(
        what: str,
        name: str,
        game: str | None = None,
        kind: str | None = None,
        module: str | Path = "",
    ) -> tuple[Path, Catalog]:
        folder = new.write(what, name, tmp_path, game, kind, module=module)[0]
        sys.path.insert(0, str(folder / "src"))
        importlib.invalidate_caches()
        installed = [point for group in GROUPS for point in entry_points(group=group)]
        return folder, Catalog([*installed, *points_of(folder)])

    yield make
    sys.path[:] = path
    forget(tmp_path)


def forget(folder: Path) -> None:
    """Forget the modules that were imported from a folder."""
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", "") or "").startswith(str(folder)):
            del sys.modules[name]


@pytest.fixture
def put_on_shelf(shelf: Shelf, tmp_path: Path) -> Iterator[Callable[[str, str, str | None], Path]]:
    """Writes a template, on the path of this process and of those that it starts: its folder."""

    def write(what: str, kind: str, game: str | None) -> Path:
        folder = new.write(what, name_of(what, kind, game), tmp_path, game, kind)[0]
        points = {
            f"{point.group.removeprefix('sandtable.')} {point.name}": point.value
            for point in points_of(folder)
        }
        shutil.copytree(folder / "src", shelf.folder, dirs_exist_ok=True)
        shelf.add(folder.name, points, {})
        return folder

    yield write
    forget(shelf.folder)
