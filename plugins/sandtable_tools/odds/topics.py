"""What events have in common: one headline, or one class and fields that are alike but for numbers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from operator import add, mul, sub, truediv
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable import Event, Headline, sentence

_encode = msgspec.msgpack.Encoder(order="deterministic").encode

Heard: TypeAlias = tuple[Event, ...]
"""Events as a seat hears of them, in order; a number in which several differ is a `Span`."""

NEXT, OVER, REFUSED, REASON = "next", "over", "refused", "reason"
"""The kinds of what is no event: whose decision comes, the game's end, what cannot be done, and why."""


class Topic(NamedTuple):
    """What is counted together: a headline, or events of a `kind` that are alike but for numbers.

    `kind` is the tag of the event's class, or one of those that are no events.
    """

    kind: str
    about: Hashable
    headline: bool = False


class Span:
    """A number that is not always the same, from `low` to `high`, to be told and reckoned with."""

    __slots__ = ("high", "low")

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = min(low, high), max(low, high)

    def __format__(self, how: str) -> str:
        low, high = format(self.low, how), format(self.high, how)
        if low == high:
            return low
        return f"{low}-{high}" if low[0].isdigit() else f"{low} to {high}"

    def __str__(self) -> str:
        return format(self, "")

    def __bool__(self) -> bool:
        return bool(self.low or self.high)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and (self.low, self.high) == (other.low, other.high)

    def __hash__(self) -> int:
        return hash((self.low, self.high))

    def __neg__(self) -> Span:
        return Span(-self.low, -self.high)

    def __abs__(self) -> Span:
        return Span(abs(self.low), abs(self.high))

    def __add__(self, other: Number) -> Span:
        return self._with(add, other)

    def __radd__(self, other: Number) -> Span:
        return self._with(add, other)

    def __sub__(self, other: Number) -> Span:
        return self._with(sub, other)

    def __rsub__(self, other: Number) -> Span:
        return -self + other

    def __mul__(self, other: Number) -> Span:
        return self._with(mul, other)

    def __rmul__(self, other: Number) -> Span:
        return self._with(mul, other)

    def __truediv__(self, other: Number) -> Span:
        return self._with(truediv, other)

    def _with(self, do: Callable[[float, float], float], other: Number) -> Span:
        mine = (self.low, self.high)
        ends = [do(one, end) for one in mine for end in _ends(other)]
        return Span(min(ends), max(ends))


Number: TypeAlias = int | float | Span


def _ends(number: Number) -> tuple[float, float]:
    return (number.low, number.high) if isinstance(number, Span) else (number, number)


# Events that are alike.


def frame(value: Any) -> Hashable:
    """A value with dots for its numbers; yes and no are none."""
    if isinstance(value, Span) or (isinstance(value, int | float) and not _tells_apart(value)):
        return ...
    if isinstance(value, Struct):
        return (type(value).__name__, *(frame(getattr(value, name)) for name in value.__struct_fields__))
    if isinstance(value, Mapping):
        return tuple((key, frame(one)) for key, one in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(frame, value))
    hashable: Hashable = value
    return hashable


def _tells_apart(value: Any) -> bool:
    return isinstance(value, bool | Enum)


def widened(one: Any, other: Any) -> Any:
    """One of two values with the same frame, with spans for numbers in which they differ."""
    if one == other or isinstance(one, str) or _tells_apart(one):
        return one
    if isinstance(one, Struct):
        fields = {name: (getattr(one, name), getattr(other, name)) for name in one.__struct_fields__}
        return replace(
            one, **{name: widened(*both) for name, both in fields.items() if both[0] != both[1]}
        )
    if isinstance(one, Mapping):
        return {key: widened(value, other[key]) for key, value in one.items()}
    if isinstance(one, list | tuple):
        return type(one)(widened(*both) for both in zip(one, other, strict=True))
    if isinstance(one, int | float | Span):
        ends = (*_ends(one), *_ends(other))
        return Span(min(ends), max(ends))
    return one


