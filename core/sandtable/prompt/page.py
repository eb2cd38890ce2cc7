"""A page at the prompt: the position and the options, in few enough rows for one screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from sandtable.prompt import option_rows
from sandtable.prompt.console import Console
from sandtable.prompt.option_rows import OptionRows
from sandtable.prompt.outputs import Board, Options, Output, Question, Status

NARROW = 20
"""Everything is drawn for at least this many columns."""

LARGE = 8
"""A board with more rows than this is shown in full once for a decision; later, only its changes are."""


class Part(NamedTuple):
    """Lines that belong together, and their kind, for which a theme has a style."""

    kind: str
    lines: list[str]


class _LastShown(NamedTuple):
    """The last board shown: its viewer, its width and its decision."""

    viewer: str | None
    width: int
    decision: type[object]
    board: Sequence[str]


class Page:
    """Fits the position and the options into `height` rows (None: no limit), and remembers the board.

    `kept_free` of these rows stay free for lines below the page.
    """

    def __init__(self, console: Console, height: int | None = None) -> None:
        self.console = console
        self.height = height
        self.kept_free = 0
        self.last_shown: _LastShown | None = None
        """The board last shown."""

    def forget(self) -> None:
        """Show the next board in full."""
        self.last_shown = None

    def parts(self, board: Board, status: Status, options: Options, question: Question) -> list[Part]:
        """The board, the status, the options by verb and the question, as lines.

        Options that are only counted, for lack of room, have no numbers in the reader's list.
        """
        display, reader = self.console.display, self.console.reader
        width = display.width
        asks = wrap(question.text, width, subsequent_indent="  ")
        status_lines = wrap(status.text, width, subsequent_indent="  ") or [""]
        room = None if self.height is None else self._room(self.height) - 2 - len(asks)
        listing = self._listing(options)
        drawn = self._board(board, None if room is None else max(room - 1 - len(listing.rows), 1))
        if room is not None and len(drawn) + len(status_lines) + len(listing.rows) > room:
            room_for_options = max(room - len(drawn) - len(status_lines), 1)
            listing = self._listing(options, room_for_options)
        reader.list_actions(options.actions)
        reader.closed = listing.closed
        rows = listing.rows if reader.only is None else [f"  Enter: {reader.only}"]
        kinds = (("board", drawn), ("status", status_lines), ("options", rows), ("question", asks))
        return [Part(kind, lines) for kind, lines in kinds]

    def _listing(self, options: Options, most: int | None = None) -> OptionRows:
        display = self.console.display
        return option_rows.grouped(options.actions, display.width, most, display.cost, display.copies)

    def _room(self, height: int) -> int:
        return max(height - self.kept_free, height // 2) if self.kept_free else height

    def _board(self, board: Board, height: int | None) -> list[str]:
        """The board: in full at a new decision, else its changes, if these take less room."""
        display, decision = self.console.display, self.console.session.table.decision
        lines = list(board.lines)
        last = self.last_shown
        self.last_shown = _LastShown(display.viewer, display.width, type(decision), lines)
        if last and last[:2] == self.last_shown[:2]:
            shown_already = len(lines) > LARGE and last.decision is self.last_shown.decision
            changes = option_rows.changed(last.board, lines)
            if (shown_already or decision.part) and (height is None or len(changes) <= height):
                return changes
        fits = height is None or len(lines) <= height
        return lines if fits else display.board(height)


def last_position(shown: Mapping[type[Output], Output]) -> list[str]:
    """The status and the board of a game that is over, in lines, if they are among the outputs."""
    board, status = shown.get(Board), shown.get(Status)
    if not (isinstance(board, Board) and isinstance(status, Status)):
        return []
    return ["", status.text, *board.lines, ""]


def picture(console: Console, page: Page | None = None) -> list[Part]:
    """The position of a console as the parts of a page."""
    if console.session.outcome is not None:
        return []
    outputs: list[Any] = [*console.standing(), Question(console.display.asks())]
    return (page or Page(console)).parts(*outputs)
