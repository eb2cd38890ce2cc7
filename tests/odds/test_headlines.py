"""The first line of odds: the answer to the question that a player asks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from sandtable import Headline, Stake
from sandtable_batch.estimate import Estimate
from sandtable_tools.odds import EventOdds, Forecast, TrackChange, first_line
from sandtable_tools.odds.documents import document

NOTHING_VISIBLE = Forecast(
    seat="red",
    actions=("march",),
    horizon=None,
    later_decisions=(0, 0),
    exact=True,
    ways=6,
    worlds=1,
    samples=0,
    same=False,
    outcomes=[],
    events=[],
    expected={},
    stakes={},
)


def odds(
    chance: float,
    text: str,
    worth: int = 1,
    kind: str = "fought",
    at: str = "",
    low: float | None = None,
) -> EventOdds:
    """A headline with its chance in percent."""
    interval = None if low is None else Estimate(chance / 100, low / 100, 1.0, 400)
    about = (at or text,)
    probability = Fraction(chance).limit_denominator(1000) / 100
    return EventOdds(probability, interval, f"{text}.", kind, Headline(text, about, worth))


def line(*events: EventOdds, **fields: object) -> str:
    return first_line(NOTHING_VISIBLE._replace(events=list(events), **fields))  # type: ignore[arg-type]


def changes(**means: Mapping[int, Fraction]) -> dict[str, TrackChange]:
    return {
        name.replace("_", "-"): TrackChange(
            sum((change * part for change, part in odds.items()), Fraction(0)), None, odds
        )
        for name, odds in means.items()
    }


WON, LOST = odds(47, "You win the fight", 2), odds(38, "You lose the fight", -2)
FALLS = odds(12, "Lawrence falls", -3, "lost")


def test_the_headline_that_was_asked_for_comes_first_and_others_behind() -> None:
    assert line(LOST, FALLS, WON) == (
        "You win the fight: 47 %. You lose the fight: 38 %. Neither: 15 %. Lawrence falls: 12 %."
    )


def test_of_two_opposites_the_better_one_is_shown() -> None:
    bad = odds(70, "You lose the fight", -2)
    assert line(bad, odds(30, "You win the fight", 2)) == "You win the fight: 30 %."
    assert line(bad, odds(1, "You win the fight", 2)) == (
        "You lose the fight: 70 %. You win the fight: 1 %. Neither: 29 %."
    )


def test_a_fight_that_may_not_come_is_shown_before_who_wins_it() -> None:
    there, won = odds(40, "There is a fight", 1, "begun", "wejh"), odds(39, "You win it", 2, at="wejh")
    assert line(won, there) == "There is a fight: 40 %. You win it: 39 %."
    lost = odds(1, "You lose it", -2)._replace(headline=Headline("You lose it", ("wejh", False), -2))
    won = won._replace(headline=Headline("You win it", ("wejh", True), 2))
    assert line(won, lost, there) == "There is a fight: 40 %. You win it: 39 %."
    elsewhere = odds(40, "There is a fight", 1, "begun", "akaba")
    assert line(won, elsewhere).startswith("You win it: 39 %")


def test_many_who_may_fall_are_no_greater_question_than_the_fight() -> None:
    """A hard fight: two leaders may fall, each likelier than a victory."""
    falls = [odds(chance, f"{name} falls", -2, "fell") for chance, name in ((78, "Auda"), (65, "Ali"))]
    won, lost = odds(22, "You win the fight", 2), odds(68, "You lose the fight", -2)
    assert line(*falls, won, lost) == (
        "You win the fight: 22 %. You lose the fight: 68 %. Neither: 10 %. "
        "Auda falls: 78 %. Ali falls: 65 %."
    )


def test_a_leader_who_may_fall_comes_after_a_fight_that_may_not_happen() -> None:
    """A leader falls in more games than the fight is decided in: others break off."""
    fall = odds(63, "Ali falls", -1, "fell")
    assert line(fall, odds(19, "You win the fight", 2), odds(38, "You lose the fight", -2)) == (
        "You win the fight: 19 %. You lose the fight: 38 %. Neither: 43 %. Ali falls: 63 %."
    )


def test_how_often_there_is_no_fight_is_shown() -> None:
    won = odds(36, "You win the fight", 2)
    assert line(won, odds(2, "You lose the fight", -2)) == (
        "You win the fight: 36 %. You lose the fight: 2 %. Neither: 62 %."
    )
    elsewhere = odds(2, "You lose the fight at Wejh", -2, at="wejh", kind="lost")
    assert "neither" not in line(won, elsewhere)


def test_an_implied_headline_is_left_out() -> None:
    lost = odds(12, "You lose the mission", -3, "over")
    assert line(WON, FALLS, lost) == "You win the fight: 47 %. Lawrence falls: 12 %."


def test_a_certain_headline_is_left_out_unless_it_is_the_first() -> None:
    sure = odds(99.5, "You win the fight", 2)
    mission = odds(60, "You win the mission", 3, "over")
    assert line(sure, mission) == "You win the mission: 60 %."
    assert line(sure, odds(20, "A unit is hit", -1, "hit")) == (
        "You win the fight: over 99 %. A unit is hit: 20 %."
    )


def test_a_small_and_certain_headline_is_not_the_first() -> None:
    fight = odds(100, "There is a fight", -1, "begun")
    assert line(fight, odds(30, "A unit is hit", -1, "hit")) == "A unit is hit: 30 %."
    assert line(fight) == "There is a fight: 100 %."


def test_a_rare_headline_comes_last_however_great_it_is() -> None:
    great = odds(2, "You win the campaign", 4, "campaign")
    hit = odds(20, "A unit is hit", -1, "hit")
    assert line(great, hit, WON) == (
        "You win the fight: 47 %. A unit is hit: 20 %. You win the campaign: 2 %."
    )


@pytest.mark.parametrize(
    ("chance", "low", "expected"),
    [
        (100, None, "100 %"),
        (100, 98.9, "at least 98 %"),
        (99.8, None, "over 99 %"),
        (0.3, None, "under 1 %"),
        (47.2, None, "47 %"),
    ],
)
def test_chances_are_whole_percent(chance: float, low: float | None, expected: str) -> None:
    assert line(odds(chance, "You win", low=low)) == f"You win: {expected}."


def test_an_action_that_cannot_be_done_comes_before_all() -> None:
    refused = EventOdds(Fraction(2, 3), None, '"play hen" cannot be done.', "refused")
    assert line(WON, refused) == '"play hen" cannot be done: 67 %. You win the fight: 47 %.'


def test_where_nothing_of_note_can_happen_it_says_so() -> None:
    silent = EventOdds(Fraction(1, 2), None, "The die shows 1-6.", "tossed")
    assert line(silent) == "Nothing notable can happen."
    assert line(silent, exact=False, worlds=0, samples=400) == "Nothing notable happened in 400 games."
    assert line(silent, exact=False, samples=90, worlds=90) == ("Nothing notable happened in 90 deals.")


def test_a_game_without_headlines_shows_how_it_ends() -> None:
    over = EventOdds(Fraction(1, 3), None, "Over: red.", "over")
    assert line(over) == "Over: red: 33 %."
    assert line(over, WON) == "You win the fight: 47 %."


def test_stakes_come_last_with_their_mean_change() -> None:
    half = Fraction(1, 2)
    expected = changes(
        gold={1: half, 0: half},
        units={-3: half, -1: half},
        half_points={3: half, 2: half},
        turn={1: Fraction(1)},
    )
    stakes = {"units": Stake("units"), "half-points": Stake("VP", 2)}
    assert line(WON, expected=expected, stakes=stakes) == (
        "You win the fight: 47 %. Units -2.0 and VP +1.2 on average."
    )
    assert line(WON, expected=expected) == (
        "You win the fight: 47 %. Gold +0.5 and half points +2.5 on average."
    )


def test_a_certain_change_is_shown_as_certain_if_known() -> None:
    expected = changes(units={-1: Fraction(1)})
    stakes = {"units": Stake("units")}
    asked = {"expected": expected, "stakes": stakes}
    assert line(**asked) == "Units -1 for certain."
    assert line(exact=False, worlds=0, samples=400, **asked) == "Units -1.0 on average."


def test_headlines_are_data_too() -> None:
    data = document(NOTHING_VISIBLE._replace(events=[LOST, WON]))
    assert data["headline"] == "You win the fight: 47 %. You lose the fight: 38 %. Neither: 15 %."
    assert data["headlines"][0] == {
        "event": "fought",
        "about": ["You win the fight"],
        "worth": 2,
        "text": "You win the fight.",
        "probability": "47/100",
    }
