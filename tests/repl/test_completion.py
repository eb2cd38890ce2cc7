"""Completion comes from the options alone."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.repl.completion import candidates
from sandtable.repl.console import Console

Consoles = Callable[..., Console]


def words(table: Console, line: str) -> list[str]:
    return [found.word for found in candidates(table, line)]


def test_a_verb_is_completed_with_the_commands(console: Consoles) -> None:
    assert words(console(), "d") == ["discard", "done"]
    assert set(words(console(), "re")) == {"redo"}
    assert words(console(), "commit") == []


def test_the_second_word_comes_from_what_is_legal(console: Consoles) -> None:
    table = console()
    hand = set(table.session.state.sides["british"].hand)
    assert set(words(table, "discard ")) == hand
    assert set(words(table, "disc s")) == {"supply-trains"}


def test_a_word_says_what_it_is(console: Consoles) -> None:
    (found,) = candidates(console(), "discard brit")
    assert (found.replaces, found.about) == (4, "infantry 6")


def test_only_the_last_command_of_a_line_is_completed(console: Consoles) -> None:
    assert words(console(), "done; com") == []
    assert words(console(), "discard engineer; dis") == ["discard"]


def test_nothing_of_the_other_side_is_offered(console: Consoles) -> None:
    table = console(seats={})
    table.do("done")
    british = set(table.session.state.sides["british"].hand)
    assert british.isdisjoint(words(table, "discard "))


def test_nothing_is_offered_while_a_bot_decides(console: Consoles) -> None:
    table = console(seats={"turkish": "scripted"})
    table.session.choose("done")
    assert "discard" not in words(table, "")
