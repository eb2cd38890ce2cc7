"""rules.md: its sections, its tables beside the data of the cards."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest

from sandtable import Scenario
from sandtable_console import rulebook
from sandtable_megiddo.cards import CARDS

PACKAGE = Path(str(resources.files("sandtable_megiddo")))
TEXT = (PACKAGE / "rules.md").read_text(encoding="utf-8")
SECTIONS = [section.id for section in rulebook.sections(TEXT)]


def test_the_sections_are_all_there() -> None:
    """The phases, and rulings 1 to 24."""
    phases = [str(number) for number in range(1, 9)]
    rulings = [f"MEG-R{number}" for number in range(1, 25)]
    assert ["round", "cards", "victory", *phases, "rulings", *rulings] == SECTIONS


def test_a_section_is_found_by_its_id_or_by_words_that_it_has() -> None:
    assert [section.id for section in rulebook.find(TEXT, "meg-r13")] == ["MEG-R13"]
    by_words = [section.id for section in rulebook.find(TEXT, "naval bombardment")]
    assert "MEG-R7" in by_words
    assert "MEG-R13" not in by_words


@pytest.mark.parametrize(
    ("seat", "heading"), [("british", "The British deck"), ("turkish", "The Turkish deck")]
)
def test_the_cards_match_the_data(seat: str, heading: str, scenario: Callable[..., Scenario]) -> None:
    """The rules' table of each deck, row by row."""
    table = TEXT.split(heading)[1].split("\n\n")[1]
    rows = [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in table.splitlines()[2:]]
    deck = scenario("megiddo/1918").data.of(seat).deck
    known = [(CARDS[card], count) for card, count in deck.items()]
    assert sorted(rows) == sorted(
        (card.name, str(count), card.kind.value.replace("-", " "), str(card.force or "-"))
        for card, count in known
    )
