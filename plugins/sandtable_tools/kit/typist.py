"""Types at a console in a test, and returns each line's outputs together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable import Action, SandtableError
from sandtable_console import Console, News, Output, Refused, Text, page


class Reply(NamedTuple):
    """The outputs of a typed line."""

    outputs: Sequence[Output]

    @property
    def lines(self) -> list[str]:
        """The lines of its Text outputs."""
        return [line for output in self.outputs if isinstance(output, Text) for line in output.lines]

    @property
    def news(self) -> list[str]:
        """The lines of its News outputs."""
        return [line for output in self.outputs if isinstance(output, News) for line in output.lines]

    @property
    def error(self) -> SandtableError | None:
        """The error of its refusal, if any."""
        return next((output.error for output in self.outputs if isinstance(output, Refused)), None)


class Typist(Console):
    """A console at which a test types."""

    def say(self, line: str) -> Reply:
        """Type a line; return its outputs."""
        return Reply(list(self.do(line)))

    def start(self) -> Typist:
        """Return this typist, after the bots have played up to the first choice."""
        for _ in self.begin():
            pass
        return self

    def picture(self, height: int | None = None) -> list[str]:
        """Return the position and the options in lines; numbers then pick from these options."""
        for _ in self.position():
            pass
        parts = page.picture(self, page.Page(self, height))
        return ["", *(line for part in parts for line in part.lines)]

    @property
    def listed(self) -> Sequence[Action]:
        """The last list shown."""
        return self.reader.listed


class Tape:
    """A sink that records outputs, and reads lines from a list."""

    stops = False
    recent = 0

    def __init__(self, lines: Sequence[str] = ()) -> None:
        self.outputs: list[Output] = []
        self.kept_free = 0
        self._lines = list(lines)

    def show(self, output: Output) -> None:
        """Record an output."""
        self.outputs.append(output)

    def lead(self, rows: int) -> None:
        """Record how many rows to keep free."""
        self.kept_free = rows

    def read(self) -> str | None:
        """Return the next line."""
        return self._lines.pop(0) if self._lines else None
