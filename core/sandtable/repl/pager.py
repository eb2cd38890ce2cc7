"""What is printed at a terminal: in the look of a theme, and never more than a screen unread."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill

from prompt_toolkit import print_formatted_text
from prompt_toolkit.formatted_text import FormattedText

from sandtable.repl import keys, themes
from sandtable.repl.sight import Part
from sandtable.words import visible

MORE = "-- more: Enter goes on, q leaves the rest out --"

SHORT_MORE = "-- more, or q --"

READABLE = 100
"""A running text is wrapped to no more columns than this."""


class Pager:
    """Prints lines, and stops whenever a screen of `rows` is full until a key is pressed.

    `begin` is called when somebody has read all. `rows` is None for one that never stops. What is
    not ASCII is written so where `ascii` is wanted.
    """

    def __init__(self, theme: str, *, ascii: bool = False) -> None:
        self.style = themes.style(theme)
        self.ascii = ascii
        self.width = 80
        self.rows: int | None = None
        self._used = 0

    def begin(self) -> None:
        """Count anew: all that stands on the screen has been seen."""
        self._used = 0

    def show(self, lines: Iterable[str], kind: str = "reply") -> None:
        """Print lines of a kind; those after a ``q`` are left out."""
        for rows in self._screens(self._rows(lines)):
            self._print(themes.fragments(kind, rows))

    def redraw(self, parts: Iterable[Part]) -> None:
        """Print parts above a line that is being typed, where no key can be asked for."""
        found: themes.Fragments = []
        for kind, lines in parts:
            found += themes.fragments(kind, self._rows(lines))
        self._print(found)

    def _print(self, text: themes.Fragments) -> None:
        print_formatted_text(FormattedText(text), style=self.style, end="", flush=True)

    def _rows(self, lines: Iterable[str]) -> list[str]:
        return [row for line in lines for row in self._wrapped(line)]

    def transient(self, text: str, seconds: float | None) -> str:
        """Show a line until a key is pressed or the seconds are over, and take it away; the key."""
        shown = FormattedText([("class:more", text[: max(self.width - 1, 1)])])
        print_formatted_text(shown, style=self.style, end="", flush=True)
        try:
            return keys.pressed(seconds)
        finally:
            print("\r\x1b[K", end="", flush=True)

    def _wrapped(self, line: str) -> list[str]:
        text = visible(line)
        if self.ascii and not text.isascii():
            from sandtable.repl.characters import plain_ascii  # noqa: PLC0415 (rarely needed)

            text = plain_ascii(text)
        if len(text) <= self.width:
            return [text]
        return fill(text, min(self.width, READABLE), subsequent_indent="  ").splitlines()

    def _screens(self, rows: list[str]) -> Iterable[list[str]]:
        """Rows, a screenful at a time, each but the first when a key has been pressed."""
        if self.rows is None or keys.waiting():
            yield rows
            return
        while len(rows) > (room := max(self.rows - 1 - self._used, 0)):
            yield rows[:room]
            rows = rows[room:]
            self.begin()
            more = MORE if len(MORE) < self.width else SHORT_MORE
            key = self.transient(more, None)
            if key in keys.ENOUGH:
                return
            if len(key) == 1 and key.isprintable() and key != " ":
                # Somebody has begun to type the next line.
                keys.give_back(key)
                yield rows
                return
        self._used += len(rows)
        yield rows
