"""Where the names of a board and the ways of its links go in a picture of characters.

`plan` gives every name a place near its own on the map, and leads the links around the names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import inf
from typing import NamedTuple

from sandtable.board import Board, Link

NARROW = 50  # With fewer columns there is a list instead of a picture.
ROOM = 5  # So many columns are kept for marks below every name, however short.
LETTERS = (99, 12, 10, 8, 6, 5, 4)  # So long names may be; the first with which all have room is taken.
TRIES, HOPELESS = 2, 8  # So many plans are made, unless more links than that are not clear.
NEVER, HIT = 1000, 25  # What it costs that names overlap, or that a link runs straight over one.

# The eight directions, clockwise from the right.
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
LEVEL, UPRIGHT, SLANTED = 10, 20, 24  # What a step costs: a row is as high as two columns are wide.
BENDS = (0, 14, 45)  # What a turn by none, a half and a whole right angle costs; there is no other.
BESIDE, OVER, FOREIGN = 40, 6, 70  # What a cell costs beside or over another's name, among its marks,
CROSSED, SHARED = 100, 400  # across another link, and along it.
FAR = 400  # A link that costs more than this takes a good way; the cheapest would take too long.

Cell = tuple[int, int]
Point = tuple[float, float]
Way = tuple[int, int, int]  # A link in a cell: its number, its direction in and out.
Names = tuple[tuple[str, str], ...]
_State = tuple[int, int, int]  # A cell, and the step by which it was come to; -1 at the beginning.


class Box(NamedTuple):
    """Where a name stands; the row below is kept for its marks."""

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
    def cells(self) -> list[Cell]:
        return [(x, self.y) for x in range(self.x, self.x + self.letters)]


class Plan(NamedTuple):
    """What no marks change; `lines` has the link to be drawn first, `unclear` are those it hides."""

    labels: Mapping[str, str]
    boxes: Mapping[str, Box]
    lines: Mapping[Cell, Sequence[Way]]
    unclear: Sequence[Link]
    rows: int


@lru_cache(maxsize=16)
def plan(board: Board, names: Names, width: int, height: int | None) -> Plan | None:
    """The first plan in which all is clear, else the clearest; None when names always overlap."""
    plans: list[Plan] = []
    places = {(space.x, space.y) for space in board.spaces.values()}
    rows = _rows(board, names, width, height)
    for letters in LETTERS if width >= NARROW and len(places) * 2 > len(names) else ():
        labels = _cut(dict(names), letters)
        if sum(max(len(label), ROOM) + 2 for label in labels.values()) * 2.5 > width * rows:
            continue
        boxes = _Placer(board, labels, width, rows).place()
        if boxes is not None:
            plans.append(_Router(board, boxes, width, rows).plan(labels))
            if not 0 < len(plans[-1].unclear) <= HOPELESS or len(plans) == TRIES:
                break
    return min(plans, key=lambda plan: len(plan.unclear), default=None)


def _rows(board: Board, names: Names, width: int, height: int | None) -> int:
    """How many rows show the map's shape, more if it is flat and full of names, fewer for a tower."""
    xs, ys = ([getattr(one, axis) for one in board.spaces.values()] for axis in ("x", "y"))
    shape: int = (max(ys) - min(ys)) * width // max((max(xs) - min(xs)) * 2, 1)
    full = sum(len(name) + 4 for _, name in names) * 4 // width + 4
    rows = max(min(shape, width), full)
    return rows if height is None else max(min(rows, height), 2)


def _cut(names: Mapping[str, str], letters: int) -> dict[str, str]:
    """Names of at most so many letters, all different: each word gives some of its own."""
    found: dict[str, str] = {}
    for id, name in names.items():
        numbers = ("", *map(str, range(2, len(names) + 2))) if len(name) > letters else ("",)
        shorts = (_shorter(name, letters - len(number)) + number for number in numbers)
        found[id] = next(short for short in shorts if short == name or short not in found.values())
    return found


def _shorter(name: str, letters: int) -> str:
    """A name without the last letters of its longest words, and then without its spaces."""
    if len(name) <= letters:
        return name
    words = name.split()
    while sum(map(len, words)) > letters and max(map(len, words)) > 1:
        longest = max(range(len(words)), key=lambda place: (len(words[place]), place))
        words[longest] = words[longest][:-1]
    return "".join(words)[:letters]


