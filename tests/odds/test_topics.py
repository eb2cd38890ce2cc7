"""The topics that group events without their English: a headline, or equal fields but for numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import Event, Headline, SeededDice, Table
from sandtable.model.scenario import build
from sandtable_tools.odds.topics import Range, Topic, TopicIndex, frame, intersect, text, widen

quick = settings(deadline=None, max_examples=25)


class Fired(Event, frozen=True):
    who: str
    faces: tuple[int, ...]
    drm: int
    hit: bool

    @property
    def text(self) -> str:
        faces = " ".join(map(str, self.faces))
        return f"{self.who} rolls {faces} {self.drm:+}: {'hit' if self.hit else 'miss'}"


class Won(Event, frozen=True):
    place: str
    losses: int

    def headline(self, seat: str | None) -> Headline:
        return Headline(f"{'You win' if seat else 'Red wins'} at {self.place}", (self.place,), 2)


class Tallied(Event, frozen=True):
    rule: ClassVar[str] = "1"
    counts: list[int]

    @property
    def text(self) -> str:
        return f"Tally: {', '.join(f'{count / 2:g}' for count in self.counts)}"


class Named(Event, frozen=True):
    number: int

    @property
    def text(self) -> str:
        return ("none", "one", "two")[self.number]


A, B = Fired("Red", (1, 2), -1, hit=True), Fired("Red", (6, 2), 1, hit=True)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (lambda span: str(span), "2-5"),
        (lambda span: f"{span:+}", "+2 to +5"),
        (lambda span: f"{-span}", "-5 to -2"),
        (lambda span: f"{span + 1} {1 + span} {10 - span} {span - 1}", "3-6 3-6 5-8 1-4"),
        (lambda span: f"{span * 2} {2 * span} {span / 2:g}", "4-10 4-10 1-2.5"),
        (lambda span: f"{abs(-span)} {sum([span, span])}", "2-5 4-10"),
        (lambda span: f"{span / 1000:.1f}", "0.0"),
        (lambda span: "some" if span else "none", "some"),
        (lambda span: f"{span * 0} {bool(span * 0)}", "0 False"),
    ],
)
def test_a_span_is_shown_and_reckoned_with_as_a_number_is(
    told: Callable[[Range], str], expected: str
) -> None:
    assert told(Range(5, 2)) == expected


def test_events_that_differ_in_numbers_alone_have_the_same_frame() -> None:
    assert frame(A) == frame(B)
    assert frame(A) != frame(Fired("Blue", (1, 2), -1, hit=True))
    assert frame(A) != frame(Fired("Red", (1, 2), -1, hit=False))
    assert frame(A) != frame(Fired("Red", (1, 2, 3), -1, hit=True))
    assert frame(Won("Wejh", 1)) != frame(Named(1))
    assert frame(0) == frame(1.5) != frame(None)
    assert frame({"a": [1, "x"]}) == frame({"a": [2, "x"]}) != frame({"a": [2, "y"]})


def test_numbers_in_which_events_differ_become_spans() -> None:
    assert text(widen(A, B)) == "Red rolls 1-6 2 -1 to +1: hit."
    assert widen(A, A) is A
    assert text(widen(Tallied([1, 4]), Tallied([3, 4]))) == "Tally: 0.5-1.5, 2."
    assert widen({"a": [1]}, {"a": [3]}) == {"a": [Range(1, 3)]}
    assert widen(Range(1, 2), 7) == Range(1, 7)


def test_a_text_that_cannot_show_a_span_gives_way_to_the_name_of_its_class() -> None:
    assert text(Named(1)) == "one."
    assert text(widen(Named(0), Named(2))) == "Named."


events = st.lists(st.sampled_from([A, B, Won("Wejh", 0), Won("Wejh", 3), Named(1)]), max_size=6)


@given(story=events, other=events)
@quick
def test_shared_events_are_in_both_stories_except_for_numbers(
    story: list[Event], other: list[Event]
) -> None:
    both = [frame(event) for event in intersect(tuple(story), tuple(other))]
    for whole in (story, other):
        frames = [frame(event) for event in whole]
        assert all(both.count(each) <= frames.count(each) for each in both)
    rest = iter(frame(event) for event in story)
    assert all(any(each == found for found in rest) for each in both)
    assert intersect(tuple(story), tuple(story)) == tuple(story)
    assert intersect(tuple(story), ()) == ()


# What is counted.


def test_headlines_are_one_topic_whatever_else_differs() -> None:
    topic_index = TopicIndex("red")
    topics = topic_index.topics((Won("Wejh", 0), Won("Wejh", 3), Won("Akaba", 0)))
    assert list(topics) == [
        Topic("won", ("Wejh",), headline=True),
        Topic("won", ("Akaba",), headline=True),
    ]
    first = next(iter(topics))
    assert topic_index.words(first) == "You win at Wejh."
    assert topic_index.headline(first) == Headline("You win at Wejh", ("Wejh",), 2)


def test_other_events_are_shown_with_the_numbers_that_came() -> None:
    topic_index = TopicIndex("red")
    (topic,) = topic_index.topics((A, B))
    assert topic_index.words(topic) == "Red rolls 1-6 2 -1 to +1: hit."
    assert topic_index.headline(topic) is None
    (lists,) = topic_index.topics((Tallied([1]), Tallied([9])))
    assert topic_index.words(lists) == "Tally: 0.5-4.5."


def test_faces_that_are_only_an_example_are_shown_with_the_others() -> None:
    """Branching dice keep a 1 for every face that passes; another example of the same shows a 3."""
    topic_index = TopicIndex("red")
    missed, other = Fired("Red", (1,), 0, hit=True), Fired("Red", (3,), 0, hit=True)
    assert topic_index.is_uncompared((missed,))
    topic_index.compare((missed,), (other,))
    assert not topic_index.is_uncompared((missed,))
    (topic,) = topic_index.topics((missed,))
    assert topic_index.words(topic) == "Red rolls 1-3 +0: hit."
    assert [text(event) for event in topic_index.with_ranges((missed,))] == ["Red rolls 1-3 +0: hit."]


def test_an_event_that_depends_on_an_example_beyond_numbers_is_left_out() -> None:
    topic_index, unlike = TopicIndex("red"), Fired("a 1", (1,), 0, hit=True)
    topic_index.compare((unlike, A), (Fired("a 3", (3,), 0, hit=True), A))
    assert topic_index.with_ranges((unlike, A)) == (A,)
    assert list(topic_index.topics((unlike, A))) == [Topic("fired", frame(A))]


def test_events_with_lists_are_counted_too() -> None:
    topic_index, lists = TopicIndex("red"), Tallied([1])
    topic_index.compare((lists,), (Tallied([2]),))
    assert not topic_index.is_uncompared((Tallied([1]),))
    assert topic_index.with_ranges((lists,)) == (Tallied([Range(1, 2)]),)  # type: ignore[list-item]


def test_a_seat_hears_what_it_may_know(toy: Any) -> None:
    topic_index = TopicIndex("red")
    assert topic_index.hear(toy.table(), [toy.Drew("blue", "fox")]) == (toy.Drew("blue", None),)


def test_a_seat_hears_what_its_partner_may_know(bids: Any) -> None:
    text = f'{bids.TOML}teams = [["east", "west"]]\n'
    table: Any = Table.new(build(bids.Bids(), "bids/x", text), SeededDice(1))
    events = [bids.Laid("east", 3), bids.Laid("north", 4)]
    assert TopicIndex("west").hear(table, events) == (events[0], bids.Laid("north", None))
