"""LRDG 8: the set-up of each scenario, and the errors for a wrong file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest

from sandtable import Scenario, SeededDice, Table
from sandtable.model.scenario_file import ScenarioError
from sandtable.plugins.catalog import catalog
from sandtable_lrdg.mission import Options
from sandtable_lrdg.roster import cost

Scenarios = Callable[[str], Scenario]
ANY: tuple[None, None, None] = (None, None, None)
MOBILE = (None, True, None)

CITIES = ["tobruk", "bardia", "derna", "beda-littora", "barca", "benghazi", "agedabia", "marsa-el-brega"]
VILLAGES = [
    "jaghbub",
    "fort-maddalena",
    "cambut",
    "gazala",
    "mechili",
    "charruba",
    "msus",
    "beda-fomm",
    "maaten-el-grara",
    "ben-gania",
    "buqbuq",
    "sidi-barrani",
    "mersa",
    "el-daba",
]
COAST = [
    "benghazi",
    "barca",
    "beda-littora",
    "derna",
    "gazala",
    "tobruk",
    "cambut",
    "bardia",
    "buqbuq",
    "sidi-barrani",
    "mersa",
]


class SetUp(NamedTuple):
    """A mission as in LRDG 8: each Axis unit as (nation, mobile, AV), None for any.

    ``test_rules_text`` compares its other numbers with the table of LRDG 8.
    """

    patrols: dict[str, str]
    axis: dict[str, list[tuple[Any, ...]]]
    targets: dict[str, int] = {}
    waco: bool = False


def every(zones: Iterable[str], besides: str = "") -> dict[str, list[tuple[Any, ...]]]:
    """One unit at random in each zone but some."""
    return {zone: [ANY] for zone in zones if zone not in besides.split()}


AUTUMN = {"el-adem": [ANY, ANY], "el-cuasc": [MOBILE, MOBILE], **every(CITIES + VILLAGES)}
ROAD = {**every(CITIES), "msus": [(None, False, 2)]}
ROAD["benghazi"] = ROAD["barca"] = [MOBILE, ANY]  # one is in each of "all the city zones", LRDG-A28
SETUPS = {
    "benghazi-road": SetUp(
        {"1st": "t2-a t2-b g2-a g2-b sas-1 sas-2 survey hq-1"}, ROAD
    ),
    "slonta": SetUp(
        {
            "1st": "t1-a t1-b sas-1 sas-2 sas-3 light-a hq-1",
            "2nd": "y2-a y2-b signal hq-2",
            "3rd": "r2-a r2-b hq-3",
        },
        {
            "gazala": [("German", True, 3), ("German", True, 4)], "bardia": [("German", True, 3)],
            "bir-tengeder": [ANY], "bir-hacheim": [ANY],
        },
        {"bir-tengeder": 2, "mechili": 3, "bir-hacheim": 2},
    ),
    "el-alamein": SetUp(
        {"1st": "t1-a t1-b sas-1 sas-2 sas-3 sas-4 hq-1"},
        {
            "mersa": [(None, False, 3)], "el-daba": [(None, True, 4)],
            "el-alamein": [(None, True, 4), (None, True, 4)], "bardia": [ANY],
            "fort-maddalena": [MOBILE], "jaghbub": [MOBILE],
        },
        {"mersa": 3},
    ),
    "barca": SetUp(
        {"1st": "t1-a t1-b g1-a g1-b det-a heavy-a hq-1"},
        every(COAST), {"barca": 4},
    ),
    "bardia": SetUp(
        {"1st": "g1-a g1-b hq-1", "2nd": "y1-a y1-b hq-2", "3rd": "s1-a s1-b light-a"},
        {**{zone: units for zone, units in AUTUMN.items() if zone not in ("bardia", "tobruk")},
         "bardia": [(None, True, 3)]},
        {"bardia": 4}, waco=True,
    ),
    "tobruk": SetUp(
        {"1st": "sas-1 sas-2 y1-a y1-b hq-1"},
        {**{zone: units for zone, units in AUTUMN.items() if zone not in ("bardia", "tobruk")},
         "tobruk": [(None, False, 4)]},
        {"tobruk": 4},
    ),
}  # fmt: skip

each = pytest.mark.parametrize("name", SETUPS)


def placed(table: Table) -> dict[str, Counter[tuple[Any, ...]]]:
    """The known facts about the Axis units by zone; all must be face down."""
    axis: dict[str, Counter[tuple[Any, ...]]] = {}
    for enemy in table.state.axis:
        assert enemy.counter == ""
        sort = enemy.sort
        axis.setdefault(enemy.zone, Counter())[sort.nation, sort.mobile, sort.av] += 1
    return axis


@each
def test_the_axis_stands_where_the_scenario_says(name: str, scenario: Scenarios) -> None:
    """LRDG 8, LRDG 8.1 to 8.5, LRDG-A28, LRDG-A57: face down, each of its sort."""
    table = Table.new(scenario(name), SeededDice(1))
    wanted = SETUPS[name]
    assert placed(table) == {zone: Counter(units) for zone, units in wanted.axis.items()}
    state = table.state
    assert {zone: target.value for zone, target in state.targets.items()} == wanted.targets
    assert all(target.left == target.value for target in state.targets.values())
    on_target = {enemy.zone for enemy in state.axis if enemy.guards}
    assert on_target == set(wanted.targets) & set(wanted.axis)
    assert all(enemy.guards == (enemy.zone in wanted.targets) for enemy in state.axis)
    assert (state.alarm, state.recon, state.waco) == (0, "", wanted.waco)


@each
def test_budgets_and_historical_patrols(name: str, scenario: Scenarios) -> None:
    """LRDG 8, LRDG 4.1, TV17: the lists cost what may be spent, and stand where they depart."""
    table = Table.new(scenario(name), SeededDice(1))
    table.choose(table.read("historical"))
    wanted, state = SETUPS[name], table.state
    force = {id: {unit.id for unit in state.units_of(id)} for id in state.patrols}
    assert force == {id: set(units.split()) for id, units in wanted.patrols.items()}
    data = scenario(name).data
    assert {unit.zone for unit in state.force} == {data.departure}
    assert cost(tuple(" ".join(wanted.patrols.values()).split())) == data.budget
    assert [id for id, patrol in state.patrols.items() if patrol.reserve] == (
        ["3rd"] if name == "bardia" else []
    )


def test_the_variation_of_mission_1(scenario: Scenarios) -> None:
    """LRDG 8.1, LRDG-A104: three patrols; else as the mission itself."""
    table = Table.new(scenario("benghazi-watch"), SeededDice(1))
    assert len(scenario("benghazi-watch").data.patrols) == 3
    assert placed(table) == {zone: Counter(units) for zone, units in ROAD.items()}


def test_only_the_raid_on_barca_may_begin_at_two_bases(scenario: Scenarios) -> None:
    """LRDG 8.4, LRDG-A31: Kufra is obligatory, Siwa optional."""
    assert {name: scenario(name).data.also for name in SETUPS if scenario(name).data.also} == {
        "barca": ("siwa",)
    }


def test_played_alone_the_options_say_what_earlier_missions_brought(scenario: Scenarios) -> None:
    """LRDG 8.4, LRDG 8.5: one Recon OK and a moderate success, if nothing is said."""
    plain = Table.new(scenario("barca"), SeededDice(1))
    assert (plain.state.won, plain.state.supply) == (1, "moderate")
    house = Options(benghazi_recon_ok=2, alamein_level="failure")
    with_options = Table.new(scenario("barca"), SeededDice(1), house)
    assert (with_options.state.won, with_options.state.supply) == (2, "failure")


# Files that are wrong.


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("barca", "barca = 4", "barka = 4", 'no zone "barka"; did you mean "barca"?'),
        ("barca", "barca = 4", "barca = 13", "targets.barca: a whole number of at most 12 was"),
        ("barca", '"heavy-a"', '"heavi-a"', 'units[5]: no unit "heavi-a"; did you mean "heavy-a"?'),
        ("barca", '"coast"', '"coats"', 'every[0]: no kind of zone "coats"; did you mean "coast"?'),
        ("barca", '= "kufra"', '= "kuffra"', 'no base "kuffra"; did you mean "kufra"?'),
        ("barca", '["siwa"]', '["jalo"]', 'no base "jalo"; choose from siwa, kufra'),
        ("barca", '["kufra", "siwa"]', '["sywa"]', 'no base "sywa"; did you mean "siwa"?'),
        ("barca", '["kufra", "siwa"]', "[]", "returns: name at least one base"),
        ("barca", 'also = ["siwa"]', 'also = ["kufra"]', "also: kufra is already the departure base"),
        ("slonta", '["r2-a", "r2-b", "hq-3"]', "[]", "neither a truck nor the Waco"),
        ("slonta", '["r2-a", "r2-b", "hq-3"]', '["light-b"]', "neither a truck nor the Waco"),
        ("slonta", '["r2-a", "r2-b", "hq-3"]', '["waco", "hq-3"]', "waco cannot be in a patrol"),
        ("barca", "barca = 4", "siwa = 4", "targets: no target can be at siwa"),
        ("slonta", '["bardia"]', '["kufra"]', "axis: no Axis unit can be at kufra"),
        ("slonta", "mechili = 3", "mechili-x = 3", 'targets: no zone "mechili-x"; did you mean'),
        ("barca", "budget = 10", "budget = 9", "the historical patrols cost 10, but the budget is 9"),
        ("barca", "budget = 10", "budgt = 10", 'there is no key "budgt"; did you mean "budget"?'),
        ("barca", "duration = 12", "duration = 0", "duration: a whole number of at least 1 was"),
        ("barca", "duration = 12", "duration = 12\nalarm = 5", "alarm: a whole number of at most 4"),
        ("barca", '"t1-b"', '"t1-a"', "t1-a is in the historical patrols twice"),
        ("bardia", '"3rd"', '"2nd"', "the historical patrols are 1st, 2nd, 3rd, in this order"),
        ("barca", '"1st"', '"2nd"', "the historical patrols are 1st, 2nd, 3rd, in this order"),
        ("barca", "bound =", "bond =", 'patrols[0]: there is no key "bond"; did you mean "bound"?'),
        ("barca", 'd = "barca"', 'd = "barka"', 'bound: no zone "barka"; did you mean "barca"?'),
        ("barca", "every =", "evrey =", 'axis[0]: there is no key "evrey"; did you mean "every"?'),
        ("barca", 'every = ["coast"]', "count = 2", "axis[0]: name either zones"),
        ("barca", "every =", 'zones = ["barca"]\nevery =', "axis[0]: name either zones"),
        ("barca", 'every = ["coast"]', 'zones = ["barca"]\nav = 9', "no counter that is AV 9"),
        ("barca", 'every = ["coast"]', 'zones = ["barca", "mersa"]\ncount = 19',
         "38 counters are named, but the game has only 36"),
        ("el-alamein", "count = 2", "count = 3",
         "4 mobile AV 4 counters are named, but the game has only 3"),
    ],
)  # fmt: skip
def test_a_bad_file_names_itself_the_key_and_the_nearest_name(
    name: str, old: str, new: str, expected: str, scenario: Scenarios
) -> None:
    """LRDG 8, LRDG 4.1: in one line."""
    text = scenario(name).text
    assert old in text
    with pytest.raises(ScenarioError) as error:
        catalog().scenarios.from_text(text.replace(old, new, 1), "mine", "folder/mine.toml")
    assert str(error.value).startswith("folder/mine.toml: ")
    assert expected in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("barca", "previous-success", "previous-sucess",
         'no special rule "lrdg.previous-sucess"; did you mean "lrdg.previous-success"?'),
        ("barca", '["heavy-b"', '["heavy-c"', 'lrdg.under-maintenance: units[0]: no unit "heavy-c"'),
        ("barca", 'units = ["heavy-b"', 'unitz = ["heavy-b"',
         'lrdg.under-maintenance: there is no key "unitz"; did you mean "units"?'),
        ("tobruk", '"heavy-a", "det-a"', '"heavy-a", "dat-a"',
         'lrdg.in-operation: units[5]: no unit "dat-a"; did you mean "det-a"?'),
        ("bardia", 'at = "bardia"', 'at = "bardai"', 'no zone "bardai"; did you mean "bardia"?'),
        ("bardia", 'zone = "cambut"', 'zone = "siwa"', "zone must not be a base"),
        ("bardia", '["det-a", "det-b"]\nzone', '["waco"]\nzone', "no Waco, and not only trucks"),
        ("tobruk", "weak_av = 2", "weak_av = 9", "weak_av: there is no mobile counter of AV 9"),
        ("benghazi-watch", "partial = 3", "partial = 7", "partial is 7, more than the 6 turns"),
        ("benghazi-watch", "turns = 6", "turns = -1", "turns: a whole number of at least 1 was"),
        ("bardia", "first = 4", "first = 7", "first must not be after last"),
        ("bardia", "first = 4", "frist = 4", 'no key "frist"; did you mean "first"?'),
        ("bardia", '["det-a", "det-b"]\nzone', '["det-c"]\nzone', 'sea: units[0]: no unit "det-c"'),
        ("bardia", "failure = 1", "failur = 1", 'no level "failur"; did you mean "failure"?'),
        ("bardia", "total = 2", "totall = 2", 'no level "totall"; did you mean "total"?'),
        ("bardia", "failure = 1", "failure = 5", "alarm.failure: a whole number of at most 4"),
        ("bardia", '["mersa"]', '["merse"]', 'no zone "merse"; did you mean "mersa"?'),
        ("tobruk", 'weak = "tobruk"', 'weak = "tobruc"', 'no zone "tobruc"; did you mean "tobruk"?'),
        ("el-alamein", '"level"', '"levle"', "lrdg.success-for-later: what: "),
        ("benghazi-road", '["msus"', '["msuss"', 'no zone "msuss"; did you mean "msus"?'),
        ("benghazi-watch", '["msus", "b', '["msuss", "b', 'observation: zones[0]: no zone "msuss"'),
    ],
)  # fmt: skip
def test_a_bad_special_rule_is_named_with_its_key(
    name: str, old: str, new: str, expected: str, scenario: Scenarios
) -> None:
    """LRDG 8: and with the nearest name that there is."""
    head, rules = scenario(name).text.split("[[rules]]", 1)
    assert old in rules
    text = f"{head}[[rules]]{rules.replace(old, new, 1)}"
    with pytest.raises(ScenarioError, match=r"^mine\.toml: line \d+: rules: ") as error:
        catalog().scenarios.from_text(text, "mine", "mine.toml")
    assert expected in str(error.value)