class _Placer:
    """Finds every name a place near its own on the map, apart from the others."""

    def __init__(self, board: Board, labels: Mapping[str, str], width: int, rows: int) -> None:
        self.board, self.labels, self.width, self.rows = board, labels, width, rows
        xs = _spread((space.x for space in board.spaces.values()), 0.35)
        ys = _spread((space.y for space in board.spaces.values()), 0.45)
        self.aims: dict[str, Point] = {
            id: (4 + xs[space.x] * (width - 9), ys[space.y] * (rows - 2))
            for id, space in board.spaces.items()
        }
        self.near = {a: [b for b in self.aims if self._close(a, b, 36, 10)] for a in self.aims}
        self.boxes: dict[str, Box] = {}

    def _close(self, a: str, b: str, columns: int, rows: int) -> bool:
        (x, y), (u, v) = self.aims[a], self.aims[b]
        return a != b and abs(x - u) < columns and abs(y - v) < rows

    def place(self) -> dict[str, Box] | None:
        """The places, the most crowded first, and again until none moves; None when they overlap."""
        crowd = {a: sum(self._close(a, b, 14, 5) for b in self.near[a]) for a in self.aims}
        order = sorted(self.aims, key=lambda id: -crowd[id])
        for turn in range(5):
            before = dict(self.boxes)
            for id in order:
                self.boxes[id] = self._best(id)
            if turn and before == self.boxes:
                break
        near = {a: [box for b, box in self.boxes.items() if b != a] for a in order}
        return None if any(_crowding(self.boxes[a], near[a]) >= NEVER for a in order) else self.boxes

    def _best(self, id: str) -> Box:
        """The place that is best as the others stand now."""
        near = [other for other in self.near[id] if other in self.boxes]
        others = [self.boxes[other] for other in near]
        ends = [self.boxes[other] for other in self.board.neighbours(id) if other in self.boxes]
        links = (link for other in near for link in self.board.links_of(other) if link.a == other)
        pairs = [(link.a, link.b) for link in links if id != link.b in self.boxes]
        lines = [(self.boxes[a].middle, self.boxes[b].middle) for a, b in pairs]
        best, least = Box(0, 0, 0), inf
        for far, box in self._spots(id):
            if far >= least:
                break
            cost = far + _crowding(box, others)
            if cost < least:
                over = ((end, other) for end in ends for other in others if other is not end)
                cost += HIT * sum(_hits(box.middle, end.middle, other) for end, other in over)
                cost += HIT * sum(_hits(a, b, box) for a, b in lines)
            best, least = (box, cost) if cost < least else (best, least)
        return best

    def _spots(self, id: str) -> list[tuple[float, Box]]:
        """Where a name could stand, nearest first, with how far off that is."""
        (aim_x, aim_y), letters = self.aims[id], len(self.labels[id])
        most = self.width - max(letters, ROOM)
        left = min(max(round(aim_x - letters / 2), 0), most)
        found = []
        for y in range(max(round(aim_y) - 4, 0), min(round(aim_y) + 5, self.rows - 1)):
            for x in range(max(left - 14, 0), min(left + 15, most + 1)):
                far = (x + letters / 2 - aim_x) ** 2 + (2.2 * (y - aim_y)) ** 2
                found.append((far, Box(x, y, letters)))
        return sorted(found)


def _spread(values: Iterable[int], evenly: float) -> dict[int, float]:
    """Coordinates from 0 to 1, partly at even distances, which gives a crowded part more room."""
    known = sorted(set(values))
    low, span, last = known[0], known[-1] - known[0], len(known) - 1
    if not span:
        return {low: 0.5}
    return {v: (v - low) / span * (1 - evenly) + k / last * evenly for k, v in enumerate(known)}


def _crowding(box: Box, others: Iterable[Box]) -> float:
    """How bad it is to have these others around; NEVER or more when they overlap."""
    cost = 0.0
    for other in others:
        columns = max(other.x - box.x - box.room, box.x - other.x - other.room)
        rows = abs(other.y - box.y) - 2
        if columns < 2 and rows < 0:
            cost += NEVER - 20 * (2 - columns) * rows
        elif columns < 4 and rows < 1:
            cost += 12 if columns >= 0 else 24
    return cost


def _hits(a: Point, b: Point, box: Box) -> bool:
    """Whether a straight line runs over a name or its marks."""
    (x, y), (u, v) = a, b
    if max(x, u) < box.x - 1 or min(x, u) > box.x + box.room:
        return False
    along = ((x + (u - x) * k / 16, y + (v - y) * k / 16) for k in range(17))
    return any(-1 <= p - box.x <= box.room and -0.5 <= q - box.y <= 1.5 for p, q in along)


