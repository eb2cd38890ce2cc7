"""The routes of links through the cells of a picture of a board in characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from sandtable import Board, Link
from sandtable_pictures.layout.boxes import Cell, NameBox

# The eight directions, clockwise from the right.
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
LEVEL, UPRIGHT, SLANTED = 10, 20, 24  # The cost of a step: a row is as high as two columns are wide.
BENDS = (0, 14, 45)  # The cost of no turn, and of one by 45 and 90 degrees; no other turn is allowed.
BESIDE, OVER = 40, 6  # The cost of a cell next to the name of another space, and of one above it.
FOREIGN, BELOW = 70, 4  # The cost of a cell among the marks of another space, and of one's own space.
CROSSED, SHARED = 100, 400  # The cost of crossing another link, and of running along it.
CLOSE = 5  # The cost of a cell next to a cell with a link.
FAR = 400  # A link that costs more than this gets a good route; finding the cheapest takes too long.

Way = tuple[int, int, int]  # A link in a cell: its number, its direction in and out.
Route = Sequence[Cell]

_TURNS = len(STEPS) + 1  # How a route reached a cell: it begins there, or one of the steps led to it.
_BITS = 32  # The heap has one number for an estimate, a cost and a state: it compares fast.
_MASK = (1 << _BITS) - 1


def ways(routes: Sequence[Route]) -> dict[Cell, list[Way]]:
    """The links in each cell without a name, by their numbers."""
    drawn: dict[Cell, list[Way]] = {}
    for k, route in enumerate(routes):
        for cell, way in _ways(k, route).items():
            drawn.setdefault(cell, []).append(way)
    return drawn


def _ways(k: int, route: Route) -> dict[Cell, Way]:
    """The parts of links in each cell between their names."""
    steps = [STEPS.index((u - x, v - y)) for (x, y), (u, v) in pairwise(route)]
    return {cell: (k, *turn) for cell, turn in zip(route[1:-1], pairwise(steps), strict=True)}


def shared(way: Way, other: Way) -> bool:
    """Whether two links in a cell do more than cross."""
    return way[1] != way[2] or other[1] != other[2] or (way[1] - other[1]) % 4 == 0


class Router:
    """Routes one link after the other over the cells, each by the cheapest way.

    A cell is a number, column by column, within a frame that no link crosses. `prices` are the cost
    of entering each cell: level, falling, upright and rising. They are looked up far more often than
    they change.
    """

    def __init__(self, board: Board, boxes: Mapping[str, NameBox], width: int, rows: int) -> None:
        self.links, self.boxes = board.links, boxes
        self.width, self.rows, self.tall = width, rows, rows + 2
        size = (width + 2) * self.tall
        self.barred = bytearray([True]) * size
        for x in range(width):
            self.barred[self._number((x, 0)) : self._number((x, rows))] = bytes(rows)
        self.names = {id: self._meets(box) for id, box in boxes.items()}
        for cell in (cell for cells in self.names.values() for cell in cells):
            self.barred[cell] = True
        self.prices = [[0] * size for _ in range(4)]
        self.own: dict[str, list[tuple[int, int, int]]] = {id: [] for id in boxes}
        self._price_names()
        self.far = [[_straight(x, y) for y in range(self.tall)] for x in range(width + 2)]
        self.hopes = {id: self._hopes(box) for id, box in boxes.items()}
        self.moves = [*self._moves(0), *self._moves(SHARED)]
        self.lines: list[dict[int, Way]] = [{} for _ in range(size)]
        self.routes: dict[int, Route] = {}

    def _number(self, cell: Cell) -> int:
        return (cell[0] + 1) * self.tall + cell[1] + 1

    def _meets(self, box: NameBox) -> dict[int, int]:
        """The cells of a name, each with the cost of meeting the name there instead of in the middle."""
        return {self._number(cell): int(abs(cell[0] - box.middle[0]) * 3) for cell in box.cells}

    def _moves(self, bend: int) -> Iterator[Sequence[tuple[int, int, int, int, int]]]:
        """For each step into a cell, the steps out of it; a turn costs `bend` more.

        A step out has its direction, its price and three offsets: of the cell that it leads to, and of
        the two cells next to it, which matter if it is slanted.
        """
        for into in range(-1, len(STEPS)):
            steps = []
            for out, (right, down) in enumerate(STEPS):
                turn = min((out - into) % 8, (into - out) % 8) if into >= 0 else 0
                if turn < len(BENDS):
                    price = SLANTED if out % 2 else UPRIGHT if down else LEVEL
                    price += BENDS[turn] + bend * (turn > 0)
                    level = right * self.tall
                    steps.append((out, price, level + down, level * (out % 2), down))
            yield steps

    def _price_names(self) -> None:
        """Set the cost of cells near names, and the discounts for links of those names."""
        around: dict[Cell, tuple[str, int]] = {}
        for id, box in self.boxes.items():
            for x in range(box.x - 1, box.x + box.letters + 1):
                around |= {(x, box.y - 1): (id, OVER), (x, box.y): (id, BESIDE)}
        below = {(box.x + k, box.y + 1): id for id, box in self.boxes.items() for k in range(box.room)}
        for cell, (id, price) in around.items():
            self._price_near(id, cell, price, (price,) * 4)
        for cell, id in below.items():
            self._price_near(id, cell, FOREIGN, (0, *[FOREIGN - BELOW] * 3))

    def _price_near(self, id: str, cell: Cell, price: int, spared: Sequence[int]) -> None:
        """Make a cell cost more; links of the name get a discount, `spared`, by their direction."""
        number = self._number(cell)
        for way, prices in enumerate(self.prices):
            prices[number] += price
            self.own[id].append((way, number, spared[way]))

    def _hopes(self, goal: NameBox) -> list[int]:
        """The least cost of a route to a name, from each cell."""
        bounds = []
        for x in range(-1, self.width + 1):
            column = self.far[max(goal.x - x, x - goal.x - goal.letters + 1, 0)]
            bounds += column[goal.y + 1 : 0 : -1] + column[: self.rows - goal.y + 1]
        return bounds

    def lead(self) -> list[Route]:
        """Route all links, kind by kind, short ones first; then route each again around the others.

        The route of a link includes a cell of each of its names; it is empty if there is no way.
        """
        kinds = list(dict.fromkeys(link.kind for link in self.links))
        spans = [self.hopes[link.b][next(iter(self.names[link.a]))] for link in self.links]
        numbers = range(len(self.links))
        order = sorted(numbers, key=lambda k: (kinds.index(self.links[k].kind), spans[k]))
        for k in order * 3:
            self._draw(k, -1)
            cells = [divmod(cell, self.tall) for cell in self._find(self.links[k])]
            self.routes[k] = [(x - 1, y - 1) for x, y in cells]
            self._draw(k, 1)
        return [self.routes[k] for k in numbers]

    def _draw(self, k: int, more: int) -> None:
        """Add the cost of a link's cells for the other links, or remove it again if `more` is -1."""
        for cell, way in _ways(k, self.routes.get(k, ())).items():
            index = self._number(cell)
            was_used = bool(self.lines[index])
            if more > 0:
                self.lines[index][k] = way
            else:
                del self.lines[index][k]
            sides = (index + 1, index - 1, index + self.tall, index - self.tall)
            for step, prices in enumerate(self.prices):
                prices[index] += more * (SHARED if shared(way, (-1, step, step)) else CROSSED)
                for side in sides if bool(self.lines[index]) != was_used else ():
                    prices[side] += more * CLOSE

    def _find(self, link: Link) -> list[int]:
        """The cheapest route from name to name (A*), with a cell of each; empty if there is none."""
        prices, barred, goal = self._prices_for(link), self.barred, self.names[link.b]
        hopes, lines, moves = self.hopes[link.b], self.lines, self.moves
        haste = 2 if hopes[next(iter(self.names[link.a]))] > FAR else 1
        best: dict[int, int] = {}
        previous: dict[int, int] = {}
        heap: list[int] = []
        for cell, cost in self.names[link.a].items():
            best[cell * _TURNS] = cost
            heappush(heap, (cost + hopes[cell] << _BITS | cost) << _BITS | cell * _TURNS)
        while heap:
            item = heappop(heap)
            state, cost = item & _MASK, item >> _BITS & _MASK
            if cost > best[state]:
                continue
            cell, into = divmod(state, _TURNS)
            if cell in goal:
                return _back(state, previous)
            for out, price, step, level, down in moves[into + _TURNS if into and lines[cell] else into]:
                target = cell + step
                if barred[target] and target not in goal:
                    continue
                total = cost + price + prices[out % 4][target]
                if level and lines[cell + level].keys() & lines[cell + down].keys():
                    total += CROSSED
                next_state = target * _TURNS + out + 1
                if next_state not in best or total < best[next_state]:
                    best[next_state], previous[next_state] = total, state
                    heappush(
                        heap, (total + hopes[target] * haste << _BITS | total) << _BITS | next_state
                    )
        return []

    def _prices_for(self, link: Link) -> list[list[int]]:
        """The prices for a link: lower near its own names, higher next to the middle of its goal."""
        prices = [way.copy() for way in self.prices]
        for way, cell, spared in (*self.own[link.a], *self.own[link.b]):
            prices[way][cell] -= spared
        for cell, price in self.names[link.b].items():
            for by_direction in prices:
                by_direction[cell] = price
        return prices


def _straight(columns: int, rows: int) -> int:
    """The cost of a route over some columns and rows if nothing is in the way."""
    more = (columns - rows) * LEVEL if columns > rows else (rows - columns) * UPRIGHT
    return min(columns, rows) * SLANTED + more


def _back(state: int, previous: Mapping[int, int]) -> list[int]:
    """The cells of the route to a state, from its beginning."""
    states = [state // _TURNS]
    while state in previous:
        state = previous[state]
        states.append(state // _TURNS)
    return states[::-1]
