"""Reads TOML for the whole program, within bounds, with clear errors and the lines of keys."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec import convert
from msgspec.structs import replace

from sandtable.text.faults import Key, find_faults
from sandtable.text.words import clip

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MOST_BYTES, FEW_BYTES = 1_000_000, 20_000
"""The most characters of a text, and the most bytes of a small file, such as a plugin's."""

MOST_DEEP = 10
"""The most parts of a key: with very many, tomllib would take far too long."""

T = TypeVar("T")

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
"""The tokens of a TOML text: strings and comments, whose contents do not matter, and single signs.

An unterminated string matches too; searching for its end from each quote in it would take forever.
"""

_MANY_DOTS = re.compile(rf"(?:\.[^.\n]*+){{{MOST_DEEP}}}")
"""A line with enough dots for a key that is too long; most texts have none."""


class NotToml(ValueError):
    """A text is not TOML or exceeds the bounds; `line`, from 1, says where, and `why` says why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


def loads(text: str) -> dict[str, Any]:
    """Read a text. Raises NotToml."""
    if len(text) > MOST_BYTES:
        raise NotToml(1, f"larger than {MOST_BYTES:,} bytes")
    for chunk in chunks(text) if _MANY_DOTS.search(text) else ():
        if chunk.parts > MOST_DEEP:
            raise NotToml(chunk.line, f"a key of {chunk.parts} parts; at most {MOST_DEEP} are read")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        deepest = max(chunks(text), key=lambda chunk: chunk.depth)
        raise NotToml(deepest.line, "nested too deep") from error
    except ValueError as error:
        raise NotToml(*explain(text, error)) from error


def read_as(text: str, kind: type[T]) -> T:
    """Read a text as a type. Raises ValueError, which names the line and key of the first fault."""
    tables = loads(text)
    for fault in find_faults(tables, kind):
        raise ValueError(str(replace(fault, line=line_of(text, fault.place or fault.key))))
    return convert(tables, kind)


def read_toml(path: Traversable) -> dict[str, Any]:
    """Read a small file. Raises OSError, or ValueError for contents that cannot be read.

    Anything but a regular file, such as a pipe, is not opened, since it may never end.
    """
    if isinstance(path, Path) and path.exists() and not path.is_file():
        raise ValueError("not a file")
    with path.open("rb") as file:
        data = file.read(FEW_BYTES + 1)
    if len(data) > FEW_BYTES:
        raise ValueError(f"larger than {FEW_BYTES:,} bytes")
    try:
        return loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError("not UTF-8 text") from error


class Chunk(NamedTuple):
    """A statement as written, or the text between two statements; `line` is its first line, from 1.

    `head` is the text before its value. Its brackets are nested up to `depth` levels, and its longest
    key has `parts` parts.
    """

    head: str
    line: int
    depth: int
    parts: int


def chunks(text: str) -> Iterator[Chunk]:
    """Yield the statements of a text, found by punctuation alone, whether it is valid TOML or not."""
    begin = depth = dots = deepest = 0
    start = line = parts = 1
    equals = None
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
                yield Chunk(text[begin : equals or sign.start()], start, deepest, parts)
                begin, start, equals, deepest, parts = sign.end(), line, None, 0, 1
    yield Chunk(text[begin:equals], start, deepest, parts)


def statements(text: str) -> Iterator[tuple[Key, int]]:
    """Yield the key and the line of each statement, up to the first whose key is not valid.

    The key of a table's header is the table's own.
    """
    table: Key = ()
    counts: dict[Key, int] = {}
    for chunk in chunks(text.replace("\r\n", "\n")):
        head = chunk.head.strip()
        if not head or head.startswith("#"):
            continue
        try:
            if head.startswith("["):
                key = table = _path(tomllib.loads(head), counts)
            elif _PLAIN.fullmatch(head):
                key = (*table, head)
            else:
                key = (*table, *_path(tomllib.loads(f"{head} = 0"), {}))
        except ValueError:
            return
        yield key, chunk.line


_PLAIN = re.compile("[A-Za-z0-9_-]+")
"""A key of one part without quotes, which needs no parser."""


def _path(nested: Any, counts: dict[Key, int]) -> Key:
    """Return the key of nested tables, each of which contains only the next.

    For each array of tables, it includes the index; `counts` holds the last index of each.
    """
    key: Key = ()
    while nested:
        name, nested = next(iter(nested.items()))
        key = (*key, name)
        if isinstance(nested, list):
            counts[key] = counts.get(key, -1) + 1
            nested = {}
        key = (*key, counts[key]) if key in counts else key
    return key


def line_of(text: str, key: Key) -> int | None:
    """Return the line, from 1, of a key or, failing that, of the nearest table or list around it."""
    return lines_of(text, [key])[0]


def lines_of(text: str, keys: Iterable[Key]) -> list[int | None]:
    """Return the line of each key, as `line_of` does, reading the text only once."""
    places: dict[Key, int] = {}
    for key, line in statements(text):
        for prefix in _beginnings(key):
            places.setdefault(prefix, line)
    return [
        next((places[prefix] for prefix in reversed(_beginnings(key)) if prefix in places), None)
        for key in keys
    ]


def _beginnings(key: Key) -> list[Key]:
    return [key[:length] for length in range(1, len(key) + 1)]


def explain(text: str, error: Exception) -> tuple[int, str]:
    """Return the line at which tomllib rejects a text, and why, in our words."""
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    why, _, at = str(error).partition(" (at ")
    line, column = (
        map(int, numbers) if (numbers := re.findall(r"\d+", at)) else (len(lines), len(lines[-1]) + 1)
    )
    if table := re.fullmatch(r"Cannot declare \((.*)\) twice", why):
        name = ".".join(re.findall("'([^']*)'", table[1]))
        return line, f"the table [{name}] occurs twice" + f": write [[{name}]]" * (f"[[{name}]]" in text)
    if why == "Cannot overwrite a value":
        line = [start for _, start in statements("\n".join(lines[:line]))][-1]
        return line, f'the key "{lines[line - 1].partition("=")[0].strip()}" occurs twice'
    here = lines[line - 1]
    before, after = here[: column - 1], here[column - 1 :]
    if why == "Invalid value" and (word := re.match(r"[^\W\d][\w -]*\b", after)):
        quoted = f'{before.lstrip()}"{word[0]}"{after[word.end() :]}'
        return line, f"put text in quotes: {clip(quoted, 60)}"
    why = re.sub(r".*'\\n'|Unterminated string|Expected \"'\"", "a closing quote is missing", why)
    return line, f"not TOML: {why[:1].lower()}{why[1:]}"
