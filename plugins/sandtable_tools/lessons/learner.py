"""A lesson and somebody who types at it, in a test."""

from __future__ import annotations

from sandtable.tooling import Reply, Tape, Typist
from sandtable_tools.lessons.guide import Guide
from sandtable_tools.lessons.lesson import Lesson


class Learner(Guide):
    """A lesson, and somebody who types at it."""

    def __init__(self, lesson: Lesson, start: int = 0, *, numbers: bool = True) -> None:
        self.typist = Typist(lesson.begin(), numbers=numbers)
        super().__init__(self.typist, lesson, start)
        self.begin_at(1)

    def say(self, line: str) -> Reply:
        """Do a line, or for an empty one what the lesson asks for."""
        tape = Tape()
        self.under = tape
        line = line if line.strip() or not self.current else self.suggested
        self.expect(line)
        for output in self.typist.do(line):
            self.show(output)
        return Reply(tape.outputs)
