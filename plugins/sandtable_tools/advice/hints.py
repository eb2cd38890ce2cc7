"""Hints: what a seat could do, ranked by how the game ends when scripted players go on from there."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from sandtable import Outcome, Seat
from sandtable.tooling import ENOUGH_TRIALS, Estimate, Progress, ask_bot, fair_mean, result_of, share
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.figures import ResultUnit, clear, names, unit
from sandtable_tools.advice.halving import FINALISTS, Gap, Halving
from sandtable_tools.advice.moves import alike, candidates
from sandtable_tools.advice.race import Move, Runner
from sandtable_tools.advice.worlds import Players, imagined, scripted

DEFAULT = Budget(seconds=5)

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


class Reason(NamedTuple):
    """A figure in which the best move differs, beyond chance, from those it is better than.

    `share` says that it is a share of the games, else it is the mean of a metric.
    """

    name: str
    best: float
    others: float
    apart: Estimate
    share: bool = False


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
    options, asked = seat.options, seat.decision.title
    if len(options) == 1:
        return Hint(seat.name, asked, 0, 0, only=str(options[0]))
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
    found = _judged(halving, seat.name, asked, usual, stopped=stopped)
    return found._replace(pace=clock.pace(halving.playouts))


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


def _judged(halving: Halving, seat: str, asked: str, usual: Move, *, stopped: bool) -> Hint:
    """What the halving has found out."""
    untried = [runner.move for runner in halving.untried]
    ranking = halving.ranking
    if not ranking:
        return Hint(seat, asked, 0, 0, untried=untried, usual=usual, stopped=stopped)
    outcomes = [outcome for runner in ranking for outcome in runner.outcomes]
    good = _good(outcomes, seat)
    return Hint(
        seat,
        asked,
        halving.worlds,
        halving.playouts,
        [_tried(halving, runner, good, usual) for runner in ranking],
        untried,
        unit(outcomes, seat),
        good,
        _reasons(halving, good),
        usual=usual,
        stopped=stopped,
    )


def _good(outcomes: Sequence[Outcome], seat: str) -> list[str]:
    """The best outcomes that together come in about half of the games."""
    by_rank = names(outcomes, seat)
    most = max(1, len(by_rank) - 1)

    def off(count: int) -> float:
        shared = sum(outcome.name in by_rank[:count] for outcome in outcomes)
        return abs(shared / len(outcomes) - 0.5)

    return by_rank[: min(range(1, most + 1), key=off)]


def _tried(halving: Halving, runner: Runner, good: Sequence[str], usual: Move) -> TriedMove:
    told = halving.compared(runner)
    came = runner.outcomes[: len(runner.returns)][told]
    best, total = halving.ranking[0], len(came)
    many = len(halving.last)
    metrics = dict.fromkeys(name for outcome in came for name in outcome.metrics)
    counts = {name: sum(one.name == name for one in came) for name in {one.name for one in came}}
    return TriedMove(
        runner.move,
        len(runner.returns),
        fair_mean(runner.returns[told], many),
        {name: share(counts[name], total, many) for name in sorted(counts)},
        share(sum(counts.get(name, 0) for name in good), total, many),
        {name: fair_mean([one.metrics.get(name, 0) for one in came], many) for name in metrics},
        halving.gap(best, runner) if runner in halving.last and runner is not best else None,
        runner.move == usual,
        twin.move if (twin := halving.twin(runner)) else (),
    )


def _reasons(halving: Halving, good: Sequence[str]) -> list[Reason]:
    """In what the best differs from those of the last few that are behind it, the clearest first."""
    best = halving.ranking[0]
    others = [one for one in halving.last if halving.gap(best, one).behind]
    if not others:
        return []
    common = halving.final_round.common
    mine, theirs = ([one.outcomes[common] for one in some] for some in ([best], others))
    label = good[0] if len(good) == 1 else f"{good[-1]} or better"
    found = [_reason(label, _indicators(mine, good), _indicators(theirs, good), shared=True)]
    for name in mine[0][0].metrics:
        found.append(_reason(name, _metric(mine, name), _metric(theirs, name), shared=False))
    known = [reason for reason in found if clear(reason.apart)]
    return sorted(known, key=lambda one: -abs(one.apart.value) / (one.apart.half or 1e-9))


Rows = Sequence[Sequence[Outcome]]


def _indicators(rows: Rows, good: Sequence[str]) -> list[float]:
    """In each world, the share of some moves that ended well."""
    return [sum(one.name in good for one in world) / len(rows) for world in zip(*rows, strict=True)]


def _metric(rows: Rows, name: str) -> list[float]:
    """In each world, the mean of a metric over some moves."""
    worlds = zip(*rows, strict=True)
    return [sum(one.metrics.get(name, 0) for one in world) / len(rows) for world in worlds]


def _reason(name: str, mine: Sequence[float], others: Sequence[float], *, shared: bool) -> Reason:
    apart = fair_mean([one - other for one, other in zip(mine, others, strict=True)])
    return Reason(name, sum(mine) / len(mine), sum(others) / len(others), apart, shared)
