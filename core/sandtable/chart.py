"""A board as a picture of characters: names where the map has them, and lines for its links.

`draw` places the names, leads every link around them, writes marks below the names, and tells in
words below the picture what the picture does not show whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import inf
from textwrap import wrap
from typing import NamedTuple

from sandtable.board import Board, Link

STYLES = {"road": "=###", "path": "-|/\\"}
"""What links are drawn with, by kind: level, upright, rising and falling."""

OTHER_STYLES = ("-|/\\", ".:..", "=###", "~~~~", "****")
"""Styles of other kinds, in the order in which the kinds appear on the board."""

NARROW = 40
"""With fewer columns there is a list instead of a picture."""

LETTERS = (99, 12, 10, 8, 6, 5, 4)
"""So long names may be; the first number with which all have room is taken."""

TRIES = 3
"""So many plans are made, at most, in the hope of one in which all is clear."""

HOPELESS = 8
"""With more links than this that are not clear, shorter names will not help."""

ROOM = 5
"""So many columns are kept for marks below every name, however short."""

Cell = tuple[int, int]
Point = tuple[float, float]
_Names = tuple[tuple[str, str], ...]


class _Box(NamedTuple):
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


class _Way(NamedTuple):
    """A link in a cell: its number on the board, and its direction (a place in STEPS) in and out."""

    link: int
    into: int
    out: int


class _Plan(NamedTuple):
    """All that stays the same however the map is marked.

    `lines` are the links in every cell, the one to be drawn first; `ends` the cells below a name
    where a link comes in that the name's marks may hide; `unclear` the links that others hide.
    """

    labels: Mapping[str, str]
    boxes: Mapping[str, _Box]
    lines: Mapping[Cell, Sequence[_Way]]
    ends: Mapping[Cell, str]
    unclear: Sequence[Link]
    rows: int


def draw(
    board: Board,
    marks: Mapping[str, str] = {},
    width: int = 100,
    height: int | None = None,
    styles: Mapping[str, str] = {},
    labels: Mapping[str, str] = {},
    legend: str = "",
) -> list[str]:
    """A board as lines of text, none wider than `width` (20 or more); names stay where they are.

    `marks` say what lies in a space, `labels` are shorter names, `styles` go before STYLES (four
    characters a kind), and `legend` is a text to stand below. The picture has the proportions of
    the map; with `height` it keeps to so many rows, with all that is below it, where it can.
    Names are cut that do not fit otherwise; these, and marks that are not whole, are told in
    words. Where there is no room for a picture there is a list of the spaces and their links.
    Raises KeyError for a mark of a space that is not on the board.
    """
    texts = {board.spaces[id].id: " ".join(mark.split()) for id, mark in marks.items() if mark.strip()}
    names = {id: labels.get(id) or str(space) for id, space in board.spaces.items()}
    rows, key, told = height, tuple(names.items()), wrap(legend, width)
    for _ in range(3):
        plan = (_plan(board, key, width, rows) or _plan(board, key, width, None)) if names else None
        if plan is None:
            return [*_list(board, texts, width), *told]
        canvas = _Canvas(board, plan, width, {**STYLES, **styles})
        hidden = [id for id, text in texts.items() if not canvas.write(id, text)]
        below = [*_notes(plan, names, texts, hidden, width), *told]
        picture = canvas.picture()
        if height is None or len(picture) + len(below) <= height:
            break
        rows = height - len(below)
    return picture + below


# In words: what the picture does not show, or all of it.


def _notes(
    plan: _Plan,
    names: Mapping[str, str],
    marks: Mapping[str, str],
    hidden: Sequence[str],
    width: int,
) -> Iterator[str]:
    """The lines below the picture; when names are cut they tell all marks with the whole names."""
    cut = [f"{short} {names[id]}" for id, short in plan.labels.items() if short != names[id]]
    told = [f"{names[id]} {mark}" for id, mark in marks.items() if cut or id in hidden]
    links = [f"{names[link.a]} to {names[link.b]} ({link.kind})" for link in plan.unclear]
    for title, items in (("Names cut", cut), ("Marks", told), ("Links hard to see", links)):
        if items:
            yield from _wrapped(f"{title}: {', '.join(map(_whole, items))}.", width)


def _list(board: Board, marks: Mapping[str, str], width: int) -> Iterator[str]:
    """Every space with its marks, and where its links lead, kind by kind."""
    for id, space in board.spaces.items():
        parts = [_whole(f"{space} {marks[id]}") if id in marks else str(space)]
        for kind in dict.fromkeys(link.kind for link in board.links_of(id)):
            ends = (_whole(str(board.spaces[other])) for other in board.neighbours(id, (kind,)))
            parts.append(f"{kind} to {', '.join(ends)}")
        yield from _wrapped("; ".join(parts), width)


def _whole(text: str) -> str:
    """A text that is not torn at its spaces."""
    return text.replace(" ", "\0")


def _wrapped(text: str, width: int) -> list[str]:
    lines = wrap(text, width, subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


# The picture: lines, names over them, then marks where they hide nothing.


class _Canvas:
    """The cells of a picture; `text` are those that hold names and marks."""

    def __init__(self, board: Board, plan: _Plan, width: int, styles: Mapping[str, str]) -> None:
        self.plan, self.width = plan, width
        self.cells: dict[Cell, str] = {}
        self.text: set[Cell] = set()
        pens = _pens(board, styles)
        for cell, ways in plan.lines.items():
            self.cells[cell] = _stroke(pens[board.links[ways[0].link].kind], ways[0])
        for id, box in plan.boxes.items():
            self._put(box.x, box.y, plan.labels[id])

    def _put(self, x: int, y: int, text: str) -> None:
        for place, letter in enumerate(text, x):
            self.cells[place, y] = letter
            self.text.add((place, y))

    def write(self, id: str, mark: str) -> bool:
        """Write a mark at its space, cut with a ``+`` if it must be; whether it stands there whole."""
        for text in (mark, *(f"{mark[:n]}+" for n in range(len(mark) - 2, -1, -1))):
            spots = [(cost, x, y) for cost, x, y in self._spots(id, len(text)) if cost < NEVER]
            if spots:
                _, x, y = min(spots)
                self._put(x, y, text)
                return text == mark
        return False

    def _spots(self, id: str, size: int) -> Iterator[tuple[int, int, int]]:
        """Where a mark could begin, with how bad that is: best right below the first letter."""
        box = self.plan.boxes[id]
        for x in range(box.x - size + 1, box.x + box.room):
            yield self._hides(id, x, box.y + 1, size) + abs(x - box.x), x, box.y + 1
        for cost, x in ((8, box.x + box.letters + 1), (12, box.x - size - 1)):
            yield self._hides(id, x, box.y, size) + cost, x, box.y

    def _hides(self, id: str, x: int, y: int, size: int) -> int:
        """How bad it is to write over these cells; NEVER or more over a text or a link's middle."""
        cost = 0 if x >= 0 and x + size <= self.width else NEVER
        for cell in ((place, y) for place in range(x, x + size)):
            if cell in self.cells:
                cost += 6 if self.plan.ends.get(cell) == id and cell not in self.text else NEVER
        own = self.plan.boxes[id].cells
        for cell in ((x - 1, y), (x + size, y)):
            if cell in self.text and cell not in own:
                cost += NEVER
            elif cell in self.cells:
                cost += 4
        return cost

    def picture(self) -> list[str]:
        """The rows, without empty ones at the top and the bottom."""
        rows = [
            "".join(self.cells.get((x, y), " ") for x in range(self.width)).rstrip()
            for y in range(self.plan.rows)
        ]
        full = [y for y, row in enumerate(rows) if row]
        return rows[full[0] : full[-1] + 1]


