"""The places of names in a picture of a board in characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import NamedTuple

from sandtable import Board

ROOM = 5  # At least this many columns are kept for marks below a name.
NEVER, HIT = 1000, 25  # The cost of names that overlap, and of a link that runs straight over a name.

Cell = tuple[int, int]
Point = tuple[float, float]
Bounds = tuple[float, float, float, float]


class NameBox(NamedTuple):
    """Where a name is written; the row below is kept for its marks."""

    x: int
    y: int
    letters: int

    @property
    def room(self) -> int:
        return max(self.letters, ROOM)

    @property
    def middle(self) -> Point:
        return self.x + (self.letters - 1) / 2, self.y

    @property
    def frame(self) -> Bounds:
        """The name with its marks and a small margin: left, right, top and bottom."""
        return self.x - 1, self.x + self.room, self.y - 0.5, self.y + 1.5

    @property
    def cells(self) -> list[Cell]:
        return [(x, self.y) for x in range(self.x, self.x + self.letters)]


class Placer:
    """Finds a place for every name: near its place on the map, and apart from the other names."""

    def __init__(self, board: Board, labels: Mapping[str, str], width: int, rows: int) -> None:
        self.board, self.labels, self.width, self.rows = board, labels, width, rows
        xs = _spread((space.x for space in board.spaces.values()), 0.35)
        ys = _spread((space.y for space in board.spaces.values()), 0.45)
        self.aims: dict[str, Point] = {
            id: (4 + xs[space.x] * (width - 9), ys[space.y] * (rows - 2))
            for id, space in board.spaces.items()
        }
        self.near = {a: [b for b in self.aims if self._close(a, b, 36, 10)] for a in self.aims}
        self.boxes: dict[str, NameBox] = {}

    def _close(self, a: str, b: str, columns: int, rows: int) -> bool:
        (x, y), (u, v) = self.aims[a], self.aims[b]
        return a != b and abs(x - u) < columns and abs(y - v) < rows

    def place(self) -> dict[str, NameBox] | None:
        """The places of all names; None if some overlap. Names move, the most crowded first."""
        crowd = {a: sum(self._close(a, b, 14, 5) for b in self.near[a]) for a in self.aims}
        order = sorted(self.aims, key=lambda id: -crowd[id])
        for turn in range(5):
            before = dict(self.boxes)
            for id in order:
                self.boxes[id] = self._best_place(id)
            if turn and before == self.boxes:
                break
        near = {a: [box for b, box in self.boxes.items() if b != a] for a in order}
        return None if any(_crowding(self.boxes[a], near[a]) >= NEVER for a in order) else self.boxes

    def _best_place(self, id: str) -> NameBox:
        """The best place of a name, while the others stay where they are."""
        nearby = [other for other in self.near[id] if other in self.boxes]
        others = [self.boxes[other] for other in nearby]
        linked = [self.boxes[other] for other in self.board.neighbours(id) if other in self.boxes]
        links = (link for other in nearby for link in self.board.links_of(other) if link.a == other)
        pairs = [(link.a, link.b) for link in links if id != link.b in self.boxes]
        lines = [(self.boxes[a].middle, self.boxes[b].middle) for a, b in pairs]
        own_links = [(end.middle, other.frame) for end in linked for other in others if other is not end]
        best, lowest = NameBox(0, 0, 0), inf
        for distance, box in self._spots(id):
            if distance >= lowest:
                break
            cost = distance + _crowding(box, others)
            if cost < lowest:
                middle, frame = box.middle, box.frame
                cost += HIT * sum(_hits(middle, end, other) for end, other in own_links)
                cost += HIT * sum(_hits(a, b, frame) for a, b in lines)
            best, lowest = (box, cost) if cost < lowest else (best, lowest)
        return best

    def _spots(self, id: str) -> list[tuple[float, NameBox]]:
        """The possible places of a name, nearest first, each with its distance."""
        (aim_x, aim_y), letters = self.aims[id], len(self.labels[id])
        last_x = self.width - max(letters, ROOM)
        ideal_x = min(max(round(aim_x - letters / 2), 0), last_x)
        spots = []
        for y in range(max(round(aim_y) - 4, 0), min(round(aim_y) + 5, self.rows - 1)):
            for x in range(max(ideal_x - 14, 0), min(ideal_x + 15, last_x + 1)):
                distance = (x + letters / 2 - aim_x) ** 2 + (2.2 * (y - aim_y)) ** 2
                spots.append((distance, NameBox(x, y, letters)))
        return sorted(spots)


def _spread(values: Iterable[int], evenly: float) -> dict[int, float]:
    """Coordinates from 0 to 1, partly evened out, so that crowded parts get more room."""
    distinct = sorted(set(values))
    low, span, last = distinct[0], distinct[-1] - distinct[0], len(distinct) - 1
    if not span:
        return {low: 0.5}
    return {v: (v - low) / span * (1 - evenly) + k / last * evenly for k, v in enumerate(distinct)}


def _crowding(box: NameBox, others: Iterable[NameBox]) -> float:
    """The cost of a place among the other names; NEVER or more if names overlap."""
    cost, end = 0.0, box.x + box.room
    for other in others:
        rows = abs(other.y - box.y) - 2
        if rows < 1:
            columns = max(other.x - end, box.x - other.x - other.room)
            if columns < 2 and rows < 0:
                cost += NEVER - 20 * (2 - columns) * rows
            elif columns < 4:
                cost += 12 if columns >= 0 else 24
    return cost


def _hits(a: Point, b: Point, frame: Bounds) -> bool:
    """Whether a straight line runs over a name or its marks."""
    (x, y), (u, v), (left, right, top, bottom) = a, b, frame
    if (x < left and u < left) or (x > right and u > right):
        return False
    if (y < top and v < top) or (y > bottom and v > bottom):
        return False
    for k in range(17):
        if left <= x + (u - x) * k / 16 <= right and top <= y + (v - y) * k / 16 <= bottom:
            return True
    return False
