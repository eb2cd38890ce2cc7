"""A terminal's screen as SVG: rows of styled text in a window, each character in its column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from sandtable_console import themes
from sandtable_pictures.palette import terminal_styles
from sandtable_pictures.sheet.ground import QUADRANTS
from sandtable_pictures.sheet.strokes import DOTS

COLUMN, ROW, LETTERS = 8.4, 19, 14
"""The width of a character, the distance of rows, and the size of the letters, in pixels."""

BAR, EDGE = 34, 14
"""The height of the window's bar, and the margin around the text."""


class Theme(NamedTuple):
    """A theme: its styles, those of the 16 colours that occur, its paper and its ink."""

    styles: Mapping[str, str]
    colours: Mapping[str, str]
    ground: str
    ink: str


THEMES = {
    "dark": Theme(
        themes.THEMES["dark"] | terminal_styles("dark"),
        {
            "ansibrightyellow": "#f2cf63",
            "ansibrightcyan": "#63d3e6",
            "ansibrightgreen": "#8fd36b",
            "ansibrightred": "#f2777a",
            "ansibrightblack": "#8592a1",
            "ansigreen": "#8fd36b",
            "ansired": "#f2777a",
        },
        "#12161c",
        "#d7dde4",
    ),
    "light": Theme(
        themes.THEMES["light"] | terminal_styles("light"),
        {
            "ansiblue": "#1f4fd0",
            "ansimagenta": "#8a2da5",
            "ansigreen": "#1d7a3a",
            "ansired": "#b5271b",
            "ansibrightblack": "#6d6d6d",
        },
        "#ffffff",
        "#24211b",
    ),
}

ARMS = {"─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ur", "┘": "ul", "├": "urd", "┤": "uld"}
"""The lines of a box, by the directions in which they leave the middle of their cell."""

DRAWN = re.compile(f"[{re.escape(QUADRANTS[1:])}{''.join(ARMS)}\u2801-\u28ff]")
"""Characters that are drawn as shapes: a font may leave gaps between them."""

STYLE = f"""\
text {{
  font: {LETTERS}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre
}}
path {{ fill: none; stroke-linecap: round }}
rect, .block {{ shape-rendering: crispEdges; stroke: none }}
.title {{ font-family: system-ui, sans-serif; fill: #93a1b0; text-anchor: middle }}
.bold {{ font-weight: bold }}
.italic {{ font-style: italic }}
.underline {{ text-decoration: underline }}
.strike {{ text-decoration: line-through }}"""

MARKS = ("bold", "italic", "underline", "strike", "reverse")
"""The words of a style that are no colours."""


def picture(title: str, rows: Sequence[themes.Fragments], columns: int, theme: str = "dark") -> str:
    """A window with a title and these rows, at most `columns` columns wide."""
    look = THEMES[theme]
    width, height = columns * COLUMN + 2 * EDGE, BAR + len(rows) * ROW + EDGE
    dots = (
        f'<circle cx="{20 + 18 * n}" cy="{BAR / 2:g}" r="5.5" fill="{fill}"/>'
        for n, fill in enumerate(("#f2777a", "#f2cf63", "#8fd36b"))
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" fill="{look.ink}">',
            f"<style>\n{STYLE}\n</style>",
            f'<rect x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="8" '
            f'fill="{look.ground}" style="stroke: #5b6875; shape-rendering: auto"/>',
            *dots,
            f'<text class="title" x="{width / 2:g}" y="{BAR / 2 + 5:g}">{escape(title)}</text>',
            *(piece for n, row in enumerate(rows) for piece in _row(row, BAR + n * ROW, look)),
            "</svg>\n",
        ]
    )


def _row(row: themes.Fragments, top: float, look: Theme) -> Iterator[str]:
    """The words of a row; each begins in its column, with any font of the viewer."""
    column = 0
    for kind, text in row:
        words = " ".join(
            name[1:] if name[0] == "=" else look.styles.get(name.removeprefix("class:"), "")
            for name in kind.split()
            if name not in MARKS
        )
        words += "".join(f" {name}" for name in kind.split() if name in MARKS)
        fills = [look.colours.get(word, word) for word in words.split() if _is_colour(word, look)]
        if "reverse" in words.split():
            yield _rect(column, top, len(text), fills[-1] if fills else look.ink)
            fills.append(look.ground)
        if below := re.search(r"bg:(#\w+)", words):
            yield _rect(column, top, len(text), below[1])
        yield from _shapes(text, column, top, fills[-1] if fills else look.ink)
        kinds = " ".join(word for word in words.split() if word in MARKS[:-1])
        style = f' class="{kinds}"' * bool(kinds) + "".join(f' fill="{fill}"' for fill in fills[-1:])
        for run in re.finditer(r"\S+(?: \S+)*", DRAWN.sub(" ", text)):
            x, width = EDGE + (column + run.start()) * COLUMN, len(run.group()) * COLUMN
            at = f'x="{x:g}" y="{top + 0.75 * ROW:g}" textLength="{width:g}"'
            yield f"<text {at}{style}>{escape(run.group())}</text>"
        column += len(text)


def _is_colour(word: str, look: Theme) -> bool:
    return word in look.colours or word.startswith("#")


def _rect(column: float, top: float, columns: float, fill: str) -> str:
    x, width = EDGE + column * COLUMN, columns * COLUMN
    return f'<rect x="{x:g}" y="{top:g}" width="{width:g}" height="{ROW}" fill="{fill}"/>'


def _shapes(text: str, column: int, top: float, ink: str) -> Iterator[str]:
    """The dots, blocks and lines of a text, which a terminal draws without gaps."""
    dots, blocks, lines = "", "", ""
    for found in DRAWN.finditer(text):
        left, char = EDGE + (column + found.start()) * COLUMN, found.group()
        middle = left + COLUMN / 2, top + ROW / 2
        for n in range(8 if char >= "\u2800" else 0):
            if ord(char) & DOTS[n // 2][n % 2]:
                x, y = left + (n % 2 + 0.5) * COLUMN / 2, top + (n // 2 + 0.5) * ROW / 4
                dots += f"M{x:.1f} {y:.1f}h0"
        for n in range(4 if char in QUADRANTS else 0):
            if QUADRANTS.index(char) & 1 << n:
                x, y = left + n % 2 * COLUMN / 2, top + n // 2 * ROW / 2
                blocks += f"M{x:.1f} {y:.1f}h{COLUMN / 2:g}v{ROW / 2:g}h-{COLUMN / 2:g}z"
        for arm in ARMS.get(char, ""):
            x, y = {"l": (left, middle[1]), "r": (left + COLUMN, middle[1])}.get(arm) or (
                middle[0],
                top + ROW * (arm == "d"),
            )
            lines += f"M{middle[0]:.1f} {middle[1]:.1f}L{x:.1f} {y:.1f}"
    for way, how in ((dots, "stroke-width:1.9"), (lines, "stroke-width:1")):
        if way:
            yield f'<path d="{way}" stroke="{ink}" style="{how}"/>'
    if blocks:
        yield f'<path class="block" d="{blocks}" style="fill:{ink}"/>'
