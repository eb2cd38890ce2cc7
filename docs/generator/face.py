"""The page of the public face: every name of `sandtable`, by the module that it lives in."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from typing import Any

import sandtable
from generator import markdown
from generator.source import alias, first_line, function, tree

INTRODUCTION = """\
All of this is imported from `sandtable`; the module behind a name comes when the name is first
used. The classes that an author of games needs are told in full in [the contract of a
game](game-contract.md)."""


def page() -> str:
    """The page."""
    return markdown.page(
        "From Python", INTRODUCTION, *(_module(*one) for one in sorted(homes().items()))
    )


def homes() -> dict[str, list[str]]:
    """The public names by the module that each lives in, as the face itself imports them."""
    nodes = ast.walk(tree(str(sandtable.__file__)))
    lines = [one for one in nodes if isinstance(one, ast.ImportFrom) and one.module != "__future__"]
    names = {str(one.module): [name.name for name in one.names] for one in lines}
    return {
        module: [name for name in some if name in sandtable.__all__] for module, some in names.items()
    }


def _module(module: str, names: list[str]) -> str:
    home = import_module(module)
    if not names:
        return ""
    things = {name: getattr(home, name) for name in names}
    functions = [function(one) for one in things.values() if inspect.isfunction(one)]
    rows = [_row(*one, str(home.__file__)) for one in things.items() if not inspect.isfunction(one[1])]
    table = markdown.table(("name", "what it is"), rows)
    parts = [f"## {module}", markdown.prose(first_line(home)), table, *map(markdown.member, functions)]
    return "\n\n".join(filter(None, parts))


def _row(name: str, thing: Any, path: str) -> tuple[str, str]:
    told = first_line(thing) if inspect.isclass(thing) else alias(path, name)
    return markdown.word(name), markdown.line(told)
