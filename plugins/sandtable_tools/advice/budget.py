"""A budget for thinking: a number of games, which any machine repeats exactly, or of seconds."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from sandtable import SandtableError, number_of

MOST_PLAYOUTS = 10_000_000
"""The most games of a budget."""

MOST_SECONDS = 86_400.0
"""The most seconds of a budget: a day."""

LONG_SHARE = 0.03
"""A game counts as long if it takes more than this share of a budget."""

now = time.monotonic
"""The clock, in seconds; tests replace it."""

_SECONDS = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)s(?:ec(?:onds?)?)?")


class Budget(NamedTuple):
    """A number of games to play out (1 or more), or of seconds (above 0); the other is None.

    Only a number of games gives reproducible results.
    """

    playouts: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, text: str, taker: str) -> Budget:
        """Read a budget: ``300`` (games) or ``2s``. Raises SandtableError, naming the `taker`."""
        if text.isdecimal() and 0 < len(text) <= 8 and 1 <= int(text) <= MOST_PLAYOUTS:
            return cls(playouts=int(text))
        seconds = _SECONDS.fullmatch(text)
        if seconds and 0 < float(seconds[1]) <= MOST_SECONDS:
            return cls(seconds=float(seconds[1]))
        if text in ("0", "0s"):
            raise SandtableError(f"{taker} must be at least 1 (games) or more than 0s")
        raise SandtableError(f'{taker} takes a number of games (300) or of seconds (2s), not "{text}"')

    def __str__(self) -> str:
        if self.seconds is None:
            return number_of(self.playouts or 0, "game")
        return "1 second" if self.seconds == 1 else f"{self.seconds:g} seconds"

    def longer(self, seconds: int) -> str:
        """Return a longer budget, as text for `read`: `seconds`, or twice this budget's seconds."""
        if self.seconds is None or self.seconds < seconds:
            return f"{seconds}s"
        return f"{min(2 * self.seconds, MOST_SECONDS):.0f}s"

    def clock(self) -> Clock:
        """Start a clock that shows how much of the budget is left."""
        return Clock(self)


class Clock:
    """A budget that is being spent."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._began = now()
        self._tried = 0
        """How many games have been played to measure how long one takes."""

    @property
    def seconds(self) -> float:
        """The seconds since it started."""
        return now() - self._began

    def fits(self, spent: int, more: int, part: float = 1.0) -> bool:
        """Return whether `more` games of average length fit into this part of the budget."""
        if self.budget.playouts is not None:
            return spent + more <= part * self.budget.playouts
        done = self.part(spent)
        return done * (1 + more / max(spent + self._tried, 1)) <= part and done < part

    def measure_pace(self, play: Callable[[int], object]) -> float:
        """Play one or two games to measure a game's seconds; return 0 if the budget counts games.

        The first game fills caches for later ones, so it counts only if there is no time for a second.
        """
        if self.budget.seconds is None:
            return 0.0
        took = 0.0
        for number in range(2):
            began = now()
            play(number)
            took = now() - began
            self._tried += 1
            if took > LONG_SHARE * self.budget.seconds:
                break
        return took

    def games_left(self, pace: float) -> int:
        """Return how many games fit into the budget, if one takes `pace` seconds."""
        if self.budget.seconds is None:
            return self.budget.playouts or 1
        seconds = self.budget.seconds - self.seconds
        return max(1, int(min(seconds / max(pace, 1e-6), MOST_PLAYOUTS)))

    def part(self, spent: int) -> float:
        """Return how much of the budget is spent, from 0 to 1."""
        if self.budget.seconds is None:
            return spent / (self.budget.playouts or 1)
        return self.seconds / self.budget.seconds
