"""The palette: the meaning of each colour in the terminal, in SVG and on a page, light and dark.

A role says what something is to the viewer: one of their own, an enemy, a road. Colour alone never
marks a role: each has a sign too. The colours stay distinct with each of the three kinds of colour
blindness, and are legible on the paper of each theme; a test measures both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

Role: TypeAlias = Literal[
    "own", "enemy", "target", "road", "sea", "easy", "fair", "hard", "good", "bad", "quiet"
]
"""The meaning of a colour: pieces, roads, water, kinds of ground, good and bad news, quiet text."""


class Colour(NamedTuple):
    """A colour for light and for dark paper, and what replaces it on a display without colours.

    - `light`, `dark`: the colours as ``#rrggbb``.
    - `ansi`: the nearest of a terminal's 16 colours for each, by prompt_toolkit's names; empty for the
      colour of normal text.
    - `sign`: an ASCII character.
    - `shape`: a character that a picture may show instead.
    - `about`: what the colour, the sign and the shape mark.
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

Ground: TypeAlias = Literal["water", "sand", "scarp"]
"""The kinds of ground of a map; no rule depends on them."""


class GroundColour(NamedTuple):
    """A colour of the ground in light and in dark, and its nearest colours among 256."""

    light: str
    dark: str
    of_256: tuple[str, str]


GROUNDS: Mapping[Ground, GroundColour] = {
    "water": GroundColour("#c9dfe8", "#16303d", ("#d7ffff", "#00005f")),
    "sand": GroundColour("#f4e9c8", "#2a261b", ("#ffffd7", "#262626")),
    "scarp": GroundColour("#e8d9b2", "#3f3523", ("#ffffaf", "#303030")),
}
"""The ground below a map, visible in empty places and behind links."""

PAPER = {"light": "#fbf8f0", "dark": "#1b1d20"}
"""The background of pictures; those of pages and terminals are similar."""

INK = {"light": "#2d2a24", "dark": "#e9e4d8"}
"""The colour of all text that has no role."""

STRIKING: Mapping[Role, str] = {
    "own": "bold",
    "enemy": "reverse",
    "target": "bold underline",
    "good": "bold",
    "bad": "bold underline",
}
"""The styles that mark roles in the theme ``high-contrast``."""


def terminal_styles(theme: str, depth: int = 16777216) -> dict[str, str]:
    """The style of each role and ground on a terminal with `depth` colours, for prompt_toolkit.

    With 16 colours there is no ground: none of them is pale enough to read letters on.
    `theme` is a value of the setting: ``dark``, ``light``, ``high-contrast``, or ``none`` for no styles.
    """
    if theme not in PAPER:
        return {f"role.{role}": style for role, style in STRIKING.items() if theme == "high-contrast"}
    dark = theme == "dark"
    if depth <= 16:
        return {f"role.{role}": colour.ansi[dark] for role, colour in PALETTE.items()}
    roles = {f"role.{role}": getattr(colour, theme) for role, colour in PALETTE.items()}
    below = {
        name: colour.of_256[dark] if depth <= 256 else getattr(colour, theme)
        for name, colour in GROUNDS.items()
    }
    return roles | {f"ground.{name}": f"bg:{colour}" for name, colour in below.items()}


def custom_properties(theme: Literal["light", "dark"]) -> dict[str, str]:
    """The colours of a theme by role, for the custom properties of a style sheet."""
    return {role: getattr(colour, theme) for role, colour in PALETTE.items()}