def _pens(board: Board, styles: Mapping[str, str]) -> dict[str, str]:
    """The four characters of every kind of link on a board."""
    kinds = dict.fromkeys(link.kind for link in board.links)
    known = {kind: styles[kind] for kind in kinds if kind in styles}
    free = [style for style in OTHER_STYLES if style not in known.values()] or OTHER_STYLES
    others = [kind for kind in kinds if kind not in known]
    return known | {kind: free[place % len(free)] for place, kind in enumerate(others)}


def _stroke(pen: str, way: _Way) -> str:
    """The character of a way through a cell; lines meet at ``+`` where they turn by a right angle."""
    square = way.into % 2 == 0 and (way.into - way.out) % 4 == 2
    return "+" if square and pen[0] == "-" else pen[(0, 3, 1, 2)[way.into % 4]]


# The plan.


@lru_cache(maxsize=16)
def _plan(board: Board, names: _Names, width: int, height: int | None) -> _Plan | None:
    """The first plan in which all is clear, with names as whole as can be; else the clearest.

    None when names would overlap however they are cut, or when the spaces have no places.
    """
    plans: list[_Plan] = []
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


def _rows(board: Board, names: _Names, width: int, height: int | None) -> int:
    """How many rows show the map's shape, a row being as high as two columns are wide.

    More for a map that is flat and full of names, fewer for a tower.
    """
    xs, ys = zip(*((space.x, space.y) for space in board.spaces.values()), strict=True)
    shape = (max(ys) - min(ys)) * width // max((max(xs) - min(xs)) * 2, 1)
    full = sum(len(name) + 4 for _, name in names) * 4 // width + 4
    rows = max(min(shape, width), full)
    return rows if height is None else max(min(rows, height), 2)