def shared(one: Heard, other: Heard) -> Heard:
    """The events of a story that another has too, but for numbers, which become spans."""
    if one == other:
        return one
    there: dict[Hashable, list[Event]] = {}
    for event in reversed(other):
        there.setdefault(frame(event), []).append(event)
    alike = ((event, there.get(frame(event))) for event in one)
    return tuple(widened(event, found.pop()) for event, found in alike if found)


def tag(event: Event) -> str:
    """The name of an event's class, as saves have it."""
    return str(event.__struct_config__.tag)


def text(event: Event) -> str:
    """An event in a sentence; where a span is more than its text can tell, the name of its class."""
    try:
        return sentence(event.text)
    except Exception:  # whatever a game does with a number
        return sentence(tag(event).replace("-", " ").capitalize())


# What is counted.


class Telling:
    """What `seat` hears, and the words for each topic of it: a headline, an event, or a sentence."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.known: dict[Topic, Headline | Event | str] = {}
        self._topics: dict[Hashable, Topic] = {}
        self._examples: dict[Hashable, Event | None] = {}

    def heard(self, events: Iterable[Event]) -> Heard:
        """What the seat hears of some events."""
        seen = (event.seen_by(self.seat) for event in events)
        return tuple(event for event in seen if event is not None)

    def topics(self, told: Heard) -> dict[Topic, None]:
        """All that is counted of a story, each once and in order."""
        return dict.fromkeys(map(self._topic, self._telling(told)))

    def say(self, kind: str, words: str) -> Topic:
        """The topic of something that is no event."""
        topic = Topic(kind, words)
        self.known[topic] = words
        return topic

    def headline(self, topic: Topic) -> Headline | None:
        """The headline that a topic is, if it is one."""
        known = self.known[topic]
        return known if isinstance(known, Headline) else None

    def words(self, topic: Topic) -> str:
        """A topic in a sentence."""
        known = self.known[topic]
        if isinstance(known, Event):
            return text(known)
        return sentence(known if isinstance(known, str) else known.text)

    def _topic(self, event: Event) -> Topic:
        key = _key(event)
        found = self._topics.get(key)
        if found is None:
            found = self._topics[key] = self._note(event)
        return found

    def _note(self, event: Event) -> Topic:
        headline = event.headline(self.seat)
        if headline is not None:
            topic = Topic(tag(event), headline.about, headline=True)
            self.known.setdefault(topic, headline)
            return topic
        topic = Topic(tag(event), frame(event))
        before = self.known.get(topic)
        self.known[topic] = widened(before, event) if isinstance(before, Event) else event
        return topic

    # Numbers that are only an example.

    def unsure(self, told: Heard) -> bool:
        """Whether some event of a story has not been compared yet with what other faces show."""
        return not all(_key(event) in self._examples for event in told)

    def compare(self, told: Heard, others: Heard) -> None:
        """Take in what the same story is when luck shows other faces of the same answers."""
        alike = [frame(event) for event in told] == [frame(event) for event in others]
        for place, event in enumerate(told):
            # What says more of the faces than numbers is not told.
            kept = widened(event, others[place]) if alike else event if event in others else None
            self._examples[_key(event)] = kept
            topic = self._topic(event)
            known = self.known[topic]
            if isinstance(kept, Event) and isinstance(known, Event):
                self.known[topic] = widened(known, kept)

    def without_faces(self, told: Heard) -> Heard:
        """A story with spans for numbers that are an example; what says more of them is left out."""
        found = (self._examples.get(_key(event), event) for event in told)
        return tuple(event for event in found if event is not None)

    def _telling(self, told: Heard) -> Iterable[Event]:
        """The events of a story that tell no more of an example than numbers."""
        return (event for event in told if self._examples.get(_key(event), event) is not None)


def _key(event: Event) -> Hashable:
    """What equal events have in common, and nothing else has; one may hold lists."""
    try:
        hash(event)
    except TypeError:
        return tag(event), _encode(event)
    return event
