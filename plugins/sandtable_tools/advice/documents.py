"""Hints and reviews as data for JSON, and the account of a game that is kept next to its save."""

from __future__ import annotations

from collections.abc import Callable
from math import isinf
from pathlib import Path
from typing import Any

import msgspec

from sandtable import SandtableError, Session
from sandtable.tooling import printing, write_whole
from sandtable_batch import Estimate
from sandtable_tools.advice.hints import Hint, typed
from sandtable_tools.advice.review import Alternatives, AssessedMove, Review

FORMAT = 2
"""The format of accounts."""

InUnit = Callable[[Estimate], Estimate]
"""Converts a result into the unit for readers."""


def hint_document(hint: Hint) -> dict[str, Any]:
    """A hint as data for JSON."""
    in_unit = hint.unit.document
    return {
        "seat": hint.seat,
        "decision": hint.asked,
        "only": hint.only,
        "equal": [typed(move) for move in hint.equal],
        "worlds": hint.worlds,
        "playouts": hint.playouts,
        "stopped": hint.stopped,
        "moves": [
            {
                "words": tried.words,
                "actions": [str(action) for action in tried.move],
                "scripted": tried.scripted,
                "level": tried in hint.level,
                "playouts": tried.games,
                "compared": tried.result.of,
                "result": estimate(in_unit(tried.result)),
                "wins": estimate(tried.wins),
                "outcomes": {name: estimate(part) for name, part in tried.outcomes.items()},
                "metrics": {name: estimate(part) for name, part in tried.metrics.items()},
                "same": [typed(move) for move in tried.others],
                "twin": typed(tried.twin),
                **({"behind": estimate(in_unit(tried.gap.estimate))} if tried.gap else {}),
            }
            for tried in hint.ranking
        ],
        "untried": [typed(move) for move in hint.untried],
        "reasons": [
            {
                "name": reason.name,
                "share": reason.share,
                "best": reason.best,
                "others": reason.others,
                "apart": estimate(reason.apart),
            }
            for reason in hint.reasons
        ],
    }


def review_document(review: Review) -> dict[str, Any]:
    """A review as data for JSON; results are in the unit for readers, chances as returns."""
    totals, in_unit = review.totals, review.unit.document
    return {
        "seat": review.seat,
        "over": review.over,
        "unit": {
            "name": review.unit.words,
            "percent": review.unit.percent,
            "factor": review.unit.factor if review.unit.percent else 1.0,
            "offset": review.unit.offset if review.unit.percent else 0.0,
        },
        "result": estimate(in_unit(totals.result)),
        "expected": estimate(in_unit(totals.expected)),
        "choices": {seat: estimate(in_unit(total)) for seat, total in totals.choices.items()},
        "luck": estimate(in_unit(totals.luck)),
        "typed_in": review.typed_in,
        "together": estimate(in_unit(totals.unassessed)),
        "between": [
            {
                "from": stretch.lines[0],
                "to": stretch.lines[1],
                "change": estimate(in_unit(stretch.change)),
            }
            for stretch in review.stretches
        ],
        "worlds": review.effort.worlds,
        "playouts": review.effort.playouts,
        "stopped": review.effort.stopped,
        "curve": [{"n": n, **estimate(in_unit(expected))} for n, expected in review.curve],
        "moments": [_assessed_move(move, in_unit) for move in review.moves],
        "lessons": [_alternatives(alternative, in_unit) for alternative in review.alternatives],
    }


def _assessed_move(assessed: AssessedMove, in_unit: InUnit) -> dict[str, Any]:
    played = assessed.played
    return {
        "n": played.n,
        "turn": assessed.turn,
        "seat": played.seat,
        "words": assessed.words,
        "choice": estimate(in_unit(assessed.choice)) if assessed.choice else None,
        "luck": estimate(in_unit(assessed.luck)) if assessed.luck else None,
        "usual": typed(assessed.usual) if assessed.usual else None,
        "rolls": [roll.record for roll in played.rolls],
    }


def _alternatives(looked_at: Alternatives, in_unit: InUnit) -> dict[str, Any]:
    gap = looked_at.done.gap
    return {
        "n": looked_at.assessed.played.n,
        "words": looked_at.assessed.words,
        "better": looked_at.better.words,
        "by": estimate(in_unit(gap.estimate)) if gap else None,
        "clear": bool(gap and gap.behind),
        "playouts": looked_at.hint.playouts,
    }


def estimate(figure: Estimate) -> dict[str, float | None]:
    """A figure and the ends of its interval as data; None for an unknown end."""
    low, high = (None if isinf(end) else end for end in (figure.low, figure.high))
    return {"value": figure.value, "low": low, "high": high}


class Account(msgspec.Struct):
    """The coach's findings in a game, up to one line of its save.

    `digest` is the digest of that line. `seats` has a review, as from `review_document`, for each
    reviewed seat.
    """

    digest: str
    seats: dict[str, dict[str, Any]] = {}
    format: int = FORMAT


def keep_account(session: Session, save: Path, review: Review) -> None:
    """Add a review to the account next to a save (``raid.coach.json``), which pages and reports read.

    A review from more games stays. An account of another line of the save is replaced. Raises
    SandtableError if the file cannot be written.
    """
    path = save.with_suffix(".coach.json")
    account, kept = Account(session.journal.digest), review_document(review)
    try:
        old = msgspec.json.decode(path.read_bytes(), type=Account)
    except (OSError, msgspec.DecodeError):
        old = account
    if (old.format, old.digest) == (account.format, account.digest):
        account = old
    if account.seats.get(review.seat, {}).get("playouts", 0) <= kept["playouts"]:
        account.seats[review.seat] = kept
        try:
            write_whole(path, printing.as_json(msgspec.to_builtins(account)) + "\n")
        except OSError as error:
            raise SandtableError(f"{path} cannot be written: {error.strerror}") from error
