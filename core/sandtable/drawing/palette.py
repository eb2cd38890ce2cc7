"""The one palette: what a colour means, in the terminal, in SVG and on a page, in light and in dark.

A role is what something is to whoever looks: one's own, an enemy, a road. No role is told by its
colour alone: it has a sign besides. The colours keep apart for the three kinds of colour blindness,
and can be read on the paper of each theme; a test says so by numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

Role: TypeAlias = Literal[
    "own", "enemy", "target", "road", "sea", "easy", "fair", "hard", "good", "bad", "quiet"
]
"""What is coloured: pieces, ways and water, ground by how hard it is, news, what matters less."""


class Colour(NamedTuple):
    """A colour in light and in dark, and what stands for it where there is none.

    `light` and `dark` are ``#rrggbb``, for paper of that kind. `ansi` are the same two among the 16 of
    a terminal, by prompt_toolkit's names; empty for the colour of all text. `sign` is an ASCII
    character, `shape` one that a picture may show instead, and `about` says what it marks.
    """

    light: str
    dark: str
    ansi: tuple[str, str]
    sign: str
    shape: str
    about: str


PALETTE: Mapping[Role, Colour] = {
    "own": Colour("#1f37df", "#0cb7fd", ("ansiblue", "ansibrightcyan"), "o", "●", "your own"),
    "enemy": Colour("#db0025", "#df5e46", ("ansired", "ansibrightred"), "x", "◆", "an enemy"),
    "target": Colour("#64007d", "#fdc000", ("ansimagenta", "ansibrightyellow"), "T", "★", "a target"),
    "road": Colour("#7f2021", "#bab5b2", ("ansibrightblack", "ansiwhite"), "=", "═", "a road"),
    "sea": Colour("#067696", "#0396b9", ("ansibrightblue", "ansibrightblue"), "~", "≈", "the sea"),
    "easy": Colour("#5e7456", "#a1e79a", ("", "ansibrightgreen"), ".", "░", "easy ground"),
    "fair": Colour("#746513", "#de9701", ("", "ansiyellow"), ":", "▒", "ground of middling difficulty"),
    "hard": Colour("#2d0d00", "#996ef9", ("", "ansibrightmagenta"), "#", "▓", "hard ground"),
    "good": Colour("#0e7789", "#35f555", ("ansiblue", "ansibrightgreen"), "+", "▲", "good news"),
    "bad": Colour("#d02222", "#cb6c57", ("ansired", "ansibrightred"), "-", "▼", "bad news"),
    "quiet": Colour("#4e565e", "#a19d99", ("", "ansigray"), " ", "·", "what matters less"),
}
"""Every role with its colour."""

PAPER = {"light": "#fbf8f0", "dark": "#1b1d20"}
"""What pictures are drawn on; pages and terminals have papers of their own, near these."""

INK = {"light": "#2d2a24", "dark": "#e9e4d8"}
"""The colour of all text that has no role."""

STRIKING: Mapping[Role, str] = {
    "own": "bold",
    "enemy": "reverse",
    "target": "bold underline",
    "good": "bold",
    "bad": "bold underline",
}
"""What marks a role where there is contrast instead of colour."""


def terminal_styles(theme: str, depth: int = 16777216) -> dict[str, str]:
    """The style of each role at a terminal of `depth` colours, for prompt_toolkit.

    `theme` is a setting's: ``dark``, ``light``, ``high-contrast``, or ``none`` for no style at all.
    """
    if theme not in PAPER:
        return {f"role.{role}": style for role, style in STRIKING.items() if theme == "high-contrast"}
    dark = theme == "dark"
    if depth <= 16:
        return {f"role.{role}": colour.ansi[dark] for role, colour in PALETTE.items()}
    return {f"role.{role}": colour.dark if dark else colour.light for role, colour in PALETTE.items()}


def custom_properties(theme: Literal["light", "dark"]) -> dict[str, str]:
    """The colours of a theme by role, for the custom properties of a style sheet."""
    return {role: getattr(colour, theme) for role, colour in PALETTE.items()}
