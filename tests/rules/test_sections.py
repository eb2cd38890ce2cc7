"""Every game's rules.md: each section is carried out by code that cites it, and shown by a test."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module, resources
from pathlib import Path

import pytest

from sandtable.model import rulebook
from sandtable.plugins.installation import catalog

TESTS = Path(__file__).parents[1]
LITERAL = re.compile(r'\b(?:rule(?:: ClassVar\[str\])? = |Refusal\(\s*|section: str = )"([^"]+)"')


class Book:
    """A game's rules, and who cites them."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.game = catalog().game(id)
        self.text = self.game.rules_text
        self.sections = [section.id for section in rulebook.sections(self.text)]
        cite = self.game.info.cite
        words = "|".join(one for one in self.sections if one.isalpha() and one.islower())
        self.form = re.compile(rf"\b{cite}(?:-([A-Z]\d+)| (\d+(?:\.\d+)*|{words})\b)")

    def cited(self, text: str) -> set[str]:
        """The sections that a text names: ``LRDG 6.1.4`` and ``LRDG-A12``."""
        cite = self.game.info.cite
        return {f"{cite}-{ruling}" if ruling else one for ruling, one in self.form.findall(text)}

    @property
    def folders(self) -> Iterator[Path]:
        """The packages of the game and of its scenarios."""
        package = sys.modules[type(self.game).__module__].__package__ or ""
        mine = (one for one in catalog().plugins if one.kind == "scenario")
        scenarios = {one.entry_point.value for one in mine if one.id.startswith(f"{self.id}.")}
        for name in (package, *sorted(scenarios)):
            yield Path(str(resources.files(import_module(name))))

    @cached_property
    def in_code(self) -> set[str]:
        """What code and data cite."""
        files = (path for folder in self.folders for path in sorted(folder.rglob("*")))
        texts = [path.read_text("utf-8") for path in files if path.suffix in (".py", ".toml")]
        return self.cited("\n".join(texts)) | set(LITERAL.findall("\n".join(texts)))

    @property
    def shown(self) -> Iterator[str]:
        """The docstring of every test of the game but those of its rules' text."""
        for path in sorted((TESTS / self.id).glob("test_*.py")):
            if path.name != "test_rules_text.py":
                for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                        yield ast.get_docstring(node) or ""


BOOKS = {id: Book(id) for id, info in catalog().games.infos.items() if info.cite}


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_each_section_is_cited_by_the_code_that_does_it(book: Book) -> None:
    assert set(book.sections) - book.in_code - {"rulings"} == set()


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_each_section_is_cited_by_a_test_that_shows_it(book: Book) -> None:
    shown = book.cited("\n".join(book.shown))
    assert set(book.sections) - shown - {"rulings"} == set()


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_nothing_is_cited_that_is_not_there(book: Book) -> None:
    everywhere = book.in_code | book.cited("\n".join(book.shown)) | book.cited(book.text)
    assert everywhere - set(book.sections) == set()


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_every_test_cites_a_section(book: Book) -> None:
    assert [text for text in book.shown if not book.cited(text)] == []


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_every_section_says_something_and_fits_the_screen(book: Book) -> None:
    assert [one.id for one in rulebook.sections(book.text) if not one.text or not one.title] == []
    assert max(map(len, book.text.splitlines())) <= 95
