"""The games of this distribution, loaded like any plugin, and what their packages define."""

from __future__ import annotations

import pkgutil
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, distribution
from types import ModuleType
from typing import Any

from sandtable import Game, SpecialRule


def _entry_points(group: str) -> list[EntryPoint]:
    """Return this distribution's entry points in a group, sorted by name."""
    points = distribution("sandtable").entry_points.select(group=group)
    return sorted(points, key=lambda point: point.name)


@cache
def built_in_games() -> tuple[Game[Any], ...]:
    """Return the games, sorted by id."""
    return tuple(point.load()() for point in _entry_points("sandtable.games"))


def package(game: Game[Any]) -> str:
    """Return the name of a game's package."""
    return type(game).__module__.rpartition(".")[0]


def modules(game: Game[Any]) -> list[ModuleType]:
    """Return every module of a game's package, sorted by name."""
    root = sys.modules[package(game)]
    infos = pkgutil.walk_packages(root.__path__, f"{root.__name__}.")
    return [import_module(module.name) for module in sorted(infos, key=lambda module: module.name)]


def rules(game: Game[Any]) -> dict[str, type[SpecialRule]]:
    """Return the special rules that a game's scenarios can name, sorted by name."""
    points = _entry_points("sandtable.rules")
    return {point.name: point.load() for point in points if point.name.startswith(f"{game.id}.")}


def points(game: Game[Any]) -> type[SpecialRule] | None:
    """Return the class whose methods are the points at which a game calls its special rules."""
    kinds = [kind for rule in rules(game).values() for kind in rule.__mro__]
    return next((kind for kind in kinds if SpecialRule in kind.__bases__), None)
