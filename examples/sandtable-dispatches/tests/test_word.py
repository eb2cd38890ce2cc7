"""Tests of the command at the prompt, used like built-in commands."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sandtable import Session
from sandtable_console import Check, candidates, check
from sandtable_tools.kit import Typist


@pytest.fixture
def table(session: Callable[..., Session]) -> Typist:
    console = Typist(session("megiddo/1918-even", seed=11))
    console.say("discard engineer; discard roads")
    return console


def test_it_tells_the_last_turn(table: Typist) -> None:
    (line, *_) = table.say("dispatch").lines
    assert line.startswith("ROUND 1 STOP THE BRITISH DRAW 9 CARDS STOP")
    assert table.say("dispatch 1").lines == table.say("dispatch").lines
    assert table.say("dispatch round 1").lines == table.say("dispatch").lines


def test_it_keeps_to_the_width(table: Typist) -> None:
    table.width = 40
    lines = table.say("dispatch").lines
    assert len(lines) > 1
    assert all(len(line) <= 40 for line in lines)


def test_it_tells_nothing_that_is_hidden_from_the_player(table: Typist) -> None:
    table.say("done")
    table.say("discard poor-morale; done")
    british = " ".join(table.say("dispatch").lines)
    table.say("commit british-infantry; done")
    turkish = " ".join(table.say("dispatch").lines)
    assert "THE BRITISH DRAW 2 CARDS: " in british
    assert "THE TURKS DRAW 1 CARD STOP" in british
    assert "THE BRITISH DRAW 2 CARDS STOP" in turkish
    assert "THE TURKS DRAW 1 CARD: " in turkish


def test_a_turn_that_is_not_there_is_refused(table: Typist) -> None:
    assert str(table.say("dispatch 9").error) == 'no turn "9"; choose from round 1 to round 1'
    assert str(table.say("dispatch -1").error) == 'no turn "-1"; choose from round 1 to round 1'


def test_in_a_campaign_a_turn_may_be_several(session: Callable[..., Session]) -> None:
    game = session("lrdg/campaign-1942", seed=3, seats={"lrdg": "scripted"})
    for _ in game.play():
        pass
    assert check(Typist(game), "dispatch turn 1").text.startswith("6 telegrams of ")


def test_undone_actions_are_not_told(session: Callable[..., Session]) -> None:
    console = Typist(session("lrdg/benghazi-road", seed=3))
    before = console.say("dispatch").lines
    console.say("historical")
    assert [word for word, *_ in candidates(console, "dispatch ")] == ["preparation", "turn 1"]
    assert console.say("dispatch 1").lines[0].startswith("TURN 1 STOP THE 1ST PATROL ROLLS ")
    console.session.undo(force=True)
    assert console.say("dispatch").lines == before


def test_it_is_completed(table: Typist) -> None:
    assert candidates(table, "disp")[0] == ("dispatch", 4, "tell a turn as a telegram")
    (turn,) = candidates(table, "dispatch ")
    assert turn == ("round 1", 0, f"{len(' '.join(table.say('dispatch').lines).split())} words")
    assert candidates(table, "dispatch ro") == [("round 1", 2, turn.about)]


def test_the_prompt_says_what_it_would_do(table: Typist) -> None:
    words = len(" ".join(table.say("dispatch").lines).split())
    assert check(table, "dispatch") == Check("command", f"1 telegram of {words} words")
    assert check(table, "dispatch 1") == check(table, "dispatch")
    assert check(table, "dispatch 9") == Check("unknown", 'no turn "9"; choose from round 1 to round 1')
