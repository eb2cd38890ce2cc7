"""The places of names, once for a board and a size, and of badges, once for a position."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from sandtable_pictures.sheet.scale import Cell

HIDE = (3.0, 6.0, 14.0)
"""The cost of hiding a name, by its rank; a badge looks for the cheapest cells."""


OTHERS = 2
"""A name without room may move this many others, each of which makes room for the one before it."""


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


def around(cell: Cell, letters: int) -> Iterator[tuple[int, int, float]]:
    """The columns and rows where a text next to a cell may begin, each with its cost."""
    x, y = cell
    yield x + 2, y, 0
    yield x - letters - 1, y, 1
    for row, more in ((y + 1, 2.0), (y - 1, 2.0)):
        yield x - letters // 2, row, more
        for start in (x + 1, x - letters, x - letters // 4, x - 3 * letters // 4):
            yield start, row, more + 1


class Lettering:
    """The names of a sheet, which never move, and the room around them.

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
        taken: Collection[Cell] = (),
    ) -> None:
        self.width, self.rows = size
        self.nodes, self.ranks, self.lines = nodes, ranks, lines
        self._inset = taken
        self._all_names = names
        self._node_of = {cell: id for id, cell in nodes.items()}
        self._fitting: dict[str, list[tuple[float, Text, Sequence[Cell], Sequence[Cell]]]] = {}
        self._owner: dict[Cell, str] = {}
        """The place whose name takes a cell."""
        self.names: dict[str, Text] = {}
        order = sorted(nodes, key=lambda id: -ranks[id])
        for id in order:
            self._place_name(id, 0)
        for id in order:
            if id not in self.names:
                self._place_name(id, OTHERS)
        for id, text in self.names.items():
            self._owner |= dict.fromkeys(text.ends, id)

    def _place_name(self, id: str, others: int) -> bool:
        """Place a name where it costs least; up to `others` names in a chain move to make room."""
        spots = sorted(self._spots_of_name(id), key=lambda spot: (bool(spot[2]), spot[0]))
        for _, text, over in spots[: None if others else 1]:
            if not over:
                self._put(id, text)
                return True
            if not others:
                break
            names, owner = {**self.names}, {**self._owner}
            for other in over:
                for cell in self.names.pop(other).cells:
                    del self._owner[cell]
            self._put(id, text)
            if all(self._place_name(other, others - 1) for other in over):
                return True
            self.names, self._owner = names, owner
        return False

    def _put(self, id: str, text: Text) -> None:
        self.names[id] = text
        self._owner |= dict.fromkeys(text.cells, id)

    def _spots_of_name(self, id: str) -> Iterator[tuple[float, Text, set[str]]]:
        """Where a name may be: the cost, and the names that are there or too near."""
        if id not in self._fitting:
            self._fitting[id] = [*self._fit(id)]
        owner = self._owner
        for cost, text, cells, near in self._fitting[id]:
            over = {owner[cell] for cell in cells if cell in owner}
            yield cost + sum(3 for cell in near if cell in owner), text, over

    def _fit(self, id: str) -> Iterator[tuple[float, Text, Sequence[Cell], Sequence[Cell]]]:
        """Where a name has room if no other name has any: the cost, the cells, and those near it.

        The name of a town or a village may cover the sign of a crossing.
        """
        name, rank = self._all_names[id], self.ranks[id]
        for x, y, cost in around(self.nodes[id], len(name)):
            text = Text(x, y, name)
            cells, ends = text.cells, text.ends
            covered = [self._node_of[cell] for cell in cells if cell in self._node_of]
            if not self._inside(text) or any(cell in self._inset for cell in cells):
                continue
            if any(other == id or self.ranks[other] >= rank for other in covered):
                continue
            near = [(x - 2, y), *ends, (ends[1][0] + 1, y)]
            cost += 6 * len(covered) + sum(1.2 for cell in cells if cell in self.lines)
            cost += sum(2 for cell in near if self._node_of.get(cell, id) != id)
            yield cost, text, (*cells, *ends), near

    def _inside(self, text: Text) -> bool:
        return 0 <= text.y < self.rows and text.x >= 0 and text.x + len(text.text) <= self.width

    def place_badges(
        self, badges: Sequence[tuple[str, str]]
    ) -> tuple[dict[str, Text], dict[str, Text], set[str]]:
        """The badges of a position, each next to its name or place, and the names that they hide.

        `badges` are pairs of place and text, the most important first. A name that has no room of its
        own is placed with its badge, in the second result.
        """
        full, hidden = set(self._inset), set[str]()
        marked = {id for id, _ in badges}
        placed, named = dict[str, Text](), dict[str, Text]()
        for id, text in badges:
            with_name = "" if id in self.names else f"{self._all_names[id]} "
            for before in dict.fromkeys((with_name, "")):
                found = self._best_badge(id, f"{before}{text}", full, hidden, marked)
                if found is None:
                    continue
                best, over = found
                hidden |= over
                full.update(best.cells)
                placed[id] = Text(best.x + len(before), best.y, text)
                if before:
                    named[id] = Text(best.x, best.y, before.rstrip())
                break
        return placed, named, hidden

    def _best_badge(
        self, id: str, text: str, full: set[Cell], hidden: set[str], marked: set[str]
    ) -> tuple[Text, set[str]] | None:
        name = self.names.get(id) if id not in hidden else None
        own = set(name.cells) if name else set[Cell]()
        best: tuple[float, Text, set[str]] | None = None
        for x, y, cost in self._spots(id, len(text), name):
            badge = Text(x, y, text)
            if best is not None and cost >= best[0]:
                continue
            cells = badge.cells
            if not self._inside(badge) or any(cell in full or cell in own for cell in cells):
                continue
            over = {self._owner[cell] for cell in cells if cell in self._owner} - hidden - {id}
            cost += sum(HIDE[self.ranks[other]] + 30 * (other in marked) for other in over)
            for cell in cells:
                node = self._node_of.get(cell)
                if node == id:
                    cost += 99
                elif node is not None:
                    cost += 9 if node in marked else 4
                cost += 0.2 * (cell in self.lines)
            near = ((end, y) for end in (*range(x - 3, x), *range(x + len(text), x + len(text) + 3)))
            cost += sum(2 for cell in near if cell in full or self._owner.get(cell, id) != id)
            if best is None or cost < best[0]:
                best = cost, badge, over
        return None if best is None else best[1:]

    def _spots(self, id: str, letters: int, name: Text | None) -> Iterator[tuple[int, int, float]]:
        node = self.nodes[id]
        if name is not None:
            end = name.x + len(name.text)
            to_left = name.y == node[1] and name.x < node[0]
            yield end + 1, name.y, 1.5 * to_left
            yield name.x - letters - 1, name.y, 1.5 * (not to_left)
            yield name.x, name.y + 1, 3
            yield end - letters, name.y + 1, 3.2
            yield name.x, name.y - 1, 3.5
            yield end - letters, name.y - 1, 3.7
        for x, y, cost in around(node, letters):
            yield x, y, 3 + cost / 2
