"""The turning point of a game: the greatest event that fits the result."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from sandtable import Headline, SeededDice, Session, Snapshot
from sandtable.tooling import undo
from sandtable_tools.views.scores import Scores

END_WORTH = 3
"""Headlines worth this much, good or bad, tell how the game ended."""


class DecisiveEvent(NamedTuple):
    """The event that turned a game, and the turn in which it happened."""

    turn: str
    text: str


def judge_of(session: Session, seat: str | None) -> str | None:
    """Return the seat whose news counts: `seat`, or else the seat with the best result."""
    returns = session.outcome.returns if session.outcome else {}
    return seat or max(returns, key=lambda name: returns[name], default=None)


def turning_point(reviewed: Scores, swings: Mapping[int, float]) -> DecisiveEvent | None:
    """Return the event with the greatest headline that fits the result.

    If several headlines are equally great, the one that moved the odds most counts; if these tie, the
    last. `swings` says, by line, how much the judge's average result changed. At the end of the
    game, only headlines that decided it count. Return None if no headline fits, or if all contradict the
    odds: good news that did not raise them, or bad news that did not lower them.
    """
    session, seat = reviewed.session, reviewed.seat
    judge = judge_of(session, seat)
    good = session.outcome.returns.get(judge or "", 0) if session.outcome else 0
    moments: list[tuple[undo.Step, Headline, Headline]] = []
    for step in session.history.done:
        for event in step.entry.seen_by(seat):
            news, judged = event.headline(seat), event.headline(judge)
            if judged and abs(judged.worth) >= END_WORTH:
                good = judged.worth
            if news and judged and (abs(judged.worth) < END_WORTH or judged.decisive):
                moments.append((step, news, judged))

    def fits(step: undo.Step, news: Headline, judged: Headline) -> bool:
        agrees = not swings or news.decisive or swings.get(step.entry.n, 0) * judged.worth > 0
        return agrees and (not good or judged.worth * good > 0)

    def weight(moment: tuple[undo.Step, Headline, Headline]) -> tuple[bool, int, float, Fraction]:
        step, news, judged = moment
        n = step.entry.n
        return news.decisive, abs(judged.worth), abs(swings.get(n, 0)), _total_change(reviewed, n)

    fitting = [moment for moment in reversed(moments) if fits(*moment)]
    if not fitting:
        return None
    step, news, _ = max(fitting, key=weight)
    table = session.table.clone(SeededDice(0))
    table.restore(Snapshot(step.before.position, {}))
    return DecisiveEvent(session.scenario.game.turn(table.view(seat)), news.text)


def _total_change(reviewed: Scores, n: int) -> Fraction:
    """Return the sum of a line's changes to all scores."""
    sizes = (
        abs(Fraction(sum(change.by for change in reviewed.changes[track] if change.n == n), stake.steps))
        for track, stake in reviewed.scores.items()
    )
    return sum(sizes, Fraction())
