"""The coach's reviews of a game, in a file next to its save; reports and pages show them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from sandtable import SandtableError
from sandtable.tooling import write_whole
from sandtable_console import as_json

FORMAT = 3
"""The format of the file."""

MOST_BYTES = 4_000_000
"""A file that is larger is not the coach's."""

MOST = 1e9
"""No figure of a game is greater than this, or less than its negative."""

Figure = Annotated[float, Meta(ge=-MOST, le=MOST)]
"""A result, or a change of one."""

Count = Annotated[int, Meta(ge=0, le=int(MOST))]
"""The number of a line, or of games."""

Kind = Literal["blunder", "mistake", "good luck", "bad luck"]
"""The kind of a moment: a choice that cost much or something, or luck."""


class CurvePoint(Struct, forbid_unknown_fields=True):
    """What could be expected before line `n`, with its interval."""

    n: Count
    value: Figure
    low: Figure
    high: Figure


class NamedMoment(Struct, forbid_unknown_fields=True):
    """A line that changed the expectation beyond chance, by `by`; `amount` is its size in words.

    `words` is the move, as typed, and `better` the one that the scripted player would have made instead;
    "" for luck.
    """

    n: Count
    kind: Kind
    words: str
    by: Figure
    amount: str
    better: str = ""


class SeatReview(Struct, forbid_unknown_fields=True):
    """The review for a seat.

    `title` is what its curve shows: with `percent`, a chance. `said` is the result in words, and `games`
    the number of games behind it.
    """

    title: str
    percent: bool
    said: str
    curve: list[CurvePoint]
    moments: list[NamedMoment]
    games: Count


class Reviews(Struct, forbid_unknown_fields=True):
    """The reviews of a game up to the line with a digest, by seat."""

    digest: str
    seats: dict[str, SeatReview]
    format: int = FORMAT


def file_of(save: Path) -> Path:
    """The file next to a save: ``raid.coach.json`` for ``raid.jsonl``."""
    return save.with_suffix(".coach.json")


def read(save: Path, digest: str) -> dict[str, SeatReview]:
    """The reviews of a save up to the line with a digest; none if there are none for it.

    Raises SandtableError for a file that is damaged, too large, or not the coach's.
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
    """Add the review of a seat to the file next to a save; one from more games stays.

    Reviews of another line of the save are replaced, and so is a damaged file. Raises SandtableError if
    the file cannot be written.
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
