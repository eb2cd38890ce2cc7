"""A board that draws itself, here of squares: on a terminal, as SVG, on a page, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from sandtable import Board, Counter, Link, Picture, Space, chart
from sandtable_console.nearby import has_all_numbers, option_numbers
from sandtable_pictures import art, document, drawing, in_words, styled, svg
from sandtable_tools.kit import Typist

WIDE, HIGH = 6, 2


class Squares(Board):
    """Squares of a chessboard, three by two, as somebody else may write them."""

    def __init__(self) -> None:
        places = [("abc"[x] + "21"[y], x, y) for y in range(2) for x in range(3)]
        spaces = [Space(id, "", ("field",), 100 * x + 50, 100 * y + 50) for id, x, y in places]
        pairs = [("a2", "b2"), ("b2", "c2"), ("a1", "b1"), ("b1", "c1"), ("a2", "a1"), ("c2", "c1")]
        super().__init__(spaces, [Link(a, b, "side") for a, b in pairs])
        self.art = self

    def lines(
        self,
        marks: Mapping[str, Sequence[art.Part]],
        width: int,
        height: int | None,
        look: chart.Look,
        legend: Sequence[styled.Styled],
    ) -> chart.MapLines:
        canvas = art.Canvas(3 * WIDE, 2 * HIGH, unicode=look.unicode, painted=look.painted)
        corners = {id: (WIDE * (it.x // 100), HIGH * (it.y // 100)) for id, it in self.spaces.items()}
        for id, (x, y) in corners.items():
            for at, letter in enumerate(id.ljust(WIDE), x):
                canvas.put((at, y), letter, "crossing", "land")
        runs = [
            art.Run(
                corners[id][0], corners[id][1] + 1, art.badge(text, role, canvas), art.badge_ink(role)
            )
            for id, parts in marks.items()
            for text, role in parts[:1]
        ]
        places = {id: chart.Place(x, y, len(id)) for id, (x, y) in corners.items()}
        return chart.MapLines([*canvas.lines(runs), *legend], canvas.rows, places)

    def drawing(self, picture: Picture) -> svg.Drawing:
        spots = {id: (it.x, it.y) for id, it in self.spaces.items()}
        rects = "".join(
            f'<rect x="{x - 50}" y="{y - 50}" width="100" height="100"/>' for x, y in spots.values()
        )
        return svg.Drawing(300, 200, rects, {}, spots).with_counters(picture, (60, 60))

    def places(self, there: Mapping[str, str]) -> Iterator[str]:
        yield from (f"{id}: {there[id]}" for id in self.spaces if there.get(id))

    def place(self, space: str, there: Mapping[str, str]) -> Iterator[str]:
        yield f"{space}, next to {', '.join(self.neighbours(space))}: {there.get(space) or 'empty'}"


BOARD = Squares()
MAP = Picture("map", "The field", BOARD, (Counter("rook", "b1", ("Rook",), "red", symbol="fort"),))


def test_it_draws_itself_on_a_terminal() -> None:
    marks: Mapping[str, chart.Mark] = {"b1": [("Rook", "own")], "c2": [("Ox", "enemy")]}
    lines = chart.draw(BOARD, marks, 40, legend=[("Rook a rook", "own"), ("Cat a cat", "own")])
    assert lines[: lines.rows] == [
        "a2    b2    c2",
        "            <Ox>",
        "a1    b1    c1",
        "      [Rook]",
    ]
    assert [line.replace("\0", " ") for line in lines[lines.rows :]] == ["[Rook] a rook"]
    assert [span.role for span in styled.spans(lines[3])] == ["own-badge"]
    with chart.with_look(chart.Look(unicode=True, painted=True)):
        lines = chart.draw(BOARD, marks, 40)
    assert "‹Ox›" in lines[1]  # noqa: RUF001
    assert {span.ground for span in styled.spans(lines[0])} == {"land"}


def test_its_rows_without_contents_are_made_once() -> None:
    canvas = art.Canvas(4, 2)
    assert canvas.lines([])[0] is canvas.lines([art.Run(0, 1, "x")])[0]
    assert canvas.lines([art.Run(2, 1, "x", "own"), art.Run(0, 1, "y")])[1] == "y x"


def test_it_draws_itself_as_svg() -> None:
    drawn = document(MAP)
    assert drawn.count('width="100" height="100"') == 6
    assert "Rook" in drawn
    assert drawing(MAP).spots["b1"] == (150, 150)


def test_it_is_told_in_its_own_words(toy: Any) -> None:
    game = toy.variant(pictures=lambda *_: [MAP])
    assert in_words(game, None, 80) == ["b1: Rook"]
    assert in_words(game, None, 80, near="b2") == ["b2, next to a2, c2: empty"]


@pytest.fixture
def field(stones_of: Callable[..., Typist]) -> Typist:
    """A console of a game with this board."""

    def draw(_game: object, _view: object, width: int = 100, height: int | None = None) -> list[str]:
        return chart.draw(BOARD, {"b1": [("Rook", "own")]}, width, height)

    return stones_of(map=draw, pictures=lambda *_: [MAP]).start()


def test_the_prompt_shows_it(field: Typist) -> None:
    assert "[Rook]" in "\n".join(field.say("map").lines)
    assert field.say("show b1").lines == ["b1, next to a1, c1: Rook"]
    assert field.say("map near b1").error is None
    assert str(field.say("show b9").error)


def test_players_who_listen_are_told_of_one_space(field: Typist) -> None:
    field.display.plain = True
    assert field.say("map").lines == ["b1: Rook"]
    assert field.say("map near c2").lines == ["c2, next to b2, c1: empty"]


@pytest.fixture
def heaps(stones_of: Callable[..., Typist]) -> Typist:
    """A console of the toy game, whose heaps are squares."""
    picture = Picture("map", "The field", Squares())
    text = "[prize]\nface = 5\nstones = 1\n[heaps]\na2 = 2\nb2 = 2\nc1 = 2\n"
    console = stones_of(
        text=f'game = "stones"\ntitle = "Squares"\n{text}',
        map=lambda *_: chart.draw(picture.board, {}, 40),
        pictures=lambda *_: [picture],
    )
    return console.start()


def test_numbers_on_a_map_are_those_of_the_list_last_shown(heaps: Typist) -> None:
    options = [action.words for action in heaps.options]
    everywhere = {words[1]: [number] for number, words in enumerate(options, 1) if words[0] == "lift"}
    assert option_numbers(heaps) == everywhere
    assert not has_all_numbers(heaps)
    assert heaps.say("? lift c1").error is None
    assert option_numbers(heaps) == {"c1": [1]}
    assert has_all_numbers(heaps)
    assert heaps.say("1").error is None
    assert str(heaps.session.history.done[-1].entry.action) == "lift c1"
