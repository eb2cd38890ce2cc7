"""The members of a class as its source has them, in order, with signatures and docstrings.

Read from the file, because the same code must give the same page under every version of Python.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Member(NamedTuple):
    """An attribute or a method: its name, the line that declares it, its docstring.

    `mark` is ``abstract``, ``property`` or ``class method`` if it is one; `name` is empty for the class
    itself.
    """

    name: str
    declared: str
    doc: str
    mark: str = ""


MARKS = {
    "abstractmethod": "abstract",
    "property": "property",
    "cached_property": "property",
    "classmethod": "class method",
    "staticmethod": "static method",
}


@cache
def tree(path: str) -> ast.Module:
    """A source file, parsed."""
    return ast.parse(Path(path).read_text(encoding="utf-8"))


def doc(thing: Any) -> str:
    """A docstring without its indentation, "" for none of its own."""
    docstring = vars(thing).get("__doc__") if isinstance(thing, type) else thing.__doc__
    return inspect.cleandoc(docstring or "")


def class_node(kind: type[Any]) -> ast.ClassDef:
    """The syntax tree of a class."""
    nodes = ast.walk(tree(str(sys.modules[kind.__module__].__file__)))
    return next(node for node in nodes if isinstance(node, ast.ClassDef) and node.name == kind.__name__)


def members(kind: type[Any]) -> list[Member]:
    """The public attributes and methods that a class itself declares, in their order."""
    return [member for member in _members(class_node(kind)) if not member.name.startswith("_")]


def function(thing: Any) -> Member:
    """A function of a module."""
    nodes = ast.walk(tree(str(sys.modules[thing.__module__].__file__)))
    return _method(
        next(node for node in nodes if isinstance(node, Function) and node.name == thing.__name__)
    )


def alias_of(path: str, name: str) -> str:
    """The type that a name of a module stands for, as written; "" for none.

    If it is written twice, the first counts, as for type checkers.
    """
    for part in ast.walk(tree(path)):
        if isinstance(part, ast.Assign) and [_written(target) for target in part.targets] == [name]:
            return _written(part.value)
    return ""


def names_in(node: ast.ClassDef) -> set[str]:
    """Every name in the annotations of a class's fields and methods."""
    methods = [member for member in node.body if isinstance(member, Function)]
    hints = [hint for method in methods for hint in (*map(_hint, method.args.args), method.returns)]
    hints += [member.annotation for member in node.body if isinstance(member, ast.AnnAssign)]
    inner = (part for hint in hints if hint is not None for part in ast.walk(hint))
    return {part.id for part in inner if isinstance(part, ast.Name)}


def _hint(argument: ast.arg) -> ast.expr | None:
    return argument.annotation


def _members(node: ast.ClassDef) -> Iterator[Member]:
    following = [*node.body[1:], None]
    for part, next_part in zip(node.body, following, strict=True):
        if isinstance(part, Function):
            yield _method(part)
        elif isinstance(part, ast.AnnAssign):
            yield Member(_written(part.target), _written(part), _string(next_part))


def _string(statement: ast.stmt | None) -> str:
    """The string below an attribute, which is its docstring."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return inspect.cleandoc(str(statement.value.value))
    return ""


def _method(node: Function) -> Member:
    names = [_written(decorator).rpartition(".")[2] for decorator in node.decorator_list]
    mark = next((MARKS[name] for name in names if name in MARKS), "")
    arguments = "" if mark == "property" else f"({', '.join(_arguments(node.args))})"
    returns = f" -> {_written(node.returns)}" if node.returns else ""
    return Member(node.name, f"{node.name}{arguments}{returns}", ast.get_docstring(node) or "", mark)


def _written(node: ast.AST) -> str:
    """A piece of code in one line, with the quotes that the code has."""
    return ast.unparse(node).replace("'", '"')


def _arguments(arguments: ast.arguments) -> Iterator[str]:
    """Arguments as a caller writes them: without self, with a star before those that need a name."""
    plain = [*arguments.posonlyargs, *arguments.args]
    missing: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    for argument, default in zip(plain, [*missing, *arguments.defaults], strict=True):
        if argument.arg not in ("self", "cls"):
            yield _argument(argument, default)
    if arguments.vararg or arguments.kwonlyargs:
        yield "*" + (_argument(arguments.vararg) if arguments.vararg else "")
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _argument(argument, default)
    if arguments.kwarg:
        yield "**" + _argument(arguments.kwarg)


def _argument(argument: ast.arg, default: ast.expr | None = None) -> str:
    kind = f": {_written(argument.annotation)}" if argument.annotation else ""
    return f"{argument.arg}{kind}" + (f" = {_written(default)}" if default else "")
