"""The coach's review of a game: what choices and luck were worth to a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from statistics import pstdev
from types import MappingProxyType
from typing import Literal, NamedTuple

from sandtable import Session
from sandtable_batch import ENOUGH_TRIALS, Estimate, fair_mean, share, won
from sandtable_pictures import phrase
from sandtable_tools.advice.attribution import Attribution, Node, PlayedMove
from sandtable_tools.advice.figures import ResultUnit, bound, is_clear, rate, return_of, unit
from sandtable_tools.advice.move_words import Words
from sandtable_tools.advice.race import Move
from sandtable_tools.reviews import Kind

Part = Literal["choice", "luck"]
"""The parts of a move that change the result separately."""


class AssessedMove(NamedTuple):
    """A decision of the game, and what it changed in the seat's result.

    - `choice`: what it gained over the scripted player's choice; None if there was no choice, or none
      was analysed.
    - `luck`: what the rolls gained over their expectation; None if there were none, or they were not
      analysed.
    - `usual`: the scripted player's move, if it is known to differ.
    """

    played: PlayedMove
    turn: str
    choice: Estimate | None
    luck: Estimate | None
    usual: Move = ()


class Moment(NamedTuple):
    """A choice or luck that changed the result beyond chance, confirmed in other worlds."""

    assessed: AssessedMove
    kind: Kind
    change: Estimate

    @property
    def is_luck(self) -> bool:
        """Whether it was luck, not a choice."""
        return self.kind in ("good luck", "bad luck")


class Totals(NamedTuple):
    """The parts of a seat's result, in returns.

    `result` minus `expected` is the sum of the other parts.

    - `result`: the return that was reached; while the game runs, the expectation now.
    - `expected`: the expectation at the start.
    - `choices`: what choices gained, by seat, the reviewed one first.
    - `luck`: what luck gained.
    - `unassessed`: what was gained where nothing was analysed.
    """

    result: Estimate
    expected: Estimate
    choices: Mapping[str, Estimate]
    luck: Estimate
    unassessed: Estimate


class Review(NamedTuple):
    """What a seat gained in a game by choices and luck.

    - `outcome`: how the game ended; empty while it runs.
    - `unit`: turns the seat's returns, which all estimates use, into figures for readers.
    - `moves`: all decisions of the game.
    - `moments`: the greatest moments that were confirmed.
    - `curve`: the expectation before some decisions, by line, and at the end. It changes only where the
      expectation changed beyond chance.
    - `names`: what sentences call the seats; `words`: the actions as players read them.
    - `chance`: the share of games from the start that the seat won.
    - `worlds`, `playouts`: how often each position was played out, and the number of games.
    - `typed_in`: whether players typed in the luck; its figures then prove nothing.
    - `stopped`: whether the player stopped the review.
    - `more`: the time for a better review, as ``--time`` takes it; empty if more would not help.
    """

    seat: str
    outcome: str
    unit: ResultUnit
    totals: Totals
    moves: Sequence[AssessedMove]
    moments: Sequence[Moment]
    curve: Sequence[tuple[int, Estimate]]
    names: Mapping[str, str]
    chance: Estimate
    worlds: int
    playouts: int
    typed_in: bool = False
    stopped: bool = False
    more: str = ""
    words: Words = MappingProxyType({})

    @property
    def name(self) -> str:
        """What a sentence calls the seat: ``the British``."""
        return self.names[self.seat]

    @property
    def has_few_games(self) -> bool:
        """Whether there were too few games to judge choices and luck."""
        return self.worlds < ENOUGH_TRIALS

    @property
    def is_flat(self) -> bool:
        """Whether the games show no more than a vague expectation at the start."""
        same = len({expected for _, expected in self.curve[:-1]}) == 1
        vague = self.unit.is_vague(self.unit.figure(self.totals.expected))
        return vague and (same or self.worlds < 2 * ENOUGH_TRIALS)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.outcome)

    @property
    def is_chance_to_win(self) -> bool:
        """Whether the figures are chances to win."""
        return self.unit.percent and self.unit.name in (self.seat, "won")


class Reviewer:
    """Reviews a game for a seat, from the moves that were valued.

    `unit` is the unit of its results, `moves` are all decisions of the game. `whole` is the range of a
    game's returns: from a loss to a win, or two standard deviations of the results.
    """

    def __init__(self, session: Session, attribution: Attribution, seat: str) -> None:
        self.session = session
        self.attribution = attribution
        self.seat = seat
        outcomes = [outcome for node in attribution.nodes for outcome in node.outcomes]
        self.unit = unit(session.scenario.game, outcomes, seat)
        self._ends = self.unit.ends
        """The worst and the best result, if there are only two."""
        spread = pstdev([return_of(outcome, seat) for outcome in outcomes])
        self.whole = self._ends[1] - self._ends[0] if self._ends else 2 * spread
        self.moves = [self._assess(place, played) for place, played in enumerate(attribution.moves)]

    def _assess(self, place: int, played: PlayedMove) -> AssessedMove:
        before, chosen, after = self.attribution.nodes_around(place)
        table = self.attribution.table_at(played.before)
        return AssessedMove(
            played,
            table.game.turn(table.view(None if self.session.outcome else self.seat)),
            choice=self._sum([(before, chosen)]) if _is_different(before, chosen) else None,
            luck=self._sum([(chosen, after)]) if _is_different(chosen, after) else None,
            usual=self.attribution.usual.get(place, ()),
        )

    def _returns(self, node: Node) -> list[float]:
        return [return_of(outcome, self.seat) for outcome in node.outcomes]

    def _sum(self, steps: Sequence[tuple[Node, Node]]) -> Estimate:
        """Add up the gains of some steps from node to node; steps without values count 0.

        Gains are added up within each world, so that the interval is right.
        """
        rows = [
            [after - before for before, after in zip(*map(self._returns, step), strict=True)]
            for step in steps
            if _is_different(*step)
        ]
        if not rows:
            return Estimate(0, 0, 0, self.attribution.worlds)
        total = fair_mean([sum(world) for world in zip(*rows, strict=True)])
        return bound(total, len(rows) * (self._ends[1] - self._ends[0])) if self._ends else total

    def _mean(self, node: Node) -> Estimate:
        returns = self._returns(node)
        return rate(returns, *self._ends) if self._ends else fair_mean(returns)

    def confirm(self, part: Part, place: int, change: Estimate) -> Estimate:
        """Return a part's change in other worlds; if those are enough, it replaces the old one."""
        if self._ends:
            change = bound(change, self._ends[1] - self._ends[0])
        if change.of >= ENOUGH_TRIALS:
            move = self.moves[place]
            self.moves[place] = (
                move._replace(choice=change) if part == "choice" else move._replace(luck=change)
            )
        return change

    def _curve(self, changes: Sequence[int]) -> list[tuple[int, Estimate]]:
        """Return the expectation before valued decisions and at the end.

        It changes at the lines in `changes`, and wherever the worlds show a change beyond chance.
        """
        moves = self.attribution.moves
        lines = [*(item.n for item in moves), moves[-1].entries[-1].n + 1]
        nodes = zip(lines, self.attribution.at, strict=True)
        *valued, last = [(n, node) for n, node in nodes if node.outcomes]
        points, held = list[tuple[int, Estimate]](), valued[0][1]
        before = valued[0][0]
        for n, node in valued:
            worlds = zip(self._returns(held), self._returns(node), strict=True)
            gain = fair_mean([after - before for before, after in worlds], len(valued))
            if is_clear(gain) or any(before <= line < n for line in changes):
                held = node
            before = n
            points.append((n, self._mean(held)))
        return [*points, (last[0], self._mean(last[1]))]

    def review(self, moments: Sequence[Moment], *, stopped: bool, more: str) -> Review:
        """Return the review so far."""
        attribution, outcome = self.attribution, self.session.outcome
        game, view = self.session.scenario.game, self.session.view(self.seat)
        first, team = attribution.at[0].outcomes, self.session.scenario.team(self.seat)
        moves = [move for item in self.moves for move in (item.played.move, item.usual or ())]
        return Review(
            seat=self.seat,
            outcome=outcome.name if outcome else "",
            unit=self.unit,
            totals=self._totals(),
            moves=self.moves,
            moments=moments,
            curve=self._curve([moment.assessed.played.n for moment in moments]),
            names={seat: game.name_of(view, seat) for seat in self.session.seats},
            words={action: phrase.spelled(action, game, view) for action in chain(*moves)},
            chance=share(sum(won(outcome, *team) for outcome in first), len(first)),
            worlds=attribution.worlds,
            playouts=attribution.playouts,
            typed_in=self.session.header.typed_in,
            stopped=stopped,
            more=more,
        )

    def _totals(self) -> Totals:
        attribution, outcome = self.attribution, self.session.outcome
        reached = return_of(outcome, self.seat) if outcome else 0
        moves = enumerate(attribution.moves)
        nodes = [(move.seat, attribution.nodes_around(place)) for place, move in moves]
        return Totals(
            result=Estimate(reached, reached, reached, attribution.worlds)
            if outcome
            else self._mean(attribution.at[-1]),
            expected=self._mean(attribution.at[0]),
            choices={
                seat: self._sum([(before, chosen) for who, (before, chosen, _) in nodes if who == seat])
                for seat in dict.fromkeys((self.seat, *self.session.scenario.seats))
            },
            luck=self._sum([(chosen, after) for _, (_, chosen, after) in nodes]),
            unassessed=self._sum(attribution.stretches),
        )


def _is_different(start: Node, end: Node) -> bool:
    """Return whether two nodes differ and both are valued."""
    return start is not end and bool(start.outcomes and end.outcomes)
