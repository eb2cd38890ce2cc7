"""Puts types into plain words, for readers who write TOML or read JSON."""

from __future__ import annotations

from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import NODEFAULT, UNSET, Meta, Struct, UnsetType, structs

NAMES = {str: "text", int: "whole number", bool: "`true` or `false`", float: "number", Any: "anything"}


FEW = 3
"""The most names listed in a cell; longer lists are below the tables."""


def plain(hint: Any, *, many: bool = False) -> str:
    """Put a type into words, in the plural if `many` is true."""
    kind, arguments = get_origin(hint), get_args(hint)
    if kind is Annotated:
        title, bounds = word_for_names(hint), _bounds(arguments)
        if get_origin(arguments[0]) is Literal and len(get_args(arguments[0])) <= FEW:
            return _simple(arguments[0], many=many)
        return (_many(title) if many else title) or plain(arguments[0], many=many) + bounds
    if kind in (Union, UnionType):
        return " or ".join(
            plain(argument, many=many) for argument in arguments if argument not in (NoneType, UnsetType)
        )
    if kind in (tuple, list):
        return _sequence(kind, arguments)
    if kind is dict:
        return _table(*arguments, many=many)
    return _simple(hint, many=many)


def _simple(hint: Any, *, many: bool) -> str:
    if get_origin(hint) is Literal:
        return " or ".join(f"`{_as_toml(member)}`" for member in get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return " or ".join(f"`{member.value}`" for member in hint)
    if isinstance(hint, type) and issubclass(hint, Struct):
        return f"tables ({hint.__name__})" if many else f"table ({hint.__name__})"
    name = NAMES.get(hint, str(hint))
    return (
        f"{name}s"
        if many and hint in (int, float)
        else name.replace("text", "texts" if many else "text")
    )


def word_for_names(hint: Any) -> str:
    """Return the word for the names that a type allows (``zone``); "" if it allows none."""
    titles = [meta.title for meta in get_args(hint)[1:] if isinstance(meta, Meta)]
    return (titles[0] or "") if get_origin(hint) is Annotated and titles else ""


def _many(title: str) -> str:
    """Return the plural of ``zone`` or ``kind of zone``."""
    first, *rest = title.split(" ")
    return " ".join([f"{first}s", *rest])


def _table(key: Any, value: Any, *, many: bool) -> str:
    name = "tables" if many else "table"
    keys = plain(key, many=True) if word_for_names(key) else "names"
    return name if value is Any else f"{name} of {keys}, each with a {plain(value)}"


def _sequence(kind: Any, arguments: tuple[Any, ...]) -> str:
    if kind is list or arguments[1:] == (...,):
        return f"list of {plain(arguments[0], many=True)}"
    if len(set(arguments)) == 1:
        return f"list of {len(arguments)} {plain(arguments[0], many=True)}"
    return f"list of {', '.join(plain(argument) for argument in arguments)}"


def _bounds(arguments: tuple[Any, ...]) -> str:
    kind, *metas = arguments
    return "".join(_limits(meta, kind) for meta in metas if isinstance(meta, Meta))


def _limits(meta: Meta, kind: Any) -> str:
    """Put the bounds of a value into words, such as: from 1 to 6, at most 100 characters."""
    if meta.ge is not None and meta.le is not None:
        return f" from {meta.ge} to {meta.le}"
    if meta.ge is not None:
        return f" of {meta.ge} or more"
    if meta.le is not None:
        return f" of {meta.le} or less"
    noun = "characters" if kind is str else "of them"
    return f", at most {meta.max_length} {noun}" if meta.max_length is not None else ""


def default(field: structs.FieldInfo) -> str:
    """Return the default of a field, or ``required`` if it has none."""
    if field.default_factory is not NODEFAULT:
        return _empty(field.default_factory())
    if field.default is NODEFAULT:
        return "required"
    return _empty(field.default)


def _empty(value: Any) -> str:
    return "none" if value in ((), {}, [], "", None, UNSET) else f"`{_as_toml(value)}`"


def _as_toml(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return f"[{', '.join(_as_toml(item) for item in value)}]"
    if isinstance(value, Struct):
        fields = {name: field for name, field in structs.asdict(value).items() if field is not None}
        pairs = (f"{name} = {_as_toml(field)}" for name, field in fields.items())
        return f"{{ {', '.join(pairs)} }}"
    return f'"{value}"' if isinstance(value, str) else str(value)
