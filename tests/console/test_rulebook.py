"""Rulebooks: sections by id, with what is below them, or by words."""

from __future__ import annotations

import pytest

from sandtable.plugins.catalog import catalog
from sandtable.text.errors import UnknownName
from sandtable_console.rulebook import blocks, find, sections, show

TEXT = """# The Game

Before any section.

## 1 Turns
In order.

### 1.1: Weather
A die.

#### 1.1.1 Storm

No moves.

### 1.2 Moves
One link.

## LOA-A12 A ruling

The wells are dry.

## R2 Rulings
None so far. #not a heading
## 3
"""


def test_sections_come_in_order_with_their_text():
    assert [(section.id, section.title, section.level) for section in sections(TEXT)] == [
        ("1", "Turns", 2),
        ("1.1", "Weather", 3),
        ("1.1.1", "Storm", 4),
        ("1.2", "Moves", 3),
        ("LOA-A12", "A ruling", 2),
        ("R2", "Rulings", 2),
        ("3", "", 2),
    ]
    assert [section.text for section in sections(TEXT)][2:] == [
        "No moves.",
        "One link.",
        "The wells are dry.",
        "None so far. #not a heading",
        "",
    ]
    assert not sections("no headings at all")
    assert not sections("")


def test_the_list_of_sections_begins_with_what_is_above_the_first():
    assert show(TEXT, "", width=40)[:3] == ["Before any section.", "", "1  Turns"]
    assert show("## 1 Turns\nIn order.", "") == ["1  Turns"]


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("lrdg", ["Patrick Ruestchmann", "VaeVictis", "Jean-Louis Badin", "Guillaume S."]),
        ("lawrence", ["Raiders", "neither designer nor publisher"]),
        ("megiddo", ["neither designer nor publisher"]),
    ],
)
def test_the_list_of_sections_credits_who_made_the_game(game: str, names: list[str]):
    listed = " ".join(show(catalog().game(game).rules_text, ""))
    assert [name for name in names if name not in listed] == []


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        ("1", ["1", "1.1", "1.1.1", "1.2"]),
        ("1.1", ["1.1", "1.1.1"]),
        ("1.2", ["1.2"]),
        ("r2", ["R2"]),
        ("3", ["3"]),
        ("weather DIE", ["1.1"]),
        ("a12", ["LOA-A12"]),
        ("moves", ["1.2", "1.1.1"]),
        ("WEATHÉR", ["1.1"]),
        ("one-link", ["1.2"]),
        ("(die)", ["1.1"]),
        ("orders", ["1"]),
    ],
)
def test_an_id_finds_its_section_and_those_below_and_words_all_that_have_them(
    wanted: str, ids: list[str]
):
    assert [section.id for section in find(TEXT, wanted)] == ids


def test_a_section_that_is_not_there_names_the_nearest():
    with pytest.raises(UnknownName, match=r'no section "1\.1\.2"; did you mean "1\.'):
        find(TEXT, "1.1.2")
    with pytest.raises(UnknownName, match=r'^no section "9"; rules lists all$'):
        find(TEXT, "9", "rules")


def test_a_title_of_these_words_comes_first_and_a_title_before_another_name():
    text = """## 1 Paying for supply
Supply is dear.
## 2 Depots
<!-- also: supply dumps -->
Far away.
## 3 Supply
Wells.
"""
    assert [section.id for section in find(text, "supply")] == ["3", "1", "2"]


def test_words_that_are_not_there_name_the_one_that_is_wrong():
    with pytest.raises(UnknownName, match=r'^no section has "zebra"$'):
        find(TEXT, "zebra")
    with pytest.raises(UnknownName, match=r'no section has "wether"; did you mean "weather"\?'):
        find(TEXT, "a wether die")
    with pytest.raises(UnknownName, match='no section has all of "storm wells"'):
        find(TEXT, "storm wells")


def test_a_section_lists_those_within_it():
    assert show(TEXT, "1") == [
        "1  Turns",
        "",
        "In order.",
        "",
        "  1.1  Weather",
        "    1.1.1  Storm",
        "  1.2  Moves",
    ]


def test_an_id_that_no_section_has_lists_those_that_go_on_from_it():
    text = "## 6 Orders\n### 6.1.1 Moving\nBy road.\n### 6.1.2 Flying\n### 6.10 Waiting\n"
    assert [section.id for section in find(text, "6.1")] == ["6.1.1", "6.1.2"]
    assert show(text, "6.1") == ["6.1 has these sections:", "", "  6.1.1  Moving", "  6.1.2  Flying"]
    assert show(text, "6.1.1") == ["6.1.1  Moving", "", "By road."]


def test_of_several_found_by_words_each_has_the_sentence_that_fits_and_one_is_shown_whole():
    assert show(TEXT, "moves") == [
        '"moves" is in these sections:',
        "1.2 Moves",
        "1.1.1 Storm",
        "    No moves.",
    ]
    assert show(TEXT, "dry wells") == ["LOA-A12  A ruling", "", "The wells are dry."]


def test_a_section_is_printed_with_its_id():
    turns, *_, bare = sections(TEXT)
    assert str(turns) == "1  Turns\n\nIn order."
    assert str(bare) == "3"


BOXED = """## 4 Wells

A **well** is dry.

```text a picture
Jalo ---- Msus
  *

  it stays
```

### R1 Two wells

> **Fills a gap.** Both are dry
> on a 6.
>
> `--set dry=false` turns it off.
"""


def test_boxes_and_pictures_are_shown_as_such_and_bold_type_without_its_marks():
    assert show(BOXED, "4") == [
        "4  Wells",
        "",
        "A well is dry.",
        "",
        "  Jalo ---- Msus",
        "    *",
        "",
        "    it stays",
        "",
        "  R1  Two wells",
    ]
    assert show(BOXED, "R1", 30) == [
        "R1  Two wells",
        "",
        "| Fills a gap. Both are dry on",
        "| a 6.",
        "|",
        "| `--set dry=false` turns it",
        "| off.",
    ]
    assert [block.kind for block in blocks(sections(BOXED)[0].text)] == ["text", "picture"]


def test_words_are_found_in_a_box_and_not_in_a_picture():
    assert [section.id for section in find(BOXED, "dry on a 6")] == ["R1"]
    with pytest.raises(UnknownName, match='no section has "msus"'):
        find(BOXED, "msus")
