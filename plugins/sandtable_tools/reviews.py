"""The coach's reviews of a game: a file next to its save, which reports and pages show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from sandtable import SandtableError
from sandtable.tooling import write_whole
from sandtable_console import as_json

FORMAT = 3
"""The version of the file's format."""

MOST_BYTES = 4_000_000
"""A larger file was not written by the coach."""

MOST_FIGURE = 1e9
"""No figure of a game lies outside plus or minus this."""

Figure = Annotated[float, Meta(ge=-MOST_FIGURE, le=MOST_FIGURE)]
"""A result, or a difference between results."""

Count = Annotated[int, Meta(ge=0, le=int(MOST_FIGURE))]
"""The number of a line, or a number of games."""

Kind = Literal["blunder", "mistake", "good luck", "bad luck"]
"""The kind of a moment: a costly choice, or good or bad luck."""


class CurvePoint(Struct, forbid_unknown_fields=True):
    """The expectation before line `n`, with its interval."""

    n: Count
    value: Figure
    low: Figure
    high: Figure


class NamedMoment(Struct, forbid_unknown_fields=True):
    """A line that changed the expectation, beyond chance, by `by`; `amount` says how much in words.

    `words` is the move as typed, `better` the scripted player's choice in its place; both are "" for
    luck.
    """

    n: Count
    kind: Kind
    words: str
    by: Figure
    amount: str
    better: str = ""


class SeatReview(Struct, forbid_unknown_fields=True):
    """The review for one seat.

    `title` says what the curve shows: a chance, if `percent`. `said` tells the result in words, and
    `games` is how many games it is based on.
    """

    title: str
    percent: bool
    said: str
    curve: list[CurvePoint]
    moments: list[NamedMoment]
    games: Count


class Reviews(Struct, forbid_unknown_fields=True):
    """The reviews of a game, by seat, up to the line that has `digest`."""

    digest: str
    seats: dict[str, SeatReview]
    format: int = FORMAT


def file_of(save: Path) -> Path:
    """Return the file next to a save: ``raid.coach.json`` for ``raid.jsonl``."""
    return save.with_suffix(".coach.json")


def read(save: Path, digest: str) -> dict[str, SeatReview]:
    """Read a save's reviews up to the line that has `digest`, by seat.

    Raises SandtableError for a file that is damaged, too large, or not written by the coach.
    """
    path = file_of(save)
    try:
        if not path.exists():
            return {}
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            raise ValueError("not written by the coach")
        reviews = msgspec.json.decode(path.read_bytes(), type=Reviews)
    except (OSError, ValueError, RecursionError) as error:
        again = f"sandtable coach {save} writes a new one"
        raise SandtableError(f"{path} is damaged and ignored ({error}); {again}") from None
    return reviews.seats if (reviews.format, reviews.digest) == (FORMAT, digest) else {}


def keep(save: Path, digest: str, seat: str, review: SeatReview) -> None:
    """Add a seat's review to the file next to a save, unless it has one from more games.

    Reviews up to any other line, and a damaged file, are replaced. Raises SandtableError if the file
    cannot be written.
    """
    try:
        seats = read(save, digest)
    except SandtableError:
        seats = {}
    if seat in seats and seats[seat].games > review.games:
        return
    path, reviews = file_of(save), Reviews(digest, {**seats, seat: review})
    try:
        write_whole(path, as_json(msgspec.to_builtins(reviews)) + "\n")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise SandtableError(f"{path} cannot be written: {why}") from error
