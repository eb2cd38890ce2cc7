"""Words: slugs, the tiers of a match, and errors that name the nearest."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.text.errors import AmbiguousName, UnknownName
from sandtable.text.words import (
    camel_slug,
    check_names,
    listing,
    mark_of,
    match,
    nearest_to,
    no_such,
    number_of,
    resolve,
    sentence,
    slug,
    tally,
    times,
)

quick = settings(deadline=None, max_examples=100)
NAMES = ["hen", "hen-house", "old-hen", "old-henrietta", "fox"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Sofafi Ridge", "sofafi-ridge"),
        ("Bir Hachéim", "bir-hacheim"),
        ("  1st / 2nd -- Patrol! ", "1st-2nd-patrol"),
        ("Çöl", "col"),
        ("!?", ""),
        ("", ""),
    ],
)
def test_a_slug_is_one_plain_word(name: str, expected: str):
    assert slug(name) == expected


@given(text=st.text())
@quick
def test_a_slug_is_its_own_slug(text: str):
    assert re.fullmatch(r"([a-z0-9]+(-[a-z0-9]+)*)?", slug(text))
    assert slug(slug(text)) == slug(text) == slug(text.swapcase() if text.isascii() else text)


@pytest.mark.parametrize(
    ("name", "expected"), [("AirStrike", "air-strike"), ("Round2Test", "round2-test"), ("Done", "done")]
)
def test_the_slug_of_a_class_name(name: str, expected: str):
    assert camel_slug(name) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("hen", ["hen"]),
        ("he", ["hen", "hen-house"]),
        ("HÉN-", ["hen"]),
        ("h", ["hen", "hen-house"]),
        ("house", ["hen-house"]),
        ("henr", ["old-henrietta"]),
        ("old-hen", ["old-hen"]),
        ("ox", []),
        ("henhouse", ["hen-house"]),
        ("oldhenr", ["old-henrietta"]),
        ("oldhen", ["old-hen"]),
        ("ol-he", ["old-hen", "old-henrietta"]),
        ("h-ouse", ["hen-house"]),
        ("", NAMES),
    ],
)
def test_exact_beats_prefix_beats_inner_part(typed: str, expected: list[str]):
    assert match(typed, NAMES) == expected


def test_names_may_come_from_anywhere_once():
    assert match("fox", iter(NAMES)) == ["fox"]
    assert match("ol", iter(NAMES)) == ["old-hen", "old-henrietta"]


def test_names_that_are_no_slugs_are_found_too():
    """Ids of plugins have a dot, and options of a game an underscore."""
    assert match("short_g", ["short_game", "lifts"]) == ["short_game"]
    assert match("lrdg.sl", ["lrdg.slonta", "lrdg.barca"]) == ["lrdg.slonta"]
    assert match("short_game", ["short_game", "short-game"]) == ["short_game"]


@given(
    names=st.lists(st.from_regex(r"[a-c]{1,4}(-[a-c]{1,3})?", fullmatch=True), unique=True),
    data=st.data(),
)
@quick
def test_every_name_means_itself_and_a_prefix_means_all_it_begins(names: list[str], data: st.DataObject):
    for name in names:
        assert match(name, names) == [name]
        start = name[: data.draw(st.integers(1, len(name)))].rstrip("-")
        assert match(start, names) == (
            [start] if start in names else [n for n in names if n.startswith(start)]
        )


def test_a_number_is_no_part_of_a_name_and_marks_mean_nothing():
    assert match("3", ["oef-3", "3rd"]) == ["3rd"]
    assert match("3", ["oef-3"]) == []
    assert match("oef 3", ["oef-3"]) == ["oef-3"]
    for marks in ("-", "--", ",", '"', "- -"):
        assert match(marks, NAMES) == []
    assert match("?", ["?", "."]) == ["?"]


@pytest.mark.parametrize(
    ("word", "mark"),
    [("hen", ""), ("t1/a", ""), ("-3", ""), ("hen,", ","), ('"hen"', '"'), ("-hen", "-"), ("--1", "-")],
)
def test_a_mark_at_an_end_of_a_word_is_found(word: str, mark: str):
    assert mark_of(word) == mark


def test_the_nearest_name_or_none():
    assert nearest_to("Tobrok", ["tobruk", "siwa"]) == "tobruk"
    assert nearest_to("xyz", ["tobruk", "siwa"]) is None
    assert nearest_to("xyz", []) is None


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        *(("attack", None), ("clear", None), ("repair", None), ("save1", None)),
        *(("epart", "depart"), ("tsack", "stack"), ("laeve", "leave"), ("dpeart", "depart")),
        *(("infntry", "turkish-infantry"), ("slnta", "lrdg/slonta")),
    ],
)
def test_a_word_with_another_first_letter_is_near_only_if_it_is_very_similar(
    typed: str, near: str | None
) -> None:
    """What is shared by ``attack`` and ``stack`` is no slip of the finger."""
    assert nearest_to(typed, ["stack", "leave", "depart", "turkish-infantry", "lrdg/slonta"]) == near


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [("nothing", "hint"), ("mvoe", "done"), ("colr", "confirm"), ("ksh", "zsh")],
)
def test_a_name_that_shares_little_with_what_was_typed_is_no_guess(typed: str, wrong: str) -> None:
    assert nearest_to(typed, [wrong]) is None


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("mvoe", "move"),
        ("colr", "color"),
        ("bsh", "bash"),
        ("lvl", "level"),
        ("siwer", "siwa"),
        ("half", "half_points"),
    ],
)
def test_a_slip_of_the_fingers_has_its_name(typed: str, right: str) -> None:
    assert nearest_to(typed, [right]) == right


def test_a_long_listing_is_cut():
    assert listing(["a", "b"]) == "a, b"
    assert listing(list("abcde"), 3) == "a, b, c, and 2 more"


def test_resolve_gives_the_name_or_says_what_there_is():
    assert resolve("card", "fo", NAMES) == "fox"
    with pytest.raises(AmbiguousName, match='card "he" can mean hen, hen-house'):
        resolve("card", "he", NAMES)
    with pytest.raises(UnknownName, match='no card "fix"; did you mean "fox"'):
        resolve("card", "fix", NAMES)
    with pytest.raises(UnknownName, match='no card "zzz"; choose from hen, '):
        resolve("card", "zzz", iter(NAMES))
    assert no_such("card", "fox", []) == 'no card "fox"'


def test_names_of_a_file_are_checked_with_their_key_and_the_nearest():
    check_names("card", NAMES, iter(NAMES))
    check_names("card", (), ())
    with pytest.raises(ValueError, match=r'^no card "fix"; did you mean "fox"'):
        check_names("card", ["hen", "fix", "zzz"], iter(NAMES))
    with pytest.raises(ValueError, match=r'^held: no card "fix"; did you mean "fox"'):
        check_names("held: card", ["fix"], NAMES)


def test_a_sentence_ends_with_one_mark() -> None:
    assert [sentence(text) for text in ("Aqaba!", "Slonta", "Who?")] == ["Aqaba!", "Slonta.", "Who?"]


@pytest.mark.parametrize("typed", ["-1", "+1", "$1", "1."])
def test_a_number_is_only_what_is_typed_as_one(typed: str) -> None:
    assert match(typed, ["1", "11", "part-1"]) == []
    assert match("1", ["1", "11"]) == ["1"]


def test_a_number_of_things_has_its_noun_in_the_plural_but_for_one() -> None:
    assert [number_of(number, "unit") for number in (0, 1, 2)] == ["0 units", "1 unit", "2 units"]


def test_equal_names_are_reported_once_with_their_number_where_the_first_stood() -> None:
    assert times("fox", 1) == "fox"
    assert tally(["hen", "fox", "hen", "owl", "hen"]) == ["hen x3", "fox", "owl"]
    assert tally([]) == []
