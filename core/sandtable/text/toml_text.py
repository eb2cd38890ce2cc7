"""The text of a TOML file: the lines of its keys, and edits that leave everything else as it is.

Neither tomllib nor tomlkit gives line numbers, so they are found here. tomlkit changes values. A
new key is written here: tomlkit would put it after the comment that belongs to the next table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import tomli_w

from sandtable.text.errors import SandtableError
from sandtable.text.words import clipped, number_of

Key = tuple[str | int, ...]
"""Where a value is: the names of tables, and indexes in lists, from 0."""

# Lines.

_SIGNS = re.compile(
    r'''
      (?P<text> """ (?: [^"\\]++ | \\. | ""?(?!") )*+ (?: "{3,5} )?
              | \'{3} (?: [^']++ | ''?(?!') )*+ (?: '{3,5} )?
              | " (?: [^"\\\n]++ | \\[^\n] )*+ "?
              | ' [^'\n]*+ '?
              | \# [^\n]*+ )
    | (?P<open> [\[{] ) | (?P<close> [\]}] ) | (?P<dot> \. ) | (?P<equals> = ) | , | (?P<end> \n )
    ''',
    re.VERBOSE | re.DOTALL,
)
"""The parts of a TOML text: strings and comments, in which nothing else counts, and single signs.

An unterminated string matches too: to look for its end again from each quote in it would take forever.
"""


class Chunk(NamedTuple):
    """A statement as written, or what is between two statements: the lines from `start` up to `end`.

    `head` is the text before its value. Its brackets nest up to `depth` deep, and its longest key
    has `parts` parts.
    """

    head: str
    start: int
    end: int
    depth: int
    parts: int


def chunks(text: str) -> Iterator[Chunk]:
    """The statements of a text, found by their signs alone, whether it is TOML or not."""
    begin = start = line = depth = dots = deepest = 0
    parts, equals = 1, None
    for sign in _SIGNS.finditer(text):
        kind = sign.lastgroup
        if kind == "text":
            line += sign[0].count("\n")
            continue
        dots = dots + 1 if kind == "dot" else 0
        parts = max(parts, dots + 1)
        depth = max(depth + (kind == "open") - (kind == "close"), 0)
        deepest = max(deepest, depth)
        if kind == "equals" and equals is None:
            equals = sign.start()
        elif kind == "end":
            line += 1
            if not depth:
                yield Chunk(text[begin : equals or sign.start()], start, line, deepest, parts)
                begin, start, equals, deepest, parts = sign.end(), line, None, 0, 1
    yield Chunk(text[begin:equals], start, line + 1, deepest, parts)


class Statement(NamedTuple):
    """A key with a value, or the header of a table, whose `key` is then the table's.

    `table` is the table that it is in. It takes the lines from `start` up to `end`, counted from 0.
    """

    table: Key
    key: Key
    start: int
    end: int


def statements(text: str) -> Iterator[Statement]:
    """The statements of a text, up to the first whose key is not TOML."""
    table: Key = ()
    counts: dict[Key, int] = {}
    for chunk in chunks(text.replace("\r\n", "\n")):
        head = chunk.head.strip()
        if not head or head.startswith("#"):
            continue
        is_header = head.startswith("[")
        try:
            named = {head: 0} if _PLAIN.fullmatch(head) else _read(head, is_header=is_header)
        except ValueError:
            return
        table = _opened(named, counts) if is_header else table
        key = table if is_header else (*table, *_names(named))
        yield Statement(table, key, chunk.start, chunk.end)


_PLAIN = re.compile("[A-Za-z0-9_-]+")
"""A key of one part without quotes, which needs no parser."""


def _read(head: str, *, is_header: bool) -> dict[str, Any]:
    return tomllib.loads(head if is_header else f"{head} = 0")


def _names(value: Any) -> Iterator[str]:
    """The names of nested tables, each of which holds only the next."""
    while isinstance(value, dict):
        name, value = next(iter(value.items()))
        yield name


def _opened(header: dict[str, Any], counts: dict[Key, int]) -> Key:
    """The table that a header opens, with its index in each array of tables, kept in `counts`."""
    key: Key = ()
    nested: Any = header
    while nested:
        name, nested = next(iter(nested.items()))
        key = (*key, name)
        if isinstance(nested, list):
            counts[key] = counts.get(key, -1) + 1
            nested = {}
        key = (*key, counts[key]) if key in counts else key
    return key


def line_of(text: str, key: Key) -> int | None:
    """The line, from 1, of a key, or else of the nearest table or list that holds it."""
    return lines_of(text, [key])[0]


def lines_of(text: str, keys: Iterable[Key]) -> list[int | None]:
    """The line of each key, as `line_of` gives it; the text is read once."""
    places: dict[Key, int] = {}
    for statement in statements(text):
        for prefix in _beginnings(statement.key):
            places.setdefault(prefix, statement.start + 1)
    return [
        next((places[prefix] for prefix in reversed(_beginnings(key)) if prefix in places), None)
        for key in keys
    ]


def _beginnings(key: Key) -> list[Key]:
    return [key[:length] for length in range(1, len(key) + 1)]


def explain(text: str, error: Exception) -> tuple[int, str]:
    """The line at which tomllib rejects a text, and the reason in words."""
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    why, _, at = str(error).partition(" (at ")
    line, column = (
        map(int, numbers) if (numbers := re.findall(r"\d+", at)) else (len(lines), len(lines[-1]) + 1)
    )
    if table := re.fullmatch(r"Cannot declare \((.*)\) twice", why):
        name = ".".join(re.findall("'([^']*)'", table[1]))
        return line, f"the table [{name}] occurs twice"
    if why == "Cannot overwrite a value":
        line = [place.start for place in statements("\n".join(lines[:line]))][-1] + 1
        return line, f'the key "{lines[line - 1].partition("=")[0].strip()}" occurs twice'
    here = lines[line - 1]
    before, after = here[: column - 1], here[column - 1 :]
    if why == "Invalid value" and (word := re.match(r"[^\W\d][\w -]*\b", after)):
        quoted = f'{before.lstrip()}"{word[0]}"{after[word.end() :]}'
        return line, f"put text in quotes: {clipped(quoted, 60)}"
    why = re.sub(r".*'\\n'|Unterminated string|Expected \"'\"", "a text without its closing quote", why)
    return line, f"not TOML: {why[:1].lower()}{why[1:]}"


# Edits.


def changed(text: str, key: Key, value: Any) -> tuple[str, bool]:
    """The text with a value changed or added, and whether all other lines are unchanged.

    If they cannot stay, the whole file is rewritten and loses its comments. Raises SandtableError
    for a key that fits nowhere.
    """
    wanted: dict[str, Any] = tomllib.loads(text)
    key = _put(wanted, key, value)
    for edit in (_with_new_line, _with_new_value):
        new = edit(text, key, value)
        if _is_right(new, wanted, text, key):
            return new, True
    return tomli_w.dumps(wanted).replace("\n", _line_end(text)), "#" not in text


def _put(tables: dict[str, Any], key: Key, value: Any) -> Key:
    """Put a value into tables; return the key, whose parts are indexes in lists and names in tables."""
    container: Any = tables
    path: Key = ()
    for depth, part in enumerate(key):
        step: Any = part if isinstance(container, list) else str(part)
        path = (*path, step)
        dotted = ".".join(map(str, path))
        if isinstance(container, list) and (isinstance(step, str) or step >= len(container)):
            places = f"{number_of(len(container), 'item')}, counted from 0" if container else "no items"
            raise SandtableError(f"{dotted}: no such place, the list has {places}")
        if not isinstance(container, (list, dict)):
            full_key, outer_key = (".".join(map(str, parts)) for parts in (key, key[:depth]))
            raise SandtableError(f"{full_key}: {outer_key} is a value, not a table")
        if depth == len(key) - 1:
            container[step] = value
        else:
            container = (
                container[step] if isinstance(container, list) else container.setdefault(step, {})
            )
    return path


def _with_new_line(text: str, key: Key, value: Any) -> str:
    """The text with a new line for a key: the last of its table, or in a new table at the end."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    existing, end = list(statements(text)), _line_end(text)
    line = f"{_quoted(key[-1])} = {inline(value)}{end}"
    ends = [statement.end for statement in existing if statement.table == key[:-1]]
    if ends or len(key) == 1:
        place = ends[-1] if ends else 0 if existing else len(lines)
    else:
        place = len(lines)
        line = f"{end}[{'.'.join(map(_quoted, key[:-1]))}]{end}{line}"
    before = "".join(lines[:place])
    line_break = end if before and not before.endswith("\n") else ""
    return "".join([before, line_break, line, *lines[place:]])


def _with_new_value(text: str, key: Key, value: Any) -> str:
    """The text with another value for a key; empty if tomlkit fails."""
    import tomlkit  # noqa: PLC0415 (only for edits)

    with suppress(Exception):  # tomlkit has bugs of several kinds, so its result is checked
        document = tomlkit.parse(text)
        table: Any = document
        for part in key[:-1]:
            table = table[part]
        table[key[-1]] = tomlkit.value(inline(value))
        new = tomlkit.dumps(document)
        return new if re.search(r"(?<!\r)\n", text) else re.sub(r"(?<!\r)\n", _line_end(text), new)
    return ""


def _is_right(new: str, wanted: dict[str, Any], old: str, key: Key) -> bool:
    """Whether a text says what is wanted, and keeps all lines of the old text except those of a key."""
    try:
        if not _alike(tomllib.loads(new), wanted):
            return False
    except ValueError:
        return False
    own_lines: set[int] = set()
    for statement in statements(old):
        first = len(statement.table) + 1  # the first name that the statement itself adds
        if statement.table[: len(key)] == key or statement.key[:first] == key[:first]:
            own_lines.update(range(statement.start, statement.end))
    lines = iter(new.replace("\r\n", "\n").split("\n"))
    old_lines = enumerate(old.replace("\r\n", "\n").rstrip("\n").split("\n"))
    return all(line in lines for number, line in old_lines if number not in own_lines)


def _alike(value: object, other: object) -> bool:
    """Whether two TOML values are the same: nan equals itself, and 1 equals neither 1.0 nor true."""
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(_alike(value[name], other[name]) for name in value)
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(_alike, value, other))
    return repr(value) == repr(other)


def _line_end(text: str) -> str:
    """The line ending of the first line of a text."""
    line_end = re.search(r"\r?\n", text)
    return line_end[0] if line_end else "\n"


def inline(value: Any) -> str:
    """A value written as TOML on one line. Raises TypeError for what TOML cannot write."""
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{_quoted(name)} = {inline(item)}" for name, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return tomli_w.dumps({"k": value}).removeprefix("k = ").removesuffix("\n")


def _quoted(name: str | int) -> str:
    """A key written as TOML, in quotes if it needs them."""
    return tomli_w.dumps({str(name): 0}).removesuffix(" = 0\n")


def key_of(name: str) -> Key:
    """The key that a dotted name means; indexes in lists count from 0."""
    parts = name.split(".")
    return tuple(int(part) if part.isdecimal() and at else part for at, part in enumerate(parts))
