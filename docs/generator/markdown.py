"""Pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import dedent

MADE = "<!-- Made by `python docs/generate.py` from the code; do not edit. -->"


def page(title: str, *parts: str) -> str:
    """A whole page: a title, and parts with an empty line between them; empty ones are left out."""
    return "\n\n".join([MADE, f"# {title}", *filter(None, parts)]) + "\n"


def prose(docstring: str) -> str:
    """A docstring as Markdown: its double backticks become single ones."""
    return re.sub(r"(?<!`)``(?!`)(.+?)(?<!`)``(?!`)", r"`\1`", docstring, flags=re.DOTALL)


def with_code(docstring: str) -> str:
    """A docstring whose examples are blocks of code: lines after ``::``, and those with ``>>>``."""
    fenced = re.sub(
        r"::\n\n((?:(?:    .*)?\n)+?)(?=\S|\Z)",
        lambda found: f":\n\n{code(dedent(found[1]))}\n\n",
        f"{docstring}\n",
    )
    return re.sub(r"(?:^|\n\n)(>>> (?:.+\n)+)", lambda found: f"\n\n{code(found[1])}\n", fenced).strip(
        "\n"
    )


def line(docstring: str) -> str:
    """A docstring in one line."""
    return " ".join(prose(docstring).split())


def code(text: str, language: str = "python") -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def word(text: object) -> str:
    """Something as typed."""
    return f"`{text}`"


def words(texts: Iterable[object]) -> str:
    """Several things as they are typed, in a line."""
    return ", ".join(word(text) for text in texts)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; nothing when it has no rows."""
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    lines = [heads, ["---"] * len(heads), *cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines) if cells else ""


def toctree(entries: Iterable[str]) -> str:
    """The part of the site's table of contents below a page."""
    return code("\n".join([":hidden:", "", *entries]), "{toctree}")
