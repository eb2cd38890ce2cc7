"""A lesson at the prompt: it says what comes next, and waits while the player looks around."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from sandtable.action import Action, ActionError
from sandtable.repl import way as ways
from sandtable.repl.commands import Command
from sandtable.repl.console import Console, Reply
from sandtable.repl.lesson import Lesson, Step, spoken
from sandtable.repl.sight import Part
from sandtable.session import HUMAN, Session

MOST_WIDTH = 76
"""Prose is not told in longer lines."""

TOLD_HOW = 3
"""This many steps, from the first on, say how they are done."""

HAPPENED = 5
"""At most this many lines show what happened last in a chapter that was skipped."""

HOW = "Type this, or press Enter alone to have it done:"
LEFT = "You have left the lesson's path. Play on as you like; back takes you back to it."
ASTRAY = "This is off the lesson's path; back returns to it."
AGAIN = "You are on the lesson's path again."


class Guided(Console):
    """A console that leads through a lesson, step by step.

    Whatever the player does counts by the position that it leads to. So any spelling will do, small
    choices may come in another order, and after an undo the lesson goes on from there. It begins at
    the step `start` (from 0) if the game stands there, else where the game stands.
    """

    def __init__(
        self,
        session: Session,
        width: int = 80,
        height: int | None = None,
        *,
        lesson: Lesson,
        numbers: bool = False,
        start: int = 0,
    ) -> None:
        super().__init__(session, width, height, numbers=numbers)
        self.enters = True
        self.lesson = lesson
        self.way = ways.lead(lesson, session.plugins)
        self.astray = False
        """Whether the game has left the lesson's path."""
        self.step = min(start, len(lesson.steps))
        """The number of the step that comes next, counted from 0; their count at the end."""
        self._begun = False
        self._left: list[Action] | None = None
        """What is left of a step whose small choices were begun in another order."""
        self._say: list[str] = []
        self._tell = True
        self.commands |= {command.word: command for command in self._own_words()}
        for seat, player in session.seats.items():
            if player != HUMAN:
                bot = session.plugins.bot(session.scenario.game, player)
                session.bots[seat] = ways.Follower(bot, session, self.way)

    def bots(self) -> None:
        """Let the bots play; the first time, the path then begins where whoever learns decides."""
        super().bots()
        if not self._begun:
            self._begun = True
            self._follow()
            self._say, self._tell = [], True

    @property
    def current(self) -> Step | None:
        """The step that comes next; None at the end, and off the path."""
        done = self.step == len(self.lesson.steps)
        return None if done or self.astray else self.lesson.steps[self.step]

    def before(self) -> list[str]:
        """What is told above the line that is asked for: the step, or that it still waits."""
        lines = [*self._say, *(self._lesson_lines() if self._tell else self._reminder())]
        self._say, self._tell = [], False
        return ["", *lines] if lines else []

    def show_whole(self) -> None:
        """Have the next picture show the whole board, and the step below it."""
        super().show_whole()
        self._tell = True

    def parts(self) -> list[Part]:
        """What a choice needs, in few enough rows that the step below it can be seen as well."""
        rows = self.height
        if rows is not None and self._tell:
            self.height = max(rows - 1 - len(list(self._lesson_lines())), rows // 2)
        try:
            return super().parts()
        finally:
            self.height = rows

    def do(self, line: str) -> Reply:
        """Do what a line says; an empty one does what the lesson asks for."""
        step, at = self.current, ways.here(self.session)
        line = self.stands_for(line)
        looked = step is not None and ways.looks(self, line)
        wanted = step is not None and ways.looks(self, step.command)
        reply = super().do(line)
        if ways.here(self.session) != at:
            self._follow()
        elif looked and looked == wanted and not reply.error:
            self._go_to(self.step + 1)
        return reply

    def stands_for(self, line: str) -> str:
        return line if self.current is None or line.strip() else self.suggested

    @property
    def suggested(self) -> str:
        """What the step that comes next asks for, or what is left of it."""
        if (step := self.current) is None:
            return ""
        left = self.way.rest[self.step].get(ways.here(self.session), self._left)
        whole = not left or ways.here(self.session) == self.way.before[self.step]
        return step.command if not left or whole else "; ".join(map(str, left))

    def _follow(self) -> None:
        """Find the step of the position now, and say when the path was left or found again."""
        found = self._found()
        if (found is None) != self.astray:
            self._say = [LEFT if found is None else AGAIN]
            self._tell = found is not None
        self.astray = found is None
        if found is not None:
            self._go_to(found)

    def _found(self) -> int | None:
        """The step of the position now; None where the path was left."""
        near, self._left = self.step, None
        found = self.way.find(ways.here(self.session), near)
        if found is None and (other := ways.reordered(self.way, self.session, near)):
            found, self._left = other
        return found

    def _go_to(self, step: int) -> None:
        self._tell = self._tell or step != self.step
        self.step = step

    def _lesson_lines(self) -> Iterator[str]:
        """The step that comes next, whole."""
        width = min(self.width, MOST_WIDTH)
        if self.astray:
            yield ASTRAY
            return
        if (step := self.current) is None:
            yield from spoken(self.lesson.closing, width)
            return
        chapter = f": {step.chapter}" if step.chapter else ""
        yield f"Lesson, step {self.step + 1} of {len(self.lesson.steps)}{chapter}"
        yield ""
        if step.prose:
            yield from [*spoken(step.prose, width), ""]
        if self.step < TOLD_HOW:
            yield HOW
        yield f"  > {self.suggested}"

    def _reminder(self) -> list[str]:
        return [f"Lesson: > {self.suggested}"] if self.current else []

    def _own_words(self) -> Iterator[Command]:
        """The words that a lesson adds to those of the table."""
        yield Command("lesson", "what the lesson says now, once more", self._tell_again)
        yield Command(
            "back",
            "back to the lesson's path",
            self._back,
            preview=self._back_told,
            kind="goes back",
            after_end=True,
        )
        yield Command(
            "skip",
            "on to the lesson's next chapter",
            self._skip,
            preview=self._skip_told,
            kind="changes",
        )

    def _tell_again(self, _console: Console, _rest: str) -> list[str]:
        self._tell = True
        return []

    def _back_told(self, _console: Console, _rest: str) -> str:
        if not self.astray:
            raise ActionError("you are on the lesson's path")
        return ""

    def _back(self, console: Console, rest: str) -> list[str]:
        """Take back what was done since the path was left; that it was is told by the lesson."""
        self._back_told(console, rest)
        own = self.viewer if len(self.humans) == 1 else None
        while self._found() is None:
            self.session.undo(force=True, seat=own)
        self.news()
        return []

    def _skip_told(self, _console: Console, _rest: str) -> str:
        self._from_here()
        return ""

    def _from_here(self) -> Step:
        """The step from which can be skipped. Raises ActionError where there is none."""
        if (step := self.current) is None:
            why = (
                "off the lesson's path; back returns to it"
                if self.astray
                else "the lesson is at its end"
            )
            raise ActionError(f"nothing can be skipped: {why}")
        return step

    def _skip(self, _console: Console, _rest: str) -> list[str]:
        """Do all that is left of a chapter, as the lesson would; it is told in short."""
        chapter, before = self._from_here().chapter, len(self.session.past)
        step = self.current
        while step is not None and step.chapter == chapter:
            if ways.looks(self, step.command):
                self._go_to(self.step + 1)
            elif error := super().do(self.suggested).error:
                raise error
            else:
                self._follow()
            step = self.current
        return [*self._in_short(before), *self.news()[-HAPPENED:]]

    def _in_short(self, before: int) -> Iterator[str]:
        """What was chosen for whoever learns after the first `before` entries, by verb."""
        chosen: dict[str, list[str]] = {}
        for entry in (past.entry for past in self.session.past[before:]):
            if entry.action and self.session.seats[entry.seat or ""] == HUMAN:
                verb, _, rest = str(entry.action).partition(" ")
                chosen.setdefault(verb, []).append(rest)
        told = "; ".join(f"{verb} {', '.join(what)}".strip(" ,") for verb, what in chosen.items())
        yield from wrap(f"Done for you: {told or 'nothing'}.", self.width, subsequent_indent="  ")
