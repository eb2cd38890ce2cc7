"""The places of names and badges: a place is a unit of its sign, its name and its badge.

Names have their places once for a board and a size. In a position, a place with a badge has its name
where both fit, and may hide other names or move a town's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from sandtable_pictures.sheet.scale import Cell

HIDE = (3.0, 6.0, 8.0, 99.0)
"""The cost of hiding a name, by its rank."""

COVER = (6.0, 30.0, 45.0)
"""The cost of covering a sign; only one with a badge covers that of more than a crossing."""

TOWN, HOME = 2, 3
"""The ranks of names that find another place if a badge takes theirs."""

NAMELESS, ASTRIDE, MOVED, UNCLEAR = 99, 9, 2, 4
"""The costs of a badge without its name, of one across its sign, of a name that moves, and of a text
as near to another sign."""


class Text(NamedTuple):
    """A text in a row of a sheet, from a column on."""

    x: int
    y: int
    text: str

    @property
    def cells(self) -> list[Cell]:
        """The cells that it takes."""
        return [(self.x + step, self.y) for step in range(len(self.text))]

    @property
    def ends(self) -> tuple[Cell, Cell]:
        """The cells to its left and to its right."""
        return (self.x - 1, self.y), (self.x + len(self.text), self.y)


class Spot(NamedTuple):
    """Where a name, a badge or both may be: the cost, cells, those near them, and the signs below."""

    cost: float
    name: Text | None
    badge: Text | None
    cells: Sequence[Cell]
    near: Sequence[Cell]
    covers: Sequence[str]


def around(cell: Cell, letters: int) -> Iterator[tuple[int, int, float]]:
    """The columns and rows where a text that touches a cell may begin, each with its cost."""
    x, y = cell
    yield x + 2, y, 0
    yield x - letters - 1, y, 1
    for row in (y + 1, y - 1):
        yield x - letters // 2, row, 2
        for start in (x, x - letters + 1, x - letters // 4, x - 3 * letters // 4):
            yield start, row, 3


class Lettering:
    """The names of a sheet, and the room around them.

    `nodes` has the cell of each place, `names` its name, `ranks` its rank: names of the highest rank
    are placed first. `lines` has the cells of links, which names avoid, and `taken` those of an inset.
    """

    def __init__(
        self,
        size: tuple[int, int],
        nodes: Mapping[str, Cell],
        names: Mapping[str, str],
        ranks: Mapping[str, int],
        lines: Collection[Cell],
        taken: Set[Cell] = frozenset(),
    ) -> None:
        self.width, self.rows = size
        self.nodes, self.ranks, self.lines = nodes, ranks, lines
        self._inset, self._all_names = taken, names
        self._node_of = {cell: id for id, cell in nodes.items()}
        self._fitting: dict[tuple[str, int], list[Spot]] = {}
        self._owner: dict[Cell, str] = {}
        """The place whose name takes a cell."""
        self._covers: dict[str, Sequence[str]] = {}
        self.names: dict[str, Text] = {}
        full = dict[Cell, str]()
        for id in sorted(nodes, key=lambda id: -ranks[id]):
            found = self._best(id, 0, full, (), frozenset())
            if found and (name := found[0].name):
                self.names[id], self._covers[id] = name, found[0].covers
                full |= dict.fromkeys(name.cells, id)
        self._owner = full

    def _spots(self, id: str, letters: int) -> list[Spot]:
        """The spots of a name with a badge of so many letters, if nothing else is there."""
        if (id, letters) not in self._fitting:
            spots = self._fit(id, letters)
            self._fitting[id, letters] = sorted(spots, key=lambda spot: spot.cost)
        return self._fitting[id, letters]

    def _fit(self, id: str, letters: int) -> Iterator[Spot]:
        name, (column, row), badge = self._all_names[id], self.nodes[id], " " * letters
        for x, y, cost in around((column, row), len(name)):
            text = Text(x, y, name)
            if not letters:
                yield from self._spot(id, cost, text)
                continue
            across = column + 2 if x < column else column - letters - 1
            for start, more in ((x + len(name) + 1, 0), (x - letters - 1, 0), (across, ASTRIDE)):
                if y == row or not more:
                    yield from self._spot(id, cost + more, text, Text(start, y, badge))
        for x, y, cost in around((column, row), letters) if letters else ():
            yield from self._spot(id, cost + NAMELESS, None, Text(x, y, badge))

    def _spot(
        self, id: str, cost: float, name: Text | None, badge: Text | None = None
    ) -> Iterator[Spot]:
        """A spot, if no other sign is nearer; a name alone may cover the signs of crossings only."""
        texts = [text for text in (name, badge) if text]
        x, y = min(text.x for text in texts), texts[0].y
        whole = Text(x, y, " " * (max(text.ends[1][0] for text in texts) - x))
        shown, cells, ends = [cell for text in texts for cell in text.cells], whole.cells, whole.ends
        if not 0 <= y < self.rows or x < 0 or ends[1][0] > self.width or self._inset & {*cells}:
            return
        node_of, rank = self._node_of, HOME if badge else min(self.ranks[id], 1)
        covers = [node_of[cell] for cell in shown if cell in node_of]
        bare = {*cells, *ends} - {*shown}
        if any(other == id or self.ranks[other] >= rank for other in covers) or any(
            node_of.get(cell, id) != id for cell in bare
        ):
            return
        near = ((x - 2, y), (x + len(cells) + 1, y))
        next_rows = ((column, row) for row in (y - 1, y + 1) for column in range(x, x + len(cells)))
        cost += sum(UNCLEAR for cell in next_rows if node_of.get(cell, id) != id)
        for far in (2, 3, 4):
            level = (x - far, y), (x + len(cells) + far - 1, y)
            cost += sum(2 * UNCLEAR / far for cell in level if node_of.get(cell, id) != id)
        cost += sum(COVER[self.ranks[other]] for other in covers)
        cost += sum(1.2 for cell in cells if cell in self.lines)
        yield Spot(cost, name, badge, (*cells, *ends), near, covers)

    def _best(
        self,
        id: str,
        letters: int,
        full: Collection[Cell],
        hidden: Collection[str],
        marked: Set[str],
    ) -> tuple[Spot, set[str]] | None:
        """The cheapest spot for a place, and the names that it hides; `full` cells have other texts."""
        if self.nodes[id] in full:
            return None
        best: tuple[float, Spot, set[str]] | None = None
        owner, name = self._owner, self.names.get(id)
        for spot in self._spots(id, letters):
            if best and spot.cost >= best[0]:
                break
            if any(cell in full for cell in spot.cells) or not marked.isdisjoint(spot.covers):
                continue
            over = {owner[cell] for cell in spot.cells if cell in owner}
            over = (over | (self.names.keys() & spot.covers)) - {id, *hidden}
            cost = spot.cost + MOVED * (name is not None and spot.name != name)
            cost += sum(UNCLEAR if other in marked else HIDE[self.ranks[other]] for other in over)
            cost += sum(5 for cell in spot.near if cell in full or owner.get(cell, id) != id)
            if best is None or cost < best[0]:
                best = cost, spot, over
        return best and best[1:]

    def place_badges(
        self, badges: Sequence[tuple[str, str]]
    ) -> tuple[dict[str, Text], dict[str, Text], set[str]]:
        """The badges of a position, the names that have another place, and those not in their own.

        `badges` are pairs of place and text, the most important first.
        """
        full, texts = set[Cell](), {id: text for id, text in badges if id in self.nodes}
        hidden = {id for id, covers in self._covers.items() if not texts.keys().isdisjoint(covers)}
        placed, named = dict[str, Text](), dict[str, Text]()
        rest = sorted(self.names.keys() - texts.keys(), key=lambda id: (-self.ranks[id], id))
        for id in (*texts, *rest):
            text = texts.get(id, "")
            if not text and (id not in hidden or self.ranks[id] < TOWN):
                continue
            if (found := self._best(id, len(text), full, hidden, texts.keys())) is None:
                continue
            spot, over = found
            hidden = (hidden | over) - {id}
            if spot.name != self.names.get(id):
                hidden |= self.names.keys() & {id}
                named |= {id: spot.name} if spot.name else {}
            if spot.badge:
                placed[id] = spot.badge._replace(text=text)
            full.update(*(shown.cells for shown in spot[1:3] if shown))
        return placed, named, hidden
