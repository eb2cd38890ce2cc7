"""The hooks that installed packages offer, as their source shows them: nothing is imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from sandtable import PluginError
from sandtable.tooling import Catalog, nearest_to

MARK = "hookspec"
"""The mark before each hook that a plugin offers."""

OURS = {"sandtable_console", "sandtable_pictures"}
"""Packages with hooks that no entry point names."""


def find(installed: Catalog) -> dict[str, list[str]]:
    """The arguments of each hook, by name, in whichever module of an enabled plugin's package it is."""
    nodes = (node for path in _modules(installed) for node in _functions(path))
    return {node.name: [argument.arg for argument in node.args.args] for node in nodes}


def note(hook: str, offered: Mapping[str, object]) -> str:
    """A remark about a hook that nothing offers, with the nearest one; it is no fault."""
    close = nearest_to(hook, offered)
    hint = f'did you mean "{close}"?' if close else "no enabled plugin offers it"
    return f'no hook "{hook}"; {hint}'


def _modules(installed: Catalog) -> Iterator[Path]:
    """The files of plugins' packages, without the modules of plugins that are not usable."""
    left_out = set()
    for plugin in installed.plugins:
        with suppress(PluginError):
            left_out.update([] if plugin.usable else [plugin.code])
    for top in OURS | {plugin.module.partition(".")[0] for plugin in installed.plugins if plugin.usable}:
        with suppress(ImportError, ValueError):
            spec = find_spec(top)
            folders = [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]
            single = [Path(spec.origin)] if spec and spec.origin and not folders else []
            files = chain(single, *(folder.rglob("*.py") for folder in folders))
            yield from (file for file in files if file not in left_out)


def _functions(path: Path) -> list[ast.FunctionDef]:
    """The functions in a file that are marked as hooks, as far as it can be read."""
    try:
        code = path.read_bytes()
        tree = ast.parse(code) if MARK.encode() in code else ast.Module([], [])
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return [node for node in functions if any(MARK in ast.dump(mark) for mark in node.decorator_list)]