def _cut(names: Mapping[str, str], letters: int) -> dict[str, str]:
    """Names of at most so many letters, all different: each word gives some of its own."""
    found: dict[str, str] = {}
    for id, name in names.items():
        short, count = _shorter(name, letters), 1
        while short != name and short in found.values():
            count += 1
            short = f"{_shorter(name, letters - len(str(count)))}{count}"
        found[id] = short
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


# Where the names stand.

NEVER, HIT = 1000, 25
"""How bad it is that names overlap, and that a straight line between two runs over a third."""


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
        self.near = {
            a: [b for b in self.aims if b != a and self._close(a, b, 36, 10)] for a in self.aims
        }
        self.boxes: dict[str, _Box] = {}

    def _close(self, a: str, b: str, columns: int, rows: int) -> bool:
        (x, y), (u, v) = self.aims[a], self.aims[b]
        return abs(x - u) < columns and abs(y - v) < rows

    def place(self) -> dict[str, _Box] | None:
        """The places, the most crowded chosen first and all of them again until none moves.

        None when names would overlap.
        """
        crowd = {a: sum(self._close(a, b, 14, 5) for b in self.near[a]) for a in self.aims}
        order = sorted(self.aims, key=lambda id: -crowd[id])
        for turn in range(5):
            before = dict(self.boxes)
            for id in order:
                self.boxes[id] = self._best(id)
            if turn and before == self.boxes:
                break
        return None if any(map(self._clashes, order)) else self.boxes

    def _clashes(self, id: str) -> bool:
        others = [box for other, box in self.boxes.items() if other != id]
        return _crowding(self.boxes[id], others) >= NEVER

    def _best(self, id: str) -> _Box:
        """The place that is best as the others stand now."""
        near = [other for other in self.near[id] if other in self.boxes]
        others = [self.boxes[other] for other in near]
        ends = [self.boxes[other] for other in self.board.neighbours(id) if other in self.boxes]
        lines = [
            (self.boxes[link.a].middle, self.boxes[link.b].middle)
            for other in near
            for link in self.board.links_of(other)
            if link.a == other and id != link.b in self.boxes
        ]
        best, least = _Box(0, 0, 0), inf
        for far, box in self._spots(id):
            if far >= least:
                break
            cost = far + _crowding(box, others)
            if cost < least:
                pairs = ((end, other) for end in ends for other in others if other is not end)
                cost += HIT * sum(_hits(box.middle, end.middle, other) for end, other in pairs)
                cost += HIT * sum(_hits(a, b, box) for a, b in lines)
            if cost < least:
                best, least = box, cost
        return best

    def _spots(self, id: str) -> list[tuple[float, _Box]]:
        """Where a name could stand, nearest first, with how far off that is."""
        (aim_x, aim_y), letters = self.aims[id], len(self.labels[id])
        most = self.width - max(letters, ROOM)
        left = min(max(round(aim_x - letters / 2), 0), most)
        found = []
        for y in range(max(round(aim_y) - 4, 0), min(round(aim_y) + 5, self.rows - 1)):
            for x in range(max(left - 14, 0), min(left + 15, most + 1)):
                far = (x + letters / 2 - aim_x) ** 2 + (2.2 * (y - aim_y)) ** 2
                found.append((far, _Box(x, y, letters)))
        return sorted(found)


