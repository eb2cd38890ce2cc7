"""The parts of the page on testing made from sandtable_tools.kit: fixtures and checks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from generator import markdown
from generator.source import Function, tree
from sandtable_tools import kit

PLUGIN = Path(str(kit.__file__)).with_name("pytest_plugin.py")
"""The module with the fixtures, which is only read, since the site is built without pytest."""


def fixtures() -> str:
    """Return a section for each of the plugin's fixtures, with its docstring."""
    return "\n\n".join(_fixtures())


def checks() -> str:
    """Return a table of the checks."""
    rows = [(markdown.word(name), about) for name, about in kit.CHECKS.items()]
    return markdown.table(("check", "what it looks for"), rows)


def _fixtures() -> Iterator[str]:
    for node in tree(str(PLUGIN)).body:
        if isinstance(node, Function) and any(
            _is_fixture(decorator) for decorator in node.decorator_list
        ):
            about = markdown.prose(ast.get_docstring(node) or "")
            yield f"### {node.name}\n\n{about}"


def _is_fixture(decorator: ast.expr) -> bool:
    return ast.unparse(decorator).startswith("pytest.fixture")
