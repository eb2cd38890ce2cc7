"""Hints: what a seat could do, ranked by how the game ends when scripted players go on from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from typing import NamedTuple

from sandtable import Outcome, Seat
from sandtable.tooling import ENOUGH_TRIALS, Estimate, Progress, ask_bot, fair_mean, result_of, share
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.figures import ResultUnit, names, unit
from sandtable_tools.advice.halving import FINALISTS, Gap, Halving
from sandtable_tools.advice.moves import alike, candidates
from sandtable_tools.advice.race import Move, Runner
from sandtable_tools.advice.reasons import Reason, reasons
from sandtable_tools.advice.worlds import Players, imagined, scripted

DEFAULT = Budget(seconds=5)
"""How long a hint thinks, unless a caller says otherwise."""

SEQUENCES = 16
"""At most this many moves are sought where small choices make up a move, unless options are more."""


class TriedMove(NamedTuple):
    """A move that was tried, and what came of it.

    `result` is the mean of the seat's returns, `outcomes` the share of each outcome by name,
    `good` that of the hint's good ones, `metrics` their means. Of the last few all this is told of the
    games that they have in common, with intervals that hold for all of these moves together; `games`
    counts all that it was tried in. `gap` is how far the best one is ahead of it, None for those
    that did not run to the end with it. `twin` is a move that ended just so in every game.
    """

    move: Move
    games: int
    result: Estimate
    outcomes: dict[str, Estimate]
    good: Estimate
    metrics: dict[str, Estimate]
    gap: Gap | None
    scripted: bool
    twin: Move = ()

    @property
    def words(self) -> str:
        """The move as it is typed."""
        return typed(self.move)


class Hint(NamedTuple):
    """The moves of a seat, the best first.

    `good` are the outcomes, best first, whose common share is told; `unit` is what results
    are measured in; `untried` are moves that the budget did not reach; `only` is the one
    option where there is no choice, and then nothing was tried; `usual` is what the scripted player
    would do. `pace` is how many seconds a game took, None where the budget was one of games.
    `stopped` says that it was interrupted.
    """

    seat: str
    asked: str
    worlds: int
    playouts: int
    ranking: Sequence[TriedMove] = ()
    untried: Sequence[Move] = ()
    unit: ResultUnit = ResultUnit("result")
    good: Sequence[str] = ()
    reasons: Sequence[Reason] = ()
    only: str = ""
    usual: Move = ()
    pace: float | None = None
    stopped: bool = False

    @property
    def enough(self) -> bool:
        """Whether the last few had enough games for something to be said of them."""
        compared = [one.gap.estimate.of for one in self.last if one.gap]
        return min(compared or [one.result.of for one in self.last], default=0) >= ENOUGH_TRIALS

    @property
    def last(self) -> Sequence[TriedMove]:
        """The best move, and those that came to the end with it."""
        return [*self.ranking[:1], *(one for one in self.ranking[1:] if one.gap)]

    @property
    def level(self) -> list[TriedMove]:
        """The best move, and those that were not found to be behind it."""
        return [one for one in self.last if one.gap is None or not one.gap.behind]


def typed(move: Move) -> str:
    """A move as it is typed: ``commit infantry; done``."""
    return "; ".join(map(str, move))


def needed(moves: int) -> int:
    """How many games are needed to say something of a number of moves."""
    few = 2 * ENOUGH_TRIALS
    return max(few * (FINALISTS + 1), 4 * moves) if moves > FINALISTS else few * moves


def hint(
    seat: Seat, budget: Budget = DEFAULT, done: Move | None = None, most: int | None = None
) -> Hint:
    """Rank what a seat can do, as `hinting` does."""
    return result_of(hinting(seat, budget, done, most))


def hinting(
    seat: Seat, budget: Budget = DEFAULT, done: Move | None = None, most: int | None = None
) -> Generator[Progress, None, Hint]:
    """Rank what a seat can do, `most` moves if that is given.

    A move that was `done` is among what is tried to the end.

    Each option is tried in the same worlds, which are imagined as the seat may; the scripted players
    of the game play on. Where small choices make up a move, whole moves are tried.
    The seat's own dice decide what is imagined, so that a budget in playouts gives the same hint again.
    An interrupt (Ctrl-C) ends the thinking, and what is known so far is told.
    """
    options = seat.options
    if len(options) == 1:
        return Hint(seat.name, seat.decision.title, 0, 0, only=str(options[0]))
    clock = budget.clock()
    players = scripted(seat.imagine().game)
    usual, *others = _moves(seat, players, most or max(SEQUENCES, len(options)))
    if done and alike(done) == alike(usual):
        usual = done
    halving = _halving(seat, players, [usual, *others], done)
    stopped = False
    try:
        yield from halving.run(lambda: imagined(seat), clock)
    except KeyboardInterrupt:
        stopped = True
    found = _ranked(halving, seat, usual)
    return found._replace(pace=clock.pace(halving.playouts), stopped=stopped)


def _moves(seat: Seat, players: Players, most: int) -> list[Move]:
    """What a seat could do, the scripted player's first: options, or whole moves if some are longer."""
    moves = candidates(seat, players, most)
    if any(len(move) > 1 for move in moves):
        return moves
    usual = ask_bot(players[seat.name], "scripted", seat)
    others = [move for move in moves if move != (usual,)]
    return [(usual,), *others[: most - 1]]


