"""LOA-C7, LOA 30.1, LOA 32.2: the gains and losses of a battle, and the try for a leader after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence.battle_events import BattleEnded, Escaped
from sandtable_lawrence.events import GarrisonGone, LeaderRecruited
from sandtable_lawrence.post_battle import BattleOver, ExtraAttempt
from sandtable_lawrence.spaces import NAMES

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Words = Callable[..., list[str]]
EventsOf = Callable[..., list]
Why = Callable[[Table, str], tuple[str, str]]

NO_LEADERS = "auda sherif-ali"
"""When both are lost there is nobody to recruit, and nothing is asked."""


def after_battle(
    position: Positions, units: str = "harb@aqaba", *, won: bool = True, **more: Any
) -> Table:
    """The phases after a battle that was won, or lost with all Arabs in it."""
    force = units.split("@")[0].split("+")[0].split()[0]
    battle = {"foes": ""} | ({} if won else {"arabs": [], "foes": "oef-2"}) | more.pop("battle", {})
    return position(BattleOver(), units=units, force=more.pop("force", force), battle=battle, **more)


# Ops (LOA 30.1).


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize("space", [space for space in NAMES if space not in ("cairo", "suez", "mecca")])
def test_a_battle_is_worth_an_op_and_two_in_a_critical_city(
    space: str, won: bool, position: Positions, events_of: EventsOf
) -> None:
    """LOA 30.1, LOA-C7, LOA-R2: won or lost, anywhere on the map."""
    table = after_battle(position, f"harb@{space}", won=won, ops=4)
    worth = 2 if space in ("medina", "damascus") else 1
    assert table.state.ops == 4 + (worth if won else -worth)
    (ended_,) = events_of(table, BattleEnded)
    assert ended_ == BattleEnded(space, won)
    assert ("a critical city" in ended_.text) == (worth == 2)


@pytest.mark.parametrize(("space", "ops"), [("medina", 1), ("medina", 0), ("aqaba", 0)])
def test_no_more_ops_are_lost_than_there_are(space: str, ops: int, position: Positions) -> None:
    """LOA 30.1, LOA-R2: the last one at most."""
    table = after_battle(position, f"harb@{space}", won=False, ops=ops)
    assert table.state.ops == 0


def test_a_garrison_and_a_card_together_are_one_battle_for_the_ops(position: Positions) -> None:
    """LOA 30.1, LOA-R36: two at most, in a critical city."""
    table = after_battle(position, "harb@medina", battle={"garrison": 3}, garrisons={"medina": 3}, ops=4)
    assert table.state.ops == 6


# Garrisons (LOA 32.2).


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_beaten_garrison_is_gone_and_pays_its_number(
    number: int, position: Positions, events_of: EventsOf
) -> None:
    """LOA 32.2, LOA-C7, LOA-R24: it does not come back in this mission."""
    table = after_battle(
        position, battle={"garrison": number}, garrisons={"aqaba": number, "wejh": None}, pounds=4
    )
    state = table.state
    assert (state.garrisons, state.pounds, state.cleared) == ({"wejh": None}, 4 + number, ["aqaba"])
    assert state.beaten == [number]
    assert sorted([*state.available, number]) == [0, 0, 1, 2, 3, 3]
    assert events_of(table, GarrisonGone) == [GarrisonGone("aqaba", goal=True)]


def test_one_that_won_stays_face_up_and_takes_no_pounds(position: Positions) -> None:
    """LOA 32.2, LOA-C7: a defeat costs an Op, and no Pounds."""
    state = after_battle(
        position, won=False, battle={"garrison": 2}, garrisons={"aqaba": 2}, pounds=4, ops=5
    ).state
    assert (state.garrisons, state.pounds, state.ops, state.cleared) == ({"aqaba": 2}, 4, 4, [])


# One more try for a leader (LOA-R23, LOA 34.3).


@pytest.mark.parametrize("spent", [False, True])
def test_lawrence_may_try_to_recruit_a_leader_after_a_victory(
    spent: bool, position: Positions, play: Plays, words: Words, events_of: EventsOf
) -> None:
    """LOA-R23, LOA 34.3, LOA-C7: besides the one of the mission, with Pounds or without."""
    table = after_battle(
        position, "lawrence harb@aqaba", leadership=2, pounds=4, dice=[4, "auda"], attempt=not spent
    )
    assert table.decision == ExtraAttempt(seat="lawrence")
    assert words(table) == ["recruit 0", "recruit 1", "recruit 2", "recruit 3", "wait"]
    play(table, "recruit 2")
    state = table.state
    assert events_of(table, LeaderRecruited) == [LeaderRecruited("auda", "aqaba")]
    assert (state.pounds, state.attempt) == (2, not spent)
    assert state.acting.force == ["lawrence", "auda"]


def test_the_pounds_of_the_garrison_can_be_spent_on_it(position: Positions, play: Plays) -> None:
    """LOA-R23, LOA 32.2, LOA-R33: they are there at once; the sum counts as 5 at most."""
    table = after_battle(
        position, "lawrence harb@aqaba", leadership=3, battle={"garrison": 2}, garrisons={"aqaba": 2},
        dice=[6],
    )  # fmt: skip
    play(table, "recruit 2")
    assert table.state.pounds == 0
    assert table.state.units["auda"].space == table.state.units["sherif-ali"].space == ""


def test_it_is_made_at_once_or_not_at_all(position: Positions, play: Plays, after: object) -> None:
    """LOA-R23: who waits has no second try from it later, and the question says so."""
    table = after_battle(position, "lawrence harb@aqaba", attempt=False)
    assert table.decision is not None
    asked = table.decision.ask(table)
    assert asked.startswith("You won the battle. Try to recruit a leader")
    assert "forgo the attempt?" in asked
    play(table, "wait")
    assert table.decision == after
    assert not table.state.attempt


def test_by_an_option_it_is_kept_for_a_later_operation(
    position: Positions, play: Plays, words: Words, why: Why
) -> None:
    """LOA-R23, LOA 34.3: "plus once per battle won"; in the Recruiting phase, and only once."""
    table = after_battle(
        position, "lawrence harb@aqaba", attempt=False, pounds=1, house={"attempts_keep": True}
    )
    assert "keep the attempt for later?" in table.decision.ask(table)
    table.state.earned = 0
    play(table, "wait")
    assert (table.state.attempt, table.state.earned) == (False, 1)
    later = position(
        units="lawrence harb@aqaba", force="lawrence harb", attempt=False, earned=1, dice=[6]
    )
    assert words(later, "recruit")[0] == "recruit 0"
    play(later, "recruit 0")
    assert (later.state.earned, why(later, "recruit 0")[0]) == (0, "34.3")


@pytest.mark.parametrize(
    ("units", "won", "more"),
    [
        ("harb@aqaba lawrence@maan", True, {}),
        ("lawrence harb@aqaba", True, {"lost": NO_LEADERS}),
        ("lawrence harb auda sherif-ali@aqaba", True, {}),
        ("lawrence harb@aqaba", False, {}),
        ("lawrence harb@aqaba", True, {"battle": {"broken_off": True}}),
    ],
)
def test_when_there_is_no_such_try(
    units: str, won: bool, more: dict[str, Any], position: Positions, after: object
) -> None:
    """LOA-R23: Lawrence elsewhere, no leader available, no victory."""
    assert after_battle(position, units, won=won, **more).decision == after


def test_lawrence_must_be_in_the_force(position: Positions, after: object) -> None:
    """LOA-R23, LOA 34.3: it is not enough that he fought there, as everybody does."""
    assert after_battle(position, "harb lawrence@aqaba", force="harb").decision == after
    assert after_battle(position, "harb lawrence@aqaba", force="harb lawrence").decision != after


def test_the_try_comes_after_the_fate_of_who_was_lost(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LOA-C7, LOA-R23, LOA 33: a leader who was lost here cannot be recruited by it."""
    table = after_battle(
        position, "lawrence harb@aqaba camp@rumm", lost="auda", battle={"lost": ["auda"]},
        dice=[5, 3, "sherif-ali"],
    )  # fmt: skip
    assert [event.leader for event in events_of(table, Escaped)] == ["auda"]
    assert table.state.units["auda"].space == "rumm"
    play(table, "recruit 0")
    assert [event.leader for event in events_of(table, LeaderRecruited)] == ["sherif-ali"]


@pytest.mark.parametrize(("face", "tries"), [(6, True), (5, False)])
def test_lawrence_who_slips_back_to_his_men_tries_too(
    face: int, tries: bool, position: Positions, play: Plays
) -> None:
    """LOA-R23, LOA 34.3, LOA 33: he is part of the Operating force again; at the Camp he is not."""
    table = after_battle(
        position, "harb@jauf lawrence@jidda camp@rumm", force="harb", lost="",
        battle={"lost": ["lawrence"], "arabs": ["harb"]}, dice=[face],
    )  # fmt: skip
    if tries:
        play(table, "at jauf")
    assert (table.decision == ExtraAttempt(seat="lawrence")) is tries
    assert (table.state.acting.force == ["harb", "lawrence"]) is tries
