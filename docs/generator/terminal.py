"""Draws a terminal's screen as SVG: rows of styled text in a window, aligned in columns.

The window is dark or light, as the browser prefers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple, TypeAlias

from sandtable_console import themes
from sandtable_pictures.palette import terminal_styles
from sandtable_pictures.sheet.ground import QUADRANTS
from sandtable_pictures.sheet.strokes import DOTS

COLUMN, ROW, LETTERS = 8.4, 19, 14
"""The width of a character, the height of a row, and the size of the letters, in pixels."""

BAR, EDGE = 34, 14
"""The height of the window's title bar, and the margin around the text."""


class Theme(NamedTuple):
    """A theme: its styles, the terminal colours used, its paper and its ink."""

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
"""Box-drawing characters, with the directions in which their lines leave the cell's middle."""

DRAWN = re.compile(f"[{re.escape(QUADRANTS[1:])}{''.join(ARMS)}\u2801-\u28ff]")
"""Characters drawn as shapes, since a font may leave gaps between them."""

STYLE = f"""\
text {{
  font: {LETTERS}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre
}}
text, rect, .block {{ fill: currentColor }}
path {{ fill: none; stroke: currentColor; stroke-linecap: round }}
rect, .block {{ shape-rendering: crispEdges; stroke: none }}
.window {{ shape-rendering: auto; stroke: #5b6875 }}
.title {{ font-family: system-ui, sans-serif; text-anchor: middle }}
.dots {{ stroke-width: 1.9 }}
.bold {{ font-weight: bold }}
.italic {{ font-style: italic }}
.underline {{ text-decoration: underline }}
.strike {{ text-decoration: line-through }}
"""

MARKS = ("bold", "italic", "underline", "strike", "reverse")
"""The words in a style that are not colours."""


Part: TypeAlias = tuple[float, float, str]
"""A part of a path: where it starts, and the rest of its path."""

Colours: TypeAlias = tuple[str, str]
"""A colour, dark and light."""


class _Classes(dict[Colours, str]):
    """The class of each colour in use, numbered in order of first use."""

    def __missing__(self, colours: Colours) -> str:
        name = self[colours] = f"c{len(self)}"
        return name

    def style(self, *, light: bool) -> str:
        """Return the CSS rules of the classes."""
        return "".join(f".{name}{{color:{pair[light]}}}" for pair, name in self.items())


class _Look(NamedTuple):
    """The look of text in a theme: its ink, its background or "", and its marks."""

    ink: str
    below: str
    marks: tuple[str, ...]


def picture(
    title: str,
    rows: Sequence[themes.Fragments],
    columns: int,
    light: Sequence[themes.Fragments] | None = None,
) -> str:
    """Draw a window with a title and these rows, at most `columns` columns wide.

    `light` are the same rows in the same pieces, if their styles name colours instead of kinds.
    """
    width, height = columns * COLUMN + 2 * EDGE, BAR + len(rows) * ROW + EDGE
    dots = (
        f'<circle cx="{20 + 18 * n}" cy="{BAR / 2:g}" r="5.5" fill="{fill}"/>'
        for n, fill in enumerate(("#f2777a", "#f2cf63", "#8fd36b"))
    )
    classes = _Classes()
    ink, ground, quiet = (
        classes[colours]
        for colours in (
            (THEMES["dark"].ink, THEMES["light"].ink),
            (THEMES["dark"].ground, THEMES["light"].ground),
            ("#93a1b0", "#5b6875"),
        )
    )
    pieces = [
        piece
        for n, both in enumerate(zip(rows, light or rows, strict=True))
        for piece in _row(both, BAR + n * ROW, classes)
    ]
    in_the_light = f"@media (prefers-color-scheme:light){{{classes.style(light=True)}}}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" class="{ink}">',
            f"<style>\n{STYLE}{classes.style(light=False)}\n{in_the_light}\n</style>",
            f'<rect class="window {ground}" x="0.5" y="0.5" width="{width - 1:g}" '
            f'height="{height - 1:g}" rx="8"/>',
            *dots,
            f'<text class="title {quiet}" x="{width / 2:g}" y="{BAR / 2 + 5:g}">{escape(title)}</text>',
            *pieces,
            "</svg>\n",
        ]
    )


