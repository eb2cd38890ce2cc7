"""The only luck in a game: dice from named streams of one seed.

Every roll is kept with the rule that called for it, so that a save can show and check it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from hashlib import blake2b
from typing import ClassVar, NamedTuple, Protocol, TypeVar

from sandtable.text.errors import GameError

T = TypeVar("T")

GENERATOR = "splitmix64/1"
"""The name and version of the generator, written into every save."""

REAL = "real/1"
"""Written into a save in place of a generator if the players rolled real dice."""

STREAM = "dice"
"""The default stream of a roll."""

MOST_SIDES = 1 << 64
"""The most sides of a die, because the generator produces 64 bits at a time."""

_GAMMA = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


class Roll(NamedTuple):
    """One random value: `value`, from 1 to `sides`, from `stream`.

    `rule` and `words` are the rule and title of the phase that rolled. If the roll picked an item from
    a bag, `picked` is that item.
    """

    stream: str
    sides: int
    value: int
    rule: str = ""
    words: str = ""
    picked: str = ""

    def __str__(self) -> str:
        """Return ``4 of 1d6``, or ``2 of 8 from events`` for a stream other than the dice."""
        of = f"1d{self.sides}" if self.stream == STREAM else f"{self.sides} from {self.stream}"
        return f"{self.value} of {of}"

    @property
    def record(self) -> tuple[str, int, int]:
        """The values that a save stores for the roll."""
        return (self.stream, self.sides, self.value)


_roll = tuple.__new__
"""Makes a Roll from a tuple of its values, twice as fast as calling the class."""


class Asker(Protocol):
    """A phase, or anything else with a rule and a title, that calls for a roll."""

    rule: ClassVar[str]
    title: ClassVar[str]


def splitmix64(start: int, n: int) -> int:
    """Return output number `n` (from 1) of SplitMix64 seeded with `start`, from 0 to 2**64 - 1.

    Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
    """
    z = (start + n * _GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def stream_start(seed: int | str, stream: str) -> int:
    """Return the start of a named stream of a seed: 64 bits of blake2b over both."""
    return int.from_bytes(blake2b(f"{seed}\n{stream}".encode(), digest_size=8).digest(), "big")


class Dice(ABC):
    """All the luck that rules may use. A subclass provides the values.

    Ask only for what the rule needs: `total` if only the sum matters, `rolls_at_most` if the roll
    succeeds or fails. That keeps exact odds cheap.
    """

    def __init__(self) -> None:
        self.rolls: list[Roll] = []
        self.asker: Asker | None = None

    @abstractmethod
    def _value(self, stream: str, sides: int) -> int:
        """Return the next value of `stream`, 1 to `sides`."""

    def _face(self, stream: str, sides: int) -> int:
        if not 1 <= sides <= MOST_SIDES:
            raise GameError(f"a rule rolled a die of {sides} sides")
        return self._keep(stream, sides, self._value(stream, sides))

    def _keep(self, stream: str, sides: int, value: int, picked: str = "") -> int:
        asker = self.asker
        rule, words = (asker.rule, asker.title) if asker else ("", "")
        self.rolls.append(_roll(Roll, (stream, sides, value, rule, words, picked)))
        return value

    def roll(self, n: int = 1, sides: int = 6, stream: str = STREAM) -> list[int]:
        """Return the faces of `n` dice, each 1 to `sides`, in the order rolled."""
        return [self._face(stream, sides) for _ in range(n)]

    def total(self, n: int = 1, sides: int = 6, stream: str = STREAM) -> int:
        """Return the sum of `n` dice."""
        return sum(self.roll(n, sides, stream))

    def rolls_at_most(self, value: int, sides: int = 6, stream: str = STREAM) -> bool:
        """Return whether one die shows `value` or less."""
        return self._face(stream, sides) <= value

    def bag(self, things: Sequence[T] | Mapping[T, int]) -> Sequence[T]:
        """Return a bag unchanged, or a mapping of weights as a bag with that many of each thing."""
        if not isinstance(things, Mapping):
            return things
        if wrong := {thing: n for thing, n in things.items() if type(n) is not int or n < 1}:
            raise GameError(f"each weight must be a whole number of at least 1, not {wrong}")
        return [thing for thing, weight in things.items() for _ in range(weight)]

    def pick(self, bag: Sequence[T] | Mapping[T, int], stream: str = STREAM) -> T:
        """Return a random item of a bag, each equally likely, without removing it.

        A mapping gives each thing a weight, a whole number of at least 1: ``{"rain": 3, "sun": 1}``.
        Equal things count as one outcome: the recorded roll is the position (from 1) of the first.
        Raises GameError for an empty bag.
        """
        bag = self.bag(bag)
        if not bag:
            raise GameError("a rule picked from an empty bag")
        item = bag[self._value(stream, len(bag)) - 1]
        self._keep(stream, len(bag), bag.index(item) + 1, str(item))
        return item

    def shuffle(self, things: MutableSequence[T], stream: str = STREAM) -> None:
        """Put a sequence into random order, in place (Fisher and Yates, from the end)."""
        for last in range(len(things) - 1, 0, -1):
            other = self._face(stream, last + 1) - 1
            things[last], things[other] = things[other], things[last]

    def mark(self) -> Mapping[str, int]:
        """Return the position of each stream, for `rewind`."""
        return {}

    def rewind(self, mark: Mapping[str, int]) -> None:  # noqa: B027 (a source without streams has nowhere to go back to)
        """Return every stream to where it was at `mark`."""


class SeededDice(Dice):
    """Dice from a seed, a number or a word: the same seed gives the same game on any machine."""

    def __init__(self, seed: int | str, counters: Mapping[str, int] | None = None) -> None:
        super().__init__()
        self.seed = seed
        self._starts: dict[str, int] = {}
        self._counters: Mapping[str, int] = counters or {}

    def _value(self, stream: str, sides: int) -> int:
        start = self._starts.get(stream)
        if start is None:
            start = self._starts[stream] = stream_start(self.seed, stream)
        n = self._counters.get(stream, 0) + 1
        bits = splitmix64(start, n)
        # Values above the last whole multiple of `sides`, which are very rare, would favour low faces.
        while bits > _MASK - sides and bits > _MASK - (1 << 64) % sides:
            n += 1
            bits = splitmix64(start, n)
        # Marks are these mappings themselves, so the mappings are never changed.
        self._counters = {**self._counters, stream: n}
        return bits % sides + 1

    def mark(self) -> Mapping[str, int]:
        return self._counters

    def rewind(self, mark: Mapping[str, int]) -> None:
        self._counters = mark


class ScriptedDice(Dice):
    """Dice that show what a test prescribes, in order: faces, or things to pick.

    Raises GameError if the script runs out or a value is impossible and, when used as a context
    manager, if values are left over.
    """

    def __init__(self, script: Iterable[object] = ()) -> None:
        super().__init__()
        self.script = list(script)
        self._next = 0

    def _take(self, what: str) -> object:
        if self._next >= len(self.script):
            raise GameError(f"no scripted dice are left for {what}")
        self._next += 1
        return self.script[self._next - 1]

    def _value(self, stream: str, sides: int) -> int:
        value = self._take(f"1d{sides} of {stream}")
        if not isinstance(value, int) or not 1 <= value <= sides:
            raise GameError(f"the scripted dice say {value!r} where 1 to {sides} was asked for")
        return value

    def pick(self, bag: Sequence[T] | Mapping[T, int], stream: str = STREAM) -> T:
        """Return the scripted thing, as `Dice.pick` would; the script names the thing itself."""
        bag = self.bag(bag)
        wanted = self._take(f"a pick from {stream}")
        if wanted not in bag:
            raise GameError(f"the scripted dice pick {wanted!r}, which is not in the bag")
        place = bag.index(wanted)
        self._keep(stream, len(bag), place + 1, str(wanted))
        return bag[place]

    def mark(self) -> Mapping[str, int]:
        return {"script": self._next}

    def rewind(self, mark: Mapping[str, int]) -> None:
        self._next = mark["script"]

    def __enter__(self) -> ScriptedDice:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        left = self.script[self._next :]
        if kind is None and left:
            raise GameError(f"the scripted dice were not all used: {left} is left over")


class RecordedDice(Dice):
    """Dice that repeat a save's rolls in order, for games played with real dice."""

    def __init__(self, rolls: Iterable[tuple[str, int, int]] = ()) -> None:
        super().__init__()
        self._rolls = list(rolls)

    def feed(self, rolls: Iterable[tuple[str, int, int]]) -> None:
        """Repeat these rolls from now on."""
        self._rolls = list(rolls)

    def _value(self, stream: str, sides: int) -> int:
        roll = self._rolls.pop(0) if self._rolls else None
        if roll is None or roll[:2] != (stream, sides) or not 1 <= roll[2] <= sides:
            recorded = list(roll) if roll else "nothing"
            raise GameError(f"{recorded} is recorded where 1d{sides} of {stream} was asked for")
        return roll[2]
