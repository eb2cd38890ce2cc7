"""The public face: every name is there and explained, and importing it is cheap."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable import tooling

CORE = Path(sandtable.__file__).parent
MODULES = sorted(CORE.rglob("*.py"))


def test_nothing_is_written_in_both_faces() -> None:
    assert set(dir(sandtable)).isdisjoint(dir(tooling))


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Tabel'"):
        _ = sandtable.Tabel  # type: ignore[attr-defined]


def test_importing_the_package_costs_next_to_nothing():
    code = "import sys; before = set(sys.modules); import sandtable; print(*(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert "sandtable" in loaded
    assert not loaded & {
        "msgspec",
        "pluggy",
        "prompt_toolkit",
        "tomlkit",
        "platformdirs",
        "tomllib",
        "argparse",
    }
    mine = {name for name in run.stdout.split() if name.startswith("sandtable")}
    assert mine == {"sandtable", "sandtable.text", "sandtable.text.face"}


def test_no_module_is_too_long():
    """A limit for the length; ruff checks the docstrings."""
    lengths = {path.name: len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > 450} == {}


def test_no_text_of_the_kernel_names_a_plugin() -> None:
    """A plugin's name in a text, which import-linter would not see."""
    root = Path(__file__).parents[2]
    packages = [path.name for folder in ("plugins", "scenarios") for path in (root / folder).iterdir()]
    named = [
        f"{path.relative_to(root)}: {package}"
        for path in (root / "core").rglob("*")
        if path.suffix in (".py", ".toml")
        for package in packages
        if package.startswith("sandtable_") and package in path.read_text(encoding="utf-8")
    ]
    assert named == []
