"""The budget of thinking: a number of games played out, which any machine repeats, or of seconds."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from sandtable import SandtableError, number_of

MOST_PLAYOUTS = 10_000_000
"""A budget is at most this many games."""

MOST_SECONDS = 86_400.0
"""A budget is at most this many seconds: a day."""

LONG = 0.03
"""A game that takes more than this share of a budget counts as long."""

now = time.monotonic
"""The clock, in seconds; a test replaces it with its own."""

_SECONDS = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)s(?:ec(?:onds?)?)?")


class Budget(NamedTuple):
    """A number of games to play out (1 or more), or of seconds (above 0); the other is None.

    Only with a number of games is a result reproducible.
    """

    playouts: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, text: str, taker: str) -> Budget:
        """The budget of ``300`` (games) or ``2s``.

        Raises SandtableError for anything else, which begins with the `taker`: the option or the word.
        """
        if text.isdecimal() and 0 < len(text) <= 8 and 1 <= int(text) <= MOST_PLAYOUTS:
            return cls(playouts=int(text))
        seconds = _SECONDS.fullmatch(text)
        if seconds and 0 < float(seconds[1]) <= MOST_SECONDS:
            return cls(seconds=float(seconds[1]))
        raise SandtableError(f'{taker} takes a number of games (300) or of seconds (2s), not "{text}"')

    def __str__(self) -> str:
        if self.seconds is None:
            return number_of(self.playouts or 0, "game")
        return "1 second" if self.seconds == 1 else f"{self.seconds:g} seconds"

    def longer(self, seconds: int) -> str:
        """A longer budget, as `read` takes it: these seconds, or twice as many as before."""
        if self.seconds is None or self.seconds < seconds:
            return f"{seconds}s"
        return f"{min(2 * self.seconds, MOST_SECONDS):.0f}s"

    def clock(self) -> Clock:
        """A clock that shows how much of it is left, starting now."""
        return Clock(self)


class Clock:
    """A budget that is being spent."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._began = now()
        self._warm: tuple[int, float] | None = None
        """The number of games when the first batch was done, and the time."""
        self._tried = 0
        """The number of games that were played to measure how long one takes."""

    @property
    def seconds(self) -> float:
        """The seconds since it began."""
        return now() - self._began

    def fits(self, spent: int, more: int, part: float) -> bool:
        """Whether `more` games, each as long as those before, stay within a share of the budget."""
        if self.budget.playouts is not None:
            return spent + more <= part * self.budget.playouts
        done = self.part(spent)
        return done * (1 + more / max(spent + self._tried, 1)) <= part and done < part

    def try_out(self, play: Callable[[int], object], jobs: int) -> float:
        """Measure how many seconds a game takes, by one or two games.

        The answer is 0 if it is not needed, because games are counted and one process plays them. The
        first game fills caches that later ones use, so it counts only if it takes so long that it is
        the only one.
        """
        if self.budget.seconds is None and jobs == 1:
            return 0.0
        took = 0.0
        for number in range(2):
            began = now()
            play(number)
            took = now() - began
            self._tried += 1
            if took > LONG * (self.budget.seconds or MOST_SECONDS):
                break
        return took

    def room(self, pace: float) -> int:
        """The number of games that the budget has room for, if one takes `pace` seconds."""
        if self.budget.seconds is None:
            return self.budget.playouts or 1
        seconds = self.budget.seconds - (now() - self._began)
        return max(1, int(min(seconds / max(pace, 1e-6), MOST_PLAYOUTS)))

    def games(self, spent: int) -> int:
        """The number of games that there is room for, if they take as long as those before."""
        if self.budget.playouts is not None:
            return max(0, self.budget.playouts - spent)
        return int(max(0.0, 1 / max(self.part(spent), 1e-9) - 1) * spent)

    def part(self, spent: int) -> float:
        """The share of the budget that is spent, from 0; 1 is all of it."""
        if self.budget.seconds is None:
            return spent / (self.budget.playouts or 1)
        moment = now()
        if spent and self._warm is None:
            self._warm = spent, moment
        return (moment - self._began) / self.budget.seconds

    def pace(self, spent: int) -> float | None:
        """The seconds that a game took; None if games are counted, or none is done.

        The first game fills caches that later ones use, so it counts only if it is the only one.
        """
        if self.budget.seconds is None or not spent:
            return None
        warm_games, start = self._warm or (0, self._began)
        if spent <= warm_games:
            warm_games, start = 0, self._began
        return (now() - start) / (spent - warm_games)

    def rest(self, spent: int, shares: int) -> Budget | None:
        """One of several equal shares of what is left of the budget; None if nothing is left."""
        share = 1 - self.part(spent)
        if self.budget.seconds is None:
            playouts = (self.budget.playouts or 0) - spent
            return Budget(playouts=playouts // shares) if playouts >= shares else None
        return Budget(seconds=share * self.budget.seconds / shares) if share > 0 else None
