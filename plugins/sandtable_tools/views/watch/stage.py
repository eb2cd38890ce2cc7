"""Lays out the screen for watching a save; needs no terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from prompt_toolkit.utils import get_cwidth

from sandtable import Roll, styled
from sandtable.tooling import STREAM
from sandtable_pictures import Frame, window
from sandtable_tools.views.watch.rows import GAP, Row, cut, ends, wrap_text
from sandtable_tools.views.watch.steps import KEYS, Stepper

HANG = " " * 6
"""The hanging indent of a long line of events."""

NOTHING = Row("", "")
"""An empty row."""

LEAST_EVENTS = 4
"""Below a map, the events get at least this fraction of the rows, so that the map keeps its size."""

LEAST_MAP = 4
"""Below a fight, a map is drawn only if it gets at least this many rows."""

MINIMAL_KEYS = ("? help", "q leave")
"""The keys shown even on the smallest screen."""


class StepperStage:
    """Lays out a stepper's screen: a header, the board, the events, and a line that asks or answers."""

    def __init__(self, stepper: Stepper) -> None:
        self.stepper = stepper
        self._tallest: dict[int, int] = {}
        self._drawn = stepper.place

    def picture(self, width: int, height: int) -> list[Row]:
        """Return the screen: at most `height` rows of at most `width` columns, each 1 or more."""
        stepper = self.stepper
        bottom = self._answer_rows(width, height)
        position = self._position(stepper.place, width)
        pins = min(len(wrap_text(stepper.frame.status, width)), height // 8)
        line = [f"line {stepper.frame.n} of {stepper.frames[-1].n}", stepper.frame.turn]
        line += [f"watching {stepper.speed:g}/s"] if stepper.watching else []
        header = ends(stepper.title, GAP.join(filter(None, line)), width)
        rows = [Row("reverse", header), *position[:pins]]
        room = max(height - len(rows) - 1 - max(len(bottom), 1), 0)
        if stepper.helping:
            stepper.help.fill(_help(width), room)
            rows += [self._border_row("help", width), *stepper.help.crop()]
        else:
            rows += self._table(pins, room, width)
        bottom = bottom or [Row("reverse", self._key_line(width))]
        return [*rows[: height - len(bottom)], *bottom][-height:]

    def _table(self, pins: int, room: int, width: int) -> list[Row]:
        """Lay out `pins` rows of the position, the map or the board, and the events, with a border."""
        stepper, (left, right) = self.stepper, window.panes(width)
        stepper.beside = stepper.shows_map and right < width
        happened = event_rows(stepper.frame, right if stepper.beside else width)
        if not stepper.shows_map:
            board = self._position(stepper.place, width)[pins:]
            above, below = divide(room, len(board), self._height(width) - pins, len(happened))
            self._fill(board, above, happened, below)
            return [
                *stepper.board.crop(),
                self._border_row(self._border(), width),
                *stepper.events.crop(),
            ]
        drawer = stepper.frame.drawer
        fight = (
            [Row("", row) for line in drawer.fight(left) for row in wrap_text(line, left)]
            if drawer
            else []
        )
        if stepper.beside:
            board = self._units(right)
            below = min(len(happened), max(room - len(board), room * 3 // 5))
            self._fill(board, room - below, happened, below)
            units = self._border_row(self._border() or "forces", right)
            texts = [*stepper.events.crop(), units, *stepper.board.crop()]
            maps = self._map(fight, left, room + 1)
            return [self._join(*rows, left) for rows in zip_longest(maps, texts, fillvalue=NOTHING)]
        below = min(max(len(happened), room // LEAST_EVENTS), room // 2)
        self._fill([], 0, happened, below)
        maps = self._map(fight, width, room - below)
        return [*maps, self._border_row("", width), *stepper.events.crop()]

    def _map(self, fight: Sequence[Row], width: int, height: int) -> list[Row]:
        """Return `height` rows: the fight, if there is one, and below it the map, if there is room."""
        room = height - len(fight) - bool(fight)
        if fight and room < LEAST_MAP:
            return [*fight, *[NOTHING] * height][:height]
        self.stepper.map.fill(self.stepper.place, width, max(room, 1))
        line = [self._border_row("", width)] if fight else []
        return [*fight, *line, *self.stepper.map.crop(), *[NOTHING] * height][:height]

    def _units(self, width: int) -> list[Row]:
        """Return the list of units next to the map; rows that the last line changed are bold."""
        frames, place = self.stepper.frames, self.stepper.place
        drawers = [frames[k].drawer for k in (place, max(place - 1, 0))]
        now, before = (drawer.board(width) if drawer else () for drawer in drawers)
        return position_rows(now, before, width)

    def _join(self, left: Row, right: Row, width: int) -> Row:
        gap = " " * (width - get_cwidth(left.text))
        between = f" {'│' if self.stepper.map.unicode else '|'} "
        text = styled.line_of(left.text, f"{gap}{between}", right.text)
        start = len(text) - len(right.text)
        bold = tuple(range(start, len(text))) if right.style else ()
        return Row("", text, (*left.new, *bold))

    def _fill(self, board: Sequence[Row], above: int, happened: Sequence[Row], below: int) -> None:
        self.stepper.board.fill(board, above)
        if self.stepper.place != self._drawn:
            self.stepper.board.look()
            self._drawn = self.stepper.place
        self.stepper.events.fill(happened, below)

    def _position(self, place: int, width: int) -> list[Row]:
        """Return the status and the board; rows that this line changed are bold."""
        frames = self.stepper.frames
        frame, before = frames[place], frames[max(place - 1, 0)]
        return position_rows([frame.status, *frame.board], [before.status, *before.board], width)

    def _height(self, width: int) -> int:
        if width not in self._tallest:
            places = range(len(self.stepper.frames))
            self._tallest = {width: max(len(self._position(k, width)) for k in places)}
        return self._tallest[width]

    def _border(self) -> str:
        """Return the border between board and events; it says which part of the board is visible."""
        pane = self.stepper.board
        if not (pane.first or pane.below):
            return ""
        changed = sum(bool(row.style) for row in pane.rows)
        hint = ", more changed" if changed > pane.count_bold(pane.first) else ""
        return f"board {pane.first + 1}-{pane.first + pane.height} of {len(pane.rows)}{hint}: j k"

    def _border_row(self, text: str, width: int) -> Row:
        line = "─" if self.stepper.map.unicode else "-"
        return Row("", (cut(f"{line * 3} {text} ", width) if text else "").ljust(width, line))

    def _answer_rows(self, width: int, height: int) -> list[Row]:
        """Return the question with what is typed so far, or the answer to the last key."""
        stepper = self.stepper
        if stepper.asking:
            kind, names = stepper.asking, stepper.places.matches(stepper.asking, stepper.typed)
            offered = (
                f"1 to {stepper.frames[-1].n}"
                if kind == "line"
                else "; ".join(names) or f"no such {kind}"
            )
            return [Row("bold", cut(f"{kind}: {stepper.typed}_  ({offered})", width))]
        if not stepper.answer:
            return []
        return [Row("bold", row) for row in wrap_text(stepper.answer, width)[: max(height // 2, 1)]]

    def _key_line(self, width: int) -> str:
        """Return as many keys as fit, the most useful first."""
        stepper, places = self.stepper, self.stepper.places
        below = (stepper.help if stepper.helping else stepper.events).below
        hints = [f"j {below} more"] if below else []
        always = ("any other key closes this",) if stepper.helping else MINIMAL_KEYS
        if not stepper.helping:
            hints += ["space next", "p back"]
            hints += ["] [ t turn"] if places.names("turn") else []
            hints += ["u units" if stepper.shows_map else "u map"] if stepper.has_map else []
            hints += ["b B note"] if places.marks else []
            hints += ["w watch"]
            hints += ["@ bookmark"] if places.names("bookmark") else []
        while hints and len(GAP.join([*hints, *always])) > width:
            hints.pop()
        return cut(GAP.join([*hints, *always]), width).ljust(width)


def _help(width: int) -> list[Row]:
    """Return the help: each key in a line."""
    key_width = max(len(key.shown) for key in KEYS)
    lines = [f"{key.shown:<{key_width}}  {key.about}" for key in KEYS if key.shown]
    lines.append("Bold: what this line changed.")
    return [Row("", row) for line in lines for row in wrap_text(line, width, HANG)]


def event_rows(frame: Frame, width: int) -> list[Row]:
    """Return a frame's action, its events with their rules, its rolls, and the end of the game."""
    events = [event.text + _rule(event.cites) for event in frame.events]
    details = [f"  {text}" for text in (*events, *_roll_lines(frame.rolls))]
    over = [f"Over: {frame.outcome}."] * bool(frame.outcome)
    parts = ("bold", [*_headings(frame)]), ("", details), ("bold", over)
    return [
        Row(style, row)
        for style, texts in parts
        for text in texts
        for row in wrap_text(text, width, HANG)
    ]


def _headings(frame: Frame) -> Iterator[str]:
    if frame.n == 1:
        yield "The set-up."
    if frame.words:
        yield f"{frame.seat}: {frame.words}"
    if frame.undo is not None:
        yield f"taken back to line {frame.undo}"
    if frame.note:
        yield f"{'bookmark' if frame.bookmark else 'note'}: {frame.note}"


def _roll_lines(rolls: Sequence[Roll]) -> Iterator[str]:
    """Yield a text for each phase that rolled, with dice of the same kind side by side."""
    for (words, rule), phase_rolls in groupby(rolls, lambda roll: (roll.words, roll.rule)):
        dice = []
        for (sides, stream), alike in groupby(phase_rolls, lambda roll: (roll.sides, roll.stream)):
            faces = " ".join(str(roll.value) for roll in alike)
            dice.append(f"{faces} on 1d{sides}{'' if stream == STREAM else f' from {stream}'}")
        yield f"rolled{f' for {words}' if words else ''}: {', '.join(dice)}{_rule(rule)}"


def _rule(section: str) -> str:
    return f" [rule {section}]" if section else ""


def position_rows(lines: Sequence[str], before: Sequence[str], width: int) -> list[Row]:
    """Wrap the lines of a position into rows; lines that are new since `before` are bold."""
    old_lines = set(before)
    rows = []
    for line in lines:
        hang = " " * (len(line) - len(line.lstrip()) + 2)
        rows += [Row("" if line in old_lines else "bold", row) for row in wrap_text(line, width, hang)]
    return rows


def divide(room: int, board: int, tallest: int, happened: int) -> tuple[int, int]:
    """Divide `room` rows between the board and the events.

    The events get the rows that they need, or half of `room` if the board needs more. The board gets the
    rows of the save's `tallest` board, so that nothing below it moves.
    """
    below = min(happened, max(room - board, room // 2))
    above = min(tallest, room - below)
    return above, room - above
