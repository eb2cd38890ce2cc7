"""Every game's rules.md: each section is carried out by code that cites it, and shown by a test."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module, resources
from itertools import pairwise
from pathlib import Path

import pytest
from nonempty import some
from rule_pictures import pictures

from sandtable.plugins.catalog import catalog
from sandtable_console import rulebook

TESTS = Path(__file__).parents[1]
LITERAL = re.compile(r'\b(?:rule(?:: ClassVar\[str\])? = |Refusal\(\s*|section: str = )"([^"]+)"')


class Book:
    """A game's rules, and the code and tests that cite them."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.game = catalog().game(id)
        self.text = self.game.rules_text
        self.sections = [section.id for section in rulebook.sections(self.text)]
        cite = self.game.info.cite
        words = "|".join(section for section in self.sections if section.isalpha() and section.islower())
        self.form = re.compile(rf"\b{cite}(?:-([A-Z]\d+)| (\d+(?:\.\d+)*|{words})\b)")

    def cited(self, text: str) -> set[str]:
        """The sections that a text names: ``LRDG 6.1.4`` and ``LRDG-A12``."""
        cite = self.game.info.cite
        return {f"{cite}-{ruling}" if ruling else section for ruling, section in self.form.findall(text)}

    @property
    def folders(self) -> Iterator[Path]:
        """The packages of the game and of its scenarios."""
        package = sys.modules[type(self.game).__module__].__package__ or ""
        mine = (plugin for plugin in catalog().plugins if plugin.kind == "scenario")
        scenarios = {plugin.entry_point.value for plugin in mine if plugin.id.startswith(f"{self.id}.")}
        for name in (package, *sorted(scenarios)):
            yield Path(str(resources.files(import_module(name))))

    @cached_property
    def in_code(self) -> set[str]:
        """The sections that code and data cite."""
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
    assert [
        section.id for section in rulebook.sections(book.text) if not section.text or not section.title
    ] == []
    assert max(map(len, book.text.splitlines())) <= 95


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_no_line_of_a_paragraph_looks_like_a_step(book: Book) -> None:
    """A line that begins with a number and a full stop would be shown as a step of a list."""
    steps = [int(step) for step in re.findall(r"^(\d+)\. ", book.text, re.MULTILINE)]
    assert [step for before, step in pairwise([0, *steps]) if step not in (1, before + 1)] == []


PRINTED = {
    "lawrence": {
        **{f"{chapter}.0": f"{chapter}" for chapter in range(28, 38)},
        "17.0": "34.1",
        "20.2": "LOA-C7",
        "21.1": "LOA-C9",
        "25.0": "LOA-C13",
        "27.0": "LOA-C10",
        "breakoff": "LOA-R13",
        "Daraa": "LOA-C5",
        "Logistics": "LOA-C1",
    },
    "lrdg": {"3.3.1": "3.3.1", "5.0": "5", "Alert": "5.3.1", "7.3.2": "7.3.2", "Terminology": "3"},
    "megiddo": {"8": "8", "Machineguns": "7", "unattached leader": "MEG-R6"},
}
"""Numbers and terms of the printed rulebooks, each with our section for it."""


@pytest.mark.parametrize(
    ("book", "printed", "id"),
    [
        pytest.param(book, printed, id, id=f"{name}-{printed}")
        for name, book in BOOKS.items()
        for printed, id in PRINTED[name].items()
    ],
)
def test_the_printed_numbers_and_terms_lead_to_their_section(book: Book, printed: str, id: str) -> None:
    assert rulebook.find(book.text, printed)[0].id == id


