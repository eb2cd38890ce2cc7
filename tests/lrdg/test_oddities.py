"""Oddities of a mission's file: legal but odd settings are listed; the built-in missions have none."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from sandtable import Scenario
from sandtable.plugins.catalog import catalog

MINE = [id for id in catalog().scenarios.ids if id.startswith("lrdg/")]

RULE = "\n[[rules]]\nname = "


def oddities(scenario: Scenario, old: str, new: str) -> list[str]:
    """What is odd when a text is replaced in a scenario's file; `<n>` in it is any number."""
    text, count = re.subn(re.escape(old).replace("<n>", r"\d+"), lambda _: new, scenario.text, count=1)
    assert count
    changed = catalog().scenarios.from_text(text, "mine", "mine.toml")
    return list(changed.game.oddities(changed))


@pytest.mark.parametrize("id", MINE)
def test_nothing_is_odd_in_a_mission_of_the_game(id: str) -> None:
    """LRDG 8: the files of the game."""
    scenario = catalog().scenario(id)
    assert list(scenario.game.oddities(scenario)) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("slonta", "budget = <n>", "budget = 60", "60 points, but all available units cost only 5"),
        ("tobruk", "budget = <n>", "budget = 50", "50 points, but all available units cost only 42"),
        ("slonta", "duration = <n>", "duration = 2",
         "duration: 2, so no one can score for speed: even the fastest way to a goal and"),
        ("benghazi-road", "duration = <n>", "duration = 1", "so no one can score for speed"),
        ("slonta", "[targets]\nbir-tengeder = <n>\nmechili = <n>\nbir-hacheim = <n>", "",
         "targets: none, and no special rule gives points"),
        ("tobruk", '"heavy-a", "det-a", "det-b"]', '"hq-1"]',
         "patrols[0].units: HQ 1 can never come: it is in operation elsewhere"),
        ("tobruk", '"heavy-a", "det-a", "det-b"]', '"hq-1", "hq-2", "hq-3"]',
         "rules: no command unit is left to lead a patrol"),
        ("barca", '"heavy-b",', '"heavy-a",', "Heavy A can never come: it is under maintenance"),
        ("tobruk", 'bound = "tobruk"', 'bound = "siwa"', "patrols[0].bound: siwa is a base"),
        ("tobruk", 'bound = "tobruk"', "reserve = true", "patrols: every patrol is in reserve"),
        ("tobruk", 'returns = ["kufra"', 'returns = ["kufra", "kufra"', "returns: kufra is named twice"),
        ("tobruk", 'but = ["bardia"', 'but = ["el-alamein"', "axis[3].but: el-alamein is none of town,"),
        ("slonta", 'zones = ["bardia"]', 'zones = ["bardia"]\nbut = ["mersa"]',
         "axis[2].but: it goes with"),
        ("barca", 'every = ["coast"]', 'every = ["oasis"]\nbut = ["jalo", "jaghbub"]',
         "axis[0].every: no zone is left for these units"),
        ("barca", 'every = ["coast"]', 'every = ["coast", "rocky", "sand", "village", "town"]',
         "units to place, but only 36"),
        ("benghazi-watch", "partial = <n>", "partial = 6", "partial is 6 turns, like the full score"),
        ("benghazi-watch", "turns = <n>", "turns = 40", "40 turns are too many; a mission has 40"),
        ("benghazi-watch", "[<n>, <n>]", "[14, 6]", "half_points are [14, 6]"),
        ("bardia", "first = <n>            # from this turn\nlast = <n> ", "first = 41\nlast = 44 ",
         "there is no turn from 41 to 44, so they can never come"),
        ("bardia", '"heavy-a", "det-a", "det-b"]', '"heavy-a"]',
         "Det A can be bought as well; lrdg.in-operation keeps it away"),
        ("bardia", '["g2-a", "g2-b"]', '["det-a"]', "Det A is under maintenance, so it can never come"),
        ("bardia", '["el-adem", "el-cuasc"]\nnone', '["gazala"]\nnone',
         "single: no placement names gazala"),
        ("bardia", 'single = ["el-adem", "el-cuasc"]', 'single = ["gazala"]',
         "single: no placement names gazala"),
        ("bardia", 'none = ["mersa"]', 'none = ["bardia"]',
         "none: no placement with the key every puts a unit in"),
        ("tobruk", 'weak = "tobruk"', 'weak = "derna"', "weak: no placement names derna"),
        ("bardia", 'every = ["town", "fort", "village"]\n# Except these zones.\nbut',
         "zones", "cancelled: no placement has the key every"),
    ],
)  # fmt: skip
def test_oddities_are_shown(
    name: str, old: str, new: str, expected: str, scenario: Callable[[str], Scenario]
) -> None:
    """LRDG 4.1, LRDG 4.2, LRDG 5.4, LRDG 8: forces, rewards, the Axis, special rules."""
    assert [oddity for oddity in oddities(scenario(name), old, new) if expected in oddity]


@pytest.mark.parametrize(
    ("name", "rule", "expected"),
    [
        ("slonta", '"lrdg.observation"\nzones = []', "observation names no zones"),
        ("slonta", '"lrdg.observation"\nzones = ["siwa"]', "observation: siwa can never be observed"),
        ("slonta", '"lrdg.observation"\nzones = ["qattara-rim"]', "qattara-rim can never be observed"),
        ("slonta", '"lrdg.success-for-later"\nwhat = "recon-ok"', "no lrdg.observation wins them"),
        ("benghazi-road", '"lrdg.nocturnal-explosions"', "changes nothing without a target"),
        ("slonta", '"lrdg.nocturnal-explosions"\ndrm = 0', "nocturnal-explosions changes nothing"),
    ],
)
def test_a_special_rule_that_does_nothing_is_shown(
    name: str, rule: str, expected: str, scenario: Callable[[str], Scenario]
) -> None:
    """LRDG 8: the files of the game."""
    assert [
        oddity
        for oddity in oddities(scenario(name), "\n[[axis]]", f"{RULE}{rule}\n\n[[axis]]")
        if expected in oddity
    ]


def test_a_budget_for_one_command_unit_buys_nothing_else(scenario: Callable[[str], Scenario]) -> None:
    """LRDG 8: the files of the game."""
    text = scenario("tobruk").text
    units = text.replace('["sas-1", "sas-2", "y1-a", "y1-b", "hq-1"]', '["hq-1"]')
    rule = f'{RULE}"lrdg.in-reserve"\n'
    poor = catalog().scenarios.from_text(
        units.replace("budget = 6", "budget = 2") + rule, "mine", "mine.toml"
    )
    oddities = list(poor.game.oddities(poor))
    assert [
        oddity for oddity in oddities if oddity.startswith("budget: 2 buys a command unit and nothing")
    ]
    assert [oddity for oddity in oddities if "in-reserve needs several patrols" in oddity]
