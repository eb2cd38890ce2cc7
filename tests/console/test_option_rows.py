"""Options as rows: grouped by shared words, short groups side by side, others only counted."""

from __future__ import annotations

import re

import pytest
from prompt_toolkit.formatted_text import fragment_list_to_text

import sandtable
from sandtable import Action
from sandtable_console import themes
from sandtable_console.option_rows import MOST_LISTED, group


class Go(Action, frozen=True):
    """Words in their order."""

    patrol: str
    zone: str
    origin: str = ""


class Lay(Action, frozen=True):
    """A verb with several options."""

    zone: str


class Fly(Action, frozen=True):
    """A verb whose object can be left out."""

    zone: str | None = None


class Halt(Action, frozen=True):
    """A verb without objects."""


FROM_ONE = [Go("1st", "jalo", "siwa"), Go("1st", "kufra", "siwa"), Lay("siwa"), Halt()]
FROM_TWO = [Go("1st", "jalo", "siwa"), Go("1st", "siwa", "kufra"), Go("2nd", "jalo", "siwa"), Halt()]


def test_shared_words_of_options_stand_once_before_them() -> None:
    assert group(FROM_ONE, 80).rows == ["  go 1st: 1 jalo   2 kufra", "  3 lay siwa   4 halt"]


def test_distinguishing_words_of_options_are_never_left_out() -> None:
    assert group(FROM_TWO, 80).rows == [
        "  go 1st: 1 jalo siwa   2 siwa kufra",
        "  3 go 2nd jalo siwa",
        "  4 halt",
    ]


def test_costs_and_copies_stand_behind_an_option() -> None:
    options = [Lay("siwa"), Lay("jalo")]
    rows = group(options, 80, None, lambda _: "2 AP", lambda _: 2).rows
    assert rows == ["  lay: 1 siwa x2 (2 AP)   2 jalo x2 (2 AP)"]


def test_short_groups_share_a_row_where_there_is_little_room_and_their_verbs_are_coloured() -> None:
    options = [*FROM_ONE[:2], Lay("siwa"), Lay("jalo"), Halt()]
    assert group(options, 80, 3).rows == [
        "  go 1st: 1 jalo   2 kufra",
        "  lay: 3 siwa   4 jalo",
        "  5 halt",
    ]
    rows = group(options, 80, 2).rows
    assert rows == ["  go 1st: 1 jalo   2 kufra     lay: 3 siwa   4 jalo     5 halt"]
    pieces = themes.fragments([("options", rows[0])])
    assert [text for style, text in pieces if style == "class:verb"] == ["go 1st:", "lay:"]
    assert [text for style, text in pieces if style == "class:number"] == list("12345")
    assert fragment_list_to_text(pieces) == rows[0] + "\n"


MANY = [
    *(Go("1st", f"zone-{n}") for n in range(1, 4)),
    *(Lay(f"zone-{n}") for n in range(1, 40)),
    Halt(),
    Lay("siwa"),
]


def test_a_closed_verb_names_the_words_that_follow_it_and_its_numbers() -> None:
    assert group(MANY, 80, 3) == (
        [
            "  go 1st: 1 zone-1   2 zone-2   3 zone-3",
            "  lay: zone-1, zone-2, zone-3, zone-4 ... (4 to 42, 44; ? lay lists them)",
            "  43 halt",
        ],
        {"lay"},
    )


def test_a_closed_verb_names_no_words_where_there_is_no_room_for_them() -> None:
    assert group(MANY, 42, 3).rows == [
        "  go 1st: 1 zone-1   2 zone-2   3 zone-3",
        "  lay: 4 to 42, 44 (? lay lists them)",
        "  43 halt",
    ]
    rows = group([Lay("siwa"), Lay("jalo"), *(Go(f"{n}", "siwa") for n in range(9))], 80, 2).rows
    assert rows == ["  lay: 1 siwa   2 jalo", "  go: 3 to 11 (? go lists them)"]


def test_a_closed_verb_takes_two_rows_for_its_words_if_there_is_room() -> None:
    options = [*(Lay(f"zone-{n}") for n in range(12)), *map(Fly, "ab"), Halt()]
    assert group(options, 80, 4, numbers=5).rows == [
        "  lay: zone-0, zone-1, zone-2, zone-3, zone-4, zone-5, zone-6, zone-7, zone-8,",
        "      zone-9, zone-10, zone-11 (1 to 12; ? lay lists them)",
        "  fly: 13 a   14 b",
        "  15 halt",
    ]
    rows = group(options, 80, 2, numbers=5).rows
    assert rows[0] == "  lay: zone-0, zone-1, zone-2, zone-3, zone-4 ... (1 to 12; ? lay lists them)"


