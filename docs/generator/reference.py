"""The committed reference pages: the templates in this folder, with a section for each name.

In a template, the line ``@ Game, Table`` inserts the sections of these names, from `sandtable` unless
qualified. ``@ sandtable_console.Console: width`` shows only some members of a class, ``@module deck``
everything in a module, and ``@contents`` a table of the names on the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from generator import kit, markdown
from generator.api import FACES, Shown, full_name, names_in_module, public_names, section

TEMPLATES = Path(__file__).parent / "pages"

PAGES = ("python.md", "game-contract.md", "hexes.md", "hooks.md", "testing.md", "json-lines.md")

PARTS = {"@fixtures": kit.fixtures, "@checks": kit.checks}


def pages() -> dict[str, str]:
    """Return the text of each page, by file name."""
    return {page: _page(page) for page in PAGES}


def title(page: str) -> str:
    """Return the title of a page."""
    return _lines(page)[0].removeprefix("# ")


@cache
def names(page: str) -> list[Shown]:
    """Return the names on a page, in order."""
    return [shown for line in _lines(page) for shown in _names(line)]


@cache
def links() -> dict[str, tuple[str, str]]:
    """Return the page and anchor of each class or constant whose name occurs in only one section."""
    every = [(page, shown) for page in PAGES for shown in names(page)]
    titles = [shown.title for _, shown in every]
    return {
        shown.title: (page, shown.anchor)
        for page, shown in every
        if titles.count(shown.title) == 1 and not shown.title.islower()
    }


def links_from(page: str, folder: str = "") -> dict[str, str]:
    """Return the address of each name for links from a page, which may be in another folder."""
    return {
        name: f"#{anchor}" if where == page else f"{folder}{where}#{anchor}"
        for name, (where, anchor) in links().items()
    }


def _page(page: str) -> str:
    return "\n".join([markdown.MADE, "", *_fill_in(page)]) + "\n"


def _fill_in(page: str) -> Iterator[str]:
    addresses = links_from(page)
    for line in _lines(page):
        if line == "@contents":
            yield markdown.table(("part", "names"), _contents(page))
        elif line in PARTS:
            yield PARTS[line]()
        elif shown := [*_names(line)]:
            yield "\n\n".join(section(one, addresses) for one in shown)
        else:
            yield line


def _contents(page: str) -> Iterator[tuple[str, str]]:
    """Yield a table of the headings on a page, each with its names."""
    head = ""
    shown: list[Shown] = []
    for line in [*_lines(page), "## "]:
        if line.startswith("## "):
            if shown:
                yield head, ", ".join(f"[`{name.title}`](#{name.anchor})" for name in shown)
            head, shown = line.removeprefix("## "), []
        shown += _names(line)


def _lines(page: str) -> list[str]:
    return (TEMPLATES / f"{page}.txt").read_text(encoding="utf-8").splitlines()


def _names(line: str) -> Iterator[Shown]:
    """Yield the names in a line of a template."""
    if line.startswith("@module "):
        known = public_names(FACES[0]).values()
        every = names_in_module(public_names(FACES[0])[line.removeprefix("@module ")], 3)
        yield from (shown for shown in every if shown.full not in known)
    elif line.startswith("@ "):
        listed, _, members = line.removeprefix("@ ").partition(": ")
        for name in listed.split(", "):
            full = full_name(name if "." in name else f"{FACES[0]}.{name}")
            yield Shown(name.rpartition(".")[2], full, 3, tuple(members.split(", ") if members else ()))
