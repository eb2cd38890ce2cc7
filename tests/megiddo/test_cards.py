"""MEG cards: both decks, card by card, and the numbers that a scenario may give for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import SandtableError, Scenario, SeededDice, Table, deck
from sandtable.model.scenario import build
from sandtable_megiddo.cards import CARDS

BRITISH = """
1 leader 5 Allenby; 1 cavalry 1 Armored Patrol Cars; 1 cavalry 5 Australian Mounted Division
1 cavalry 4 New Zealand Mounted Division; 1 artillery 3 Desert Mounted Corps
1 cavalry 2 Egyptian Camel Corps; 1 cavalry 1 Sherifian Camel Corps; 1 leader 5 Lawrence of Arabia
1 cavalry 1 Howeitat Tribe; 1 infantry 1 Palestine Brigade; 1 cavalry 2 Rualla Tribe
1 cavalry 1 Arab Irregulars; 1 infantry 3 French Detachment; 2 plane 2 Royal Air Force
11 infantry 6 British Infantry; 3 artillery 4 British Artillery
1 artillery 4 HMS Druid / HMS Forester; 1 machine-gun 3 British Machine Guns
2 cavalry 4 British Cavalry; 1 infantry 1 Engineer; 3 supply 1 Supply Trains; 3 supply 1 Roads
1 nuisance 0 Escort Prisoners; 1 nuisance 0 Forage; 1 nuisance 0 Dysentery
"""

TURKISH = """
1 cavalry 1 Bedouins; 1 plane 1 Turkish Air Force; 1 artillery 3 German Railway Artillery
2 infantry 3 German Pasha Contingent; 1 machine-gun 2 German Machine Guns
2 leader 1 Corps Headquarters; 1 infantry 3 Amman Division; 1 infantry 3 Anatolian Division
1 leader 4 Von Oppen; 1 leader 3 Tiller; 1 leader 5 Liman von Sanders
3 infantry 1 General Army Reserve; 1 infantry 1 Asienkorps; 1 cavalry 2 Caucasus Cavalry
1 infantry 2 Composite Division; 1 infantry 3 Depot Regiment; 3 infantry 1 Garrison Troops
9 infantry 4 Turkish Infantry; 2 artillery 3 Turkish Artillery; 2 machine-gun 2 Turkish Machine Guns
3 supply 1 Supply Wagons; 1 leader 5 Kemal; 3 supply 1 Rail Lines; 1 terrain 2 Trenchlines
1 terrain 2 Wadi el Fara Line; 1 terrain 2 Jordan Crossings; 1 terrain 1 Mountains
1 terrain 1 Rough Ground; 1 terrain 1 Towns; 1 nuisance 0 Spread Thin; 1 nuisance 0 Poor Morale
1 nuisance 0 Arab Uprising; 1 nuisance 0 Supply Problems; 1 nuisance 0 Command Problems
1 nuisance 0 Rail Cuts
"""

SCENARIOS = ("megiddo/1918", "megiddo/1918-even")


def written(cards: str) -> list[str]:
    return sorted(card.strip() for line in cards.strip().splitlines() for card in line.split(";"))


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize(("seat", "cards", "size"), [("british", BRITISH, 43), ("turkish", TURKISH, 55)])
def test_the_deck_is_the_one_of_the_rules(
    name: str, seat: str, cards: str, size: int, scenario: Callable[..., Scenario]
) -> None:
    """MEG cards: kind, Force and number of each card."""
    counts = scenario(name).data.of(seat).deck
    printed = [
        f"{count} {CARDS[card].kind.value} {CARDS[card].force} {CARDS[card].name}"
        for card, count in counts.items()
    ]
    assert sorted(printed) == written(cards)
    assert sum(counts.values()) == size


def test_every_card_belongs_to_one_deck(scenario: Callable[..., Scenario]) -> None:
    """MEG cards: neither side touches the other's cards."""
    data = scenario("megiddo/1918").data
    assert sorted([*data.british.deck, *data.turkish.deck]) == sorted(CARDS)


def test_lawrence_alone_is_a_leader_who_may_charge() -> None:
    """MEG-R12: as cavalry of Force 3."""
    assert {id: card.cavalry for id, card in CARDS.items() if card.cavalry} == {"lawrence": 3}


def test_the_ships_alone_cannot_be_lost() -> None:
    """MEG-R7: the naval bombardment is one card."""
    assert [id for id, card in CARDS.items() if card.naval] == ["hms-druid-hms-forester"]


def test_the_original_numbers(scenario: Callable[..., Scenario]) -> None:
    """MEG 1, MEG 2, MEG victory: hands of 10, 5 discards, 5 and 3 points to win."""
    data = scenario("megiddo/1918").data
    assert (data.british.hand, data.british.discards, data.british.victory_points) == (10, 5, 5)
    assert (data.turkish.hand, data.turkish.discards, data.turkish.victory_points) == (10, 5, 3)


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_decks_are_on_the_table_at_the_start(name: str, scenario: Callable[..., Scenario]) -> None:
    """MEG cards: nothing is left in the box."""
    ready = scenario(name)
    for seat, side in Table.new(ready, SeededDice(1)).state.sides.items():
        data = ready.data.of(seat)
        assert side.cards() == deck.pile(data.deck)
        assert (len(side.hand), side.score.value, side.score.high) == (data.hand, 0, data.victory_points)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("allenby = 1", "alenby = 1", 'no card "alenby"; did you mean "allenby"'),
        ("hand = 10", "hand = 0", "hand: a whole number of at least 1 was expected"),
        (
            "victory_points = 5",
            "victory_points = 0",
            "victory_points: a whole number of at least 1 was expected",
        ),
        ("discards = 5", "discards = -1", "discards: a whole number of at least 0 was expected"),
        ("roads = 3", "roads = -1", "a whole number of at least 0 was expected"),
        ("hand = 10", "hands = 10", 'did you mean "hand"'),
        ("[british]", "[britsh]\n[british]", 'did you mean "british"'),
    ],
)
def test_a_scenario_that_cannot_be_played_is_refused(
    old: str, new: str, message: str, scenario: Callable[..., Scenario]
) -> None:
    """MEG cards: the key that is wrong is named."""
    ready = scenario("megiddo/1918")
    assert old in ready.text
    with pytest.raises(SandtableError, match="brit") as refused:
        build(ready.game, "megiddo/mine", ready.text.replace(old, new, 1))
    assert message in str(refused.value)


def test_a_scenario_can_leave_a_card_out(scenario: Callable[..., Scenario]) -> None:
    """MEG cards: 0 of a card is a number, and so is 0 for discards."""
    ready = scenario("megiddo/1918")
    text = ready.text.replace("roads = 3", "roads = 0").replace("discards = 5", "discards = 0")
    table = Table.new(build(ready.game, "megiddo/mine", text), SeededDice(1))
    assert "roads" not in table.state.sides["british"].cards()
    assert table.decision.rule == "3"


def test_a_scenario_without_cards_is_refused(scenario: Callable[..., Scenario]) -> None:
    """MEG cards: a deck has at least one card."""
    ready = scenario("megiddo/1918")
    side = "hand = 1\ndiscards = 0\nvictory_points = 1\n"
    text = f'game = "megiddo"\ntitle = "x"\n[british]\n{side}deck = {{}}\n[turkish]\n{side}deck = {{}}\n'
    with pytest.raises(SandtableError, match="the deck is empty"):
        build(ready.game, "megiddo/empty", text)
