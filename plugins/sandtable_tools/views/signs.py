"""Escapes any text for Markdown, and turns Markdown back into readable text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from sandtable.tooling import printing

SIGNS = re.compile(r"([\\`*_\[\]|~])")
"""Signs of Markdown anywhere in a line."""

TAGS = re.compile(r"<|&(?=#?\w+;)")
"""The beginnings of HTML tags and character references, which Markdown passes on."""

LINE_BEGINNING = re.compile(r"^(\d*)([-+=#>.)])")
"""The beginning of a heading, a list or a quotation."""

ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")

STRONG_TEXT = re.compile(r"(?<!\\)(\*{1,2})(?=\S)((?:[^*\\]|\\.)+)(?<=\S)\1")
"""Text in one or two asterisks."""

UNDERLINES = {1: "=", 2: "-"}
"""The character that underlines headings of each level; lower headings are not underlined."""


def text(words: str) -> str:
    """Escape words for one line, so that nothing in them is Markdown or HTML."""
    line = " ".join(printing.visible_lines(words).split())
    return SIGNS.sub(r"\\\1", TAGS.sub(lambda found: escape(found[0]), line))


def paragraph(words: str) -> str:
    """Escape words that begin a line."""
    return LINE_BEGINNING.sub(r"\1\\\2", text(words))


def fence(kind: str, lines: Iterable[str]) -> Iterator[str]:
    """Put lines between two fences, unchanged; `kind` is the language."""
    shown = [printing.escape(line) for line in lines]
    fence = "```"
    while any(fence in line for line in shown):
        fence += "`"
    yield from (f"{fence}{kind}", *shown, fence, "")


def row(cells: Sequence[str]) -> str:
    """Return a table row."""
    return f"| {' | '.join(map(text, cells))} |"


def without_signs(markdown: str) -> Iterator[str]:
    """Return a report's lines without Markdown: headings underlined, tables in columns."""
    fence = ""
    for table, rows in groupby(markdown.splitlines(), lambda line: line.startswith(("| ", "|-"))):
        if table and not fence:
            cells = [row[2:].removesuffix(" |").split(" | ") for row in rows if row.startswith("| ")]
            plain = [[_unescape(cell) for cell in texts] for texts in cells]
            widths = [max(map(len, column)) for column in zip(*plain, strict=False)]
            for texts in plain:
                columns = zip(texts, widths, strict=False)
                yield "  ".join(f"{text:<{width}}" for text, width in columns).rstrip()
            continue
        for line in rows:
            if line.startswith("```") and fence in ("", line):
                fence = "" if fence else line.rstrip("abcdefghijklmnopqrstuvwxyz")
            elif fence:
                yield line
            else:
                words = line.lstrip("#")
                level = len(line) - len(words)
                words = _unescape(STRONG_TEXT.sub(r"\2", words.strip() if level else words))
                yield words
                if level in UNDERLINES:
                    yield UNDERLINES[level] * len(words)


def _unescape(words: str) -> str:
    return ESCAPED.sub(r"\1", words).replace("&lt;", "<").replace("&amp;", "&")
