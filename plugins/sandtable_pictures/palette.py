"""The palette: what each colour means in the terminal, in SVG and on pages, light and dark.

A role says what something is to the viewer: one's own unit, an enemy, a road. Colour is never the only
mark of a role: each has a sign too. The colours remain distinct under the three kinds of colour
blindness and legible on the paper of each theme; a test measures both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

Role: TypeAlias = Literal[
    "own", "enemy", "target", "road", "sea", "easy", "fair", "hard", "good", "bad", "quiet"
]
"""The meaning of a colour: pieces, roads, water, kinds of ground, good and bad news, quiet text."""


class Colour(NamedTuple):
    """A colour on light and on dark paper, and what replaces it on a display without colours.

    - `light`, `dark`: the colours as ``#rrggbb``.
    - `ansi`: the nearest of a terminal's 16 colours for each, under prompt_toolkit's names; empty for
      the colour of normal text.
    - `sign`: an ASCII character.
    - `shape`: a Unicode character that pictures may use instead.
    - `about`: what the colour, the sign and the shape mean.
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
    "quiet": Colour("#4e565e", "#a19d99", ("", "ansigray"), " ", "·", "minor details"),
}
"""The colour of every role."""

Ground: TypeAlias = Literal[
    "land",
    "sand",
    "water",
    "shoal",
    "rough",
    "hill",
    "mountain",
    "built",
    "works",
    "woods",
    "grove",
    "marsh",
]
"""The kinds of ground on a map; no rule depends on them."""

Ink: TypeAlias = Literal[
    "town",
    "village",
    "crossing",
    "home",
    "reach",
    "way",
    "scarp",
    "sea-name",
    "land-name",
    "inset",
    "own-badge",
    "enemy-badge",
    "target-badge",
    "option-badge",
    "other-badge",
]
"""The inks of a map in a terminal: names by rank, links, and badges, which have their own background."""

Tint: TypeAlias = Role | Ink | Ground
"""The colour of a letter: a role, a map's ink, or a ground in the blocks along a coast."""


class Shade(NamedTuple):
    """A style for prompt_toolkit, light and dark: with all colours, with 256, and with 16."""

    light: str
    dark: str
    of_256: tuple[str, str]
    of_16: tuple[str, str]
    striking: str = ""


GROUNDS: Mapping[Ground, Shade] = {
    "land": Shade("#f5eedb", "#221e17", ("#ffffd7", "#1c1c1c"), ("", "")),
    "sand": Shade("#ead8a6", "#332b1b", ("#d7d7af", "#303030"), ("", "")),
    "water": Shade("#c3dde7", "#12384c", ("#afd7ff", "#00005f"), ("", "")),
    "shoal": Shade("#dcedf2", "#1f566d", ("#d7ffff", "#005f87"), ("", "")),
    "rough": Shade("#ebdcb8", "#2f281c", ("#ffd7af", "#262626"), ("", "")),
    "hill": Shade("#e4cfa6", "#3b3020", ("#ffd787", "#303030"), ("", "")),
    "mountain": Shade("#decdb2", "#41362a", ("#dadada", "#303030"), ("", "")),
    "built": Shade("#ead3c7", "#40291f", ("#ffd7d7", "#5f0000"), ("", "")),
    "works": Shade("#dfd3cb", "#383033", ("#e4e4e4", "#303030"), ("", "")),
    "woods": Shade("#cfdfb4", "#1f3019", ("#d7ffaf", "#121212"), ("", "")),
    "grove": Shade("#e2e6ba", "#2d331c", ("#ffffaf", "#1c1c1c"), ("", "")),
    "marsh": Shade("#d2e3d3", "#1d332c", ("#d7ffd7", "#121212"), ("", "")),
}
"""The backgrounds of a map, which keep it legible on any terminal."""