def _row(both: Sequence[themes.Fragments], top: float, classes: _Classes) -> Iterator[str]:
    """Draw the words of a row, each beginning in its column whatever the viewer's font."""
    column = 0
    for (dark, text), (light, _) in zip(*both, strict=True):
        looks = _look(dark, THEMES["dark"]), _look(light, THEMES["light"])
        below = looks[0].below or "#0000", looks[1].below or "#0000"
        if below != ("#0000", "#0000"):
            yield _rect(column, top, len(text), classes[below])
        ink = classes[looks[0].ink, looks[1].ink]
        yield from _shapes(text, column, top, ink)
        kinds = " ".join((*((ink,) if ink != "c0" else ()), *looks[0].marks))
        style = f' class="{kinds}"' * bool(kinds)
        for run in re.finditer(r"\S+(?: \S+)*", DRAWN.sub(" ", text)):
            x, width = EDGE + (column + run.start()) * COLUMN, len(run.group()) * COLUMN
            at = f'x="{x:g}" y="{top + 0.75 * ROW:g}" textLength="{width:g}"'
            yield f"<text {at}{style}>{escape(run.group())}</text>"
        column += len(text)


def _look(kind: str, theme: Theme) -> _Look:
    """Return the look of a style, which names kinds and, after "=", a colour or a mark."""
    words = " ".join(
        name[1:] if name[0] == "=" else theme.styles.get(name.removeprefix("class:"), "")
        for name in kind.split()
        if name not in MARKS
    ).split()
    words += [name for name in kind.split() if name in MARKS]
    inks = [theme.ink, *(theme.colours.get(word, word) for word in words if _is_colour(word, theme))]
    below = [word.removeprefix("bg:") for word in words if word.startswith("bg:#")]
    if "reverse" in words:
        below, inks = below or inks[-1:], [theme.ground]
    marks = tuple(dict.fromkeys(word for word in words if word in MARKS[:-1]))
    return _Look(inks[-1], below[0] if below else "", marks)


def _is_colour(word: str, look: Theme) -> bool:
    return word in look.colours or word.startswith("#")


def _rect(column: float, top: float, columns: float, name: str) -> str:
    x, width = EDGE + column * COLUMN, columns * COLUMN
    return f'<rect class="{name}" x="{x:g}" y="{top:g}" width="{width:g}" height="{ROW}"/>'


def _shapes(text: str, column: int, top: float, name: str) -> Iterator[str]:
    """Draw the dots, blocks and lines in a text, which terminals show without gaps."""
    dots, blocks, lines = list[Part](), list[Part](), list[Part]()
    for found in DRAWN.finditer(text):
        left, char = EDGE + (column + found.start()) * COLUMN, found.group()
        middle = left + COLUMN / 2, top + ROW / 2
        for n in range(8 if char >= "\u2800" else 0):
            if ord(char) & DOTS[n // 2][n % 2]:
                dots.append((left + (n % 2 + 0.5) * COLUMN / 2, top + (n // 2 + 0.5) * ROW / 4, "h0"))
        for n in range(4 if char in QUADRANTS else 0):
            if QUADRANTS.index(char) & 1 << n:
                box = f"h{COLUMN / 2:g}v{ROW / 2:g}h-{COLUMN / 2:g}z"
                blocks.append((left + n % 2 * COLUMN / 2, top + n // 2 * ROW / 2, box))
        for arm in ARMS.get(char, ""):
            across, down = {"l": (-1, 0), "r": (1, 0), "u": (0, -1), "d": (0, 1)}[arm]
            way = f"l{across * COLUMN / 2:g} {down * ROW / 2:g}"
            back = f"m{-across * COLUMN / 2:g} {-down * ROW / 2:g}"
            lines.append((*middle, way + back))
    for kind, parts in (("dots ", dots), ("", lines), ("block ", blocks)):
        if parts:
            yield f'<path class="{kind}{name}" d="{_path(parts)}"/>'


def _path(parts: Sequence[Part]) -> str:
    """Return a path of closed parts in relative steps, which are shorter than points."""
    d, at = "", (0.0, 0.0)
    for x, y, drawn in parts:
        spot = round(x, 1), round(y, 1)
        d += f"m{round(spot[0] - at[0], 1):g} {round(spot[1] - at[1], 1):g}{drawn}"
        at = spot
    return d