def _halving(seat: Seat, players: Players, moves: Sequence[Move], done: Move | None) -> Halving:
    usual = moves[0]
    kept = [usual] if done in (None, usual) else [usual, done or ()]
    others = [move for move in moves[1:] if done is None or alike(move) != alike(done)]
    tried = [*kept, *others]
    # Where the budget ends early, chance decides who was tried, not the order of the list.
    seat.dice.shuffle(tried)
    return Halving(tried, seat.name, players, kept)


def _ranked(halving: Halving, seat: Seat, usual: Move) -> Hint:
    """What the halving has found out."""
    unknown = Hint(
        seat=seat.name,
        asked=seat.decision.title,
        worlds=0,
        playouts=0,
        untried=[runner.move for runner in halving.untried],
        usual=usual,
    )
    if not halving.ranking:
        return unknown
    outcomes = [outcome for runner in halving.ranking for outcome in runner.outcomes]
    good = _good_outcomes(outcomes, seat.name)
    return unknown._replace(
        worlds=halving.worlds,
        playouts=halving.playouts,
        ranking=[_tried(halving, runner, good, usual) for runner in halving.ranking],
        unit=unit(outcomes, seat.name),
        good=good,
        reasons=reasons(halving, good),
    )


def _good_outcomes(outcomes: Sequence[Outcome], seat: str) -> list[str]:
    """The best outcomes that together come in about half of the games."""
    by_rank = names(outcomes, seat)

    def distance_to_half(count: int) -> float:
        good = sum(outcome.name in by_rank[:count] for outcome in outcomes)
        return abs(good / len(outcomes) - 0.5)

    return by_rank[: min(range(1, max(2, len(by_rank))), key=distance_to_half)]


def _tried(halving: Halving, runner: Runner, good: Sequence[str], usual: Move) -> TriedMove:
    compared = halving.compared(runner)
    outcomes = runner.outcomes[: len(runner.returns)][compared]
    total, many = len(outcomes), len(halving.last)
    counts = Counter(outcome.name for outcome in outcomes)
    metrics = dict.fromkeys(name for outcome in outcomes for name in outcome.metrics)
    best, twin = halving.ranking[0], halving.twin(runner)
    return TriedMove(
        move=runner.move,
        games=len(runner.returns),
        result=fair_mean(runner.returns[compared], many),
        outcomes={name: share(counts[name], total, many) for name in sorted(counts)},
        good=share(sum(counts[name] for name in good), total, many),
        metrics={
            name: fair_mean([outcome.metrics.get(name, 0) for outcome in outcomes], many)
            for name in metrics
        },
        gap=halving.gap(best, runner) if runner in halving.last and runner is not best else None,
        scripted=runner.move == usual,
        twin=twin.move if twin else (),
    )
