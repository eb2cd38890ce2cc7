"""The page of the hooks: each with its signature, its docstring, and where it is called."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import sandtable
from generator import markdown
from generator.source import members, tree
from sandtable.hooks import Hooks

CALLERS = ("ask", "notify")
"""The methods of the catalog that call a hook by its name."""

INTRODUCTION = """\
A plugin implements a hook by a function or method of the same name with `@sandtable.hookimpl`
before it; it may take fewer of the arguments than there are. A game's class, a scenario's package
and a module of an entry point in the group `sandtable.plugins` may implement any of them. A hook
that raises is reported once with its plugin's name, and the game goes on without that plugin."""


def page() -> str:
    """The page."""
    parts = [_hook(one.name, one.declared, one.doc) for one in members(Hooks)]
    return markdown.page("Hooks", INTRODUCTION, *parts)


def _hook(name: str, declared: str, doc: str) -> str:
    called = markdown.words(sorted(set(calls(name))))
    parts = [f"## {name}", markdown.code(f"def {declared}: ..."), markdown.prose(doc)]
    return "\n\n".join([*parts, f"Called from {called}."])


def calls(hook: str) -> Iterator[str]:
    """Where the core calls a hook: ``session.Session.begin``."""
    root = Path(str(sandtable.__file__)).parent
    for path in sorted(root.rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        yield from (f"{module}.{where}" for where in _calls(tree(str(path)), hook, ""))


def _calls(node: ast.AST, hook: str, where: str) -> Iterator[str]:
    for part in ast.iter_child_nodes(node):
        named = isinstance(part, ast.ClassDef | ast.FunctionDef)
        inner = (
            f"{where}.{part.name}".lstrip(".")
            if isinstance(part, ast.ClassDef | ast.FunctionDef)
            else where
        )
        if isinstance(part, ast.Call) and _is_call(part, hook):
            yield where
        yield from _calls(part, hook, inner if named else where)


def _is_call(node: ast.Call, hook: str) -> bool:
    called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    first = node.args[0] if node.args else None
    return called in CALLERS and isinstance(first, ast.Constant) and first.value == hook
