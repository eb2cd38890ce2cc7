"""Reading the file of a map: faults come with their line."""

from __future__ import annotations

from importlib import resources
from typing import Any, TypeVar

import msgspec

from sandtable.tooling import find_faults, toml_text
from sandtable_hexes.hexmap import HexFile, HexMap
from sandtable_hexes.layout import MapError

F = TypeVar("F", bound=HexFile[Any, Any])


def read_map(package: str, name: str, kind: type[F]) -> HexMap[F]:
    """The map in the ``data`` folder of a game's package: ``read_map(PACKAGE, "map.toml", WadiFile)``.

    Raises SandtableError, which names the file, the line, the key, and what was expected.
    """
    source = f"{package}/data/{name}"
    try:
        text = (resources.files(package) / "data" / name).read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise MapError(f"{source}: {getattr(error, 'strerror', None) or 'not UTF-8 text'}") from error
    return parse_map(text, kind, source)


def parse_map(text: str, kind: type[F], source: str) -> HexMap[F]:
    """The map that a text describes; messages call it `source`. Raises SandtableError as `read_map`."""
    try:
        tables = toml_text.loads(text)
    except toml_text.NotToml as error:
        raise MapError(f"{source}: {error}") from error
    for fault in find_faults(tables, kind):
        line = toml_text.line_of(text, fault.place or fault.key)
        raise MapError(f"{source}: {msgspec.structs.replace(fault, line=line)}")
    try:
        file: F = msgspec.convert(tables, kind)
        return file.map()
    except MapError as error:
        raise MapError(f"{source}: line {_line(text, error)}: {error}") from error


def _line(text: str, error: MapError) -> int:
    """The line of an error, from 1."""
    start = toml_text.line_of(text, error.key) or 1
    lines = text.replace("\r\n", "\n").split("\n")
    if isinstance(error.near, int):
        opening, quotes = lines[start - 1].rstrip(), ('"""', "'''")
        many = any(quote in opening for quote in quotes)
        return start + (error.near + opening.endswith(quotes)) * many
    quoted = (f'"{error.near}"', f"'{error.near}'")
    found = (n for n, line in enumerate(lines, 1) if n >= start and any(q in line for q in quoted))
    return start if error.near is None else next(found, start)
