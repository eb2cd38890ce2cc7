"""Odds against bots that roll dice, read what has happened, and choose in secret."""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from sandtable import Action, Seat, Table
from sandtable_tools.odds import Forecast, first_line, forecast
from sandtable_tools.odds.render import lines


@pytest.fixture
def west(bids: ModuleType) -> Table[Any]:
    """East has bid 1 in secret, and west decides."""
    table: Table[Any] = bids.table()
    table.choose(table.options[0])
    return table


def chance(found: Forecast, headline: str) -> Fraction:
    """The chance of the headline that begins with these words."""
    odds = [event for event in found.events if event.headline]
    return sum(
        (event.probability for event in odds if event.headline and event.headline.text == headline),
        Fraction(0),
    )


class Wild:
    """Lays as the scripted player does, but rolls a die with more sides than can be branched over."""

    def choose(self, seat: Seat) -> Action:
        return seat.options[seat.dice.roll(sides=6 << 20)[0] % 6]


class Reader:
    """Bids 6 if it has heard that someone has taken a prize, else 1."""

    def choose(self, seat: Seat) -> Action:
        return seat.options[-1 if any(getattr(event, "by", "") for event in seat.log) else 0]


@pytest.mark.parametrize(("bid", "wins"), [(1, 0), (3, 2), (6, 5)])
def test_the_dice_of_a_bot_are_branched_over(bids: ModuleType, bid: int, wins: int) -> None:
    """A scripted player that mixes: a bid of 6 is not sure to win, as it ties with one in six."""
    found = forecast(bids.table(), "east", bids.Lay(bid))
    assert found.exact
    assert chance(found, "you take the prize") == Fraction(wins, 6)
    assert chance(found, "you lose the prize") == Fraction(6 - bid, 6)


def test_a_secret_choice_is_the_one_that_the_bot_would_make(bids: ModuleType, west: Table[Any]) -> None:
    """East's bid is hidden: by its policy, each of six is equally likely, whatever it was."""
    found = forecast(west, "west", bids.Lay(3))
    assert (found.exact, found.worlds) == (True, 6)
    assert chance(found, "you take the prize") == Fraction(2, 6)


def test_secret_choices_are_mentioned_only_where_someone_has_made_one(
    bids: ModuleType, west: Table[Any]
) -> None:
    found = forecast(west, "west", bids.Lay(3), most=2, samples=30)
    assert "Secret choices are assumed to be those of" in lines(found, 200)[-1]
    found = forecast(bids.table(), "east", bids.Lay(3), most=2, samples=30)
    assert "secret" not in lines(found, 200)[-1]


@pytest.mark.parametrize("seat", ["east", "west"])
def test_dice_of_a_bot_that_are_too_many_are_sampled_afresh(
    bids: ModuleType, west: Table[Any], seat: str
) -> None:
    """One sample of a bot's luck is no certainty: each game has its own, and nothing is "exact"."""
    table = west if seat == "west" else bids.table()
    found = forecast(table, seat, bids.Lay(3), bots=dict.fromkeys(bids.SEATS, Wild()))
    assert not found.exact
    (taken,) = [event for event in found.events if event.headline and event.headline.worth > 0]
    assert taken.interval
    assert taken.interval.low < 1 / 3 < taken.interval.high
    shown = "\n".join(lines(found, 200))
    assert "Exact" not in shown
    assert "100 %" not in shown


def test_a_bot_on_a_path_sees_the_events_since_the_action(bids: ModuleType, west: Table[Any]) -> None:
    """East hears in round 2 who took the prize of round 1, and bids 6; after a tie it bids 1."""
    players = dict.fromkeys(bids.SEATS, Reader())

    def gains(*plan: Action) -> dict[str, Fraction]:
        found = forecast(west, "west", plan, bots=players, horizon=0)
        assert found.exact
        return {name: change.expected for name, change in found.expected.items()}

    # East has bid 1, since it had heard nothing.
    assert gains(bids.Lay(2), bids.Lay(3)) == {"west": 1, "east": 1}
    assert gains(bids.Lay(1), bids.Lay(3)) == {"west": 1}


def test_paths_that_meet_do_not_mix_what_a_bot_has_heard(bids: ModuleType, west: Table[Any]) -> None:
    """Bids are forgotten when a round ends, but the log has them: such a bot is sampled."""

    class Late(Reader):
        def choose(self, seat: Seat) -> Action:
            position: Any = seat.view
            if position.round == 3:
                return super().choose(seat)
            return seat.options[seat.dice.roll(sides=3)[0]]

    players, plan = dict.fromkeys(bids.SEATS, Late()), [bids.Lay(2), bids.Lay(2), bids.Lay(3)]
    assert not forecast(west, "west", plan, bots=players, horizon=0).exact


def test_the_first_line_says_whose_play_it_assumes(bids: ModuleType, west: Table[Any]) -> None:
    line = first_line(forecast(bids.table(), "east", bids.Lay(3)))
    assert line.endswith(". This assumes that the scripted players play on.")
    assert "play on" not in first_line(forecast(west, "west", bids.Lay(3)))


@pytest.mark.parametrize("seat", ["north", "east", "west"])
@pytest.mark.parametrize(("card", "wins"), [(5, 16), (3, 4), (1, 0)])
def test_of_a_choice_at_the_same_time_odds_know_only_the_bots(
    goofspiel: ModuleType, seat: str, card: int, wins: int
) -> None:
    """Each of two others bids one of five at random, whatever one of them has bid in this game."""
    table = goofspiel.table()
    with table.asking("north" if seat == "west" else "west"):
        table.choose(goofspiel.Bid(card))
    with table.asking(seat):
        found = forecast(table, seat, goofspiel.Bid(card))
    assert found.exact
    assert chance(found, "you take the prize") == Fraction(wins, 25)
