"""Reads a map's file; error messages name the line."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any, TypeVar

from sandtable.tooling import toml_text
from sandtable_hexes.hexmap import HexFile, HexMap
from sandtable_hexes.layout import MapError

F = TypeVar("F", bound=HexFile[Any, Any])


def read_map(package: str, name: str, kind: type[F]) -> HexMap[F]:
    """Read a map in a package's ``data`` folder: ``read_map(PACKAGE, "map.toml", WadiFile)``.

    Raises SandtableError, which names the file, the line, the key and what was expected.
    """
    source = f"{package}/data/{name}"
    try:
        text = (resources.files(package) / "data" / name).read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise MapError(f"{source}: {getattr(error, 'strerror', None) or 'not UTF-8 text'}") from error
    return parse_map(text, kind, source)


def parse_map(text: str, kind: type[F], source: str) -> HexMap[F]:
    """Read a map from text; messages call it `source`. Raises SandtableError as `read_map` does."""
    try:
        return toml_text.read_as(text, kind).map()
    except MapError as error:
        line = find_line(text, error.key, error.near)
        raise MapError(f"{source}: {f'line {line}: ' * bool(line)}{error}") from error
    except ValueError as error:
        raise MapError(f"{source}: {error}") from error


def find_line(text: str, key: tuple[str, ...], near: str | int | None = None) -> int | None:
    """Find the line, from 1, of a key in the text of a map's file; None if the key is not there.

    `near` is a text to look for from there on, preferably as a whole string, or the number of a row in a
    picture or table, from 0.
    """
    start = toml_text.line_of(text, key)
    if start is None or near is None:
        return start
    first, *rest = text.splitlines()[start - 1 :]
    if isinstance(near, int):
        opening = re.split("\"{3}|'{3}", first)
        rows = [number for number, row in enumerate((opening[-1], *rest), start) if row.strip()]
        return rows[near] if opening[1:] else start
    for pattern in (rf"[\"']{re.escape(near)}[\"']", rf"\b{re.escape(near)}\b"):
        for number, line in enumerate((first, *rest), start):
            if re.search(pattern, line, re.IGNORECASE):
                return number
    return start
