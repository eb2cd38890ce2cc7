"""Checks, by annotations, that a position's types hold only plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from sandtable import Scenario

PLAIN = "a position holds plain data: texts, whole numbers, booleans, lists, mappings and Structs"

_NOT_PLAIN = (
    inspect.ByteArrayType,
    inspect.BytesType,
    inspect.CustomType,
    inspect.DateTimeType,
    inspect.DateType,
    inspect.DecimalType,
    inspect.ExtType,
    inspect.FloatType,
    inspect.FrozenSetType,
    inspect.MemoryViewType,
    inspect.RawType,
    inspect.SetType,
    inspect.TimeDeltaType,
    inspect.TimeType,
    inspect.UUIDType,
)

_ITEMS = ("item_type", "key_type", "value_type")
"""The attributes of msgspec types that name the types of items."""


def faults(scenario: Scenario) -> Iterator[str]:
    """Yield the fields of the state, the phases and the special rules that are not plain data.

    Nested Structs are checked too, each once. A field that may hold anything is checked in play.
    """
    parts = {"state": scenario.game.State}
    parts |= {kind.__name__: kind for kind in (*scenario.phases, *scenario.rules_in_force)}
    seen: set[type[Any]] = set()
    for name, kind in parts.items():
        try:
            yield from _faults_within(inspect.type_info(kind), name, "is", seen)
        except (TypeError, NameError) as error:
            yield f"{name} cannot be saved: {error}"


def _faults_within(kind: Any, path: str, verb: str, seen: set[type[Any]]) -> Iterator[str]:
    """Yield the parts of a type that are not plain data; `verb` joins `path` to each."""
    if isinstance(kind, _NOT_PLAIN):
        yield f"{path} {verb} {_with_article(kind)}; {PLAIN}"
    elif hasattr(kind, "fields"):
        if kind.cls not in seen:
            seen.add(kind.cls)
            for field in kind.fields:
                yield from _faults_within(field.type, f"{path}.{field.name}", "is", seen)
    elif isinstance(kind, inspect.Metadata):
        yield from _faults_within(kind.type, path, verb, seen)
    elif isinstance(kind, inspect.UnionType):
        for part in kind.types:
            yield from _faults_within(part, path, verb, seen)
    else:
        items = (getattr(kind, name) for name in _ITEMS if hasattr(kind, name))
        for item in (*getattr(kind, "item_types", ()), *items):
            yield from _faults_within(item, path, "holds", seen)


def _with_article(kind: Any) -> str:
    """Return a type's name with its article: ``a set``."""
    if isinstance(kind, inspect.BytesType):
        return "bytes"
    is_class = isinstance(kind, inspect.CustomType)
    name = kind.cls.__name__ if is_class else type(kind).__name__.removesuffix("Type").lower()
    return f"an {name}" if name[0].lower() in "aeio" else f"a {name}"