class _Router:
    """Leads one link after the other over the cells, the cheapest way."""

    def __init__(self, board: Board, boxes: Mapping[str, Box], width: int, rows: int) -> None:
        self.board, self.boxes, self.width, self.rows = board, boxes, width, rows
        self.names = {cell: id for id, box in boxes.items() for cell in box.cells}
        self.below = {(box.x + k, box.y + 1): id for id, box in boxes.items() for k in range(box.room)}
        self.around: dict[Cell, tuple[int, str]] = {}
        for id, box in boxes.items():
            for x in range(box.x - 1, box.x + box.letters + 1):
                self.around.update({(x, box.y - 1): (OVER, id), (x, box.y): (BESIDE, id)})
        self.routes: dict[int, list[Cell]] = {}
        self.lines: dict[Cell, dict[int, Way]] = {}

    def plan(self, labels: Mapping[str, str]) -> Plan:
        """All links led, kind by kind, short ones first, and again in the sight of the others."""
        links = self.board.links
        kinds = list(dict.fromkeys(link.kind for link in links))
        spans = [self._guess(self.boxes[link.a].cells[0], self.boxes[link.b]) for link in links]
        order = sorted(range(len(links)), key=lambda k: (kinds.index(links[k].kind), spans[k]))
        for k in order * 3:
            for cell in self.routes.get(k, ()):
                self.lines.get(cell, {}).pop(k, None)
            self.routes[k] = route = self._find(links[k])
            steps = [STEPS.index((u - x, v - y)) for (x, y), (u, v) in pairwise(route)]
            for cell, into, out in zip(route[1:-1], steps, steps[1:], strict=False):
                self.lines.setdefault(cell, {})[k] = (k, into, out)
        lines = {cell: sorted(ways.values()) for cell, ways in self.lines.items() if ways}
        lost = {way[0] for ways in lines.values() for way in ways[1:] if _shared(way, ways[0])}
        lost |= {k for k, route in self.routes.items() if not route}
        return Plan(labels, self.boxes, lines, [links[k] for k in sorted(lost)], self.rows)

    def _find(self, link: Link) -> list[Cell]:
        """The cheapest way from name to name (A*), with a cell of each; empty when there is none."""
        start, goal = self.boxes[link.a], self.boxes[link.b]
        haste = 4 if self._guess(start.cells[0], goal) > FAR else 2
        best: dict[_State, int] = {}
        came: dict[_State, _State] = {}
        heap: list[tuple[int, int, _State]] = []
        for cell in start.cells:
            best[*cell, -1] = cost = _aside(cell, start)
            heappush(heap, (cost + self._guess(cell, goal), cost, (*cell, -1)))
        while heap:
            _, cost, state = heappop(heap)
            if cost > best[state]:
                continue
            if self.names.get(state[:2]) == link.b:
                route = [state[:2]]
                while state in came:
                    route.insert(0, (state := came[state])[:2])
                return route
            for more, after in self._steps(state, link):
                if cost + more < best.get(after, cost + more + 1):
                    best[after], came[after] = cost + more, state
                    hope = cost + more + self._guess(after[:2], goal) * haste // 2
                    heappush(heap, (hope, cost + more, after))
        return []

    def _guess(self, cell: Cell, goal: Box) -> int:
        """What a way to a name costs at least."""
        x, y = cell
        columns = max(goal.x - x, x - goal.x - goal.letters + 1, 0)
        rows = abs(y - goal.y)
        straight = (columns - rows) * LEVEL if columns > rows else (rows - columns) * UPRIGHT
        return min(columns, rows) * SLANTED + straight

    def _steps(self, state: _State, link: Link) -> Iterator[tuple[int, _State]]:
        """The steps that can follow, with what they cost."""
        x, y, into = state
        crowded = into >= 0 and bool(self.lines.get((x, y)))
        for out, (right, down) in enumerate(STEPS):
            turn = min((out - into) % 8, (into - out) % 8) if into >= 0 else 0
            cell = (x + right, y + down)
            if turn >= len(BENDS) or not (0 <= cell[0] < self.width and 0 <= cell[1] < self.rows):
                continue
            if (name := self.names.get(cell)) not in (None, link.b):
                continue
            cost = BENDS[turn] + (SHARED if crowded and turn else 0)
            cost += SLANTED if out % 2 else UPRIGHT if down else LEVEL
            corner = self.lines.get((x, cell[1]), {}).keys() & self.lines.get((cell[0], y), {}).keys()
            cost += CROSSED if out % 2 and corner else 0
            cost += _aside(cell, self.boxes[link.b]) if name else self._entry(cell, out, link)
            yield cost, (*cell, out)

    def _entry(self, cell: Cell, step: int, link: Link) -> int:
        """What it costs to draw a link into a cell without a name."""
        x, y = cell
        ends = (link.a, link.b)
        cost, id = self.around.get(cell, (0, link.a))
        cost *= id not in ends
        if cell in self.below:
            cost += 4 if self.below[cell] in ends and step % 4 else FOREIGN
        for way in self.lines.get(cell, {}).values():
            cost += SHARED if _shared(way, (-1, step, step)) else CROSSED
        sides = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return cost + sum(5 for side in sides if self.lines.get(side))


def _shared(one: Way, other: Way) -> bool:
    """Whether two ways through a cell do more than cross."""
    return one[1] != one[2] or other[1] != other[2] or (one[1] - other[1]) % 4 == 0


def _aside(cell: Cell, box: Box) -> int:
    """What it costs that a link meets a name elsewhere than in its middle."""
    return int(abs(cell[0] - box.middle[0]) * 3)
