"""A board as a picture of characters: names where the map has them, and lines for its links.

`draw` places the names, leads every link around them, writes marks below the names, and tells in
words below the picture what the picture does not show whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import cycle, pairwise
from math import inf
from textwrap import wrap
from typing import NamedTuple

from sandtable.board import Board, Link

STYLES = {"road": "=###", "path": "-|/\\"}
"""What links are drawn with, by kind: level, upright, rising and falling."""

OTHER_STYLES = ("-|/\\", ".:..", "=###", "~~~~", "****")
"""Styles of other kinds, in the order in which the kinds appear on the board."""

NARROW = 40  # With fewer columns there is a list instead of a picture.
ROOM = 5  # So many columns are kept for marks below every name, however short.
LETTERS = (99, 12, 10, 8, 6, 5, 4)  # So long names may be; the first with which all have room is taken.
TRIES = 3  # So many plans are made, at most, in the hope of one in which all is clear.
HOPELESS = 8  # With more links than this that are not clear, shorter names will not help.
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
_Way = tuple[int, int, int]  # A link in a cell: its number, its direction in and out.
_Names = tuple[tuple[str, str], ...]
_State = tuple[int, int, int]  # A cell, and the step by which it was come to; -1 at the beginning.


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


class _Plan(NamedTuple):
    """What no marks change; `lines` has the link to be drawn first, `unclear` are those it hides."""

    labels: Mapping[str, str]
    boxes: Mapping[str, _Box]
    lines: Mapping[Cell, Sequence[_Way]]
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


def _notes(
    plan: _Plan, names: Mapping[str, str], marks: Mapping[str, str], hidden: Sequence[str], width: int
) -> Iterator[str]:
    """The lines below the picture; when names are cut they tell all marks with the whole names."""
    cut = [f"{short}\0{names[id]}" for id, short in plan.labels.items() if short != names[id]]
    told = [f"{names[id]}\0{mark}" for id, mark in marks.items() if cut or id in hidden]
    links = [f"{names[link.a]} to {names[link.b]} ({link.kind})" for link in plan.unclear]
    for title, items in (("Names cut", cut), ("Marks", told), ("Links hard to see", links)):
        if items:
            yield from _wrapped(f"{title}: {', '.join(items)}.", width)


def _list(board: Board, marks: Mapping[str, str], width: int) -> Iterator[str]:
    """Every space with its marks, and where its links lead, kind by kind."""
    for id, space in board.spaces.items():
        parts = [f"{space}\0{marks[id]}" if id in marks else str(space)]
        for kind in dict.fromkeys(link.kind for link in board.links_of(id)):
            ends = (str(board.spaces[other]) for other in board.neighbours(id, (kind,)))
            parts.append(f"{kind} to {', '.join(ends)}")
        yield from _wrapped("; ".join(parts), width)


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of a text that is not torn at its hyphens, nor where it has a null for a space."""
    lines = wrap(text, width, subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


class _Canvas:
    """The cells of a picture; `text` are those that hold names and marks."""

    def __init__(self, board: Board, plan: _Plan, width: int, styles: Mapping[str, str]) -> None:
        self.plan, self.width = plan, width
        self.cells: dict[Cell, str] = {}
        self.text: set[Cell] = set()
        pens = _pens(board, styles)
        for cell, ways in plan.lines.items():
            self.cells[cell] = _stroke(pens[board.links[ways[0][0]].kind], *ways[0][1:])
        for id, box in plan.boxes.items():
            self._put(box.x, box.y, plan.labels[id])

    def _put(self, x: int, y: int, text: str) -> None:
        for place, letter in enumerate(text, x):
            self.cells[place, y] = letter
            self.text.add((place, y))

    def write(self, id: str, mark: str) -> bool:
        """Write a mark at its space, cut with a ``+`` if it must be; whether it stands there whole."""
        for text in (mark, *(f"{mark[:n]}+" for n in range(len(mark) - 2, -1, -1))):
            cost, x, y = min(self._spots(id, len(text)))
            if cost < NEVER:
                self._put(x, y, text)
                return text == mark
        return False

    def _spots(self, id: str, size: int) -> Iterator[tuple[int, int, int]]:
        """Where a mark could begin, with how bad that is: best right below the first letter."""
        box = self.plan.boxes[id]
        for x in range(box.x - size + 1, box.x + box.room):
            yield self._hides(x, box.y + 1, size) + abs(x - box.x), x, box.y + 1
        for cost, x in ((8, box.x + box.letters + 1), (12, box.x - size - 1)):
            yield self._hides(x, box.y, size) + cost, x, box.y

    def _hides(self, x: int, y: int, size: int) -> int:
        """How bad it is to write into these cells; NEVER or more where something is, or a text near."""
        before, *cells, after = ((place, y) for place in range(x - 1, x + size + 1))
        if x < 0 or x + size > self.width or any(cell in self.cells for cell in cells):
            return NEVER
        return sum(NEVER if cell in self.text else 4 for cell in (before, after) if cell in self.cells)

    def picture(self) -> list[str]:
        """The rows, without empty ones at the top and the bottom."""
        grid = [[self.cells.get((x, y), " ") for x in range(self.width)] for y in range(self.plan.rows)]
        rows = ["".join(row).rstrip() for row in grid]
        full = [y for y, row in enumerate(rows) if row]
        return rows[full[0] : full[-1] + 1]


def _pens(board: Board, styles: Mapping[str, str]) -> dict[str, str]:
    """The four characters of every kind of link on a board."""
    kinds = dict.fromkeys(link.kind for link in board.links)
    used = [styles[kind] for kind in kinds if kind in styles]
    free = cycle([style for style in OTHER_STYLES if style not in used] or OTHER_STYLES)
    return {kind: styles[kind] if kind in styles else next(free) for kind in kinds}


def _stroke(pen: str, into: int, out: int) -> str:
    """The character of a way through a cell; lines meet at ``+`` where they turn by a right angle."""
    square = into % 2 == 0 and (into - out) % 4 == 2 and pen[0] == "-"
    return "+" if square else pen[(0, 3, 1, 2)[into % 4]]


@lru_cache(maxsize=16)
def _plan(board: Board, names: _Names, width: int, height: int | None) -> _Plan | None:
    """The first plan in which all is clear, else the clearest; None when names always overlap."""
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
    """How many rows show the map's shape, more if it is flat and full of names, fewer for a tower."""
    xs = [space.x for space in board.spaces.values()]
    ys = [space.y for space in board.spaces.values()]
    shape = (max(ys) - min(ys)) * width // max((max(xs) - min(xs)) * 2, 1)
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
        self.boxes: dict[str, _Box] = {}

    def _close(self, a: str, b: str, columns: int, rows: int) -> bool:
        (x, y), (u, v) = self.aims[a], self.aims[b]
        return a != b and abs(x - u) < columns and abs(y - v) < rows

    def place(self) -> dict[str, _Box] | None:
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

    def _best(self, id: str) -> _Box:
        """The place that is best as the others stand now."""
        near = [other for other in self.near[id] if other in self.boxes]
        others = [self.boxes[other] for other in near]
        ends = [self.boxes[other] for other in self.board.neighbours(id) if other in self.boxes]
        links = (link for other in near for link in self.board.links_of(other) if link.a == other)
        pairs = [(link.a, link.b) for link in links if id != link.b in self.boxes]
        lines = [(self.boxes[a].middle, self.boxes[b].middle) for a, b in pairs]
        best, least = _Box(0, 0, 0), inf
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
    """Coordinates from 0 to 1, partly at even distances, which gives a crowded part more room."""
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
    (x, y), (u, v) = a, b
    if max(x, u) < box.x - 1 or min(x, u) > box.x + box.room:
        return False
    along = ((x + (u - x) * k / 16, y + (v - y) * k / 16) for k in range(17))
    return any(-1 <= p - box.x <= box.room and -0.5 <= q - box.y <= 1.5 for p, q in along)


class _Router:
    """Leads one link after the other over the cells, the cheapest way."""

    def __init__(self, board: Board, boxes: Mapping[str, _Box], width: int, rows: int) -> None:
        self.board, self.boxes, self.width, self.rows = board, boxes, width, rows
        self.names = {cell: id for id, box in boxes.items() for cell in box.cells}
        self.below = {(box.x + k, box.y + 1): id for id, box in boxes.items() for k in range(box.room)}
        self.around: dict[Cell, tuple[int, str]] = {}
        for id, box in boxes.items():
            for x in range(box.x - 1, box.x + box.letters + 1):
                self.around.update({(x, box.y - 1): (OVER, id), (x, box.y): (BESIDE, id)})
        self.routes: dict[int, list[Cell]] = {}
        self.lines: dict[Cell, dict[int, _Way]] = {}

    def plan(self, labels: Mapping[str, str]) -> _Plan:
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
        return _Plan(labels, self.boxes, lines, [links[k] for k in sorted(lost)], self.rows)

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

    def _guess(self, cell: Cell, goal: _Box) -> int:
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
            if out % 2 and self._slants((x, cell[1]), (cell[0], y)):
                cost += CROSSED
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

    def _slants(self, a: Cell, b: Cell) -> bool:
        """Whether some link goes from one of these cells to the other."""
        return any(k in self.lines.get(b, ()) for k in self.lines.get(a, ()))


def _shared(one: _Way, other: _Way) -> bool:
    """Whether two ways through a cell do more than cross."""
    return one[1] != one[2] or other[1] != other[2] or (one[1] - other[1]) % 4 == 0


def _aside(cell: Cell, box: _Box) -> int:
    """What it costs that a link meets a name elsewhere than in its middle."""
    return int(abs(cell[0] - box.middle[0]) * 3)
