"""The results of many playthroughs, grouped by what a seat sees: shares, changes, intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from sandtable import Headline, Table
from sandtable_batch import Estimate, mean, share
from sandtable_tools.odds import seen
from sandtable_tools.odds.policy import Playthrough
from sandtable_tools.odds.topics import NEXT, Topic, TopicIndex, intersect
from sandtable_tools.odds.tree import Chance

K = TypeVar("K")

CERTAIN = Fraction(1)

NOTHING_VISIBLE = "Nothing visible happens."
"""The text of an outcome without visible events."""


class TrackChange(NamedTuple):
    """A track's expected change, and the probability of each change (including 0).

    `interval` is that of the expected change, None if it is exact.
    """

    expected: Fraction
    interval: Estimate | None
    probabilities: Mapping[int, Fraction]


class LikelyOutcome(NamedTuple):
    """One outcome, as the seat would see it.

    - `probability`: exact, or estimated from samples.
    - `interval`: that of an estimate; None if exact.
    - `sentences`: those that all paths to the outcome share.
    - `tracks`: each track's change, never 0.
    - `next`: the next decision, and its seat.
    - `over`: the result, if the game has ended.
    """

    probability: Fraction
    interval: Estimate | None
    sentences: tuple[str, ...]
    tracks: dict[str, int]
    next: str
    over: str

    @property
    def text(self) -> str:
        """Its sentences in a line."""
        return " ".join(self.sentences)


class EventOdds(NamedTuple):
    """An event, or several that differ only in numbers, and the chance that it occurs at least once.

    - `probability`: exact, or estimated from samples.
    - `interval`: that of an estimate; None if exact.
    - `kind`: the tag of the event's class, or `next` (the decision that follows), `over` (the end of the
      game), `refused` (an action that cannot be done) or `reason` (the same, with the reason).
    - `headline`: what a player would tell a friend about it, if anything.
    """

    probability: Fraction
    interval: Estimate | None
    text: str
    kind: str
    headline: Headline | None = None


class Ledger:
    """Rows of outcomes, one for each world or game played, with its weight.

    The code that plays them sets `ways`, `worlds` and `exact`. `wrong` says why the plan's words mean
    nothing, and `meant` whether they meant something in some world.
    """

    def __init__(self, table: Table[Any], seat: str) -> None:
        self.seat = seat
        self.topic_index = TopicIndex(seat)
        self.before = table.game.tracks(table, seat)
        self.rows: list[tuple[Fraction, dict[bytes, Fraction]]] = []
        self.topic_rows: list[tuple[Fraction, dict[Topic, Fraction]]] = []
        self.seen: dict[bytes, seen.SeenOutcome] = {}
        self.ways = self.worlds = 0
        self.later_decisions: set[int] = set()
        self.exact = False
        self.wrong: str | None = None
        self.meant = False

    def add(self, weight: Fraction, chances: Iterable[Chance]) -> None:
        """Add a world, with everything that can happen in it."""
        row: dict[bytes, Fraction] = defaultdict(Fraction)
        topics: dict[Topic, Fraction] = defaultdict(Fraction)
        for chance in chances:
            play = chance.play
            key = seen.key(play, self.seat)
            if entry := self.seen.get(key):
                self.seen[key] = entry._replace(heard=intersect(entry.heard, play.heard))
            else:
                self.seen[key] = seen.outcome(play, self.seat, self.before)
            self.later_decisions.add(play.depth - play.done)
            self.meant |= not play.stop.invalid
            self.wrong = play.stop.text if play.stop.invalid else self.wrong
            row[key] += chance.probability
            for topic, probability in chance.topics.items():
                topics[topic] += probability
            for kind, words in self.seen[key].ends:
                topics[self.topic_index.say(kind, words)] += chance.probability
        self.rows.append((weight, dict(row)))
        self.topic_rows.append((weight, dict(topics)))

    def add_game(self, play: Playthrough) -> None:
        """Add a game, with its end."""
        topics = dict.fromkeys(self.topic_index.topics(play.heard), CERTAIN)
        self.add(CERTAIN, [Chance(CERTAIN, play, topics)])

    @property
    def empty(self) -> bool:
        """Whether the seat heard nothing and no track changed."""
        heard = any(topic.kind != NEXT for _, row in self.topic_rows for topic in row)
        return not heard and not any(seen.tracks for seen in self.seen.values())

    @property
    def same(self) -> bool:
        """Whether every row is the same."""
        return all(row == self.rows[0][1] for _, row in self.rows)

    # Outcomes.

    def outcomes(self) -> list[LikelyOutcome]:
        """Return every outcome, the likeliest first; those with the same text are merged."""
        texts = self._texts(self._by_odds(self._probabilities(_columns(self.rows))))
        first: dict[Any, bytes] = {}
        same_as: dict[bytes, bytes] = {}
        for key, sentences in texts.items():
            seen = self.seen[key]
            looks = (sentences, tuple(seen.tracks.items()), seen.next, seen.over)
            same_as[key] = first.setdefault(looks, key)
        rows = []
        for weight, row in self.rows:
            merged: dict[bytes, Fraction] = defaultdict(Fraction)
            for key, probability in row.items():
                merged[same_as[key]] += probability
            rows.append((weight, merged))
        values = _columns(rows)
        probabilities = self._probabilities(values)
        return [
            LikelyOutcome(
                probability=probabilities[key],
                interval=self._interval(values[key]),
                sentences=texts[key],
                tracks=self.seen[key].tracks,
                next=self.seen[key].next,
                over=self.seen[key].over,
            )
            for key in self._by_odds(probabilities)
        ]

    def _by_odds(self, odds: Mapping[bytes, Fraction]) -> list[bytes]:
        return sorted(odds, key=lambda key: (-odds[key], self.seen[key].sentences, key))

    def _texts(self, keys: Sequence[bytes]) -> dict[bytes, tuple[str, ...]]:
        """Return each outcome's sentences; outcomes that would read the same get one more sentence."""
        if len(keys) == 1 and self.empty:
            return {keys[0]: (NOTHING_VISIBLE,)}
        texts = {key: self.seen[key].sentences for key in keys}
        alike: dict[Any, list[bytes]] = defaultdict(list)
        for key in keys:
            alike[texts[key], tuple(self.seen[key].tracks.items())].append(key)
        for same in alike.values():
            for field in ("next", "status"):
                more = {key: getattr(self.seen[key], field) for key in same}
                if len(set(more.values())) > 1:
                    texts |= {key: (*texts[key], f"({more[key]})") for key in same if more[key]}
                    break
        return texts

    # Events.

    def events(self) -> list[EventOdds]:
        """Return all events that the seat can hear, the likeliest first, then by when they happen."""
        values = _columns(self.topic_rows)
        probabilities = self._probabilities(values)
        return [
            EventOdds(
                probability=probabilities[topic],
                interval=self._interval(values[topic]),
                text=self.topic_index.words(topic),
                kind=topic.kind,
                headline=self.topic_index.headline(topic),
            )
            for topic in sorted(probabilities, key=lambda topic: -probabilities[topic])
        ]

    # Tracks.

    def expected_changes(self) -> dict[str, TrackChange]:
        """Return every track that changes in some outcome."""
        names = [name for seen in self.seen.values() for name in seen.tracks]
        order = {name: place for place, name in enumerate(names)}
        return {name: self._change(name) for name in sorted(order, key=order.__getitem__)}

    def _change(self, name: str) -> TrackChange:
        total, odds = self._total, defaultdict[int, Fraction](Fraction)
        means: list[float] = []
        for weight, row in self.rows:
            changes = [(self.seen[key].tracks.get(name, 0), part) for key, part in row.items()]
            means.append(float(sum(change * part for change, part in changes)))
            for change, part in changes:
                odds[change] += weight * part / total
        expected = sum((change * part for change, part in odds.items()), Fraction(0))
        likeliest = sorted(odds, key=lambda change: (-odds[change], change))
        interval = None if self.exact else _pad(means, min(odds), max(odds))
        return TrackChange(expected, interval, {change: odds[change] for change in likeliest})

    # Probabilities.

    @property
    def _total(self) -> Fraction:
        return sum((weight for weight, _ in self.rows), Fraction(0))

    def _probabilities(self, values: Mapping[K, Sequence[Fraction]]) -> dict[K, Fraction]:
        total = self._total
        return {key: sum(column, Fraction(0)) / total for key, column in values.items()}

    def _interval(self, values: Sequence[Fraction]) -> Estimate | None:
        """Return the interval of a mean of probabilities; rows without a value count as 0."""
        if self.exact:
            return None
        of = len(self.rows)
        if all(value == 1 for value in values):
            return share(len(values), of)
        nothing = [0.0] * (of - len(values))
        return _pad([*map(float, values), *nothing], 0, 1)


def _columns(rows: Iterable[tuple[Fraction, Mapping[K, Fraction]]]) -> dict[K, list[Fraction]]:
    values: dict[K, list[Fraction]] = defaultdict(list)
    for weight, row in rows:
        for key, probability in row.items():
            values[key].append(weight * probability)
    return values


def _pad(values: Sequence[float], least: int, most: int) -> Estimate:
    """Return the interval of a mean of values between `least` and `most`, each from one world.

    Two values at each bound are added, as Agresti and Coull (1998) do for shares.
    So the interval is honest even if all values of a small sample are the same.
    """
    padded = mean([*values, least, least, most, most])
    value = sum(values) / len(values)
    low, high = max(least, min(padded.low, value)), min(most, max(padded.high, value))
    return Estimate(value, low, high, len(values))
