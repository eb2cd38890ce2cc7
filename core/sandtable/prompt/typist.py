"""Typing at a console in a test: what a line told, in one piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.base.errors import SandtableError
from sandtable.model.action import Action
from sandtable.prompt.console import Console
from sandtable.prompt.outputs import News, Output, Refused, Text
from sandtable.prompt.page import Page, picture


class Reply(NamedTuple):
    """What a line told."""

    outputs: Sequence[Output]

    @property
    def lines(self) -> list[str]:
        """The lines of its texts."""
        return [line for one in self.outputs if isinstance(one, Text) for line in one.lines]

    @property
    def news(self) -> list[str]:
        """What happened."""
        return [line for one in self.outputs if isinstance(one, News) for line in one.lines]

    @property
    def error(self) -> SandtableError | None:
        """What was refused."""
        return next((one.error for one in self.outputs if isinstance(one, Refused)), None)


class Typist(Console):
    """A console, and somebody who types at it."""

    def say(self, line: str) -> Reply:
        """Do a line; all that it told."""
        return Reply(list(self.do(line)))

    def started(self) -> Typist:
        """The same, when the bots have played and the first choice has been told."""
        for _ in self.begin():
            pass
        return self

    def picture(self, height: int | None = None) -> list[str]:
        """All that a choice needs, in lines; numbers then mean places in its list."""
        for _ in self.position():
            pass
        parts = picture(self, Page(self, height))
        return ["", *(line for part in parts for line in part.lines)]

    @property
    def listed(self) -> Sequence[Action]:
        """The list last shown."""
        return self.reader.listed


class Tape:
    """A sink that keeps what it is shown, and gives lines from a list."""

    stops = False
    recent = 0

    def __init__(self, lines: Sequence[str] = ()) -> None:
        self.outputs: list[Output] = []
        self.kept_free = 0
        self._lines = list(lines)

    def show(self, output: Output) -> None:
        """Keep an output."""
        self.outputs.append(output)

    def lead(self, rows: int) -> None:
        """Keep in mind how many rows were to be kept free."""
        self.kept_free = rows

    def read(self) -> str | None:
        """The next line."""
        return self._lines.pop(0) if self._lines else None
