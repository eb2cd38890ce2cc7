"""Arguments of the form NAME=VALUE."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.errors import SandtableError
from sandtable.words import resolve


def pairs(kind: str, typed: Iterable[str]) -> dict[str, str]:
    """``NAME=VALUE`` words as a mapping; SandtableError for one without ``=`` or given twice."""
    found: dict[str, str] = {}
    for text in typed:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise SandtableError(f'{kind} "{text}": {kind.upper()}=VALUE was expected')
        if name in found:
            raise SandtableError(f"{kind} {name} is given twice")
        found[name] = value
    return found


def seats(typed: Iterable[str], known: Mapping[str, object] | Iterable[str]) -> dict[str, str]:
    """Who plays which seat; names of seats may be abbreviated."""
    names = list(known)
    return {resolve("seat", name, names): player for name, player in pairs("seat", typed).items()}
