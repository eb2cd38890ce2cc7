"""Undo and redo: the steps that can be taken back, and the barriers that stop undo.

Play and replay both take steps back with `History.take_back`, which refuses to cross a barrier without
`force`. An undo that crossed one is `forced`, and its line in the save says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sandtable.model.phase import Decision, Simultaneous
from sandtable.model.table import Snapshot
from sandtable.record.log import LogEntry
from sandtable.text.errors import SandtableError


class UndoRefused(SandtableError):
    """There is nothing to undo, or only `force` can undo it."""


class BarrierCrossed(UndoRefused):
    """The undo would cross a `barrier` without force; `word` is the refused command."""

    def __init__(self, word: str, barrier: str) -> None:
        again = "undo goes" if word == "abort" else f"{word} --force goes"
        super().__init__(f"{word} stops at {barrier}; {again} further, and the save shows it")
        self.barrier = barrier


class Step(NamedTuple):
    """An action on the way to the current position: its log entry, and the position before it.

    `part` is true if it continued a choice of several parts. `barrier` says what stops an undo there,
    in words; None if nothing does.
    """

    entry: LogEntry
    before: Snapshot
    part: bool = False
    barrier: str | None = None


def barrier_of(entry: LogEntry, chosen: Decision[Any], now: Decision[Any] | None) -> str | None:
    """Return what stops an undo of the decision `chosen`, or None; `now` is the next one, if any."""
    if entry.rolls:
        return "a roll or a draw"
    if any(event.reveals for event in entry.events):
        return "a reveal"
    if now is None:
        return "the end of the game"
    if isinstance(chosen, Simultaneous):
        return None if chosen.waiting[1:] else "a reveal"
    return "a change of seat" if now.waiting != (entry.seat,) else None


def last_barrier(steps: Sequence[Step]) -> str | None:
    """Return the barrier that an undo of these steps meets first, in words, or None."""
    return next((step.barrier for step in reversed(steps) if step.barrier), None)


def undo_entry(n: int, steps: Sequence[Step], *, forced: bool) -> LogEntry:
    """Return the log entry for an undo of these steps on line `n`; everyone may see a `forced` undo."""
    first = steps[0].entry
    secret = not forced and any(step.entry.secret for step in steps)
    entry = LogEntry(n, first.seat, undo=first.n - 1, forced=forced, secret=secret, teams=first.teams)
    return entry._replace(private=first.private)


class History:
    """The steps that led to the position, and the actions that were undone.

    `done` holds the steps that have not been taken back, oldest first. `undone` holds the actions that
    can be redone, the next one first. Lists only grow; removing an item makes a new list, so that a
    mark needs no copy.
    """

    def __init__(self) -> None:
        self.done: list[Step] = []
        self.undone: list[LogEntry] = []
        self._again: list[LogEntry] = []
        """Other seats' simultaneous choices that one seat's undo took back; those seats repeat them."""

    def mark(self) -> Callable[[], None]:
        """Return a function that restores what can be undone and redone now."""
        done, length, undone = self.done, len(self.done), self.undone

        def back() -> None:
            self.done, self.undone = done, undone
            del done[length:]

        return back

    def add(self, step: Step) -> None:
        """Add a step that was just taken.

        If it repeats the next action to redo, the later ones can still be redone; otherwise they cannot,
        unless another seat chooses simultaneously.
        """
        self.done.append(step)
        entry, following = step.entry, next(iter(self.undone), None)
        if following and (following.seat, following.action) == (entry.seat, entry.action):
            self.undone = self.undone[1:]
        elif following and following.seat != entry.seat and not step.barrier:
            self.undone = [other for other in self.undone if other.seat != entry.seat]
        else:
            self.undone = []

    def mark_redone(self, entry: LogEntry) -> LogEntry:
        """Return a replay's entry, marked if another seat's undo made this seat repeat its action."""
        before = self._again.pop(0) if entry.action and self._again else entry
        same = (before.seat, before.action) == (entry.seat, entry.action)
        return entry._replace(redone_for=before.redone_for) if same else entry

    def last_steps(self, seat: str | None = None) -> list[Step]:
        """Return the last step of `seat` (any seat for None) and all later ones, oldest first.

        Raises UndoRefused if there is none.
        """
        for place in reversed(range(len(self.done))):
            if seat in (None, self.done[place].entry.seat):
                return self.done[place:]
        raise UndoRefused("nothing to undo yet")

    def steps_after(self, n: int, seat: str | None = None) -> list[Step]:
        """Return the steps after line `n`, beginning with the first one of `seat`, oldest first.

        Raises UndoRefused if there is none.
        """
        for place, step in enumerate(self.done):
            if step.entry.n > n and seat in (None, step.entry.seat):
                return self.done[place:]
        raise UndoRefused("nothing to take back after that")

    def sequence(self) -> list[Step]:
        """Return the steps of the current choice of several parts, oldest first.

        They begin after the last barrier among them, if there is one.
        """
        start = len(self.done)
        while start and not (start < len(self.done) and self.done[start - 1].barrier):
            start -= 1
            if not self.done[start].part:
                break
        return self.done[start:]

    def take_back(self, n: int, word: str = "undo", *, force: bool) -> list[Step]:
        """Take back all steps after line `n`, which can then be redone; return them, oldest first.

        Raises UndoRefused if no step follows the line, and BarrierCrossed, which names the command
        `word`, if there is a barrier and `force` is false.
        """
        for place in reversed(range(len(self.done))):
            if self.done[place].entry.n == n + 1:
                steps = self.done[place:]
                if (barrier := last_barrier(steps)) and not force:
                    raise BarrierCrossed(word, barrier)
                self.done = self.done[:place]
                entries = [step.entry for step in steps]
                self.undone = entries + self.undone
                seat = entries[0].seat
                others = (entry for entry in entries if entry.seat != seat and not barrier)
                self._again = [entry._replace(redone_for=seat) for entry in others]
                return steps
        raise UndoRefused(f"no action follows line {n}")
