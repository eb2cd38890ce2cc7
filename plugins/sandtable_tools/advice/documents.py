"""Hints and reviews as data for JSON."""

from __future__ import annotations

from collections.abc import Callable
from math import isinf
from typing import Any

from sandtable_batch import Estimate
from sandtable_tools.advice.hints import Hint
from sandtable_tools.advice.move_words import as_typed
from sandtable_tools.advice.review import AssessedMove, Review

InUnit = Callable[[Estimate], Estimate]
"""Converts a result into the unit that readers see."""


def hint_document(hint: Hint) -> dict[str, Any]:
    """Return a hint as data for JSON."""
    in_unit = hint.unit.document
    return {
        "seat": hint.seat,
        "decision": hint.asked,
        "verdict": hint.verdict,
        "move": as_typed(hint.move),
        "scripted": as_typed(hint.usual),
        "against": as_typed(hint.against.move) if hint.against else None,
        "worlds": hint.worlds,
        "games": hint.games,
        "playouts": hint.playouts,
        "needed": hint.needed,
        "stopped": hint.stopped,
        "equal": [as_typed(move) for move in hint.equal],
        "moves": [
            {
                "words": as_typed(tried.move),
                "actions": [str(action) for action in tried.move],
                "playouts": tried.wins.of,
                "dropped": tried.dropped,
                "result": estimate(in_unit(tried.result)),
                "wins": estimate(tried.wins),
                "same": [as_typed(move) for move in tried.others],
            }
            for tried in hint.tried
        ],
        "untried": [as_typed(move) for move in hint.untried],
    }


def review_document(review: Review) -> dict[str, Any]:
    """Return a review for JSON, in its unit, or in returns if that is a chance or has an offset."""
    totals, in_unit = review.totals, review.unit.document
    in_returns = review.unit.percent or review.unit.offset
    return {
        "seat": review.seat,
        "over": review.over,
        "unit": {
            "name": review.unit.words,
            "percent": review.unit.percent,
            "factor": review.unit.factor if in_returns else 1.0,
            "offset": review.unit.offset if in_returns else 0.0,
        },
        "result": estimate(in_unit(totals.result)),
        "expected": estimate(in_unit(totals.expected)),
        "choices": {seat: estimate(in_unit(total)) for seat, total in totals.choices.items()},
        "luck": estimate(in_unit(totals.luck)),
        "typed_in": review.typed_in,
        "together": estimate(in_unit(totals.unassessed)),
        "worlds": review.worlds,
        "playouts": review.playouts,
        "stopped": review.stopped,
        "curve": [{"n": n, **estimate(in_unit(expected))} for n, expected in review.curve],
        "moves": [_assessed_move(move, in_unit) for move in review.moves],
        "moments": [
            {
                "n": moment.assessed.played.n,
                "kind": moment.kind,
                "by": estimate(in_unit(moment.change)),
            }
            for moment in review.moments
        ],
    }


def _assessed_move(assessed: AssessedMove, in_unit: InUnit) -> dict[str, Any]:
    played = assessed.played
    return {
        "n": played.n,
        "turn": assessed.turn,
        "seat": played.seat,
        "words": as_typed(assessed.played.move),
        "choice": estimate(in_unit(assessed.choice)) if assessed.choice else None,
        "luck": estimate(in_unit(assessed.luck)) if assessed.luck else None,
        "usual": as_typed(assessed.usual) if assessed.usual else None,
        "rolls": [roll.record for roll in played.rolls],
    }


def estimate(figure: Estimate) -> dict[str, float | None]:
    """Return a figure and the ends of its interval as data; None for an unknown end."""
    low, high = (None if isinf(end) else end for end in (figure.low, figure.high))
    return {"value": figure.value, "low": low, "high": high}
