"""A session's log: an entry for each line of its save."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from sandtable.model.action import Action
from sandtable.model.dice import Roll
from sandtable.model.event import Event, heard

Kind: TypeAlias = Literal["set-up", "action", "note", "undo", "outcome"]
"""The kind of a log entry."""


class LogEntry(NamedTuple):
    """A line of the save and its effects: an action, a note or an undo; line 1 is the set-up.

    - `secret`: whether the action is shown only to the seat and its partners.
    - `private`: whether partners do not see it either, as when several seats choose simultaneously.
    - `undo`: the line that an undo returned to.
    - `forced`: whether the undo crossed a barrier.
    - `redone_for`: in a replay, the seat whose undo made this seat repeat its action; other seats do not
      learn of it.

    An entry always has the true `n` and `rolls`; frames leave out what one side may not know.
    """

    n: int
    seat: str | None = None
    action: Action | None = None
    rolls: tuple[Roll, ...] = ()
    events: tuple[Event, ...] = ()
    note: str | None = None
    secret: bool = False
    undo: int | None = None
    forced: bool = False
    teams: tuple[tuple[str, ...], ...] = ()
    redone_for: str | None = None
    private: bool = False

    @property
    def bookmark(self) -> str | None:
        """The name that a note gives its line: the first word after an ``@``."""
        first = (self.note or "").partition(" ")[0]
        return first[1:] if len(first) > 1 and first[0] == "@" else None

    @property
    def kind(self) -> Kind:
        """The kind of the line; for an outcome, all other fields are empty."""
        if self.n == 1:
            return "set-up"
        if self.action is not None:
            return "action"
        if self.note is not None:
            return "note"
        return "outcome" if self.undo is None else "undo"

    def shows(self, seat: str | None) -> bool:
        """Return whether a seat may see this line and its action."""
        told = {self.seat, self.redone_for or self.seat}
        if seat is None or not self.secret:
            return True
        return told.issubset((seat,) if self.private else self._team(seat))

    def _team(self, seat: str) -> tuple[str, ...]:
        return next((team for team in self.teams if seat in team), (seat,))

    def seen_by(self, seat: str | None) -> list[Event]:
        """Return what a seat and its partners know of the events; all events for None."""
        return list(self.events) if seat is None else heard(self.events, self._team(seat))


def note_entry(n: int, text: str | None, seat: str | None) -> LogEntry:
    """Return the entry of a note on line `n`; with a seat, only that seat's player sees it."""
    return LogEntry(n, seat, note=text, secret=seat is not None)
