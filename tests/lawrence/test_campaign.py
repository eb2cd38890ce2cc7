"""LOA-C13, LOA 34.5, LOA 28: the campaign, and everything that lasts from one mission to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Scenario, SeededDice, Table
from sandtable.plugins.catalog import catalog
from sandtable_lawrence.campaign import MissionEnds
from sandtable_lawrence.mission_events import Aftermath, CampaignOver, MissionBegan, SpacesSecured
from sandtable_lawrence.preparation import Preparing, Starting
from sandtable_lawrence.roster import full_bin
from sandtable_lawrence.state import SEAT, Record
from sandtable_lawrence.tables import CARD_TEXTS
from sandtable_lawrence.victory import VictoryTest

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Words = Callable[..., list[str]]
EventsOf = Callable[..., list]
Why = Callable[[Table, str], tuple[str, str]]

MISSIONS = ["aqaba", "hejaz-railroad", "gaza-offensive", "damascus"]


def records(line: str) -> list[Record]:
    """The results of missions, in order: ``+`` won, ``-`` failed and played again."""
    played, mission = [], 0
    for sign in line:
        played.append(Record(f"lawrence/{MISSIONS[mission]}", sign == "+"))
        mission += sign == "+"
    return played


def mission_end(position: Positions, verdict: str, before: str = "", **more: Any) -> Table:
    """The end of a mission of the campaign after others."""
    written = {"units": "lawrence@jidda camp@rumm"} | more
    return position(
        MissionEnds(), name="campaign", mission=before.count("+"), records=records(before),
        verdict=verdict, **written,
    )  # fmt: skip


# Which mission comes (LOA 28).


def test_the_campaign_begins_as_its_first_mission(scenario: Callable[[str], Scenario]) -> None:
    """LOA 28, LOA-C13: at Yenbo, as the Mission card says; with its Leadership."""
    assert [part.id for part in scenario("campaign").parts] == [f"lawrence/{id}" for id in MISSIONS]
    table = Table.new(scenario("campaign"), SeededDice(1))
    state = table.state
    assert isinstance(table.decision, Preparing)
    card = scenario("aqaba").data
    assert (state.lawrence.space, state.leadership.value) == (card.start, card.leadership)
    assert (state.pounds, state.ops) == (card.pounds, card.ops)


@pytest.mark.parametrize(
    ("before", "verdict", "mission"),
    [
        ("", "won", 1),
        ("+", "won", 2),
        ("++", "won", 3),
        ("", "lost", 0),
        ("+", "lost", 1),
        ("+++", "lost", 3),
        ("-", "won", 1),
        ("+-+", "won", 3),
    ],
)
def test_missions_come_in_order_and_a_failed_one_is_played_again(
    before: str, verdict: str, mission: int, position: Positions, events_of: EventsOf
) -> None:
    """LOA 28, LOA-C13: one failure is survived, in whatever mission."""
    table = mission_end(position, verdict, before)
    assert isinstance(table.decision, Starting)
    (began,) = events_of(table, MissionBegan)
    assert began.title == table.scenario.parts[mission].title
    assert table.state.records == records(before + ("+" if verdict == "won" else "-"))
    assert table.state.successes == (before + verdict).count("+") + (verdict == "won")


@pytest.mark.parametrize(
    ("before", "verdict", "won"),
    [
        ("+++", "won", True),
        ("-+++", "won", True),
        ("++-+", "won", True),
        ("-", "lost", False),
        ("-+", "lost", False),
        ("+-++", "lost", False),
        ("+++-", "lost", False),
    ],
)
def test_four_missions_win_and_a_second_failure_loses(
    before: str, verdict: str, won: bool, position: Positions, events_of: EventsOf
) -> None:
    """LOA 28, LOA-C13: of the same mission or of a later one."""
    table = mission_end(position, verdict, before)
    name = "won" if won else "lost"
    assert (table.outcome.name, table.outcome.returns) == (name, {SEAT: int(won)})
    successes = before.count("+") + (verdict == "won")
    assert events_of(table, CampaignOver) == [CampaignOver(won, successes)]
    assert table.outcome.metrics["missions-won"] == successes
    assert table.outcome.metrics["missions"] == len(before) + 1
    first = "lost" if before.startswith("-") else "won"
    assert table.game.part_results(table)[0] == (first, "Aqaba!")


@pytest.mark.parametrize("before", ["", "+", "+++"])
def test_without_lawrence_the_campaign_is_lost_at_once(
    before: str, position: Positions, events_of: EventsOf
) -> None:
    """LOA 34, LOA-C13: though it is the first failure."""
    table = mission_end(position, "lost", before, units="auda@aqaba camp@rumm", lost="lawrence")
    assert table.outcome.name == "lost"
    assert events_of(table, CampaignOver) == [CampaignOver(won=False, missions=before.count("+"))]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("+", "the campaign is lost because Lawrence is, with 1 mission won in 2 attempts"),
        (None, "Aqaba! is lost because Lawrence is, with 5 Ops and 2 Pounds left"),
    ],
)
def test_the_result_says_that_lawrence_is_lost(
    before: str | None, expected: str, position: Positions
) -> None:
    """LOA 34, LOA 28: else nobody sees why a mission with Ops left is lost."""
    gone = {"units": "auda@aqaba camp@rumm", "lost": "lawrence", "pounds": 2}
    if before is None:
        table = position(MissionEnds(), verdict="lost", **gone)
    else:
        table = mission_end(position, "lost", before, **gone)
    assert table.game.verdict(table) == expected


def test_it_is_shown_what_came_of_a_mission_beside_history(
    position: Positions, events_of: EventsOf
) -> None:
    """LOA 28: who is left, what was done, and what the file knows of history."""
    table = position(
        MissionEnds(), units="lawrence harb billi@aqaba camp@rumm", verdict="won", ops=2, breaks="hedia",
        garrisons="maan tabuk medina",
    )  # fmt: skip
    (event,) = events_of(table, Aftermath)
    assert event.text == (
        "Still in the field: Lawrence, 2 other units. "
        "2 Garrisons eliminated, 1 RR Break on the map, 2 Ops left."
    )
    assert "1917" in catalog().scenario("lawrence/aqaba").info.history


@pytest.mark.parametrize(("before", "expected"), [("", "took Aqaba"), ("+", "Medina held out")])
def test_in_a_campaign_each_mission_ends_with_its_history(
    before: str, expected: str, position: Positions, events_of: EventsOf
) -> None:
    """LOA 28, LOA-C13: at once, as the game goes on; at the end stands that of the campaign."""
    table = mission_end(position, "won", before, real=True)
    (event,) = events_of(table, Aftermath)
    assert expected in event.text


def test_a_garrison_that_a_mission_never_had_is_not_told_as_gone(
    position: Positions, events_of: EventsOf
) -> None:
    """LOA-R29: none is laid where an earlier mission of a campaign has secured a space."""
    table = position(
        MissionEnds(), name="campaign", mission=1, records=[Record("lawrence/aqaba", won=True)],
        units="lawrence@aqaba camp@rumm", verdict="won", secured=["maan"], garrisons="tabuk",
    )  # fmt: skip
    assert events_of(table, Aftermath)[0].beaten == 2  # mudawwara and medina


# Leadership and where Lawrence begins (LOA 34.5, LOA-R31).


@pytest.mark.parametrize(
    ("level", "verdict", "after"), [(2, "won", 3), (5, "won", 5), (4, "lost", 3), (1, "lost", 1)]
)
def test_leadership_rises_and_falls_with_the_missions(
    level: int, verdict: str, after: int, position: Positions
) -> None:
    """LOA 34.5, LOA 34.1: not the number of the next Mission card, which is 3."""
    assert mission_end(position, verdict, leadership=level).state.leadership.value == after


@pytest.mark.parametrize(
    ("here", "mission", "ports"),
    [
        ("damascus", "++", "damascus aqaba wejh yenbo jidda"),
        ("wejh", "++", "wejh aqaba yenbo jidda"),
        ("cairo", "+", "cairo aqaba wejh yenbo jidda"),
    ],
)
def test_lawrence_begins_in_a_free_port_or_where_he_is(
    here: str, mission: str, ports: str, position: Positions, play: Plays, words: Words, why: Why
) -> None:
    """LOA-R31, LOA 34.5: not where the Mission card says; all others stay where they are."""
    table = mission_end(position, "won", mission, units=f"lawrence harb@{here} camp@rumm")
    assert words(table) == [f"at {space}" for space in ports.split()]
    assert why(table, "at gaza")[0] == "34.5"
    play(table, "at jidda")
    assert (table.state.lawrence.space, table.state.units["harb"].space) == ("jidda", here)
    assert isinstance(table.decision, Preparing)


def test_a_port_with_a_garrison_is_not_friendly(position: Positions, words: Words) -> None:
    """LOA-R31: Aqaba! is repeated, with its Garrisons in Wejh and Aqaba."""
    assert words(mission_end(position, "lost")) == ["at jidda", "at yenbo"]


def test_lawrence_may_stay_beside_a_new_garrison(position: Positions, words: Words) -> None:
    """LOA-R31, LOA-R35: where he is, even if the mission lays one there."""
    table = mission_end(position, "lost", units="lawrence@aqaba camp@rumm")
    assert words(table) == ["at aqaba", "at yenbo", "at jidda"]
    assert table.state.garrisons["aqaba"] is None


@pytest.mark.parametrize(("space", "buys_at"), [("cairo", "aqaba"), ("yenbo", "yenbo")])
def test_lawrence_may_begin_where_the_mission_says(
    space: str, buys_at: str, position: Positions, play: Plays, words: Words
) -> None:
    """LOA-R31, LOA-R47: in Cairo, with his base in Aqaba, or in a port, where he buys himself."""
    table = position(
        MissionEnds(), name="campaign", real=True, verdict="won", pounds=9,
        units="lawrence harb@aqaba camp@rumm", dice=["billi"],
    )  # fmt: skip
    assert words(table) == ["at aqaba", "at wejh", "at yenbo", "at jidda", "at cairo"]
    play(table, f"at {space}", "buy bedouin")
    assert (table.state.lawrence.space, table.state.units["billi"].space) == (space, buys_at)


# What stays, what goes (LOA-C13).


def messy(position: Positions, verdict: str = "won", **more: Any) -> Table:
    """The end of Aqaba! with something of everything."""
    written: dict[str, Any] = {
        "units": "lawrence harb+demolition auda+machineguns@aqaba mercenaries@wejh camp@rumm",
        "lost": "sherif-ali billi", "garrisons": {"maan": 3, "tabuk": None}, "breaks": "hedia",
        "beaten": [1, 2],
        "stores": {"rumm": "aeroplane"}, "held": "allenby spies-in-the-souk", "pounds": 5, "ops": 3,
        "cards": "ambush the-nefud", "discards": ["blood-feud"], "attempt": False, "appealed": True,
        "cleared": ["wejh", "aqaba"], "bin": full_bin(), "leadership": 4,
    }  # fmt: skip
    return mission_end(position, verdict, **(written | more))


def test_units_gear_breaks_and_the_camp_stay(position: Positions) -> None:
    """LOA-C13, LOA-R18: each where it was, with what it carries."""
    state = messy(position).state
    on_map = {unit.id: (unit.space, unit.gear) for unit in state.units.values() if unit.space}
    assert on_map == {
        "lawrence": ("aqaba", []),
        "auda": ("aqaba", ["machineguns"]),
        "harb": ("aqaba", ["demolition"]),
        "mercenaries": ("wejh", []),
        "camp": ("rumm", []),
    }
    assert (state.breaks, state.stores) == (["hedia"], {"rumm": ["aeroplane"]})
    assert Counter(state.gear) == {"demolition": 3, "machineguns": 1}


@pytest.mark.parametrize(("verdict", "pounds"), [("won", 2 + 13), ("lost", 2 + 8)])
def test_two_of_the_pounds_left_are_kept(
    verdict: str, pounds: int, position: Positions, events_of: EventsOf
) -> None:
    """LOA-C13, LOA-R28: of five; a mission that is repeated brings its own again."""
    table = messy(position, verdict)
    assert table.state.pounds == pounds
    assert events_of(table, MissionBegan)[0].pounds == pounds


def test_cards_ops_and_chances_are_there_again(position: Positions) -> None:
    """LOA-C13, LOA 34.3, LOA 34.4: all 14 are shuffled, also those held; appeal and attempt are new."""
    state = messy(position).state
    assert state.unseen == sorted(CARD_TEXTS)
    assert (state.held, state.discards, state.ops) == ([], [], 8)
    assert (state.attempt, state.appealed, state.verdict) == (True, False, "")


def test_eliminated_units_are_available_again(position: Positions) -> None:
    """LOA-R16, LOA 34.3: Sherif Ali and the Billi are in the Recruit box, without gear."""
    state = messy(position).state
    for unit in ("sherif-ali", "billi"):
        assert (state.units[unit].space, state.units[unit].lost, state.units[unit].gear) == (
            "",
            False,
            [],
        )
    assert state.recruits(["sherif-ali", "billi"]) == ["sherif-ali", "billi"]


def test_a_lost_camp_is_placed_again(position: Positions) -> None:
    """LOA-C13, LOA-R17: by the table, in the next mission."""
    table = messy(
        position, units="lawrence@aqaba", lost="camp", cleared=["wejh", "aqaba"], dice=["azrak"]
    )
    assert table.state.camp == "azrak"


def test_all_garrisons_are_mixed_again(position: Positions) -> None:
    """LOA-C13, LOA 32: those of the new mission, face down; nothing is left of the old ones."""
    state = messy(position).state
    assert state.garrisons == dict.fromkeys(("maan", "mudawwara", "tabuk", "medina"))
    assert (state.available, state.beaten) == ([0, 0, 1, 2, 3, 3], [])


# Secured spaces (LOA-R29).


@pytest.mark.parametrize(
    ("units", "fields", "secured"),
    [
        ("lawrence@aqaba harb@wejh", {"cleared": ["wejh", "aqaba"]}, ["aqaba", "wejh"]),
        ("lawrence@aqaba", {"cleared": ["wejh", "aqaba"]}, ["aqaba"]),
        ("lawrence@jidda", {"cleared": ["wejh", "aqaba"]}, []),
        ("lawrence@aqaba harb@wejh", {}, []),
        ("lawrence@aqaba", {"cleared": ["aqaba"], "garrisons": "aqaba"}, []),
        ("lawrence@jidda", {"secured": ["aqaba"]}, ["aqaba"]),
        ("lawrence@jidda harb@wejh", {"cleared": ["wejh"], "secured": ["aqaba"]}, ["aqaba", "wejh"]),
    ],
)
def test_a_cleared_space_with_arabs_gets_no_garrison_in_a_later_mission(
    units: str, fields: dict[str, Any], secured: list[str], position: Positions, events_of: EventsOf
) -> None:
    """LOA-R29, LOA 32: eliminated before, an Arab unit there now; for good, also when they leave.

    Aqaba! is repeated here, which lists Wejh and Aqaba again. Each space is named once.
    """
    table = mission_end(position, "lost", units=f"{units} camp@rumm", **fields)
    state = table.state
    assert state.secured == secured
    told = [space for event in events_of(table, SpacesSecured) for space in event.spaces]
    assert sorted(told) == [space for space in secured if space not in fields.get("secured", ())]
    listed = ["wejh", "aqaba", "maan", "tabuk", "medina"]
    assert list(state.garrisons) == [space for space in listed if space not in secured]


def test_a_space_may_be_secured_missions_after_its_garrison_was_eliminated(
    position: Positions,
) -> None:
    """LOA-R29: Maan was cleared in the first mission, and is held at the end of the third."""
    table = mission_end(
        position, "won", "++", units="lawrence@jidda harb@maan camp@rumm", cleared=["wejh", "maan"]
    )
    assert table.state.secured == ["maan"]
    assert list(table.state.garrisons) == ["amman", "deraa", "damascus", "medina"]


# RR Breaks of earlier missions (LOA-R18).


@pytest.mark.parametrize(
    ("mission", "breaks", "garrisons", "won"),
    [
        (1, "maan tabuk hedia", "", True),
        (2, "amman", "gaza", True),
        (2, "amman", "gaza beersheba", False),
        (2, "maan tabuk hedia", "", False),
    ],
)
def test_breaks_count_for_every_mission(
    mission: int, breaks: str, garrisons: str, won: bool, position: Positions
) -> None:
    """LOA-R18, LOA 35.1: whenever they were laid."""
    table = position(
        VictoryTest(), name="campaign", mission=mission, units="lawrence@jidda", breaks=breaks,
        garrisons=garrisons, records=records("+" * mission),
    )  # fmt: skip
    assert (table.state.verdict == "won") == won


def test_a_campaign_shows_which_mission_is_played(position: Positions) -> None:
    """LOA 28, LOA-C13: in the status line."""
    table = mission_end(position, "won", "+")
    assert table.game.status(table.view(SEAT)).startswith("Mission 3/4. ")
