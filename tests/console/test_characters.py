"""Maps and boards in ASCII alone."""

# ruff: noqa: RUF001 (such characters are what it is about)

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

import sandtable
from sandtable.plugins.catalog import catalog
from sandtable_console.characters import plain_ascii, takes_unicode
from sandtable_pictures.chart import Look, with_look


def pictures(id: str) -> Iterator[tuple[str, str]]:
    """Each line of the boards and maps of a random game, in ASCII and in Unicode."""
    seats = dict.fromkeys(catalog().scenario(id).game.seats, "random")
    with sandtable.new(id, seed=5, seats=seats) as session:
        game = session.scenario.game
        for n, _ in enumerate(session.play(most=300)):
            for seat in seats if n % 25 == 0 else ():
                view = session.view(seat)
                for width in (60, 120):
                    plain = (*game.board(view, width), *game.map(view, width))
                    with with_look(Look(unicode=True, painted=True)):
                        drawn = (*game.board(view, width), *game.map(view, width))
                    yield from zip(plain, drawn, strict=False)


@pytest.mark.parametrize("id", catalog().scenarios.ids)
def test_all_that_the_games_draw_keeps_its_width_in_either_style(id: str) -> None:
    lines = dict.fromkeys(pictures(id))
    assert lines
    for line, drawn in lines:
        plain = plain_ascii(drawn)
        assert plain.isascii()
        assert len(plain) == len(drawn) == get_cwidth(drawn)
        assert len(line) == get_cwidth(line)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Wādī Fāregh, Bîr Ḥakeim, Şam, ırak", "Wadi Faregh, Bir Hakeim, Sam, irak"),
        ("e\u0301", "e"),
        ("Łódź, Ærø, Œuvre, Straße", "Lodz, Aro, Ouvre, Strase"),
        ("┌─┬╮ ├┼┤ ╔═╗║ ╱╲", "+-++ +++ +=+| /\\"),
        ("→←↑↓ ▶◀▲▼", "><^v ><^v"),
        ("“a” ‘b’ – — − … • ★ ✓ █ ×", "\"a\" 'b' - - - . * * * # x"),
        ("漢", "? "),
        ("\N{EURO SIGN}\u200b", "?"),
    ],
)
def test_other_characters_become_the_most_similar_ones(text: str, plain: str) -> None:
    assert plain_ascii(text) == plain


def test_where_signs_are_wide_maps_are_in_ascii_and_letters_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for locale, is_wide in (("en_GB.UTF-8", False), ("ja_JP.UTF-8", True), ("zh_TW", True), ("", False)):
        monkeypatch.setenv("LC_ALL", locale)
        monkeypatch.setenv("LANG", "C.UTF-8")
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), "utf-8"))
        assert takes_unicode() is not is_wide
        assert plain_ascii("■ 漢 é") == ("# 漢 e" if is_wide else "# ?  e")


LETTERS = st.one_of(
    st.characters(min_codepoint=low, max_codepoint=high, exclude_categories=("Cc", "Cf", "Cn"))
    for low, high in ((0x20, 0x24F), (0x300, 0x36F), (0x370, 0x52F), (0x2190, 0x25FC), (0x4E00, 0x9FFF))
)


@given(text=st.text(LETTERS, max_size=20).map(lambda text: f"a{text}"))
def test_any_line_becomes_ascii_of_its_own_width(text: str) -> None:
    plain = plain_ascii(text)
    assert plain.isascii()
    assert len(plain) == get_cwidth(text)
    assert plain_ascii(plain) == plain
