"""A race between moves: all are tried in the same worlds, and the worst drop out."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from math import inf, log, sqrt

from sandtable import Action, Outcome
from sandtable_tools.advice.crew import Crew
from sandtable_tools.advice.figures import return_of

Move = tuple[Action, ...]
"""A whole move of a seat: one action, or all the small choices of a sequence in order."""

LEAST_WORLDS = 16
"""Fewer worlds than this prove nothing."""

TUNED_WORLDS = 50
"""The bound on differences is tightest at a few times this many worlds."""


class Runner:
    """A move, with its games' outcomes and the seat's returns, by world number."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.outcomes: dict[int, Outcome] = {}
        self.returns: dict[int, float] = {}

    @property
    def mean(self) -> float:
        """The mean of its returns; 0 without any."""
        return sum(self.returns.values()) / (len(self.returns) or 1)

    def leads(self, other: Runner, since: int = 0) -> list[float]:
        """Return its lead over another move in each world in which both ran, from world `since` on."""
        mine, its = self.returns, other.returns
        return [mine[world] - its[world] for world in its if world >= since and world in mine]

    def ends_like(self, other: Runner) -> bool:
        """Return whether both ended the same in every world in which both ran."""
        mine = self.outcomes
        return all(mine.get(world, outcome) == outcome for world, outcome in other.outcomes.items())


class Race:
    """A seat's moves, running in the same worlds.

    - `runners`: all moves.
    - `alive`: the moves still in the race.
    - `worlds`: how many worlds were tried.
    - `games`: how many games were tried; `playouts`: how many of them were played to the end.
    """

    def __init__(self, moves: Sequence[Move], seat: str) -> None:
        self.runners = [Runner(move) for move in moves]
        self.alive = list(self.runners)
        self.games = self.playouts = self.worlds = 0
        self._seat = seat

    def run(self, crew: Crew, wanted: Callable[[int], bool]) -> Generator[None]:
        """Run in one world after another while another is `wanted`; each step plays at most one world.

        A crew asks whether even more worlds are wanted, and plays them ahead.
        """
        if not wanted(1):
            return
        rows = crew.rows([runner.move for runner in self.alive], self.worlds, wanted)
        with closing(rows):
            for row in rows:
                if row is None:
                    yield
                    continue
                for runner, outcome in zip(self.alive, row.outcomes, strict=True):
                    runner.outcomes[self.worlds] = outcome
                    runner.returns[self.worlds] = return_of(outcome, self._seat)
                self.worlds += 1
                self.games += len(self.alive)
                self.playouts += row.games
                yield
                if not wanted(1):
                    return

    def halve(self, room: int, kept: Runner, behind: float = 0.0) -> None:
        """Drop the worse half, but leave `kept` and at least `room` moves with different results.

        A move stays if it trails the best by less than `behind` standard errors.
        """
        distinct: list[Runner] = []
        for runner in sorted(self.alive, key=lambda runner: -runner.mean):
            if not any(runner.ends_like(other) for other in distinct):
                distinct.append(runner)
        worse = distinct[max(room, (len(distinct) + 1) // 2) :]
        dropped = [
            runner
            for runner in self.alive
            if runner is not kept
            and any(runner.ends_like(other) for other in worse)
            and t_value(distinct[0].leads(runner)) >= behind
        ]
        self.alive = [runner for runner in self.alive if runner not in dropped]


def t_value(differences: Sequence[float]) -> float:
    """Return the mean of the differences, divided by its standard error."""
    number, total = len(differences), sum(differences)
    spread = sum(value * value for value in differences) - total * total / number
    if spread <= 0:
        return inf if total > 0 else -inf if total < 0 else 0.0
    return total / sqrt(number * spread / (number - 1))


def beyond_chance(differences: Sequence[float], risk: float) -> bool:
    """Return whether the mean of the differences is above 0 beyond chance.

    The probability that a yes is wrong is at most `risk`, *however often you ask* while more
    differences come in (Robbins's normal mixture, 1970).
    """
    number = len(differences)
    if number < LEAST_WORLDS:
        return False
    bound = (1 + TUNED_WORLDS / number) * (log(1 + number / TUNED_WORLDS) + 2 * log(1 / (2 * risk)))
    return t_value(differences) > sqrt(bound)
