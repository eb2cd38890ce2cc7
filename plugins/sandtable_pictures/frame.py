"""A save as frames to watch: a frame for every line, without what the viewer may not know."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable import Action, Event, Game, LogEntry, Picture, Replay, Roll
from sandtable.tooling import in_a_line, recording
from sandtable_pictures.chart import MapLines
from sandtable_pictures.phrase import named_action

WIDTH = 78
"""The columns of a frame's board by default."""


class Drawer(NamedTuple):
    """Draws a frame's position, as far as its viewer may know it, in any width."""

    game: Game[Any]
    view: Any

    def map(self, columns: int) -> MapLines:
        """Return the map; no lines if the game has none."""
        lines = self.game.map(self.view, columns) if self.game.has_map else ()
        return lines if isinstance(lines, MapLines) else MapLines(lines, len(lines))

    def fight(self, columns: int) -> Sequence[str]:
        """Return the current fight in lines; empty if there is none."""
        return self.game.fight(self.view, columns) if self.game.has_map else ()

    def board(self, columns: int) -> Sequence[str]:
        """Return the board in lines."""
        return self.game.board(self.view, columns)


class Frame(NamedTuple):
    """A line of a save and the position after it, as far as the viewer may know.

    - `n`: the number of the line.
    - `kind`: the kind of line.
    - `seat`, `words`: who did what; empty if the line is not an action, or is another side's secret.
    - `events`: what happened; some events of a secret action may be visible.
    - `rolls`: in the order rolled. Each reads like ``4 of 1d6`` as text; `picked` is set if an event
      names the item.
    - `note`, `bookmark`: the text of a note, and the name that it gives its line.
    - `undo`: the line that an undo returned to.
    - `turn`, `status`, `board`, `pictures`: the position after the line, as the game shows it.
    - `tracks`: the numbers of all sides that the viewer may know after the line, by name, in the units
      that players know; a number may be absent at times.
    - `outcome`: how the game ended, only on the line of the outcome.
    - `forced`: whether an undo crossed a barrier.
    - `action`: the action itself.
    - `names`: the game's names for the action's fields and for its ``seat``.
    - `part`: whether the action continued a choice of several parts.

    Line numbers and rolls would reveal too much to one side. For one side, therefore, `n` and `undo` are
    numbers of frames, and `rolls` is empty.
    """

    n: int
    kind: str
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
    tracks: dict[str, int | float]
    pictures: Sequence[Picture]
    outcome: str = ""
    forced: bool = False
    action: Action | None = None
    names: Mapping[str, str] = {}
    drawer: Drawer | None = None
    part: bool = False


def frames(
    run: Replay,
    seat: str | None = None,
    to: int | None = None,
    width: int = WIDTH,
    *,
    maps: bool = False,
) -> Iterator[Frame]:
    """Yield the frames of a save up to line `to`, as `seat` saw them; None saw everything.

    A game for one player is always shown from that player's view. Boards are `width` columns wide; with
    `maps`, each frame has a `drawer`. Raises Divergence if the save differs.
    """
    seats = run.session.scenario.seats
    viewer = seats[0] if len(seats) == 1 else seat
    shown: list[int] = []
    before = run.session.view(viewer)
    for entry in run.steps(to):
        if is_shown(entry, seat):
            shown.append(entry.n)
            view = run.session.view(viewer)
            try:
                frame = _frame(run, entry, seat, viewer, shown, width, (before, view), maps=maps)
            except Exception as error:  # the map may lack places that older rules used
                if not run.other_rules:
                    raise
                why = f"{run.other_rules}, which cannot draw line {entry.n}: {in_a_line(error)}"
                raise recording.OnlyRecorded(run.path, why) from error
            yield frame
            before = view
        elif entry._replace(redone_for=None).shows(seat):
            shown[-1] = entry.n


def is_shown(entry: LogEntry, seat: str | None) -> bool:
    """Return whether a seat gets a frame for a line, because it may see the line or an event in it."""
    return seat is None or entry.n == 1 or entry.shows(seat) or bool(entry.seen_by(seat))


def _frame(
    run: Replay,
    entry: LogEntry,
    seat: str | None,
    viewer: str | None,
    shown: Sequence[int],
    width: int,
    views: tuple[Any, Any],
    *,
    maps: bool,
) -> Frame:
    """Return an entry's frame; `views` are before and after it, `shown` the lines with a frame."""
    session, game = run.session, run.session.scenario.game
    before, view = views
    events = entry.seen_by(viewer)
    shows = entry.shows(seat)
    chosen = entry.kind == "action" and shows
    n, undo, rolls = entry.n, entry.undo if shows else None, entry.rolls
    if seat is not None:
        n, undo, rolls = len(shown), undo and bisect_right(shown, undo), ()
    return Frame(
        n=n,
        kind=entry.kind,
        seat=entry.seat or "" if chosen else "",
        words=str(entry.action) if chosen else "",
        events=events,
        rolls=[_name_roll(roll, game, view, events) for roll in rolls],
        note=(entry.note or "") if shows else "",
        bookmark=(entry.bookmark or "") if shows else "",
        undo=undo,
        turn=game.turn(view),
        status=game.status(view),
        board=list(game.board(view, width)),
        tracks=game.figures(game.tracks(session.table, viewer)),
        pictures=list(game.pictures(view)),
        outcome=session.outcome.name if session.outcome and entry.kind == "outcome" else "",
        forced=entry.forced and shows,
        action=entry.action if chosen else None,
        names=named_action(entry.action, entry.seat, game, before)[1] if chosen and entry.action else {},
        drawer=Drawer(game, view) if maps else None,
        part=chosen and session.history.done[-1].part,
    )


def _name_roll(roll: Roll, game: Game[Any], view: Any, events: Sequence[Event]) -> Roll:
    """Return a roll with the name of the item that it picked, if an event names it."""
    if not roll.picked:
        return roll
    name = game.name_of(view, roll.picked)
    is_named = not name.isdigit() and any(name in event.text for event in events)
    return roll._replace(picked=name if is_named else "")
