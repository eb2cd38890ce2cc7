"""Prints at a terminal: in a theme's style, one screenful at a time, with pauses to read."""

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

MORE_PROMPT = "-- more: Enter continues, q skips the rest --"

SHORT_PROMPT = "-- more, or q --"

SKIP_PROMPT = "-- any key: skip the pauses --"

STEP_PROMPT = "-- Enter: next move, q: skip the pauses --"

FROM_THE_TOP = "\x1b[2H\x1b[J\x1b[H\x1b[K"
"""XTerm control sequences that clear the screen, the first row last.

Some terminals would otherwise keep the cleared screen in their scrollback.
"""

BOT_PAUSE = 0.5
"""The default pause after a bot's move, in seconds."""

MOST_COLUMNS = 100
"""The maximum width of text, in columns, so that it is easy to read."""


class Pager:
    """Prints lines, waiting for a key whenever a screen of `rows` is full.

    A key that begins a typed line shows the rest at once, and the line is then read.

    Call `begin` when everything has been read. With `rows` None, it never waits. With `ascii`,
    characters outside ASCII are replaced.
    """

    def __init__(self, theme: str, *, ascii: bool = False) -> None:
        self.style = themes.style(theme)
        self.color_depth = themes.color_depth()
        self.ascii = ascii
        self.width = 80
        self.rows: int | None = None
        self.skipped_rest = False
        """Whether the user has skipped the rest."""
        self.used = 0
        """The number of printed rows that have not been read yet."""

    def begin(self, used: int = 0) -> None:
        """Count everything on the screen as read, except the last `used` rows."""
        self.used = used

    def height(self, parts: Iterable[Part]) -> int:
        """Return the number of rows that some parts take."""
        return len(self._rows(parts))

    def rows_of(self, lines: Iterable[str]) -> list[str]:
        """Wrap lines into rows."""
        return [row for line in lines for row in self._wrap(line)]

    def show(self, lines: Iterable[str], kind: str = "reply", *, waits: bool = True) -> None:
        """Print lines of a kind; ``q`` skips the rest."""
        self.show_parts([Part(kind, list(lines))], waits=waits)

    def show_parts(self, parts: Iterable[Part], *, waits: bool = True) -> None:
        """Print parts, together on one screen if they fit; if `waits`, wait at a full screen."""
        rows = self._rows(parts)
        for screen in self._screens(rows) if waits else [rows]:
            self._print(themes.fragments(screen))
        if not waits:
            self.used += len(rows)

    def redraw(self, above: Iterable[Part], parts: Iterable[Part], most: int) -> None:
        """Print parts on a cleared screen, without waiting for keys.

        Above them, print as many of the last rows of `above` as fit into `most` rows in all.
        """
        rows, before = self._rows(parts), self._rows(above)
        streams.send_control(sys.stdout, FROM_THE_TOP)
        self._print(themes.fragments([*before[max(len(before) + len(rows) - most, 0) :], *rows]))

    def _print(self, text: themes.Fragments) -> None:
        print_formatted_text(
            FormattedText(text), style=self.style, end="", flush=True, color_depth=self.color_depth
        )

    def _rows(self, parts: Iterable[Part]) -> list[Row]:
        return [(kind, row) for kind, lines in parts for line in lines for row in self._wrap(line)]

    def flash(self, text: str, seconds: float | None) -> str:
        """Show a line until a key is pressed or the time is up, remove it, and return the key."""
        shown = FormattedText([("class:more", text[: max(self.width - 1, 1)])])

        def put() -> None:
            print_formatted_text(shown, style=self.style, end="", flush=True)

        put()
        try:
            return keys.wait_for_key(seconds, put)
        finally:
            streams.send_control(sys.stdout, "\r\x1b[K")

    def _wrap(self, line: str) -> list[str]:
        text = printing.escape(line)
        if self.ascii and not text.isascii():
            from sandtable_console.characters import plain_ascii  # noqa: PLC0415 (rarely needed)

            text = plain_ascii(text)
        if len(text) <= self.width:
            return [text]
        return styled.wrap(text, min(self.width, MOST_COLUMNS), "  ")

    def _screens(self, rows: list[Row]) -> Iterable[list[Row]]:
        """Yield rows a screenful at a time, waiting for a key before each but the first."""
        if self.rows is None or keys.has_typeahead():
            yield rows
            return
        screen = max(self.rows - 1, 1)  # the last row asks for a key
        while len(rows) > self.rows - self.used:
            # A part that fits on one screen is not split.
            room = 0 if self.used and len(rows) <= screen else max(screen - self.used, 0)
            yield rows[:room]
            rows = rows[room:]
            self.begin()
            if not self._wants_more():
                # A note is never skipped: it says how to continue.
                rows = [row for row in rows if row[0] == "note"]
                self.skipped_rest = self.skipped_rest and not rows
                break
            if keys.has_typeahead():
                break  # a line is being typed; it runs after this
        self.used += len(rows)
        yield rows

    def _wants_more(self) -> bool:
        """Wait for a key; return whether to show more. A key that begins a line is kept for the line."""
        more = MORE_PROMPT if len(MORE_PROMPT) < self.width else SHORT_PROMPT
        try:
            while (key := self.flash(more, None)) not in keys.MORE_KEYS:
                if keys.skips_rest(key):
                    self.skipped_rest = True
                    return False
                if keys.begins_line(key):
                    keys.give_back(key)
                    break
        except (KeyboardInterrupt, EOFError):
            return False
        return True


class Pace:
    """Pauses after each bot move, unless the player skips the pauses; `begin` resumes them.

    `setting` is a number of seconds, ``none``, ``step`` to wait for a key, or ``auto`` to pause briefly
    but wait for a key in a fight. `flash` shows a line for some seconds and returns the key pressed.
    """

    def __init__(self, setting: float | str, flash: Callable[[str, float | None], str]) -> None:
        named = {"step": None, "none": 0.0, "auto": BOT_PAUSE}
        self.pause = named[setting] if isinstance(setting, str) else setting
        self.waits = setting in ("step", "auto")
        """Whether a fight waits for a key at each strike."""
        self._flash = flash
        self._hurried = False

    def begin(self) -> None:
        """Pause after moves again."""
        self._hurried = False

    def hurry(self) -> None:
        """Skip the pauses until `begin`."""
        self._hurried = True

    @property
    def is_hurried(self) -> bool:
        """Whether pauses are off: by the setting, or because the player skipped them or typed ahead."""
        self._hurried = self._hurried or keys.has_typeahead()
        return self._hurried or self.pause == 0

    def wait(self) -> None:
        """Pause so that the player can read; a key or typed-ahead text ends the pause.

        Raises KeyboardInterrupt for Ctrl-C.
        """
        if self.is_hurried:
            return
        try:
            key = self._flash(STEP_PROMPT if self.pause is None else SKIP_PROMPT, self.pause)
        except EOFError:
            key = keys.SKIP_KEYS[-1]
        if not keys.skips_rest(key) and keys.begins_line(key):
            keys.give_back(key)
        self._hurried = bool(key) and (self.pause is not None or key not in keys.MORE_KEYS)
