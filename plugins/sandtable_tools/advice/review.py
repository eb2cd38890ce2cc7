"""The parts of a game that the coach has taken apart: moments, what lies between them, lessons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.tooling import ENOUGH_TRIALS, Estimate
from sandtable_tools.advice.attribution import PlayedMove
from sandtable_tools.advice.figures import ResultUnit
from sandtable_tools.advice.hints import Hint, TriedMove, typed

MOST_ALTERNATIVES = 4
"""At most this many decisions are looked at again, if there is time."""


class AssessedMove(NamedTuple):
    """A decision of the game, and what it did to the seat's result.

    `choice` is what was gained against letting the scripted player go on, `luck` what the rolls
    gave beyond what could be expected of them. Each is None where there was none of it, or
    where it was not taken apart.
    """

    played: PlayedMove
    turn: str
    choice: Estimate | None
    luck: Estimate | None

    @property
    def words(self) -> str:
        """What was done, as it is typed."""
        return typed(self.played.move)


class UnassessedStretch(NamedTuple):
    """Decisions that were not taken apart, and what their choices and luck together gave."""

    first: int
    last: int
    turns: tuple[str, str]
    change: Estimate


class Alternatives(NamedTuple):
    """A decision that was looked at again: what else could have been done, as far as the seat knew."""

    moment: AssessedMove
    hint: Hint

    @property
    def better(self) -> TriedMove:
        """The best that was found; what was done itself when nothing is."""
        return self.hint.ranking[0]

    @property
    def done(self) -> TriedMove:
        """What was done."""
        move = self.moment.played.move
        return next(one for one in self.hint.ranking if one.move == move)


class Review(NamedTuple):
    """What a game gave a seat, taken apart: `result` less `expected` is all of the rest together.

    `outcome` is the name of its end, empty while it goes on.
    `result` is what was reached (in a running game: what is expected now), `expected` what was
    expected at the start; `choices` are by seat; `together` is what was not taken apart, which
    `between` has one by one. All are in the seat's returns, which `unit` turns into figures to
    be told. `free` counts the seat's decisions in which something else could have been done, and
    `looked` those that were taken apart. `whole` is how many games it would take to take all apart,
    and `pace` how many seconds a game took, None where the budget was one of games. `stopped` says
    that it was interrupted.
    """

    seat: str
    outcome: str
    unit: ResultUnit
    result: Estimate
    expected: Estimate
    choices: dict[str, Estimate]
    luck: Estimate
    together: Estimate
    between: Sequence[UnassessedStretch]
    free: int
    looked: int
    moments: Sequence[AssessedMove]
    lessons: Sequence[Alternatives]
    worlds: int
    playouts: int
    whole: int
    pace: float | None = None
    stopped: bool = False

    @property
    def dear(self) -> list[AssessedMove]:
        """The decisions of the seat that look dearest."""
        return dearest(self.moments, self.seat)

    @property
    def few(self) -> bool:
        """Whether there were too few games to tell anything of the parts."""
        return self.worlds < ENOUGH_TRIALS

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.outcome)


def dearest(moments: Sequence[AssessedMove], seat: str) -> list[AssessedMove]:
    """The decisions of a seat that look dearest, the worst first."""
    cost = {
        one.played.n: one.choice.value
        for one in moments
        if one.choice and one.choice.value < 0 and one.played.seat == seat
    }
    mine = [one for one in moments if one.played.n in cost]
    return sorted(mine, key=lambda one: cost[one.played.n])[:MOST_ALTERNATIVES]
