"""The end of a game: its result, its scores with their reasons, and what happened in history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import NamedTuple

from sandtable import Outcome, PartResult, Session, Stake


class Score(NamedTuple):
    """A final score: its stake, its total in steps, and the steps for each reason, gains first."""

    stake: Stake
    total: int
    reasons: Mapping[str, int]


class Review(NamedTuple):
    """The result of a game from one seat's point of view.

    - `outcome`: its name; `verdict`: the result in a sentence, without the full stop.
    - `good`: whether it is good news for the seat; None for a tie, or without a seat.
    - `scores`: the seat's own first; a campaign has `parts` instead.
    - `returns`: the result of each seat, in a game without scores.
    - `history`: what happened in history.
    """

    outcome: str
    verdict: str
    good: bool | None
    scores: Sequence[Score]
    parts: Sequence[PartResult]
    returns: Mapping[str, int | Fraction]
    history: str


def review(session: Session, outcome: Outcome, seat: str | None) -> Review:
    """Return the review of a game for a seat, or for none in particular."""
    scenario, table = session.scenario, session.table
    game, scores = scenario.game, list[Score]()
    tracks, reasons = game.tracks(table, seat), game.score_reasons(table, seat)
    for track, stake in game.stakes.items():
        if stake.scores and not scenario.parts:
            known = sorted(reasons.get(track, {}).items(), key=lambda part: -part[1])
            scores.append(Score(stake, tracks.get(track, 0), dict(known)))
    scores.sort(key=lambda score: score.stake.seat != seat)
    words, verdict = game.info.outcome(outcome.name), game.verdict(table)
    parts = game.part_results(table) if scenario.parts else ()
    returns = {} if scores or parts else outcome.returns
    own = outcome.returns.get(seat or "", 0)
    best = max((value for other, value in outcome.returns.items() if other != seat), default=0)
    good = None if seat is None or own == best != 0 else own > best
    return Review(words, verdict, good, scores, parts, returns, scenario.info.history)


def review_lines(shown: Review, width: int) -> Iterator[str]:
    """Yield the review as text: the result, the scores, and history."""
    yield from wrap(f"Over: {shown.verdict}.", width, subsequent_indent="  ")
    score_width = max((len(part.score) for part in shown.parts), default=0)
    for part in shown.parts:
        head = f"  {part.score:>{score_width}}  "
        yield from wrap(head + part.about, width, subsequent_indent=" " * (len(head) + 2))
    for stake, total, reasons in shown.scores:
        text = ", ".join(f"{reason} {points(by, stake, '+')}" for reason, by in reasons.items())
        head = f"{stake.name[:1].upper()}{stake.name[1:]} {points(total, stake)}"
        yield from wrap(f"{head}{f': {text}' * bool(text)}.", width, subsequent_indent="  ")
    if shown.returns:
        yield f"Returns: {', '.join(f'{seat} {value}' for seat, value in shown.returns.items())}."
    if shown.history:
        yield from wrap(f"In history: {shown.history}", width, subsequent_indent="  ")


def points(value: int, stake: Stake, sign: str = "") -> str:
    """Convert a number of track steps to the stake's unit, as text: ``7.5``, ``+3``."""
    return f"{value / stake.steps:{sign}g}"
