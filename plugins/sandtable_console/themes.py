"""The themes of a terminal: a style for each kind of line.

Nothing is told by colour alone: the words say it too.
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
"""Pieces of text with their styles, as prompt_toolkit takes them."""

Row = tuple[str, str]
"""A row's kind and its text."""

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
"""The styles that the light and dark themes share."""

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
"""Each theme's styles, keyed by the kind of line or word."""


def style(theme: str) -> Style:
    """Return a theme's styles at this terminal; ``auto`` follows its background."""
    fitting = resolve_theme(theme)
    return Style.from_dict(PLAIN | THEMES[fitting] | palette.terminal_styles(fitting, color_count()))


def resolve_theme(theme: str) -> str:
    """Return a theme's name, with ``auto`` resolved to light or dark by the terminal's background."""
    return background() or "dark" if theme == "auto" else theme


def paints_background(theme: str) -> bool:
    """Return whether maps at this terminal have a background colour of their own."""
    return palette.paints(resolve_theme(theme), color_count())


def color_depth() -> ColorDepth:
    """Return the terminal's colour depth, from ``PROMPT_TOOLKIT_COLOR_DEPTH``, COLORTERM or TERM."""
    if asked := ColorDepth.from_env():
        return asked
    of_terminal = get_app_session().output.get_default_color_depth()
    full = os.environ.get("COLORTERM") in ("truecolor", "24bit")
    return ColorDepth.TRUE_COLOR if full and of_terminal is ColorDepth.DEPTH_8_BIT else of_terminal


def color_count() -> int:
    """Return the number of colours of this terminal: 16, 256 or 16777216."""
    return {ColorDepth.DEPTH_8_BIT: 256, ColorDepth.TRUE_COLOR: 16777216}.get(color_depth(), 16)


def fragments(rows: Iterable[Row]) -> Fragments:
    """Split rows into pieces with the names of their styles."""
    styled_parts: Fragments = []
    for kind, text in rows:
        styled_parts += colour(text, f"class:{kind}")
        styled_parts.append(("", "\n"))
    return styled_parts


def colour(text: str, base: str = "") -> Fragments:
    """Split a line into pieces, adding the style of each part's role or ground."""
    styled_parts = [
        (_style_of(base, role, ground), piece) for piece, role, ground in styled.pieces(text)
    ]
    return styled_parts or [(base, text)]


@cache
def _style_of(base: str, role: palette.Tint | None, ground: palette.Ground | None) -> str:
    classes = (base, f"class:role.{role}" * bool(role), f"class:ground.{ground}" * bool(ground))
    return " ".join(filter(None, classes))
