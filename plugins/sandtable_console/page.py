"""Fits the position and the options on one screen.

After an order, no key has to be pressed to see everything. `Page` divides the free rows between what
changed, the map and the options, and `cut_to_rows` cuts what does not fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable import number_of
from sandtable_console.console import Console
from sandtable_console.option_rows import MOST_ROWS, OptionRows
from sandtable_console.outputs import Board, Options, Output, Question, Status

if TYPE_CHECKING:
    from sandtable_console.glimpse import Glimpse

NARROW = 20
"""The minimum width for drawing, in columns."""

LARGE_BOARD = 8
"""A board of more rows than this is shown once per turn; after that, only its changes are."""

FEWEST_MAP_ROWS = 5
"""In fewer rows than this, the map is left out."""

CHANGE_ROWS = 3
"""The rows reserved for changes before the options of the first verb are listed."""

MAP_ROWS = 10
"""The rows reserved for a map before the options get more than their numbers."""

LEAST_OPENING_ROWS = 4
"""The fewest rows to which the text of a new game is cut to make room for its map."""

LONG_LIST = 3
"""A list on a board counts as long from this many rows."""

BOARD_LEFT_OUT = "(status lists what is in play)"
"""Replaces a board that does not fit."""

STATUS = "status"
"""The command that shows the whole position."""


class Part(NamedTuple):
    """Lines that are shown together, and their kind, which a theme styles."""

    kind: str
    lines: list[str]


class _LastBoard(NamedTuple):
    """The last board shown, with its viewer, width and turn."""

    viewer: str | None
    width: int
    turn: str
    board: Sequence[str]


class _DrawnBoard(NamedTuple):
    """The whole board, empty if it is not due, and what replaces it when it is not due or does not fit.

    The replacement is the fight, if it has changed, and then the other changes.
    """

    whole: list[str]
    fight: list[str]
    changes: list[str]


def height_of(parts: Sequence[Part]) -> int:
    """Return the number of rows of some parts whose lines all fit the width."""
    return sum(len(part.lines) for part in parts)


class Page:
    """Fits the position and the options into `height` rows (None: no limit), and remembers the board.

    It leaves `kept_free` of these rows free for lines below the page. With a `glimpse`, the map is shown
    above the position when it matters. `rows_of` counts the rows of parts.
    """

    def __init__(
        self,
        console: Console,
        height: int | None = None,
        glimpse: Glimpse | None = None,
        rows_of: Callable[[Sequence[Part]], int] = height_of,
    ) -> None:
        self.console = console
        self.height = height
        self.glimpse = glimpse
        self.rows_of = rows_of
        self.kept_free = 0
        self.last_shown: _LastBoard | None = None
        """The board last shown."""

    def forget(self) -> None:
        """Show the next board in full again."""
        self.last_shown = None

    def parts(
        self, board: Board, status: Status, options: Options, question: Question, used: int = 0
    ) -> list[Part]:
        """Return the map if it matters, the board, the status, the options and the question, as lines.

        What happened already takes `used` rows of the screen.
        """
        display, reader = self.console.display, self.console.reader
        asks = Part("question", wrap(question.text, display.width, subsequent_indent="  "))
        status_lines = wrap(status.text, display.width, subsequent_indent="  ") or [""]
        line = Part("status", status_lines)
        room, listing = None, OptionRows(options.actions, display)
        if self.height is not None:
            room = max(self._room(self.height) - 2 - used - self.rows_of([line, asks]), 1)
        rows = listing.rows()
        above = self._top_parts(board, listing, len(rows), room)
        if room is not None:
            rows = listing.rows(min(max(room - self.rows_of(above), 1), MOST_ROWS))
        reader.list_actions(options.actions)
        rows = rows if reader.only_option is None else [f" Enter: {reader.only_option}"]
        return [*above, line, Part("options", rows), asks]

    def opening_rows(self, used: int) -> int | None:
        """Return how many rows the text of a new game may take so that its map fits below.

        `used` rows are taken already. None means no limit, no map, or no room for both.
        """
        display, glimpse = self.console.display, self.glimpse
        if self.height is None or glimpse is None or not glimpse.is_possible:
            return None
        below = [
            Part("status", wrap(display.status(), display.width)),
            Part("question", wrap(display.question(), display.width)),
        ]
        room = self._room(self.height) - 2 - used - self.rows_of(below) - FEWEST_MAP_ROWS
        rows = room - OptionRows(display.options, display).fewest_rows(room - LEAST_OPENING_ROWS)
        return rows if rows >= LEAST_OPENING_ROWS else None

    def _room(self, height: int) -> int:
        return max(height - self.kept_free, height // 2) if self.kept_free else height

    def _top_parts(self, board: Board, listing: OptionRows, wanted: int, room: int | None) -> list[Part]:
        """Return the map, if it matters, and the board: in full in a new turn, else only its changes.

        The options below want `wanted` rows, and keep at least enough for their numbers.
        """
        drawn = self._draw(board)
        if room is None:
            return [Part("board", drawn.whole or [*drawn.fight, *drawn.changes])]
        due = self.glimpse is not None and self.glimpse.is_due
        keeps = MAP_ROWS if due else len(drawn.fight) or CHANGE_ROWS * (not self.console.display.is_new)
        free = max(room - min(listing.fewest_rows(room - keeps), wanted), 1)
        if self.glimpse and due and free >= FEWEST_MAP_ROWS:
            above = self.glimpse.draw(min(max(room - wanted, MAP_ROWS), free))
            left = room - wanted - len(above.lines) - 1
            below = [Part("", [""]), Part("board", self._fit(drawn, left))] if left > 1 else []
            return [above, *below]
        return [Part("board", self._fit(drawn, free))]

    def _draw(self, board: Board) -> _DrawnBoard:
        """Return the whole board, if it is due, and what changed since it was last drawn.

        It is due at first and in a new turn; a small one is always due, except within one choice.
        """
        display, session = self.console.display, self.console.session
        lines, last = list(board.lines), self.last_shown
        game, view = session.scenario.game, session.view(display.viewer)
        turn, decision = game.turn(view), session.table.decision
        self.last_shown = _LastBoard(display.viewer, display.width, turn, lines)
        fight = list(game.fight(view, display.width))
        if last is None or last[:3] != self.last_shown[:3]:
            return _DrawnBoard(lines, fight, [BOARD_LEFT_OUT])
        changes = changed_paragraphs(last.board, lines)
        is_small = len(lines) <= LARGE_BOARD and not decision.part
        others = [line for line in changes if line not in fight]
        return _DrawnBoard(lines if is_small else [], fight if changes else [], others)

    def _fit(self, drawn: _DrawnBoard, most: int) -> list[str]:
        """Fit a board or its changes into `most` rows, the fight first.

        If the board is too long, the game may draw a shorter one.
        """
        if drawn.whole:
            is_long = len(drawn.whole) > most
            whole = list(self.console.display.board(most)) if is_long else drawn.whole
            if len(whole) <= most:
                return whole
        only_fight = drawn.changes == [BOARD_LEFT_OUT] and len(drawn.fight) >= most
        return cut_to_rows([*drawn.fight, *([] if only_fight else drawn.changes)], most, STATUS)


def cut_to_rows(lines: Sequence[str], most: int, word: str) -> list[str]:
    """Cut lines to `most` rows; the last row names the command that shows the others."""
    if len(lines) <= most:
        return list(lines)
    kept = most - 1 if most > 2 else 0
    left_out = number_of(len(lines) - kept, "more line" if kept else "line")
    return [*lines[:kept], f"({left_out}: {word})"]


def last_position(shown: Mapping[type[Output], Output]) -> list[str]:
    """Return the final status and board as lines, if both are among the outputs."""
    board, status = shown.get(Board), shown.get(Status)
    if not (isinstance(board, Board) and isinstance(status, Status)):
        return []
    return ["", status.text, *board.lines, ""]


def picture(console: Console, page: Page | None = None) -> list[Part]:
    """Return a console's position as the parts of a page."""
    if console.session.outcome is not None:
        return []
    outputs: list[Any] = [*console.show_position(), Question(console.display.question())]
    return (page or Page(console)).parts(*outputs)


