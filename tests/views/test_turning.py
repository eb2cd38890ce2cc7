"""The turning point of a game: the greatest event that fits the result and the odds."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import ClassVar

import pytest

from sandtable import Event, Headline, Session, Stake
from sandtable_tools.kit import Typist
from sandtable_tools.views.scores import Scores
from sandtable_tools.views.turning import turning_point

STAKES = {"red": Stake("red stones", 2, scores=True), "blue": Stake("blue stones", scores=True)}


class Lifted(Event, frozen=True):
    rule: ClassVar[str] = "2"
    seat: str
    heap: str

    def headline(self, seat: str | None) -> Headline | None:
        who = "You lift" if seat == self.seat else f"{self.seat.capitalize()} lifts"
        return Headline(f"{who} a stone of {self.heap}", (self.heap,), 1 if seat == self.seat else -1)


@pytest.fixture
def played(
    toy: ModuleType, stones_of: Callable[..., Typist], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Session]:
    """Plays the toy; each seat lifts as many stones as it can, and a toss may bring some news."""

    def game(news: Headline | None = None) -> Session:
        def prize(event: Event, _seat: str | None) -> Headline | None:
            return news if event.face >= 5 else None  # type: ignore[attr-defined]

        monkeypatch.setattr(toy, "Lifted", Lifted)
        monkeypatch.setattr(toy.Tossed, "headline", prize)
        console = stones_of(stakes=STAKES).start()
        while console.session.outcome is None:
            options = (option for option in console.options if option.name() in ("lift", "done"))
            console.say(str(next(options)))
        return console.session

    return game


def lines_of(session: Session, seat: str) -> list[int]:
    """The lines in which a seat lifted a stone."""
    done = [step.entry for step in session.history.done]
    return [
        entry.n
        for entry in done
        if any(isinstance(event, Lifted) and event.seat == seat for event in entry.events)
    ]


def turned(session: Session, seat: str | None, swings: dict[int, float]) -> str:
    found = turning_point(Scores(session, seat), swings)
    return found.text if found else ""


def test_it_is_the_greatest_headline(played: Callable[..., Session]) -> None:
    session = played(Headline("The prize is won", worth=2))
    assert turned(session, "red", {}) == "The prize is won"


def test_of_equals_it_is_where_the_odds_moved_most(played: Callable[..., Session]) -> None:
    session = played()
    lifted = lines_of(session, "red")
    heaps = {turned(session, "red", dict.fromkeys(lifted, 0.5) | {n: 1.0}) for n in lifted}
    assert heaps == {"You lift a stone of north", "You lift a stone of south-east"}


def test_greater_news_comes_before_a_greater_change_of_the_odds(played: Callable[..., Session]) -> None:
    session = played(Headline("The prize is won", worth=2))
    odds = dict.fromkeys(lines_of(session, "red"), 1.5)
    all_lines = {step.entry.n: 0.5 for step in session.history.done} | odds
    assert turned(session, "red", all_lines) == "The prize is won"


def test_good_news_that_lowered_the_odds_is_no_turning_point(played: Callable[..., Session]) -> None:
    session = played()
    first, *_ = lines_of(session, "red")
    assert turned(session, "red", {first: 0.5}).startswith("You lift a stone")
    assert turned(session, "red", {first: -0.5}) == ""
    assert turned(session, "red", {first: 0.0}) == ""


@pytest.mark.parametrize(("worth", "text"), [(3, "You lift a stone"), (-3, "Blue lifts a stone")])
def test_it_fits_the_result(played: Callable[..., Session], worth: int, text: str) -> None:
    session = played(Headline("The end", worth=worth))
    ours, theirs = (lines_of(session, seat)[0] for seat in ("red", "blue"))
    assert turned(session, "red", {ours: 0.5, theirs: -1.5 * (worth < 0) - 0.1}).startswith(text)


def test_what_ends_the_game_by_itself_is_it_though_the_odds_stood(
    played: Callable[..., Session],
) -> None:
    session = played(Headline("You lose your king", worth=-3, decisive=True))
    lifted = lines_of(session, "blue")
    for odds in ({}, {lifted[0]: -1.5}):
        assert turned(session, "red", odds) == "You lose your king"