HEADINGS = {
    "lawrence": """
        28.0 Introduction
        29.0 Counter types
        30.0 Special spaces
        30.1 Critical cities
        30.2 British Staging Areas & Mecca
        30.3 Arabian Ports
        30.4 Port to Port Movement
        31.0 Ottoman Units
        32.0 Ottoman Garrisons
        32.1 Movement Effects
        32.2 Combat Effects
        33.0 Leader Escape
        34.0 Lawrence & Leadership
        34.1 Leadership
        34.2 Leadership Checks
        34.3 Leader Recruitment
        34.4 Cairo & the High Command
        34.5 Campaign Game Leadership
        34.6 Leaders & Stacking Limits
        35.0 Gear
        35.1 Gear: Demolitions
        35.2 Gear: Machineguns
        35.3 Gear: Aeroplanes
        36.0 Feisal's Camp
        36.1 Camp Effects
        36.2 Camps & Operations
        37.0 Setting up the game
    """,
    "lrdg": """
        1 overview
        2 Components
        3 Scale, stacking, terminology
        3.1 units
        3.2 Markers
        3.3 operations map
        3.3.1 Strategic Map
        3.3.2 Tactical map
        3.3.3 Other areas on the map
        4 Preparation of a mission
        4.1 Choice of the mission and purchase of units
        4.2 set-up
        5 Sequence of play
        5.1 Determination of Action Points
        5.2 Actions of the LRDG
        5.3 Reactions of the Axis
        5.3.1 Effects of the alarm
        5.3.2 Movement of Axis Units
        5.4 Evaluation of the mission
        5.5 Maintenance of units
        6 Actions
        6.1.1 Movement
        6.1.2 Air support
        6.1.3 Intelligence
        6.1.4 Reconnaissance
        6.1.5 Cache
        6.1.6 Maintenance
        6.1.7 Low profile
        7 Combat
        7.1 Overview
        7.2 Set-up on the tactical map
        7.3 Combat Resolution
        7.3.1 Initiative
        7.3.2 Advantages
        7.3.3 Combat turns
        7.3.4 Duration of combats
        8 Scenarios and campaign
        8.1 The route from Benghazi
        8.2 The Slonta Raid
        8.3 Prelude to the first battle of El-Alamein
        8.4 Raid on Barca
        8.5 Bardia today, Tobruk tomorrow
    """,
    "megiddo": """
        1 Maneuver Phase
        2 Reserve Phase
        3 Order of Battle Phase
        4 Air Strike Phase
        5 Cavalry Exploitation Phase
        6 Artillery Phase
        7 Machine Gun Phase
        8 Infantry Phase
    """,
}
"""The headings of the printed rulebooks, each with its number."""

SMALL_WORDS = ("a", "and", "el", "first", "from", "of", "on", "the", "to", "up")
"""Words of a heading that no player searches for."""

ELSEWHERE = {("lrdg", "8", "campaign"): "campaign", ("lrdg", "8.1", "route"): "3.3.1"}
"""Words of a heading that another section explains."""


def headings() -> Iterator[tuple[str, str, str]]:
    """Each printed heading: its game, number and words."""
    for name, lines in HEADINGS.items():
        for line in lines.strip().splitlines():
            number, _, words = line.strip().partition(" ")
            yield name, number, words


@pytest.mark.parametrize(("name", "number", "heading"), list(headings()))
def test_the_printed_headings_lead_to_their_section(name: str, number: str, heading: str) -> None:
    """By their number and as they stand; each word finds the section among others."""
    text, section = BOOKS[name].text, number.removesuffix(".0")
    assert rulebook.find(text, number)[0].id == section
    assert section in [found.id for found in rulebook.find(text, heading)][:2]
    for word in re.findall(r"[\w'-]+", heading.lower()):
        if word not in SMALL_WORDS:
            expected = ELSEWHERE.get((name, number, word), section)
            assert expected in [found.id for found in rulebook.find(text, word)], word


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_no_other_name_of_a_section_is_given_twice_or_shown(book: Book) -> None:
    names = [name for section in rulebook.sections(book.text) for name in section.also]
    assert len(names) == len(set(names)) > 0
    assert "<!--" not in "".join(section.text for section in rulebook.sections(book.text))


AT_THE_PROMPT = "**At the prompt.** "
"""How a box begins that says what the program does; it is not a ruling."""


def rulings(book: Book) -> dict[str, str]:
    """The ruling in each section, in one text."""
    return {
        section.id: " ".join(
            words
            for block in rulebook.blocks(section.text)
            if block.kind == "box" and not block.rows[0][0].startswith(AT_THE_PROMPT)
            for (words,) in block.rows
        )
        for section in rulebook.sections(book.text)
    }


EARLIER_MISSIONS = {"benghazi_recon_ok", "alamein_level"}
"""House rules for a mission that was played before; they are no reading of the rulebook."""


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_every_house_rule_stands_in_the_ruling_that_its_help_cites(book: Book) -> None:
    boxes = rulings(book)
    for name, option in book.game.info.options.items():
        if name not in EARLIER_MISSIONS:
            cited = book.cited(option.help)
            assert {*cited} <= boxes.keys(), f"{name} cites a ruling that rules.md does not have"
            assert any(f"--set {name}=" in boxes[id] for id in cited), name


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_every_ruling_is_in_a_box_and_says_how_far_it_goes(book: Book) -> None:
    degrees = r"\*\*(Says the same|Chooses a reading|Fills a gap|Departs)\.\*\* "
    for id, box in some(rulings(book).items()):
        assert re.match(degrees, box) if box else not re.search(r"-[AR]\d+$", id), id


WITHOUT_EXAMPLE = {"rulings"}
"""Chapters without play: lists of rulings and of counters."""


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_every_chapter_has_an_example_with_a_picture(book: Book) -> None:
    chapters = [section.id for section in rulebook.sections(book.text) if section.level == 2]
    texts = {id: "\n".join(section.text for section in rulebook.by_id(book.text, id)) for id in chapters}
    shown = {id for id, text in texts.items() if pictures(text) and "\nExample: " in text}
    assert set(chapters) - shown <= WITHOUT_EXAMPLE
    assert WITHOUT_EXAMPLE & shown == set()
