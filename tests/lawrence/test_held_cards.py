"""LOA-C8, Allenby and Spies in the Souk: cards that are held, and played at their moments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable import Table
from sandtable_lawrence.operation import Naming
from sandtable_lawrence.ops_deck import DrawCard

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Words = Callable[..., list[str]]
Why = Callable[[Table, str], tuple[str, str]]


@pytest.mark.parametrize(
    ("card", "units", "force", "kept"),
    [
        ("allenby", "lawrence harb@aqaba", "lawrence harb", True),
        ("allenby", "lawrence harb@aqaba", "harb", True),
        ("allenby", "lawrence@cairo", "lawrence", False),
        ("spies-in-the-souk", "lawrence harb@aqaba", "harb", True),
        ("spies-in-the-souk", "auda@mecca", "auda", False),
    ],
)
def test_some_cards_are_held_and_the_others_discarded(
    card: str, units: str, force: str, kept: bool, position: Positions
) -> None:
    """LOA-C8, LOA 30.2: LOA 34: whoever draws it; nothing in staging areas and Mecca."""
    table = position(DrawCard(), units=units, force=force, cards=card, dice=[card], ops=3)
    state = table.state
    assert (state.held, state.discards) == (([card], []) if kept else ([], [card]))
    assert state.ops == 2


def test_allenby_is_played_with_an_appeal_and_at_no_other_moment(
    position: Positions, play: Plays, words: Words, why: Why
) -> None:
    """LOA-C8, LOA 34.4: two different results; then the card is discarded."""
    written: dict[str, Any] = {"held": "allenby", "ops": 2, "garrisons": "wejh"}
    away = position(units="lawrence@aqaba auda@jidda", **written)
    assert words(away, "appeal") == []
    assert words(away, "play") == []
    assert why(away, "play allenby wejh")[0] == "LOA-C8"
    table = position(units="lawrence@cairo", **written, dice=[3, 4])
    assert "appeal allenby" in words(table)
    play(table, "appeal allenby", "take funding")
    assert "take funding" not in words(table)
    play(table, "take arab-bureau", "at yenbo")
    state = table.state
    assert (state.held, state.discards, state.pounds, state.ops) == ([], ["allenby"], 4, 2)
    assert state.units["regulars-1"].space == "yenbo"


def test_allenby_is_spent_by_an_appeal_that_fails(position: Positions, play: Plays) -> None:
    """LOA-C8, LOA 34.4, LOA-R7: a plain appeal keeps it."""
    written: dict[str, Any] = {"units": "lawrence@cairo", "held": "allenby", "dice": [4]}
    played = play(position(**written), "appeal allenby").state
    assert (played.held, played.discards, played.appealed) == ([], ["allenby"], True)
    kept = play(position(**written), "appeal").state
    assert (kept.held, kept.discards, kept.appealed) == (["allenby"], [], True)


def test_spies_reveal_a_garrison_within_three_spaces_of_an_arab_unit(
    position: Positions, words: Words, why: Why
) -> None:
    """LOA-C8, LOA 32: from Aqaba Tabuk is 2 away, Deraa 3, Damascus 4; Maan lies face up."""
    known = {"maan": 2, "tabuk": None, "deraa": None, "damascus": None, "wejh": 1}
    units = "lawrence@aqaba auda@jidda"
    table = position(units=units, held="spies-in-the-souk", garrisons=known)
    spied = ["play spies-in-the-souk tabuk", "play spies-in-the-souk deraa"]
    assert words(table, "play") == spied
    for space in ("damascus", "maan"):
        rule, reason = why(table, f"play spies-in-the-souk {space}")
        assert (rule, reason.endswith("can be played only on")) == ("LOA-C8", True)


@pytest.mark.parametrize(("number", "left"), [(0, {}), (3, {"tabuk": 3})])
def test_spies_cost_no_op_and_bring_no_pounds(
    number: int, left: dict[str, int], position: Positions, play: Plays
) -> None:
    """LOA-C8, LOA 32: a 0 is gone, a higher number stays face up; then a force is named."""
    table = position(
        units="lawrence@rumm auda@jidda", held="spies-in-the-souk", garrisons="tabuk", ops=2,
        dice=[number],
    )  # fmt: skip
    play(table, "play spies-in-the-souk tabuk")
    state = table.state
    assert isinstance(table.decision, Naming)
    assert (state.garrisons, state.ops, state.pounds) == (left, 2, 0)
    assert (state.held, state.discards) == ([], ["spies-in-the-souk"])


def test_a_held_card_waits_while_a_force_acts(position: Positions, words: Words) -> None:
    """LOA-C8, LOA-C2: it is played before a force is named."""
    table = position(
        units="lawrence@aqaba", force="lawrence", held="spies-in-the-souk allenby", garrisons="tabuk"
    )
    assert words(table, "play") == words(table, "appeal") == []


def test_spies_are_also_where_only_the_camp_is(position: Positions, words: Words) -> None:
    """LOA-C8, LOA 36: the Camp is an Arab unit, and Tabuk within 3 spaces of it."""
    table = position(
        units="lawrence@jidda harb@rabegh camp@rumm",
        held="spies-in-the-souk",
        garrisons="tabuk damascus",
    )
    assert words(table, "play") == ["play spies-in-the-souk tabuk"]


@pytest.mark.parametrize(
    ("card", "title"),
    [("spies-in-the-souk", "Spies in the Souk"), ("ambush", "Ambush!"), ("the-nefud", "The Nefud")],
)
def test_a_story_calls_a_card_by_its_title(card: str, title: str) -> None:
    """LOA-C8: as it is printed."""
    session = sandtable.new("lawrence/aqaba", seed=1)
    assert session.scenario.game.name_of(session.view("lawrence"), card) == title
