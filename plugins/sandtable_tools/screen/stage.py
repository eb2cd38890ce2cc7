"""The layout of the screen, without a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable import Action
from sandtable_console import Check, Console, check, plain_ascii
from sandtable_pictures import window
from sandtable_tools.screen.choices import Choices
from sandtable_tools.screen.events import Events
from sandtable_tools.screen.fight import Fight
from sandtable_tools.screen.map_pane import MapPane
from sandtable_tools.screen.rows import (
    BETWEEN,
    Row,
    ScrollingText,
    across,
    beside,
    fill,
    fit,
    row,
    wrap_rows,
)

SMALLEST = (40, 12)
"""A screen with fewer columns or rows has neither map nor events."""

MORE_OPTIONS = "  ... (? lists all)"
"""The last row of options that do not all fit on a small screen."""

MORE_UNITS = "  ... (F4 shows all)"
"""The last row of units that do not all fit."""

LEAST_UNITS = 3
"""Units are left out in fewer rows than this."""

MOST_HELD = 5
"""The options keep at most this many rows when they need fewer."""

KEYS = (
    ("F1", "options", "?"),
    ("F2", "map", ""),
    ("F3", "rules", "rules"),
    ("F4", "status", "status"),
    ("F5", "history", "history"),
    ("F6", "odds", "odds "),
    ("F7", "hint", "hint"),
    ("F8", "undo", "undo"),
    ("F9", "log", "log 100"),
    ("F10", "leave", "quit"),
)
"""The function keys, their words, and the lines that they do, or begin if a space is at the end."""


ASKING = ("odds", "why")
"""Words that a number of an option follows."""


class Area(NamedTuple):
    """The area of a pane: its first column and row, and its size."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Stage:
    """Everything on the screen: `above` the input line, and `below` it."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.map = MapPane(console)
        self.choices = Choices(console)
        self.events = Events()
        self.status = ""
        self.question = ""
        self.confirm = ""
        """A question about the last line, shown instead of the question until it is answered."""
        self.waits_for = ""
        """While a bot decides: its seat, shown instead of the last question and its options."""
        self.actions: Sequence[Action] = ()
        self.note: ScrollingText | None = None
        """A lesson's text, above the options."""
        self.page: ScrollingText | None = None
        """An answer, in place of map and events until it is closed."""
        self.detail: ScrollingText | None = None
        """The details of a click, in place of the units."""
        self.message: list[tuple[str, str]] = []
        """Short messages above the input line, each with its kind."""
        self.fight: Fight | None = None
        """A fight that is played, instead of all else."""
        self.cover = ""
        """A text that hides everything, between two humans at one keyboard."""
        self.picture = Area(0, 0, 0, 0)
        """The area of the map in the last picture."""
        self.units = Area(0, 0, 0, 0)
        """The area of the units in the last picture."""
        self.fight_rows = 0
        """The rows that the fight takes, with the line below it."""
        self.unit_lines: list[str] = []
        """The rows of the units in the last picture."""
        self.main_lines: list[str] = []
        """The rows of the fight in the last picture, or of the board of a game without a map."""
        self.board_top = 0
        """The first visible row of a board that is larger than its pane."""
        self._state: object = None
        self._view: object = None
        self._boards: dict[tuple[object, ...], list[str]] = {}
        self._checked: tuple[object, Check] = (None, Check("empty"))

    def forget(self) -> None:
        """Draw everything again next time."""
        self._state, self._checked = None, (None, self._checked[1])
        self.map.forget()
        self.choices.forget()

    @property
    def unicode(self) -> bool:
        """Whether the terminal can show more than ASCII."""
        return self.console.display.unicode

    def above(self, text: str, width: int, height: int) -> list[Row]:
        """The rows above the input line, with `text` before the cursor."""
        if self.cover:
            return self._to_ascii(
                fill([[]] * (height // 2) + [row(f"  {self.cover}", "question")], width, height)
            )
        if self.fight is not None:
            return self._to_ascii(self.fight.rows(width, height))
        if width < SMALLEST[0] or height < SMALLEST[1] - 3:
            return self._to_ascii(fill(self._small_rows(text, width, height)[-height:], width, height))
        note = self._note_rows(width, height)
        if note and not self.question:
            return self._to_ascii(self._opening(note, width, height))
        below = self._below_table(text, width, height)
        head = [fit(row(self.status, "status"), width)]
        room = max(height - len(head) - len(note) - len(below) - 1, 1)
        table = self._table(width, room, len(head))
        rows = [*head, *table, *note, across("", width, unicode=self.unicode), *below][:height]
        return self._to_ascii([*rows, *fill([], width, height - len(rows))])

    def _opening(self, note: list[Row], width: int, height: int) -> list[Row]:
        """The text that opens a lesson, and the map below it, before anything is asked."""
        room = max(height - len(note) - 1, 0)
        self.picture = Area(0, len(note) + 1, width, room)
        table = self.map.crop(width, room) if self._has_map else fill([], width, room)
        return [*fill(note, width, len(note)), across("", width, unicode=self.unicode), *table]

    def _small_rows(self, text: str, width: int, height: int) -> list[Row]:
        """The rows of a small screen: status, options or an answer, and the question."""
        self.picture = self.units = Area(0, 0, 0, 0)
        below = [*self._messages(width), *self._ask_rows(width)]
        room = max(height - 1 - len(below), 1)
        head, listed = row(self.status, "status"), self.choices.list_rows(self.actions, width, room)
        if self.page is not None:
            listed = self.page.crop(width, room)
            head = self._page_title(self.page, width)
        elif self.note is not None:
            listed = self.note.crop(width, room)
        elif self.waits_for:
            listed = []
        elif self._types_words(text):
            listed = self.choices.next_words(text, width, room)
        elif len(listed) > room:
            listed = [*listed[: room - 1], row(MORE_OPTIONS, "role.quiet")]
        return [head, *fill(listed, width, room), *below]

    def _page_title(self, page: ScrollingText, width: int) -> Row:
        """The line above an answer: its question, the visible part, and how to close it."""
        title = "  ".join(filter(None, (page.title, page.place, "(Escape closes)")))
        return across(title, width, unicode=self.unicode)

    def _types_words(self, text: str) -> bool:
        """Whether the words that can come next stand in place of the options.

        They do not while a number of an option is typed, also after a word that asks about options.
        """
        word, space, rest = text.strip().partition(" ")
        number = rest if word in ASKING and (space or text.endswith(" ")) else text
        return bool(number.strip()) and not number.strip().isdecimal() and not self.choices.offered

    def _below_table(self, text: str, width: int, height: int) -> list[Row]:
        """The options or the words that can come next, the messages, and the question.

        They take the same room at most decisions, whatever is typed or shown, so that nothing jumps.
        """
        most, messages, asked = self.most_options(height), self._messages(width), self._ask_rows(width)
        listed = self.choices.list_rows(self.actions, width, most)
        room = max(len(listed), min(max(most - 2, 2), MOST_HELD) + 1 - len(messages))
        if self._types_words(text):
            listed = self.choices.next_words(text, width, room)
        if self.waits_for:
            listed = []
        rows = [*listed[:room], *[[]] * (room - len(listed)), *messages, *asked]
        return fill(rows, width, len(rows))

    def most_options(self, height: int) -> int:
        """The number of rows of `height` for the options, unless the verbs need more."""
        return max(2, min(10, height // 5))

    def below(self, text: str, width: int) -> list[Row]:
        """The two rows below the line: the preview, and the keys."""
        if self.cover or self.fight is not None:
            return fill([], width, 2)
        return self._to_ascii([fit(self._check(text), width), fit(self.key_row(width), width)])

    def key_row(self, width: int) -> Row:
        """The keys and their words, close together if need be.

        If they still do not fit, the last but one is left out first, so that the way out stays.
        """
        commands = self.console.commands
        cells = [
            [("class:key", f" {key} "), ("class:key.word", f"{shown} ")]
            for key, word, line in KEYS
            if not line or line.partition(" ")[0] in commands
            for shown in [word if line or self._has_map else "table"]
        ]
        if _width(cells) > width:
            cells = [[key, (style, word.rstrip())] for key, (style, word) in cells]
        while len(cells) > 1 and _width(cells) > width:
            del cells[-2]
        return [piece for key_cells in cells for piece in key_cells]

    def _to_ascii(self, rows: list[Row]) -> list[Row]:
        if self.unicode:
            return rows
        return [[(style, plain_ascii(text)) for style, text in cells] for cells in rows]

    def _ask_rows(self, width: int) -> list[Row]:
        return wrap_rows([self.waits_for or self.confirm or self.question], width, "question")[:2]

    def _messages(self, width: int) -> list[Row]:
        rows = [row for kind, line in self.message for row in wrap_rows([line], width, kind)]
        return rows[-4:]

    def _note_rows(self, width: int, height: int) -> list[Row]:
        """A lesson's text, in at most half the screen."""
        if self.note is None:
            return []
        lines = len(wrap_rows(self.note.lines, width))
        room = min(lines, height // 2)
        rows = self.note.crop(width, room)
        return [across(f"lesson  {self.note.place}".strip(), width, unicode=self.unicode), *rows]

    def _table(self, width: int, height: int, top: int) -> list[Row]:
        """The map or the fight, the events and the units; or an answer in their place."""
        if self.page is not None:
            rows = self.page.crop(width, height - 1)
            return [self._page_title(self.page, width), *rows]
        if width < window.TWO_PANES:
            return self._one_pane(width, height, top)
        left, right = window.panes(width, None if self._has_map else width // 3)
        self.picture = Area(0, top, left, height)
        main, units = self._main(left, height), self._units(right, height)
        events = height - len(units)
        self.units = Area(left + 3, top + events + 1, right, max(len(units) - 1, 0))
        return beside(main, [*self._event_rows(right, events), *units], BETWEEN)

    def _one_pane(self, width: int, height: int, top: int) -> list[Row]:
        events = max(min(height // 3, 5), 2)
        self.picture = Area(0, top, width, height - events)
        return [*self._main(width, height - events), *self._event_rows(width, events)]

    def _event_rows(self, width: int, height: int) -> list[Row]:
        """The last events below a title, which says how to see those that do not fit."""
        rows = self.events.crop(width, height - 1, unicode=self.unicode)
        more = f" ({self.events.more})" if self.events.more else ""
        return [across(f"what happened{more}", width, unicode=self.unicode), *rows]

    @property
    def _has_map(self) -> bool:
        return self.console.session.scenario.game.has_map

    def _main(self, width: int, height: int) -> list[Row]:
        """The fight, if there is one; else the map, or the board of a game without one."""
        if not self._has_map:
            rows = self._scroll(self._board(width, height), width, height)
            self.main_lines = list(map(_text, rows))
            return rows
        fight = wrap_rows(self._fight(width), width)
        room = height - len(fight) - 1
        self.main_lines = list(map(_text, fight))
        if fight and room < 4:
            return fill(fight, width, height)
        self.fight_rows = len(fight) + bool(fight)
        if not fight:
            return self.map.crop(width, height)
        line = across("", width, unicode=self.unicode)
        return [*fill(fight, width, len(fight)), line, *self.map.crop(width, room)]

    def _scroll(self, lines: Sequence[str], width: int, height: int) -> list[Row]:
        rows = wrap_rows(lines, width)
        self.board_top = max(min(self.board_top, len(rows) - height), 0)
        return fill(rows[self.board_top :], width, height)

    def _units(self, width: int, height: int) -> list[Row]:
        """The details of a click, else the board: at most 3/5 of `height`.

        It leaves room for new events above it, down to 1/4, at the beginning of a game down to nothing.
        """
        events = self.events.new_rows(width, unicode=self.unicode) + 1
        least = 0 if self.events.all_new else height // 4
        most = min(height * 3 // 5, max(height - events, least))
        if most < LEAST_UNITS and self.detail is None:
            return []
        if self.detail is not None:
            head = across(self.detail.title, width, unicode=self.unicode)
            return [head, *self.detail.crop(width, most - 1)]
        if not self._has_map:
            return []
        rows = self._unit_rows(width, min(height // 2, most - 1))
        if len(rows) > most - 1:
            rows = [*rows[: most - 2], row(MORE_UNITS, "role.quiet")]
        self.unit_lines = list(map(_text, rows))
        return [across("forces", width, unicode=self.unicode), *fill(rows, width, len(rows))]

    def _unit_rows(self, width: int, height: int) -> list[Row]:
        board, fight = self._board(width, height), [line.strip() for line in self._fight(width)]
        lines = [line.strip() for line in board]
        for start in range(len(lines) * bool(fight)):
            pairs = list(zip(lines[start:], fight, strict=False))  # a board may cut its lines
            if len(pairs) == len(fight) and all(
                line and whole.startswith(line) for line, whole in pairs
            ):
                board = [*board[:start], *board[start + len(fight) :]]
                break
        return wrap_rows(board, width)

    def _board(self, width: int, height: int) -> list[str]:
        return self._draw("board", width, height)

    def _fight(self, width: int) -> list[str]:
        return self._draw("fight", width)

    def _draw(self, what: str, *size: int) -> list[str]:
        """Lines of the game, drawn once for a position and a size."""
        session = self.console.session
        state, key = (session.journal.n, self.console.viewer), (what, *size)
        if state != self._state:
            self._state, self._boards = state, {}
            self._view = session.view(self.console.viewer)
        if key not in self._boards:
            draw = getattr(session.scenario.game, what)
            self._boards[key] = list(draw(self._view, *size))
        return self._boards[key]

    def _check(self, text: str) -> Row:
        """The preview of the half-typed line."""
        key = (self.console.session.journal.n, self.console.viewer, text)
        if self._checked[0] != key:
            self._checked = (key, check(self.console, text))
        checked = self._checked[1]
        label = "not legal: " if checked.kind == "illegal" else ""
        return row(f"  {label}{checked.text}", f"check.{checked.kind}")


def _width(rows: Sequence[Row]) -> int:
    """The columns of rows, side by side."""
    return sum(len(text) for cells in rows for _, text in cells)


def _text(cells: Row) -> str:
    """The text of a row."""
    return "".join(text for _, text in cells)
