"""The end of a game on the screen: a banner above the board, the scores as bars, and next steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, zip_longest
from textwrap import shorten

from sandtable import Stake
from sandtable_console import outputs
from sandtable_pictures import window
from sandtable_tools.screen.map_pane import LEAST_MAP
from sandtable_tools.screen.rows import BORDER, Row, fill, fit, row, side_by_side, wrap_rows

LETTERS = {
    letter[0]: letter[1:]
    for line in (
        "A25755 B65656 C34443 D65556 E74647 F74644 G34553 H55755 I72227 J11152 K55655 L44447 Mhrlhh",
        "Nhpljh O25552 P65644 Q25563 R65655 S34216 T72222 U55557 V55552 Whhlrh X55255 Y55222 Z71247",
        "075557 126227 261247 361216 455711 574616 634652 771244 825252 925311 -00700 '22000 !22202",
    )
    for letter in line.split()
}
"""Large letters: five rows of dots, each a base-32 digit, three dots wide (five in wide letters)."""

BLOCKS = " ▄▀█"
"""A cell with no dot, the lower one, the upper one, and both."""

TALL_SCREEN = 19
"""With fewer rows above the line, the banner takes one row."""

MOST_BARS = 5
"""The most reasons shown for a score; the smallest gains are combined, as are the losses."""

Board = Callable[[int, int, int], list[Row]]
"""Draws the board, or an answer, given columns, rows, and its top row on the screen."""


class End:
    """The end of a game, on the screen."""

    def __init__(self, over: outputs.Over) -> None:
        assert over.review is not None  # noqa: S101 (the console gives one)
        self.review, self.steps = over.review, over.steps
        good = self.review.good
        self.role = "target" if good is None else "good" if good else "bad"

    def rows(
        self, board: Board, listed: Sequence[Row], width: int, height: int, *, unicode: bool
    ) -> list[Row]:
        """Return the rows above the line: the banner, the board, the result, and the `listed` rows."""
        room = max(height - len(listed), 2)
        if width >= window.TWO_PANES:
            head = self._banner(width, tall=height >= TALL_SCREEN and unicode)
            left, right = window.panes(width)
            room -= len(head)
            words, bars = self._words(right, room), list(self._bars(right))
            bars = bars if len(words) + len(bars) < room else list(self._bars(right, few=True))
            told = fill([*words, [], *bars], right, room)
            return [*head, *side_by_side(board(left, room, len(head)), told, BORDER), *listed]
        half, rest = width // 2 - 2, width - width // 2 - 1
        bars, words = list(self._bars(half)), self._words(rest, room - 1)
        rows = min(max(len(bars), len(words)), room - 1)
        told = side_by_side(fill(words, rest, rows), fill(bars, half, rows), " ")
        tall = height >= TALL_SCREEN and unicode and room - rows - 1 not in (LEAST_MAP, LEAST_MAP + 1)
        head = self._banner(width, tall=tall)
        return [*head, *board(width, room - rows - len(head), len(head)), *told, *listed]

    def next_steps(self, width: int) -> list[Row]:
        """Return the numbered next steps, in two columns if there is room."""
        numbered = [(f"{n:3} ", *step) for n, step in enumerate(self.steps, 1)]
        rows = -(-len(numbered) // (2 if width >= 76 else 1))
        columns = [numbered[:rows], numbered[rows:]] if numbered[rows:] else [numbered]
        first = max((len("".join(step)) + 3 for step in columns[0]), default=0)
        rooms = [min(first, width // 2), max(width - first, width // 2)] if columns[1:] else [width]
        drawn = [
            [_step(number, line, about, room) for number, line, about in column]
            for column, room in zip(columns, rooms, strict=True)
        ]
        return [[piece for cell in line for piece in cell] for line in zip_longest(*drawn, fillvalue=[])]

    def _banner(self, width: int, *, tall: bool) -> list[Row]:
        """Return the outcome in large letters if there is room, or else in one row."""
        style, text = f"class:role.{self.role} bold", self.review.outcome.upper()
        letters = [[int(digit, 32) for digit in LETTERS.get(letter, "00000")] for letter in text]
        columns = sum(_width(letter) for letter in letters)
        if not (tall and LETTERS.keys() >= {*text} - {" "} and columns < width):
            sign = {"good": "+ ", "bad": "- "}.get(self.role, "")
            return [[(f"{style} reverse", f" {sign}{text}".ljust(width)[:width])]]
        scale = 2 if 8 * columns < width * 3 else 1
        lines = (" " + "".join(_cells(letter, top, scale) for letter in letters) for top in (0, 2, 4))
        return [[(style, line)] for line in lines]

    def _words(self, width: int, room: int) -> list[Row]:
        """Return the verdict, the results of parts or seats, and, if there is room, history."""
        review, verdict = self.review, self.review.verdict
        result = wrap_rows([f"{verdict[:1].upper()}{verdict[1:]}."], width, "status")
        lines = [f"{part.score:>5}  {part.about}" for part in review.parts]
        lines += [f"{seat.capitalize()}: {value}" for seat, value in review.returns.items()]
        rows = [*result, *wrap_rows(lines, width)]
        history = wrap_rows([f"In history: {review.history}"], width) if review.history else []
        return [*rows, *history] if len(rows) + len(history) <= room else rows

    def _bars(self, width: int, *, few: bool = False) -> Iterator[Row]:
        """Yield the scores as bars: one for each reason, unless `few`, and one for the total."""
        most = max((score.total for score in self.review.scores), default=0)
        for stake, total, reasons in self.review.scores:
            if few or not reasons:
                yield _bar(stake.name, (0, total), (0, most), stake, width)
                continue
            parts = _combine_reasons(reasons)
            ends = [0, *accumulate(by for _, by in parts)]
            for (name, by), start in zip(parts, ends, strict=False):
                if max(map(len, reasons)) > width // 3:
                    yield from wrap_rows([f"  {by / stake.steps:+g}  {name}"], width)
                else:
                    yield _bar(name, (start, start + by), (min(ends), max(ends)), stake, width)
            yield _bar(stake.name, (0, total), (min(ends), max(ends)), stake, width)


def _step(number: str, line: str, about: str, room: int) -> Row:
    """Draw a next step in a column, cutting its description at a word."""
    told = shorten(about, max(room - len(number) - len(line) - 3, 3), placeholder="...")
    return fit([("class:number", number), *row(line, "verb"), *row(f"  {told}", "role.quiet")], room)


def _width(letter: Sequence[int]) -> int:
    """Return the width of a letter in dots, with the gap after it."""
    return max(3, *(row.bit_length() for row in letter)) + 1


def _cells(letter: Sequence[int], top: int, scale: int) -> str:
    """Draw two rows of a letter's dots, and the gap after it, in one row of cells."""
    upper, lower = [*letter, 0][top : top + 2]
    places = range(_width(letter) - 2, -2, -1)
    pairs = ((upper * 2 >> place + 1 & 1, lower * 2 >> place + 1 & 1) for place in places)
    return "".join(BLOCKS[2 * above + below] * scale for above, below in pairs)


