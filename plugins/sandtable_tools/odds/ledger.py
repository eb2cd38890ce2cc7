"""What many ways came to, put together by what a seat sees of it: shares, changes, intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

import msgspec

from sandtable import Table, sentence
from sandtable.tooling import Estimate, mean, share
from sandtable_tools.odds.event_odds import NEXT, OVER, EventOdds, EventPattern, patterns_in, texts
from sandtable_tools.odds.policy import Playthrough
from sandtable_tools.odds.shared import Heard, plain, shared
from sandtable_tools.odds.tree import Chance

K = TypeVar("K")

CERTAIN = Fraction(1)

NOTHING = "Nothing to be seen comes of it before the next decision."
"""What is told of an outcome when there is nothing to tell."""

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Change(NamedTuple):
    """How far a track can be expected to go up or down, and how likely each change is (0 included).

    `interval` is that of the expected change, None where it is exact.
    """

    expected: Fraction
    interval: Estimate | None
    probabilities: Mapping[int, Fraction]


class Likely(NamedTuple):
    """One outcome, as the seat would see it.

    `probability` is exact, or that of the samples and has its `interval` then. `told` are
    sentences on what all ways to it share, `tracks` how far each track goes up or down (never 0),
    `next` whose decision of what comes then, `over` the outcome of a game that has ended.
    """

    probability: Fraction
    interval: Estimate | None
    told: tuple[str, ...]
    tracks: dict[str, int]
    next: str
    over: str

    @property
    def text(self) -> str:
        """What is told of it, in a line."""
        return " ".join(self.told)


class SeenOutcome(NamedTuple):
    """What a seat sees at the end of a way, beside its view."""

    told: Heard
    tracks: dict[str, int]
    status: str
    next: str
    waits: str
    over: str
    stop: str

    @property
    def ends(self) -> list[tuple[str, str]]:
        """What waits at the end, as if it were events."""
        if self.over:
            return [(OVER, f"Over: {self.over}")]
        return [*([(OVER, self.stop)] if self.stop else []), (NEXT, f"Next: {self.waits}")]

    @property
    def sentences(self) -> tuple[str, ...]:
        """What happened; where the ways to it share nothing, and none is cut short, how things stand."""
        told = [text for _, text in self.told] or ["" if self.stop else self.status]
        ends = [self.stop] if self.stop else [f"Over: {self.over}"] if self.over else []
        return tuple(plain(sentence(text)) for text in [*told, *ends] if text)


class Ledger:
    """Rows of outcomes: one for every world or game that was played, with its weight.

    `ways`, `worlds` and `exact` are noted by whoever played them.
    """

    def __init__(self, table: Table[Any], seat: str) -> None:
        self.seat = seat
        self.before = table.game.tracks(table, seat)
        self.rows: list[tuple[Fraction, dict[bytes, Fraction]]] = []
        self.comes: list[tuple[Fraction, dict[EventPattern, Fraction]]] = []
        self.seen: dict[bytes, SeenOutcome] = {}
        self.ways = self.worlds = 0
        self.further: set[int] = set()
        self.exact = False
        self.wrong: str | None = None
        self.meant = False

    def add(self, weight: Fraction, chances: Iterable[Chance]) -> None:
        """A world, with everything that can come of it."""
        row: dict[bytes, Fraction] = defaultdict(Fraction)
        comes: dict[EventPattern, Fraction] = defaultdict(Fraction)
        for chance in chances:
            seen = self._see(chance.way)
            row[seen] += chance.probability
            for key, probability in chance.comes.items():
                comes[key] += probability
            for key in patterns_in(tuple(self.seen[seen].ends)):
                comes[key] += chance.probability
        self.rows.append((weight, dict(row)))
        self.comes.append((weight, dict(comes)))

    def add_one(self, way: Playthrough) -> None:
        """A game, with what came of it."""
        self.add(CERTAIN, [Chance(CERTAIN, way, dict.fromkeys(patterns_in(way.told), CERTAIN))])

    def _see(self, way: Playthrough) -> bytes:
        """The outcome that a way is to the seat."""
        table, seat, stop = way.table, self.seat, way.stop
        self.further.add(way.further)
        view, tracks = table.view(seat), table.game.tracks(table, seat)
        asks, over = _next(table, seat), table.outcome
        key = _encode((view, tracks, asks, over, stop.why))
        if found := self.seen.get(key):
            self.seen[key] = found._replace(told=shared(found.told, way.told))
        else:
            status, name = table.game.status(view), over.name if over else ""
            change = _change(self.before, tracks)
            self.seen[key] = SeenOutcome(way.told, change, status, asks, _waits(table), name, stop.why)
        self.meant |= not stop.invalid
        self.wrong = stop.why if stop.invalid else self.wrong
        return key

    @property
    def total(self) -> Fraction:
        """The weight of all rows."""
        return sum((weight for weight, _ in self.rows), Fraction(0))

    @property
    def quiet(self) -> bool:
        """Whether nothing at all is heard or changes, whatever happens."""
        heard = any(key.kind != NEXT for _, comes in self.comes for key in comes)
        return not heard and not any(one.tracks for one in self.seen.values())

    @property
    def same(self) -> bool:
        """Whether every row is the same."""
        return all(row == self.rows[0][1] for _, row in self.rows)

    def outcomes(self) -> list[Likely]:
        """Every outcome, the likeliest first; those of which the same is told are one."""
        texts = self._texts(self._likeliest(self._odds(_columns(self.rows))))
        alike: dict[Any, bytes] = {}
        one_of: dict[bytes, bytes] = {}
        for key, told in texts.items():
            one = self.seen[key]
            one_of[key] = alike.setdefault((told, tuple(one.tracks.items()), one.next, one.over), key)
        values = _columns((weight, _merged(row, one_of)) for weight, row in self.rows)
        odds = self._odds(values)
        return [
            Likely(odds[key], self._interval(values[key]), texts[key], one.tracks, one.next, one.over)
            for key in self._likeliest(odds)
            for one in [self.seen[key]]
        ]

    def _likeliest(self, odds: Mapping[bytes, Fraction]) -> list[bytes]:
        return sorted(odds, key=lambda key: (-odds[key], self.seen[key].sentences, key))

    def events(self) -> list[EventOdds]:
        """Everything that can be heard, the likeliest first, else in the order it was first heard."""
        values = _columns(self.comes)
        odds = self._odds(values)
        told = texts(odds)
        likeliest = sorted((key for key in odds if key in told), key=lambda key: -odds[key])
        return [
            EventOdds(odds[key], self._interval(values[key]), told[key], key.kind) for key in likeliest
        ]

    def _odds(self, values: Mapping[K, Sequence[Fraction]]) -> dict[K, Fraction]:
        total = self.total
        return {key: sum(column, Fraction(0)) / total for key, column in values.items()}

    def _interval(self, values: Sequence[Fraction]) -> Estimate | None:
        """The interval of a mean of probabilities; rows that are not among the values add 0."""
        if self.exact:
            return None
        of = len(self.rows)
        if all(value == 1 for value in values):
            return share(len(values), of)
        nothing = [0.0] * (of - len(values))
        return _padded([*map(float, values), *nothing], 0, 1)

    def _texts(self, keys: Sequence[bytes]) -> dict[bytes, tuple[str, ...]]:
        """What is told of each outcome: more of those that would be told alike."""
        if len(keys) == 1 and self.quiet:
            return {keys[0]: (NOTHING,)}
        said = {key: self.seen[key].sentences for key in keys}
        alike: dict[Any, list[bytes]] = defaultdict(list)
        for key in keys:
            alike[said[key], tuple(self.seen[key].tracks.items())].append(key)
        for same in alike.values():
            for field in ("next", "status"):
                more = {key: getattr(self.seen[key], field) for key in same}
                if len(set(more.values())) > 1:
                    said |= {key: (*said[key], f"({more[key]})") for key in same if more[key]}
                    break
        return said

    # Tracks.

    def expected(self) -> dict[str, Change]:
        """Every track that changes in some outcome, in the order of the game."""
        names = [name for one in self.seen.values() for name in one.tracks]
        order = {name: place for place, name in enumerate([*self.before, *names])}
        return {name: self._expect(name) for name in sorted(set(names), key=order.__getitem__)}

    def _expect(self, name: str) -> Change:
        total, odds = self.total, defaultdict[int, Fraction](Fraction)
        means: list[float] = []
        for weight, row in self.rows:
            changes = [(self.seen[key].tracks.get(name, 0), part) for key, part in row.items()]
            means.append(float(sum(change * part for change, part in changes)))
            for change, part in changes:
                odds[change] += weight * part / total
        expected = sum((change * part for change, part in odds.items()), Fraction(0))
        likeliest = sorted(odds, key=lambda change: (-odds[change], change))
        interval = None if self.exact else _padded(means, min(odds), max(odds))
        return Change(expected, interval, {change: odds[change] for change in likeliest})


def _columns(rows: Iterable[tuple[Fraction, Mapping[K, Fraction]]]) -> dict[K, list[Fraction]]:
    """What the rows that have a thing add to it."""
    values: dict[K, list[Fraction]] = defaultdict(list)
    for weight, row in rows:
        for key, probability in row.items():
            values[key].append(weight * probability)
    return values


def _merged(row: Mapping[bytes, Fraction], one_of: Mapping[bytes, bytes]) -> dict[bytes, Fraction]:
    """A row in which things that count as one are one."""
    merged: dict[bytes, Fraction] = defaultdict(Fraction)
    for key, probability in row.items():
        merged[one_of[key]] += probability
    return merged


def _padded(values: Sequence[float], least: int, most: int) -> Estimate:
    """The interval of a mean of values between `least` and `most`, each the mean of a world.

    Two worlds of the least and two of the most are added, as Agresti and Coull (1998) do for
    shares, so that it stays honest where all of a small sample agree.
    """
    padded = mean([*values, least, least, most, most])
    value = sum(values) / len(values)
    low, high = max(least, min(padded.low, value)), min(most, max(padded.high, value))
    return Estimate(value, low, high, len(values))


def _next(table: Table[Any], seat: str) -> str:
    """Whose decision of what waits; empty when the game is over."""
    if table.outcome is not None:
        return ""
    decision = table.decision
    asked = decision.ask(table) if decision.seat == seat else decision.title
    return f"{decision.seat}: {asked}"


def _waits(table: Table[Any]) -> str:
    """Whose decision waits, and its name; empty when the game is over."""
    over = table.outcome is not None
    return "" if over else f"{table.decision.seat}: {table.decision.title}"


def _change(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """How far each track has gone, those that went nowhere left out; a missing one counts 0."""
    names = dict.fromkeys([*before, *after])
    changes = {name: after.get(name, 0) - before.get(name, 0) for name in names}
    return {name: change for name, change in changes.items() if change}
