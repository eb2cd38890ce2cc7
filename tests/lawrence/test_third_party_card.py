"""LOA-C8: third-party cards and special rules, and the rule that changes the deck."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

import pytest

from sandtable import Pile, Scenario, ScriptedDice, SeededDice, Table, deck
from sandtable.model.scenario import build
from sandtable.model.scenario_file import ScenarioError
from sandtable.plugins.catalog import catalog
from sandtable_lawrence.campaign import MissionEnds
from sandtable_lawrence.cards import Card
from sandtable_lawrence.clock import change_ops
from sandtable_lawrence.combat import Contact
from sandtable_lawrence.escape import Ransom
from sandtable_lawrence.leadership import change_pounds
from sandtable_lawrence.operation import NextOperation
from sandtable_lawrence.ops_deck import DrawCard, card
from sandtable_lawrence.special_rules import Deck, MissionRule
from sandtable_lawrence.state import LawrenceState, Threat
from sandtable_lawrence.tables import CARD_TEXTS, CardText

Scenarios = Callable[[str], Scenario]
States = Callable[..., LawrenceState]


class DustStorm(Card, frozen=True):
    """It takes an Op in the desert, and is no event elsewhere."""

    title: ClassVar[str] = "Dust Storm"
    printed: ClassVar[CardText] = CardText("Dust Storm", "In a desert space: lose an Op.", {"ops": 1})

    def effective(self, table: Table[LawrenceState]) -> bool:
        return table.state.acting.space == "rumm"

    def event(self, table: Table[LawrenceState]) -> None:
        change_ops(table, -self.number("ops"))


class Bribe(Card, frozen=True):
    """Held; played on a port without Garrison it brings a Pound."""

    title: ClassVar[str] = "Bribe"
    printed: ClassVar[CardText] = CardText("Bribe", "Held. A Pound from a port.")
    held: ClassVar[bool] = True

    def targets(self, table: Table[LawrenceState]) -> Iterable[str]:
        return [port for port in ("jidda", "yenbo") if port not in table.state.garrisons]

    def play(self, table: Table[LawrenceState], space: str) -> None:
        change_pounds(table, 1)


class Weather(MissionRule):
    """A storm instead of the gold, a bribe besides, and more Ottomans; it counts what it begins."""

    phases: ClassVar[tuple[type[Card], ...]] = (DustStorm, Bribe)
    ottomans: int = 0
    begun: int = 0

    def brief(self) -> str:
        return "Look out for sand."

    def begins(self, table: Table[LawrenceState]) -> None:
        self.begun += 1
        change_pounds(table, 5)

    def deck(self, cards: Pile) -> Pile:
        deck.take("gold-sovereigns", cards)
        return [*cards, DustStorm.name(), Bribe.name()]

    def more_ottomans(self, table: Table[LawrenceState]) -> int:
        return self.ottomans


def with_rules(scenario: Scenario, rules: str, parts: str = "") -> Scenario:
    """A mission with special rules in its file, built as a third party's would be."""
    text = (parts or scenario.text) + rules
    kinds = {"my.weather": Weather, "lawrence.deck": Deck}
    return build(scenario.game, "lawrence/mine", text, kinds, bare=True)


WEATHER = '\n[[rules]]\nname = "my.weather"\n'
GATE = Ransom(seat="lawrence", leader="camp", space="")


@pytest.fixture
def stormy(plain: Scenarios) -> Scenario:
    """Aqaba! with the weather."""
    return with_rules(plain("aqaba"), WEATHER)


def test_a_card_of_a_rule_replaces_one_in_the_deck(stormy: Scenario) -> None:
    """LOA-C8: 14 less the gold, with the storm and the bribe, sorted as every pile."""
    table = Table.new(stormy, SeededDice(1))
    cards = {*CARD_TEXTS, "dust-storm", "bribe"} - {"gold-sovereigns"}
    assert table.state.unseen == sorted(cards)
    assert isinstance(card(table, "dust-storm"), DustStorm)
    assert card(table, "ambush").title == "Ambush!"


def draw_at(stormy: Scenario, state: LawrenceState, dice: list[object]) -> Table[LawrenceState]:
    """The card drawn for the Operating force of a written position, with the battle it brings."""
    with ScriptedDice(dice) as luck:
        return Table.at(stormy, state, [DrawCard(), Contact(), GATE], luck)


@pytest.mark.parametrize(("space", "ops"), [("rumm", 2), ("aqaba", 3)])
def test_a_card_of_a_rule_is_drawn_and_happens_like_any_other(
    space: str, ops: int, stormy: Scenario, written: States
) -> None:
    """LOA-C8: its `effective` and its `event` are called; it goes to the discards."""
    state = written(units=f"lawrence@{space}", force="lawrence", cards="ambush dust-storm", ops=4)
    after = draw_at(stormy, state, ["dust-storm"]).state
    assert (after.ops, after.unseen, after.discards) == (ops, ["ambush"], ["dust-storm"])


