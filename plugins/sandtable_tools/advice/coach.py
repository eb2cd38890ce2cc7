"""The coach: what a seat's choices and its luck were worth, and what would have been better."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from math import ceil
from typing import cast

from sandtable import SandtableError, Seat, SeededDice, Session
from sandtable.tooling import ENOUGH_TRIALS, Estimate, Progress, fair_mean, result_of
from sandtable_tools.advice.attribution import Attribution, Node, PlayedMove, Stretch
from sandtable_tools.advice.budget import Budget, Clock
from sandtable_tools.advice.figures import ResultUnit, bounded, rate, unit
from sandtable_tools.advice.hints import Hint, hinting
from sandtable_tools.advice.review import (
    MOST_ALTERNATIVES,
    Alternatives,
    AssessedMove,
    Review,
    UnassessedStretch,
    dearest,
)

DEFAULT = Budget(seconds=60)

ATTRIBUTION_SHARE = 0.6
"""The part of a budget in which the whole game is valued; the rest looks for better moves."""

FEWEST = 2
"""At least this many games are played from the start in any case."""

EVEN = 8
"""About this many positions are valued at like distances; others where most was gained or lost."""

OPEN = 1
"""At least this many decisions that cost nothing are looked at again, if there are any.

Nothing, that is, against the scripted player.
"""

WORTHWHILE = 200
"""With this many games for each it is worth while to look at decisions again."""

TRIES = 3
"""How often it is tried at a position whether something can be imagined otherwise."""


def review(session: Session, seat: str, budget: Budget = DEFAULT) -> Review:
    """Look back at a game, as `reviewing` does."""
    return result_of(reviewing(session, seat, budget))


def reviewing(
    session: Session, seat: str, budget: Budget = DEFAULT
) -> Generator[Progress, None, Review]:
    """Look back at a game with the eyes of a seat.

    Positions are played on by the scripted players, in worlds with the same luck for all of them:
    the first, some at like distances, then those in the midst of what gained or lost most, until all
    are or time is up. The game so far is looked at where it is not over. An interrupt (Ctrl-C)
    ends it early.
    Raises SandtableError for a running game in which something is hidden from the seat, whose true
    position would tell it, and for one in which nothing was done.
    """
    if not session.history.done:
        raise SandtableError("nothing has been done in this game yet")
    if session.outcome is None and _hides(session, seat):
        raise SandtableError("this game hides things, so the coach waits until it is over")
    clock = budget.clock()
    attribution = Attribution(session)
    stopped = yield from _value(attribution, seat, clock)
    pace = clock.pace(attribution.playouts)
    if not attribution.worlds:
        raise SandtableError("stopped before anything was known")
    seen = Reviewer(session, attribution, seat)
    lessons: list[Alternatives] = []
    if not stopped:
        stopped = yield from _lessons(seen, clock, lessons)
    return seen.review(lessons, pace, stopped=stopped)


def _hides(session: Session, seat: str) -> bool:
    """Whether anything in the game so far could have been otherwise, for all the seat could know."""
    table = session.table.clone(SeededDice(0))
    for snapshot in [table.snapshot(), *(step.before for step in reversed(session.history.done))]:
        table.restore(snapshot._replace(dice={}))
        if len(table.game.seats) > 1 and table.view(seat) != table.view(None):
            return True
        dreams = (table.imagine(seat, SeededDice(f"coach {number}")) for number in range(TRIES))
        if any(dream.position != table.position for dream in dreams):
            return True
    return False


def _value(attribution: Attribution, seat: str, clock: Clock) -> Generator[Progress, None, bool]:
    """Value positions until a part of the budget is spent; whether it was stopped."""

    def told(games: Iterator[None]) -> Iterator[Progress]:
        for _ in games:
            yield Progress(clock.part(attribution.playouts), attribution.playouts)

    def fits(more: int, part: float = ATTRIBUTION_SHARE) -> bool:
        return clock.fits(attribution.playouts, more, part)

    try:
        while attribution.worlds < FEWEST or (
            attribution.worlds < ENOUGH_TRIALS and fits(attribution.cost, 1.0)
        ):
            yield from told(attribution.run())
        while attribution.stretches and fits(attribution.worlds):
            yield from told(attribution.value(attribution.middle(_widest(attribution, seat))))
        while not attribution.stretches and attribution.cost and fits(attribution.cost):
            yield from told(attribution.run())
    except KeyboardInterrupt:
        return True
    return False


def _widest(attribution: Attribution, seat: str) -> Stretch:
    """The stretch to part next: the longest at first, then the one that gained or lost most."""

    def change(one: Stretch) -> int:
        ends = zip(one.end.outcomes, one.start.outcomes, strict=True)
        return abs(sum(end.returns.get(seat, 0) - start.returns.get(seat, 0) for end, start in ends))

    if len(attribution.valued) <= EVEN:
        return max(attribution.stretches, key=lambda one: len(one.moves))
    return max(attribution.stretches, key=lambda one: (change(one), len(one.moves)))


class Reviewer:
    """An attribution with the eyes of a seat."""

    def __init__(self, session: Session, attribution: Attribution, seat: str) -> None:
        self.session = session
        self.attribution = attribution
        self.seat = seat
        self.eyes = None if session.outcome else seat
        self.unit, self._ends = self._measured()
        self.moments = [self._moment(place, played) for place, played in enumerate(attribution.moves)]

    def _measured(self) -> tuple[ResultUnit, tuple[int, int] | None]:
        """What results are told in, and the worst and the best where there are just two."""
        outcomes = [outcome for node in self.attribution.nodes for outcome in node.outcomes]
        found = unit(outcomes, self.seat)
        results = [outcome.returns.get(self.seat, 0) for outcome in outcomes]
        return found, (min(results), max(results)) if found.percent else None

    def _moment(self, place: int, played: PlayedMove) -> AssessedMove:
        before, chosen, after = self._nodes(place)
        return AssessedMove(
            played, self._turn(played), self._change(chosen, before), self._change(after, chosen)
        )

    def _turn(self, played: PlayedMove) -> str:
        table = self.attribution.table_at(played.before)
        return table.game.turn(table.view(self.eyes))

    def _nodes(self, place: int) -> tuple[Node, Node, Node]:
        attribution = self.attribution
        return attribution.at[place], attribution.chosen[place], attribution.at[place + 1]

    def _returns(self, node: Node) -> list[int]:
        return [outcome.returns.get(self.seat, 0) for outcome in node.outcomes]

    def _apart(self, one: Node, other: Node) -> list[int]:
        pairs = zip(self._returns(one), self._returns(other), strict=True)
        return [mine - its for mine, its in pairs]

    def _change(self, one: Node, other: Node) -> Estimate | None:
        """How much more one node gives than another; None for the same, and without values."""
        known = one is not other and one.outcomes and other.outcomes
        return self._total([(one, other)]) if known else None

    def _total(self, pairs: Sequence[tuple[Node, Node]]) -> Estimate:
        """The sum of some differences: added up in each world, so that the interval is right."""
        known = [
            pair for pair in pairs if pair[0] is not pair[1] and pair[0].outcomes and pair[1].outcomes
        ]
        if not known:
            return Estimate(0, 0, 0, self.attribution.worlds)
        rows = [self._apart(*pair) for pair in known]
        total = fair_mean([sum(world) for world in zip(*rows, strict=True)])
        return bounded(total, len(rows) * (self._ends[1] - self._ends[0])) if self._ends else total

    def _mean(self, node: Node) -> Estimate:
        """What is expected at a node."""
        values = self._returns(node)
        return rate(values, *self._ends) if self._ends else fair_mean(values)

    def _reached(self) -> Estimate:
        """The result, or what is expected now."""
        if self.session.outcome is None:
            return self._mean(self.attribution.at[-1])
        result = self.session.outcome.returns.get(self.seat, 0)
        return Estimate(result, result, result, self.attribution.worlds)

    def _between(self, stretch: Stretch) -> UnassessedStretch:
        first, last = stretch.moves[0], stretch.moves[-1]
        change = self._total([(stretch.end, stretch.start)])
        return UnassessedStretch(
            first.n, last.entries[-1].n, (self._turn(first), self._turn(last)), change
        )

    def review(self, lessons: Sequence[Alternatives], pace: float | None, *, stopped: bool) -> Review:
        """All that is known."""
        attribution, session = self.attribution, self.session
        trios = [(played.seat, *self._nodes(place)) for place, played in enumerate(attribution.moves)]
        seats = session.scenario.game.seats
        stretches = attribution.stretches
        mine = [one for one in self.moments if one.played.free and one.played.seat == self.seat]
        return Review(
            self.seat,
            session.outcome.name if session.outcome else "",
            self.unit,
            self._reached(),
            self._mean(attribution.at[0]),
            {
                seat: self._total([(chosen, at) for who, at, chosen, _ in trios if who == seat])
                for seat in (self.seat, *(one for one in seats if one != self.seat))
            },
            self._total([(after, chosen) for _, _, chosen, after in trios]),
            self._total([(one.end, one.start) for one in stretches]),
            [self._between(one) for one in stretches],
            len(mine),
            sum(one.choice is not None for one in mine),
            self.moments,
            lessons,
            attribution.worlds,
            attribution.playouts + sum(lesson.hint.playouts for lesson in lessons),
            ceil(ENOUGH_TRIALS * len(attribution.nodes) / ATTRIBUTION_SHARE),
            pace,
            stopped,
        )

    def seat_at(self, played: PlayedMove) -> Seat:
        """The seat as it sat there, with what it had been told by then."""
        table = self.attribution.table_at(played.before).clone(SeededDice(0))
        told = [event for one in self.session.log if one.n < played.n for event in one.events]
        return Seat(table, self.seat, SeededDice(f"coach {played.n}"), lambda: told)


def _lessons(seen: Reviewer, clock: Clock, found: list[Alternatives]) -> Generator[Progress, None, bool]:
    """Find decisions of the seat, as many as the rest of the budget is worth while for, in like parts.

    It tells whether it was stopped.
    """
    spent = seen.attribution.playouts
    room = clock.games(spent)
    if room < 4 * ENOUGH_TRIALS:  # not even two moves could be compared
        return False
    some = _to_look_at(seen)[: max(1, room // WORTHWHILE)]
    for place, moment in enumerate(some):
        share = clock.rest(spent, len(some) - place)
        if share is None:
            return False
        # With little time a few moves are compared, rather than none.
        most = max(2, clock.games(spent) // (len(some) - place) // (2 * ENOUGH_TRIALS))
        steps = hinting(seen.seat_at(moment.played), share, moment.played.move, most)
        hint = yield from _after(spent, clock, steps)
        spent += hint.playouts
        if any(one.move == moment.played.move for one in hint.ranking):
            found.append(Alternatives(moment, hint))
        if hint.stopped:
            return True
    return False


def _to_look_at(seen: Reviewer) -> list[AssessedMove]:
    """What looks dear, and some that cost nothing: faults that the scripted player shares.

    Of these, those that great luck came from or, where none is taken apart, the first.
    """
    mine = [one for one in seen.moments if one.played.free and one.played.seat == seen.seat]
    dear = dearest(seen.moments, seen.seat)
    even = [one for one in mine if one.choice and one.choice.value == 0]
    even.sort(key=lambda one: -abs(one.luck.value) if one.luck else 0)
    most = MOST_ALTERNATIVES - min(OPEN, len(even))
    return [*dear[:most], *even[: MOST_ALTERNATIVES - len(dear[:most])]] or mine[:1]


def _after(
    spent: int, clock: Clock, steps: Generator[Progress, None, Hint]
) -> Generator[Progress, None, Hint]:
    """Thinking whose games come after those that were spent before."""
    try:
        while True:
            games = spent + next(steps).games
            yield Progress(clock.part(games), games)
    except StopIteration as end:
        return cast(Hint, end.value)
