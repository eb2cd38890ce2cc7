"""A game's own notation, as ``13/7``: here ``n/2`` lifts two stones from the heap in the north."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType

import pytest

from sandtable import Action, IllegalAction, InvalidAction, Table
from sandtable_console.line_check import check
from sandtable_tools.kit import Typist

HEAPS = {"n": "north", "s": "south-east"}


@pytest.fixture
def noted(toy: ModuleType, stones_of: Callable[..., Typist]) -> Typist:
    """The toy game with a notation of its own, between two humans."""

    def notation(_game: object, table: Table, text: str) -> Sequence[Action]:
        assert table.options
        moves: list[Action] = []
        for part in text.split():
            heap, _, count = part.partition("/")
            if heap not in HEAPS or not count.isdecimal():
                return ()
            moves += [toy.Lift(HEAPS[heap])] * int(count)
        return moves

    return stones_of(notation=notation).start()


def chosen(console: Typist) -> list[str]:
    return [str(step.entry.action) for step in console.session.history.done]


def test_a_game_reads_its_own_notation(noted: Typist) -> None:
    assert noted.say("n/1").error is None
    assert noted.say("s/1").error is None
    assert chosen(noted) == ["lift north", "lift south-east"]


def test_several_moves_are_single_actions_in_the_save(noted: Typist) -> None:
    assert noted.say("n/1 s/1").error is None
    assert chosen(noted) == ["lift north", "lift south-east"]


def test_an_action_that_is_illegal_half_way_is_named(noted: Typist) -> None:
    error = noted.say("n/3").error
    assert error is not None
    assert error.details == ["Done: lift north, lift north. Not done: lift north."]


def test_an_action_in_notation_is_refused_with_its_rule(noted: Typist) -> None:
    table = noted.session.table
    table.state.heaps["north"] = 0
    table.refresh()
    with pytest.raises(IllegalAction, match="that heap is empty"):
        table.read("n/1")


def test_words_and_what_neither_reads_are_as_ever(noted: Typist) -> None:
    assert noted.session.table.read("lift n").words == ("lift", "north")
    with pytest.raises(InvalidAction, match='no action "x/1"'):
        noted.session.table.read("x/1")
    with pytest.raises(InvalidAction, match="means several actions: lift north, lift south-east"):
        noted.session.table.read("n/1 s/1")


def test_the_check_reads_it_too(noted: Typist) -> None:
    assert check(noted, "n/1").text.startswith("lift north")
    assert check(noted, "n/1 s/1").text.startswith("2 actions, each if still legal")