def test_a_held_card_of_a_rule_is_offered_on_its_targets(stormy: Scenario, written: States) -> None:
    """LOA-C8: before a force is named, once."""
    state = written(units="lawrence@rumm", force="lawrence", cards="bribe", garrisons="wejh jidda")
    held = draw_at(stormy, state, ["bribe"]).state
    assert held.held == ["bribe"]
    held.operation = None
    held.units["auda"].space = "jidda"
    table = Table.at(stormy, held, [NextOperation(), GATE], ScriptedDice())
    wanted = [str(option) for option in table.options if option.words[0] == "play"]
    assert wanted == ["play bribe yenbo"]
    table.choose(table.read("play bribe yenbo"))
    assert (table.state.pounds, table.state.discards) == (1, ["bribe"])
    assert not [option for option in table.options if option.words[0] == "play"]


def test_a_position_with_such_cards_is_read_from_its_text(stormy: Scenario) -> None:
    """LOA-C8: the rule's own numbers are part of it, and so is its luck."""
    table = Table.new(stormy, SeededDice(3))
    table.choose(table.read("done"))
    again = Table.from_json(stormy, table.json, SeededDice(3))
    assert again.position == table.position
    (rule,) = again.rules
    assert isinstance(rule, Weather)
    assert rule.begun == 1


def test_a_rule_is_asked_when_a_mission_begins(stormy: Scenario) -> None:
    """LOA-C8, LOA 37: all is set up by then, but nothing bought."""
    table = Table.new(stormy, SeededDice(1))
    assert table.state.pounds == 8 + 5
    assert table.decision.title == "Preparation"


def test_the_player_is_shown_of_a_rule_as_the_mission_begins(stormy: Scenario) -> None:
    """LOA-C8: what the rule says in brief, in an event or in the question."""
    events: list = []
    table = Table.new(stormy, SeededDice(1), None, events)
    texts = [table.decision.ask(table), *(event.text for event in events)]
    assert any("Look out for sand." in text for text in texts)


@pytest.mark.parametrize(("garrison", "threat"), [(False, True), (True, False), (True, True)])
def test_a_rule_may_bring_more_ottomans_to_every_battle(
    garrison: bool, threat: bool, scenario: Scenarios, written: States
) -> None:
    """LOA-C8, LOA-C6, LOA-R36: once, whatever the battle is fought for."""
    stormy = with_rules(scenario("aqaba"), WEATHER + "ottomans = 2\n")
    state = written(units="lawrence harb@maan", force="lawrence harb",
                    garrisons={"maan": 1} if garrison else "")  # fmt: skip
    state.acting.threat = Threat(1) if threat else None
    dice = ["oef-1", "oef-2", "oef-2", *["oef-2"] * (garrison and threat), 1, 1]
    with ScriptedDice(dice) as luck:
        table = Table.at(stormy, state, [Contact(), GATE], luck)
    assert len(table.state.fight.foes) == 2 + garrison + threat


def test_of_no_battle_no_rule_makes_one(scenario: Scenarios, written: States) -> None:
    """LOA-R8: where there is nothing to fight nobody more comes."""
    stormy = with_rules(scenario("aqaba"), WEATHER + "ottomans = 2\n")
    state = written(units="lawrence@rumm", force="lawrence", garrisons={})
    table = Table.at(stormy, state, [Contact(), GATE], ScriptedDice())
    assert table.state.battle is None


# The rule that comes with the game.

BARE = """
game = "lawrence"
title = "A short deck"
ops = 5
pounds = 8
leadership = 2
start = "yenbo"
garrisons = ["wejh"]
[[clear]]
spaces = ["wejh"]
[[rules]]
name = "lawrence.deck"
"""


def scenario_with(rest: str) -> Scenario:
    """A scenario from a file that no plugin brought."""
    return catalog().scenarios.from_text(BARE + rest, "mine", "mine.toml")


