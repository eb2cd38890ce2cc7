"""The palette: colours are distinct with colour blindness too, and all are legible."""

from __future__ import annotations

from itertools import combinations, product
from typing import Literal, get_args

import pytest
from colour_sight import ANSI, VGA, XTERM, apart, contrast, of_256, rgb
from prompt_toolkit.styles import Style

from sandtable_pictures.page import page_style
from sandtable_pictures.palette import (
    GROUNDS,
    INK,
    PALETTE,
    PAPER,
    Role,
    terminal_styles,
)
from sandtable_pictures.svg.style import PICTURE_STYLE

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")

PIECES = ("own", "enemy", "target")
GROUND = ("road", "sea", "easy", "fair", "hard", "quiet")
NEWS = ("good", "bad")

PAPERS = {
    "light": (PAPER["light"], "#ffffff", "#f5f1e8", "#fdfbf6"),
    "dark": (PAPER["dark"], "#000000", "#191814", "#22201b"),
}
"""Those of pictures, of terminals and of pages."""

READABLE = 4.5
"""The contrast of text (WCAG 2.2, 1.4.3)."""

SEEN = 3.0
"""The contrast of signs (WCAG 2.2, 1.4.11), the most that the 16 colours allow."""


def colour(role: str, theme: Theme) -> tuple[int, int, int]:
    return rgb(INK[theme] if role == "ink" else getattr(PALETTE[role], theme))  # type: ignore[index]


def least_apart(pairs: object, theme: Theme, depth: int) -> float:
    seen = of_256 if depth == 256 else lambda colour: colour
    return min(apart(seen(colour(a, theme)), seen(colour(b, theme))) for a, b in pairs)  # type: ignore[attr-defined]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", [256, 16777216])
def test_colours_are_distinct_with_colour_blindness(theme: Theme, depth: int) -> None:
    assert least_apart(combinations(PIECES, 2), theme, depth) > 0.15
    assert least_apart(product((*PIECES, *NEWS), ["ink"]), theme, depth) > 0.11
    assert least_apart([NEWS], theme, depth) > 0.14
    assert least_apart(product(PIECES, GROUND), theme, depth) > 0.045
    assert least_apart(combinations(GROUND, 2), theme, depth) > 0.045


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", [*PALETTE, "ink"])
def test_each_can_be_read_on_every_paper(role: str, theme: Theme) -> None:
    for paper in PAPERS[theme]:
        assert contrast(colour(role, theme), rgb(paper)) >= READABLE, paper


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", [256, 16777216])
def test_lines_can_be_seen_on_every_ground_of_a_map(theme: Theme, depth: int) -> None:
    styles = terminal_styles(theme, depth)
    below = [rgb(styles[f"ground.{name}"].removeprefix("bg:")) for name in GROUNDS]
    seen = of_256 if depth == 256 else lambda colour: colour
    for name, role in product(below, GROUND):
        assert contrast(seen(colour(role, theme)), name) >= SEEN
    assert [seen(colour) for colour in below] == below
    assert not any(name.startswith("ground") for name in terminal_styles(theme, 16))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("table", [XTERM, VGA])
def test_of_sixteen_colours_those_are_taken_that_can_be_seen(
    theme: Theme, table: tuple[str, ...]
) -> None:
    styles = terminal_styles(theme, 16)
    paper = rgb("000000" if theme == "dark" else "ffffff")
    named = {role: rgb(table[ANSI.index(name[4:])]) for role, name in styles.items() if name}
    assert all(contrast(colour, paper) >= SEEN for colour in named.values())
    pieces = [named[f"role.{role}"] for role in PIECES]
    assert min(apart(*pair) for pair in combinations(pieces, 2)) > 0.06
    assert apart(named["role.good"], named["role.bad"]) > 0.06


def test_each_has_a_sign_and_a_shape_of_its_own() -> None:
    assert set(PALETTE) == set(get_args(Role))
    for marks in ([look.sign for look in PALETTE.values()], [look.shape for look in PALETTE.values()]):
        assert len(set(marks)) == len(PALETTE)
        assert all(len(mark) == 1 for mark in marks)
    assert all(look.sign.isascii() for look in PALETTE.values())


@pytest.mark.parametrize("theme", ["dark", "light", "high-contrast", "none"])
@pytest.mark.parametrize("depth", [16, 256, 16777216])
def test_the_styles_are_read_by_prompt_toolkit(theme: str, depth: int) -> None:
    styles = terminal_styles(theme, depth)
    Style.from_dict(styles)
    if theme == "none":
        assert not styles
    if theme == "high-contrast":
        assert not any("#" in style or "ansi" in style for style in styles.values())


def test_pictures_and_pages_have_the_same_colours() -> None:
    for role, look in PALETTE.items():
        assert f"--st-{role}:{look.light}" in PICTURE_STYLE
        assert f"--st-{role}:{look.dark}" in PICTURE_STYLE
        assert f"--{role}:light-dark({look.light},{look.dark})" in page_style()
