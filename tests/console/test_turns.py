"""`history` and `rollback`: the turns of a game, as the viewer may know them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import sandtable
from sandtable.record.records import HUMAN
from sandtable.record.replay import Replay
from sandtable.record.undo import UndoRefused
from sandtable.text.errors import AmbiguousName, UnknownName
from sandtable_console.turns import GameTurn, indices, turns
from sandtable_tools.kit import Typist

Consoles = Callable[..., Typist]
SAVES = Path(__file__).parents[2] / "saves"


def recorded(name: str, to: int | None = None) -> Typist:
    """A recorded game up to a line, with humans at it."""
    run = Replay(SAVES / f"{name}.jsonl")
    session = run.run(to)
    session.seat_players(dict.fromkeys(session.seats, HUMAN))
    return Typist(session, numbers=True)


@pytest.mark.parametrize("name", sorted(path.stem for path in SAVES.glob("*.jsonl")))
def test_every_line_stands_in_one_turn_and_every_event_is_shown_once(name: str) -> None:
    table = recorded(name)
    all_turns = turns(table)
    events = [event for turn in all_turns for entry in turn.entries for event in entry.events]
    assert events == [event for entry in table.session.log for event in entry.events]
    lines = [entry.n for turn in all_turns for entry in turn.actions]
    assert lines == [step.entry.n for step in table.session.history.done]


def test_a_turn_begins_with_the_event_that_says_so() -> None:
    table = recorded("lrdg-slonta", 60)
    for turn in turns(table)[1:]:
        assert turn.entries[0].events[0].text == f"{turn.name}."
    log = table.say("history 3").lines
    assert log[0] == "Turn 3: line 23, 21 actions"
    assert log[1].strip() == "Turn 3."


def test_turns_are_listed_with_line_actions_bookmarks_and_some_events(console: Consoles) -> None:
    table = console()
    table.say("note @start of it; discard engineer")
    table.say("discard dysentery; done")
    head, events, last = table.say("history").lines
    assert head == "Round 1: line 3, 2 actions, @start"
    assert events.startswith("    ")
    assert len(events) <= table.width
    assert last.startswith("history 1 shows all of Round 1; rollback 1 goes back")
    assert "the history has no" in str(table.say("history 7").error)


def test_a_turn_is_known_by_its_greatest_headline() -> None:
    rows = recorded("megiddo-1918-even").say("history").lines
    assert [row.split(". ")[0].strip() for row in rows[1::2]] == [
        "Force: British 31, Turkish 26",
        "Force: British 21, Turkish 15",
        "Force: British 34, Turkish 29",
        "Force: British 35, Turkish 11.5",
        "Force: British 36, Turkish 5",
    ]


def test_the_other_sides_secrets_and_even_their_number_are_kept(console: Consoles) -> None:
    """The Turks choose in secret how many cards they discard, with one small action for each."""
    table = console(seats={})
    table.say("done")
    histories = []
    for discards in (0, 2):
        for _ in range(discards):
            table.session.choose(table.session.options()[0])
        table.session.choose("done")
        assert table.session.to_move == "british"
        histories.append([*table.say("history").lines, *table.say("history 1").lines])
        table.session.rollback(2, force=True)
        table.session.log[:] = [entry for entry in table.session.log if entry.undo is None]
    few, many = histories
    assert few[0] == many[0] == "Round 1: line 2, 1 action"
    assert [line for line in few if "Turks d" not in line] == [
        line for line in many if "Turks d" not in line
    ]


def test_going_back_within_a_turn_is_a_plain_undo(console: Consoles) -> None:
    table = console()
    start = table.session.table.position
    table.say("discard engineer; discard dysentery")
    redo = "redo repeats the first, and redo all repeats them all"
    answer = f"Back to the start of Round 1: 2 actions undone; {redo}"
    assert table.say("rollback").lines == [answer]
    assert table.session.table.position == start
    assert not table.session.log[-1].forced
    table.say("redo; redo")
    done = [str(step.entry.action) for step in table.session.history.done]
    assert done == ["discard engineer", "discard dysentery"]


def test_over_a_roll_it_says_what_it_would_take_back_and_does_so_openly_only() -> None:
    table = recorded("lrdg-slonta", 58)
    before = table.session.table.position
    error = table.say("rollback turn 4").error
    assert isinstance(error, UndoRefused)
    assert str(error) == (
        "that takes back 15 actions, past a roll or a draw;"
        ' type "rollback turn 4 --force", and the save records it'
    )
    assert table.session.table.position == before
    assert table.say("rollback turn 4 --force").error is None
    assert table.session.history.done[-1].entry.n == 43
    assert turns(table)[-1].name == "Turn 4"
    for _ in range(15):
        table.session.redo()
    assert table.session.table.position == before


def test_bots_actions_are_taken_back_with_ones_own_and_one_decides_again(console: Consoles) -> None:
    table = console()
    table.say("done; done")
    assert len(table.session.history.done) > 2
    assert table.say("rollback round 1 --force").error is None
    assert table.session.to_move == "british"
    assert table.session.history.done == []


def test_a_line_and_a_bookmark_can_be_gone_back_to(console: Consoles) -> None:
    table = console()
    table.say("discard engineer")
    table.say("note @here before the dysentery")
    marked = table.session.table.position
    table.say("discard dysentery")
    assert "Back to @here: 1 action undone" in table.say("rollback @her").lines[0]
    assert table.session.table.position == marked
    table.say("redo")
    assert "Back to line 2: 1 action" in table.say("rollback line 2").lines[0]
    assert table.session.table.position == marked


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("@nowhere", UnknownName),
        ("line 999", UnknownName),
        ("line", UnknownName),
        ("round 9", UnknownName),
        ("zzz", UnknownName),
    ],
)
def test_places_that_are_not_there_are_refused_in_a_line(
    console: Consoles, words: str, error: type[Exception]
) -> None:
    table = console()
    table.say("discard engineer")
    refusal = table.say(f"rollback {words}").error
    assert isinstance(refusal, error)
    assert "\n" not in str(refusal)


def test_nothing_done_is_nothing_to_take_back(console: Consoles) -> None:
    assert "nothing to roll back" in str(console().say("rollback").error)
    table = console()
    table.say("discard engineer; undo")
    assert "nothing to roll back" in str(table.say("rollback").error)


def test_in_a_campaign_a_turn_is_one_of_the_mission_that_is_played() -> None:
    table = recorded("lrdg-campaign-1942", 400)
    names = {turn.name for turn in turns(table)}
    assert sum(name.endswith(", turn 3") for name in names) > 1
    assert table.say("history 3").lines[0].startswith("Bardia Today, September 1942, turn 3:")
    assert table.say("history slonta turn 3").lines[0].startswith("The Slonta Raid, May 1942, turn 3:")
    assert isinstance(table.say("history slonta").error, AmbiguousName)


def test_a_save_with_a_rollback_verifies(console: Consoles, tmp_path: Path) -> None:
    table = console()
    table.session.save(tmp_path / "back.jsonl")
    table.say("discard engineer; done; done")
    table.say("rollback --force")
    table.say("discard dysentery")
    table.session.close()
    run = Replay(tmp_path / "back.jsonl").run()
    assert run.table.position == table.session.table.position


def test_a_turn_in_which_nothing_was_done_yet_is_no_way_back() -> None:
    table = Typist(sandtable.new("lrdg/benghazi-road", seed=3))
    table.say("historical")
    before = table.session.journal.n
    for line in ("rollback turn 1", "rollback turn 1 --force", "why rollback turn 1"):
        reply = table.say(line)
        assert reply.error is None or "IndexError" not in repr(reply.error)
    assert table.session.journal.n == before
    assert table.session.outcome is None


def test_a_secret_choice_stays_secret_for_the_other_who_takes_it_back() -> None:
    session = sandtable.new("megiddo/1918", seed=11)
    session.choose("discard british-infantry")
    session.choose("done")
    # For example, if one secret choice ends a side's turn.
    step = session.history.done[-1]
    entry = step.entry._replace(action=session.log[-2].action)
    session.history.done[-1], session.log[-1] = step._replace(entry=entry), entry
    table = Typist(session, numbers=True)
    assert table.viewer == "turkish"
    assert table.say("undo --force").lines[0] == "Undone: a secret choice"
    assert table.viewer == "british"


def test_the_own_actions_of_a_redo_are_shown() -> None:
    table = Typist(sandtable.new("megiddo/1918", seed=11), numbers=True)
    table.say("discard british-infantry; done")
    table.session.undo(force=True)
    assert table.say("redo").lines[0] == "Redone: done"


def test_a_game_without_turns_says_so() -> None:
    with pytest.raises(UnknownName, match='the history has no "1"; this game has no turns'):
        indices([GameTurn("", [])], "1")
