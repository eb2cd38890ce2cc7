"""The coach's review of a game: the worth of each decision, and better moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable_batch import ENOUGH_TRIALS, Estimate
from sandtable_tools.advice.attribution import PlayedMove
from sandtable_tools.advice.figures import ResultUnit
from sandtable_tools.advice.hints import Hint, TriedMove, typed
from sandtable_tools.advice.race import Move

MOST_ALTERNATIVES = 4
"""At most this many decisions are analysed again."""


class AssessedMove(NamedTuple):
    """A decision of the game, and its effect on the seat's result.

    - `choice`: the gain over letting the scripted player continue; None if there was no choice, or it
      was not analysed.
    - `luck`: the gain from rolls over their expectation; None if there was no luck, or it was not
      analysed.
    - `usual`: the scripted player's move, if that is known to differ.
    """

    played: PlayedMove
    turn: str
    choice: Estimate | None
    luck: Estimate | None
    usual: Move = ()

    @property
    def words(self) -> str:
        """The decision, as typed."""
        return typed(self.played.move)


class UnassessedStretch(NamedTuple):
    """Decisions that were not analysed, and the gain of their choices and luck together.

    `lines` are its first and last line in the save, `turns` the turns of its first and last decision.
    """

    lines: tuple[int, int]
    turns: tuple[str, str]
    change: Estimate


class Alternatives(NamedTuple):
    """The moves that the seat could have made at a decision, judged by what it knew."""

    assessed: AssessedMove
    hint: Hint

    @property
    def looked_free(self) -> bool:
        """Whether the scripted player would have made the same move."""
        return not self.assessed.usual

    @property
    def better(self) -> TriedMove:
        """The best move found; the move that was made, if none is better."""
        return self.hint.ranking[0]

    @property
    def done(self) -> TriedMove:
        """The move that was made."""
        move = self.assessed.played.move
        return next(tried for tried in self.hint.ranking if tried.move == move)


class Totals(NamedTuple):
    """The parts of a seat's result, in returns.

    `result` minus `expected` is the sum of the other parts.

    - `result`: the return that was reached; in a running game, the expectation now.
    - `expected`: the expectation at the start.
    - `choices`: the gain of choices by seat, the reviewed one first.
    - `luck`: the gain of luck.
    - `unassessed`: the gain of what was not analysed.
    """

    result: Estimate
    expected: Estimate
    choices: Mapping[str, Estimate]
    luck: Estimate
    unassessed: Estimate


class Effort(NamedTuple):
    """The amount of play behind a review.

    - `worlds`: the number of worlds in which each position was played out.
    - `playouts`: the number of games in all.
    - `needed`: the number of games that it takes to analyse every decision.
    - `pace`: the seconds that a game took; None if the budget counts games.
    - `stopped`: whether the review was interrupted.
    """

    worlds: int
    playouts: int
    needed: int
    pace: float | None = None
    stopped: bool = False


class Review(NamedTuple):
    """The gains of a seat in a game, by choices and luck.

    - `outcome`: the name of its end; empty while the game is not over.
    - `unit`: turns the seat's returns, which all estimates use, into figures for readers.
    - `moves`: all decisions of the game.
    - `stretches`: the decisions that were not analysed.
    - `curve`: the expectation before some decisions, by their lines, and at the end.
    - `names`: what a sentence calls the seats.
    - `typed_in`: whether players typed in the luck; its figures then prove nothing.
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
    names: Mapping[str, str]
    typed_in: bool = False

    @property
    def name(self) -> str:
        """The words for the seat in a sentence: ``the British``."""
        return self.names[self.seat]

    @property
    def own(self) -> list[AssessedMove]:
        """The decisions of the seat that had a choice."""
        return own(self.moves, self.seat)

    @property
    def assessed(self) -> list[AssessedMove]:
        """The decisions of the seat whose choice was analysed."""
        return [move for move in self.own if move.choice is not None]

    @property
    def unlike(self) -> list[AssessedMove]:
        """The decisions of the seat unlike the scripted player's, the costliest first."""
        return unlike(self.moves, self.seat)

    @property
    def few(self) -> bool:
        """Whether there were too few games to judge choices and luck."""
        return self.effort.worlds < ENOUGH_TRIALS

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.outcome)


def own(moves: Sequence[AssessedMove], seat: str) -> list[AssessedMove]:
    """The decisions of a seat that had a choice."""
    return [move for move in moves if move.played.free and move.played.seat == seat]


def unlike(moves: Sequence[AssessedMove], seat: str) -> list[AssessedMove]:
    """The decisions of a seat unlike the scripted player's, the costliest first."""
    comparable = [move for move in moves if move.usual and move.played.seat == seat]
    return sorted(
        comparable, key=lambda move: (move.choice is None, move.choice.value if move.choice else 0)
    )
