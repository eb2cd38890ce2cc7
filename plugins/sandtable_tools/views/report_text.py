"""A report at the prompt: its Markdown as text, without the signs of the format."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

FENCE = "```"

STRONG = re.compile(r"(\*{1,2})(\S(?:.*?\S)?)\1")
"""Text in one or two asterisks."""

UNDER = {1: "=", 2: "-"}
"""The characters that underline a heading of a level; a lower heading stands alone."""


def as_text(markdown: str) -> Iterator[str]:
    """The lines of a report: headings underlined, tables in columns, charts as they are."""
    chart = False
    for table, rows in groupby(markdown.splitlines(), lambda line: line.startswith(("| ", "|-"))):
        if table and not chart:
            yield from _columns([_cells(row) for row in rows if not row.startswith("|-")])
            continue
        for row in rows:
            if row.startswith(FENCE):
                chart = not chart
            elif chart:
                yield row
            else:
                yield from _line(row)


def _line(row: str) -> Iterator[str]:
    text = row.lstrip("#")
    level = len(row) - len(text)
    text = STRONG.sub(r"\2", text.strip() if level else text)
    yield text
    if level in UNDER:
        yield UNDER[level] * len(text)


def _cells(row: str) -> list[str]:
    return row.removeprefix("| ").removesuffix(" |").split(" | ")


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=False)]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)).rstrip()
