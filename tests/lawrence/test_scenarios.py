"""LOA-C11: the set-up of each mission, the words of its goals, and the errors for a wrong file."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
import pytest

from sandtable import Scenario, SeededDice, Table
from sandtable.model.scenario_file import ScenarioError
from sandtable.plugins.catalog import catalog
from sandtable_lawrence.mission import BreakRail, Clear, Mission, Occupy

Scenarios = Callable[[str], Scenario]

NAMES = ("aqaba", "hejaz-railroad", "gaza-offensive", "damascus")
"""The missions in their order."""


@pytest.mark.parametrize("name", NAMES)
def test_the_numbers_of_the_mission_cards_are_set_up(name: str, scenario: Scenarios) -> None:
    """LOA-C11, LOA 37, LOA 28: on the table as in the file, which ``test_rules_text`` compares."""
    data: Mission = scenario(name).data
    state = Table.new(scenario(name), SeededDice(1)).state
    assert (state.ops, state.pounds) == (data.ops, data.pounds)
    assert state.leadership.value == data.leadership
    assert state.lawrence.space == data.start
    assert state.garrisons == dict.fromkeys(data.garrisons)


def test_there_are_four_missions_and_a_campaign() -> None:
    """LOA 28: in the catalog by their names."""
    mine = [id for id in catalog().scenarios.ids if id.startswith("lawrence/")]
    assert sorted(mine) == sorted(f"lawrence/{name}" for name in (*NAMES, "campaign"))
    titles = [catalog().scenario(f"lawrence/{name}").title for name in NAMES]
    assert titles == ["Aqaba!", "Hejaz Railroad", "Gaza Offensive", "Damascus"]


@pytest.mark.parametrize(
    ("name", "goals"),
    [
        (
            "aqaba",
            [
                "Garrisons gone from Umm Lejj, Wejh, Muweilah, Aqaba",
                "an Arab unit in Aqaba, where the last Operation must end",
            ],
        ),
        ("hejaz-railroad", ["RR Breaks in 3 of Maan, Mudawwara, Tabuk, Madain Salih, Hedia, Medina"]),
        (
            "gaza-offensive",
            ["Garrisons gone from 2 of Gaza, Beersheba, Jerusalem", "RR Breaks in 1 of Deraa, Amman"],
        ),
        (
            "damascus",
            [
                "Garrisons gone from Maan, Amman, Deraa, Damascus",
                "Lawrence or a leader with 2 other units in Damascus",
            ],
        ),
    ],
)
def test_goals_say_what_is_wanted(name: str, goals: list[str], scenario: Scenarios) -> None:
    """LOA-C11: in words for the player."""
    assert [str(goal) for goal in scenario(name).data.goals] == goals


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        (Clear(("wejh",)), "Garrisons gone from Wejh"),
        (Clear(("wejh", "aqaba"), 1), "Garrisons gone from 1 of Wejh, Aqaba"),
        (Clear(("wejh", "aqaba"), 2), "Garrisons gone from Wejh, Aqaba"),
        (BreakRail(("maan", "hedia")), "RR Breaks in Maan, Hedia"),
        (Occupy("gaza"), "an Arab unit in Gaza"),
        (Occupy("gaza", others=1), "an Arab unit with 1 other unit in Gaza"),
        (Occupy("mecca", leader=True), "Lawrence or a leader in Mecca"),
        (Occupy("gaza", leader=True, others=2), "Lawrence or a leader with 2 other units in Gaza"),
    ],
)
def test_the_words_of_a_goal_in_a_file_of_ones_own(
    goal: Clear | BreakRail | Occupy, expected: str
) -> None:
    """LOA-C11: with a count or without, one or several."""
    assert str(goal) == expected


def test_goals_are_shown_in_one_order(scenario: Scenarios) -> None:
    """LOA-C11: Garrisons, RR Breaks, units; all of them must be met."""
    data: Mission = msgspec.convert(
        {
            "garrisons": ["gaza"], "ops": 1, "pounds": 0, "leadership": 1, "start": "cairo",
            "occupy": [{"space": "gaza"}], "demolish": [{"spaces": ["maan"]}],
            "clear": [{"spaces": ["gaza"]}],
        },
        Mission,
    )  # fmt: skip
    assert list(map(type, data.goals)) == [Clear, BreakRail, Occupy]
    assert len(scenario("gaza-offensive").data.goals) == 2


# Files that are wrong.


def refused(text: str) -> str:
    """The error for a file, which must be one line that names it."""
    with pytest.raises(ScenarioError) as error:
        catalog().scenarios.from_text(text, "mine", "folder/mine.toml")
    message = str(error.value)
    assert message.startswith("folder/mine.toml: ")
    assert "\n" not in message
    return message.removeprefix("folder/mine.toml: ")


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("aqaba", '"maan"', '"mann"', 'garrisons[2]: no space "mann"; did you mean "maan"?'),
        ("aqaba", '"maan"', '"wejh"', "garrisons: a space is named twice"),
        ("aqaba", '"maan"', '"mecca"', "garrisons: no Garrison can be in Mecca"),
        ("aqaba", '"maan"', '"suez"', "garrisons: no Garrison can be in Suez"),
        ("aqaba", '"maan"', '"maan", "deraa", "gaza"', "garrisons: there are only 6 markers"),
        ("aqaba", '"yenbo"', '"yembo"', 'start: no space "yembo"; did you mean "yenbo"?'),
        ("aqaba", '"yenbo"', '"wejh"', "start: there is a Garrison in Wejh"),
        ("aqaba", "ops = 5", "ops = 0", "ops: a whole number of at least 1 was"),
        ("aqaba", "ops = 5", "ops = 15", "ops: a whole number of at most 14 was"),
        ("aqaba", "ops = 5", 'ops = "five"', 'ops: a whole number was expected, not "five"'),
        ("aqaba", "ops = 5", "opps = 5", 'there is no key "opps"; did you mean "ops"?'),
        ("aqaba", "ops = 5", "", 'the key "ops" is missing'),
        ("aqaba", "pounds = 8", "pounds = -1", "pounds: a whole number of at least 0 was"),
        ("aqaba", "leadership = 2", "leadership = 6", "leadership: a whole number of at most 5 was"),
        ("aqaba", "leadership = 2", "leadership = 0", "leadership: a whole number of at least 1 was"),
        ("aqaba", '["wejh", "aqaba"]', '["wejh", "akaba"]',
         'clear[0].spaces[1]: no space "akaba"; did you mean "aqaba"?'),
        ("aqaba", '["wejh", "aqaba"]', "[]", "a goal needs at least one space"),
        ("aqaba", 'space = "aqaba"', 'space = "aqqaba"',
         'occupy[0].space: no space "aqqaba"; did you mean "aqaba"?'),
        ("aqaba", 'space = "aqaba"', 'spce = "aqaba"', 'there is no key "spce"; did you mean "space"?'),
        ("aqaba", "[[occupy]]", "[[ocupy]]", 'there is no key "ocupy"; did you mean "occupy"?'),
        ("damascus", "others = 1", "others = 11", "others: a whole number of at most 10 was"),
        ("damascus", "others = 1", "other = 1", 'there is no key "other"; did you mean "others"?'),
        ("damascus", "leader = true", "leader = 1", "leader: true or false was expected, not 1"),
        ("gaza-offensive", "count = 2", "count = 4", "count: 4 is more than the 3 spaces of this goal"),
        ("gaza-offensive", "count = 2", "count = 0", "count: a whole number of at least 1 was"),
        ("gaza-offensive", '["deraa", "amman"]', '["gaza", "amman"]',
         'demolish[0].spaces: no Rail space "gaza"'),
        ("gaza-offensive", '["deraa", "amman"]', '["deraa", "aman"]',
         'did you mean "amman"?'),
        ("gaza-offensive", 'game = "lawrence"', 'game = "lawrance"', 'did you mean "lawrence"?'),
    ],
)  # fmt: skip
def test_a_bad_file_names_the_key_and_the_nearest_name(
    name: str, old: str, new: str, expected: str, plain: Scenarios
) -> None:
    """LOA-C11, LOA 37, LOA 35.1: in one line; RR Breaks are on the railway."""
    text = plain(name).text
    assert old in text
    assert expected in refused(text.replace(old, new, 1))


def test_a_goal_that_names_a_space_twice_is_refused(scenario: Scenarios) -> None:
    """LOA-C11: it would count twice."""
    text = scenario("hejaz-railroad").text
    twice = refused(
        text.replace('["maan", "mudawwara", "tabuk", "madain', '["maan", "maan", "tabuk", "madain')
    )
    assert "demolish[0].spaces: a goal names a space twice" in twice


def test_a_mission_without_goals_is_refused(scenario: Scenarios) -> None:
    """LOA-C11: it could not be won, or would be won at once."""
    text = scenario("hejaz-railroad").text.partition("[[")[0]
    assert "a mission needs a goal: clear, demolish or occupy" in refused(text)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"damascus"', '"damascos"', 'did you mean "lawrence/damascus"?'),
        ('"damascus"', '"campaign"', "is a campaign itself"),
        ('"damascus"', '"lrdg/barca"', "a part is the name of a scenario of lawrence"),
        ("parts =", "ops = 3\nparts =", 'ops: a scenario with "parts" has no such key'),
    ],
)
def test_a_bad_campaign_is_refused(old: str, new: str, expected: str, scenario: Scenarios) -> None:
    """LOA 28, LOA-C13: its parts are missions of this game."""
    assert expected in refused(scenario("campaign").text.replace(old, new, 1))


def test_a_good_mission_of_ones_own_is_played(scenario: Scenarios) -> None:
    """LOA-C11, LOA 37: from any space but one with a Garrison; here Cairo, where no unit is sold."""
    text = scenario("aqaba").text.replace('"yenbo"', '"cairo"')
    table = Table.new(catalog().scenarios.from_text(text, "mine", "mine.toml"), SeededDice(1))
    assert table.state.lawrence.space == "cairo"
    assert not names(table, "buy bedouin")
    assert names(table, "buy demolition")


def names(table: Table, start: str) -> Iterable[str]:
    """The options in words that begin so."""
    return [str(option) for option in table.options if str(option).startswith(start)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            'spaces = ["wejh", "aqaba"]',
            'spaces = ["wejh", "jidda"]',
            "clear: there is no Garrison to clear in Jidda",
        ),
        ('space = "aqaba"', 'space = "cairo"\nothers = 2', "others: some units may not enter Cairo"),
    ],
)
def test_a_goal_that_asks_for_nothing_or_too_much_is_refused(
    old: str, new: str, expected: str, plain: Scenarios
) -> None:
    """LOA-C11, LOA 30.2: a mission must be something that can be won and lost."""
    assert expected in refused(plain("aqaba").text.replace(old, new, 1))
