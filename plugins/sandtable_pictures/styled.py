"""Lines whose parts have roles: plain text, coloured on a display with colours."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from sandtable_pictures.palette import Ground, Tint

_SPACES = re.compile(r"[\t\n\x0b\x0c\r]| $")
"""White space that `wrap` replaces or removes even in a line that fits."""


class Span(NamedTuple):
    """A part of a line, from `start` up to but not including `end`, with a role, a ground, or both.

    On a map, the role may be an ink.

    A ground may extend beyond the end of the text; `pieces` fills it with spaces.
    """

    start: int
    end: int
    role: Tint | None
    ground: Ground | None = None


class Styled(str):
    """A line that knows the roles of its parts.

    It is a str and equals the same plain text. String operations (``strip``, ``+``, a slice) return
    plain text; `cut`, `join` and `wrap` keep the roles.
    """

    spans: tuple[Span, ...]

    def __new__(cls, text: str = "", spans: Iterable[Span] = ()) -> Styled:
        line = super().__new__(cls, text)
        line.spans = tuple(spans)
        return line

    def __reduce__(self) -> tuple[type[Styled], tuple[str, tuple[Span, ...]]]:
        return Styled, (str(self), self.spans)


Part: TypeAlias = str | tuple[str, Tint]
"""A text, or a pair of a text and its role."""


def line_of(*parts: Part) -> Styled:
    """Make a line from parts: texts, which keep their own roles, and pairs of a text and a role."""
    marked: list[Span] = []
    text = ""
    for part in parts:
        piece, role = part if isinstance(part, tuple) else (part, None)
        if role is not None and piece:
            marked.append(Span(len(text), len(text) + len(piece), role))
        else:
            marked += _shift(spans(piece), len(text))
        text += piece
    return Styled(text, marked)


def join(between: str, parts: Iterable[Part]) -> Styled:
    """Join parts like ``between.join(parts)``, but keep their roles."""
    joined_spans: list[Part] = []
    for part in parts:
        joined_spans += [between, part] if joined_spans else [part]
    return line_of(*joined_spans)


def spans(line: str) -> tuple[Span, ...]:
    """Return the parts of a line with a role or a ground, from left to right; none in plain text."""
    return line.spans if isinstance(line, Styled) else ()


def pieces(line: str) -> Iterator[tuple[str, Tint | None, Ground | None]]:
    """Yield a line in pieces, each with its role or None and its ground or None."""
    roles = spans(line)
    text = line.ljust(roles[-1].end) if roles else line
    end = 0
    for start, stop, role, ground in roles:
        if start > end:
            yield text[end:start], None, None
        yield text[start:stop], role, ground
        end = stop
    if end < len(text):
        yield text[end:], None, None


def cut(line: str, start: int, end: int) -> str:
    """Return the part of a line from column `start` up to but not including `end`."""
    text = line[start:end]
    if not isinstance(line, Styled):
        return text
    if not start and len(text) == len(line) and (not line.spans or line.spans[-1].end <= end):
        return line
    return Styled(
        text,
        [
            Span(max(a, start) - start, min(b, end) - start, role, ground)
            for a, b, role, ground in line.spans
            if a < end and b > start
        ],
    )


def wrap(line: str, width: int, indent: str = "") -> list[str]:
    """Break a line into rows, but not at hyphens or before %; indent all except the first."""
    if len(line) <= width and not _SPACES.search(line):
        return [line] if line else []
    text = line.replace(" %", "\1%")
    rows = textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)
    rows = [row.replace("\1", " ") for row in rows]
    if not spans(line):
        return rows
    styled_rows, start = list[str](), 0
    for row in rows:
        before = indent if styled_rows else ""
        start = line.index(body := row[len(before) :], start)
        styled_rows.append(line_of(before, cut(line, start, start + len(body))))
        start += len(body)
    return styled_rows


def with_roles_of(line: str, text: str) -> str:
    """Give a text the roles of a line of the same length."""
    return Styled(text, line.spans) if isinstance(line, Styled) else text


def _shift(some: Iterable[Span], by: int) -> list[Span]:
    return [Span(start + by, end + by, role, ground) for start, end, role, ground in some]
