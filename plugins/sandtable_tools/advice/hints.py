"""Hints: the moves of a seat, ranked by how games end that scripted players play out from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable import Game, Outcome, SandtableError, Seat
from sandtable_batch import ENOUGH_TRIALS, Estimate, fair_mean, share
from sandtable_console import Progress, result_of
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.crew import several
from sandtable_tools.advice.figures import ResultUnit, clear, unit
from sandtable_tools.advice.moves import alike, candidates
from sandtable_tools.advice.race import Gap, Move, Race, width
from sandtable_tools.advice.worlds import Worlds, scripted

DEFAULT = Budget(seconds=5)
"""The default time for a hint to think."""

SEQUENCES = 16
"""If a move is made of small choices, this many are tried at most, or one for each option."""

SOON = 0.5
"""A hint that takes fewer seconds than this runs in this process only."""


class TriedMove(NamedTuple):
    """A move that was tried, and its results.

    - `games`: the number of all games of the move.
    - `result`: the mean of the seat's returns.
    - `wins`: the share of games that the seat won.
    - `outcomes`: the share of each outcome, by name.
    - `metrics`: the means of metrics.
    - `gap`: how far the best move is ahead of it; None if it was dropped before the end.
    - `scripted`: whether it is the scripted player's move.
    - `twin`: a move that ended the same in every game.
    - `others`: moves with the same effect.

    For the last few moves, the results cover the games that they have in common, with intervals that
    hold for all of them together.
    """

    move: Move
    games: int
    result: Estimate
    wins: Estimate
    outcomes: dict[str, Estimate]
    metrics: dict[str, Estimate]
    gap: Gap | None = None
    scripted: bool = False
    twin: Move = ()
    others: Sequence[Move] = ()

    @property
    def words(self) -> str:
        """The move, as typed."""
        return typed(self.move)


class Reason(NamedTuple):
    """A figure in which the best move differs, by more than chance, from those behind it.

    With `share`, it is a share of the games, otherwise the mean of a metric.
    """

    name: str
    best: float
    others: float
    apart: Estimate
    share: bool = False


class Hint(NamedTuple):
    """The moves of a seat, the best first.

    - `asked`: the title of the decision.
    - `ranking`: the moves that were tried.
    - `untried`: the options that the budget did not reach.
    - `unit`: the unit of results.
    - `reasons`: the figures in which the best move differs.
    - `only`: the single option, if there is no choice; nothing was tried then.
    - `equal`: all moves, if they have the same effect; nothing was tried then.
    - `usual`: the scripted player's move.
    - `pace`: the seconds that a game took; None if the budget counts games.
    - `stopped`: whether the thinking was interrupted.
    """

    seat: str
    asked: str
    worlds: int
    playouts: int
    ranking: Sequence[TriedMove] = ()
    untried: Sequence[Move] = ()
    unit: ResultUnit = ResultUnit("result")
    reasons: Sequence[Reason] = ()
    only: str = ""
    equal: Sequence[Move] = ()
    usual: Move = ()
    pace: float | None = None
    stopped: bool = False

    @property
    def enough(self) -> bool:
        """Whether the last few had enough games to compare them."""
        return bool(self.ranking) and self.ranking[0].result.of >= ENOUGH_TRIALS

    @property
    def last(self) -> Sequence[TriedMove]:
        """The best move, and those that stayed in the race with it."""
        return [*self.ranking[:1], *(tried for tried in self.ranking[1:] if tried.gap)]

    @property
    def level(self) -> list[TriedMove]:
        """The best move, and those that are not clearly behind it."""
        return [tried for tried in self.last if tried.gap is None or not tried.gap.behind]


def typed(move: Move) -> str:
    """A move, as typed: ``commit infantry; done``."""
    return "; ".join(map(str, move))


def hint(
    seat: Seat,
    budget: Budget = DEFAULT,
    done: Move | None = None,
    most: int | None = None,
    jobs: int = 1,
) -> Hint:
    """Rank a seat's moves: the result of `hinting`."""
    return result_of(hinting(seat, budget, done, most, jobs))


