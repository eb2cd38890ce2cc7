"""The coach: what a seat's choices and its luck were worth, and what would have been better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.dice import SeededDice
from sandtable.errors import SandtableError
from sandtable.estimate import Estimate
from sandtable.seat import Seat
from sandtable.session import Session
from sandtable.thinking.account import Account, Deed, Node
from sandtable.thinking.budget import Budget, Clock
from sandtable.thinking.field import Said
from sandtable.thinking.figures import Unit, fair_mean, unit
from sandtable.thinking.hints import Hint, Tried, hint

DEFAULT = Budget(seconds=60)

ACCOUNT = 0.6
"""The part of a budget in which the whole game is valued; the rest looks for better moves."""

FEWEST = 2
"""So many worlds are played in any case: fewer have no interval."""

LESSONS = 4
"""So many decisions, those that look dearest, are looked at again."""

TRIES = 3
"""So often it is tried whether something can be imagined otherwise."""


class Moment(NamedTuple):
    """A decision of the game, and what it did to the seat's result.

    `choice` is what was gained against letting the scripted player go on, `luck` what the rolls
    gave beyond what could be expected of them. Each is None where there was none of it.
    """

    deed: Deed
    turn: str
    choice: Estimate | None
    luck: Estimate | None

    @property
    def words(self) -> str:
        """What was done, in words."""
        return ", ".join(map(str, self.deed.move))


class Lesson(NamedTuple):
    """A decision that looks dear, and what else could have been done, as far as the seat knew."""

    moment: Moment
    hint: Hint

    @property
    def better(self) -> Tried:
        """The best that was found; what was done itself when nothing is."""
        return self.hint.ranking[0]

    @property
    def done(self) -> Tried:
        """What was done."""
        move = self.moment.deed.move
        return next(one for one in self.hint.ranking if one.move == move)


class Review(NamedTuple):
    """What a game gave a seat, taken apart: `result` less `expected` is all of the rest together.

    `outcome` is the name of its end, empty while it goes on.
    `result` is what was reached (in a running game: what is expected now), `expected` what was
    expected at the start; `choices` are by seat. All are in the seat's returns, which `unit`
    turns into figures to be told. `stopped` says that it was interrupted.
    """

    seat: str
    outcome: str
    unit: Unit
    result: Estimate
    expected: Estimate
    choices: dict[str, Estimate]
    luck: Estimate
    moments: Sequence[Moment]
    lessons: Sequence[Lesson]
    worlds: int
    playouts: int
    stopped: bool = False

    @property
    def dear(self) -> list[Moment]:
        """The decisions of the seat that look dearest."""
        return dearest(self.moments, self.seat)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.outcome)


def review(session: Session, seat: str, budget: Budget = DEFAULT, said: Said | None = None) -> Review:
    """Look back at a game with the eyes of a seat.

    Every position is played on by the scripted players, in worlds with the same luck for all of
    them, two at least. The game so far is looked at where it is not over. An interrupt (Ctrl-C)
    ends it early.
    Raises SandtableError for a running game in which something is hidden from the seat, whose true
    position would tell it, and for one in which nothing was done.
    """
    if not session.past:
        raise SandtableError("nothing has been done in this game yet")
    if session.outcome is None and _hides(session, seat):
        raise SandtableError("this game hides things, so the coach waits until it is over")
    clock = budget.clock()
    account = Account(session)
    stopped = _value(account, clock, said, ACCOUNT)
    if account.worlds < FEWEST:
        raise SandtableError("stopped before anything was known")
    seen = _Seen(session, account, seat)
    if not (stopped or dearest(seen.moments, seat)):
        stopped = _value(account, clock, said, 1.0)
        seen = _Seen(session, account, seat)
    lessons: list[Lesson] = []
    if not stopped:
        for lesson in _lessons(seen, clock, said):
            lessons.append(lesson)
            stopped = lesson.hint.stopped
    return seen.review(lessons, stopped=stopped)


def _hides(session: Session, seat: str) -> bool:
    """Whether anything in the game so far could have been otherwise, for all the seat could know."""
    table = session.table.clone(SeededDice(0))
    for snapshot in [table.snapshot(), *(step.before for step in reversed(session.past))]:
        table.restore(snapshot._replace(dice={}))
        if len(table.game.seats) > 1 and table.view(seat) != table.view(None):
            return True
        dreams = (table.imagine(seat, SeededDice(f"coach {number}")) for number in range(TRIES))
        if any(dream.position != table.position for dream in dreams):
            return True
    return False


def _value(account: Account, clock: Clock, said: Said | None, part: float) -> bool:
    """Play on from all positions until a part of the budget is spent; whether it was stopped."""
    needed = FEWEST * sum(node.known is None for node in account.nodes)

    def tell() -> None:
        if said and account.playouts:
            done = account.playouts / needed if account.worlds < FEWEST else 1.0
            said(min(done, clock.part(account.playouts)), account.playouts)

    try:
        while account.worlds < FEWEST or (needed and clock.part(account.playouts) < part):
            account.run(tell)
    except KeyboardInterrupt:
        return True
    return False


class _Seen:
    """An account with the eyes of a seat."""

    def __init__(self, session: Session, account: Account, seat: str) -> None:
        self.session = session
        self.account = account
        self.seat = seat
        self.eyes = None if session.outcome else seat
        self.moments = [self._moment(place, deed) for place, deed in enumerate(account.deeds)]

    def _moment(self, place: int, deed: Deed) -> Moment:
        before, chosen, after = self._nodes(place)
        table = self.account.table_at(deed.before)
        choice = fair_mean(self._apart(chosen, before)) if chosen is not before else None
        luck = fair_mean(self._apart(after, chosen)) if after is not chosen else None
        return Moment(deed, table.game.turn(table.view(self.eyes)), choice, luck)

    def _nodes(self, place: int) -> tuple[Node, Node, Node]:
        account = self.account
        return account.at[place], account.chosen[place], account.at[place + 1]

    def _returns(self, node: Node) -> list[int]:
        return [outcome.returns.get(self.seat, 0) for outcome in node.outcomes]

    def _apart(self, one: Node, other: Node) -> list[int]:
        pairs = zip(self._returns(one), self._returns(other), strict=True)
        return [mine - its for mine, its in pairs]

    def _total(self, pairs: Sequence[tuple[Node, Node]]) -> Estimate:
        """The sum of some differences: added up in each world, so that the interval is right."""
        rows = [self._apart(one, other) for one, other in pairs if one is not other]
        if not rows:
            return Estimate(0, 0, 0, self.account.worlds)
        return fair_mean([sum(world) for world in zip(*rows, strict=True)])

    def _reached(self) -> Estimate:
        """The result, or what is expected now."""
        if self.session.outcome is None:
            return fair_mean(self._returns(self.account.at[-1]))
        result = self.session.outcome.returns.get(self.seat, 0)
        return Estimate(result, result, result, self.account.worlds)

    def review(self, lessons: Sequence[Lesson], *, stopped: bool) -> Review:
        """All that is known."""
        account, session = self.account, self.session
        trios = [(deed.seat, *self._nodes(place)) for place, deed in enumerate(account.deeds)]
        seats = session.scenario.game.seats
        outcomes = [outcome for node in account.nodes for outcome in node.outcomes]
        return Review(
            self.seat,
            session.outcome.name if session.outcome else "",
            unit(outcomes, self.seat),
            self._reached(),
            fair_mean(self._returns(account.at[0])),
            {
                seat: self._total([(chosen, at) for who, at, chosen, _ in trios if who == seat])
                for seat in (self.seat, *(one for one in seats if one != self.seat))
            },
            self._total([(after, chosen) for _, _, chosen, after in trios]),
            self.moments,
            lessons,
            account.worlds,
            account.playouts + sum(lesson.hint.playouts for lesson in lessons),
            stopped,
        )

    def seat_at(self, deed: Deed) -> Seat:
        """The seat as it sat there, with what it had been told by then."""
        table = self.account.table_at(deed.before).clone(SeededDice(0))
        told = [event for one in self.session.story if one.n < deed.n for event in one.events]
        return Seat(table, self.seat, SeededDice(f"coach {deed.n}"), lambda: told)


def _lessons(seen: _Seen, clock: Clock, said: Said | None) -> Iterator[Lesson]:
    """The decisions of the seat that look dearest, each thought over with a like part of the rest."""
    spent = seen.account.playouts
    dear = dearest(seen.moments, seen.seat)
    for place, moment in enumerate(dear):
        share = clock.rest(spent, len(dear) - place)
        if share is None:
            return
        tell = _after(spent, clock, said)
        found = hint(seen.seat_at(moment.deed), share, tell, moment.deed.move)
        spent += found.playouts
        if any(one.move == moment.deed.move for one in found.ranking):
            yield Lesson(moment, found)
        if found.stopped:
            return


def dearest(moments: Sequence[Moment], seat: str) -> list[Moment]:
    """The decisions of a seat that look dearest, the worst first."""
    cost = {
        one.deed.n: one.choice.value
        for one in moments
        if one.choice and one.choice.value < 0 and one.deed.seat == seat
    }
    mine = [one for one in moments if one.deed.n in cost]
    return sorted(mine, key=lambda one: cost[one.deed.n])[:LESSONS]


def _after(spent: int, clock: Clock, said: Said | None) -> Said | None:
    """Tells of games that come after those that were spent before."""
    if said is None:
        return None
    return lambda _, games: said(clock.part(spent + games), spent + games)
