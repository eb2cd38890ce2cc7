"""What can be taken back and done again, and what undo stops at.

`History.take_back` is the only way back, in play as in replay, and refuses to cross a barrier without
`force`. An undo that did cross one is `forced`, and its line in the save says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.base.errors import SandtableError
from sandtable.model.action import Action
from sandtable.model.table import Snapshot
from sandtable.record.log import LogEntry


class UndoRefused(SandtableError):
    """There is nothing to take back, or it may only be taken back openly."""


class BarrierCrossed(UndoRefused):
    """It would cross a `barrier` without force; `word` is the word at the prompt that is refused."""

    def __init__(self, word: str, barrier: str) -> None:
        again = "undo" if word == "abort" else word
        super().__init__(f"{word} stops at {barrier}; {again} --force takes it back openly")
        self.barrier = barrier


class Step(NamedTuple):
    """An action that led to the position now: its entry in the log, and the position before it.

    `part` says that it went on with a sequence of small choices; `barrier` is what undo stops at
    there, in words, None where it goes on.
    """

    entry: LogEntry
    before: Snapshot
    part: bool = False
    barrier: str | None = None


def barrier_of(entry: LogEntry, to_move: str | None) -> str | None:
    """What undo stops at in an action after which `to_move` decides (None when the game is over)."""
    if entry.rolls:
        return "a roll or a draw"
    if any(event.reveals for event in entry.events):
        return "a reveal"
    if to_move is None:
        return "the end of the game"
    return "a change of seat" if to_move != entry.seat else None


def last_barrier(steps: Sequence[Step]) -> str | None:
    """What undo stops at first on its way back over some steps, in words; None where it does not."""
    return next((step.barrier for step in reversed(steps) if step.barrier), None)


def check_barriers(steps: Sequence[Step], word: str, *, force: bool) -> None:
    """Raise BarrierCrossed where taking back some steps crosses a barrier, unless `force` allows it.

    `word` is the word at the prompt that is refused.
    """
    if (barrier := last_barrier(steps)) and not force:
        raise BarrierCrossed(word, barrier)


def undo_entry(n: int, steps: Sequence[Step], *, forced: bool) -> LogEntry:
    """An undo on line `n` that took back some steps; all may know of it if it was `forced`."""
    first = steps[0].entry
    secret = not forced and any(step.entry.secret for step in steps)
    return LogEntry(n, first.seat, undo=first.n - 1, forced=forced, secret=secret)


class History:
    """The steps that led to the position, and the actions that were taken back.

    `done` are the steps, oldest first; those that were taken back are not among them. `to_redo` are the
    actions that can be done again, the next one first.
    """

    def __init__(self) -> None:
        self.done: list[Step] = []
        self.to_redo: list[Action] = []

    def add(self, step: Step) -> None:
        """Keep a step that was just taken.

        What was taken back after the same action can still be redone; another choice forgets it.
        """
        self.done.append(step)
        again = self.to_redo[:1] == [step.entry.action]
        self.to_redo = self.to_redo[1:] if again else []

    def last(self, seat: str | None = None) -> list[Step]:
        """The last step of `seat` (of anybody for None) with all after it, oldest first.

        Raises UndoRefused when there is none.
        """
        for place in reversed(range(len(self.done))):
            if seat in (None, self.done[place].entry.seat):
                return self.done[place:]
        raise UndoRefused("there is nothing to undo")

    def after(self, n: int, seat: str | None = None) -> list[Step]:
        """The steps after line `n`, from the first of `seat` there on, oldest first.

        Raises UndoRefused when there is none.
        """
        for place, step in enumerate(self.done):
            if step.entry.n > n and seat in (None, step.entry.seat):
                return self.done[place:]
        raise UndoRefused("there is nothing to take back after that")

    def sequence(self) -> list[Step]:
        """The steps of the sequence of small choices that is going on, oldest first.

        It begins after the last barrier in it, if there is one.
        """
        start = len(self.done)
        while start and not (start < len(self.done) and self.done[start - 1].barrier):
            start -= 1
            if not self.done[start].part:
                break
        return self.done[start:]

    def take_back(self, n: int, word: str = "undo", *, force: bool) -> list[Step]:
        """Take back all steps after line `n`, which can then be redone; those steps, oldest first.

        Raises UndoRefused when the line after it is no step, and, in the name of a `word` at the prompt,
        where that crosses a barrier, unless `force` allows it.
        """
        for place in reversed(range(len(self.done))):
            if self.done[place].entry.n == n + 1:
                steps = self.done[place:]
                check_barriers(steps, word, force=force)
                del self.done[place:]
                self.to_redo[:0] = [step.entry.action for step in steps if step.entry.action is not None]
                return steps
        raise UndoRefused(f"no action follows line {n}")
