"""The options by verb and, while a line is typed, the words that may come next."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

from sandtable import Action, Candidate
from sandtable_console import Console, candidates, option_rows
from sandtable_tools.screen.rows import Row, fit, row, wrap_rows

OTHER_LIST = "  Numbers pick from the last list shown; Escape brings the options back."
"""Replaces the options while numbers pick from another list, as after `?` or `hint`."""

WIDEST = 48
"""The maximum width of a word with its description, in columns."""


class Choices:
    """A decision's options in a few rows, each with its number."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._kept: tuple[object, list[Row]] = (None, [])
        self._typed: tuple[object, Sequence[Candidate]] = (None, ())
        self.offered: Sequence[str] = ()
        """The numbered meanings of an ambiguous line, shown instead of the options."""

    def forget(self) -> None:
        """Discard all rows and words when a new decision begins."""
        self._kept, self._typed, self.offered = (None, []), (None, ()), ()

    def number_options(self, actions: Sequence[Action]) -> None:
        """Let numbers pick from the options again, whatever list was shown before."""
        self.console.reader.list_actions(actions)
        self._kept = (None, [])

    def list_rows(self, actions: Sequence[Action], width: int, height: int, last: int = 0) -> list[Row]:
        """Return at most `height` rows, unless packed verbs need more; weighty verbs may use `last`."""
        if self.offered:
            rows = wrap_rows(self.offered, width, "options")
            more = row("  The map shows the other numbers.", "role.quiet")
            return rows if len(rows) <= height else [*rows[: height - 1], more]
        reader = self.console.reader
        if actions and reader.numbers_pick and reader.moves and reader.listed != list(actions):
            return [row(OTHER_LIST, "role.quiet")]
        size = (width, height, last)
        if self._kept[0] != size:
            self._kept = (size, self._group(actions, *size))
        return self._kept[1]

    def words(self, text: str) -> Sequence[Candidate]:
        """Return the words that may follow the text before the cursor, cached for each text."""
        key = (self.console.session.journal.n, self.console.viewer, text)
        if self._typed[0] != key:
            self._typed = (key, candidates(self.console, text))
        return self._typed[1]

    def _group(self, actions: Sequence[Action], width: int, height: int, last: int) -> list[Row]:
        only = self.console.reader.only_option
        listing = option_rows.OptionRows(actions, self.console.display, width)
        return [*map(row, listing.rows(height, last) if only is None else [f" Enter: {only}"])]

    def next_words(self, text: str, width: int, height: int) -> list[Row]:
        """Return rows of the words that may come next, each with its description."""
        candidates = [word for word in self.words(text) if word.word]
        if not candidates:
            return []
        longest = max(len(candidate.word) + len(candidate.about) + 4 for candidate in candidates)
        column = max(min(longest, WIDEST, width), 12)
        columns = max(width // column, 1)
        cells = [self._cell(candidate, width // columns) for candidate in candidates[: columns * height]]
        rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
        if len(candidates) > len(cells):
            rows[-1][-1] = fit(
                row(f"... and {len(candidates) - len(cells) + 1} more", "role.quiet"), column
            )
        return [[piece for cell in line for piece in cell] for line in rows]

    def _cell(self, candidate: Candidate, width: int) -> Row:
        about = shorten(candidate.about, max(width - len(candidate.word) - 5, 3), placeholder="...")
        word = row(f"  {candidate.word}", f"role.{option_rows.VERB}")
        return [*fit([*word, *row(f"  {about}", "role.quiet")], width - 1), ("", " ")]
