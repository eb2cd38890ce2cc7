"""No package outgrows the budget in pyproject.toml: its lines of Python, and the names of its face."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

BUDGET = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["sandtable"]["budget"]


@pytest.mark.parametrize(("package", "most"), BUDGET["lines"].items())
def test_a_package_has_at_most_the_lines_of_its_budget(package: str, most: int) -> None:
    modules = (ROOT / package).rglob("*.py")
    assert sum(len(module.read_text("utf-8").splitlines()) for module in modules) <= most


@pytest.mark.parametrize(("stub", "most"), BUDGET["names"].items())
def test_a_face_has_at_most_the_names_of_its_budget(stub: str, most: int) -> None:
    lines = (ROOT / stub).read_text("utf-8").splitlines()
    assert len([line for line in lines if line.startswith("from ")]) <= most


def test_every_package_has_a_budget() -> None:
    stubs = (
        *(ROOT / "plugins").glob("*/__init__.py"),
        *(ROOT / "plugins").glob("*_tools/*/__init__.py"),
    )
    packages = {str(path.parent.relative_to(ROOT)) for path in stubs}
    assert packages | {"core/sandtable"} == BUDGET["lines"].keys()


def test_every_face_has_a_budget() -> None:
    stubs = {str(path.relative_to(ROOT)) for path in ROOT.glob("[cp]*/*/**/*.pyi")}
    assert stubs == BUDGET["names"].keys()
