"""Hints: the moves of a seat, ranked by how games end that scripted players play out from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable import Game, SandtableError, Seat
from sandtable.tooling import ENOUGH_TRIALS, Estimate, Progress, fair_mean, result_of, share
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.crew import several
from sandtable_tools.advice.figures import ResultUnit, unit
from sandtable_tools.advice.moves import alike, candidates
from sandtable_tools.advice.race import Gap, Move, Race, Runner, width
from sandtable_tools.advice.reasons import Reason, reasons, won
from sandtable_tools.advice.worlds import Worlds, scripted

DEFAULT = Budget(seconds=5)
"""The default time for a hint to think."""

SEQUENCES = 16
"""If a move is made of small choices, this many are tried at most, or one for each option."""

SOON = 0.5
"""A hint that takes fewer seconds than this runs in this process alone."""


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
    moves = _with(done, list(moves_found))
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
        reasons=reasons(game, race, seat.name),
        usual=moves[0],
        pace=clock.pace(race.playouts),
        stopped=stopped,
    )


def _with(done: Move | None, moves: Sequence[Move]) -> list[Move]:
    """The moves, with the one that was done in its own words."""
    if done is None:
        return list(moves)
    is_listed = any(alike(move) == alike(done) for move in moves)
    listed = [done if alike(move) == alike(done) else move for move in moves]
    return listed if is_listed else [*listed, done]


def _ranking(
    game: Game[Any], race: Race, seat: str, moves: Mapping[Move, Sequence[Move]]
) -> list[TriedMove]:
    """All moves that were tried, with their results."""
    finalists, usual = race.last, race.runners[0]
    same_effect = {alike(move): others for move, others in moves.items()}
    return [
        _tried(game, race, runner, seat)._replace(
            gap=race.gap(finalists[0], runner) if runner in finalists[1:] else None,
            scripted=runner is usual,
            others=same_effect.get(alike(runner.move), ()),
        )
        for runner in race.ranking
    ]


def _tried(game: Game[Any], race: Race, runner: Runner, seat: str) -> TriedMove:
    """The results of a move."""
    outcomes = runner.outcomes[race.compared(runner)]
    total, many = len(outcomes), len(race.last)
    counts = Counter(outcome.name for outcome in outcomes)
    figures = [game.figures(outcome.metrics) for outcome in outcomes]
    metrics = dict.fromkeys(name for figure in figures for name in figure)
    return TriedMove(
        move=runner.move,
        games=len(runner.returns),
        result=fair_mean(runner.returns[race.compared(runner)], many),
        wins=share(sum(won(outcome, seat) for outcome in outcomes), total, many),
        outcomes={name: share(counts[name], total, many) for name in sorted(counts)},
        metrics={name: fair_mean([figure.get(name, 0) for figure in figures], many) for name in metrics},
        twin=runner.twin.move if runner.twin else (),
    )
