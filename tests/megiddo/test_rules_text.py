"""rules.md: every section is carried out by code that cites it, and shown by a test that cites it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

import pytest

from sandtable import Scenario, rulebook
from sandtable_megiddo.cards import CARDS

PACKAGE = Path(str(resources.files("sandtable_megiddo")))
TEXT = (PACKAGE / "rules.md").read_text(encoding="utf-8")
SECTIONS = [section.id for section in rulebook.sections(TEXT)]
CITABLE = [id for id in SECTIONS if id != "rulings"]
CODE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted(PACKAGE.rglob("*"))
    if path.suffix in (".py", ".toml")
)
LITERAL = re.compile(r'\brule(?:: ClassVar\[str\])? = "([^"]+)"')
CITED = re.compile(r"\bMEG(?:-(R\d+)| (\d+|cards|victory|round)\b)")


def cited(text: str) -> set[str]:
    """The sections that a text names: ``MEG 4`` and ``MEG-R3``."""
    return {f"MEG-{ruling}" if ruling else section for ruling, section in CITED.findall(text)}


def shown() -> Iterator[str]:
    """The docstring of every test of this folder but these."""
    for path in Path(__file__).parent.glob("test_*.py"):
        if path != Path(__file__):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    yield ast.get_docstring(node) or ""


IN_CODE = cited(CODE) | set(LITERAL.findall(CODE))
IN_TESTS = cited("\n".join(shown()))


def test_the_sections_are_all_there() -> None:
    """The phases, and rulings 1 to 23."""
    phases = [str(number) for number in range(1, 9)]
    rulings = [f"MEG-R{number}" for number in range(1, 24)]
    assert ["cards", "victory", "round", *phases, "rulings", *rulings] == SECTIONS


@pytest.mark.parametrize("id", CITABLE)
def test_a_section_is_cited_by_the_code_that_does_it(id: str) -> None:
    assert id in IN_CODE


@pytest.mark.parametrize("id", CITABLE)
def test_a_section_is_cited_by_a_test_that_shows_it(id: str) -> None:
    assert id in IN_TESTS


def test_nothing_is_cited_that_is_not_there() -> None:
    assert set(SECTIONS) >= IN_CODE
    assert set(SECTIONS) >= IN_TESTS
    assert cited(TEXT) <= set(SECTIONS)


def test_every_test_cites_a_section() -> None:
    assert [text for text in shown() if not cited(text)] == []


def test_every_section_says_something_and_fits_the_screen() -> None:
    assert [one.id for one in rulebook.sections(TEXT) if not one.text or not one.title] == []
    assert max(map(len, TEXT.splitlines())) <= 95


def test_a_section_is_found_by_its_id_or_by_words_that_it_has() -> None:
    assert [section.id for section in rulebook.find(TEXT, "meg-r13")] == ["MEG-R13"]
    by_words = [section.id for section in rulebook.find(TEXT, "naval bombardment")]
    assert "MEG-R7" in by_words
    assert "MEG-R13" not in by_words


@pytest.mark.parametrize(
    ("seat", "heading"), [("british", "The British deck"), ("turkish", "The Turkish deck")]
)
def test_the_cards_are_told_as_they_are(
    seat: str, heading: str, scenario: Callable[..., Scenario]
) -> None:
    """The rules' table of each deck, row by row."""
    table = TEXT.split(heading)[1].split("\n\n")[1]
    rows = [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in table.splitlines()[2:]]
    deck = scenario("megiddo/1918").data.of(seat).deck
    known = [(CARDS[card], count) for card, count in deck.items()]
    assert sorted(rows) == sorted(
        (card.name, str(count), card.kind.value.replace("-", " "), str(card.force or "-"))
        for card, count in known
    )
