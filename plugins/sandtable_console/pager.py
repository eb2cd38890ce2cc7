"""Printing at a terminal: in the style of a theme, a screenful at a time, at a pace to read it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from prompt_toolkit import print_formatted_text
from prompt_toolkit.formatted_text import FormattedText

from sandtable import styled
from sandtable.tooling import printing
from sandtable_console import keys, streams, themes
from sandtable_console.page import Part
from sandtable_console.themes import Row

MORE = "-- more: Enter continues, q skips the rest --"

SHORT_MORE = "-- more, or q --"

HURRY = "-- any key: all at once --"

STEP = "-- Enter: the next move, q: all at once --"

FROM_THE_TOP = "\x1b[2H\x1b[J\x1b[H\x1b[K"
"""XTerm's control sequences that clear the screen, its first row last.

Some terminals would keep a screen that is cleared at once in their scroll-back.
"""

MOMENT = 0.5
"""The pause after a move of a bot, in seconds, unless the player wants another."""

READABLE = 100
"""Text is wrapped to at most this many columns, which are easy to read."""


class Pager:
    """Prints lines, and stops whenever a screen of `rows` is full until a key is pressed.

    A key that begins a line shows all the rest, and then the line is read.

    `begin` is called when everything has been read. With `rows` None it never stops. With `ascii`,
    other characters are replaced.
    """

    def __init__(self, theme: str, *, ascii: bool = False) -> None:
        self.style = themes.style(theme)
        self.color_depth = themes.color_depth()
        self.ascii = ascii
        self.width = 80
        self.rows: int | None = None
        self.left_out = False
        """Whether the user has skipped the rest."""
        self.used = 0
        """The printed rows that are not read yet."""

    def begin(self, used: int = 0) -> None:
        """Start counting: everything on the screen has been read, except the last `used` rows."""
        self.used = used

    def height(self, parts: Iterable[Part]) -> int:
        """The number of rows that some parts take."""
        return len(self._rows(parts))

    def rows_of(self, lines: Iterable[str]) -> list[str]:
        """Lines, each in as many rows as it takes."""
        return [row for line in lines for row in self._wrap(line)]

    def show(self, lines: Iterable[str], kind: str = "reply", *, waits: bool = True) -> None:
        """Print lines of a kind; after a ``q``, the rest is skipped."""
        self.show_parts([Part(kind, list(lines))], waits=waits)

    def show_parts(self, parts: Iterable[Part], *, waits: bool = True) -> None:
        """Print parts together, on one screen if it has room; wait at a full one."""
        rows = self._rows(parts)
        for screen in self._screens(rows) if waits else [rows]:
            self._print(themes.fragments(screen))
        if not waits:
            self.used += len(rows)

    def redraw(self, above: Iterable[Part], parts: Iterable[Part], most: int) -> None:
        """Print parts on an empty screen, without waiting for keys.

        As many of the last rows `above` them are printed too as fit into `most` rows.
        """
        rows, before = self._rows(parts), self._rows(above)
        streams.steer(sys.stdout, FROM_THE_TOP)
        self._print(themes.fragments([*before[max(len(before) + len(rows) - most, 0) :], *rows]))

    def _print(self, text: themes.Fragments) -> None:
        print_formatted_text(
            FormattedText(text), style=self.style, end="", flush=True, color_depth=self.color_depth
        )

    def _rows(self, parts: Iterable[Part]) -> list[Row]:
        return [(kind, row) for kind, lines in parts for line in lines for row in self._wrap(line)]

    def flash(self, text: str, seconds: float | None) -> str:
        """Show a line until a key is pressed or the seconds are over, remove it, and return the key."""
        shown = FormattedText([("class:more", text[: max(self.width - 1, 1)])])

        def put() -> None:
            print_formatted_text(shown, style=self.style, end="", flush=True)

        put()
        try:
            return keys.wait_for_key(seconds, put)
        finally:
            streams.steer(sys.stdout, "\r\x1b[K")

    def _wrap(self, line: str) -> list[str]:
        text = printing.escape(line)
        if self.ascii and not text.isascii():
            from sandtable_console.characters import plain_ascii  # noqa: PLC0415 (rarely needed)

            text = plain_ascii(text)
        if len(text) <= self.width:
            return [text]
        return styled.wrap(text, min(self.width, READABLE), "  ")

    def _screens(self, rows: list[Row]) -> Iterable[list[Row]]:
        """Rows, a screenful at a time; each but the first waits for a key."""
        if self.rows is None or keys.waiting():
            yield rows
            return
        screen = max(self.rows - 1, 1)  # the last row asks for a key
        while len(rows) > self.rows - self.used:
            # A part that fits on one screen is not split.
            room = 0 if self.used and len(rows) <= screen else max(screen - self.used, 0)
            yield rows[:room]
            rows = rows[room:]
            self.begin()
            if not self._goes_on():
                # A note is no rest of a page: it says how to go on.
                rows = [row for row in rows if row[0] == "note"]
                self.left_out = self.left_out and not rows
                break
            if keys.waiting():
                break  # a line is being typed, which is done after this
        self.used += len(rows)
        yield rows

    def _goes_on(self) -> bool:
        """Wait for a key; return whether to show more. The beginning of a line is kept for the line."""
        more = MORE if len(MORE) < self.width else SHORT_MORE
        try:
            while (key := self.flash(more, None)) not in keys.ON:
                if keys.leaves_out(key):
                    self.left_out = True
                    return False
                if keys.begins_a_line(key):
                    keys.give_back(key)
                    break
        except (KeyboardInterrupt, EOFError):
            return False
        return True


class Pace:
    """Waits after each move of a bot, unless the player skips that; `begin` starts it again.

    `setting` is in seconds, or ``none``, or ``step`` to wait for a key; ``auto`` waits for a moment, but
    for a key in a fight. `flash` shows a line for some seconds, and returns the key that was pressed.
    """

    def __init__(self, setting: float | str, flash: Callable[[str, float | None], str]) -> None:
        named = {"step": None, "none": 0.0, "auto": MOMENT}
        self.pause = named[setting] if isinstance(setting, str) else setting
        self.waits = setting in ("step", "auto")
        """Whether a fight waits for a key at each strike."""
        self._flash = flash
        self._hurried = False

    def begin(self) -> None:
        """Start again to wait after moves."""
        self._hurried = False

    def hurry(self) -> None:
        """Show the rest at once."""
        self._hurried = True

    @property
    def hurried(self) -> bool:
        """Whether nothing waits, by the setting, or as the player has typed ahead or skips the rest."""
        self._hurried = self._hurried or keys.waiting()
        return self._hurried or self.pause == 0

    def wait(self) -> None:
        """Give the player time to read; a key, or something typed ahead, ends that.

        Raises KeyboardInterrupt for Ctrl-C.
        """
        if self.hurried:
            return
        try:
            key = self._flash(STEP if self.pause is None else HURRY, self.pause)
        except EOFError:
            key = keys.ENOUGH[-1]
        if not keys.leaves_out(key) and keys.begins_a_line(key):
            keys.give_back(key)
        self._hurried = bool(key) and (self.pause is not None or key not in keys.ON)
