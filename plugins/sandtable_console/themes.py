"""The look of lines at a terminal: a style for each kind of line, in each theme.

No meaning is only in a colour: the words say what a style marks too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache

from prompt_toolkit.application import get_app_session
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from sandtable import styled
from sandtable_console.background import background
from sandtable_pictures import palette

Fragments = list[tuple[str, str]]
"""Text in pieces, each with its style, as prompt_toolkit takes it."""

Row = tuple[str, str]
"""The kind of a row, and its text."""

PLAIN = {"bottom-toolbar": "noreverse"}

COLOURED = {
    "status": "bold",
    "question": "bold",
    "note": "italic",
    "more": "reverse",
    "bottom-toolbar": "noreverse ansibrightblack",
    "frame": "ansibrightblack",
    "key": "bold",
    "check.valid": "ansigreen",
    "check.illegal": "ansired",
}
"""The styles that the light and the dark theme share."""

THEMES: dict[str, dict[str, str]] = {
    "dark": {
        "news": "ansibrightyellow",
        "error": "ansibrightred",
        "prompt": "bold ansibrightgreen",
        **COLOURED,
    },
    "light": {
        "news": "ansiblue",
        "error": "ansired",
        "prompt": "bold ansiblue",
        **COLOURED,
    },
    "high-contrast": {
        "news": "bold",
        "status": "bold underline",
        "question": "bold underline",
        "error": "bold reverse",
        "note": "",
        "more": "reverse",
        "prompt": "bold reverse",
        "bottom-toolbar": "noreverse bold",
        "key": "reverse",
    },
    "none": {},
}
"""The styles of each theme, by the kind of line or of word."""


def style(theme: str) -> Style:
    """The styles of a theme at this terminal; of ``auto``, those that suit its background."""
    fitting = resolve(theme)
    return Style.from_dict(PLAIN | THEMES[fitting] | palette.terminal_styles(fitting, depth()))


def resolve(theme: str) -> str:
    """A theme by its own name: for ``auto``, light if the terminal has a light background, else dark."""
    return background() or "dark" if theme == "auto" else theme


def paints(theme: str) -> bool:
    """Whether maps at this terminal bring a paper of their own."""
    return palette.paints(resolve(theme), depth())


def color_depth() -> ColorDepth:
    """The number of colours of this terminal, by ``PROMPT_TOOLKIT_COLOR_DEPTH``, COLORTERM and TERM."""
    if asked := ColorDepth.from_env():
        return asked
    of_terminal = get_app_session().output.get_default_color_depth()
    full = os.environ.get("COLORTERM") in ("truecolor", "24bit")
    return ColorDepth.TRUE_COLOR if full and of_terminal is ColorDepth.DEPTH_8_BIT else of_terminal


def depth() -> int:
    """The number of colours of this terminal: 16, 256 or 16777216."""
    return {ColorDepth.DEPTH_8_BIT: 256, ColorDepth.TRUE_COLOR: 16777216}.get(color_depth(), 16)


def fragments(rows: Iterable[Row]) -> Fragments:
    """Rows in pieces, each with the name of its style."""
    styled_parts: Fragments = []
    for kind, text in rows:
        styled_parts += colour(text, f"class:{kind}")
        styled_parts.append(("", "\n"))
    return styled_parts


def colour(text: str, base: str = "") -> Fragments:
    """A line in pieces, whose parts with a role or a ground have its style as well."""
    styled_parts = [
        (_style_of(base, role, ground), piece) for piece, role, ground in styled.pieces(text)
    ]
    return styled_parts or [(base, text)]


@cache
def _style_of(base: str, role: palette.Tint | None, ground: palette.Ground | None) -> str:
    classes = (base, f"class:role.{role}" * bool(role), f"class:ground.{ground}" * bool(ground))
    return " ".join(filter(None, classes))
