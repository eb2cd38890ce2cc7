"""Humans and bots at one keyboard, in every mix: only humans read, and each only what it may know."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pexpect
import pytest

import sandtable
from sandtable import Action, Seat, SeededDice, Session
from sandtable_console import sink
from sandtable_console.configuration import Settings
from sandtable_console.outputs import Over, Thinking
from sandtable_console.plain import Plain
from sandtable_console.sink import SinkContext
from sandtable_tools.kit import Typist

if TYPE_CHECKING:
    from shelves import Shelf

SCENARIOS = ("megiddo/1918-even", "lrdg/barca", "lawrence/aqaba", "bids/three")

MOST_LINES = 12
"""At most this many lines are typed in each game."""

THREE = ("north", "east", "west")


def mixes(seats: tuple[str, ...]) -> list[dict[str, str]]:
    players = product(("human", "scripted"), repeat=len(seats))
    return [dict(zip(seats, some, strict=True)) for some in players]


def begun(scenario: str, players: dict[str, str]) -> Session:
    return sandtable.new(scenario, seed=5, seats=players)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_every_mix_of_seats_the_reader_is_a_human(scenario: str, shelf: Shelf) -> None:
    shelf.bids()
    for players in mixes(begun(scenario, {}).scenario.game.seats)[:-1]:
        session = begun(scenario, players)
        table, luck = Typist(session), SeededDice("lines")
        outputs = table.begin()
        for _ in range(MOST_LINES):
            for output in outputs:
                assert session.outcome or table.viewer in session.humans, (players, output)
            if session.outcome is None:
                assert session.to_move == table.viewer
                outputs = table.do(str(luck.pick(list(session.options()))))


def test_of_bots_alone_everybody_reads_everything() -> None:
    table = Typist(begun("megiddo/1918-even", mixes(("british", "turkish"))[-1]))
    assert table.viewer is None


def shown(text: str, seat: str) -> set[str]:
    """The secret bids of a seat that a text shows."""
    return set(re.findall(rf"{seat.capitalize()} lays (\d)|{seat} has laid: (.*)", text))


def pages(text: str) -> Iterator[tuple[str, str]]:
    """The pages of each human, each with the seat that reads it; for one human all is one page."""
    parts = re.split(r"(\w+): press Enter when only you can see this\.", text)
    yield from zip(map(str.lower, parts[1::2]), parts[2::2], strict=True)


@pytest.mark.parametrize("players", mixes(THREE), ids=lambda players: "-".join(players.values()))
def test_no_page_shows_what_another_seat_has_laid(players: dict[str, str], shelf: Shelf) -> None:
    shelf.bids()
    session = begun("bids/three", players)
    humans, out = session.humans, io.StringIO()
    turn = ["", "lay 1", "lay 1"][len(humans) < 2 :]
    lines = [line for _ in range(2) for _ in humans for line in turn][:-1]
    table = Typist(session)
    sink.play(table, Plain(table, SinkContext(Settings(), lines, out, typing=True)))
    text = out.getvalue()  # up to the last choice of a human, after which all is shown
    assert len(list(pages(text))) == (len(humans) * 2 if len(humans) > 1 else 0)
    read = pages(text) if len(humans) > 1 else [(seat, text) for seat in humans]
    for reader, page in read:
        for other in set(THREE) - {reader}:
            assert not shown(page, other), page


def test_what_a_bot_did_is_news_for_each_human_once(shelf: Shelf) -> None:
    shelf.bids()
    table = Typist(begun("bids/three", {"west": "scripted"})).start()
    assert table.say("lay 1; lay 1").news == ["North lays a number face down."] * 2
    news = table.say("lay 2; lay 2").news
    assert news == [
        "East lays 2 face down.",
        "East lays 2 face down.",
        "West lays a number face down.",
        "North lays 1 face down.",
        "North lays 1 face down.",
        "East lays a number face down.",
        "East lays a number face down.",
        "West lays a number face down.",
        "West lays a number face down.",
        "Turned up: north 2, east 4, west 5.",
    ]
    assert table.viewer == "north"


def test_before_any_human_has_chosen_the_first_one_reads(shelf: Shelf) -> None:
    shelf.bids()
    session = begun("bids/three", {"north": "scripted"})
    table = Typist(session)
    assert (session.to_move, table.viewer) == ("north", "east")
    assert table.options == ()


def test_the_end_by_a_bot_is_shown_to_all(shelf: Shelf) -> None:
    shelf.bids()
    table = Typist(begun("bids/three", {"west": "scripted"})).start()
    outputs = [output for line in ["lay 1; lay 2"] * 4 for output in table.say(line).outputs]
    assert isinstance(outputs[-1], Over)
    assert table.viewer is None


STILL = ("status", "sta?", "?", "log", "map", "why", "show", "note slow", "hint", "odds", "rules")


def test_while_a_bot_decides_only_an_action_starts_it() -> None:
    table = Typist(begun("megiddo/1918-even", {"british": "scripted"}), numbers=True)
    asked: list[str] = []

    class Slow:
        def choose(self, seat: Seat) -> Action:
            asked.append(seat.name)
            raise KeyboardInterrupt

    table.session.bots["british"] = Slow()
    with pytest.raises(KeyboardInterrupt):
        list(table.begin())
    assert table.session.to_move == "british"
    for line in (*STILL, "undo", "; ".join(STILL)):
        table.say(line)
    assert asked == ["british"]
    for line in ("", "discard engineer", "status; done"):
        with pytest.raises(KeyboardInterrupt):
            table.say(line)
    assert len(asked) == 4
    assert (table.say("quit").error, table.left) == (None, True)


BIDS = ("play", "bids/three", "--seed", "5", "--seat", "west=scripted")


def test_at_the_scrolling_prompt_no_human_reads_the_bots_bid(
    shelf: Shelf, at_terminal: Callable[..., pexpect.spawn]
) -> None:
    shelf.bids()
    child, text = at_terminal(*BIDS), b""
    for seat in ("North", "East", "North"):
        child.expect_exact(f"{seat}: press Enter when only you can see this.")
        text += child.before
        child.send("\r")
        child.expect_exact(f"{seat.lower()}>")
        text += child.before
        child.send("lay 2; lay 1\r")
    assert b"West lays a number face down." in text
    assert b"West: press Enter" not in text
    assert not re.search(rb"West lays \d", text)


@pytest.mark.parametrize(
    ("team", "asked"),
    [(["east", "west"], ["North", "East, West"]), (["north", "east", "west"], [])],
    ids=["two against one", "all against the game"],
)
def test_partners_at_one_keyboard_read_the_same_page(
    team: list[str], asked: list[str], shelf: Shelf, tmp_path: Path
) -> None:
    shelf.bids()
    file = tmp_path / "teams.toml"
    file.write_text(f'game = "bids"\ntitle = "Teams"\nteams = [{team}]\n', "utf-8")
    out, lines = io.StringIO(), ["lay 1", "", "lay 2", "log"]
    table = Typist(begun(str(file), {}))
    sink.play(table, Plain(table, SinkContext(Settings(), ["", *lines][not asked :], out, typing=True)))
    text = out.getvalue()
    assert re.findall(r"(.+): press Enter when only you can see this\.", text) == asked
    assert text.count("No bot plays. To add one, leave (Ctrl-D) and use --seat") == bool(asked)
    page = text.rpartition("only you can see this.")[2]
    assert shown(page, "east") == {("2", ""), ("", "[2]")}
    assert bool(shown(page, "north")) == (not asked)


@pytest.fixture
def partners(shelf: Shelf) -> Session:
    shelf.market(gold=1_000, partners=True)
    return begun("market/two", {})


def test_partners_do_not_see_what_the_other_has_chosen_at_the_same_time(partners: Session) -> None:
    out = io.StringIO()
    lines = ["bid 777", "", "log", "history"]
    table = Typist(partners)
    sink.play(table, Plain(table, SinkContext(Settings(), lines, out, typing=True)))
    first, hers = out.getvalue().split("West: press Enter when only you can see this.")
    assert "777" not in hers
    assert "The lot is a" in first
    assert "The lot is a" in hers


def test_what_partners_chose_at_the_same_time_is_shown_to_both_when_it_is_revealed(
    partners: Session,
) -> None:
    table = Typist(partners).start()
    assert table.display.team == ("east",)
    table.say("bid 777")
    assert table.say("bid 5").news[0].startswith("Bids: east 777, west 5.")
    assert table.display.hides_from("west")


def test_of_bots_that_choose_at_the_same_time_none_is_named(shelf: Shelf) -> None:
    shelf.market()
    table = Typist(begun("market/two", {"west": "scripted"})).start()
    thinking = [output for output in table.say("bid 5").outputs if isinstance(output, Thinking)]
    assert [one.progress_line(typed=False) for one in thinking] == [
        "another seat is thinking (Ctrl-C: stop)"
    ]
