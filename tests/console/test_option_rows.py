"""Options as rows: tables, columns and packed verbs, with every number, cost and risk."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable
from sandtable import Action, Range, Session, styled
from sandtable.record.replay import Replay
from sandtable_console import short
from sandtable_console.display import Display
from sandtable_console.option_rows import NUMBER, OptionRows, list_options

SAVES = Path(__file__).parents[2] / "saves"


class Go(Action, frozen=True):
    """Words in their order."""

    patrol: str
    zone: str
    origin: str | None = None


class Lay(Action, frozen=True):
    """A verb with several options."""

    zone: str


class Halt(Action, frozen=True):
    """A verb without objects."""


class Told(Display):
    """A display on which options of each verb cost and risk what a test says."""

    says: dict[str, tuple[str, str]]

    def __init__(self, **says: tuple[str, str]) -> None:
        super().__init__(sandtable.new("megiddo/1918-even", seed=1))
        self.says = says

    def describe(self, action: Action | Range) -> str:
        return f"effect of {action}"

    def cost(self, action: Action | Range) -> str:
        return self.says.get(action.words[-1], ("", ""))[0]

    def risk(self, action: Action | Range) -> str:
        return self.says.get(action.words[-1], ("", ""))[1]

    def copies(self, action: Action | Range) -> int:
        return 1


def at(save: str, line: int) -> Session:
    return Replay(SAVES / f"{save}.jsonl").run(line)


def rows_of(session: Session, width: int, most: int) -> list[str]:
    display = Display(session, width)
    return OptionRows(display.options, display).rows(most)


WIDEST = ("lrdg-slonta", 45)


def test_the_widest_decision_has_all_moves_with_cost_and_risk_in_seven_rows() -> None:
    assert rows_of(at(*WIDEST), 80, 7) == [
        " move 1st, from Bir Tengeder: 1 Bir Hacheim 4 AP fight 33%  2 Mechili 4 AP",
        "    3 Tengeder Heights 4 AP  4 Ben Gania 4 AP",
        "    1st, from Siwa: 5 Siwa Track 3 AP  6 Sand Sea East 3 AP  7 Kufra 3 AP",
        "    2nd: 8 Barca 2 AP  9 Derna 2 AP  10 Mechili 4 AP  3rd: 11 Jaghbub 3 AP",
        "    12 Bir Hacheim 3 AP fight 17%  13 Serir North 6 AP",
        " 14-17 detach  18-21 scout  22-119 observe  120-123 cache 2 AP",
        " 124 assault 3 enemies  125 low-profile  126 end  127 give-up  128-138 abandon",
    ]
    rows = rows_of(at(*WIDEST), 120, 10)
    assert len(rows) == 10
    assert "1 Bir Hacheim 4 AP fight 33%" in rows[0]
    assert all(f"{number} " in "\n".join(rows[:7]) for number in range(1, 14))


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("most", [1, 4, 7, 10, 30])
@pytest.mark.parametrize(
    ("save", "line"),
    [
        WIDEST,
        ("lrdg-slonta", 12),
        ("lrdg-campaign-1942", 364),
        ("lawrence-damascus", 4),
        ("lawrence-aqaba", 1),
        ("megiddo-1918-even", 57),
    ],
)
def test_every_option_has_its_number_in_every_size(save: str, line: int, width: int, most: int) -> None:
    session = at(save, line)
    rows = rows_of(session, width, most)
    assert all(len(row) < width for row in rows)
    assert len(rows) <= most or rows == rows_of(session, width, 1)
    marked = [row[a:b] for row in rows for a, b, role, _ in styled.spans(row) if role == NUMBER]
    numbers = [part.split("-") for text in marked for part in text.split()]
    found = [n for first, *last in numbers for n in range(int(first), int((last or [first])[0]) + 1)]
    assert sorted(found) == list(range(1, len(session.options()) + 1))


def test_options_that_are_a_product_of_two_words_are_a_table() -> None:
    session = sandtable.new("lrdg/slonta", seed=3)
    session.choose("historical")
    rows = rows_of(session, 80, 7)
    assert rows[:4] == [
        " move               1st                 2nd                 3rd",
        "   Siwa Track     1  7 AP  seen 50 %  4  4 AP  seen 33 %  7  3 AP  seen 17 %",
        "   Sand Sea East  2  7 AP  seen 50 %  5  4 AP  seen 33 %  8  3 AP  seen 17 %",
        "   Kufra          3  7 AP             6  4 AP             9  3 AP",
    ]
    roles = {rows[1][a:b]: role for a, b, role, _ in styled.spans(rows[1])}
    assert [roles[f"seen {percent} %"] for percent in (50, 33, 17)] == ["fair", "fair", "good"]
    assert " 10-12 detach 1st, 2nd, 3rd  13-15 scout 1st, 2nd, 3rd" in rows


def test_a_cost_that_all_options_of_a_packed_verb_share_follows_them_once() -> None:
    options = [Lay("siwa"), Lay("jalo"), Halt()]
    display = Told(siwa=("2 AP", "seen 60 %"), jalo=("2 AP", "seen 60 %"))
    (row,) = OptionRows(options, display).rows(1)
    assert row == " 1-2 lay siwa, jalo 2 AP seen 60 %  3 halt"
    assert "bad" in {span.role for span in styled.spans(row)}


def test_the_name_the_cost_and_the_risk_stay_in_few_columns() -> None:
    zones = ["a-place-with-a-long-name", "another-one"]
    display = Told(**{zones[0]: ("12 AP", "seen 100 %"), zones[1]: ("3 AP", "")})
    options = [Go("1st", zone) for zone in zones]
    assert OptionRows(options, display, 40).rows(2) == [
        " go 1st: 1 a-place-with-a-long-name 12",
        "      AP seen 100%  2 another-one 3 AP",
    ]


def test_the_effect_is_shown_where_there_is_no_risk() -> None:
    options = [Lay("siwa"), Lay("jalo"), Halt()]
    assert OptionRows(options, Told(siwa=("2 AP", "")), 50).rows(9) == [
        " lay 1 siwa  2 AP  effect of lay siwa",
        "     2 jalo        effect of lay jalo",
        " 3 halt  effect of halt",
    ]


def test_units_that_are_alike_share_an_entry_and_all_numbers_pick() -> None:
    session = at("lrdg-slonta", 12)
    display = Display(session, 80)
    rows = [line for line in list_options(display.options, display) if " observe " in line]
    assert len(rows) == 12
    assert rows[0] == "  16  observe t1-a jaghbub 1  2 AP  fails 75 %  until turn 2 (or 22 t1-b)"
    assert "22 32 Bir Tengeder 1: T1/A, T1/B" in "\n".join(rows_of(at(*WIDEST), 120, 90))


def test_a_last_word_that_need_not_be_typed_is_left_out() -> None:
    options = [Go("1st", "jalo", "siwa"), Go("1st", "siwa", "kufra"), Go("1st", "siwa", "jalo")]
    rows = OptionRows(options, Told()).rows(3)
    assert [re.sub(" +effect.*", "", row) for row in rows] == [
        " go 1st 1 jalo",
        "        2 siwa kufra",
        "        3 siwa jalo",
    ]


def test_a_verb_whose_options_read_alike_is_packed_however_much_room_there_is() -> None:
    class Mute(Told):
        def describe(self, action: Action | Range) -> str:
            return "the same"

    assert OptionRows([Lay("siwa"), Lay("jalo")], Mute()).rows(20) == [" 1-2 lay siwa, jalo"]


def test_the_numbers_of_a_packed_verb_are_named_although_others_are_between_them() -> None:
    options = [Lay("siwa"), Halt(), Lay("jalo")]
    assert OptionRows(options, Told()).rows(1) == [" 1 3 lay siwa, jalo  2 halt"]


def test_no_two_options_share_a_row_for_a_screen_reader() -> None:
    session = sandtable.new("lrdg/slonta", seed=3)
    session.choose("historical")
    display = Display(session)
    display.plain = True
    rows = OptionRows(display.options, display).rows(20)
    assert " 1 1st Siwa Track, 7 AP, seen 50 %" in rows[0]
    assert sum(" AP, seen" in row for row in rows) == 6


class Attack(Action, frozen=True):
    """Pairs."""

    card: str
    target: str


class Fight(Told):
    """All attacks have the same effect."""

    def describe(self, action: Action | Range) -> str:
        return "infantry 4: destroyed"


def test_pairs_with_the_same_effect_are_a_table_in_the_rows_that_are_left() -> None:
    guns = ["british-artillery", "british-machine-guns", "british-infantry"]
    pairs = [Attack(gun, f"turkish-{target}") for gun in guns for target in ("artillery", "infantry")]
    assert OptionRows([*pairs, Halt()], Fight(), 80).rows(7)[:4] == [
        " attack                    Turkish Artillery        Turkish Infantry",
        "   British Artillery     1 infantry 4: destroyed  2 infantry 4: destroyed",
        "   British Machine Guns  3 infantry 4: destroyed  4 infantry 4: destroyed",
        "   British Infantry      5 infantry 4: destroyed  6 infantry 4: destroyed",
    ]


@pytest.mark.parametrize("targets", [2, 4, 5])
@pytest.mark.parametrize("guns", [2, 3, 5])
def test_no_two_pairs_read_the_same_on_a_narrow_screen(guns: int, targets: int) -> None:
    mine = ["artillery", "machine-guns", "infantry", "cavalry", "horse"][:guns]
    theirs = ["infantry", "machine-guns", "artillery", "air-force", "cavalry"][:targets]
    pairs = [Attack(f"british-{one}", f"turkish-{other}") for one in mine for other in theirs]
    rows = OptionRows([*pairs, Halt()], Fight(), 80).rows(7)
    assert len(rows) <= 7
    assert not any(row.startswith(" 1-") for row in rows)
    assert len({re.sub("[0-9]", "", row) for row in rows}) == len(rows)


def test_the_effects_of_moves_are_whole_where_rows_are_free_and_names_always() -> None:
    class Far(Told):
        def describe(self, action: Action | Range) -> str:
            return f"{len(action.words[1])} spaces, through desert, a Garrison"

    zones = ["aqaba", "bair", "damascus", "jefer", "maan", "rumm", "tabuk", "wejh"]
    rows = [OptionRows([Lay(zone) for zone in zones], Far(), 72).rows(most) for most in (2, 8)]
    assert all(zone in " ".join(rows[0]) for zone in zones)
    assert all(f"{len(zone)} spaces, through desert, a Garrison" in " ".join(rows[1]) for zone in zones)


def test_moves_with_a_risk_keep_it_although_they_are_many_and_others_are_packed() -> None:
    rows = rows_of(at("lawrence-damascus", 4), 100, 7)
    assert len(rows) == 7
    assert " move 1 Maan battle 67%  2 Rumm  3 Muweilah  4 Nekhl desert" in rows[0]
    assert rows[-1] == " 30-33 sail  34-35 fly  36 stay  37-42 scout  43 drop"


def test_many_places_in_few_columns_share_the_words_of_their_cost() -> None:
    class Priced(Told):
        def cost(self, action: Action | Range) -> str:
            return f"{1 + int(action.words[1]) // 10} of 5"

    rows = OptionRows([Lay(f"{place:02}") for place in range(41)], Priced(), 37).rows(14)
    assert rows[0] == " lay 1 of 5: 1 00  2 01  3 02  4 03"
    assert "5 of 5: 41 40" in rows[-1]


def test_the_count_of_like_things_is_not_cut() -> None:
    assert short.cut("British Infantry x3", 12) == "British\N{HORIZONTAL ELLIPSIS} x3"


def test_an_effect_continues_in_a_row_that_is_left() -> None:
    class Long(Told):
        def describe(self, action: Action | Range) -> str:
            return "a text that takes more than one row of so narrow a screen"

    assert OptionRows([Halt()], Long(), 50).rows(3) == [
        " 1 halt  a text that takes more than one row of",
        "         so narrow a screen",
    ]
    assert OptionRows([Halt()], Long(), 50).rows(1) == [
        " 1 halt  a text that takes more than one row of\N{HORIZONTAL ELLIPSIS}"
    ]


def test_a_percentage_keeps_the_word_that_says_of_what_it_is_one() -> None:
    zones = [f"a-place-with-the-number-{n}" for n in range(6)]
    says = {zone: ("", f"{'fails' if zone == zones[0] else 'seen'} 50 %") for zone in zones}
    rows = OptionRows([Lay(zone) for zone in zones], Told(**says), 60).rows(3)
    assert [sum(row.count(f"{word} 50%") for row in rows) for word in ("fails", "seen")] == [1, 5]


def test_things_with_the_same_title_are_told_apart_and_effects_do_not_repeat_names() -> None:
    session = at("lrdg-barca", 38)
    display = Display(session)
    rows = OptionRows(display.options, display).rows(9)
    assert rows[0] == " aim Det A 1 German AV 3 axis-1   hits 17 %   4 Italian mobile AV 2  hits 17 %"
    assert "5 German AV 3 axis-16  hits 17 %" in rows[1]


@pytest.mark.parametrize(("unicode", "arrow"), [(True, "\N{RIGHTWARDS ARROW}"), (False, ">")])
def test_an_arrow_is_between_two_things_of_a_kind(unicode: bool, arrow: str) -> None:
    session = sandtable.new("megiddo/1918", seed=13, seats={"british": "human", "turkish": "scripted"})
    cards = "allenby british-infantry british-cavalry royal-air-force"
    for line in ["done", *(f"commit {card}" for card in cards.split()), "done", "pass"]:
        for _ in session.play():
            pass
        session.choose(line)
    for _ in session.play():
        pass
    display = Display(session, 80)
    display.unicode = unicode
    rows = OptionRows(display.options, display).rows()
    assert any(f"British Cavalry {arrow} " in row for row in rows), rows


def test_moves_are_whole_in_rows_of_the_map_and_other_verbs_are_not_cut_but_packed() -> None:
    zones = ["sand-sea-of-the-west", "sand-sea-of-the-east", "kufra"]
    looks = [Lay(f"{zone}-{n}") for zone in zones for n in range(9)]
    risks = {look.zone: ("2 AP", f"fails {n} %") for n, look in enumerate(looks)}
    moves = [Go(patrol, zone) for patrol in ("1st", "2nd") for zone in zones]
    listing = OptionRows([*moves, *looks], Told(**risks, kufra=("1 AP", "seen 5 %")), 40)
    text = "\n".join(listing.rows(4, 8))
    assert all(text.count(zone) == 2 for zone in zones[:2])
    assert "…" not in text
    assert "7-33 lay" in text


def test_names_are_never_cut_to_the_same_text() -> None:
    names = ["Sand Sea West", "Sand Sea East", "Serir North", "Serir South"]
    assert len({*short.cut_distinct(names, 7)}) == 4
    assert all(len(name) <= 7 for name in short.cut_distinct(names, 7))


def test_moves_of_a_patrol_with_several_stacks_say_from_where() -> None:
    session = at("lrdg-slonta", 45)
    display = Display(session, 200)
    moves = [option for option in display.options if option.words[:2] == ("move", "1st")]
    rows = " ".join(OptionRows([*moves[:2], *moves[4:5]], display, 200).rows(10))
    assert "from Bir Tengeder" in rows
    assert "from Siwa" in rows
