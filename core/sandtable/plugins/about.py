"""What can be told of a plugin without importing it: its metadata, its hooks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from sandtable.base.errors import PluginError
from sandtable.plugins.plugin import Known, Plugin
from sandtable.plugins.switches import plain

MARK = "hookimpl"
"""What stands before each hook that a plugin implements."""

CARD = "plugin.toml"
"""A file beside a plugin's module which says what it brings, for those who list without loading."""


def bots(plugin: Plugin) -> list[str] | None:
    """The bots that a plugin brings for every game, as its card says; None where there is none.

    Raises PluginError for a card that can not be read.
    """
    try:
        path = plugin.file(CARD)
    except PluginError:
        return None
    return _card(path)


@cache
def _card(path: Path) -> list[str] | None:
    import tomllib  # noqa: PLC0415 (seldom needed)

    try:
        told = tomllib.loads(path.read_text(encoding="utf-8")).get("bots")
    except (OSError, ValueError, RecursionError) as error:
        raise PluginError(f"its {CARD} can not be read: {' '.join(str(error).split())}") from error
    if told is not None and not (isinstance(told, list) and all(isinstance(one, str) for one in told)):
        raise PluginError(f"its {CARD}: bots is not a list of texts")
    return told


def row(one: Known) -> dict[str, Any]:
    """What is listed of it."""
    return {
        "kind": one.kind,
        "id": one.id,
        "distribution": one.distribution,
        "version": one.version,
        "state": one.state,
        "reason": one.reason,
    }


def hooks(plugin: Plugin, mark: str = MARK) -> list[str]:
    """The hooks that its module names in its text after a mark, as far as that can be read."""
    try:
        text = plugin.code.read_bytes()
        tree = ast.parse(text) if mark.encode() in text else ast.Module([], [])
    except (PluginError, OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    marked = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and _has(node, mark))
    return sorted({node.name for node in marked})


def _has(node: ast.FunctionDef, mark: str) -> bool:
    calls = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    return any(mark in (getattr(one, "id", ""), getattr(one, "attr", "")) for one in calls)


def distribution(name: str) -> dict[str, str]:
    """What a distribution says of itself: `summary`, `home`, `licence`; empty where it does not."""
    try:
        told = metadata(name)
    except (PackageNotFoundError, ValueError):
        return {"summary": "", "home": "", "licence": ""}
    return {
        "summary": _text(told, "Summary"),
        "home": next(_pages(told), ""),
        "licence": _text(told, "License-Expression") or _text(told, "License"),
    }


def requires(name: str) -> list[str]:
    """The distributions that a distribution requires, as package indexes compare their names."""
    try:
        wanted = metadata(name).get_all("Requires-Dist") or []
    except (PackageNotFoundError, ValueError):
        return []
    return [plain(found[0]) for one in wanted if (found := re.match(r"[\w.-]+", one))]


def _text(told: PackageMetadata, key: str) -> str:
    return " ".join((told.get_all(key) or [""])[0].split())


def _pages(told: PackageMetadata) -> Iterator[str]:
    """Where there is more to read, the likeliest first."""
    if page := _text(told, "Home-page"):
        yield page
    links = [link.partition(",")[::2] for link in told.get_all("Project-URL") or []]
    yield from (url.strip() for label, url in links if "home" in label.lower())
    yield from (url.strip() for _, url in links)
