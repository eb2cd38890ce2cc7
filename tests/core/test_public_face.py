"""The public face: every name is there, importing it is cheap, and all of it is explained."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable

CORE = Path(sandtable.__file__).parent
MODULES = sorted(CORE.rglob("*.py"))


def test_every_public_name_is_there():
    promised = {
        alias.name: node.module
        for node in ast.walk(ast.parse((CORE / "__init__.py").read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sandtable.")
        for alias in node.names
    }
    assert {*promised, "__version__"} == set(sandtable.__all__) == set(dir(sandtable))
    assert sorted(sandtable.__all__) == sandtable.__all__
    for name, module in promised.items():
        found = getattr(sandtable, name)
        assert found is getattr(sys.modules[module], name)


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
        "rich",
        "platformdirs",
        "tomllib",
        "argparse",
    }
    assert [name for name in run.stdout.split() if name.startswith("sandtable")] == ["sandtable"]


def test_no_module_is_too_long():
    """That each is explained is ruff's to see."""
    lengths = {path.name: len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > 450} == {}
