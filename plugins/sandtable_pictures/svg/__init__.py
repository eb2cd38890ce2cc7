"""Pictures as SVG: the ground, which stays the same, and the counters, which move.

`escape_text` escapes all text; nothing else in a drawing comes from outside. Fragments contain no ids
and no scripts, so they can be used in any page that includes PICTURE_STYLE.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable import Board, Link, Picture, Shape, Space
from sandtable_pictures.svg import counters, lying, maps, trays
from sandtable_pictures.svg.frame import border, cartouche
from sandtable_pictures.svg.ground import GroundDrawing, legend, lettering
from sandtable_pictures.svg.plan import MARGIN, BoardPlan, Name, Rect, escape_text, text_length
from sandtable_pictures.svg.style import DOCUMENT_STYLE, PICTURE_STYLE, with_attributes
from sandtable_pictures.svg.ways import Curve, route

__all__ = [
    "PICTURE_STYLE",
    "Curve",
    "Drawing",
    "DrawnCounter",
    "Name",
    "Rect",
    "border",
    "document",
    "drawing",
    "escape_text",
    "legend",
    "text_length",
]

HEADING = 28
"""The height of the title above a picture in a document."""


class DrawnCounter(NamedTuple):
    """A counter in a drawing.

    - `x`, `y`: its middle.
    - `look`: its SVG, around the point 0, 0.
    - `at`: its space.
    - `size`: its width and height.
    - `edge`: how it looks under another counter or as a narrower slip; "" if it is shown whole.
    """

    x: int
    y: int
    look: str
    at: str = ""
    size: tuple[int, int] = (0, 0)
    edge: str = ""

    @property
    def svg(self) -> str:
        """The counter in its place, as a fragment."""
        return f'<g transform="translate({self.x} {self.y})">{self.edge or self.look}</g>'

    @property
    def is_slip(self) -> bool:
        """Whether it is a slip, a name on one line."""
        return self.size[1] < counters.SLIP

    def overlaps(self, other: DrawnCounter) -> bool:
        """Return whether it covers part of another counter in its space."""
        across, down = abs(self.x - other.x), abs(self.y - other.y)
        return self.at == other.at and across < self.size[0] and down < self.size[1]


class Drawing(NamedTuple):
    """A picture in SVG: its size, its layers as fragments, and its counters by key, lowest first.

    A board's art draws the empty board once, with `spots`, and then returns its `with_counters(...)`.

    - `ground`, `over`: the layers below the routes of pieces, and above them but below counters.
    - `spots`: the middle of each space on a map, by id; empty for trays.
    - `cartouche`: the place for the title of a map.
    - `ways`: the course of each link, by its ends.
    - `names`: the names on a map.
    """

    width: int
    height: int
    ground: str
    counters: Mapping[str, DrawnCounter]
    spots: Mapping[str, tuple[int, int]] = {}
    cartouche: Rect | None = None
    ways: Mapping[tuple[str, str], Curve] = {}
    over: str = ""
    names: Sequence[Name] = ()

    @property
    def svg(self) -> str:
        """The whole picture, with the number of counters in each stack, as a fragment."""
        pieces = "".join(placed.svg for placed in self.counters.values())
        return f'{self.below}<g class="pieces">{pieces}{"".join(self._numbers())}</g>{self.above}'

    @property
    def below(self) -> str:
        """Everything below the counters, as a fragment."""
        return f"{self.ground}{self.over}{self._lettering(above=False)}"

    @property
    def above(self) -> str:
        """Everything above the counters, as a fragment."""
        return self._lettering(above=True)

    def _lettering(self, *, above: bool) -> str:
        names = "".join(lettering(name for name in self.names if name.above == above))
        return f'<g class="ground">{names}</g>' if names else ""

    def with_counters(self, picture: Picture, size: tuple[int, int]) -> Drawing:
        """Add a picture's counters to the drawing of an empty map, side by side or stacked.

        Raises KeyError for a counter at a space that is not on the board.
        """
        rooms = {id: Rect(*spot, 0, 0) for id, spot in self.spots.items()}
        plan = BoardPlan(self.width, self.height, self.spots, {}, rooms, size, trays=False)
        return self._replace(counters=_counters(picture, plan))

    def route(self, start: str, stop: str) -> list[Curve]:
        """Return the route between two spaces of a map: its links or, if none, a straight line."""
        if start not in self.spots or start == stop:
            return []
        a, b = complex(*self.spots[start]), complex(*self.spots[stop])
        return route(self.ways, start, stop) or [Curve.between(a, b)]

    def _numbers(self) -> Iterator[str]:
        """Yield the number of counters at a corner of each stack on a map."""
        piles: list[list[DrawnCounter]] = []
        for placed in self.counters.values():
            pile = next((pile for pile in reversed(piles) if placed.overlaps(pile[-1])), None)
            if pile:
                pile.append(placed)
            else:
                piles.append([placed])
        for pile in piles if self.spots else ():
            if len(pile) > 1:
                x, y = pile[-1].x + pile[-1].size[0] // 2, pile[-1].y - pile[-1].size[1] // 2
                number = f'<circle r="9"/><text y="4.5" font-size="13">{len(pile)}</text>'
                yield f'<g class="number" transform="translate({x + 3} {y - 3})">{number}</g>'


def drawing(picture: Picture) -> Drawing:
    """Draw a picture. Equal boards, labels and columns give equal grounds and sizes.

    Raises KeyError for a counter at a space that is not on the board.
    """
    board = picture.board
    if board.art:
        own: Drawing = board.art.drawing(picture)
        return own
    names = tuple((id, picture.labels.get(id) or str(space)) for id, space in board.spaces.items())
    spaces = tuple(board.spaces.values())
    plan, ground = _plan(spaces, board.links, board.shapes, names, picture.columns)
    spots = {} if plan.trays else plan.spots
    ways = {(link.a, link.b): curve for link, curve in zip(board.links, plan.curves, strict=False)}
    title = plan.places.get("title")
    placed = _counters(picture, plan)
    parts = ground.below, placed, spots, title, ways, ground.over, ground.names
    return Drawing(plan.width, ground.height, *parts)


def _counters(picture: Picture, plan: BoardPlan) -> dict[str, DrawnCounter]:
    """Return a picture's counters by key, the lowest first."""
    placed: dict[str, DrawnCounter] = {}
    for counter, spot in zip(picture.counters, lying.places(picture, plan), strict=True):
        at = picture.board.spaces[counter.at].id
        whole = plan.counter(at)
        size = spot.width or whole[0], whole[1]
        edge = counters.draw(counter, size, spot.edge) if spot.edge or size != whole else ""
        placed[counter.key] = DrawnCounter(spot.x, spot.y, counters.draw(counter, whole), at, size, edge)
    return placed


