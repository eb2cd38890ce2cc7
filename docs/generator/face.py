"""The pages of the two faces: every name of `sandtable` and of `sandtable.tooling`, by its subject."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

import sandtable
from generator import markdown
from generator.source import alias, first_line, function
from sandtable import tooling

FOR_PLAYERS = """\
All of this is imported from `sandtable`; a name is loaded when it is first used. It is for players,
scripts, games, scenarios and bots; what tools need besides is in [`sandtable.tooling`](tooling.md). What
is in neither is private. The classes that an author of games needs are told in full in [the contract of
a game](game-contract.md)."""

FOR_TOOLS = """\
What a tool needs that is more than a game, a scenario or a bot: all of this is imported from
`sandtable.tooling`, and the rest from [`sandtable`](python.md)."""


def page() -> str:
    """The page for players, scripts and games."""
    return markdown.page("From Python", FOR_PLAYERS, *_subjects(sandtable))


def tools() -> str:
    """The page for tools."""
    return markdown.page("For tools", FOR_TOOLS, *_subjects(tooling))


def _subjects(face: ModuleType) -> Iterator[str]:
    stub = Path(str(face.__file__)).with_suffix(".pyi")
    lines = [line.split() for line in stub.read_text(encoding="utf-8").splitlines()]
    homes = [(line[1], line[5]) for line in lines if line[:1] == ["from"]]
    modules = [(home, name) for home, name in homes if inspect.ismodule(getattr(face, name))]
    for home, some in groupby(sorted(set(homes) - set(modules)), key=lambda one: one[0]):
        yield _subject(import_module(home), home.rpartition(".")[2], [name for _, name in some])
    for _, name in modules:
        yield _module(getattr(face, name), f"{face.__name__}.{name}")


def _subject(home: ModuleType, title: str, names: list[str]) -> str:
    """What comes from one module: a table, and each function."""
    things = {name: getattr(home, name) for name in names}
    functions = [function(one) for one in things.values() if inspect.isfunction(one)]
    rows = [_row(*one, str(home.__file__)) for one in things.items() if not inspect.isfunction(one[1])]
    table = markdown.table(("name", "what it is"), rows) if rows else ""
    parts = [f"## {title}", markdown.prose(first_line(home)), table, *map(markdown.member, functions)]
    return "\n\n".join(filter(None, parts))


def _module(module: ModuleType, title: str) -> str:
    """A module that is public as a whole: what it is, its classes, its functions."""
    public = {name: one for name, one in vars(module).items() if name[0] != "_"}
    own = {name: one for name, one in public.items() if _is_of(module, one)}
    functions = [function(one) for one in own.values() if inspect.isfunction(one)]
    rows = [_row(name, one, str(module.__file__)) for name, one in own.items() if inspect.isclass(one)]
    table = markdown.table(("name", "what it is"), rows) if rows else ""
    parts = [f"## {title}", markdown.prose(first_line(module)), table, *map(markdown.member, functions)]
    return "\n\n".join(filter(None, parts))


def _is_of(module: ModuleType, thing: Any) -> bool:
    return str(getattr(thing, "__module__", "")).startswith(module.__name__)


def _row(name: str, thing: Any, path: str) -> tuple[str, str]:
    told = first_line(thing) if inspect.isclass(thing) else alias(path, name)
    return markdown.word(name), markdown.line(told)
