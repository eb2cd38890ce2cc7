"""Hints: a seat's best move, if games between scripted players show one."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import accumulate, chain, repeat
from math import ceil
from types import MappingProxyType
from typing import Literal, NamedTuple

from sandtable import Outcome, SandtableError, Seat
from sandtable_batch import Estimate, fair_mean, share, won
from sandtable_console import Progress, result_of
from sandtable_pictures import phrase
from sandtable_tools.advice.budget import Budget, Clock
from sandtable_tools.advice.crew import Crew, ThisProcess, open_crew
from sandtable_tools.advice.figures import ResultUnit, return_of, unit
from sandtable_tools.advice.move_words import Words
from sandtable_tools.advice.moves import candidates
from sandtable_tools.advice.race import LEAST_WORLDS, Move, Race, Runner, beyond_chance, t_value
from sandtable_tools.advice.worlds import Worlds, scripted_bots

PATIENCE = Budget(seconds=20)
"""A press ends after this many seconds, even if it has games left."""

MOST_MOVES = 16
"""The most moves that are tried."""

ROUNDS = (12, 24, 48)
"""The worlds of the rounds that find a leader; the worse half of the moves drops out after each."""

LEAST_FINALISTS = 4
"""The fewest moves that stay until a leader is chosen."""

TRAILING_ERRORS = 1.0
"""A move drops out only if it trails by at least this many standard errors."""

BEATEN_AGAIN = 2.0
"""A move that dropped out and returns is beaten if it again trails by this many standard errors."""

CHECK_EVERY = 16
"""How many worlds are played between two checks of a leader's lead."""

GAMES, GAMES_PER_MOVE = 900, 48
"""The games that a press plays: a fixed number, and more for each move."""

CLEAR_LEAD = 3.0
"""A lead of about this many standard errors is beyond chance."""

MOST_NEEDED = 10_000
"""Moves are called too close if it would take more games than this to tell them apart."""

SHORT_PRESS = 0.5
"""A press of fewer seconds than this uses only this process."""

EQUAL_WORLDS = 48
"""Moves that end the same in this many worlds count as equal."""

RISK = 0.05
"""The greatest probability of ever naming a best move while another is just as good."""

MOST_WORLDS = 20_000
"""The most worlds that are tried; a difference that needs more is too small to matter."""

Verdict = Literal["best", "better", "same", "open", "early", "equal", "only"]


class TriedMove(NamedTuple):
    """A move that was tried, and its results over all its games.

    - `result`: the mean of the seat's returns.
    - `wins`: the share of games that the seat won.
    - `dropped`: whether it is out of the race.
    - `others`: moves with the same effect.
    """

    move: Move
    result: Estimate
    wins: Estimate
    dropped: bool
    others: Sequence[Move] = ()


class Comparison(NamedTuple):
    """The results of the recommended move and of another, in the same worlds."""

    move: Move
    wins: tuple[Estimate, Estimate]
    results: tuple[Estimate, Estimate]


class LeadingMove(NamedTuple):
    """The best move so far; `needed` games (0: too many) may show whether it is better than `next`."""

    move: Move
    next: Comparison
    needed: int


class Hint(NamedTuple):
    """What a study advises so far.

    - `asked`: the title of the decision.
    - `verdict`: ``best`` if a move is better than all others, ``better`` if it is better than the
      scripted player's. It is ``same`` if all games end the same, ``open`` if nothing is known, and
      ``early`` if the press has games left. If all moves have the same effect it is ``equal``, and if a
      single action is legal ``only``; in both cases no move is tried.
    - `move`: the recommended move: the best or the better one, or else the scripted player's.
    - `against`: the move it is compared with: the next best, or the scripted player's.
    - `usual`: the scripted player's move.
    - `leading`: the two best moves so far, if neither is clearly better.
    - `tried`: the moves that were tried, the best first.
    - `untried`: the options that were not tried.
    - `equal`: all moves, if they have the same effect.
    - `games`: the number of games for all moves; `playouts`: how many of them were played to the end;
      the others stopped at a position that an earlier game had reached.
    - `needed`: how many games a full answer still takes.
    - `pace`: the seconds that a game took on average.
    - `words`: the actions as players read them.
    """

    seat: str
    asked: str
    verdict: Verdict
    move: Move
    usual: Move
    against: Comparison | None = None
    tried: Sequence[TriedMove] = ()
    untried: Sequence[Move] = ()
    equal: Sequence[Move] = ()
    worlds: int = 0
    games: int = 0
    playouts: int = 0
    needed: int = 0
    pace: float = 0.0
    unit: ResultUnit = ResultUnit("result")
    stopped: bool = False
    words: Words = MappingProxyType({})
    leading: LeadingMove | None = None


