"""LOA 34, Lawrence: his Leadership (LOA 34.1), checks (LOA 34.2) and recruiting leaders (LOA 34.3)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence.actions import Recruit
from sandtable_lawrence.campaign import MissionEnds, MissionPlay
from sandtable_lawrence.escape import Escape
from sandtable_lawrence.events import Checked, LeadershipMoved
from sandtable_lawrence.high_command import Petition
from sandtable_lawrence.leadership import check, move_leadership
from sandtable_lawrence.post_battle import BattleOver, ExtraAttempt
from sandtable_lawrence.preparation import Starting
from sandtable_lawrence.state import SEAT, Record
from sandtable_tools.odds import distribution, outcomes

LEVELS = range(1, 6)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("by", [-6, -1, 1, 6])
def test_leadership_is_never_off_its_track(
    level: int, by: int, position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA 34.1: from 1 to 5; without a change, there is no event."""
    table = position(units="lawrence@aqaba", leadership=level)
    move_leadership(table, by)
    now = min(5, max(1, level + by))
    assert table.state.leadership.value == now
    assert [(event.by, event.level) for event in events_of(table, LeadershipMoved)] == (
        [(now - level, now)] if now != level else []
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("space", ["cairo", "aqaba"])
def test_a_check_succeeds_with_leadership_or_less(
    level: int, space: str, law: Callable[..., dict[Any, Fraction]], position: Callable[..., Table]
) -> None:
    """LOA 34.2: one die, the same wherever Lawrence is."""
    chance = law(
        lambda table: bool(table.schedule and table.decision.title == "High Command"),
        Petition(),
        units=f"lawrence@{space}",
        garrisons="maan",
        leadership=level,
    )
    assert chance[True] == Fraction(level, 6)
    for face in range(1, 7):
        table = position(units="lawrence@maan", leadership=level, force="lawrence", dice=[face])
        assert check(table) is (face <= level)


def test_the_event_of_a_check(
    position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA 34.2: the die, the level, and whether it succeeds."""
    table = position(units="lawrence@maan", leadership=3, force="lawrence", dice=[4])
    check(table)
    assert [event.text for event in events_of(table, Checked)] == [
        "Leadership check: rolled 4, needed 3 or less: it fails."
    ]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("pounds", [0, 1, 2, 6])
def test_pounds_help_to_recruit_a_leader(
    level: int, pounds: int, position: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA 34.3, LOA-R33: each raises the number by one, up to 5; either leader is as likely."""
    table = position(units="lawrence@aqaba", force="lawrence", leadership=level, pounds=pounds)
    most = min(pounds, 5 - level)
    assert words(table, "recruit") == [f"recruit {spent}" for spent in range(most + 1)]
    for spent in range(most + 1):
        results = outcomes(table, table.read(f"recruit {spent}"))
        joined = distribution(results, lambda end: " ".join(end.state.acting.force[1:]))
        half = Fraction(level + spent, 12)
        assert joined == {"auda": half, "sherif-ali": half, "": 1 - 2 * half}
        assert set(distribution(results, lambda end: end.state.pounds)) == {pounds - spent}


def test_no_more_pounds_than_help(
    position: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-R33: what would raise it above 5, or is not there, cannot be spent."""
    table = position(units="lawrence@aqaba", force="lawrence", leadership=4, pounds=9)
    assert why(table, "recruit 2") == ("LOA-R33", "add 0 to 1 Pounds")
    poor = position(units="lawrence@aqaba", force="lawrence", leadership=1, pounds=1)
    assert why(poor, "recruit 2") == ("LOA-R33", "add 0 to 1 Pounds")


def test_each_attempt_shows_its_price(position: Callable[..., Table]) -> None:
    """LOA 34.3: an attempt may be made without Pounds."""
    table = position(units="lawrence@aqaba", force="lawrence", leadership=3, pounds=9)
    attempts = [option for option in table.options if isinstance(option, Recruit)]
    prices = [table.decision.cost(table, attempt) for attempt in attempts]
    assert prices == ["free", "1 Pound", "2 Pounds"]


def test_a_leader_joins_lawrence_and_his_force(
    position: Callable[..., Table], play: Callable[..., Table], texts: Callable[[Table], list[str]]
) -> None:
    """LOA 34.3: in his space, at once; the chance and the result are shown."""
    table = position(
        units="lawrence@maan harb@aqaba",
        force="lawrence",
        pounds=2,
        leadership=3,
        dice=[5, "sherif-ali"],
    )
    assert (
        table.decision.describe(table, Recruit(2))
        == "add 2 Pounds: a leader joins on a roll of 5 or less"
    )
    assert table.decision.risk(table, Recruit(2)) == "fails 17 %"
    play(table, "recruit 2")
    assert texts(table) == [
        "Pounds -2: 0 left.",
        "Leadership check: rolled 5, needed 5 or less: it succeeds.",
        "Sherif Ali joins Lawrence at Maan.",
    ]
    assert table.state.units["sherif-ali"].space == "maan"
    assert table.state.acting.force == ["lawrence", "sherif-ali"]
    assert table.decision.title == "Operation"


def test_a_mission_has_one_attempt_to_recruit_a_leader(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA 34.3: also when it fails; not again in a later Operation."""
    table = position(units="lawrence@aqaba harb@maan", garrisons="wejh", dice=[6, "railway-guards"])
    play(table, "operate aqaba", "recruit 0")
    refusal = ("34.3", "you have made your attempt; you get another after each battle that you win")
    assert why(table, "recruit 0") == refusal
    play(table, "stay", "operate aqaba")
    assert why(table, "recruit 0") == refusal


def test_one_more_try_after_a_battle_won(
    position: Callable[..., Table], play: Callable[..., Table], after: object
) -> None:
    """LOA 34.3: whether the try of the mission was made or not, which it does not use up."""
    for attempt in (True, False):
        table = position(
            BattleOver(),
            units="lawrence@maan",
            force="lawrence",
            battle={"foes": "", "arabs": ["lawrence"]},
            attempt=attempt,
            dice=[3, "auda"],
        )
        assert table.decision == ExtraAttempt(seat=SEAT)
        play(table, "recruit 0")
        assert (table.state.acting.force, table.state.attempt) == (["lawrence", "auda"], attempt)
        assert table.decision == after


def mission_end(position: Callable[..., Table], won: bool, **written: Any) -> Table:
    """The end of a mission of a campaign."""
    return position(
        MissionEnds(),
        name="campaign",
        verdict="won" if won else "lost",
        units="lawrence@deraa camp@rumm",
        **written,
    )


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize("level", LEVELS)
def test_leadership_goes_from_mission_to_mission(
    level: int, won: bool, position: Callable[..., Table]
) -> None:
    """LOA 34.5, LOA 34.1: one up or down, whatever the next Mission card says."""
    table = mission_end(position, won, leadership=level)
    assert table.state.leadership.value == max(1, min(5, level + (1 if won else -1)))
    assert (table.state.mission, table.decision.title) == (int(won), "Lawrence")


@pytest.mark.parametrize("won", [True, False])
def test_lawrence_may_begin_in_a_port_of_ours(
    won: bool,
    position: Callable[..., Table],
    play: Callable[..., Table],
    words: Callable[..., list[str]],
) -> None:
    """LOA 34.5, LOA-R31: any without Garrison, or where he is; nobody else comes along."""
    table = mission_end(position, won)
    ports = ["aqaba", "wejh", "yenbo", "jidda"] if won else ["yenbo", "jidda"]
    assert table.decision == Starting(seat=SEAT)
    assert set(words(table, "at")) == {"at deraa", *(f"at {port}" for port in ports)}
    play(table, "at jidda")
    assert table.state.lawrence.space == "jidda"


def test_lawrence_begins_at_no_other_space(
    position: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA 34.5: neither in Suez nor in a port that the Ottomans hold."""
    table = mission_end(position, won=False)
    refusal = (
        "34.5",
        "Lawrence begins where he is, where the mission says, or in a port without a Garrison",
    )
    assert [why(table, f"at {space}") for space in ("suez", "aqaba", "maan")] == [refusal] * 3


def test_the_first_mission_begins_with_its_own_numbers(position: Callable[..., Table]) -> None:
    """LOA 34.5, LOA-C11: Leadership 2, at Yenbo."""
    table = position(MissionPlay(), name="campaign", units="camp@rumm", leadership=5)
    assert (table.state.leadership.value, table.state.lawrence.space) == (2, "yenbo")


@pytest.mark.parametrize("name", ["aqaba", "campaign"])
def test_without_lawrence_all_is_lost(name: str, position: Callable[..., Table]) -> None:
    """LOA 34: the mission, and the campaign though it had no failure yet."""
    later = name == "campaign"
    table = position(
        *(Escape("lawrence", "maan"), MissionEnds()),
        name=name,
        units="harb@maan",
        lost="lawrence",
        records=[Record("lawrence/aqaba", won=True)] * later,
        mission=int(later),
        dice=[1],
    )
    assert table.outcome is not None
    assert (table.outcome.name, table.outcome.metrics["missions"]) == ("lost", 1 + later)


def test_without_another_leader_it_goes_on(position: Callable[..., Table], after: object) -> None:
    """LOA 34: Auda is missed, and no more."""
    table = position(Escape("auda", "maan"), units="lawrence@maan", lost="auda", dice=[1])
    assert (table.state.verdict, table.decision) == ("", after)
