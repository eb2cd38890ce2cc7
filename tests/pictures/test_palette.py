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
    INKS,
    PALETTE,
    PAPER,
    Role,
    paints,
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
    "dark": (PAPER["dark"], "#000000", "#0d1220", "#141b2e"),
}
"""Those of pictures, of terminals and of pages."""

READABLE = 4.5
"""The contrast of text (WCAG 2.2, 1.4.3)."""

SIGN = 2.9
"""That of links and crossings, which are quiet."""

SEEN = 3.0
"""The contrast of signs (WCAG 2.2, 1.4.11), the most that the 16 colours allow."""


LEAST_ON_GROUND = {
    **dict.fromkeys(("town", "village", "reach"), READABLE),
    **dict.fromkeys(("crossing", "way", "road", "sea", "fair", "hard", "quiet"), SIGN),
}
"""What a map of grounds shows on each of them: names, links, features."""


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


def parts_of(style: str) -> dict[str, tuple[int, int, int]]:
    """The colours of a style: of its letters, and of its paper if it has one."""
    words = [word for word in style.split() if "#" in word]
    return {
        "paper" if word.startswith("bg:") else "ink": rgb(word.removeprefix("bg:")) for word in words
    }


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", [256, 16777216])
def test_a_map_is_legible_on_its_own_paper(theme: Theme, depth: int) -> None:
    styles = {name: parts_of(style) for name, style in terminal_styles(theme, depth).items()}
    papers = {name: styles[f"ground.{name}"]["paper"] for name in GROUNDS}
    seen = of_256 if depth == 256 else lambda colour: colour
    for ink in INKS:
        look = styles[f"role.{ink}"]
        if "paper" in look:
            assert contrast(seen(look["ink"]), seen(look["paper"])) >= READABLE, ink
        elif ink not in ("scarp", "land-name", "sea-name"):
            for ground in ("land", "sand", "water"):
                least = SIGN if ink in ("way", "inset", "crossing") else READABLE
                assert contrast(seen(look["ink"]), papers[ground]) >= least, (ink, ground)
    for name, paper in papers.items():
        for ink, least in LEAST_ON_GROUND.items() if name != "shoal" else ():
            assert contrast(seen(styles[f"role.{ink}"]["ink"]), paper) >= least, (ink, name)
    assert [seen(colour) for colour in papers.values()] == [*papers.values()] or depth != 256


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", [256, 16777216])
def test_badges_are_distinct_with_colour_blindness(theme: Theme, depth: int) -> None:
    styles = terminal_styles(theme, depth)
    seen = of_256 if depth == 256 else lambda colour: colour
    badges = ("own", "enemy", "target", "option")
    papers = [seen(parts_of(styles[f"role.{badge}-badge"])["paper"]) for badge in badges]
    assert min(apart(*pair) for pair in combinations(papers, 2)) > 0.08


def test_a_map_has_its_own_paper_where_there_are_more_than_sixteen_colours() -> None:
    assert [theme for theme in ("dark", "light", "high-contrast", "none") if paints(theme, 256)] == [
        *("dark", "light")
    ]
    assert not paints("dark", 16)
    assert not any(name.startswith("ground") for name in terminal_styles("dark", 16))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("table", [XTERM, VGA])
def test_of_sixteen_colours_those_are_taken_that_can_be_seen(
    theme: Theme, table: tuple[str, ...]
) -> None:
    styles = terminal_styles(theme, 16)
    paper = rgb("000000" if theme == "dark" else "ffffff")
    names = {role: word for role, name in styles.items() for word in name.split() if word[:4] == "ansi"}
    named = {
        role: rgb(table[ANSI.index(name[4:])])
        for role, name in names.items()
        if "bg:" not in styles[role] and name != "ansibrightblack"
    }
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
