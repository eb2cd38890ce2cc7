"""The text of a TOML file: where its keys stand, and a value changed with all comments kept."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

import tomli_w

from sandtable.base.errors import SandtableError

Key = tuple[str | int, ...]

MOST_LINES = 200
"""A value over more lines than this is not looked into."""

_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(#.*)?$")
_PAIR = re.compile(r"""\s*(?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*\s*=\s*""")


class Statement(NamedTuple):
    """A key with its value, or the header of a table: its lines, counted from 0, `end` not its own."""

    key: Key
    start: int
    end: int
    header: bool = False


def statements(text: str) -> Iterator[Statement]:
    """Every statement of a text that is right, as far as it is plainly written."""
    lines, number = text.replace("\r\n", "\n").split("\n"), 0
    table: Key = ()
    counts: dict[Key, int] = {}
    while number < len(lines):
        start, line = number, lines[number]
        number += 1
        if header := _HEADER.match(line):
            table = _table(_names(f"{header[2]} = 0"), counts, array=header[1] == "[[")
            yield Statement(table, start, number, header=True)
        elif pair := _PAIR.match(line):
            while not _whole("\n".join(lines[start:number])):
                number += 1
                if number > min(len(lines), start + MOST_LINES):
                    return
            yield Statement((*table, *_names(f"{pair[0]}0")), start, number)


def twice(text: str, said: str) -> str:
    """What Python says of a text that is no TOML; of a key or a table that is there twice, its name."""
    if found := re.match(r"Cannot declare \((.*)\) twice( \(at .*)", said):
        name = ".".join(re.findall(r"'([^']*)'", found[1]))
        return f"the table [{name}] is there twice{found[2]}"
    found = re.match(r"Cannot overwrite a value \(at (?:line (\d+)|end)", said)
    lines = text.split("\n")[: int(found[1]) if found[1] else None] if found else []
    number, line = next(
        ((n, one) for n, one in reversed([*enumerate(lines, 1)]) if _PAIR.match(one)), (0, "")
    )
    if not number:
        return said
    return f'the key "{line.partition("=")[0].strip()}" is there twice (at line {number})'


def _names(text: str) -> Key:
    """The parts of the key of a statement with a plain value."""
    here, names = tomllib.loads(text), []
    while isinstance(here, dict):
        names.append(next(iter(here)))
        here = here[names[-1]]
    return tuple(names)


def _whole(text: str) -> bool:
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _table(names: Key, counts: dict[Key, int], *, array: bool) -> Key:
    """The key of a table: with the number of each table of an array that it lies in."""
    key: Key = ()
    for name in names[:-1]:
        key = (*key, name)
        key = (*key, counts[key]) if key in counts else key
    key = (*key, names[-1])
    if array:
        counts[key] = counts.get(key, -1) + 1
        return (*key, counts[key])
    return key


def line_of(text: str, key: Key) -> int | None:
    """The line, counted from 1, of a key or of the nearest table or list that it is in."""
    places: dict[Key, int] = {}
    for one in statements(text):
        for length in range(1, len(one.key) + 1):
            places.setdefault(one.key[:length], one.start + 1)
    within = (key[:length] for length in range(len(key), 0, -1))
    return next((places[one] for one in within if one in places), None)


# Changes.


def changed(text: str, key: Key, value: Any) -> tuple[str, bool]:
    """The text with a value changed or added, and whether its comments are still there.

    Lists are counted from 0. Raises SandtableError for a key that can lie nowhere.
    """
    wanted: dict[str, Any] = tomllib.loads(text)
    whole, put = _put(wanted, key, value)
    for new in _rewritten(text, whole, put):
        if _whole(new) and tomllib.loads(new) == wanted:
            return new, True
    return tomli_w.dumps(wanted).replace("\n", _end(text)), "#" not in text


def removed(text: str, name: str) -> str | None:
    """The text without a key of its outermost table, all else as it was; None when that can not be."""
    wanted, lines = tomllib.loads(text), _lines(text)
    wanted.pop(name, None)
    for one in statements(text):
        new = "".join([*lines[: one.start], *lines[one.end :]])
        if one.key == (name,) and _whole(new) and tomllib.loads(new) == wanted:
            return new
    return None


def _put(tables: dict[str, Any], key: Key, value: Any) -> tuple[Key, Any]:
    """Put a value into tables; the key that is written for it, a whole list for a place in one."""
    here: Any = tables
    *tops, last = key
    for depth, name in enumerate(tops):
        _check(here, key, depth)
        here = here[int(name)] if isinstance(here, list) else here.setdefault(str(name), {})
    _check(here, key, len(tops))
    if isinstance(here, list):
        here[int(last)] = value
        return tuple(tops), here
    here[str(last)] = value
    return key, value


def _check(here: Any, key: Key, depth: int) -> None:
    """Refuse a key whose part at a depth can not lie here."""
    name = key[depth]
    if isinstance(here, list):
        if not isinstance(name, int) or name >= len(here):
            there = f"{len(here)} in it, counted from 0" if here else "nothing in it"
            raise SandtableError(f"{_said(key[: depth + 1])}: no such place, there is {there}")
    elif not isinstance(here, dict):
        raise SandtableError(f"{_said(key)}: {_said(key[:depth])} is a value, not a table")


def _said(key: Key) -> str:
    return ".".join(map(str, key))


def _rewritten(text: str, key: Key, value: Any) -> Iterator[str]:
    """Texts in which the value may stand; who asks compares them with what is wanted."""
    written, lines, found = inline(value), _lines(text), list(statements(text))
    if written is None:
        return
    for one in found:
        if one.key == key and not one.header and (pair := _PAIR.match(lines[one.start])):
            comment = _comment(lines[one.start], pair.end()) if one.end == one.start + 1 else ""
            inside = "".join(lines[one.start : one.end])
            if one.end == one.start + 1 or "#" not in inside:
                line = f"{pair[0]}{written}{comment}{_end(lines[one.end - 1], '')}"
                yield "".join([*lines[: one.start], line, *lines[one.end :]])
    ends = [one.end for one in found if (one.key if one.header else one.key[:-1]) == key[:-1]]
    end, line = _end(text), f"{_name(key[-1])} = {written}"
    if ends or len(key) == 1:
        where = ends[-1] if ends else 0
        before = "".join(lines[:where])
        apart = end if before and not before.endswith("\n") else ""
        yield "".join([before, apart, line, end, *lines[where:]])
    else:
        table = f"[{'.'.join(map(_name, key[:-1]))}]"
        yield end.join([text.rstrip(), "", table, line, ""])


def _lines(text: str) -> list[str]:
    """The lines of a text, each with its end."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _end(text: str, none: str = "\n") -> str:
    """How the first line of a text ends that does, or else what is given."""
    found = re.search(r"\r?\n", text)
    return found[0] if found else none


def _comment(line: str, start: int) -> str:
    """What stands behind the value of a line, from the blanks before its comment on."""
    line = line.rstrip("\r\n")
    for place in (found.start() for found in re.finditer(r"\s*#", line[start:])):
        if _whole(f"k = {line[start : start + place]}"):
            return line[start + place :]
    return ""


def inline(value: Any) -> str | None:
    """A value as it is written on one line; None for one that takes several."""
    if isinstance(value, list):
        inner = [inline(one) for one in value]
        return None if None in inner else f"[{', '.join(map(str, inner))}]"
    if isinstance(value, dict):
        pairs = {_name(name): inline(one) for name, one in value.items()}
        joined = ", ".join(f"{name} = {one}" for name, one in pairs.items())
        return None if None in pairs.values() else f"{{ {joined} }}"
    written = tomli_w.dumps({"k": value})[4:].rstrip("\n")
    return None if "\n" in written else written


def _name(name: str | int) -> str:
    """A key as it is written."""
    return tomli_w.dumps({str(name): 0}).removesuffix(" = 0\n")


def key_of(name: str) -> tuple[str | int, ...]:
    """The key that a dotted name means; places in lists are numbers, from 0."""
    parts = name.split(".")
    return tuple(int(part) if part.isdecimal() and at else part for at, part in enumerate(parts))
