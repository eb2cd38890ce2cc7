"""Writes Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import dedent

MADE = "<!-- Made by `python docs/generate.py` from the code; do not edit. -->"


def page(title: str, *parts: str) -> str:
    """Return a whole page: a title, then the parts that are not empty, separated by blank lines."""
    return "\n\n".join([MADE, f"# {title}", *filter(None, parts)]) + "\n"


def prose(docstring: str) -> str:
    """Turn a docstring into Markdown: double backticks become single ones."""
    return re.sub(r"(?<!`)``(?!`)(.+?)(?<!`)``(?!`)", r"`\1`", docstring, flags=re.DOTALL)


def with_code(docstring: str) -> str:
    """Turn a docstring's examples (lines after ``::``, or with ``>>>``) into blocks of code."""
    fenced = re.sub(
        r"::\n\n((?:(?:    .*)?\n)+?)(?=\S|\Z)",
        lambda found: f":\n\n{code(dedent(found[1]))}\n\n",
        f"{docstring}\n",
    )
    return re.sub(r"(?:^|\n\n)(>>> (?:.+\n)+)", lambda found: f"\n\n{code(found[1])}\n", fenced).strip(
        "\n"
    )


def line(docstring: str) -> str:
    """Put a docstring into one line."""
    return " ".join(prose(docstring).split())


def code(text: str, language: str = "python") -> str:
    """Return a block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def word(text: object) -> str:
    """Format a text as typed words."""
    return f"`{text}`"


def words(texts: Iterable[object]) -> str:
    """Format several texts as typed words, in a line."""
    return ", ".join(word(text) for text in texts)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; empty if there are no rows."""
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    lines = [heads, ["---"] * len(heads), *cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines) if cells else ""


def toctree(entries: Iterable[str]) -> str:
    """Return the entries below a page in the site's table of contents."""
    return code("\n".join([":hidden:", "", *entries]), "{toctree}")