INKS: Mapping[Ink, Shade] = {
    "town": Shade(
        "bold #15110a", "bold #f4ecd9", ("bold #000000", "bold #ffffff"), ("bold", "bold"), "bold"
    ),
    "village": Shade("#3f3626", "#cfc4ab", ("#262626", "#d7d7af"), ("", "")),
    "crossing": Shade("#6f634b", "#9a8f7a", ("#5f5f5f", "#949494"), ("", "ansigray")),
    "home": Shade(
        "bold #1b4fd1", "bold #7fc4f5", ("bold #0000af", "bold #87d7ff"), ("ansiblue", "ansibrightcyan")
    ),
    "reach": Shade(
        "#0e5f38", "#46c37b", ("#005f00", "#5fd787"), ("bold", "ansibrightgreen"), "underline"
    ),
    "way": Shade("#8c7044", "#8f7d60", ("#875f00", "#878787"), ("ansibrightblack", "ansibrightblack")),
    "scarp": Shade("#b08d55", "#6d5c3c", ("#af875f", "#585858"), ("ansibrightblack", "ansibrightblack")),
    "sea-name": Shade(
        "italic #41778c",
        "italic #5f94a8",
        ("italic #005f87", "italic #5fafd7"),
        ("ansiblue", "ansicyan"),
    ),
    "land-name": Shade(
        "italic #8a6a35",
        "italic #8f7a52",
        ("italic #875f00", "italic #87875f"),
        ("ansibrightblack", "ansibrightblack"),
    ),
    "inset": Shade("#6f634b", "#9a8f7a", ("#5f5f5f", "#949494"), ("", "")),
    "own-badge": Shade(
        "bold #ffffff bg:#1b4fd1",
        "bold #041522 bg:#4fb3f0",
        ("bold #ffffff bg:#005fd7", "bold #000000 bg:#5fafff"),
        ("ansiwhite bg:ansiblue", "ansiblack bg:ansibrightcyan"),
        "bold reverse",
    ),
    "enemy-badge": Shade(
        "bold #ffffff bg:#b5271b",
        "bold #ffffff bg:#c93a2a",
        ("bold #ffffff bg:#af0000", "bold #ffffff bg:#d70000"),
        ("ansiwhite bg:ansired", "ansiwhite bg:ansired"),
        "reverse",
    ),
    "target-badge": Shade(
        "bold #231800 bg:#f5b921",
        "bold #221700 bg:#f2b632",
        ("bold #000000 bg:#ffaf00", "bold #000000 bg:#ffaf00"),
        ("ansiblack bg:ansibrightyellow", "ansiblack bg:ansibrightyellow"),
        "bold underline",
    ),
    "option-badge": Shade(
        "bold underline #ffffff bg:#1d3a2a",
        "bold underline #06301a bg:#dff5e6",
        ("bold underline #ffffff bg:#303030", "bold underline #000000 bg:#eeeeee"),
        ("underline ansiwhite bg:ansiblack", "underline ansiblack bg:ansiwhite"),
        "bold underline",
    ),
    "other-badge": Shade(
        "bold #ffffff bg:#5a4f3c",
        "bold #221e17 bg:#b9ab8d",
        ("bold #ffffff bg:#5f5f5f", "bold #000000 bg:#afaf87"),
        ("reverse", "reverse"),
        "bold",
    ),
}
"""The inks of a map. Links and names are subdued; only badges are bright."""

PAPER = {"light": "#fbf8f0", "dark": "#1b1d20"}
"""The background of pictures; those of pages and terminals are similar."""

INK = {"light": "#2d2a24", "dark": "#e9e4d8"}
"""The colour of text without a role."""

STRIKING: Mapping[Role, str] = {
    "own": "bold",
    "enemy": "reverse",
    "target": "bold underline",
    "good": "bold",
    "bad": "bold underline",
}
"""The styles of roles in the theme ``high-contrast``."""


def terminal_styles(theme: str, depth: int = 16777216) -> dict[str, str]:
    """Return prompt_toolkit's style for each role, ink and ground on a terminal with `depth` colours.

    With 16 colours there is no ground, since none of them is pale enough behind letters. `theme` is a
    value of the setting: ``dark``, ``light``, ``high-contrast``, or ``none`` for no styles.
    """
    if theme not in PAPER:
        striking = {str(ink): shade.striking for ink, shade in INKS.items()} | {**STRIKING}
        return {f"role.{name}": style for name, style in striking.items() if theme == "high-contrast"}
    dark = theme == "dark"
    if depth <= 16:
        named = {str(role): colour.ansi[dark] for role, colour in PALETTE.items()}
        named |= {ink: shade.of_16[dark] for ink, shade in INKS.items()}
        return {f"role.{name}": style for name, style in named.items()}

    def style(shade: Shade) -> str:
        return shade.of_256[dark] if depth <= 256 else (shade.light, shade.dark)[dark]

    roles = {f"role.{role}": (colour.light, colour.dark)[dark] for role, colour in PALETTE.items()}
    roles |= {f"role.{name}": style(shade) for name, shade in (*INKS.items(), *GROUNDS.items())}
    return roles | {f"ground.{name}": f"bg:{style(shade)}" for name, shade in GROUNDS.items()}


def paints(theme: str, depth: int) -> bool:
    """Return whether maps have their own background: in a theme with colours, if there are over 16."""
    return theme in PAPER and depth > 16
