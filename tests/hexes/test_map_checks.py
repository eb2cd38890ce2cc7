"""Each check of maps finds what it is for, and is silent about a map that is in order."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

import pytest

from sandtable import Counter
from sandtable_hexes.charts import Side, Terrain
from sandtable_hexes.hexmap import HexFile
from sandtable_hexes.map_checks import map_faults
from sandtable_hexes.reading import parse_map
from sandtable_hexes.results import Results
from sandtable_hexes.stacking import Stacking

TREE = resources.files("sandtable_tools.kit.scaffold") / "trees/game/hex/src/PACKAGE"
MAP = (TREE / "data/map.toml.txt").read_text(encoding="utf-8")
DATA = {"turns": 6, "units": {"1st": {"kind": "foot"}, "2nd": {"kind": "horse"}}}

SEA = """
picture = '''
. . . . .
. ~ ~ ~ .
. ~ . ~ .
. ~ ~ ~ .
. . . . .
'''
terrain.plain = { letter = ".", cost = 1 }
terrain.sea = { letter = "~" }
"""


class Chart(HexFile[Terrain, Side], frozen=True, forbid_unknown_fields=False, kw_only=True):
    """A map with the tables of the scaffold, if it has any."""

    stacking: Stacking = Stacking(most=2)
    crt: Results | None = None


def found(text: str, units: Mapping[str, str] = {}) -> list[str]:
    """The faults of a map, with a counter for each unit at its hex."""
    counters = [Counter(key, at, (key,), echelon="iii") for key, at in units.items()]
    return [
        f"{fault.check}: {fault.text}"
        for fault in map_faults(parse_map(text, Chart, "map.toml"), counters, DATA)
    ]


def changed(old: str, new: str) -> str:
    """The scaffold's map with a change in it."""
    assert MAP.count(old) == 1
    return MAP.replace(old, new)


def test_the_map_of_the_scaffold_is_in_order() -> None:
    assert found(MAP, {"1st": "0202", "2nd": "0202"}) == []


@pytest.mark.parametrize(
    ("old", "new", "missing"),
    [("0402 ne se", "0402 ne", "0402 se"), ("0405 nw sw", "0405 sw", "0305 se")],
)
def test_pieces_of_a_river_one_hexside_apart_are_found(old: str, new: str, missing: str) -> None:
    (fault,) = found(changed(old, new))
    assert fault.startswith("rivers: there is a gap of one hexside")
    assert f'add "{missing}"' in fault


@pytest.mark.parametrize(
    "text",
    [
        changed("[sides.river]", '[sides.ford]\nat = ["0402 se"]\n[sides.river]').replace(
            "0402 ne se", "0402 ne"
        ),
        changed("0402 ne se", "0402 ne")
        .replace("[sides.river]", "[sides.ridge]")
        .replace('over = ["river"]', ""),
        changed("0403 ne se", "0403 ne"),
        changed(', "0403 ne se", "0404 ne se s"', ', "0404 se s"'),
        changed("0406 nw sw", "0406 nw"),
    ],
    ids=["a ford", "a pass", "a road", "two gaps", "the edge"],
)
def test_gaps_that_can_be_meant_are_none(text: str) -> None:
    assert found(text) == []


def test_a_river_that_flows_through_a_lake_has_no_gap() -> None:
    river = '[sides.river]\nat = ["0202 nw", "0303 s", "0402 ne"]'
    assert found(f"{SEA}places.0303 = 'Rock'\n{river}") == []


@pytest.mark.parametrize("cost", ["", "cost = 1"])
def test_a_road_into_the_sea_is_found(cost: str) -> None:
    road = f'places.0303 = "Rock"\n[ways.road]\n{cost}\nat = ["0101 0102 0202"]'
    (fault,) = found(SEA + road)
    assert fault == "roads: it ends at 0202, sea, which no unit can enter: end it at 0102"


@pytest.mark.parametrize("line", ["0101 0102 0202 0303", "0202 0203", "0101 0102"])
def test_a_causeway_a_sea_lane_and_a_road_to_the_edge_are_none(line: str) -> None:
    assert found(f'{SEA}places.0303 = "Rock"\n[ways.road]\nat = ["{line}"]') == []


def test_hexes_that_no_unit_can_come_to_are_found() -> None:
    assert found(SEA) == ["reach: no unit can reach 0303: open a way in, or remove the movement cost"]


def test_a_hex_that_one_kind_of_movement_can_come_to_is_in_reach() -> None:
    boats = SEA.replace("cost = 1", "cost = { foot = 1, boats = 1 }")
    assert found(boats.replace('"~" }', '"~", cost = { foot = "no", boats = 1 } }')) == []


@pytest.mark.parametrize("use", ['places.0303 = "Rock"', 'areas.isles = ["0303"]', ""])
def test_an_island_that_is_named_or_holds_a_unit_is_meant(use: str) -> None:
    assert found(f"{SEA}{use}", {} if use else {"1st": "0303"}) == []