class Study:
    """What is known about a seat's moves at one decision; every press adds to it.

    Rounds find a leader: all moves are tried in the same worlds, and the worse half drops out after each
    ("sequential halving", Karnin, Koren and Somekh 2013). Then the leader meets the others in worlds
    that were not used to find it. A move that falls behind beyond chance is beaten; when all are,
    including those that dropped out early, the leader is the best. A leader that falls behind gives way
    to another, which starts again in fresh worlds.

    Every move is tried in worlds imagined from what the seat may know, and the game's scripted players
    play them out. The seat's dice decide what is imagined; the number of processes changes nothing.
    """

    def __init__(self, seat: Seat) -> None:
        self._seat, self._asked, self._options = seat.name, seat.decision.title, list(seat.options)
        self._view = seat.view
        self._worlds = Worlds.of(seat)
        self._team = self._worlds.table.scenario.team(seat.name)
        self._players = scripted_bots(self._worlds.table.game)
        self._moves: Mapping[Move, Sequence[Move]] = (
            {tuple(self._options): ()}
            if len(self._options) == 1
            else candidates(seat, self._worlds, self._players, MOST_MOVES)
        )
        self._race = Race(list(self._moves), seat.name)
        self._usual = self._race.runners[0]
        self._looks = accumulate(chain(ROUNDS, repeat(CHECK_EVERY)))
        """The numbers of worlds after which moves will be compared."""
        self._look = next(self._looks)
        self._leader: Runner | None = None
        self._leaders = self._since = 0
        """The number of leaders so far, and the first world played after the latest one took the lead.
        """
        self._beaten: dict[Runner, tuple[Runner, int]] = {}
        """The moves beaten by a leader, with that leader and the first world of their match."""
        self._same: dict[Runner, Runner] = {}
        """The moves that ended like a leader in every world."""
        self._back: dict[Runner, int] = {}
        """The moves that returned after dropping out, and the world in which they did."""
        self._begun = self._goal = 0
        """How many games had been played when the last press began, and when one without a budget ends.
        """
        self._seconds = 0.0
        self.last: Hint | None = None
        """The result of the last press."""

    def press(self, budget: Budget | None = None, jobs: int = 1) -> Generator[Progress, None, Hint]:
        """Play on, and return the advice so far.

        Without a budget, a press plays a fixed number of games, and up to as many again if an answer is
        near, but for no longer than `PATIENCE`; the next press plays what is left. With a budget, it
        plays until a move is the best or the budget is spent. An interrupt (Ctrl-C) ends it. Raises
        SandtableError for fewer than one process.
        """
        if jobs < 1:
            raise SandtableError(f"--jobs takes 1 or more, not {jobs}")
        if len(self._race.runners) == 1:
            self.last = self._hint()
            return self.last
        race, clock, stopped = self._race, (budget or PATIENCE).clock(), False
        self._begun = race.games
        if budget is None and race.games >= self._goal:
            self._goal = race.games + self._size
        try:
            if not race.worlds:  # which shows how long a game takes
                yield from self._play(ThisProcess(self._worlds, self._players), clock, budget, 1)
            long = (self._seconds + clock.seconds) * self._size > SHORT_PRESS * race.games
            with open_crew(self._worlds, self._players, jobs if long else 1) as crew:
                while not self._is_settled and (
                    budget or race.games < self._goal or self._is_answer_near
                ):
                    yield from self._play(crew, clock, budget, self._look)
                    if race.worlds < self._look:
                        break
                    self._compare()
                    self._look = next(self._looks)
        except KeyboardInterrupt:
            stopped = True
        self._seconds += clock.seconds
        self.last = self._hint(stopped=stopped)
        return self.last

    def _play(self, crew: Crew, clock: Clock, budget: Budget | None, until: int) -> Iterator[Progress]:
        """Run up to world `until`, or as far as the budget allows."""
        race = self._race

        def wanted(ahead: int) -> bool:
            games = ahead * len(race.alive)
            return race.worlds + ahead <= until and clock.fits(race.games - self._begun, games)

        for _ in race.run(crew, wanted):
            games = race.games - self._begun
            share = 0 if budget else games / (self._goal - self._begun)
            yield Progress(min(max(share, clock.part(games)), 1), race.playouts)

    @property
    def _size(self) -> int:
        """How many games a press plays."""
        return GAMES + GAMES_PER_MOVE * len(self._race.runners)

    @property
    def _is_settled(self) -> bool:
        """Whether more games would change nothing, such as after many equal results."""
        race = self._race
        hopeless = (
            race.worlds >= sum(ROUNDS)
            and len({value for runner in race.runners for value in runner.returns.values()}) == 1
        )
        return hopeless or race.alive == [self._leader] or race.worlds >= MOST_WORLDS

    @property
    def _is_answer_near(self) -> bool:
        """Whether a press that has played its games goes on because an answer is near."""
        leading = self._leading() if self._race.games < self._goal + self._size else None
        return leading is not None and 0 < leading.needed <= self._size

    def _leading(self) -> LeadingMove | None:
        """Compare the two best moves, if they met often enough, and estimate the games still needed."""
        alive = sorted(self._race.alive, key=lambda runner: -runner.mean)
        rivals = [runner for runner in alive[1:] if not runner.ends_like(alive[0])]
        leads = alive[0].leads(rivals[0]) if rivals else []
        if len(leads) < LEAST_WORLDS:
            return None
        lead = t_value(leads)
        worlds = len(leads) * ((CLEAR_LEAD / lead) ** 2 - 1) if lead > 0 else MOST_NEEDED
        games = 100 * max(ceil(worlds * len(alive) / 100), 1)
        contrast = self._contrast(alive[0], rivals[0], 0)
        return LeadingMove(alive[0].move, contrast, games if games <= MOST_NEEDED else 0)

    def _compare(self) -> None:
        """Drop the worse half of the moves, or compare the leader with the others."""
        race = self._race
        if self._leader is None:
            race.halve(LEAST_FINALISTS, self._usual, TRAILING_ERRORS)
            if race.worlds >= sum(ROUNDS):
                self._make_leader(max(race.alive, key=lambda runner: runner.mean))
        if self._leader is not None:
            self._confirm(self._leader)

    def _confirm(self, leader: Runner) -> None:
        """Drop the moves that the leader has beaten, and replace a leader that has fallen behind."""
        race = self._race
        risk = RISK / (self._leaders * (self._leaders + 1))
        for rival in [runner for runner in race.alive if runner is not leader]:
            since = max(self._since, self._back.get(rival, 0))
            leads = leader.leads(rival, since)
            again = rival in self._back and len(leads) >= CHECK_EVERY and t_value(leads) > BEATEN_AGAIN
            if again or beyond_chance(leads, risk):
                self._beaten[rival] = leader, since
                race.alive.remove(rival)
            elif len(leader.leads(rival)) >= EQUAL_WORLDS and rival.ends_like(leader):
                if rival is self._usual:
                    self._leader, rival, leader = rival, leader, rival
                self._same[rival] = leader
                race.alive.remove(rival)
        best = max(race.alive, key=lambda runner: fair_mean(runner.leads(leader)).value)
        if t_value(best.leads(leader)) > TRAILING_ERRORS:
            self._make_leader(best)
        elif race.alive == [leader]:
            # The leader must also beat moves that dropped out early, perhaps through bad luck.
            back = [runner for runner in race.runners if runner is not leader]
            back = [runner for runner in back if runner not in {**self._beaten, **self._same}]
            self._back |= dict.fromkeys(back, race.worlds)
            race.alive += back

    def _make_leader(self, runner: Runner) -> None:
        self._leader, self._since = runner, self._race.worlds
        self._leaders += 1

    def _hint(self, *, stopped: bool = False) -> Hint:
        """Return the advice so far."""
        race, usual, game = self._race, self._usual, self._worlds.table.game
        verdict, named, other, since = self._verdict()
        ran = [runner for runner in race.runners if runner.returns and runner not in self._same]
        tried = sorted(ran, key=lambda runner: -runner.mean)
        outcomes = [outcome for runner in tried for outcome in runner.outcomes.values()]
        moves = [move for first, others in self._moves.items() for move in (first, *others)]
        begun, actions = {move[0] for move in moves}, chain(self._options, *moves)
        return Hint(
            seat=self._seat,
            asked=self._asked,
            verdict=verdict,
            move=named.move,
            usual=usual.move,
            against=self._contrast(named, other, since) if other else None,
            leading=self._leading() if verdict in ("open", "early") else None,
            tried=[self._result_of(runner) for runner in tried],
            untried=[(option,) for option in self._options if option not in begun],
            equal=[usual.move, *self._moves[usual.move]] if verdict == "equal" else [],
            worlds=race.worlds,
            games=race.games,
            playouts=race.playouts,
            needed=max(self._size - race.games, 0),
            pace=self._seconds / (race.games or 1),
            unit=unit(game, outcomes, self._seat) if outcomes else ResultUnit("result"),
            stopped=stopped,
            words={action: phrase.spelled(action, game, self._view) for action in actions},
        )

    def _verdict(self) -> tuple[Verdict, Runner, Runner | None, int]:
        """Return the verdict, the recommended move, the move it beat, and the first world counted."""
        leader, usual, race = self._leader, self._usual, self._race
        if len(race.runners) == 1:
            return ("only" if len(self._options) == 1 else "equal"), usual, None, 0
        if leader and race.alive == [leader]:
            if not self._beaten:
                return "same", usual, None, 0
            rival = max(self._beaten, key=lambda runner: (len(runner.returns), runner.mean))
            return "best", leader, rival, self._beaten[rival][1]
        if usual in self._beaten:
            better, since = self._beaten[usual]
            return "better", better, usual, since
        early = race.games < self._size and not self._is_settled
        return "early" if early else "open", usual, None, 0

    def _contrast(self, named: Runner, other: Runner, since: int) -> Comparison:
        """Compare two moves in the worlds in which one beat the other."""
        shared = [world for world in other.outcomes if world >= since and world in named.outcomes]
        mine, its = ([runner.outcomes[world] for world in shared] for runner in (named, other))
        results = (fair_mean([return_of(outcome, self._seat) for outcome in row]) for row in (mine, its))
        return Comparison(
            other.move,
            (_wins(mine, self._team), _wins(its, self._team)),
            (next(results), next(results)),
        )

    def _result_of(self, runner: Runner) -> TriedMove:
        return TriedMove(
            move=runner.move,
            result=fair_mean([*runner.returns.values()]),
            wins=_wins([*runner.outcomes.values()], self._team),
            dropped=runner not in self._race.alive,
            others=[
                *self._moves[runner.move],
                *(other.move for other, same in self._same.items() if same is runner),
            ],
        )


def hint(seat: Seat, budget: Budget | None = None, jobs: int = 1) -> Hint:
    """Return the hint of a new study after one press."""
    return result_of(Study(seat).press(budget, jobs))


def _wins(outcomes: Sequence[Outcome], team: Sequence[str]) -> Estimate:
    return share(sum(won(outcome, *team) for outcome in outcomes), len(outcomes))
