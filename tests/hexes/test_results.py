"""Results tables: read as they are printed, rolled on, with exact chances."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable import GameError, SandtableError, ScriptedDice
from sandtable.text.faults import find_faults
from sandtable_hexes import HexFile, Results, Side, Terrain, parse_map

CRT = """
     1:2 1:1 2:1 3:1
1    AE  AR  DR  DE
2-4  AR  NE  DR  DR
5+   NE  DR  DE  DE
"""

BARRAGE = """
       -2  0   +3
2-     -   -   D1
3-7    -   D1  D1
8-11   D1  D1  D2
12+    D1  D2  D2
"""

FIRE = """
      1-3 4-6 7+
1-3   -   1   1
4-6   1   1   2
"""

SEARCH = """
    scouts  aircraft
1   none    none
2-6 none    found
"""


def table(text: str = CRT, **options: str) -> Results:
    return msgspec.convert({"table": text, **options}, Results)


# Columns.


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(1, 2, "1:2"), (5, 9, "1:2"), (9, 5, "1:1"), (7, 3, "2:1"), (3, 1, "3:1"), (90, 1, "3:1")],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, column: str) -> None:
    crt = table()
    assert crt.columns[crt.column(attack, defence)] == column


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 2, "1:2"),
        (5, 9, "1:1"),
        (9, 5, "2:1"),
        (7, 3, "3:1"),
        (2, 1, "2:1"),
        (1, 9, "1:2"),
        (9, 1, "3:1"),
    ],
)
def test_odds_are_rounded_for_the_attacker_if_the_table_says_so(
    attack: int, defence: int, column: str
) -> None:
    crt = table(round="attacker")
    assert crt.columns[crt.column(attack, defence)] == column


def test_odds_below_the_table_are_no_attack_or_the_first_column() -> None:
    assert table().column(1, 3) is None
    assert table().column(1, 3, shift=2) is None
    assert table(below="first").column(1, 3) == 0
    assert table(below="first").column(1, 3, shift=2) == 2


def test_a_shift_moves_by_columns_and_ends_at_the_last() -> None:
    crt = table()
    assert crt.column(1, 1, shift=1) == 2
    assert crt.column(1, 1, shift=-1) == 0
    assert crt.column(3, 1, shift=4) == 3
    for odds in crt, table(round="attacker"):
        assert odds.column(9, 1, shift=-1) == 2


def test_a_shift_below_the_table_is_no_attack_or_the_first_column() -> None:
    assert table().column(1, 1, shift=-2) is None
    assert table(below="first").column(1, 1, shift=-2) == 0


def test_a_defence_of_0_gives_the_best_odds_and_an_attack_of_0_none() -> None:
    assert table().column(1, 0) == 3
    assert table().column(1, 0, shift=-1) == 2
    for crt in table(), table(round="attacker"):
        assert crt.column(0, 4) is None
        assert crt.column(0, 0) is None
    assert table(below="first").column(0, 0) == 0


def test_differences_begin_at_their_column() -> None:
    barrage = table(BARRAGE, dice="2d6")
    assert [barrage.column(attack, 4) for attack in (1, 2, 3, 4, 6, 7, 20)] == [None, 0, 0, 1, 1, 2, 2]
    assert table(BARRAGE, dice="2d6", round="attacker").column(5, 4) == 2


def test_the_first_and_the_last_difference_may_be_open() -> None:
    crt = table("-3- -2 0 3+\n1+ A B C D", below="first")
    assert [crt.column(attack, 10) for attack in (1, 7, 8, 9, 12, 13, 20)] == [0, 0, 1, 1, 2, 3, 3]


def test_strengths_have_columns_of_ranges() -> None:
    fire = table(FIRE)
    assert [fire.column(strength) for strength in (0, 1, 3, 4, 7, 12)] == [None, 0, 0, 1, 2, 2]


def test_strengths_have_no_column_for_a_defence_but_differences_in_ranges_have() -> None:
    with pytest.raises(
        GameError, match=r"1-3, 4-6, 7\+ are strengths of the attack: .* write differences, \+1-3"
    ):
        table(FIRE).column(6, 2)
    assert table("+1-3 4-6 7+\n1+ A B C").column(6, 2) == 1
    assert table("-1 0 1-2 3+\n1+ A B C D").column(6, 4) == 2


def test_names_have_no_column_of_an_attack() -> None:
    search = table(SEARCH)
    assert search.at(search.columns.index("aircraft"), 3) == "found"
    with pytest.raises(GameError, match="scouts, aircraft are names"):
        search.column(1, 1)


# Rolls.


def test_a_roll_finds_its_line() -> None:
    crt = table()
    with ScriptedDice([1, 3, 6]) as dice:
        assert [crt.roll(dice, 2).result for _ in range(3)] == ["DR", "DR", "DE"]


def test_a_modified_roll_beyond_the_table_has_its_nearest_line() -> None:
    crt = table()
    with ScriptedDice([1, 6]) as dice:
        assert crt.roll(dice, 0, drm=-3) == (-2, "AE")
        assert crt.roll(dice, 0, drm=3) == (9, "NE")


def test_several_dice_are_added_up() -> None:
    with ScriptedDice([6, 6]) as dice:
        assert table(BARRAGE, dice="2d6").roll(dice, 1) == (12, "D2")


def test_lines_beyond_the_dice_are_for_modified_rolls() -> None:
    crt = table("1:1\n0 AE\n1-6 NE\n7 DE\n")
    assert crt.chances(0) == {"NE": 1}
    assert crt.chances(0, drm=1) == {"NE": Fraction(5, 6), "DE": Fraction(1, 6)}
    assert crt.at(0, -4) == "AE"


# Chances.


def test_chances_are_exact_and_the_likeliest_is_first() -> None:
    assert list(table().chances(1).items()) == [
        ("NE", Fraction(1, 2)),
        ("DR", Fraction(1, 3)),
        ("AR", Fraction(1, 6)),
    ]
    assert table(BARRAGE, dice="2d6").chances(2)["D2"] == Fraction(5 + 4 + 3 + 2 + 1, 36)


def test_equal_chances_keep_the_order_of_the_table() -> None:
    assert list(table("1:1\n1-2 NE\n3-4 DR\n5-6 AR").chances(0)) == ["NE", "DR", "AR"]


DICE = st.sampled_from(["1d6", "2d6", "3d6", "1d10", "2d10"])


@given(DICE, st.integers(-30, 30), st.data())
def test_chances_are_those_of_every_throw(dice: str, drm: int, data: st.DataObject) -> None:
    count, sides = map(int, dice.split("d"))
    results = data.draw(st.lists(st.sampled_from(["AR", "NE", "DR"]), min_size=count * sides))
    lines = "\n".join(f"{face} {results[face - 1]}" for face in range(count, count * sides + 1))
    crt = table(f"1:1\n{lines}", dice=dice)
    throws = [sum(faces) for faces in _throws(count, sides)]
    found = [crt.at(0, face + drm) for face in throws]
    chances = crt.chances(0, drm)
    assert sum(chances.values()) == 1
    assert chances == {result: Fraction(found.count(result), len(found)) for result in found}


def _throws(count: int, sides: int) -> list[list[int]]:
    throws: list[list[int]] = [[]]
    for _ in range(count):
        throws = [[*faces, face] for faces in throws for face in range(1, sides + 1)]
    return throws


def test_the_words_say_the_column_and_the_chances() -> None:
    assert table().words(1) == "1:1: NE 50 %, DR 33 %, AR 17 %"
    rare = table("1:1\n3 AE\n4+ NE", dice="3d6")
    assert rare.words(0) == "1:1: NE over 99 %, AE under 1 %"
    assert rare.words(0, drm=1) == "1:1: NE 100 %"


def test_the_table_is_drawn_with_a_column_in_brackets() -> None:
    assert table().drawn(2) == [
        "      1:2  1:1 [2:1] 3:1",
        " 1    AE   AR  [DR]  DE",
        " 2-4  AR   NE  [DR]  DR",
        " 5+   NE   DR  [DE]  DE",
    ]
    assert "[" not in "".join(table().drawn())


# What is wrong with a table.

KINDS = "use only odds (2:1), only numbers or only names"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "it needs a line of columns, then a line for each roll"),
        ("1:1 2:1", "no line for a roll of 1, 2, 3, 4, 5, 6"),
        ("1:1 2:1\n1-3 NE DR\n4-6 DR", "line 3: 1 result for 2 columns"),
        ("1:1\n1-3 NE\n\n4-6 DR DR", "line 4: 2 results for 1 column"),
        ("1:1\n1-3 NE\n3-6 DR", "line 3: 3 is already in line 2"),
        ("1:1\n1-3 NE\n5-6 DR", "no line for a roll of 4"),
        ("1:1\n1-6 NE\n8 DR", "no line for a roll of 7"),
        ("1:1\n3-1 NE\n4-6 DR", "line 2: 3-1 must go from low to high"),
        ("1:1\n1-3 NE\nx DR", 'line 3: write a roll as 3, 2-4, 11+ or 1-, not "x"'),
        ("1:1 3:1 2:1\n1+ A B C", "line 1: 1:1, 3:1, 2:1: columns must go from low to high"),
        ("1-2 1-1 2-1\n1+ A B C", "line 1: 2-1 must go from low to high; write odds as 2:1"),
        ("1:2 2:4\n1+ A B", "line 1: 1:2, 2:4: columns must go from low to high"),
        ("1:1 1;2\n1+ A B", f"line 1: 1:1, 1;2: {KINDS}"),
        ("1:1 +2\n1+ A B", f"line 1: 1:1, +2: {KINDS}"),
        ("1:0 1:1\n1+ A B", f"line 1: 1:0, 1:1: {KINDS}"),
        ("foot foot\n1+ A B", "line 1: foot, foot: a column occurs twice"),
    ],
)
def test_a_fault_names_its_line(text: str, fault: str) -> None:
    assert [str(found) for found in find_faults({"table": text}, Results)] == [f"table: {fault}"]


class BattleFile(HexFile[Terrain, Side], frozen=True, forbid_unknown_fields=True, kw_only=True):
    crt: Results


def test_a_fault_in_the_file_of_a_map_has_its_line_there_too() -> None:
    text = 'picture = "."\n[terrain]\nplain = { letter = "." }\n[crt]\ntable = """\n1:1\n1+ A B\n"""\n'
    with pytest.raises(SandtableError) as caught:
        parse_map(text, BattleFile, "map.toml")
    assert str(caught.value) == "map.toml: line 5: crt.table: line 2: 2 results for 1 column"


@pytest.mark.parametrize("dice", ["6", "d6", "2d", "0d6", "1d0", "2d6+1", "10d6", "1d1000"])
def test_dice_have_a_number_and_sides(dice: str) -> None:
    (fault,) = find_faults({"table": CRT, "dice": dice}, Results)
    assert str(fault) == f'dice: it takes dice such as 1d6 or 2d6, not "{dice}"'