def _spread(values: Iterable[int], evenly: float) -> dict[int, float]:
    """Coordinates from 0 to 1: as on the map, but `evenly` of the way to equal distances.

    So a crowded part of the map gets more of the room than an empty one.
    """
    known = sorted(set(values))
    low, span, last = known[0], known[-1] - known[0], len(known) - 1
    if not span:
        return {low: 0.5}
    return {v: (v - low) / span * (1 - evenly) + k / last * evenly for k, v in enumerate(known)}


def _crowding(box: _Box, others: Iterable[_Box]) -> float:
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


def _hits(a: Point, b: Point, box: _Box) -> bool:
    """Whether a straight line runs over a name or its marks."""
    low, high = (box.x - 1, box.y - 0.5), (box.x + box.room, box.y + 1.5)
    first, last = 0.0, 1.0
    for start, end, least, most in zip(a, b, low, high, strict=True):
        if max(start, end) < least or min(start, end) > most:
            return False
        if start != end:
            on, off = sorted(((least - start) / (end - start), (most - start) / (end - start)))
            first, last = max(first, on), min(last, off)
    return first <= last


# How the links are led around the names. A row is as high as two columns are wide.

LEVEL, UPRIGHT, SLANTED = 10, 20, 24
"""What a step costs."""

STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The eight directions, clockwise from the right."""

BENDS = (0, 14, 45)
"""What a turn by none, a half and a whole right angle costs; there is no other."""

BESIDE, OVER, FOREIGN, CROSSED, SHARED = 40, 6, 70, 100, 400
"""What a cell costs beside or over another's name, among its marks, across a line, along a line."""

FAR = 400
"""For a link longer than this the first good way is taken; the cheapest would take too long."""

State = tuple[int, int, int]
"""A cell, and the step by which it was come to; -1 at the beginning."""


