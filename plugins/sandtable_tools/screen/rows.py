"""Rows of a screen: pieces of text with styles, cut and filled to a width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TypeAlias

from prompt_toolkit.utils import get_cwidth

from sandtable import styled
from sandtable.tooling import themes, visible

Row: TypeAlias = list[tuple[str, str]]
"""A row: pieces of text, each with its style, as prompt_toolkit takes them."""

NOTHING: Row = []

HANG = "  "
"""The indent of the rest of a long line."""

BETWEEN = "│"
"""The border between two panes side by side; in ASCII ``|``."""


def row(text: str, kind: str = "") -> Row:
    """A line as a row, in the style of its kind; parts with roles have their styles."""
    base = f"class:{kind}" if kind else ""
    return themes.coloured(text if text.isprintable() else visible(text), base)


def wrapped(lines: Iterable[str], width: int, kind: str = "") -> list[Row]:
    """Lines in rows of at most `width` columns."""
    folded: list[Row] = []
    for line in lines:
        text = line if line.isprintable() else visible(line)
        if get_cwidth(text) <= width:
            folded.append(row(text, kind))
            continue
        hang = text[: len(text) - len(text.lstrip())] + HANG
        # If some characters take two columns, half as many are sure to fit.
        room = width // 2 if get_cwidth(text) > len(text) else width
        folded += [row(part, kind) for part in styled.wrapped(text, max(room, 8), hang[: room // 3])]
    return folded


def fitted(cells: Row, width: int) -> Row:
    """A row of exactly `width` columns: cut, or filled with spaces."""
    free = width - sum([get_cwidth(text) for _, text in cells])
    if free >= 0:
        return [*cells, ("", " " * free)] if free else [*cells]
    pieces: Row = []
    free = width
    for style, text in cells:
        part = text if get_cwidth(text) <= free else _cut(text, free)
        pieces.append((style, part))
        free -= get_cwidth(part)
        if part is not text:
            break
    return [*pieces, ("", " " * free)] if free else pieces


def _cut(text: str, width: int) -> str:
    end = len(text)
    while get_cwidth(text[:end]) > width:
        end -= 1
    return text[:end]


def filled(rows: Sequence[Row], width: int, height: int) -> list[Row]:
    """Exactly `height` rows of exactly `width` columns."""
    full_rows = [fitted(line, width) for line in rows[:height]]
    return [*full_rows, *([("", " " * width)] for _ in range(height - len(full_rows)))]


def beside(left: Sequence[Row], right: Sequence[Row], between: str) -> list[Row]:
    """Two panes of filled rows, side by side."""
    line = ("class:frame", f" {between} ")
    return [[*a, line, *b] for a, b in zip_longest(left, right, fillvalue=NOTHING)]


def across(title: str, width: int, *, unicode: bool) -> Row:
    """A line across a pane, beginning with a title."""
    line = "─" if unicode else "-"
    text = f"{line * 2} {title} " if title else ""
    return [
        ("class:frame", fitted([("", text)], min(len(text), width))[0][1] if text else ""),
        ("class:frame", line * max(width - len(text), 0)),
    ]
