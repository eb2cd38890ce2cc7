"""The facts about a plugin that are known without importing it: its metadata and its hooks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from sandtable.plugins.plugin import Known, Plugin
from sandtable.plugins.switches import plain
from sandtable.text.errors import PluginError

MARK = "hookimpl"
"""The mark before each hook that a plugin implements."""

CARD = "plugin.toml"
"""A file next to a plugin's module that lists its bots, for lists that load nothing."""


def bots(plugin: Plugin) -> list[str] | None:
    """The bots that a plugin brings for every game, according to its card; None without a card.

    Raises PluginError for a card that cannot be read.
    """
    try:
        card = plugin.file(CARD)
    except PluginError:
        return None
    return _bots_on(card)


@cache
def _bots_on(card: Path) -> list[str] | None:
    import tomllib  # noqa: PLC0415 (seldom needed)

    try:
        names = tomllib.loads(card.read_text(encoding="utf-8")).get("bots")
    except (OSError, ValueError, RecursionError) as error:
        raise PluginError(f"its {CARD} cannot be read: {' '.join(str(error).split())}") from error
    if names is not None and not (
        isinstance(names, list) and all(isinstance(name, str) for name in names)
    ):
        raise PluginError(f"its {CARD}: bots is not a list of texts")
    return names


def row(item: Known) -> dict[str, Any]:
    """The details of a plugin, or of one of the user's scenarios, for a list."""
    keys = ("kind", "id", "distribution", "version", "state", "reason")
    return {key: getattr(item, key) for key in keys}


def hooks(plugin: Plugin, mark: str = MARK) -> list[str]:
    """The hooks that a mark precedes in the source of the plugin's module, as far as it can be read."""
    try:
        text = plugin.code.read_bytes()
        tree = ast.parse(text) if mark.encode() in text else ast.Module([], [])
    except (PluginError, OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return sorted({node.name for node in functions if _is_marked(node, mark)})


def _is_marked(function: ast.FunctionDef, mark: str) -> bool:
    """Whether a decorator is the mark: alone, called, or after the name of a module."""
    for decorator in function.decorator_list:
        name = decorator.func if isinstance(decorator, ast.Call) else decorator
        if mark in (getattr(name, "id", ""), getattr(name, "attr", "")):
            return True
    return False


def distribution(name: str) -> dict[str, str]:
    """The metadata of a distribution: `summary`, `home`, `licence`; each empty if missing."""
    try:
        fields = metadata(name)
    except (PackageNotFoundError, ValueError):
        return {"summary": "", "home": "", "licence": ""}
    return {
        "summary": _field(fields, "Summary"),
        "home": next(_pages(fields), ""),
        "licence": _field(fields, "License-Expression") or _field(fields, "License"),
    }


def requires(name: str) -> list[str]:
    """The normalized names of the distributions that a distribution requires."""
    try:
        requirements = metadata(name).get_all("Requires-Dist") or []
    except (PackageNotFoundError, ValueError):
        return []
    names = (re.match(r"[\w.-]+", requirement) for requirement in requirements)
    return [plain(name[0]) for name in names if name]


def _field(fields: PackageMetadata, key: str) -> str:
    """The first metadata field of that name, on one line; empty if there is none."""
    return " ".join((fields.get_all(key) or [""])[0].split())


def _pages(fields: PackageMetadata) -> Iterator[str]:
    """Links for further reading, the most useful first."""
    if page := _field(fields, "Home-page"):
        yield page
    links = [link.partition(",")[::2] for link in fields.get_all("Project-URL") or []]
    yield from (url.strip() for label, url in links if "home" in label.lower())
    yield from (url.strip() for _, url in links)
