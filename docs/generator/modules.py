"""The index of all modules: the place of each, and the first line of its docstring."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from generator import markdown

ROOT = Path(__file__).parents[2]

PACKAGES = [
    "core/sandtable",
    *(
        f"plugins/sandtable_{name}"
        for name in ("batch", "pictures", "console", "shell", "tools", "lawrence", "lrdg", "megiddo")
    ),
]
"""The packages from the bottom up, then the games."""


def page() -> str:
    """Return the page, with a heading for each package and a table for each of its folders."""
    intro = "`python docs/generate.py` prints the number of lines in each package."
    return markdown.page("All modules", intro, *(_package(name) for name in PACKAGES))


def sizes() -> Iterator[str]:
    """Yield a line for each package with its number of lines of Python."""
    for name in PACKAGES:
        texts = (path.read_text("utf-8") for path in (ROOT / name).rglob("*.py"))
        yield f"{sum(len(text.splitlines()) for text in texts):7,} {name}"


def _package(name: str) -> str:
    folders = sorted({path.parent for path in (ROOT / name).rglob("*.py")})
    tables = []
    for folder in folders:
        modules = sorted(folder.glob("*.py"))
        about = [(path, _first_line(path)) for path in modules if path.read_text("utf-8").strip()]
        rows = [(markdown.word(path.name), line) for path, line in about]
        tables.append(
            f"### {folder.relative_to(ROOT)}\n\n" + markdown.table(("module", "what it is"), rows)
        )
    return "\n\n".join([f"## {name}", *tables])


def _first_line(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return markdown.prose(docstring.partition("\n")[0])