@lru_cache(maxsize=64)
def _plan(
    spaces: tuple[Space, ...],
    links: tuple[Link, ...],
    shapes: tuple[Shape, ...],
    names: tuple[tuple[str, str], ...],
    columns: int,
) -> tuple[BoardPlan, GroundDrawing]:
    """Return the plan of a board and its ground, computed once for all steps of a game."""
    mapped = maps.plan(spaces, links, dict(names), columns, shapes) if links else None
    plan = mapped or trays.plan(spaces, dict(names), columns)
    return plan, GroundDrawing(plan, Board(spaces, links))


def document(*pictures: Picture, drawings: Mapping[str, Drawing] = {}) -> str:
    """Make one SVG file of several pictures, in a column, light or dark as the browser prefers.

    `drawings` replace the pictures with the same names.
    """
    width, height, parts = 1, MARGIN, []
    for picture in pictures:
        drawn = drawings.get(picture.name) or drawing(picture)
        head = ""
        if drawn.cartouche:
            title = cartouche(drawn.cartouche, picture.title)
        else:
            text = escape_text(picture.title)
            head = f'<text class="heading" x="{MARGIN}" y="{height + 16}">{text}</text>'
            title, height = "", height + HEADING
        parts.append(f'{head}<g transform="translate({MARGIN} {height})">{drawn.svg}{title}</g>')
        width, height = max(width, drawn.width + 2 * MARGIN), height + drawn.height + MARGIN
    titles = escape_text("; ".join(picture.title for picture in pictures))
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return with_attributes(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="max-width:100%;height:auto">'
        f"<title>{titles}</title><style>{DOCUMENT_STYLE}</style>"
        f'<rect class="paper" width="100%" height="100%"/>{"".join(parts)}</svg>\n'
    )
