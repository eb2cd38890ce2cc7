"""Who plays: the seats and teams of a scenario, seats that stay empty, and exact returns."""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from sandtable import GameError, Outcome, SandtableError, Scenario, SeededDice, Table, UnknownName
from sandtable.model.scenario import build
from sandtable.model.scenario_file import ScenarioError


def scenario(bids: ModuleType, keys: str = "") -> Scenario:
    """A scenario of the game of bids, which knows north, east and west."""
    return build(bids.Bids(), "bids/x", f"{bids.TOML}{keys}")


def play_out(scenario: Scenario) -> Table[Any]:
    """A game to its end."""
    table: Table[Any] = Table.new(scenario, SeededDice(1))
    number = 0
    while table.outcome is None:
        number += 1
        table.choose(table.options[number * 5 % 6])
    return table


def test_all_seats_of_the_game_play_by_default(bids: ModuleType) -> None:
    default = scenario(bids)
    assert default.seats == ("north", "east", "west")
    assert default.teams == (("north",), ("east",), ("west",))
    assert default.seated({"west": "human"}) is default


def test_only_the_seats_of_the_file_play_in_its_order(bids: ModuleType) -> None:
    table = play_out(scenario(bids, 'seats = ["west", "north"]'))
    assert table.seats == ("west", "north")
    assert table.outcome is not None
    assert table.outcome.returns.keys() == {"west", "north"}


def test_a_seat_may_stay_empty_as_long_as_enough_others_play(bids: ModuleType) -> None:
    flexible = scenario(bids, "fewest_seats = 2")
    assert play_out(flexible.seated({"north": "none"})).seats == ("east", "west")
    with pytest.raises(SandtableError, match="bids/x needs at least 2 players, not 1"):
        flexible.seated({"north": "none", "west": "none"})


def test_no_seat_stays_empty_unless_the_file_allows_it(bids: ModuleType) -> None:
    with pytest.raises(SandtableError, match="bids/x needs 3 players, not 2"):
        scenario(bids).seated({"north": "none"})


def test_a_seat_that_does_not_play_cannot_stay_empty(bids: ModuleType) -> None:
    two = scenario(bids, 'seats = ["east", "west"]\nfewest_seats = 1')
    with pytest.raises(UnknownName, match='no seat "north"'):
        two.seated({"north": "none"})


def test_one_seat_of_several_plays_a_solitaire(bids: ModuleType) -> None:
    table = play_out(scenario(bids, 'seats = ["west"]'))
    assert table.outcome == Outcome("west", {"west": 3})


def test_partners_know_the_same_and_have_the_same_return(bids: ModuleType) -> None:
    teamed = scenario(bids, 'teams = [["east", "west"]]')
    assert teamed.teams == (("north",), ("east", "west"))
    assert teamed.team("west") == ("east", "west")
    table: Table[Any] = Table.new(teamed, SeededDice(1))
    table.choose(table.options[0])
    table.choose(table.options[4])
    assert (table.view("west").laid, table.view("north").laid) == (
        {"north": None, "east": [5]},
        {"north": [1], "east": None},
    )
    assert table.imagine("west", SeededDice(2)).state.laid["east"] == [5]
    outcome = play_out(teamed).outcome
    assert outcome is not None
    assert outcome.returns["east"] == outcome.returns["west"]


def test_a_partner_whose_seat_is_empty_leaves_the_team(bids: ModuleType) -> None:
    teamed = scenario(bids, 'fewest_seats = 2\nteams = [["east", "west"]]').seated({"west": "none"})
    assert teamed.teams == (("north",), ("east",))


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ('seats = ["east", "wset"]', 'line 3: seats: no seat "wset"; did you mean "west"?'),
        ('seats = ["east", "east"]', "line 3: seats: names east twice"),
        ("seats = []", "line 3: seats: a list of at least 1 was expected"),
        (
            'seats = ["east"]\nfewest_seats = 2',
            "line 4: fewest_seats: at most 1, the number of seats that play",
        ),
        ("fewest_seats = 0", "line 3: fewest_seats: a whole number of at least 1 was expected, not 0"),
        ('teams = [["east", "nroth"]]', 'line 3: teams: no seat "nroth"; did you mean "north"?'),
        ('teams = [["east"], ["east"]]', "line 3: teams: names east twice"),
        (
            'seats = ["east"]\nteams = [["east", "west"]]',
            'line 4: teams: no seat "west"; did you mean "east"?',
        ),
        ("teams = [[]]", "line 3: teams\\[0\\]: a list of at least 1 was expected"),
        ("teams = [3]", "line 3: teams\\[0\\]: a list was expected, not 3"),
    ],
)
def test_the_faults_of_who_plays_are_named_with_the_nearest_seat(
    bids: ModuleType, keys: str, fault: str
) -> None:
    with pytest.raises(ScenarioError, match=fault.replace("?", "\\?") + "$"):
        scenario(bids, keys)


def test_a_return_may_be_a_fraction_and_keeps_its_exact_value(bids: ModuleType) -> None:
    table = play_out(scenario(bids, "shares = true\nrounds = 3"))
    assert table.outcome is not None
    assert sum(table.outcome.returns.values()) == 1
    assert any(isinstance(value, Fraction) for value in table.outcome.returns.values())
    for copy in (
        table.clone(SeededDice(2)),
        Table.from_json(table.scenario, table.json, SeededDice(2)),
    ):
        assert copy.outcome == table.outcome
        assert copy.position == table.position


def test_equal_returns_have_equal_bytes(bids: ModuleType) -> None:
    table: Table[Any] = Table.new(scenario(bids), SeededDice(1))
    positions = set()
    for value in (2, Fraction(2), Fraction(4, 2)):
        table.end(Outcome("east", dict.fromkeys(table.seats, value)))
        table.refresh()
        positions.add(table.position)
    assert len(positions) == 1


def test_the_returns_at_the_end_are_of_the_seats_that_play(bids: ModuleType) -> None:
    table: Table[Any] = Table.new(scenario(bids, 'seats = ["east", "west"]'), SeededDice(1))
    for seats in (["east"], ["east", "west", "north"]):
        with pytest.raises(GameError, match=f"returns are for {', '.join(seats)}, not east, west$"):
            table.end(Outcome("east", dict.fromkeys(seats, 1)))
    assert table.outcome is None


@pytest.mark.parametrize("value", [0.5, True, None])
def test_a_return_that_is_not_exact_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="the return of east must be an int or a Fraction, not"):
        Outcome("won", {"east": value})


def test_a_return_that_no_save_can_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="the return of east has more than 18 digits"):
        Outcome("won", {"east": Fraction(1, 10**18)})
