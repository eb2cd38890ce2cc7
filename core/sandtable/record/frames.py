"""A save as somebody watches it: a frame for every line, as the eyes on it may know it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.model.dice import Roll
from sandtable.model.event import Event
from sandtable.model.picture import Picture
from sandtable.record.log import LogEntry
from sandtable.record.replay import Replay

WIDTH = 78
"""A frame's board has this many columns, unless another width is asked for."""


class Frame(NamedTuple):
    """What a line of a save did, and how the game stood after it; line 1 is the set-up.

    `seat` and `words` are who did what, empty when it is none of the watcher's business or no action;
    `undo` is the line that was gone back to, `outcome` how the game ended, on the line that says so.
    Lines and rolls tell one side too much, so for one side
    `n` and `undo` count the frames and `rolls` is empty.
    """

    n: int
    seat: str
    words: str
    events: Sequence[Event]
    rolls: Sequence[Roll]
    note: str
    bookmark: str
    undo: int | None
    turn: str
    status: str
    board: Sequence[str]
    tracks: dict[str, int]
    pictures: Sequence[Picture]
    outcome: str = ""


def frames(
    run: Replay, seat: str | None = None, to: int | None = None, width: int = WIDTH
) -> Iterator[Frame]:
    """The frames of a save up to line `to`, as `seat` saw them; as everybody did for None.

    A solitaire is seen with its player's eyes. `width` is that of the boards, in columns.
    Raises Divergence where the save differs.
    """
    seats = run.session.scenario.game.seats
    eyes = seats[0] if len(seats) == 1 else seat
    shown: list[int] = []
    for entry in run.steps(to):
        if seat is None or entry.n == 1 or _tells(entry, seat):
            shown.append(entry.n)
            yield _frame(run, entry if seat is None else _counted(entry, shown), seat, eyes, width)


def _tells(entry: LogEntry, seat: str) -> bool:
    """Whether a seat learns anything from a line, be it only that it was written."""
    return entry.shows(seat) or bool(entry.seen_by(seat))


def _counted(entry: LogEntry, shown: Sequence[int]) -> LogEntry:
    """An entry with the numbers of frames for those of lines, of which `shown` are frames so far."""
    undo = None if entry.undo is None else bisect_right(shown, entry.undo)
    return entry._replace(n=len(shown), undo=undo)


def _frame(run: Replay, entry: LogEntry, seat: str | None, eyes: str | None, width: int) -> Frame:
    session, game = run.session, run.session.scenario.game
    view = session.view(eyes)
    shows = entry.shows(seat)
    did = entry.action is not None and shows
    ends = session.outcome if entry.is_outcome else None
    return Frame(
        n=entry.n,
        seat=entry.seat or "" if did else "",
        words=str(entry.action) if did else "",
        events=entry.seen_by(eyes),
        rolls=entry.rolls if seat is None else (),
        note=(entry.note or "") if shows else "",
        bookmark=(entry.bookmark or "") if shows else "",
        undo=entry.undo if shows else None,
        turn=game.turn(view),
        status=game.status(view),
        board=list(game.board(view, width)),
        tracks=game.tracks(session.table, eyes),
        pictures=list(game.pictures(view)),
        outcome=ends.name if ends else "",
    )
