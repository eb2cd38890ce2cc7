"""The headlines of a raid."""

from __future__ import annotations

import pytest

from sandtable import Event, Strike
from sandtable_lrdg.combat_events import CombatBegan, Defeated, Fired, TargetHit, UnitHit
from sandtable_lrdg.events import (
    Abandoned,
    CampaignOver,
    Evaluated,
    Marked,
    ReconOkWon,
    Repaired,
    Scouted,
)
from sandtable_lrdg.events import (
    Tested as Seen,
)


def test_a_fight_that_begins_is_neither_good_nor_bad() -> None:
    """LRDG 7: only the result of a fight is good or bad news."""
    assert CombatBegan("mersa", raid=True).headline("lrdg").open
    assert not UnitHit("t1-a", destroyed=True).headline("lrdg").open


@pytest.mark.parametrize(
    ("event", "text", "worth"),
    [
        (TargetHit("mersa", 0), "You destroy the target at Mersa", 2),
        (TargetHit("mersa", 2), "You hit the target at Mersa", 1),
        (Defeated("german-mobile-av-4"), "You defeat an enemy", 1),
        (UnitHit("t1-a", destroyed=True), "You lose a unit", -2),
        (UnitHit("t1-a", destroyed=False), "A unit is reduced", -1),
        (CombatBegan("mersa", raid=True), "A fight begins at Mersa", -1),
        (Seen("jalo", (6,), 1, passed=False, again=False), "You are seen at Jalo", -1),
        (Scouted(("t1-a",), "jalo", back=True), "You scout Jalo", 1),
        (ReconOkWon("1st", 1, kept=True), "You win a Recon OK", 1),
        (ReconOkWon("1st", 1, kept=True, wanted=True), "You win a Recon OK for the mission", 2),
        (Repaired("t1-a", 2, 0, freed=True), "T1/A is repaired", 1),
        (Marked("t1-a", 1), "A unit breaks down", -1),
        (Abandoned(("t1-a",)), "You abandon T1/A", -2),
        (Evaluated(7, "moderate", 2, ()), "The mission ends in moderate success", 3),
        (Evaluated(-3, "failure", 1, ()), "The mission ends in failure", -3),
        (CampaignOver(9, 3, 0, "moderate"), "Campaign over (moderate)", 4),
    ],
)
def test_important_events_have_a_headline(event: Event, text: str, worth: int) -> None:
    """LRDG 7.2, LRDG 7.3.3, LRDG 6.1.1, LRDG 5.4: for the player as "you", and how good the news is."""
    headline = event.headline("lrdg")
    assert headline is not None
    assert (headline.text, headline.worth) == (text, worth)
    neutral = event.headline(None)
    assert neutral is not None
    in_third_person = text.replace("You are", "The raiders are").replace("You ", "The raiders ")
    assert neutral.text == in_third_person


@pytest.mark.parametrize(
    "event",
    [
        Seen("jalo", (2,), 1, passed=True, again=False),
        Scouted(("t1-a",), "jalo", back=False),
        Repaired("t1-a", 6, 0, freed=False),
        Fired("T1/A", "the target", (3,), 2, hit=False),
    ],
)
def test_minor_events_have_no_headline(event: Event) -> None:
    """LRDG 6.1.1, LRDG 6.1.4, LRDG 6.1.6, LRDG 7.3.3: failures at no cost, and tests passed."""
    assert event.headline("lrdg") is None


@pytest.mark.parametrize(
    ("event", "strike"),
    [
        (
            Fired("T1/A", "German AV 3", (3,), 3, hit=True),
            Strike("German AV 3", "lrdg", "T1/A", (3,), "1-3"),
        ),
        (
            Fired("German AV 3", "R2/A with HQ 3", (4, 5), 3, hit=False),
            Strike("R2/A", "the Axis", "German AV 3", (4, 5), "1-3", hit=False),
        ),
        (UnitHit("t1-a", destroyed=False), Strike("T1/A", effect="reduced")),
        (UnitHit("t1-a", destroyed=True), Strike("T1/A", effect="destroyed", out=True)),
        (TargetHit("mersa", 1), Strike("the target", "lrdg", effect="down to 1")),
        (TargetHit("mersa", 0), Strike("the target", "lrdg", effect="destroyed", out=True)),
        (CombatBegan("mersa", raid=True), None),
    ],
)
def test_shots_and_losses_are_strikes(event: Event, strike: Strike | None) -> None:
    """LRDG 7.3.3: a shot, and the loss that follows it, name the same unit."""
    assert event.strike == strike
