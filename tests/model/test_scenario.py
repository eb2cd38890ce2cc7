"""Scenarios: files read against a game's own types, special rules, and options set by words."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, ClassVar, Literal

import pytest
from msgspec import Struct

from sandtable import Action, Decision, Phase, SandtableError, SeededDice, SpecialRule, Table
from sandtable.model.scenario import build, read_options
from sandtable.model.scenario_file import ScenarioError
from sandtable.text.errors import UnknownName

RULES = 'rules = [{ name = "stones.rain", every = 1 }, { name = "stones.harvest" }]\n'


class Shelter(Action, frozen=True):
    pass


class Clouds(Phase[Any], frozen=True):
    rule: ClassVar[str] = "1"
    title: ClassVar[str] = "Clouds"
    seat: str

    def run(self, table: Table[Any]) -> None:
        table.do(Shower(seat=self.seat))


class Shower(Decision[Any], frozen=True):
    rule: ClassVar[str] = "1"
    title: ClassVar[str] = "A shower"
    takes: ClassVar[tuple[type[Action], ...]] = (Shelter,)

    def candidates(self, table: Table[Any]) -> Iterator[Action]:
        yield Shelter()

    def choose(self, table: Table[Any], action: Action) -> None:
        table.state.score[self.seat] += 10


class Rain(SpecialRule):
    phases: ClassVar[tuple[type[Phase[Any]], ...]] = (Clouds, Shower)
    actions: ClassVar[tuple[type[Action], ...]] = (Shelter,)
    every: int
    wet: dict[str, int] = {}

    def turn_begins(self, table: Table[Any], seat: str) -> None:
        self.wet[seat] = self.wet.get(seat, 0) + 1
        if self.wet[seat] % self.every == 0:
            table.do(Clouds(seat))


class Leaf(Struct, forbid_unknown_fields=True):
    colour: str = ""


class Tree(Struct, forbid_unknown_fields=True):
    height: int = 0
    below: list[Tree] = []
    leaves: list[Leaf] = []


def edit(toy: ModuleType, old: str, new: str) -> str:
    assert old in toy.TOML
    return toy.TOML.replace(old, new)


# The file.


def test_a_good_file_is_the_games_own_data(toy: ModuleType):
    scenario = toy.scenario()
    assert (scenario.title, scenario.info.game, scenario.id) == (
        "Two Heaps",
        "stones",
        "stones/two-heaps",
    )
    assert scenario.data == toy.StonesData({"north": 3, "south-east": 4}, toy.Prize(5, 1))
    assert (scenario.phases, scenario.actions) == (toy.Stones.phases, toy.Stones.actions)
    assert scenario.verbs == {"lift": toy.Lift, "play": toy.Play, "done": toy.Done}
    assert (scenario.rules(), scenario.bare) == ([], False)


def test_the_hash_is_of_the_text(toy: ModuleType):
    assert toy.scenario().hash == toy.scenario().hash
    assert toy.scenario(toy.TOML + "\n").hash != toy.scenario().hash
    assert len(toy.scenario().hash) == 32


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("[prize]", "[prizes]", r"no key .prizes.; did you mean \"prize\""),
        ("face = 5", "faze = 5", r"prize: .*no key .faze.; did you mean \"face\""),
        ("face = 5", "zzz = 5", r"prize: .*no key .zzz.$"),
        ("face = 5", 'face = "five"', 'prize.face: a whole number was expected, not "five"'),
        ("north = 3", "north = true", "heaps.north: a whole number was expected, not true"),
        ("[heaps]", "heaps = 3\n[other]", "heaps: a table was expected, not 3"),
        ("face = 5", "heaps = 5", r"prize: .*no key .heaps.$"),
        ("[heaps]\nnorth = 3\nsouth-east = 4", "", "the key .heaps. is missing"),
        ('title = "Two Heaps"', "", "the key .title. is missing"),
        ('title = "Two Heaps"', "title = 2", "title: a text was expected, not 2"),
        ('game = "stones"', 'game = "pebbles"', "game is pebbles, not stones"),
        ('game = "stones"', "", "the key .game. is missing"),
        ("north = 3", "north = = 3", "line 6"),
        ("north = 3", "north = 3\nnorth = 4", "line 7"),
        ("[heaps]", "rules = 1\n[heaps]", "rules: a list was expected, not 1"),
        ("[heaps]", "rules = [1]\n[heaps]", r"rules\[0\]: a table was expected, not 1"),
    ],
)
def test_a_bad_file_names_the_key_or_the_line(toy: ModuleType, old: str, new: str, expected: str):
    with pytest.raises(ScenarioError, match=f"(?s)^stones/two-heaps: .*{expected}"):
        toy.scenario(edit(toy, old, new))


@pytest.mark.parametrize(
    "text", ["x = " + "[" * 9000, "x" + ".x" * 2000 + " = 1", "[[rules]]\nname" + ".x" * 2000 + " = 1"]
)
def test_a_file_may_be_as_deep_as_it_likes(toy: ModuleType, text: str):
    with pytest.raises(ScenarioError, match=r"^stones/two-heaps: "):
        toy.scenario(f"{toy.TOML}\n{text}")
    with pytest.raises(ScenarioError, match=r"^stones/two-heaps: "):
        toy.scenario(f'game = "stones"\ntitle = "T"\n{text}')


def test_a_mistyped_key_in_data_that_holds_itself_is_named(toy: ModuleType):
    text = 'game = "stones"\ntitle = "T"\n'
    game = toy.variant(ScenarioData=Tree)
    with pytest.raises(ScenarioError, match=r'below\[0\].*"heigth"; did you mean "height"'):
        build(game, "trees", text + "below = [{ heigth = 3 }]")
    with pytest.raises(ScenarioError, match=r'leaves\[0\].*"color"; did you mean "colour"'):
        build(game, "trees", text + 'leaves = [{ color = "green" }]')


class Hut(Struct):
    """A house with walls of a few kinds, and perhaps a roof."""

    walls: tuple[Literal["mud", "stone"], ...] = ()
    roof: Literal["reed", "tile"] | None = None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('roof = "tyle"', r'roof: no such value "tyle"; did you mean "tile"\?'),
        ('roof = "xx"', r'roof: no such value "xx"; choose from reed, tile'),
        ('walls = ["mudd"]', r'walls\[0\]: no such value "mudd"; did you mean "mud"'),
    ],
)
def test_a_wrong_value_is_named_with_the_nearest_valid_one(line: str, expected: str, toy: ModuleType):
    with pytest.raises(ScenarioError, match=expected):
        build(toy.variant(ScenarioData=Hut), "huts", f'game = "stones"\ntitle = "T"\n{line}')


# Special rules.


def test_special_rules_are_made_again_for_each_table(toy: ModuleType):
    scenario = toy.scenario(RULES + toy.TOML, [Rain, toy.Harvest])
    assert scenario.rules_in_force == (Rain, toy.Harvest)
    assert set(scenario.phases) == {*toy.Stones.phases, Clouds, Shower}
    assert scenario.verbs["shelter"] is Shelter
    first, second = (Table.new(scenario, SeededDice(seed)) for seed in (1, 2))
    assert first.rules == second.rules == [Rain(1, {"red": 1}), toy.Harvest(turns=1)]
    first.rules[0].wet["red"] = 9
    assert (second.rules[0].wet, scenario.rules()) == ({"red": 1}, [Rain(1), toy.Harvest()])


def test_the_phases_and_fields_of_a_rule_survive_in_every_position(toy: ModuleType):
    table = Table.new(toy.scenario(RULES + toy.TOML, [Rain, toy.Harvest]), SeededDice(1))
    seen, luck = [], SeededDice("player")
    while table.outcome is None:
        seen.append((table.snapshot(), table.json, table.decision))
        copy = Table.from_json(table.scenario, table.json, SeededDice(1))
        assert (copy.rules, copy.schedule, copy.state) == (table.rules, table.schedule, table.state)
        table.choose(luck.pick(list(table.options)))
    assert table.rules[1].turns == sum(table.rules[0].wet.values()) > 2
    assert {type(decision) for _, _, decision in seen} == {Shower, toy.Lifting}
    for snapshot, text, decision in seen:
        table.restore(snapshot)
        assert (table.json, table.decision) == (text, decision)
        assert [type(rule) for rule in table.rules] == [Rain, toy.Harvest]


def test_an_action_of_a_rule_is_read_like_any_other(toy: ModuleType):
    table = Table.new(toy.scenario(RULES + toy.TOML, [Rain, toy.Harvest]), SeededDice(1))
    assert table.decision == Shower(seat="red")
    assert table.read("sh") == Shelter()
    table.choose(Shelter())
    assert table.decision == toy.Lifting(seat="red")
    with pytest.raises(SandtableError, match="not now; choose from "):
        table.read("shelter")


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (
            '{ name = "stones.rian", every = 1 }',
            r'no special rule "stones\.rian"; did you mean "stones\.rain"',
        ),
        ("{ every = 1 }", r'rules\[0\]: the key "name" is missing'),
        ('{ name = "stones.rain" }', r"rules: stones\.rain: .*the key .every. is missing"),
        (
            '{ name = "stones.rain", every = "day" }',
            r'stones\.rain: every: a whole number was expected, not "day"',
        ),
        (
            '{ name = "stones.rain", evrey = 2, every = 1 }',
            r'stones\.rain: .*no key .evrey.; did you mean "every"',
        ),
        ('{ name = ["stones.rain"] }', "special rule"),
    ],
)
def test_a_bad_special_rule_is_named_with_its_parameter(toy: ModuleType, rule: str, expected: str):
    with pytest.raises(ScenarioError, match=f"^stones/two-heaps: .*{expected}"):
        toy.scenario(f"rules = [{rule}]\n{toy.TOML}", [Rain, toy.Harvest])


# Options.


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, {}),
        ({"lifts": "3"}, {"lifts": 3}),
        ({"li": "1", "first": "blue"}, {"lifts": 1, "first": "blue"}),
        ({"short_game": "on"}, {"short_game": True}),
        ({"short_g": "TRUE"}, {"short_game": True}),
        ({"short-game": "yes"}, {"short_game": True}),
        ({"short": "off"}, {"short_game": False}),
        ({"short": "false"}, {"short_game": False}),
        ({"short": "No"}, {"short_game": False}),
    ],
)
def test_options_are_set_by_words(toy: ModuleType, settings: dict[str, str], expected: dict[str, Any]):
    assert read_options(toy.Stones(), settings) == toy.StonesOptions(**expected)


@pytest.mark.parametrize(
    ("name", "value", "error", "expected"),
    [
        ("lfits", "2", UnknownName, 'no house rule "lfits"; did you mean "lifts"'),
        ("zzz", "2", UnknownName, "choose from lifts, first, short_game"),
        ("", "2", UnknownName, "choose from lifts, first, short_game"),
        ("lifts", "4", SandtableError, 'lifts takes 1, 2 or 3, not "4"'),
        ("lifts", "two", SandtableError, 'lifts takes 1, 2 or 3, not "two"'),
        ("lifts", "--2", SandtableError, "lifts takes 1, 2 or 3"),
        ("lifts", "9" * 5000, SandtableError, "lifts takes 1, 2 or 3"),
        ("lifts", "", SandtableError, "lifts takes 1, 2 or 3"),
        ("lifts", "true", SandtableError, "lifts takes 1, 2 or 3"),
        ("first", "green", SandtableError, 'first takes red or blue, not "green"'),
        ("short_game", "maybe", SandtableError, 'short_game takes true or false, not "maybe"'),
        ("short_game", "1", SandtableError, "short_game takes true or false"),
    ],
)
def test_a_bad_option_says_what_it_takes(
    toy: ModuleType, name: str, value: str, error: type[Exception], expected: str
):
    with pytest.raises(error, match=expected):
        read_options(toy.Stones(), {name: value})


# Campaigns.


def test_parts_are_found_by_their_ids(toy: ModuleType):
    text = 'game = "stones"\ntitle = "War"\nparts = ["two-heaps", "two-heaps"]'
    ids = []

    def find(id: str) -> Any:
        ids.append(id)
        return toy.scenario()

    war = build(toy.Stones(), "stones/war", text, find=find)
    assert ids == ["stones/two-heaps"] * 2
    assert (war.data, len(war.parts), war.title) == (None, 2, "War")
    assert war.phases == toy.Stones.phases


def test_a_part_can_bring_special_rules(toy: ModuleType):
    text = 'game = "stones"\ntitle = "War"\nparts = ["a", "b"]'
    parts = {
        "stones/a": toy.scenario(RULES + toy.TOML, [Rain, toy.Harvest]),
        "stones/b": toy.scenario('rules = [{ name = "stones.harvest" }]\n' + toy.TOML, [toy.Harvest]),
    }
    war = build(toy.Stones(), "stones/war", text, find=parts.__getitem__)
    assert war.rules() == []
    assert war.rules_in_force == (Rain, toy.Harvest)
    assert war.verbs["shelter"] is Shelter
    assert set(war.phases) == {*toy.Stones.phases, Clouds, Shower}


def test_without_anybody_to_find_them_there_are_no_parts(toy: ModuleType):
    text = 'game = "stones"\ntitle = "War"\nparts = ["two-heaps"]'
    with pytest.raises(ScenarioError, match=r"^stones/war: line 3: parts: a part is the name of a"):
        build(toy.Stones(), "stones/war", text)
