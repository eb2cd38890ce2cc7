"""Undo and redo: the steps that can be taken back, and the barriers that stop undo.

`History.take_back` is the only way back, in play and in replay, and refuses to cross a barrier
without `force`. An undo that did cross one is `forced`, and its line in the save says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sandtable.model.phase import Decision, Simultaneous
from sandtable.model.table import Snapshot
from sandtable.record.log import LogEntry
from sandtable.text.errors import SandtableError


class UndoRefused(SandtableError):
    """There is nothing to undo, or it can only be undone by force."""


class BarrierCrossed(UndoRefused):
    """The undo would cross a `barrier` without force; `word` is the refused command."""

    def __init__(self, word: str, barrier: str) -> None:
        again = "undo goes" if word == "abort" else f"{word} --force goes"
        super().__init__(f"{word} stops at {barrier}; {again} further, and the save shows it")
        self.barrier = barrier


class Step(NamedTuple):
    """An action that led to the current position: its log entry, and the position before it.

    `part` says that it continued a sequence of small choices. `barrier` says in words what stops an
    undo there; None if nothing does.
    """

    entry: LogEntry
    before: Snapshot
    part: bool = False
    barrier: str | None = None


def barrier_of(entry: LogEntry, chosen: Decision[Any], now: Decision[Any] | None) -> str | None:
    """The barrier to an undo of what was `chosen` before `now` (None if the game is over) waits."""
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
    """The first barrier to an undo of some steps, in words; None if there is none."""
    return next((step.barrier for step in reversed(steps) if step.barrier), None)


def undo_entry(n: int, steps: Sequence[Step], *, forced: bool) -> LogEntry:
    """The log entry of an undo on line `n` that took back some steps; all may see a `forced` one."""
    first = steps[0].entry
    secret = not forced and any(step.entry.secret for step in steps)
    entry = LogEntry(n, first.seat, undo=first.n - 1, forced=forced, secret=secret, teams=first.teams)
    return entry._replace(alone=first.alone)


class History:
    """The steps that led to the position, and the actions that were undone.

    `done` has the steps, oldest first, without those taken back. `undone` has the actions that can be
    redone, the next one first. A list is only added to; what takes from it makes a new one, so that
    a mark needs no copy.
    """

    def __init__(self) -> None:
        self.done: list[Step] = []
        self.undone: list[LogEntry] = []
        self._again: list[LogEntry] = []
        """What others had chosen together with a choice that was taken back: they do it again."""

    def mark(self) -> Callable[[], None]:
        """A function that goes back to what can be undone and redone now."""
        done, length, undone = self.done, len(self.done), self.undone

        def back() -> None:
            self.done, self.undone = done, undone
            del done[length:]

        return back

    def add(self, step: Step) -> None:
        """Keep a step that was just taken.

        If it repeats the next action to redo, later ones can still be redone; otherwise they cannot,
        unless another seat chooses at the same time.
        """
        self.done.append(step)
        entry, following = step.entry, next(iter(self.undone), None)
        if following and (following.seat, following.action) == (entry.seat, entry.action):
            self.undone = self.undone[1:]
        elif following and following.seat != entry.seat and not step.barrier:
            self.undone = [other for other in self.undone if other.seat != entry.seat]
        else:
            self.undone = []

    def told(self, entry: LogEntry) -> LogEntry:
        """An entry of a replay; it says so if an undo of another seat made this seat do it again."""
        before = self._again.pop(0) if entry.action and self._again else entry
        same = (before.seat, before.action) == (entry.seat, entry.action)
        return entry._replace(again=before.again) if same else entry

    def last_steps(self, seat: str | None = None) -> list[Step]:
        """The last step of `seat` (of any seat for None) and all steps after it, oldest first.

        Raises UndoRefused if there is none.
        """
        for place in reversed(range(len(self.done))):
            if seat in (None, self.done[place].entry.seat):
                return self.done[place:]
        raise UndoRefused("nothing to undo yet")

    def after(self, n: int, seat: str | None = None) -> list[Step]:
        """The steps after line `n`, from the first one of `seat` there, oldest first.

        Raises UndoRefused if there is none.
        """
        for place, step in enumerate(self.done):
            if step.entry.n > n and seat in (None, step.entry.seat):
                return self.done[place:]
        raise UndoRefused("nothing to take back after that")

    def sequence(self) -> list[Step]:
        """The steps of the current sequence of small choices, oldest first.

        They begin after the last barrier in it, if there is one.
        """
        start = len(self.done)
        while start and not (start < len(self.done) and self.done[start - 1].barrier):
            start -= 1
            if not self.done[start].part:
                break
        return self.done[start:]

    def take_back(self, n: int, word: str = "undo", *, force: bool) -> list[Step]:
        """Take back all steps after line `n`, which can then be redone; return them, oldest first.

        Raises UndoRefused if the line after it is not a step, and BarrierCrossed, which names the
        command `word`, if that crosses a barrier and `force` is false.
        """
        for place in reversed(range(len(self.done))):
            if self.done[place].entry.n == n + 1:
                steps = self.done[place:]
                if (barrier := last_barrier(steps)) and not force:
                    raise BarrierCrossed(word, barrier)
                self.done = self.done[:place]
                entries = [step.entry for step in steps]
                self.undone = entries + self.undone
                others = (entry for entry in entries if entry.seat != entries[0].seat)
                self._again = [entry._replace(again=entries[0].seat) for entry in others if not barrier]
                return steps
        raise UndoRefused(f"no action follows line {n}")
