"""Reads what modules and classes define from their source: signatures and docstrings, in order.

The source is parsed so that the same code gives the same page under every version of Python.
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
    """An attribute, method, function or value: its name, its declaration and its docstring.

    `mark` is ``abstract``, ``property``, ``class method``, ``static method`` or empty. `arguments` are
    those of a method or function, and None for anything else.
    """

    name: str
    declared: str
    doc: str
    mark: str = ""
    arguments: tuple[str, ...] | None = None

    @property
    def returns(self) -> str:
        """The end of its signature: `` -> int``."""
        return self.declared.removeprefix(f"{self.name}({', '.join(self.arguments or ())})")


MARKS = {
    "abstractmethod": "abstract",
    "property": "property",
    "cached_property": "property",
    "classmethod": "class method",
    "staticmethod": "static method",
}

PLAIN_BASES = ("ABC", "Generic", "NamedTuple", "Protocol", "Struct")
"""Bases that say how a class is implemented, not what it is."""


@cache
def tree(path: str) -> ast.Module:
    """Parse a source file."""
    return ast.parse(Path(path).read_text(encoding="utf-8"))


def doc(thing: Any) -> str:
    """Return an object's own docstring without indentation; "" if it has none."""
    docstring = vars(thing).get("__doc__") if isinstance(thing, type) else thing.__doc__
    return inspect.cleandoc(docstring or "")


def class_node(kind: type[Any]) -> ast.ClassDef:
    """Return the syntax tree of a class."""
    nodes = ast.walk(tree(str(sys.modules[kind.__module__].__file__)))
    return next(node for node in nodes if isinstance(node, ast.ClassDef) and node.name == kind.__name__)


def members(kind: type[Any]) -> list[Member]:
    """Return the public attributes and methods that a class itself declares, in order."""
    return [member for member in _members(class_node(kind)) if not member.name.startswith("_")]


def constructor(kind: type[Any]) -> Member | None:
    """Return the signature of a class's own constructor, if it has one."""
    for member in _members(class_node(kind)):
        if member.name == "__init__":
            called = f"{kind.__name__}({', '.join(member.arguments or ())})"
            return Member(kind.__name__, called, "", "", member.arguments)
    return None


def bases(kind: type[Any]) -> list[str]:
    """Return the bases of a class that say what it is, as written."""
    written = map(_source_of, class_node(kind).bases)
    return [base for base in written if base.partition("[")[0] not in PLAIN_BASES]


def definitions(path: str) -> dict[str, Member | ast.ClassDef]:
    """Return a module's public functions, values and classes, by name, in order."""
    found: dict[str, Member | ast.ClassDef] = {}
    body = tree(path).body
    for part, next_part in zip(body, [*body[1:], None], strict=True):
        match part:
            case ast.ClassDef(name=name):
                found[name] = part
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found[name] = _method(part)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = Member(name, _source_of(part), _string(next_part))
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = zip(map(_source_of, names), map(_source_of, values), strict=True)
                about = _string(next_part)
                found |= {name: Member(name, f"{name} = {value}", about) for name, value in pairs}
    return {name: thing for name, thing in found.items() if not name.startswith("_")}


def alias_of(path: str, name: str) -> str:
    """Return the type for which a name in a module is an alias, as written; "" if it is not one.

    If it is defined twice, the first definition counts, as for type checkers.
    """
    for part in ast.walk(tree(path)):
        if isinstance(part, ast.Assign) and [_source_of(target) for target in part.targets] == [name]:
            return _source_of(part.value)
    return ""


def names_in(node: ast.ClassDef) -> set[str]:
    """Return all names in the annotations of a class's fields and methods."""
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
        if isinstance(part, Function) and not any(map(_is_setter, part.decorator_list)):
            yield _method(part)
        elif isinstance(part, ast.AnnAssign):
            yield Member(_source_of(part.target), _source_of(part), _string(next_part))


def _string(statement: ast.stmt | None) -> str:
    """Return the string below an attribute, which is its docstring."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return inspect.cleandoc(str(statement.value.value))
    return ""


def _is_setter(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Attribute) and decorator.attr == "setter"


def _method(node: Function) -> Member:
    names = [_source_of(decorator).rpartition(".")[2] for decorator in node.decorator_list]
    undefined = _source_of(node.body[-1]) == "raise NotImplementedError"
    mark = next((MARKS[name] for name in names if name in MARKS), "abstract" if undefined else "")
    arguments = None if mark == "property" else tuple(_arguments(node.args))
    called = "" if arguments is None else f"({', '.join(arguments)})"
    arrow = ": " if arguments is None else " -> "
    returns = f"{arrow}{_source_of(node.returns)}" if node.returns else ""
    docstring = ast.get_docstring(node) or ""
    return Member(node.name, f"{node.name}{called}{returns}", docstring, mark, arguments)


def _source_of(node: ast.AST) -> str:
    """Return a piece of code on one line, with its quotes as written."""
    return ast.unparse(node).replace("'", '"')


def _arguments(arguments: ast.arguments) -> Iterator[str]:
    """Return arguments as callers see them: without self, with a star before keyword-only ones."""
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
    kind = f": {_source_of(argument.annotation)}" if argument.annotation else ""
    return f"{argument.arg}{kind}" + (f" = {_source_of(default)}" if default else "")