def test_a_file_may_take_cards_out_and_put_others_in_twice() -> None:
    """LOA-C8: without the Reserves and the feud, with a second Allenby."""
    table = Table.new(
        scenario_with('without = ["turkish-reserves", "blood-feud"]\nmore = ["allenby"]'), SeededDice(1)
    )
    wanted = sorted([*CARD_TEXTS, "allenby"])
    wanted.remove("turkish-reserves")
    wanted.remove("blood-feud")
    assert table.state.unseen == wanted


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ('without = ["alenby"]', 'without: card: no card "alenby"'),
        ('more = ["ambushh"]', 'did you mean "ambush"?'),
        ('without = ["allenby", "allenby"]', "without: allenby is named twice"),
        (f"without = {list(CARD_TEXTS)}", "without: this leaves no cards in the deck"),
        ('witout = ["allenby"]', 'there is no key "witout"; did you mean "without"?'),
        ("more = 3", "more: a list was expected, not 3"),
    ],
)
def test_a_bad_deck_is_refused_in_one_line(rest: str, expected: str) -> None:
    """LOA-C8: with the file, the rule, the key and the nearest card."""
    with pytest.raises(ScenarioError, match=r"^mine\.toml: line \d+: rules: lawrence\.deck: ") as error:
        scenario_with(rest)
    assert expected.removeprefix("without: card: ") in str(error.value)
    assert "\n" not in str(error.value)


def test_all_cards_may_be_replaced_by_one(written: States) -> None:
    """LOA-C8, LOA-R2: the bag is filled again with the only discard."""
    scenario = scenario_with(f'without = {list(CARD_TEXTS)}\nmore = ["gold-sovereigns"]')
    assert Table.new(scenario, SeededDice(1)).state.unseen == ["gold-sovereigns"]
    state = written(units="lawrence@aqaba", force="lawrence", cards="gold-sovereigns")
    run = [DrawCard(), DrawCard(), GATE]
    table = Table.at(scenario, state, run, ScriptedDice(["gold-sovereigns"] * 2))
    assert (table.state.pounds, table.state.discards, table.state.ops) == (4, ["gold-sovereigns"], 3)


def test_two_rules_that_take_the_same_card_are_no_crash(scenario: Scenarios) -> None:
    """LOA-C8: the card is out, or the file is refused in a line; a rule may have taken it before."""
    twice = '\n[[rules]]\nname = "lawrence.deck"\nwithout = ["allenby"]' * 2
    try:
        table = Table.new(with_rules(scenario("aqaba"), twice), SeededDice(1))
    except ScenarioError:
        return
    assert "allenby" not in table.state.unseen


def test_the_parts_of_a_campaign_have_their_own_decks(scenario: Scenarios, written: States) -> None:
    """LOA-C8, LOA-C13: the first mission is repeated with its storms, the second has none."""
    campaign = scenario("campaign")
    first = with_rules(campaign.parts[0], WEATHER)
    parts = 'game = "lawrence"\ntitle = "Mine"\nparts = ["a", "b"]\n'
    scenarios = {"lawrence/a": first, "lawrence/b": campaign.parts[1]}
    whole = build(
        campaign.game, "lawrence/mine", parts, {"my.weather": Weather}, find=scenarios.__getitem__
    )
    for verdict, stormy in (("lost", True), ("won", False)):
        state = written(units="lawrence@jidda camp@rumm", verdict=verdict)
        table = Table.at(whole, state, [MissionEnds()], ScriptedDice())
        assert ("dust-storm" in table.state.unseen) == stormy
        assert ("gold-sovereigns" in table.state.unseen) != stormy


class Ambush(Card, frozen=True):
    """A milder ambush, of the same name as the printed one."""

    title: ClassVar[str] = "A trap"

    def event(self, table: Table[LawrenceState]) -> None:
        change_pounds(table, -1)


class Milder(MissionRule):
    """A third-party ambush; and, if wanted, something that is not a card."""

    phases: ClassVar[tuple[type[Card], ...]] = (Ambush,)
    strange: str = ""

    def deck(self, cards: Pile) -> Pile:
        return [*cards, self.strange] if self.strange else cards


def milder(scenario: Scenario, line: str = "") -> Scenario:
    text = f'{scenario.text}\n[[rules]]\nname = "lawrence.milder"\n{line}'
    return build(scenario.game, "lawrence/mine", text, {"lawrence.milder": Milder}, bare=True)


def test_a_card_of_the_same_name_takes_the_place_of_a_printed_one(scenario: Scenarios) -> None:
    """LOA-C8: in the deck, when it is drawn, and when a position is read again."""
    mine = milder(scenario("aqaba"))
    table = Table.new(mine, SeededDice(1))
    assert table.state.unseen.count("ambush") == 1
    assert type(card(table, "ambush")) is Ambush
    again = Table.from_json(mine, table.json, SeededDice(1))
    assert again.position == table.position


def test_a_deck_with_a_card_that_is_none_is_refused_at_once(scenario: Scenarios) -> None:
    """LOA-C8: in one line, before anything is played."""
    with pytest.raises(ScenarioError, match="adds nope to the deck, but there is no such card"):
        Table.new(milder(scenario("aqaba"), 'strange = "nope"\n'), SeededDice(1))
