"""Whether the types of a position hold plain data only, as their annotations say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from sandtable import Scenario

PLAIN = "a position holds plain data: words, whole numbers, yes and no, lists, mappings and Structs"

_STRANGE = (
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


def strange(scenario: Scenario) -> Iterator[str]:
    """The fields of the state, the phases and the special rules that are no plain data.

    Structs within are looked at too, each once. A field that may hold anything is left to play.
    """
    parts = {"state": scenario.game.State}
    parts |= {kind.__name__: kind for kind in (*scenario.phases, *scenario.rules_in_force)}
    seen: set[type[Any]] = set()
    for name, kind in parts.items():
        try:
            yield from _within(inspect.type_info(kind), name, "is", seen)
        except (TypeError, NameError) as error:
            yield f"{name} can not be saved: {error}"


def _within(kind: Any, path: str, verb: str, seen: set[type[Any]]) -> Iterator[str]:
    """What is strange in a type; `verb` says whether `path` is of it or holds it."""
    if isinstance(kind, _STRANGE):
        yield f"{path} {verb} {_named(kind)}; {PLAIN}"
    elif hasattr(kind, "fields"):
        if kind.cls not in seen:
            seen.add(kind.cls)
            for field in kind.fields:
                yield from _within(field.type, f"{path}.{field.name}", "is", seen)
    elif isinstance(kind, inspect.Metadata):
        yield from _within(kind.type, path, verb, seen)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _within(one, path, verb, seen)
    else:
        for one in _held(kind):
            yield from _within(one, path, "holds", seen)


def _held(kind: Any) -> Iterator[Any]:
    """The types of what a list, a tuple or a mapping holds."""
    yield from getattr(kind, "item_types", ())
    yield from (getattr(kind, name) for name in _ITEMS if hasattr(kind, name))


_ITEMS = ("item_type", "key_type", "value_type")


def _named(kind: Any) -> str:
    """A type with its article: ``a set``."""
    if isinstance(kind, inspect.BytesType):
        return "bytes"
    own = isinstance(kind, inspect.CustomType)
    name = kind.cls.__name__ if own else type(kind).__name__.removesuffix("Type").lower()
    return f"an {name}" if name[0].lower() in "aeio" else f"a {name}"
