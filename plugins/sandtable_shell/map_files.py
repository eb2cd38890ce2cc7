"""Reads bare map files, to preview them while their author types."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable import Board, MapFile, MapSpace, SandtableError
from sandtable.tooling import Guard, catalog, either, nearest_to, no_such, scenarios, toml_text
from sandtable_shell.hooks import map_readers


class AnySpace(MapSpace, frozen=True, forbid_unknown_fields=False):
    """A space, with any keys that its game adds."""


class AnyMap(MapFile[AnySpace], frozen=True, forbid_unknown_fields=False):
    """A map of spaces and links, with any tables that its game adds."""


def read(typed: str) -> Board | None:
    """Return the board of a bare map file, or None for any other file.

    Raises SandtableError, which names the file, the line and the key, or lists what the file may be.
    """
    if not scenarios.names_file(typed):
        return None
    text = catalog().text(typed)
    try:
        tables = toml_text.loads(text)
    except toml_text.NotToml as error:
        raise SandtableError(f"{typed}: {error}") from error
    if "game" in tables:
        return None  # a scenario
    readers = _readers()
    if reader := next((readers[key] for key in readers if key in tables), None):
        with Guard():
            return reader(text, typed)
    keys = [f'"{key}"' for key in readers]
    near = next(filter(None, (nearest_to(key, ["game", *readers]) for key in tables)), None)
    hint = f'; did you mean "{near}"?' if near else ""
    what = f'neither a scenario, with the key "game", nor a map, with {either(keys)}'
    raise SandtableError(f"{typed}: {what}{hint}")


def _readers() -> Mapping[str, Callable[[str, str], Board]]:
    """Return the map readers by key: our own, then plugins', built-in ones first."""
    readers = {"spaces": _read_points, "links": _read_points}
    answers = catalog().ask(map_readers, Mapping)
    for _, brought in sorted(answers, key=lambda answer: not answer.built_in):
        readers |= {key: brought[key] for key in brought if key not in readers}
    return readers


def _read_points(text: str, source: str) -> Board:
    try:
        file = toml_text.read_as(text, AnyMap)
    except ValueError as error:
        raise SandtableError(f"{source}: {error}") from error
    for kind, pairs in file.links.items():
        for place, (a, b) in enumerate(pairs):
            before = pairs[: place + 1].count((a, b)) + pairs[:place].count((b, a))
            if unknown := next((end for end in (a, b) if end not in file.spaces), ""):
                problem = no_such("space", unknown, file.spaces)
            elif a == b or before > 1:
                problem = f"{a} to {b} is listed twice" if a != b else f"{a} is linked to itself"
            else:
                continue
            line = _line_of_pair(text, kind, (a, b), before)
            raise SandtableError(f"{source}: line {line}: links.{kind}: {problem}")
    return file.board()


def _line_of_pair(text: str, kind: str, ends: tuple[str, str], times: int) -> int | None:
    """Return the line where a link of this kind occurs for the `times`-th time, if it can be found."""
    start = toml_text.line_of(text, ("links", kind)) or 1
    lines = text.split("\n")[start - 1 :]
    found = [n for n, line in enumerate(lines, start) if all(f'"{end}"' in line for end in ends)]
    return found[min(times, len(found)) - 1] if found else start
