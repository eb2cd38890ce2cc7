"""The text of a TOML file: the lines of its keys, and edits that leave everything else as it is.

Neither tomllib nor tomlkit tells lines, so they are found here. tomlkit changes and removes values. A
new key is written here: tomlkit would put it behind the comment that belongs to the next table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import tomli_w

from sandtable.base.errors import SandtableError

Key = tuple[str | int, ...]
"""Where a value lies: the names of tables, and places in lists, counted from 0."""

MOST_LINES = 200
"""A statement of more lines than this is not read, nor what follows it."""


# Lines.


class Statement(NamedTuple):
    """A key with its value, or the header of a table.

    `table` is the table that it stands in, or whose header it is; `value` is what it says there,
    nothing for a header. It takes the lines from `start` up to `end`, counted from 0.
    """

    table: Key
    value: dict[str, Any]
    start: int
    end: int

    @property
    def keys(self) -> set[Key]:
        """Every key that it gives a value, with those within the value."""
        return set(_keys(self.value, self.table))


def _keys(value: Any, within: Key) -> Iterator[Key]:
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for name, one in inner:
        yield (*within, name)
        if isinstance(one, (dict, list)):
            yield from _keys(one, (*within, name))


def statements(text: str) -> Iterator[Statement]:
    """The statements of a text, as far as each is TOML by itself."""
    lines = text.replace("\r\n", "\n").split("\n")
    table: Key = ()
    counts: dict[Key, int] = {}
    start = 0
    while read := _read(lines, start):
        value, end = read
        if lines[start].lstrip().startswith("["):
            table = _opened(value, counts)
            yield Statement(table, {}, start, end)
        elif value:
            yield Statement(table, value, start, end)
        start = end


def _read(lines: list[str], start: int) -> tuple[dict[str, Any], int] | None:
    """What the first lines say that are TOML by themselves, and where they end."""
    for end in range(start + 1, min(len(lines), start + MOST_LINES) + 1):
        if end > start + 1 and not any(mark in lines[end - 1] for mark in ("]", "}", '"""', "'''")):
            continue  # whatever takes several lines ends with one of these
        with suppress(ValueError, RecursionError):
            return tomllib.loads("\n".join(lines[start:end])), end
    return None


def _opened(header: dict[str, Any], counts: dict[Key, int]) -> Key:
    """The table of a header, with its number in each array of tables, whose numbers are counted."""
    key: Key = ()
    here: Any = header
    while here:
        name, here = next(iter(here.items()))
        key = (*key, name)
        if isinstance(here, list):
            counts[key] = counts.get(key, -1) + 1
            here = {}
        key = (*key, counts[key]) if key in counts else key
    return key


def line_of(text: str, key: Key) -> int | None:
    """The line, counted from 1, of a key or of the nearest table or list that it is in."""
    return lines_of(text, [key])[0]


def lines_of(text: str, keys: Iterable[Key]) -> list[int | None]:
    """The line of each key, as `line_of` has it; the text is read once."""
    places: dict[Key, int] = {}
    for one in statements(text):
        for mentioned in (*_beginnings(one.table), *one.keys):
            places.setdefault(mentioned, one.start + 1)
    return [
        next((places[one] for one in reversed(_beginnings(key)) if one in places), None) for key in keys
    ]


def _beginnings(key: Key) -> list[Key]:
    return [key[:length] for length in range(1, len(key) + 1)]


def explain(text: str, error: Exception) -> str:
    """Why tomllib does not read a text, with the name of a key or a table that is there twice."""
    why = str(error)
    if table := re.match(r"Cannot declare \((.*)\) twice( \(at .*)", why):
        name = ".".join(re.findall(r"'([^']*)'", table[1]))
        return f"the table [{name}] is there twice{table[2]}"
    if key := re.match(r"Cannot overwrite a value \(at (?:line (\d+)|end)", why):
        lines = text.split("\n")[: int(key[1]) if key[1] else None]
        pairs = [one for one in statements("\n".join(lines)) if one.value]
        if pairs:
            start = pairs[-1].start
            name = lines[start].partition("=")[0].strip()
            return f'the key "{name}" is there twice (at line {start + 1})'
    return why


# Edits.


def changed(text: str, key: Key, value: Any) -> tuple[str, bool]:
    """The text with a value changed or added, and whether all other lines are as they were.

    Where they can not be, the file is written anew and its comments are lost. Raises SandtableError
    for a key that can lie nowhere.
    """
    wanted: dict[str, Any] = tomllib.loads(text)
    key = _put(wanted, key, value)
    for edit in (_with_new_line, _with_new_value):
        new = edit(text, key, value)
        if _is_right(new, wanted, text, key):
            return new, True
    return tomli_w.dumps(wanted).replace("\n", _line_end(text)), "#" not in text


