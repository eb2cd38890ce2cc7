"""Dice that take every path of luck in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from typing import Any, NamedTuple, TypeAlias, TypeVar

from sandtable import Dice, GameError, SandtableError
from sandtable.tooling import MOST_SIDES, STREAM

T = TypeVar("T")

MOST_BRANCHES = 100_000
"""The most paths of luck played, unless the caller sets another limit."""

MOST_ROLLS = 300
"""The most rolls in a row; more mean a rule that keeps rolling until something comes up.

A table runs 1,000 phases without a decision, and few rules run more than three between two rolls.
"""

Law: TypeAlias = tuple[tuple[int, int], ...]
"""A roll's possible values, each with its weight: a whole number above 0."""


class TooManyBranches(SandtableError):
    """Luck has more paths than the limit; the text names the rule that rolled last."""


class Fork(NamedTuple):
    """A roll on the path, and the branch taken.

    - `asked`: the function that gives the possible values, and its arguments.
    - `law`: the possible values.
    - `whole`: the weight of all branches together.
    - `place`: the index of the branch taken.
    """

    asked: tuple[Any, ...]
    law: Law
    whole: int
    place: int = 0


class BranchingDice(Dice):
    """Dice that follow one path of luck; `turn` returns the dice of the next.

    A roll has only the branches that its result needs: two for `rolls_at_most`; one for each sum of a
    `total`, each different item of a `pick`, and each different order of a `shuffle`; but for a `roll`,
    one for every face. If other faces would give the same result, those recorded are an example:
    `loose` is then true, and `again` returns dice that show others.

    `branches` counts the paths known so far. TooManyBranches is raised as soon as they exceed `most`, or
    a path has more than MOST_ROLLS rolls.
    """

    def __init__(self, most: int = MOST_BRANCHES) -> None:
        super().__init__()
        self.most = most
        self.branches = 1
        self.loose = False
        self._other = False
        self._path: list[Fork] = []
        self._next = 0
        self._spent = False

    @property
    def probability(self) -> Fraction:
        """The probability of this path."""
        weight = prod(fork.law[fork.place][1] for fork in self._path)
        return Fraction(weight, prod(fork.whole for fork in self._path))

    def turn(self) -> BranchingDice | None:
        """Return the next path's dice, depth first, or None; these dice can roll no more."""
        self._spent = True
        path = self._path.copy()
        while path and path[-1].place + 1 == len(path[-1].law):
            path.pop()
        if not path:
            return None
        last = path.pop()
        following = BranchingDice(self.most)
        following.branches = self.branches
        following._path = [*path, last._replace(place=last.place + 1)]
        return following

    def again(self) -> BranchingDice:
        """Return dice for the same path and the same results, but with other faces as examples."""
        other = BranchingDice(self.most)
        other.branches, other._path, other._other = self.branches, self._path, True
        return other

    def _branch(self, law: Callable[..., Law], *given: Any) -> int:
        """Return this roll's value on the path, or at the end of the path, the first possible value."""
        if self._spent:
            raise GameError("a branch's dice cannot roll again: clone its table with other dice")
        asked = (law, *given)
        if self._next == len(self._path):
            self._open(asked, law(*given))
        fork = self._path[self._next]
        if fork.asked != asked:
            raise GameError(f"the same luck led to another roll{self._where}")
        self._next += 1
        return fork.law[fork.place][0]

    def _open(self, asked: tuple[Any, ...], law: Law) -> None:
        self.branches += len(law) - 1
        self._allow(self.branches)
        if len(self._path) == MOST_ROLLS:
            raise TooManyBranches(f"exact odds take more than {MOST_ROLLS} rolls in a row{self._where}")
        self._path.append(Fork(asked, law, sum(weight for _, weight in law)))

    def _allow(self, branches: int) -> None:
        if branches > self.most:
            limit = f"{self.most} branch" + "es" * (self.most != 1)
            raise TooManyBranches(f"exact odds take more than {limit}{self._where}")

    @property
    def _where(self) -> str:
        return f", last for {self.asker.title} [{self.asker.rule}]" if self.asker else ""

    def _value(self, stream: str, sides: int) -> int:  # noqa: ARG002
        return self._branch(_faces, sides)

    def roll(self, n: int = 1, sides: int = 6, stream: str = STREAM) -> list[int]:
        """Like `Dice.roll`: every face of every die is a branch, since their order may matter."""
        # Refuse far too many before playing any.
        self._allow(sides**n)
        return super().roll(n, sides, stream)

    def total(self, n: int = 1, sides: int = 6, stream: str = STREAM) -> int:
        """Like `Dice.total`, with a branch for each sum."""
        if not 1 <= sides <= MOST_SIDES:
            return super().total(n, sides, stream)
        self._allow(n * (sides - 1) + 1)
        total = self._branch(_sums, n, sides)
        return sum(self._keep(stream, sides, face) for face in self._faces(total, n, sides))

    def _faces(self, total: int, n: int, sides: int) -> list[int]:
        """Return dice with this total, as even as possible or (other examples) as uneven as possible."""
        even = [(total + die) // n for die in range(n)]
        uneven: list[int] = []
        for left in range(n - 1, -1, -1):
            uneven.append(min(sides, total - sum(uneven) - left))
        self.loose |= even != uneven
        return uneven if self._other else even

    def rolls_at_most(self, value: int, sides: int = 6, stream: str = STREAM) -> bool:
        """Like `Dice.rolls_at_most`, with a branch for each possible result."""
        if not 1 <= sides <= MOST_SIDES:
            return super().rolls_at_most(value, sides, stream)
        face = self._branch(_sides_of, value, sides)
        example = 1 if face <= value else sides
        self.loose |= face != example
        return self._keep(stream, sides, example if self._other else face) <= value

    def pick(self, bag: Sequence[T] | Mapping[T, int], stream: str = STREAM) -> T:
        """Like `Dice.pick`, with a branch for each different item, weighted by its number."""
        bag = self.bag(bag)
        return bag[self._place(bag, stream)] if bag else super().pick(bag, stream)

    def shuffle(self, things: MutableSequence[T], stream: str = STREAM) -> None:
        """Like `Dice.shuffle`, with a branch for each different order."""
        alike = prod(factorial(count) for _, count in _places(tuple(things)))
        self._allow(factorial(len(things)) // alike)
        for last in range(len(things) - 1, 0, -1):
            other = self._place(things[: last + 1], stream)
            things[last], things[other] = things[other], things[last]

    def _place(self, bag: Sequence[Any], stream: str) -> int:
        return self._keep(stream, len(bag), self._branch(_places, tuple(bag))) - 1

    def mark(self) -> Mapping[str, int]:
        return {"path": self._next}

    def rewind(self, mark: Mapping[str, int]) -> None:
        self._next = mark["path"]


class ProbingDice(BranchingDice):
    """Dice that take a random branch of each roll, all equally likely, using the dice `luck`.

    `size` is the product of the numbers of branches. Its average is the number of all paths (Knuth,
    "Estimating the efficiency of backtrack programs", 1975).
    """

    def __init__(self, luck: Dice) -> None:
        super().__init__(most=1 << 62)
        self.luck = luck

    def _open(self, asked: tuple[Any, ...], law: Law) -> None:
        super()._open(asked, law)
        self._path[-1] = self._path[-1]._replace(place=self.luck.roll(sides=len(law))[0] - 1)

    @property
    def size(self) -> int:
        """The product of the numbers of branches on this path."""
        return prod(len(fork.law) for fork in self._path)


def _faces(sides: int) -> Law:
    return tuple((face, 1) for face in range(1, sides + 1))


@lru_cache(maxsize=256)
def _sums(n: int, sides: int) -> Law:
    weights = [1]
    for _ in range(n):
        size = len(weights) + sides - 1
        weights = [sum(weights[max(0, end - sides) : end]) for end in range(1, size + 1)]
    return tuple(enumerate(weights, n))


def _sides_of(value: int, sides: int) -> Law:
    """Return the last face that passes, weighted for all that pass, and the first that fails."""
    passing = min(max(value, 0), sides)
    sides_and_weights = ((passing, passing), (passing + 1, sides - passing))
    return tuple((face, weight) for face, weight in sides_and_weights if weight)


def _places(bag: Sequence[Any]) -> Law:
    """Return the place (from 1) of the first of each different item; items may be unhashable."""
    return tuple((place + 1, count) for place, count in Counter(map(bag.index, bag)).items())
