"""Lines whose parts have a role: they are text, and keep their colours when they are cut."""

from __future__ import annotations

import pickle
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable_pictures.styled import (
    Span,
    Styled,
    cut,
    join,
    line_of,
    pieces,
    spans,
    wrap,
)

TEXTS = st.text("ab -,.", max_size=12)
LINES = st.lists(st.one_of(TEXTS, st.tuples(TEXTS, st.sampled_from(["own", "enemy"])))).map(
    lambda parts: line_of(*parts)  # type: ignore[arg-type]
)


def cells(line: str) -> list[tuple[str, str | None]]:
    """Each character with its role."""
    return [(letter, role) for text, role, _ in pieces(line) for letter in text]


def test_a_line_is_a_text_that_knows_its_parts() -> None:
    line = line_of("at ", ("Jalo", "own"), " ", ("?", "enemy"))
    assert line == "at Jalo ?"
    assert spans(line) == (Span(3, 7, "own"), Span(8, 9, "enemy"))
    assert [piece[:2] for piece in pieces(line)] == [
        ("at ", None),
        ("Jalo", "own"),
        (" ", None),
        ("?", "enemy"),
    ]
    assert spans("plain") == spans(line.upper()) == ()
    assert join(" ", [("x", "own"), "y"]) == "x y"


def test_it_keeps_its_roles_when_it_is_pickled() -> None:
    line = line_of(("T2", "target"))
    again = pickle.loads(pickle.dumps(line))  # noqa: S301
    assert isinstance(again, Styled)
    assert (again, spans(again)) == (line, spans(line))


@given(LINES, st.integers(0, 20), st.integers(0, 20))
def test_a_cut_has_the_cells_of_the_line(line: Styled, start: int, end: int) -> None:
    assert cells(cut(line, start, end)) == cells(line)[start:end]


@given(LINES, st.integers(4, 20))
def test_a_wrapped_line_loses_spaces_alone(line: Styled, width: int) -> None:
    rows = wrap(line, width, "  ")
    assert all(len(row) <= width for row in rows)
    kept = [cell for row in rows for cell in cells(row) if cell[0] != " "]
    assert kept == [cell for cell in cells(line) if cell[0] != " "]


@given(TEXTS.map(lambda text: text.replace("a", "\t")), st.integers(4, 20))
def test_a_line_is_wrapped_as_the_library_does_it(line: str, width: int) -> None:
    assert wrap(line, width, "  ") == textwrap.wrap(
        line, width, subsequent_indent="  ", break_on_hyphens=False
    )


@pytest.mark.parametrize(
    "line", ["NE 33 %, AR 17 %", line_of(("NE", "own"), " 33 %, AR ", ("17 %", "enemy"))]
)
def test_a_number_and_its_percent_sign_are_not_broken_apart(line: str) -> None:
    assert wrap(line, 14, "  ") == ["NE 33 %, AR", "  17 %"]
    assert "".join(wrap(line, 3)).replace(" ", "") == line.replace(" ", "")


def test_a_ground_goes_on_where_the_text_has_ended() -> None:
    line = Styled("a=", [Span(0, 1, "own"), Span(1, 2, "road", "sand"), Span(3, 5, None, "water")])
    assert list(pieces(line)) == [
        ("a", "own", None),
        ("=", "road", "sand"),
        (" ", None, None),
        ("  ", None, "water"),
    ]
    assert cut(line, 1, 4) == "="
    assert spans(cut(line, 1, 4)) == (Span(0, 1, "road", "sand"), Span(2, 3, None, "water"))
