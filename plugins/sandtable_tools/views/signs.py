"""Markdown: any text can be put into it and stays a text, and it can be read without its signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from sandtable.tooling import printing

SIGNS = re.compile(r"([\\`*_\[\]|~])")
"""The signs of Markdown anywhere in a line."""

TAGS = re.compile(r"<|&(?=#?\w+;)")
"""The beginnings of tags and characters of HTML, which Markdown takes as such."""

BEGINS = re.compile(r"^(\d*)([-+=#>.)])")
"""The beginning of a heading, a list or a quotation."""

ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")

STRONG = re.compile(r"(?<!\\)(\*{1,2})(?=\S)((?:[^*\\]|\\.)+)(?<=\S)\1")
"""Text in one or two asterisks."""

UNDER = {1: "=", 2: "-"}
"""The characters that underline a heading of a level; a lower heading is not underlined."""


def text(words: str) -> str:
    """Words in one line, of which nothing is a sign of Markdown or a tag of HTML."""
    line = " ".join(printing.visible_lines(words).split())
    return SIGNS.sub(r"\\\1", TAGS.sub(lambda found: escape(found[0]), line))


def paragraph(words: str) -> str:
    """The same as `text` for words that begin a line."""
    return BEGINS.sub(r"\1\\\2", text(words))


def fence(kind: str, lines: Iterable[str]) -> Iterator[str]:
    """Lines between two fences, as they are; `kind` is the language."""
    shown = [printing.escape(line) for line in lines]
    fence = "```"
    while any(fence in line for line in shown):
        fence += "`"
    yield from (f"{fence}{kind}", *shown, fence, "")


def row(cells: Sequence[str]) -> str:
    """The texts of a table's row."""
    return f"| {' | '.join(map(text, cells))} |"


def without_signs(markdown: str) -> Iterator[str]:
    """The lines of a report, without the signs of Markdown.

    Headings are underlined, tables are in columns, and what is between fences stays as it is.
    """
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
                words = _unescape(STRONG.sub(r"\2", words.strip() if level else words))
                yield words
                if level in UNDER:
                    yield UNDER[level] * len(words)


def _unescape(words: str) -> str:
    return ESCAPED.sub(r"\1", words).replace("&lt;", "<").replace("&amp;", "&")