def _bar(name: str, part: tuple[int, int], whole: tuple[int, int], stake: Stake, width: int) -> Row:
    """Draw a row: a name, a bar for part of the whole, and its points; a total starts at 0."""
    by, total = part[1] - part[0], name == stake.name
    label = min(max(len(stake.name), 10), width * 3 // 5)
    unit = (width - label - 8) / max(whole[1] - whole[0], 1)
    first, last = sorted(round((end - whole[0]) * unit) for end in part)
    bar = " " * first + "█" * max(last - first, bool(by))
    role = "target" if total else "good" if by > 0 else "bad"
    points = f"  {by / stake.steps:g}" if total else f"  {by / stake.steps:+g}"
    return [
        *fit(row(name), label),
        (f"class:role.{role}", f" {bar}"),
        (f"class:role.{role} bold", points),
    ]


def _combine_reasons(reasons: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return a score's reasons, gains first; if there are too many, combine the smallest."""
    ranked = sorted(reasons.items(), key=lambda part: -abs(part[1]))
    shown, rest = ranked, list[int]()
    if len(ranked) > MOST_BARS:
        shown, rest = ranked[: MOST_BARS - 2], [by for _, by in ranked[MOST_BARS - 2 :]]
    gains = sum(by for by in rest if by > 0)
    shown += [("other gains", gains), ("other losses", sum(rest) - gains)]
    return sorted(((name, by) for name, by in shown if by), key=lambda part: -part[1])
