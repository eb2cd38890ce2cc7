"""An attribution as a review for a seat: sums and intervals over its nodes."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable import Session
from sandtable_batch import Estimate, fair_mean
from sandtable_tools.advice.attribution import Attribution, Node, PlayedMove, Stretch
from sandtable_tools.advice.figures import bounded, rate, unit
from sandtable_tools.advice.review import (
    Alternatives,
    AssessedMove,
    Effort,
    Review,
    Totals,
    UnassessedStretch,
)


class Reviewer:
    """The worth of the valued moves of a game to a seat.

    `unit` is the unit of its results, `moves` are all decisions of the game.
    """

    def __init__(self, session: Session, attribution: Attribution, seat: str) -> None:
        self.session = session
        self.attribution = attribution
        self.seat = seat
        outcomes = [outcome for node in attribution.nodes for outcome in node.outcomes]
        self.unit = unit(session.scenario.game, outcomes, seat)
        self._ends = self.unit.ends
        """The worst and the best result, if there are just two."""
        self.moves = [self._assessed(place, played) for place, played in enumerate(attribution.moves)]

    def _assessed(self, place: int, played: PlayedMove) -> AssessedMove:
        before, chosen, after = self.attribution.around(place)
        choice = self._sum([(before, chosen)]) if _differ(before, chosen) else None
        luck = self._sum([(chosen, after)]) if _differ(chosen, after) else None
        usual = self.attribution.usual.get(place, ())
        return AssessedMove(played, self._turn(played), choice, luck, usual)

    def _turn(self, played: PlayedMove) -> str:
        table = self.attribution.table_at(played.before)
        return table.game.turn(table.view(None if self.session.outcome else self.seat))

    def _returns(self, node: Node) -> list[int]:
        return [outcome.returns.get(self.seat, 0) for outcome in node.outcomes]

    def _sum(self, steps: Sequence[tuple[Node, Node]]) -> Estimate:
        """The sum of the gains of some steps from node to node; steps without values count 0.

        Gains are added up within each world, so that the interval is right.
        """
        rows = [
            [late - early for early, late in zip(*map(self._returns, step), strict=True)]
            for step in steps
            if _differ(*step)
        ]
        if not rows:
            return Estimate(0, 0, 0, self.attribution.worlds)
        total = fair_mean([sum(world) for world in zip(*rows, strict=True)])
        return bounded(total, len(rows) * (self._ends[1] - self._ends[0])) if self._ends else total

    def _mean(self, node: Node) -> Estimate:
        """The expectation at a node."""
        returns = self._returns(node)
        return rate(returns, *self._ends) if self._ends else fair_mean(returns)

    def review(
        self, alternatives: Sequence[Alternatives], pace: float | None, *, needed: int, stopped: bool
    ) -> Review:
        """The review so far."""
        attribution, outcome = self.attribution, self.session.outcome
        game, view = self.session.scenario.game, self.session.view(self.seat)
        lines = [*(item.n for item in attribution.moves), attribution.moves[-1].entries[-1].n + 1]
        nodes = zip(lines, attribution.at, strict=True)
        return Review(
            seat=self.seat,
            outcome=outcome.name if outcome else "",
            unit=self.unit,
            totals=self._totals(),
            moves=self.moves,
            stretches=[self._unassessed(item) for item in attribution.stretches],
            alternatives=alternatives,
            curve=[(n, self._mean(node)) for n, node in nodes if node.outcomes],
            names={seat: game.name_of(view, seat) for seat in game.seats},
            typed_in=self.session.header.typed_in,
            effort=Effort(
                worlds=attribution.worlds,
                playouts=attribution.playouts + sum(item.hint.playouts for item in alternatives),
                needed=needed,
                pace=pace,
                stopped=stopped,
            ),
        )

    def _totals(self) -> Totals:
        attribution, outcome = self.attribution, self.session.outcome
        reached = outcome.returns.get(self.seat, 0) if outcome else 0
        nodes = [(item.seat, attribution.around(place)) for place, item in enumerate(attribution.moves)]
        return Totals(
            result=Estimate(reached, reached, reached, attribution.worlds)
            if outcome
            else self._mean(attribution.at[-1]),
            expected=self._mean(attribution.at[0]),
            choices={
                seat: self._sum([(before, chosen) for who, (before, chosen, _) in nodes if who == seat])
                for seat in dict.fromkeys((self.seat, *self.session.scenario.game.seats))
            },
            luck=self._sum([(chosen, after) for _, (_, chosen, after) in nodes]),
            unassessed=self._sum([(item.start, item.end) for item in attribution.stretches]),
        )

    def _unassessed(self, stretch: Stretch) -> UnassessedStretch:
        first, last = stretch.moves[0], stretch.moves[-1]
        return UnassessedStretch(
            lines=(first.n, last.entries[-1].n),
            turns=(self._turn(first), self._turn(last)),
            change=self._sum([(stretch.start, stretch.end)]),
        )


def _differ(start: Node, end: Node) -> bool:
    """Whether two nodes differ, and both are valued."""
    return start is not end and bool(start.outcomes and end.outcomes)