def test_units_that_begin_where_their_kind_cannot_be_are_found() -> None:
    guns = changed('"w", cost = { foot = 2, horse = 3 }', '"w", cost = { foot = 2, horse = "no" }')
    (fault,) = found(guns, {"1st": "0302", "2nd": "0302"})
    assert fault.startswith("set-up: 2nd (horse) begins at 0302, woods, which it cannot enter: ")
    (fault,) = found(MAP, {"unknown": "0106"})
    assert fault.startswith("set-up: unknown begins at 0106, lake, which it cannot enter: ")


@pytest.mark.parametrize("field", ["kind", "movement", "by"])
def test_a_kind_of_movement_is_found_whatever_its_field_is_called(field: str) -> None:
    guns = changed('"w", cost = { foot = 2, horse = 3 }', '"w", cost = { foot = 2, horse = "no" }')
    counters = [Counter("2nd", "0302", ("2nd",), echelon="iii")]
    data = {"troops": {"2nd": {"factors": [3, 6], field: "horse"}}}
    (fault,) = map_faults(parse_map(guns, Chart, "map.toml"), counters, data)
    assert (fault.text[:11], fault.key) == ("2nd (horse)", ("troops", "2nd"))


def test_enemies_that_begin_in_one_hex_are_found() -> None:
    map = parse_map(MAP, Chart, "map.toml")
    at = {"1st": "0202", "2nd": "0202", "6th": "0603"}
    data = {"units": {key: {"side": "red" if key == "6th" else "blue"} for key in at}}

    def faults(at: Mapping[str, str], seats: tuple[str, ...] = ("blue", "red")) -> list[str]:
        counters = [Counter(key, hex, (key,), echelon="iii") for key, hex in at.items()]
        return [fault.text for fault in map_faults(map, counters, data, seats)]

    assert faults(at) == []
    (fault,) = faults({"1st": "0202", "6th": "0202"})
    assert fault == "6th (red) begins at 0202 with 1st (blue), its enemy: move one elsewhere"
    assert faults({"1st": "0202", "6th": "0202"}, ()) == []


def test_a_set_up_over_the_stacking_limit_is_found_with_its_last_unit() -> None:
    counters = [Counter(key, "0202", (key,), echelon="iii") for key in ("1st", "2nd", "3rd")]
    data = {"units": {"3rd": {"hex": "0202"}}}
    (fault,) = map_faults(parse_map(MAP, Chart, "map.toml"), counters, data)
    assert (fault.check, fault.key) == ("set-up", ("units", "3rd"))


def test_a_set_up_over_the_stacking_limit_is_found() -> None:
    units = dict.fromkeys(("1st", "2nd", "3rd"), "0202")
    (fault,) = found(MAP, units)
    assert fault.startswith("set-up: 0202 begins with 1st, 2nd, 3rd, which is more than its stacking")
    assert found(MAP, dict.fromkeys(units, "0603")) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("5  NE   DR   DR ", "5  NE   DR   DE ", "on a roll of 5, 3:2 gives DE, and 2:1 only D1"),
        (
            "3  A1   NE   EX   DR ",
            "3  A1   NE   EX   A1 ",
            "on a roll of 3, 1:1 gives NE, and 2:1 only A1",
        ),
        (
            "3  A1   NE   EX   DR   DR   D1",
            "3  DE   DE   DE   DE   DE   A1",
            "on a roll of 3, 3:1 gives DE, and 4:1 only A1",
        ),
        (
            "6  DR   DR   D1   D1   DE   DE",
            "6  D2   D1   D1   D1   DE   DE",
            "on a roll of 6, 1:2 gives D2, and 1:1 only D1",
        ),
    ],
)
def test_odds_that_are_worse_than_lower_ones_are_found(old: str, new: str, told: str) -> None:
    assert found(changed(old, new)) == [
        f"results: {told}: better odds must not be worse for the attacker"
    ]


@pytest.mark.parametrize(
    "table",
    [
        "1:1 2:1 3:1\n1 DR DE DE\n2 NE DR DE\n3 AE NE EX",  # in order
        "1:1 2:1 3:1\n1 NE NE DR\n2 EX NE EX\n3 NE EX NE",  # an exchange harms both
        "1:1 2:1 3:1\n1 D2 DR D1\n2 A2 AR A2\n3 - NE 0",  # kinds of loss that cannot be compared
        "1:1 2:1 3:1\n1 hold fall stay\n2 DEAD DRL A\n3 x y z",  # words of the game
        "-1 0 +1\n1 3 2 2\n2 2 1 2\n3 1 0 0",  # losses of the attacker
        "town woods open\n1 AE NE AE\n2 NE DE AE\n3 DR DE DE",  # columns without an order
    ],
)
def test_a_table_in_order_or_without_a_known_one_is_left_alone(table: str) -> None:
    rock = 'places.0303 = "Rock"'
    assert found(f'{SEA}{rock}\n[crt]\ndice = \'1d3\'\ntable = """\n{table}"""') == []
