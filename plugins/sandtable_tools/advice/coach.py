"""The coach: the worth of a seat's choices and of its luck, and better choices."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import ceil
from typing import cast

from sandtable import SandtableError, SeededDice, Session
from sandtable_batch import ENOUGH_TRIALS
from sandtable_console import Progress, result_of
from sandtable_tools.advice.attribution import Attribution, Stretch
from sandtable_tools.advice.budget import Budget, Clock
from sandtable_tools.advice.hints import Hint, hinting
from sandtable_tools.advice.review import (
    MOST_ALTERNATIVES,
    Alternatives,
    AssessedMove,
    Review,
    own,
    unlike,
)
from sandtable_tools.advice.reviewer import Reviewer

DEFAULT = Budget(seconds=60)
"""The default time for the coach to think."""

ATTRIBUTION_SHARE = 0.6
"""The share of a budget for valuing the whole game; the other part is for finding better moves."""

FEWEST = 2
"""At least this many games are played out from the start, even beyond the budget."""

CLOSELY = 32
"""Choices unlike the scripted player's are valued in this many worlds before other positions are."""

EVEN = 8
"""About this many positions are valued at equal distances, others where the result changed most."""

LEAST_FREE = 1
"""At least this many decisions that looked free are checked anyway, if there are any.

A decision looks free if the scripted player makes the same.
"""

GAMES_PER_DECISION = 200
"""For every this many games in the budget, one decision is analysed again."""

TRIES = 3
"""At most this many worlds are imagined at a position to find out whether something is hidden."""


def review(session: Session, seat: str, budget: Budget = DEFAULT) -> Review:
    """Review a game: the result of `reviewing`."""
    return result_of(reviewing(session, seat, budget))


def reviewing(
    session: Session, seat: str, budget: Budget = DEFAULT
) -> Generator[Progress, None, Review]:
    """Review a game for a seat.

    Scripted players play positions out, in worlds with the same luck for all of them. First comes the
    position at the start, then those before and after each choice of the seat unlike its scripted
    player's. Then come positions in the middle of the stretches that gained or lost most, until all are
    done or time is up. A game that is not over is reviewed so far. An interrupt (Ctrl-C) ends the review
    early.

    Raises SandtableError for a game in which nothing was done, and for a running game that hides
    something from the seat, since its true position would reveal it.
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
        raise SandtableError("stopped before there was any result")
    reviewer = Reviewer(session, attribution, seat)
    alternatives: list[Alternatives] = []
    if not stopped:
        stopped = yield from _find_alternatives(reviewer, clock, alternatives)
    needed = ceil(ENOUGH_TRIALS * len(attribution.nodes) / ATTRIBUTION_SHARE)
    return reviewer.review(alternatives, pace, needed=needed, stopped=stopped)


def _hides(session: Session, seat: str) -> bool:
    """Whether the game has hidden anything from the seat so far."""
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
    """Value positions until a share of the budget is spent; return whether it was stopped."""

    def progress(games: Iterator[None]) -> Iterator[Progress]:
        for _ in games:
            yield Progress(clock.part(attribution.playouts), attribution.playouts)

    def fits(more: int, part: float = ATTRIBUTION_SHARE) -> bool:
        return clock.fits(attribution.playouts, more, part)

    try:
        yield from progress(attribution.compare(seat))
        while attribution.worlds < FEWEST or (
            attribution.worlds < ENOUGH_TRIALS and fits(attribution.cost, 1.0)
        ):
            yield from progress(attribution.run())
        while _telling(attribution) and fits(attribution.worlds):
            yield from progress(attribution.value(_next_place(attribution, seat)))
        while attribution.usual and attribution.worlds < CLOSELY and fits(attribution.cost):
            yield from progress(attribution.run())
        while attribution.stretches and fits(attribution.worlds):
            yield from progress(attribution.value(_next_place(attribution, seat)))
        while not attribution.stretches and attribution.cost and fits(attribution.cost):
            yield from progress(attribution.run())
    except KeyboardInterrupt:
        return True
    return False


def _telling(attribution: Attribution) -> set[int]:
    """The nodes next to choices unlike the scripted player's that are not valued yet."""
    return attribution.telling.difference(attribution.valued)


def _next_place(attribution: Attribution, seat: str) -> int:
    """The node to value next: one at a choice unlike the scripted player's, while there are any.

    It divides the longest stretch at first, later the one that gained or lost most.
    """

    def change(stretch: Stretch) -> int:
        if len(attribution.valued) <= EVEN:
            return 0
        ends = zip(stretch.end.outcomes, stretch.start.outcomes, strict=True)
        return abs(sum(end.returns.get(seat, 0) - start.returns.get(seat, 0) for end, start in ends))

    telling = _telling(attribution)
    stretches = [stretch for stretch in attribution.stretches if attribution.within(stretch, telling)]
    chosen = max(
        stretches or attribution.stretches, key=lambda stretch: (change(stretch), len(stretch.moves))
    )
    return attribution.middle(chosen, telling)


def _find_alternatives(
    reviewer: Reviewer, clock: Clock, alternatives: list[Alternatives]
) -> Generator[Progress, None, bool]:
    """Analyse decisions of the seat again while there is room; return whether it was stopped.

    Each gets an equal share of what is left of the budget.
    """
    attribution = reviewer.attribution
    spent = attribution.playouts
    room = clock.games(spent)
    if room < 4 * ENOUGH_TRIALS:  # not even two moves could be compared
        return False
    moves = _worth_another_look(reviewer)[: max(1, room // GAMES_PER_DECISION)]
    for place, assessed in enumerate(moves):
        remaining = len(moves) - place
        share = clock.rest(spent, remaining)
        if share is None:
            return False
        # With little time, a few moves are compared rather than none.
        most_moves = max(2, clock.games(spent) // remaining // (2 * ENOUGH_TRIALS))
        played = assessed.played
        thinking = hinting(attribution.seat_at(played), share, played.move, most_moves)
        hint = yield from _counted_on(spent, clock, thinking)
        spent += hint.playouts
        if any(tried.move == played.move for tried in hint.ranking):
            alternatives.append(Alternatives(assessed, hint))
        if hint.stopped:
            return True
    return False


def _worth_another_look(reviewer: Reviewer) -> list[AssessedMove]:
    """The decisions to analyse again: the costliest, and some at which the scripted player agreed.

    These looked free, but may be mistakes that the scripted player shares: those with the greatest
    luck, or the first decisions if none is analysed.
    """
    moves = own(reviewer.moves, reviewer.seat)
    costly = [
        move for move in unlike(reviewer.moves, reviewer.seat) if move.choice and move.choice.value
    ]
    looked_free = [move for move in moves if move.choice and move.choice.value == 0 and not move.usual]
    looked_free.sort(key=lambda move: -abs(move.luck.value) if move.luck else 0)
    costly = costly[: MOST_ALTERNATIVES - min(LEAST_FREE, len(looked_free))]
    return [*costly, *looked_free[: MOST_ALTERNATIVES - len(costly)]] or moves[:1]


def _counted_on(
    spent: int, clock: Clock, thinking: Generator[Progress, None, Hint]
) -> Generator[Progress, None, Hint]:
    """The same thinking, whose progress counts the games spent before as well.

    An interrupt is passed on to the thinking, which then returns what it knows.
    """
    try:
        progress = next(thinking)
        while True:
            games = spent + progress.games
            try:
                yield Progress(clock.part(games), games)
            except KeyboardInterrupt as stopped:
                progress = thinking.throw(stopped)
            else:
                progress = next(thinking)
    except StopIteration as end:
        return cast(Hint, end.value)