def hinting(
    seat: Seat,
    budget: Budget = DEFAULT,
    done: Move | None = None,
    most: int | None = None,
    jobs: int = 1,
) -> Generator[Progress, None, Hint]:
    """Rank a seat's moves, at most `most` if that is given, on `jobs` processes.

    A move that was `done` stays in the race to the end.

    Every move is tried in the same worlds, imagined from what the seat may know; the game's scripted
    players play them out. If small choices make up a move, whole moves are tried. If the budget is too
    small for all of them, those that the scripted player likes come first.

    The seat's own dice decide what is imagined, so a budget in games gives the same hint every time,
    whatever the number of processes. An interrupt (Ctrl-C) ends the thinking; the hint then has what is
    known so far. Raises SandtableError for fewer than one process.
    """
    options = seat.options
    if len(options) == 1:
        return Hint(seat.name, seat.decision.title, 0, 0, only=str(options[0]))
    if jobs < 1:
        raise SandtableError(f"--jobs takes 1 or more, not {jobs}")
    clock = budget.clock()
    worlds = Worlds.of(seat)
    game = worlds.table.game
    players = scripted(game)
    pace = clock.try_out(lambda number: worlds.row(number, [()], players), jobs)
    games = clock.room(pace / jobs)
    moves_found = candidates(
        seat, worlds, players, min(most or max(SEQUENCES, len(options)), width(games))
    )
    if len(moves_found) == 1:
        (alike_moves,) = ((move, *others) for move, others in moves_found.items())
        return Hint(seat.name, seat.decision.title, 0, 0, equal=alike_moves, usual=alike_moves[0])
    moves = list(moves_found)
    if done:  # it runs in its own words
        moves = [done if alike(move) == alike(done) else move for move in moves]
        if done not in moves:
            moves.append(done)
    race = Race(moves, seat.name, [moves[0], *([done] if done else [])], tells=True)
    stopped = False
    try:
        with several(worlds, players, jobs if games * pace > SOON else 1) as crew:
            yield from race.run(crew, clock)
    except KeyboardInterrupt:
        stopped = True
    tried = moves_found.items() if race.worlds else ()
    begun = {move[0] for first, others in tried for move in (first, *others)}
    return Hint(
        seat=seat.name,
        asked=seat.decision.title,
        worlds=race.worlds,
        playouts=race.playouts,
        ranking=_ranking(game, race, seat.name, moves_found),
        untried=[(option,) for option in options if option not in begun],
        unit=unit(game, race.outcomes, seat.name) if race.worlds else ResultUnit("result"),
        reasons=_reasons(game, race, seat.name),
        usual=moves[0],
        pace=clock.pace(race.playouts),
        stopped=stopped,
    )


def _ranking(
    game: Game[Any], race: Race, seat: str, moves: Mapping[Move, Sequence[Move]]
) -> list[TriedMove]:
    """All moves that were tried, with their results."""
    finalists, usual, many = race.last, race.runners[0], len(race.last)
    same_effect = {alike(move): others for move, others in moves.items()}
    ranking = []
    for runner in race.ranking:
        worlds = race.compared(runner)
        outcomes = runner.outcomes[worlds]
        counts = Counter(outcome.name for outcome in outcomes)
        figures = [game.figures(outcome.metrics) for outcome in outcomes]
        metrics = dict.fromkeys(name for figure in figures for name in figure)
        tried = TriedMove(
            move=runner.move,
            games=len(runner.returns),
            result=fair_mean(runner.returns[worlds], many),
            wins=share(sum(_won(outcome, seat) for outcome in outcomes), len(outcomes), many),
            outcomes={name: share(counts[name], len(outcomes), many) for name in sorted(counts)},
            metrics={
                name: fair_mean([figure.get(name, 0) for figure in figures], many) for name in metrics
            },
            gap=race.gap(finalists[0], runner) if runner in finalists[1:] else None,
            scripted=runner is usual,
            twin=runner.twin.move if runner.twin else (),
            others=same_effect.get(alike(runner.move), ()),
        )
        ranking.append(tried)
    return ranking


def _reasons(game: Game[Any], race: Race, seat: str) -> list[Reason]:
    """The figures in which the best is ahead of those of the last few behind it, the clearest first."""
    behind = [runner for runner in race.last[1:] if race.gap(race.last[0], runner).behind]
    if not behind:
        return []
    best, worlds = race.last[0], race.final.worlds
    best_outcomes = best.outcomes[worlds]
    other_outcomes = [runner.outcomes[worlds] for runner in behind]

    def differing(name: str, figure: Callable[[Outcome], float], *, share: bool = False) -> Reason:
        """A figure of the best in each world, compared with its mean over the others there."""
        values = [figure(outcome) for outcome in best_outcomes]
        means = [sum(map(figure, world)) / len(behind) for world in zip(*other_outcomes, strict=True)]
        apart = fair_mean([value - mean for value, mean in zip(values, means, strict=True)])
        return Reason(name, sum(values) / len(values), sum(means) / len(means), apart, share)

    def metric(name: str) -> Callable[[Outcome], float]:
        return lambda outcome: game.figures(outcome.metrics).get(name, 0)

    differences = [
        differing("you win", lambda outcome: _won(outcome, seat), share=True),
        *(differing(name, metric(name)) for name in game.figures(best_outcomes[0].metrics)),
    ]
    clear_ones = [reason for reason in differences if clear(reason.apart)]
    return sorted(clear_ones, key=lambda reason: -abs(reason.apart.value) / (reason.apart.half or 1e-9))


def _won(outcome: Outcome, seat: str) -> bool:
    """Whether a seat got more than every other; in a game for one, more than 0."""
    others = [value for other, value in outcome.returns.items() if other != seat]
    return outcome.returns.get(seat, 0) > max(others, default=0)
