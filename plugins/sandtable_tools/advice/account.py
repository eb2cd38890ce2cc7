"""The coach's account of a game, kept beside its save for pages and reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from sandtable import Session
from sandtable.tooling import as_json, write_file
from sandtable_tools.advice.documents import review_document
from sandtable_tools.advice.review import Review

FORMAT = 2


class Account(msgspec.Struct):
    """The coach's findings in a game, up to one line of its save.

    `digest` is the digest of that line. `seats` has a review, as from `documents.review_document`, for
    each reviewed seat.
    """

    digest: str
    seats: dict[str, dict[str, Any]] = {}
    format: int = FORMAT


def account_path(save: Path) -> Path:
    """The path of a save's account: ``raid.coach.json`` beside ``raid.jsonl``."""
    return save.with_suffix(".coach.json")


def read_account(session: Session, save: Path) -> Account:
    """The account of a game as it stands; without seats if there is none for its last line."""
    new = Account(session.journal.digest)
    try:
        old = msgspec.json.decode(account_path(save).read_bytes(), type=Account)
    except (OSError, msgspec.DecodeError):
        return new
    return old if (old.format, old.digest) == (new.format, new.digest) else new


def keep_account(session: Session, save: Path, review: Review) -> None:
    """Write a review into the account beside a save, unless one from more games is there.

    Raises SandtableError if the file cannot be written.
    """
    account, kept = read_account(session, save), review_document(review)
    if account.seats.get(review.seat, {}).get("playouts", 0) <= kept["playouts"]:
        account.seats[review.seat] = kept
        write_file(str(account_path(save)), as_json(msgspec.to_builtins(account)) + "\n")
