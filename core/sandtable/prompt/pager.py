"""What is printed at a terminal: in the look of a theme, and never more than a screen unread."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from textwrap import fill

from prompt_toolkit import print_formatted_text
from prompt_toolkit.formatted_text import FormattedText

from sandtable.base.shown import steer, visible
from sandtable.prompt import keys, themes
from sandtable.prompt.page import Part
from sandtable.prompt.themes import Row

MORE = "-- more: Enter goes on, q leaves the rest out --"

SHORT_MORE = "-- more, or q --"

READABLE = 100
"""A running text is wrapped to at most this many columns."""


class Pager:
    """Prints lines, and stops whenever a screen of `rows` is full until a key is pressed.

    `begin` is called when somebody has read all. `rows` is None for one that never stops. What is
    not ASCII is written so where `ascii` is wanted.
    """

    def __init__(self, theme: str, *, ascii: bool = False) -> None:
        self.style = themes.style(theme, themes.depth())
        self.color_depth = themes.color_depth()
        self.ascii = ascii
        self.width = 80
        self.rows: int | None = None
        self.left_out = False
        """Whether somebody has left out the rest since this was last set."""
        self._used = 0

    def begin(self, used: int = 0) -> None:
        """Count anew: all that stands on the screen has been seen, but the last `used` rows."""
        self._used = used

    @property
    def left(self) -> int | None:
        """The rows that are free before a page is full; None where none ever is."""
        return None if self.rows is None else max(self.rows - 1 - self._used, 0)

    def height(self, parts: Iterable[Part]) -> int:
        """How many rows some parts take."""
        return len(self._rows(parts))

    def show(self, lines: Iterable[str], kind: str = "reply") -> None:
        """Print lines of a kind; those after a ``q`` are left out."""
        self.show_parts([Part(kind, list(lines))])

    def show_parts(self, parts: Iterable[Part]) -> None:
        """Print what belongs together, on one screen where one is enough for it."""
        for rows in self._screens(self._rows(parts)):
            self._print(themes.fragments(rows))

    def fits(self, parts: Iterable[Part]) -> bool:
        """Whether parts fit on the screen below what nobody has read yet."""
        return self.rows is not None and len(self._rows(parts)) <= self.rows - self._used

    def redraw(self, parts: Iterable[Part]) -> None:
        """Print parts above a line that is being typed, where no key can be asked for."""
        self._print(themes.fragments(self._rows(parts)))

    def _print(self, text: themes.Fragments) -> None:
        print_formatted_text(
            FormattedText(text), style=self.style, end="", flush=True, color_depth=self.color_depth
        )

    def _rows(self, parts: Iterable[Part]) -> list[Row]:
        return [(kind, row) for kind, lines in parts for line in lines for row in self._wrapped(line)]

    def transient(self, text: str, seconds: float | None) -> str:
        """Show a line until a key is pressed or the seconds are over, and take it away; the key."""
        shown = FormattedText([("class:more", text[: max(self.width - 1, 1)])])

        def put() -> None:
            print_formatted_text(shown, style=self.style, end="", flush=True)

        put()
        try:
            return keys.pressed(seconds, put)
        finally:
            steer(sys.stdout, "\r\x1b[K")

    def _wrapped(self, line: str) -> list[str]:
        text = visible(line)
        if self.ascii and not text.isascii():
            from sandtable.prompt.characters import plain_ascii  # noqa: PLC0415 (rarely needed)

            text = plain_ascii(text)
        if len(text) <= self.width:
            return [text]
        width = min(self.width, READABLE)
        return fill(text, width, subsequent_indent="  ", break_on_hyphens=False).splitlines()

    def _screens(self, rows: list[Row]) -> Iterable[list[Row]]:
        """Rows, a screenful at a time, each but the first when a key has been pressed."""
        if self.rows is None or keys.waiting():
            yield rows
            return
        whole = max(self.rows - 1, 1)  # below it a key is asked for
        while len(rows) > self.rows - self._used:
            # What fits on a screen of its own is not torn.
            room = 0 if self._used and len(rows) <= whole else max(whole - self._used, 0)
            yield rows[:room]
            rows = rows[room:]
            self.begin()
            if not self._goes_on():
                return
        self._used += len(rows)
        yield rows

    def _goes_on(self) -> bool:
        """Wait for a key; whether more is wanted. Who begins the next line has seen enough."""
        more = MORE if len(MORE) < self.width else SHORT_MORE
        try:
            while (key := self.transient(more, None)) not in keys.ON:
                if keys.leaves_out(key):
                    self.left_out = True
                    return False
                if keys.begins_a_line(key):
                    keys.give_back(key)
                    return False
        except KeyboardInterrupt:
            return False
        return True