def removed(text: str, name: str) -> str | None:
    """The text without a key of its outermost table, all else as it was; None when that can not be."""
    import tomlkit  # noqa: PLC0415 (only for edits)

    wanted = tomllib.loads(text)
    wanted.pop(name, None)
    with suppress(Exception):  # it has bugs of several kinds; what it does is looked at
        document = tomlkit.parse(text)
        document.remove(name)
        new = tomlkit.dumps(document)
        return new if _is_right(new, wanted, text, (name,)) else None
    return None


def _put(tables: dict[str, Any], key: Key, value: Any) -> Key:
    """Put a value into tables; the key, whose parts are numbers in lists and names in tables."""
    here: Any = tables
    place: Key = ()
    for depth, part in enumerate(key):
        at: Any = part if isinstance(here, list) else str(part)
        place = (*place, at)
        dotted = ".".join(map(str, place))
        if isinstance(here, list) and (isinstance(at, str) or at >= len(here)):
            there = f"{len(here)} in it, counted from 0" if here else "nothing in it"
            raise SandtableError(f"{dotted}: no such place, there is {there}")
        if not isinstance(here, (list, dict)):
            whole, outer = (".".join(map(str, one)) for one in (key, key[:depth]))
            raise SandtableError(f"{whole}: {outer} is a value, not a table")
        if depth == len(key) - 1:
            here[at] = value
        else:
            here = here[at] if isinstance(here, list) else here.setdefault(at, {})
    return place


def _with_new_line(text: str, key: Key, value: Any) -> str:
    """The text with a line for a key: the last of its table, or in a new table at the end."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    found, end = list(statements(text)), _line_end(text)
    line = f"{_quoted(key[-1])} = {inline(value)}{end}"
    ends = [one.end for one in found if one.table == key[:-1]]
    if ends or len(key) == 1:
        place = ends[-1] if ends else 0 if found else len(lines)
    else:
        place = len(lines)
        line = f"{end}[{'.'.join(map(_quoted, key[:-1]))}]{end}{line}"
    before = "".join(lines[:place])
    apart = end if before and not before.endswith("\n") else ""
    return "".join([before, apart, line, *lines[place:]])


def _with_new_value(text: str, key: Key, value: Any) -> str:
    """The text with another value in the place of a key's; empty where tomlkit fails."""
    import tomlkit  # noqa: PLC0415 (only for edits)

    with suppress(Exception):  # it has bugs of several kinds; what it does is looked at
        document = tomlkit.parse(text)
        here: Any = document
        for part in key[:-1]:
            here = here[part]
        here[key[-1]] = tomlkit.value(inline(value))
        new = tomlkit.dumps(document)
        return new if re.search(r"(?<!\r)\n", text) else re.sub(r"(?<!\r)\n", _line_end(text), new)
    return ""


def _is_right(new: str, wanted: dict[str, Any], old: str, key: Key) -> bool:
    """Whether a text says what is wanted, and has all lines of the old one but those of a key."""
    try:
        if not _alike(tomllib.loads(new), wanted):
            return False
    except ValueError:
        return False
    own: set[int] = set()
    for one in statements(old):
        if one.table[: len(key)] == key or not one.keys.isdisjoint(_beginnings(key)):
            own.update(range(one.start, one.end))
    lines = iter(new.replace("\r\n", "\n").split("\n"))
    others = enumerate(old.replace("\r\n", "\n").rstrip("\n").split("\n"))
    return all(line in lines for number, line in others if number not in own)


def _alike(one: object, other: object) -> bool:
    """Whether two values of TOML are the same: nan is itself, and 1 is neither 1.0 nor true."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    return repr(one) == repr(other)


def _line_end(text: str) -> str:
    """How the first line of a text ends."""
    found = re.search(r"\r?\n", text)
    return found[0] if found else "\n"


def inline(value: Any) -> str:
    """A value as it is written on one line. Raises TypeError for what TOML has no words for."""
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{_quoted(name)} = {inline(one)}" for name, one in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return tomli_w.dumps({"k": value}).removeprefix("k = ").removesuffix("\n")


def _quoted(name: str | int) -> str:
    """A key as it is written, in quotes where it needs them."""
    return tomli_w.dumps({str(name): 0}).removesuffix(" = 0\n")


def key_of(name: str) -> Key:
    """The key that a dotted name means; places in lists are numbers, from 0."""
    parts = name.split(".")
    return tuple(int(part) if part.isdecimal() and at else part for at, part in enumerate(parts))
