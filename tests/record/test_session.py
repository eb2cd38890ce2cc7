"""Playing with undo, notes, bots and seats."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.record.new_game import read_seed
from sandtable.record.resume import resume
from sandtable.record.undo import UndoRefused
from sandtable.text.errors import GameError, SandtableError, UnknownName


def game(**seats: str) -> sandtable.Session:
    return sandtable.new("megiddo/1918", seed=3, seats=seats)


def discard_one(session: sandtable.Session) -> sandtable.Action:
    action = session.options()[0]
    session.choose(action)
    return action


def test_undo_restores_the_position_and_redo_does_it_again() -> None:
    session = game()
    start = session.table.position
    action = discard_one(session)
    after = session.table.position
    assert session.undo().action == action
    assert session.table.position == start
    entry = session.redo()
    assert entry.action == action
    assert session.table.position == after
    with pytest.raises(UndoRefused, match="nothing to redo"):
        session.redo()


def test_redo_is_a_new_line_and_undo_names_the_line_it_went_back_to() -> None:
    session = game()
    discard_one(session)
    session.undo()
    session.redo()
    assert b'"n":3,"undo":1' in session.journal.lines[2]
    assert b'"n":4,"seat":"british"' in session.journal.lines[3]


def test_several_actions_are_taken_back_and_redone_in_order() -> None:
    session = game()
    done = [discard_one(session) for _ in range(3)]
    end = session.table.position
    assert [session.undo().action for _ in done] == done[::-1]
    assert [session.redo().action for _ in done] == done
    assert session.table.position == end


def test_a_new_choice_forgets_what_could_be_redone() -> None:
    session = game()
    discard_one(session)
    session.undo()
    session.choose("done")
    with pytest.raises(UndoRefused):
        session.redo()


def test_after_a_redo_the_rest_can_be_redone_until_something_else_is_chosen() -> None:
    session = game()
    done = [discard_one(session) for _ in range(3)]
    session.rollback(1)
    assert session.redo().action == done[0]
    session.note("a note is no choice")
    assert session.redo().action == done[1]
    assert session.undo().action == done[1]
    assert [entry.action for entry in session.history.undone] == done[1:]
    with pytest.raises(SandtableError):
        session.choose(session.scenario.verbs["commit"]("allenby"))  # refused; nothing is forgotten
    assert [entry.action for entry in session.history.undone] == done[1:]
    session.choose("done")
    assert session.history.undone == []


def test_undone_actions_can_be_redone_after_the_game_was_left(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = sandtable.new("megiddo/1918", seed=3, save=path)
    done = [discard_one(session) for _ in range(3)]
    end = session.table.position
    session.rollback(1)
    session.redo()
    session.close()
    again = resume(path).session
    assert [again.redo().action for _ in done[1:]] == done[1:]
    assert again.table.position == end
    again.close()


def test_undo_stops_at_a_change_of_seat() -> None:
    session = game()
    session.choose("done")
    with pytest.raises(UndoRefused, match="change of seat"):
        session.undo()
    assert session.to_move == "turkish"


def test_undo_stops_at_a_roll() -> None:
    session = game()
    discard_one(session)
    session.choose("done")
    session.choose("done")
    with pytest.raises(UndoRefused, match="a roll"):
        session.undo()


def test_undo_stops_at_a_reveal() -> None:
    session = game()
    for _ in range(4):
        session.choose("done")
    with pytest.raises(UndoRefused, match=r"a reveal|a roll"):
        session.undo()


def test_a_forced_undo_is_recorded_and_brings_the_same_luck_again() -> None:
    session = game()
    discard_one(session)
    session.choose("done")
    session.choose("done")
    after, rolls = session.table.position, session.table.rolls[:]
    session.undo(force=True)
    assert b'"forced":true' in session.journal.lines[-1]
    session.choose("done")
    assert session.table.position == after
    assert session.table.rolls == rolls


def test_after_an_undo_the_same_choice_meets_the_same_bots() -> None:
    """Neither what was taken back nor a note changes their luck."""
    session = game(turkish="random")
    session.choose("done")
    answers = list(session.play(6))
    after = session.table.position
    session.rollback(1, force=True)
    session.note("another way?")
    session.choose("done")
    assert [entry.action for entry in session.play(6)] == [entry.action for entry in answers]
    assert session.table.position == after


def test_abort_goes_back_to_before_the_sequence() -> None:
    session = game()
    start = session.table.position
    for _ in range(3):
        discard_one(session)
    session.abort()
    assert session.table.position == start
    assert session.journal.lines[-1].startswith(b'{"n":5,"undo":1,')
    with pytest.raises(UndoRefused, match="no choice of several parts"):
        session.abort()


def aborted(session: sandtable.Session) -> str:
    """The position to which `abort` goes back; the actions are then done again."""
    before, past = session.table.position, list(session.history.done)
    try:
        session.abort()
    except UndoRefused as error:
        assert past[-1].barrier
        assert str(error).startswith(f"abort stops at {past[-1].barrier};")
        assert session.table.position == before
        return "nowhere"
    taken, part = past[len(session.history.done) :], session.table.decision.part
    assert not any(step.barrier for step in taken)
    assert not part or session.history.done[-1].barrier
    for _ in taken:
        session.redo()
    assert session.table.position == before
    return "a roll" if part else "the start"


def test_abort_goes_back_as_far_as_no_roll_came_and_redo_comes_back() -> None:
    """In a preparation of lawrence, recruiting rolls a die amid small choices."""
    ends: set[str] = set()
    for seed in range(3):
        session, chance = sandtable.new("lawrence/aqaba", seed=seed), sandtable.SeededDice(seed)
        while session.outcome is None and session.journal.n < 150:
            if session.table.decision.part:
                ends.add(aborted(session))
            session.choose(chance.pick(session.options()))
    assert ends == {"nowhere", "a roll", "the start"}


def test_rollback_takes_back_all_after_a_line_and_redo_does_it_again() -> None:
    session = game()
    start = session.table.position
    done = [discard_one(session) for _ in range(3)]
    end = session.table.position
    assert session.rollback(1).action == done[0]
    assert session.table.position == start
    assert session.journal.lines[-1].startswith(b'{"n":5,"undo":1,')
    assert [session.redo().action for _ in done] == done
    assert session.table.position == end
    with pytest.raises(UndoRefused, match="nothing to take back"):
        session.rollback(session.journal.n)


def test_rollback_goes_back_to_the_first_decision_of_a_seat_and_over_a_roll_openly_only() -> None:
    session = game(turkish="scripted")
    session.choose("done")
    list(session.play())
    before = session.table.position
    with pytest.raises(UndoRefused, match=r"rollback stops at a .*; rollback --force"):
        session.rollback(1, seat="british")
    with pytest.raises(UndoRefused, match="nothing to take back"):
        session.rollback(2, seat="british", force=True)
    assert session.table.position == before
    session.rollback(1, seat="british", force=True)
    assert session.to_move == "british"
    assert session.log[-1].forced
    session.redo()
    assert session.table.position == before


def test_notes_are_kept_also_when_actions_around_them_are_taken_back() -> None:
    session = game()
    session.note("first")
    discard_one(session)
    session.note("second")
    session.undo()
    assert [entry.note for entry in session.log if entry.note] == ["first", "second"]


def test_bots_play_until_a_human_decides() -> None:
    session = game(turkish="scripted")
    session.choose("done")
    moves = list(session.play())
    assert moves
    assert all(move.seat == "turkish" for move in moves)
    assert session.to_move == "british"


def test_a_bot_does_the_same_whether_the_game_was_interrupted_or_not(tmp_path: object) -> None:
    seats = {"british": "random", "turkish": "random"}
    whole, broken = (sandtable.new("megiddo/1918", seed=8, seats=seats) for _ in range(2))
    list(whole.play())
    while broken.outcome is None:
        list(broken.play(most=7))
        broken = _reloaded(broken)
    assert whole.journal.lines == broken.journal.lines


def _reloaded(session: sandtable.Session) -> sandtable.Session:
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = session.save(Path(folder, "g.jsonl"))
        session.close()
        return sandtable.load(path) if session.outcome is None else session


def test_a_bot_that_fails_is_named_and_changes_nothing() -> None:
    session = game()

    class Broken:
        def choose(self, seat: sandtable.Seat) -> sandtable.Action:
            raise ZeroDivisionError("oops")

    session.bots["british"] = Broken()
    before = session.table.position
    with pytest.raises(GameError, match=r"bot human failed as british: ZeroDivisionError"):
        list(session.play())
    assert session.table.position == before


def test_a_bot_that_chooses_something_illegal_is_named() -> None:
    from sandtable import Pass

    session = game()

    class Cheat:
        def choose(self, seat: sandtable.Seat) -> sandtable.Action:
            return Pass()

    session.bots["british"] = Cheat()
    with pytest.raises(GameError, match="chose pass as british, which is not legal"):
        list(session.play())


def test_a_seat_shows_a_bot_only_what_it_may_know() -> None:
    session = game()
    seat = session.seat("turkish")
    assert seat.view.sides["british"].hand is None  # type: ignore[attr-defined]
    assert all("British draw 10 cards." in e.text or "British" not in e.text for e in seat.log)
    assert not hasattr(seat, "table")


def test_a_seats_luck_knows_nothing_of_what_others_did_in_secret() -> None:
    """MEG-R10: otherwise a hint would change with the number of cards that the other side chose."""
    rolls, lines = set(), set()
    for hidden in (0, 1, 3):
        session = game()
        for _ in range(hidden):
            session.choose(session.options()[0])
        session.choose("done")
        assert session.to_move == "turkish"
        rolls.add(tuple(session.seat("turkish").dice.roll(5, 1_000)))
        lines.add(session.journal.n)
    assert len(rolls) == 1
    assert len(lines) == 3
    before = session.seat("turkish").dice.roll(5, 1_000)
    session.choose(session.options()[0])
    assert session.seat("turkish").dice.roll(5, 1_000) != before


def test_bots_luck_is_not_the_games_luck() -> None:
    session = game()
    same_name = session.seat("british").dice.roll(20, 43, stream="british")
    assert same_name != [roll.value for roll in session.log[0].rolls[:20]]


@pytest.mark.parametrize(
    ("bad", "text"),
    [
        ({"seats": {"german": "random"}}, 'no seat "german"'),
        ({"seats": {"turkish": "scirpted"}}, 'did you mean "scripted"'),
        ({"options": {"fog": "on"}}, 'no house rule "fog"'),
        ({"seed": "x" * 200}, "--seed takes"),
        ({"seed": ""}, "--seed takes"),
    ],
)
def test_bad_names_are_reported_in_one_line(bad: dict[str, object], text: str) -> None:
    with pytest.raises(SandtableError, match=text) as caught:
        sandtable.new("megiddo/1918", **bad)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_an_unknown_scenario_offers_the_nearest() -> None:
    with pytest.raises(UnknownName, match='did you mean "1918"'):
        sandtable.new("megiddo/1919")


@pytest.mark.parametrize(
    ("typed", "seed"), [("7", 7), (7, 7), ("-3", -3), ("dust", "dust"), ("9" * 30, "9" * 30)]
)
def test_a_seed_is_a_number_or_a_word(typed: int | str, seed: int | str) -> None:
    assert read_seed(typed) == seed


def test_words_and_actions_choose_the_same() -> None:
    first, second = game(), game()
    action = first.options()[0]
    first.choose(action)
    second.choose(str(action))
    assert first.table.position == second.table.position


def test_options_may_be_given_as_what_they_are() -> None:
    session = sandtable.new("lrdg/slonta", seed=1, options={"ap_floor_3": True, "benghazi_recon_ok": 2})
    assert (session.table.house.ap_floor_3, session.table.house.benghazi_recon_ok) == (True, 2)
    with pytest.raises(SandtableError, match="ap_floor_3 takes"):
        sandtable.new("lrdg/slonta", seed=1, options={"ap_floor_3": 7})