def test_closed_verbs_that_share_a_row_name_as_many_words_as_fit() -> None:
    zones = ("siwa", "jalo", "kufra")
    options = [*(Go("1st", zone) for zone in zones), *map(Lay, zones), *map(Fly, zones)]
    assert group(options, 78, 1).rows == [
        "  go: 1st (1 to 3; ? go lists them)     lay: siwa ... (4 to 6)     fly: 7 to 9"
    ]


def test_verbs_are_closed_while_too_many_options_have_a_number() -> None:
    options = [*FROM_ONE[:2], *(Lay(f"zone-{n}") for n in range(5)), *map(Fly, "abc"), Halt()]
    assert group(options, 80, 9, numbers=11).closed == set()
    assert group(options, 80, 9, numbers=10) == (
        [
            "  go 1st: 1 jalo   2 kufra",
            "  lay: 3 zone-0   4 zone-1   5 zone-2   6 zone-3   7 zone-4",
            "  fly: a, b, c (8 to 10; ? fly lists them)",
            "  11 halt",
        ],
        {"fly"},
    )
    assert group(options, 80, 9, numbers=7).closed == {"lay"}
    assert group(options, 80, 9, numbers=5).closed == {"lay", "fly"}
    assert group(options, 80, 9, numbers=2) == (
        [
            "  go: 1st (1 to 2; ? go lists them)",
            "  lay: zone-0, zone-1, zone-2, zone-3, zone-4 (3 to 7)",
            "  fly: a, b, c (8 to 10)",
            "  11 halt",
        ],
        {"go", "lay", "fly"},
    )


def test_the_only_verb_with_many_options_keeps_its_numbers() -> None:
    options = [*(Lay(f"zone-{n}") for n in range(5)), Halt()]
    assert group(options, 80, 9, numbers=3).closed == set()
    many = [Lay(f"zone-{n}") for n in range(MOST_LISTED + 1)]
    assert group(many, 80, 60, numbers=3).closed == {"lay"}


def test_the_numbers_of_a_closed_verb_have_no_colour() -> None:
    row = group(MANY, 42, 3).rows[1]
    pieces = themes.fragments([("options", f"{row}     lay: 43 of 4 to 52     50 to 52   51 halt")])
    assert [text for style, text in pieces if style == "class:number"] == ["51"]


def test_an_option_that_is_the_beginning_of_another_has_its_word() -> None:
    assert group([Halt(), Fly(), Fly("siwa")], 80).rows == ["  1 halt", "  fly: 2 fly   3 siwa"]


def test_a_verb_with_very_many_options_is_not_listed_among_others_but_for_the_first() -> None:
    many = [Lay(f"z{n}") for n in range(MOST_LISTED + 1)]
    rows, closed = group([Halt(), *many], 80, 60)
    assert rows == [
        "  1 halt",
        "  lay: z0, z1, z2, z3, z4, z5, z6, z7, z8, z9 ... (2 to 42; ? lay lists them)",
    ]
    assert closed == {"lay"}
    assert group([Halt(), *many[1:]], 80, 60).closed == set()
    assert group([*many, Halt()], 80, 60).closed == set()
    assert group([Halt(), *many], 80).closed == set()


def test_numbers_with_many_gaps_are_named_by_the_first_and_the_last() -> None:
    pairs = [(Go("1st", f"zone-{n}"), Lay(f"zone-{n}")) for n in range(1, 40)]
    rows = group([option for pair in pairs for option in pair], 80, 2).rows
    assert rows == [
        "  go: 1st (39 of 1 to 77; ? go lists them)",
        "  lay: zone-1, zone-2, zone-3, zone-4, zone-5, zone-6 ... (39 of 2 to 78)",
    ]


@pytest.mark.parametrize("most", range(3, 12))
def test_verbs_are_closed_only_as_far_as_room_asks_for_it_and_the_first_one_last(most: int) -> None:
    session = sandtable.new("lawrence/aqaba", seed=5)
    session.choose("done")
    rows, closed = group(session.options(), 80, most)
    assert len(rows) <= most
    numbers = re.findall(r"(\w+): (?:[^0-9]*\()?\d+ to \d+", " ".join(rows))
    assert set(numbers) == closed
    assert [verb for verb in numbers if f"? {verb} lists them)" in " ".join(rows)] == numbers[:1]
    assert ("move" in closed) is (most < 5)  # its three rows, one of single words, one of counts
    assert bool(closed) is (most < 7)
