"""The games that the adapters are tried on, and the extra that they need."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from shelves import Shelf

from sandtable.plugins.catalog import refresh

KUHN = Path(__file__).parents[2] / "examples" / "sandtable-kuhn"

HAS_EXTRA = all(map(find_spec, ("pettingzoo", "pyspiel")))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if HAS_EXTRA or os.environ.get("CI"):
        return
    missing = pytest.mark.skip(reason="needs pip install sandtable[adapters]")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(missing)


@pytest.fixture
def games(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    """The toy games and the example Kuhn poker, next to those that are installed."""
    monkeypatch.syspath_prepend(KUHN / "src")
    project = tomllib.loads((KUHN / "pyproject.toml").read_text("utf-8"))["project"]
    points = {
        f"{group.removeprefix('sandtable.')} {id}": value
        for group, lines in project["entry-points"].items()
        for id, value in lines.items()
    }
    shelf.add(project["name"], points, {})
    shelf.stones()
    shelf.bids()
    shelf.goofspiel()
    shelf.market(gold=30)
    yield shelf
    for name in [name for name in sys.modules if name.startswith("sandtable_kuhn")]:
        del sys.modules[name]
    refresh()
