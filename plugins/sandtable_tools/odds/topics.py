"""Groups events into topics: those with the same headline, or that differ only in numbers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from itertools import takewhile
from operator import add, mul, sub, truediv
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable import Event, Headline, Table, sentence

_encode = msgspec.msgpack.Encoder(order="deterministic").encode

HeardEvents: TypeAlias = tuple[Event, ...]
"""Events as a seat hears them, in order; a number that varies is a `Range`."""

NEXT, OVER, REFUSED, REASON = "next", "over", "refused", "reason"
"""Topics that are not events: the next decision, the game's end, a refused action, its reason."""


class Topic(NamedTuple):
    """A headline, or events of a `kind` that differ only in numbers, counted together.

    `kind` is the tag of the event's class, or one of the kinds that are not events.
    """

    kind: str
    about: Hashable
    headline: bool = False


class Range:
    """A number that varies from `low` to `high`; it formats and calculates like a number."""

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
        return isinstance(other, Range) and (self.low, self.high) == (other.low, other.high)

    def __hash__(self) -> int:
        return hash((self.low, self.high))

    def __neg__(self) -> Range:
        return Range(-self.low, -self.high)

    def __abs__(self) -> Range:
        return Range(abs(self.low), abs(self.high))

    def __add__(self, other: Number) -> Range:
        return self._combine(add, other)

    __radd__ = __add__

    def __sub__(self, other: Number) -> Range:
        return self._combine(sub, other)

    def __rsub__(self, other: Number) -> Range:
        return -self + other

    def __mul__(self, other: Number) -> Range:
        return self._combine(mul, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> Range:
        return self._combine(truediv, other)

    def _combine(self, do: Callable[[float, float], float], other: Number) -> Range:
        mine = (self.low, self.high)
        ends = [do(value, end) for value in mine for end in _ends(other)]
        return Range(min(ends), max(ends))


Number: TypeAlias = int | float | Range


def _ends(number: Number) -> tuple[float, float]:
    return (number.low, number.high) if isinstance(number, Range) else (number, number)


# Events that differ only in numbers.


def frame(value: Any) -> Hashable:
    """Replace each number in a value by an ellipsis; booleans do not count as numbers."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float | Range):
        return value if _tells_apart(value) else ...
    if isinstance(value, Struct):
        return (type(value).__name__, *(frame(getattr(value, name)) for name in value.__struct_fields__))
    if isinstance(value, Mapping):
        return tuple((key, frame(item)) for key, item in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(frame, value))
    hashable: Hashable = value
    return hashable


def _tells_apart(value: Any) -> bool:
    return isinstance(value, bool | Enum)


def widen(value: Any, other: Any) -> Any:
    """Replace each number that differs in `other`, which has the same frame, by a range."""
    if value == other or isinstance(value, str) or _tells_apart(value):
        return value
    if isinstance(value, Struct):
        fields = {name: (getattr(value, name), getattr(other, name)) for name in value.__struct_fields__}
        return replace(
            value, **{name: widen(*both) for name, both in fields.items() if both[0] != both[1]}
        )
    if isinstance(value, Mapping):
        return {key: widen(item, other[key]) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(widen(*both) for both in zip(value, other, strict=True))
    if isinstance(value, int | float | Range):
        ends = (*_ends(value), *_ends(other))
        return Range(min(ends), max(ends))
    return value


def intersect(story: HeardEvents, other: HeardEvents) -> HeardEvents:
    """Return the events that two stories share, with ranges for numbers that differ."""
    # Stories that meet often begin the same, and frames are slow.
    same = len([*takewhile(lambda both: both[0] == both[1], zip(story, other, strict=False))])
    present: dict[Hashable, list[Event]] = {}
    for event in reversed(other[same:]):
        present.setdefault(frame(event), []).append(event)
    alike = ((event, present.get(frame(event))) for event in story[same:])
    return (*story[:same], *(widen(event, matches.pop()) for event, matches in alike if matches))


def text(event: Event) -> str:
    """Return an event's sentence, or the name of its class if its text cannot hold a range."""
    try:
        return sentence(event.text)
    except Exception:  # a game may do anything with a number
        return sentence(event.name().replace("-", " ").capitalize())


# What is counted.


class TopicIndex:
    """The events that `seat` hears, and the words for each topic: headline, event or sentence."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.known: dict[Topic, Headline | Event | str] = {}
        self._topics: dict[Hashable, Topic] = {}
        self._examples: dict[Hashable, Event | None] = {}

    def hear(self, table: Table[Any], events: Iterable[Event]) -> HeardEvents:
        """Return the events that the seat and its partners hear."""
        return tuple(table.heard(events, self.seat))

    def topics(self, story: HeardEvents) -> dict[Topic, None]:
        """Return a story's topics, each once and in order."""
        # An event is left out if it depends on an example in more than numbers.
        heard = (event for event in story if self._examples.get(_key(event), event) is not None)
        return dict.fromkeys(map(self._topic, heard))

    def say(self, kind: str, words: str) -> Topic:
        """Return a topic for something that is not an event."""
        topic = Topic(kind, words)
        self.known[topic] = words
        return topic

    def headline(self, topic: Topic) -> Headline | None:
        """Return a topic's headline, if it has one."""
        entry = self.known[topic]
        return entry if isinstance(entry, Headline) else None

    def words(self, topic: Topic) -> str:
        """Return a topic as a sentence."""
        entry = self.known[topic]
        if isinstance(entry, Event):
            return text(entry)
        return sentence(entry if isinstance(entry, str) else entry.text)

    def _topic(self, event: Event) -> Topic:
        key = _key(event)
        if topic := self._topics.get(key):
            return topic
        if headline := event.headline(self.seat):
            topic = Topic(event.name(), headline.about, headline=True)
            self.known.setdefault(topic, headline)
        else:
            topic = Topic(event.name(), frame(event))
            known = self.known.get(topic)
            self.known[topic] = widen(known, event) if isinstance(known, Event) else event
        self._topics[key] = topic
        return topic

    # Numbers that are only examples.

    def is_uncompared(self, story: HeardEvents) -> bool:
        """Return whether some event of a story has not been compared with other faces yet."""
        return not all(_key(event) in self._examples for event in story)

    def compare(self, story: HeardEvents, others: HeardEvents) -> None:
        """Compare a story with `others`, its events if dice show other faces with the same effect."""
        alike = [frame(event) for event in story] == [frame(event) for event in others]
        for place, event in enumerate(story):
            # An event is left out if it depends on the faces in more than numbers.
            generalized = widen(event, others[place]) if alike else event if event in others else None
            self._examples[_key(event)] = generalized
            topic = self._topic(event)
            entry = self.known[topic]
            if isinstance(generalized, Event) and isinstance(entry, Event):
                self.known[topic] = widen(entry, generalized)

    def with_ranges(self, story: HeardEvents) -> HeardEvents:
        """Replace example numbers by ranges; leave out events that depend on faces in any other way."""
        events = (self._examples.get(_key(event), event) for event in story)
        return tuple(event for event in events if event is not None)


def _key(event: Event) -> Hashable:
    """Return a key that only equal events share; events may hold lists."""
    try:
        hash(event)
    except TypeError:
        return event.name(), _encode(event)
    return event
