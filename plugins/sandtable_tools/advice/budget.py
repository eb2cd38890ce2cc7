"""How long to think: a number of playouts, which is the same anywhere, or a number of seconds."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from sandtable import SandtableError

MOST_PLAYOUTS = 10_000_000
"""At most this many playouts can be asked for."""

MOST_SECONDS = 86_400.0
"""At most this many seconds can be asked for: a day."""

LONG = 0.03
"""A game that takes more than this part of a budget is long."""

now = time.monotonic
"""Tells the seconds; a test puts a clock of its own in its place."""

_SECONDS = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)s(?:ec(?:onds?)?)?")


class Budget(NamedTuple):
    """A number of playouts (1 or more), or of seconds (above 0); the other one is None.

    Only what is bounded in playouts comes out the same again.
    """

    playouts: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, text: str) -> Budget:
        """``300`` playouts or ``2s``; SandtableError when it is neither."""
        if text.isdecimal() and 0 < len(text) <= 8 and 1 <= int(text) <= MOST_PLAYOUTS:
            return cls(playouts=int(text))
        found = _SECONDS.fullmatch(text)
        if found and 0 < float(found[1]) <= MOST_SECONDS:
            return cls(seconds=float(found[1]))
        raise SandtableError(f'a number of playouts (300) or of seconds (2s) was expected, not "{text}"')

    def __str__(self) -> str:
        return f"{self.playouts} playouts" if self.seconds is None else f"{self.seconds:g} seconds"

    def clock(self) -> Clock:
        """What tells how much of it is left, from now on."""
        return Clock(self)


class Clock:
    """A budget that is being spent."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._began = now()
        self._warm: tuple[int, float] | None = None
        """How many playouts were done when the first was, and when."""
        self._tried = 0
        """How many games were played to find out how long one takes."""

    def fits(self, spent: int, more: int, part: float) -> bool:
        """Whether `more` playouts, each as long as those before, stay within a part of the budget."""
        if self.budget.playouts is not None:
            return spent + more <= part * self.budget.playouts
        done = self.part(spent)
        return done * (1 + more / max(spent + self._tried, 1)) <= part and done < part

    def try_out(self, play: Callable[[int], object], jobs: int) -> float:
        """How many seconds a game takes, by one or two; 0 where nobody needs to know.

        That is where playouts are counted and one process plays them. The first game, for which much is
        worked out that serves the others, counts only where it is alone: it has taken long.
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
        """How many playouts there can be where one takes `pace` seconds."""
        if self.budget.seconds is None:
            return self.budget.playouts or 1
        left = self.budget.seconds - (now() - self._began)
        return max(1, int(min(left / max(pace, 1e-6), MOST_PLAYOUTS)))

    def games(self, spent: int) -> int:
        """For how many playouts there is room, if they take as long as those before."""
        if self.budget.playouts is not None:
            return max(0, self.budget.playouts - spent)
        return int(max(0.0, 1 / max(self.part(spent), 1e-9) - 1) * spent)

    def part(self, spent: int) -> float:
        """What is spent of it, from 0 on; 1 is all."""
        if self.budget.seconds is None:
            return spent / (self.budget.playouts or 1)
        moment = now()
        if spent and self._warm is None:
            self._warm = spent, moment
        return (moment - self._began) / self.budget.seconds

    def pace(self, spent: int) -> float | None:
        """How many seconds a playout took; None when playouts are what is counted, or none is done.

        The first one, for which much is worked out that serves the others, counts where it is alone.
        """
        if self.budget.seconds is None or not spent:
            return None
        done, then = self._warm or (0, self._began)
        if spent <= done:
            done, then = 0, self._began
        return (now() - then) / (spent - done)

    def rest(self, spent: int, shares: int) -> Budget | None:
        """One of some like shares of what is left of it, None when nothing is."""
        left = 1 - self.part(spent)
        if self.budget.seconds is None:
            playouts = (self.budget.playouts or 0) - spent
            return Budget(playouts=playouts // shares) if playouts >= shares else None
        return Budget(seconds=left * self.budget.seconds / shares) if left > 0 else None
