"""The layout of the screen, independent of a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandtable import Action
from sandtable_console import Console, check, plain_ascii
from sandtable_pictures import palette, window
from sandtable_tools.screen.choices import Choices
from sandtable_tools.screen.ending import End
from sandtable_tools.screen.events import Events
from sandtable_tools.screen.head import head
from sandtable_tools.screen.map_pane import LEAST_MAP, MapPane
from sandtable_tools.screen.rows import (
    BORDER,
    Row,
    ScrollingText,
    columns_of,
    crop_rows,
    fill,
    fit,
    row,
    side_by_side,
    title_row,
    wrap_rows,
)

SMALLEST = (40, 10)
"""A screen with fewer columns or rows shows neither map nor events."""

MORE_OPTIONS = "  ... (? lists all)"
"""The last row of options when they do not all fit on a small screen."""

MORE_UNITS = "  ... (F4 shows all)"
"""The last row of units when they do not all fit."""

LEAST_UNITS = 3
"""In fewer rows than this, the units are left out."""

LOW_SCREEN = 28
"""With fewer rows above the line, an answer or a large map hides the options."""

LEAST_GAIN = 1.25
"""The options move beside the map if that enlarges it at least this many times."""

KEYS = (
    ("F1", "options", "?"),
    ("F2", "map", ""),
    ("F3", "rules", "rules"),
    ("F4", "forces", "status"),
    ("F5", "history", "history"),
    ("F6", "odds", "odds "),
    ("F7", "hint", "hint"),
    ("F8", "undo", "undo"),
    ("F9", "news", "log 100"),
    ("F10", "leave", "quit"),
)
"""The function keys, their labels, and the lines that they run, or begin if they end in a space."""

DROPPED_KEYS = ("F5", "F3", "F7", "F6", "F9", "F8", "F4", "F2", "F1")
"""The order in which keys are left out if there is too little room."""

NUMBER_COMMANDS = ("odds", "why")
"""Commands that take the number of an option."""

MOST_QUESTION_ROWS = 4
"""The maximum height of a question, in rows."""

SIGNS = str.maketrans({colour.shape: colour.sign for colour in palette.PALETTE.values()})
"""The ASCII replacements for the signs of roles."""


class Area(NamedTuple):
    """The area of a pane: its left column, its top row, and its size."""

    x: int
    y: int
    width: int
    height: int

    def contains(self, x: int, y: int) -> bool:
        """Return whether a cell is in the area."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Stage:
    """Everything on the screen, `above` and `below` the input line."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.map = MapPane(console)
        self.choices = Choices(console)
        self.events = Events()
        self.status = ""
        self.question = ""
        self.confirm = ""
        """A question about the last line, shown in place of the decision's question until answered."""
        self.progress = ""
        """The progress of thinking, shown in place of the question while it lasts."""
        self.waits_for = ""
        """Which bot is choosing, shown in place of the last question and its options."""
        self.is_large = False
        """Whether the map fills the room of all other panes."""
        self.actions: Sequence[Action] = ()
        self.note: ScrollingText | None = None
        """A lesson's text, above the options."""
        self.page: ScrollingText | None = None
        """An answer, shown in place of the map and events until it is closed."""
        self.message: list[tuple[str, str]] = []
        """Short messages above the input line, each with its kind."""
        self.alone: Callable[[int, int], list[Row]] | None = None
        """Draws what fills the whole screen: a fight being played, or the page between two humans."""
        self.picture = Area(0, 0, 0, 0)
        """The area of the map, or of the board in its place, in the last picture."""
        self.drawn: list[Row] = []
        """The rows of the last picture above the input line."""
        self.end: End | None = None
        """The end of the game, once it is over."""
        self.board_top = 0
        """The first visible row of a board larger than its pane."""
        self._state: object = None
        self._view: object = None
        self._boards: dict[tuple[object, ...], list[str]] = {}

    def forget(self) -> None:
        """Redraw everything next time."""
        self._state = None
        self.map.forget()
        self.choices.forget()

    def above(self, text: str, width: int, height: int) -> list[Row]:
        """Return the rows above the input line, with `text` before the cursor."""
        self.picture = Area(0, 0, 0, 0)
        if self.alone is not None:
            rows = self.alone(width, height)
        elif self.end is not None and not self.is_large:
            rows = self._end_rows(self.end, text, width, height)
        elif width < SMALLEST[0] or height < SMALLEST[1]:
            rows = self._small_rows(text, width, height)[-height:]
        else:
            rows = self._wide_rows(text, width, height)
        self.drawn = self._to_ascii(fill(rows, width, height))
        return self.drawn

    def _wide_rows(self, text: str, width: int, height: int) -> list[Row]:
        """Return the head, the map and the events, the options, and the question."""
        note = self._note_rows(width, height)
        if note and not self.question:  # the text that opens a lesson
            top = len(note) + 1
            return [*note, title_row("", width), *self._main_rows(width, max(height - top, 0), top)]
        messages, asked = self._messages(width), [*note, *self._ask_rows(width)]
        room = height - 1 - len(asked)
        most = min(self.most_options(height), max(height // 2 - 1, 2)) - len(asked) + len(note) + 1
        if height < LOW_SCREEN and (self.page is not None or self.is_large):
            table = self._table(width, room - len(messages))
            return [self._head(width), *table, *messages, *asked]
        left = self._columns_beside(width, height, most + len(note))
        if left and len(self.actions) < 2 * room:
            return self._map_beside_options(text, left, width, height)
        listed = self._listed(text, width, most, room // 2)
        table = self._table(width, max(room - len(listed) - 1, 1))
        wide = width >= window.TWO_PANES
        line = title_row("", width) if wide else self.events.line(width)
        return [self._head(width), *table, line, *listed, *asked]

    def _map_beside_options(self, text: str, left: int, width: int, height: int) -> list[Row]:
        """Return the map on the left, and events or a lesson's text above the options on the right."""
        asked, right = self._ask_rows(width), width - left - len(BORDER) - 2
        room = height - 1 - len(asked)
        if self.note:
            listed = self._listed(text, right, room // 4, room // 2)
            side = [*self.note.pane(right, room - len(listed)), *listed]
        else:
            listed = self._listed(text, right, room * 2 // 3, room - 1)
            news = self.events.crop(right, room - len(listed) - 1)
            side = [*news, title_row(self.events.more, right), *listed]
        return [self._head(width), *side_by_side(self._table(left, room), side, BORDER), *asked]

    def _columns_beside(self, width: int, height: int, most: int) -> int:
        """Return the map's width if it is larger beside the options than above them, or else 0."""
        hidden = self.page or self._draw("fight", width) or height - 2 < LEAST_MAP
        wide = window.panes(width)[0]
        special = self.note or wide < width
        if hidden or not self._has_map or (special and not self.map.draws_itself):
            return 0
        left, above = wide if wide < width else width // 2, self.map.scale(wide, height - most - 3)
        return left if self.map.scale(left, height - 2) > above * LEAST_GAIN else 0

    def _head(self, width: int) -> Row:
        scenario, team = self.console.session.scenario, self.console.display.team
        enemies, unicode = {*scenario.seats} - {*(team or scenario.seats)}, self.console.display.unicode
        return head(scenario.title, self.status, width, enemies=enemies, unicode=unicode)

    def _end_rows(self, end: End, text: str, width: int, height: int) -> list[Row]:
        """Return the end of a game: the result around the board or an answer, and the next steps."""
        steps = end.next_steps(width)
        if self._types_words(text):
            steps = fill(self.choices.next_words(text, width, len(steps)), width, len(steps))
        note = self._note_rows(width, height // 2)
        asked = title_row(self.progress or self.confirm or self.question, width)
        below = [*note, asked, *steps, *self._messages(width)]
        return end.rows(self._main_rows, below, width, height, unicode=self.console.display.unicode)

    def _small_rows(self, text: str, width: int, height: int) -> list[Row]:
        """Return the rows of a small screen: the status, the options or an answer, and the question."""
        asked, shown = self._ask_rows(width, 2), self.page or self.note
        if shown is not None:
            asked = [*self._messages(width), *asked]
            return [*shown.pane(width, max(height - len(asked), 2)), *asked]
        room = max(height - 1 - len(asked), 1)
        listed = self._listed(text, width, room)
        if len(listed) > room:
            listed = [*listed[: room - 1], row(MORE_OPTIONS, "role.quiet")]
        return [self._head(width), *fill(listed, width, room), *asked]

    def _types_words(self, text: str) -> bool:
        """Return whether the words that may come next replace the options.

        They do not while an option's number is typed, even after a command that takes one.
        """
        word, space, rest = text.strip().partition(" ")
        number = rest if word in NUMBER_COMMANDS and (space or text.endswith(" ")) else text
        return bool(number.strip()) and not number.strip().isdecimal() and not self.choices.offered

    def _listed(self, text: str, width: int, most: int, last: int = 0) -> list[Row]:
        """Return the options or the next words, and below them the messages, in `most` rows.

        Weighty verbs may use up to `last`. Messages take free rows first, then the map's.
        """
        messages = self._messages(width, max(most * 2 // 3, 4))
        listed = self.choices.list_rows(self.actions, width, max(most, 2), last - len(messages))
        room = max(len(listed), 0 if self.note else most - len(messages))
        if self.waits_for:
            listed = []
        elif self._types_words(text):
            listed = self.choices.next_words(text, width, room)
        return [*fill(listed, width, room), *fill(messages, width, len(messages))]

    def most_options(self, height: int) -> int:
        """Return how many of `height` rows the options may use, unless the packed verbs need more."""
        return max(min(height // 3, 7), min(height // 5, 10))

    def below(self, text: str, width: int) -> list[Row]:
        """Return the row below the line: the keys, or what the half-typed line would do."""
        line = self._check(text) if text.strip() else self.key_row(width)
        return self._to_ascii([fit([] if self.alone else line, width)])

    def key_row(self, width: int) -> Row:
        """Return the keys and their labels; if room is short, drop DROPPED_KEYS in order."""
        cells = {
            key: [("class:key", f" {key} "), ("class:key.word", f"{word} ")]
            for key, word, line in KEYS
            if self.can_run(line)
            for word in [word if line or self._has_map else "table"]
        }
        for key in DROPPED_KEYS:
            if sum(map(columns_of, cells.values())) > width:
                cells.pop(key, None)
        return [piece for cell in cells.values() for piece in cell]

    def can_run(self, line: str) -> bool:
        """Return whether a key can run its line: the command exists and its answer is not on screen."""
        known = not line or line.partition(" ")[0] in self.console.commands
        return known and (line != "status" or self._has_map)

    def _to_ascii(self, rows: list[Row]) -> list[Row]:
        if self.console.display.unicode:
            return rows
        return [[(style, plain_ascii(text.translate(SIGNS))) for style, text in cells] for cells in rows]

    def _ask_rows(self, width: int, most: int = MOST_QUESTION_ROWS) -> list[Row]:
        asked = self.progress or self.waits_for or self.confirm or self.question
        return crop_rows(wrap_rows([asked], width, "question"), width, most, "question")

    def _messages(self, width: int, most: int = 4) -> list[Row]:
        rows = [row for kind, line in self.message for row in wrap_rows([line], width, kind)]
        return rows[:most] if {kind for kind, _ in self.message} == {"reply"} else rows[-most:]

    def _note_rows(self, width: int, height: int) -> list[Row]:
        """Return a lesson's text, in at most half of `height`."""
        if self.note is None:
            return []
        rows = min(len(wrap_rows(self.note.lines, width)), height // 2)
        return self.note.pane(width, rows + 1)

    def _table(self, width: int, height: int) -> list[Row]:
        """Return an answer, or the map or fight, next to units and events on a wide screen."""
        left, right = window.panes(width, None if self._has_map else width // 3)
        if self.page or self.is_large or width < window.TWO_PANES:
            return self._main_rows(width, height, 1)
        main = self._main_rows(left, height, 1)
        units = self._units(right, height) if self._has_map and self.picture.height >= LEAST_MAP else []
        return side_by_side(main, [*units, *self._event_rows(right, height - len(units))], BORDER)

    def _event_rows(self, width: int, height: int) -> list[Row]:
        """Return the last events, below a title that says how to see the others."""
        rows = self.events.crop(width, height - 1)
        more = f" ({self.events.more})" if self.events.more else ""
        return [title_row(f"what happened{more}", width), *rows][: max(height, 0)]

    @property
    def _has_map(self) -> bool:
        return self.console.session.scenario.game.has_map

    def _main_rows(self, width: int, height: int, top: int) -> list[Row]:
        """Return an answer, or else the fight and the map; if room is short, the board and news.

        The first row is row `top` of the screen.
        """
        if self.page is not None:
            return self.page.pane(width, height)
        fight = wrap_rows(self._draw("fight", width), width)
        above = [*fill(fight, width, len(fight)), title_row("", width)] if fight else []
        room = height - len(above)
        self.picture = Area(0, top + len(above), width, room)
        if self._has_map and room >= LEAST_MAP:
            return [*above, *self.map.crop(width, room)]
        board = self._unit_rows(width, room)
        self.board_top = max(min(self.board_top, len(board) - room), 0)
        rows = [*above, *board[self.board_top :]]
        if self._has_map and width < window.TWO_PANES:  # otherwise the news is beside it
            rows += self._event_rows(width, height - len(rows))
        if self._has_map and rows[height:]:
            rows[height - 1 :] = [row(MORE_UNITS, "role.quiet")]
        return fill(rows, width, height)

    def _units(self, width: int, height: int) -> list[Row]:
        """Return the board, leaving up to 2/3 of `height` below it for new events."""
        events = self.events.new_rows(width) + 1
        most = height - max(min(events, height * 2 // 3), 4)
        if most < LEAST_UNITS:
            return []
        rows = self._unit_rows(width, min(height // 2, most - 1))
        if len(rows) > most - 1:
            rows = [*rows[: most - 2], row(MORE_UNITS, "role.quiet")]
        return [title_row("forces", width), *fill(rows, width, len(rows))]

    def _unit_rows(self, width: int, height: int) -> list[Row]:
        """Return the board without the fight, which is shown above the map."""
        board, fight = self._draw("board", width, height), self._draw("fight", width)
        for start in range(len(board) - len(fight) + 1 if fight else 0):
            lines = [line.strip() for line in board[start : start + len(fight)]]  # lines may be cut
            if all(lines) and all(map(str.startswith, map(str.strip, fight), lines)):
                board = [*board[:start], *board[start + len(fight) :]]
                break
        return wrap_rows(board, width)

    def _draw(self, what: str, *size: int) -> list[str]:
        """Return lines drawn by the game, cached for the position and size."""
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
        """Return the preview of the half-typed line."""
        checked = check(self.console, text)
        label = "not legal: " if checked.kind == "illegal" else ""
        return row(f"  {label}{checked.text}", f"check.{checked.kind}")
