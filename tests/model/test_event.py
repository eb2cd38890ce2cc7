"""Events: what happened, and what a seat may know of it."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import pytest

from sandtable import Action, Event


class CardsDrawn(Event, frozen=True):
    rule: ClassVar[str] = "2"
    seat: str
    cards: tuple[str, ...]
    count: int = 0

    @property
    def text(self) -> str:
        return f"{self.seat} draws {', '.join(self.cards) or self.count}"

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else CardsDrawn(self.seat, (), len(self.cards))


class NightFalls(Event, frozen=True):
    reveals: ClassVar[bool] = True


def test_an_event_shows_itself_from_its_name_unless_it_knows_better():
    assert NightFalls().text == "night falls"
    assert CardsDrawn("red", ("fox", "hen")).text == "red draws fox, hen"


def test_an_event_cites_its_rule():
    assert (CardsDrawn("red", ()).cites, NightFalls().cites) == ("2", "")
    assert (CardsDrawn.reveals, NightFalls.reveals) == (False, True)


class Ended(Event, frozen=True):
    section: str


def test_an_event_with_a_section_cites_that():
    assert Ended("5.1").cites == "5.1"


def test_a_seat_may_know_less_and_everybody_knows_the_rest():
    drawn = CardsDrawn("red", ("fox", "hen"))
    assert drawn.seen_by("red") is drawn
    vague = drawn.seen_by("blue")
    assert vague is not None
    assert vague.text == "red draws 2"
    night = NightFalls()
    assert night.seen_by("blue") is night


def test_an_event_is_no_headline_unless_its_game_says_so():
    assert NightFalls().headline("red") is None
    assert NightFalls().headline(None) is None


def test_an_event_is_data_with_its_name():
    drawn = CardsDrawn("red", ("fox",))
    assert msgspec.to_builtins(drawn) == {"event": CardsDrawn.name(), **drawn.data}
    data = msgspec.json.encode(drawn)
    assert msgspec.json.decode(data)["event"] == "cards-drawn"
    assert msgspec.json.decode(data, type=CardsDrawn) == CardsDrawn("red", ("fox",))


def test_a_field_that_would_hide_the_name_or_the_data_is_refused_by_its_class():
    with pytest.raises(TypeError, match='field "name" of Met needs another name'):
        type("Met", (Event,), {"__annotations__": {"name": str}})
    with pytest.raises(TypeError, match='field "data" of Sign'):
        type("Sign", (Action,), {"__annotations__": {"data": int}})
