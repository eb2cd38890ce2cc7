"""A terminal's screen as SVG: rows of styled text in a window, each character in its column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from sandtable_console import themes
from sandtable_pictures.palette import terminal_styles

COLUMN, ROW, LETTERS = 8.4, 19, 14
"""The width of a character, the distance of rows, and the size of the letters, in pixels."""

BAR, EDGE = 34, 14
"""The height of the window's bar, and the margin around the text."""

GROUND, INK = "#12161c", "#d7dde4"

COLOURS = {
    "ansibrightyellow": "#f2cf63",
    "ansibrightcyan": "#63d3e6",
    "ansibrightgreen": "#8fd36b",
    "ansibrightred": "#f2777a",
    "ansibrightblack": "#8592a1",
    "ansigreen": "#8fd36b",
    "ansired": "#f2777a",
}
"""The colours of the dark theme at this terminal."""

STYLES = themes.THEMES["dark"] | terminal_styles("dark")
"""The styles of the dark theme, with those of the roles."""

STYLE = f"""\
text {{
  font: {LETTERS}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  fill: {INK}; white-space: pre
}}
.title {{ font-family: system-ui, sans-serif; fill: #93a1b0; text-anchor: middle }}
.bold {{ font-weight: bold }}
.italic {{ font-style: italic }}"""


def picture(title: str, rows: Sequence[themes.Fragments], columns: int) -> str:
    """A window with a title and these rows, at most `columns` columns wide."""
    width, height = columns * COLUMN + 2 * EDGE, BAR + len(rows) * ROW + EDGE
    dots = (
        f'<circle cx="{20 + 18 * n}" cy="{BAR / 2:g}" r="5.5" fill="{fill}"/>'
        for n, fill in enumerate(("#f2777a", "#f2cf63", "#8fd36b"))
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}">',
            f"<style>\n{STYLE}\n</style>",
            f'<rect x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="8" '
            f'fill="{GROUND}" stroke="#5b6875"/>',
            *dots,
            f'<text class="title" x="{width / 2:g}" y="{BAR / 2 + 5:g}">{escape(title)}</text>',
            *(piece for n, row in enumerate(rows) for piece in _row(row, BAR + (n + 0.75) * ROW)),
            "</svg>\n",
        ]
    )


def _row(row: themes.Fragments, y: float) -> Iterator[str]:
    """The words of a row; each begins in its column, with any font of the viewer."""
    column = 0
    for kind, text in row:
        looks = " ".join(STYLES.get(name.removeprefix("class:"), "") for name in kind.split())
        style = _style(looks)
        if below := re.search(r"bg:(#\w+)", looks):
            x, width = EDGE + column * COLUMN, len(text) * COLUMN
            at = f'x="{x:g}" y="{y - 0.75 * ROW:g}" width="{width:g}" height="{ROW}"'
            yield f'<rect {at} fill="{below[1]}"/>'
        for words in re.finditer(r"\S+(?: \S+)*", text):
            x, width = EDGE + (column + words.start()) * COLUMN, len(words.group()) * COLUMN
            yield (
                f'<text x="{x:g}" y="{y:g}" textLength="{width:g}"{style}>{escape(words.group())}</text>'
            )
        column += len(text)


def _style(words: str) -> str:
    """The attributes for a style of prompt_toolkit's: ``bold ansibrightgreen``."""
    kinds = " ".join(word for word in words.split() if word in ("bold", "italic"))
    fills = [COLOURS.get(word, word) for word in words.split() if word in COLOURS or word[0] == "#"]
    return f' class="{kinds}"' * bool(kinds) + "".join(f' style="fill: {fill}"' for fill in fills[-1:])
