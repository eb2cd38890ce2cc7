"""What a player would tell a friend of a mission."""

from __future__ import annotations

import pytest

from sandtable import Event, Strike
from sandtable_lawrence.battle_events import (
    BattleEnded,
    BattleJoined,
    BrokeOff,
    LeaderFell,
    LeaderLost,
    Shot,
)
from sandtable_lawrence.events import (
    AppealMade,
    ChargeSet,
    Eliminated,
    GarrisonGone,
    GarrisonPlaced,
    GarrisonRevealed,
    LeaderRecruited,
    Moved,
    Scouted,
)
from sandtable_lawrence.mission_events import CampaignOver, MissionOver


def test_a_battle_that_begins_is_neither_good_nor_bad() -> None:
    """LOA-C6: only the result of a battle is good or bad news."""
    assert BattleJoined("wejh", 1, 2, 0, ("oef-2",)).headline("lawrence").open
    assert not BattleEnded("wejh", won=True).headline("lawrence").open


@pytest.mark.parametrize(
    ("event", "text", "worth"),
    [
        (BattleEnded("wejh", won=True), "You win the battle at Wejh", 2),
        (BattleEnded("wejh", won=False), "You lose the battle at Wejh", -2),
        (BattleJoined("wejh", 1, 2, 0, ("oef-2",)), "Battle at Wejh", 1),
        (BrokeOff(5, 3, "amman", away=True), "You get away to Amman", 2),
        (ChargeSet("howeitat", "maan", 5, "loot"), "You break the railway at Maan", 2),
        (LeaderLost("lawrence"), "Lawrence is lost", -3),
        (LeaderLost("auda"), "Auda is lost", -2),
        (LeaderFell("lawrence"), "Lawrence falls, and must escape", -2),
        (LeaderFell("auda"), "Auda falls, and must escape", -1),
        (Eliminated("mercenaries"), "You lose Mercenaries", -1),
        (LeaderRecruited("auda", "yenbo"), "A leader joins Lawrence", 1),
        (Scouted("wejh", 4, seen=True), "You see the Garrison of Wejh", 1),
        (GarrisonRevealed("wejh", 2), "The Garrison of Wejh is a 2", 1),
        (GarrisonGone("wejh"), "The Garrison of Wejh is gone", 1),
        (GarrisonGone("wejh", goal=True), "The Garrison of Wejh is gone", 2),
        (GarrisonPlaced("wejh", goal=True), "A Garrison comes to Wejh", -2),
        (AppealMade(heard=True), "The High Command listens", 1),
        (AppealMade(heard=False), "The High Command has no time for Lawrence", -1),
        (MissionOver("Aqaba!", won=True, why="all goals are met"), "You win the mission", 3),
        (CampaignOver(won=False, missions=2), "You lose the campaign", -4),
    ],
)
def test_important_events_have_a_headline(event: Event, text: str, worth: int) -> None:
    """LOA-C7, LOA 33, LOA 34, LOA 35.1, LOA 28: for the player as "you", and how good the news is."""
    headline = event.headline("lawrence")
    assert headline is not None
    assert (headline.text, headline.worth) == (text, worth)
    neutral = event.headline(None)
    assert neutral is not None
    assert neutral.text == text.replace("You ", "The Arabs ")


def test_the_loss_of_lawrence_decides_the_game() -> None:
    """LOA 34: nothing that happened before can be its turning point; Auda is lost for a mission only."""
    heard = [LeaderLost(leader).headline("lawrence") for leader in ("lawrence", "auda")]
    assert [headline.decisive for headline in heard if headline] == [True, False]


@pytest.mark.parametrize(
    "event",
    [
        BrokeOff(2, 3, "amman", away=False),
        ChargeSet("howeitat", "maan", 2, "no-effect"),
        Scouted("wejh", 3, seen=False),
        Moved(("lawrence",), "wejh", "overland"),
    ],
)
def test_minor_events_have_no_headline(event: Event) -> None:
    """LOA-R13, LOA-C9, LOA-C10, LOA-C4: attempts that fail at no cost, and moves."""
    assert event.headline("lawrence") is None


def test_a_garrison_turned_up_is_neither_good_nor_bad_news() -> None:
    """LOA 32: its strength is known, and the fight for the space is still open."""
    for number in range(4):
        assert GarrisonRevealed("wejh", number).headline("lawrence").open


def test_that_a_garrison_is_gone_is_not_about_the_fight_there() -> None:
    """LOA 32, LOA-C7: odds would take it for the condition of the fight when the chances agree."""
    gone, fight = GarrisonGone("wejh").headline(None), BattleEnded("wejh", won=True).headline(None)
    assert gone.about[:1] != fight.about[:1]


def test_a_single_mission_won_is_shown_in_the_singular() -> None:
    """LOA 28: as a campaign ends."""
    assert CampaignOver(won=False, missions=1).text == "The campaign is lost: 1 mission won."


def test_a_shot_is_a_strike_of_either_side() -> None:
    """LOA-C6: a hit eliminates."""
    hit = Shot("auda", "oef-3-b", 2, 4, hit=True).strike
    assert hit == Strike("OEF 3b", "lawrence", "Auda", (2,), "1-4", effect="out", out=True)
    missed = Shot("oef-3-b", "auda", 5, 3, hit=False).strike
    assert missed == Strike("Auda", "the Ottomans", "OEF 3b", (5,), "1-3", hit=False)
