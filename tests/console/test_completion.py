"""Completion comes from the options alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandtable.record.replay import Replay
from sandtable_console.completion import candidates
from sandtable_tools.kit import Typist

Consoles = Callable[..., Typist]


def words(table: Typist, line: str) -> list[str]:
    return [candidate.word for candidate in candidates(table, line)]


def test_a_verb_is_completed_with_the_commands(console: Consoles) -> None:
    assert words(console(), "d") == ["discard", "done"]
    assert set(words(console(), "red")) == {"redo"}
    assert words(console(), "commit") == []


def test_the_second_word_comes_from_what_is_legal(console: Consoles) -> None:
    table = console()
    hand = set(table.session.state.sides["british"].hand)
    assert set(words(table, "discard ")) == {*hand, "all"}
    assert set(words(table, "disc s")) == {"supply-trains"}


def test_a_word_says_what_it_is(console: Consoles) -> None:
    (candidate,) = candidates(console(), "discard brit")
    assert (candidate.replaces, candidate.about) == (4, "infantry 6")


def test_only_the_last_command_of_a_line_is_completed(console: Consoles) -> None:
    assert words(console(), "done; com") == []
    assert words(console(), "discard engineer; dis") == ["discard"]


def test_nothing_of_the_other_side_is_offered(console: Consoles) -> None:
    table = console(seats={})
    table.say("done")
    british = set(table.session.state.sides["british"].hand)
    assert british.isdisjoint(words(table, "discard "))


def test_nothing_is_offered_while_a_bot_decides(console: Consoles) -> None:
    table = console(seats={"turkish": "scripted"})
    table.session.choose("done")
    assert "discard" not in words(table, "")


def test_a_name_is_completed_without_hyphens_and_from_the_words_it_is_made_of(console: Consoles) -> None:
    table = console()
    for line in ("discard supplyt", "discard supply tr", "discard SUPPLY ", "disc sup-tr"):
        (candidate,) = candidates(table, line)
        assert candidate.word == "supply-trains"
        assert line[: len(line) - candidate.replaces] in ("discard ", "disc ")


def test_after_a_command_come_the_words_that_it_takes(console: Consoles) -> None:
    table = console()
    table.say("discard engineer; note @here so far")
    assert "engineer" in words(table, "show eng")
    assert words(table, "rules MEG-R1")[:2] == ["MEG-R1", "MEG-R10"]
    assert words(table, "rules ")[0] == "round"
    assert words(table, "rollback ") == ["round 1", "@here"]
    assert words(table, "roll @") == ["@here"]
    assert words(table, "history ") == ["round 1"]
    assert words(table, "hint 6") == ["60s"]
    assert words(table, "undo ") == words(table, "quit ") == words(table, "note ") == []


def test_questions_are_completed_with_actions(console: Consoles) -> None:
    table = console()
    for ask in ("? ", "why ", "odds "):
        assert words(table, ask) == ["discard", "done"]
        assert words(table, f"{ask}discard sup") == ["supply-trains"]
    assert words(table, "why com") == ["commit"]


def test_a_word_says_what_it_takes_where_the_game_shows_its_price() -> None:
    session = Replay(Path(__file__).parents[2] / "saves" / "lrdg-slonta.jsonl").run(43)
    about = {candidate.word: candidate.about for candidate in candidates(Typist(session), "move 1st ")}
    told = "4 AP, fight 33 %, 4 units from Ben Gania; if seen, a fight against 3"
    assert about["bir-tengeder"] == told
