"""A choice of several seats at the same time: in any order, in secret, and revealed together."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable import ActionError, GameError, Seat, SeededDice, Session, Table
from sandtable.record.undo import UndoRefused

SEATS = ("north", "east", "west")


@pytest.fixture
def game(shelf: Any) -> Session:
    shelf.goofspiel()
    return sandtable.new("goofspiel/three", seed=1)


def test_any_seat_may_choose_next(game: Session) -> None:
    game.choose("bid 2", seat="west")
    assert game.to_move == "north"
    game.choose("bid 3")
    entry = game.choose("bid 1", seat="east")
    assert entry.events[0].text.startswith("Bids: north 3, east 1, west 2.")


@given(cards=st.tuples(*[st.integers(1, 4)] * 3), order=st.sampled_from([*permutations(SEATS)]))
def test_the_position_after_all_have_chosen_is_the_same_in_every_order(
    goofspiel: ModuleType, cards: tuple[int, ...], order: tuple[str, ...]
) -> None:
    bids = {seat: goofspiel.Bid(card) for seat, card in zip(SEATS, cards, strict=True)}
    positions = set()
    for seats in (SEATS, order):
        table = goofspiel.table(cards=4)
        for seat in seats:
            with table.asking(seat):
                table.choose(bids[seat])
        positions.add((table.position, *table.dice.mark().items()))
    assert len(positions) == 1


def test_a_seat_that_has_chosen_has_nothing_to_choose(game: Session) -> None:
    game.choose("bid 2", seat="west")
    assert game.seat("west").options == ()
    before = game.table.position
    with pytest.raises(ActionError, match="west has nothing to choose now"):
        game.choose("bid 1", seat="west")
    with pytest.raises(ActionError, match="south has nothing to choose now"):
        game.choose("bid 1", seat="south")
    assert (game.table.position, game.to_move) == (before, "north")


def test_a_refused_choice_of_another_seat_changes_nothing(game: Session) -> None:
    before = game.table.position
    with pytest.raises(ActionError, match="you do not hold that card"):
        game.choose("bid 9", seat="west")
    assert (game.table.position, game.to_move, game.journal.n) == (before, "north", 1)


def knowledge(session: Session, name: str) -> tuple[Any, ...]:
    """All that a seat is given."""
    seat, log = session.seat(name), session.log
    shown = [entry.n for entry in log if entry.shows(name) or entry.seen_by(name)]
    imagined = session.table.imagine(name, SeededDice(1))
    asked = (seat.decision, [*seat.options], seat.view, seat.log)
    return (*asked, len(shown), imagined.position, seat.dice.roll())


def test_no_seat_learns_whether_another_has_chosen(game: Session) -> None:
    before = knowledge(game, "east")
    for seat, bid in (("west", "bid 3"), ("north", "bid 1")):
        game.choose(bid, seat=seat)
        assert knowledge(game, "east") == before


def test_an_imagined_table_has_only_what_its_seat_has_chosen(game: Session) -> None:
    game.choose("bid 3", seat="west")
    game.choose("bid 2", seat="east")
    world = game.table.imagine("east", SeededDice(1))
    assert (world.decision.seat, world.decision.waiting) == ("north", ("north", "west"))
    world = game.table.imagine("north", SeededDice(1))
    assert (world.decision.seat, world.decision.waiting) == ("north", SEATS)


def test_what_is_chosen_together_is_saved_and_resumed(game: Session, tmp_path: Path) -> None:
    path = game.save(tmp_path / "game.jsonl")
    game.choose("bid 2", seat="west")
    game.choose("bid 2", seat="east")
    game.close()
    loaded = sandtable.load(path)
    assert [entry.seat for entry in loaded.log[1:]] == ["west", "east"]
    assert loaded.table.position == game.table.position
    assert loaded.choose("bid 3").events[0].text.startswith("Bids: north 3, east 2, west 2.")


def test_a_seat_takes_back_its_own_choice_until_all_is_revealed(game: Session, tmp_path: Path) -> None:
    path = game.save(tmp_path / "game.jsonl")
    game.choose("bid 2", seat="west")
    game.choose("bid 2", seat="east")
    game.undo(seat="west")
    assert game.table.decision.waiting == ("north", "west")
    game.choose("bid 3", seat="west")
    game.choose("bid 1")
    with pytest.raises(UndoRefused, match="undo stops at a roll or a draw"):
        game.undo(seat="north")
    game.close()
    assert sandtable.load(path).table.position == game.table.position


def test_a_choice_that_was_taken_back_is_redone_whatever_others_choose(game: Session) -> None:
    game.choose("bid 2", seat="west")
    game.choose("bid 2", seat="east")
    game.undo(seat="west")
    game.choose("bid 3", seat="north")
    assert game.redo().events[0].text.startswith("Bids: north 3, east 2, west 2.")


def test_nothing_of_another_seat_can_be_undone(game: Session) -> None:
    game.choose("bid 2", seat="west")
    with pytest.raises(UndoRefused, match="nothing to undo yet"):
        game.undo(seat="north")


def test_goofspiel_is_the_same_without_the_framework(goofspiel: ModuleType) -> None:
    for seed in range(300):
        seats = SEATS[: 2 + seed % 2]
        assert goofspiel.compare(seats, seed) is None


def test_a_bot_is_shown_no_choice_of_another(goofspiel: ModuleType) -> None:
    table = goofspiel.table()
    table.choose(goofspiel.Bid(2))
    seat = Seat(table, "east", SeededDice(1), tuple)
    assert seat.decision == goofspiel.Bidding(seats=SEATS, seat="east")


def told(path: Path, seat: str | None) -> list[str]:
    """The choices and undos of a save that a seat is shown, line by line."""
    return [
        f"{entry.seat} {entry.action or 'undo'}"
        for entry in sandtable.Replay(path).steps()
        if entry.n > 1 and entry.shows(seat)
    ]


def test_a_replay_tells_no_seat_that_another_took_its_choice_back(game: Session, tmp_path: Path) -> None:
    path = game.save(tmp_path / "game.jsonl")
    game.choose("bid 2", seat="east")
    game.undo(seat="east")
    game.choose("bid 3", seat="east")
    game.choose("bid 1", seat="west")
    game.undo(seat="east")
    game.close()
    assert told(path, "west") == ["west bid 1"]
    assert told(path, "east") == ["east bid 2", "east undo", "east bid 3", "east undo"]
    assert told(path, None)[3:] == ["west bid 1", "east undo", "west bid 1"]


def test_a_replay_tells_a_seat_what_it_takes_back_and_chooses_anew(
    game: Session, tmp_path: Path
) -> None:
    path = game.save(tmp_path / "game.jsonl")
    game.choose("bid 2", seat="east")
    game.choose("bid 1", seat="west")
    game.undo(seat="east")
    game.undo(seat="west")
    game.choose("bid 1", seat="west")
    game.close()
    assert told(path, "west") == ["west bid 1", "west undo", "west bid 1"]


def test_a_partner_is_told_no_choice_made_at_the_same_time_by_any_replay(
    game: Session, tmp_path: Path
) -> None:
    pairs = tmp_path / "pairs.toml"
    text = 'game = "goofspiel"\ntitle = "Pairs"\ncards = 5\nteams = [["north", "east"]]\n'
    pairs.write_text(text, "utf-8")
    with sandtable.new(str(pairs), seed=1, save=tmp_path / "game.jsonl") as session:
        for bid, seat in (("bid 2", "east"), ("bid 1", "west"), ("bid 3", "north"), ("bid 4", "north")):
            session.choose(bid, seat=seat)
    assert told(tmp_path / "game.jsonl", "north") == ["north bid 3", "north bid 4"]
    assert [entry.shows("north") for entry in session.log[1:]] == [False, False, True, True]
    assert session.log[3].seen_by("east") == session.log[3].seen_by("north") != []


@pytest.mark.parametrize("seats", [(), ("east", "east"), ("east", "south")])
def test_a_choice_of_seats_that_do_not_play_is_refused(
    goofspiel: ModuleType, game: Session, seats: tuple[str, ...]
) -> None:
    table = game.table
    with pytest.raises(GameError, match=r"asks .*; it must ask playing seats, each once$"):
        Table.at(table.scenario, table.state, [goofspiel.Bidding(seats=seats)], SeededDice(1))
