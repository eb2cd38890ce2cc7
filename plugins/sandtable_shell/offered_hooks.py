"""Finds the hooks that installed packages offer, from their source, without importing them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from sandtable import PluginError
from sandtable.tooling import Catalog, nearest_to

MARKER = "hookspec"
"""The decorator of each hook that a plugin offers."""

BUILT_IN_PACKAGES = {"sandtable_console", "sandtable_pictures"}
"""Packages with hooks that no entry point names."""


def find(installed: Catalog) -> dict[str, list[str]]:
    """Return each hook's arguments, by its name, from all modules of enabled plugins."""
    nodes = (node for path in _modules(installed) for node in _functions(path))
    return {node.name: [argument.arg for argument in node.args.args] for node in nodes}


def note(hook: str, offered: Mapping[str, object]) -> str:
    """Return a note on a hook that nothing offers, with the nearest name; such a hook is no error."""
    close = nearest_to(hook, offered)
    hint = f'did you mean "{close}"?' if close else "no enabled plugin offers it"
    return f'no hook "{hook}"; {hint}'


def _modules(installed: Catalog) -> Iterator[Path]:
    """Yield the files of plugins' packages, except modules of unusable plugins."""
    left_out = set()
    for plugin in installed.plugins:
        with suppress(PluginError):
            left_out.update([] if plugin.usable else [plugin.code])
    for top in BUILT_IN_PACKAGES | {
        plugin.module.partition(".")[0] for plugin in installed.plugins if plugin.usable
    }:
        with suppress(ImportError, ValueError):
            spec = find_spec(top)
            folders = [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]
            single = [Path(spec.origin)] if spec and spec.origin and not folders else []
            files = chain(single, *(folder.rglob("*.py") for folder in folders))
            yield from (file for file in files if file not in left_out)


def _functions(path: Path) -> list[ast.FunctionDef]:
    """Return the functions that a file marks as hooks; none if it cannot be read."""
    try:
        code = path.read_bytes()
        tree = ast.parse(code) if MARKER.encode() in code else ast.Module([], [])
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return [node for node in functions if any(MARKER in ast.dump(mark) for mark in node.decorator_list)]