class _Router:
    """Leads one link after the other over the cells, the cheapest way."""

    def __init__(self, board: Board, boxes: Mapping[str, _Box], width: int, rows: int) -> None:
        self.board, self.boxes, self.width, self.rows = board, boxes, width, rows
        self.names = {cell: id for id, box in boxes.items() for cell in box.cells}
        self.below = {(box.x + k, box.y + 1): id for id, box in boxes.items() for k in range(box.room)}
        self.around: dict[Cell, int] = {}
        for box in boxes.values():
            self.around.update({(x, y - 1): OVER for x, y in box.cells if (x, y - 1) not in self.around})
            for x in (box.x - 1, box.x + box.letters):
                self.around.update({(x, box.y): BESIDE, (x, box.y - 1): OVER, (x, box.y + 1): OVER})
        self.routes: dict[int, list[Cell]] = {}
        self.lines: dict[Cell, list[_Way]] = {}
        self.slants: dict[Cell, int] = {}

    def plan(self, labels: Mapping[str, str]) -> _Plan:
        """All links led, kind by kind, short ones first, and again in the sight of the others."""
        links = self.board.links
        kinds = list(dict.fromkeys(link.kind for link in links))
        spans = [self._guess(self.boxes[link.a].cells[0], self.boxes[link.b]) for link in links]
        order = sorted(range(len(links)), key=lambda k: (kinds.index(links[k].kind), spans[k]))
        for k in order * 3:
            self._count(k, -1)
            self.routes[k] = self._find(links[k])
            self._count(k, 1)
        lines = {cell: sorted(ways) for cell, ways in self.lines.items() if ways}
        lost = {way.link for ways in lines.values() for way in ways[1:] if _shared(way, ways[0])}
        lost |= {k for k, route in self.routes.items() if not route}
        unclear = [self.board.links[k] for k in sorted(lost)]
        return _Plan(labels, self.boxes, lines, dict(self._ends()), unclear, self.rows)

    def _ends(self) -> Iterator[tuple[Cell, str]]:
        for k, route in self.routes.items():
            link = self.board.links[k]
            for id, cell in ((link.a, route[1]), (link.b, route[-2])) if len(route) > 3 else ():
                if self.below.get(cell) == id and len(self.lines[cell]) == 1:
                    yield cell, id

    def _count(self, k: int, by: int) -> None:
        """Put a link's route on the cells, or take it off them with -1."""
        route = self.routes.get(k, [])
        steps = [STEPS.index((u - x, v - y)) for (x, y), (u, v) in pairwise(route)]
        for cell, into, out in zip(route[1:-1], steps, steps[1:], strict=False):
            ways = [way for way in self.lines.get(cell, ()) if way.link != k]
            self.lines[cell] = [*ways, _Way(k, into, out)] if by > 0 else ways
        for a, b in pairwise(route):
            corner = _corner(a, b)
            self.slants[corner] = self.slants.get(corner, 0) + by * (a[0] != b[0] and a[1] != b[1])

    def _find(self, link: Link) -> list[Cell]:
        """The cheapest way from name to name (A*), with a cell of each; empty when there is none."""
        start, goal = self.boxes[link.a], self.boxes[link.b]
        haste = 4 if self._guess(start.cells[0], goal) > FAR else 2
        best: dict[State, int] = {}
        came: dict[State, State] = {}
        heap: list[tuple[int, int, State]] = []
        for cell in start.cells:
            best[*cell, -1] = cost = _aside(cell, start)
            heappush(heap, (cost + self._guess(cell, goal), cost, (*cell, -1)))
        while heap:
            _, cost, state = heappop(heap)
            if cost > best[state]:
                continue
            if self.names.get(state[:2]) == link.b:
                return _trace(state, came)
            for more, after in self._steps(state, link):
                if cost + more < best.get(after, cost + more + 1):
                    best[after], came[after] = cost + more, state
                    hope = cost + more + self._guess(after[:2], goal) * haste // 2
                    heappush(heap, (hope, cost + more, after))
        return []

    def _guess(self, cell: Cell, goal: _Box) -> int:
        """What a way to a name costs at least."""
        x, y = cell
        columns = max(goal.x - x, x - goal.x - goal.letters + 1, 0)
        rows = abs(y - goal.y)
        straight = (columns - rows) * LEVEL if columns > rows else (rows - columns) * UPRIGHT
        return min(columns, rows) * SLANTED + straight

    def _steps(self, state: State, link: Link) -> Iterator[tuple[int, State]]:
        """The steps that can follow, with what they cost."""
        x, y, into = state
        crowded = into >= 0 and bool(self.lines.get((x, y)))
        for out, (right, down) in enumerate(STEPS):
            turn = min((out - into) % 8, (into - out) % 8) if into >= 0 else 0
            cell = (x + right, y + down)
            if turn >= len(BENDS) or not (0 <= cell[0] < self.width and 0 <= cell[1] < self.rows):
                continue
            name = self.names.get(cell)
            if name not in (None, link.b):
                continue
            cost = BENDS[turn] + (SHARED if crowded and turn else 0)
            cost += SLANTED if out % 2 else UPRIGHT if down else LEVEL
            if out % 2 and self.slants.get(_corner((x, y), cell)):
                cost += CROSSED
            cost += _aside(cell, self.boxes[link.b]) if name else self._entry(cell, out, link)
            yield cost, (*cell, out)

    def _entry(self, cell: Cell, step: int, link: Link) -> int:
        """What it costs to draw a link into a cell without a name."""
        x, y = cell
        owner, cost = self.below.get(cell), 0
        if owner in (link.a, link.b):
            cost += FOREIGN if step % 4 == 0 else 4
        elif owner is not None:
            cost += FOREIGN
        if cell in self.around and not any(_beside(cell, self.boxes[id]) for id in (link.a, link.b)):
            cost += self.around[cell]
        for way in self.lines.get(cell, ()):
            cost += SHARED if _shared(way, _Way(-1, step, step)) else CROSSED
        return cost + sum(
            5 for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if self.lines.get(near)
        )


def _shared(one: _Way, other: _Way) -> bool:
    """Whether two ways through a cell do more than cross."""
    return one.into != one.out or other.into != other.out or (one.into - other.into) % 4 == 0


def _corner(a: Cell, b: Cell) -> Cell:
    """The corner of cells that a slanted step goes over, the same for both slants."""
    return min(a[0], b[0]), min(a[1], b[1])


def _aside(cell: Cell, box: _Box) -> int:
    """What it costs that a link meets a name elsewhere than in its middle."""
    return int(abs(cell[0] - box.middle[0]) * 3)


def _beside(cell: Cell, box: _Box) -> bool:
    return box.x - 1 <= cell[0] <= box.x + box.letters and abs(cell[1] - box.y) < 2


def _trace(state: State, came: Mapping[State, State]) -> list[Cell]:
    """The cells of a way that was found, from its beginning."""
    route = [state[:2]]
    while state in came:
        state = came[state]
        route.append(state[:2])
    return route[::-1]
