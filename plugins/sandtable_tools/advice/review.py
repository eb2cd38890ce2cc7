"""A game as the coach has taken it apart: what each decision did, and what was better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.tooling import ENOUGH_TRIALS, Estimate
from sandtable_tools.advice.attribution import PlayedMove
from sandtable_tools.advice.figures import ResultUnit
from sandtable_tools.advice.hints import Hint, TriedMove, typed
from sandtable_tools.advice.race import Move

MOST_ALTERNATIVES = 4
"""At most this many decisions are looked at again, if there is time."""


class AssessedMove(NamedTuple):
    """A decision of the game, and what it did to the seat's result.

    `choice` is what was gained against letting the scripted player go on, `luck` what the rolls
    gave beyond what could be expected of them. Each is None where there was none of it, or
    where it was not taken apart. `usual` is what the scripted player would have done, where that is
    something else and was asked for.
    """

    played: PlayedMove
    turn: str
    choice: Estimate | None
    luck: Estimate | None
    usual: Move = ()

    @property
    def words(self) -> str:
        """What was done, as it is typed."""
        return typed(self.played.move)


class UnassessedStretch(NamedTuple):
    """Decisions that were not taken apart, and what their choices and luck together gave.

    `lines` are the first and the last line of the save, `turns` those of its first and last decision.
    """

    lines: tuple[int, int]
    turns: tuple[str, str]
    change: Estimate


class Alternatives(NamedTuple):
    """What else could have been done at a decision, as far as the seat knew."""

    assessed: AssessedMove
    hint: Hint

    @property
    def better(self) -> TriedMove:
        """The best that was found; what was done itself when nothing is."""
        return self.hint.ranking[0]

    @property
    def done(self) -> TriedMove:
        """What was done."""
        move = self.assessed.played.move
        return next(one for one in self.hint.ranking if one.move == move)


class Totals(NamedTuple):
    """What a game gave a seat, in its returns: `result` less `expected` is all of the rest together.

    `result` is what was reached (in a running game: what is expected now), `expected` what was
    expected at the start; `choices` are by seat, the reviewed one first; `unassessed` is what was not
    taken apart.
    """

    result: Estimate
    expected: Estimate
    choices: Mapping[str, Estimate]
    luck: Estimate
    unassessed: Estimate


class Effort(NamedTuple):
    """How much was played for a review.

    Each position was played on in `worlds`, `playouts` games in all; it would take `needed` games to
    take every decision apart. `pace` is how many seconds a game took, None where the budget was
    one of games. `stopped` says that it was interrupted.
    """

    worlds: int
    playouts: int
    needed: int
    pace: float | None = None
    stopped: bool = False


class Review(NamedTuple):
    """What a game gave a seat, taken apart.

    `outcome` is the name of its end, empty while it goes on. `unit` turns the seat's returns, which
    all estimates are in, into figures to be told. `moves` are all decisions of the game, `stretches`
    those of them that were not taken apart. `curve` is what was expected before some decisions, by
    their lines, and at the end. `typed_in` says that players typed in the luck, so that
    what it gave proves nothing.
    """

    seat: str
    outcome: str
    unit: ResultUnit
    totals: Totals
    moves: Sequence[AssessedMove]
    stretches: Sequence[UnassessedStretch]
    alternatives: Sequence[Alternatives]
    curve: Sequence[tuple[int, Estimate]]
    effort: Effort
    typed_in: bool = False

    @property
    def own(self) -> list[AssessedMove]:
        """The decisions of the seat in which something else could have been done."""
        return own(self.moves, self.seat)

    @property
    def assessed(self) -> list[AssessedMove]:
        """Those of them whose choice was taken apart."""
        return [one for one in self.own if one.choice is not None]

    @property
    def unlike(self) -> list[AssessedMove]:
        """The decisions of the seat unlike the scripted player's, the dearest first."""
        return unlike(self.moves, self.seat)

    @property
    def few(self) -> bool:
        """Whether there were too few games to tell anything of the parts."""
        return self.effort.worlds < ENOUGH_TRIALS

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.outcome)


def own(moves: Sequence[AssessedMove], seat: str) -> list[AssessedMove]:
    """The decisions of a seat in which something else could have been done."""
    return [one for one in moves if one.played.free and one.played.seat == seat]


def unlike(moves: Sequence[AssessedMove], seat: str) -> list[AssessedMove]:
    """The decisions of a seat that the scripted player would have made otherwise, the dearest first."""
    found = [one for one in moves if one.usual and one.played.seat == seat]
    return sorted(found, key=lambda one: (one.choice is None, one.choice.value if one.choice else 0))