def changed_paragraphs(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """Return the changed paragraphs of a board; an indented line belongs to the paragraph above it.

    A long list that only became shorter is left out, since the news says what it lost.
    """
    old_paragraphs = {tuple(paragraph): None for paragraph in _paragraphs(before)}
    old_lists = [paragraph for paragraph in old_paragraphs if len(paragraph) >= LONG_LIST]
    return [
        line
        for paragraph in _paragraphs(now)
        if tuple(paragraph) not in old_paragraphs
        and not any(_is_shorter(paragraph, old) for old in old_lists)
        for line in paragraph
    ]


def _is_shorter(paragraph: Sequence[str], before: Sequence[str]) -> bool:
    """Return whether a paragraph is a labelled list (``Face down: ...``) that only lost words."""
    words, old_words = " ".join(paragraph).split(), " ".join(before).split()
    label = paragraph[0].partition(": ")[0]
    is_list = label.replace(" ", "").isalpha() and before[0].startswith(f"{label}: ")
    return is_list and not Counter(map(_strip, words)) - Counter(map(_strip, old_words))


def _strip(word: str) -> str:
    return word.rstrip(",;")


def _paragraphs(lines: Sequence[str]) -> list[list[str]]:
    paragraphs: list[list[str]] = []
    for line in lines:
        if line.startswith(" ") and paragraphs:
            paragraphs[-1].append(line)
        else:
            paragraphs.append([line])
    return paragraphs
