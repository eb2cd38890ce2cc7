"""Places names and badges so that the eye connects each text with the nearest sign, its own.

A name always has the same spot on a board in one size. A badge touches the sign of its place; names too
close to it are hidden, but none moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from sandtable_pictures.sheet.scale import Cell

HIDE = (2.0, 4.0, 7.0, 20.0)
"""The cost of hiding a name, by rank."""

MARKED_COST = 8.0
"""The cost of hiding the name of a place that has a badge."""

CUT_COST = 4.0
"""The cost of each step by which a name or a badge is shortened."""

UNCLEAR = 3.0
"""The cost of another sign or badge that is near, but not as near as the text's own sign."""

TRIES = 4
"""How often a badge without room is tried again before the others."""

ROOM = 4
"""The letters of a badge for which names leave room on either side of a sign, if possible."""

MARGIN = 4
"""Extra columns at either end of a row of bits, so that nearby cells do not spill into other rows."""

HOME = 3
"""The rank of a home."""


class Text(NamedTuple):
    """A text in a row of a sheet, beginning at a column."""

    x: int
    y: int
    text: str

    @property
    def cells(self) -> list[Cell]:
        """The cells that it occupies."""
        return [(self.x + step, self.y) for step in range(len(self.text))]

    @property
    def ends(self) -> tuple[Cell, Cell]:
        """The cells next to it, left and right."""
        return (self.x - 1, self.y), (self.x + len(self.text), self.y)


class Spot(NamedTuple):
    """A possible spot for a text: its cost, the text, and bits for its cells and the cells nearby."""

    cost: float
    text: Text
    body: int
    near: int
    behind: bool = False
    """Whether it is a badge behind its place's name instead of at the sign."""


def shorter(name: str) -> list[str]:
    """Return a name and ever shorter forms: ``Bir Hacheim``, ``B.Hacheim``, ``B.Hach.``."""
    *first, last = name.split() or [name]
    initials = "".join(f"{word[0]}." for word in first)
    cut = [f"{initials}{last[:4]}."] if len(last) > len("Bardia") else []
    return [*dict.fromkeys((name, initials + last, *cut))]


class Lettering:
    """The names of a sheet, and the room around them.

    `nodes`, `names` and `ranks` hold each place's cell, name and rank; names of high rank are placed
    first. `lines` holds the cells of links, which names avoid, and `taken` the cells of an inset.
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
        self.nodes, self.ranks = nodes, ranks
        self._signs = self._bits_of(nodes.values())
        self._lines, self._taken = self._bits_of(lines), self._bits_of(taken)
        self._rooms = 0
        for x, y in nodes.values():
            self._rooms |= self._bits(x - ROOM, y, 2 * ROOM + 1)
        forms = {id: shorter(names[id]) for id in nodes}
        every = [form for several in forms.values() for form in several]
        self._spots = {
            id: sorted(
                spot
                for step, form in enumerate(several)
                if not step or every.count(form) == 1
                for spot in self._name_spots(id, form, step * CUT_COST)
            )
            for id, several in forms.items()
        }
        shown = self._place_names()
        self._places = shown | {
            id: min(spots, key=lambda spot: spot.cost + sum(HIDE[ranks[o]] for o in _near(spot, shown)))
            for id, spots in self._spots.items()
            if spots and id not in shown
        }
        """The spot of each name, including names that are shown only with a badge."""
        self._shown = shown
        self.names = {id: spot.text for id, spot in shown.items()}
        self._badge_spots: dict[tuple[str, int], list[Spot]] = {}

    def _bits(self, x: int, y: int, letters: int = 1) -> int:
        """Return the bits of some cells in a row, which may extend beyond its ends."""
        if y < 0:
            return 0
        start, end = max(x + MARGIN, 0), x + MARGIN + letters
        return ((1 << end - start) - 1) << y * (self.width + 2 * MARGIN) + start

    def _bits_of(self, cells: Iterable[Cell]) -> int:
        bits = 0
        for cell in cells:
            bits |= self._bits(*cell)
        return bits

    def _spot(
        self, id: str, text: Text, cost: float, far: int, *, alone: bool = False
    ) -> Iterator[Spot]:
        """Yield a spot for a text if no other sign in its row is within `far` columns.

        If `alone` is true, there must be no sign above or below it either.
        """
        x, y, letters = text.x, text.y, len(text.text)
        body = self._bits(x, y, letters)
        if x < 0 or x + letters > self.width or not 0 <= y < self.rows or body & self._taken:
            return
        signs = self._signs & ~self._bits(*self.nodes[id])
        beyond = self._bits(x - 1, y - 1, letters + 2) | self._bits(x - 1, y + 1, letters + 2)
        if self._bits(x - far, y, letters + 2 * far) & signs or (alone and beyond & signs):
            return
        level = self._bits(x - 4, y, letters + 8) & signs
        cost += UNCLEAR * level.bit_count() + (beyond & signs).bit_count()
        yield Spot(cost, text, body, self._bits(x - 2, y, letters + 4))

    def _name_spots(self, id: str, name: str, cost: float) -> Iterator[Spot]:
        """Yield spots for a name: next to its sign or, failing that, above or below it."""
        (x, y), letters = self.nodes[id], len(name)
        rooms = self._rooms & ~self._bits(x - ROOM, y, 2 * ROOM + 1)
        found = [
            *self._spot(id, Text(x + 2, y, name), cost, 2),
            *self._spot(id, Text(x - letters - 1, y, name), cost + 1, 2),
        ]
        for row in (y + 1, y - 1):
            for start in dict.fromkeys(
                (x - letters // 2, x, x - letters + 1, x - letters // 4, x - 3 * letters // 4)
            ):
                found += self._spot(id, Text(start, row, name), cost + 4, 4, alone=True)
        for spot in found:
            more = 0.5 * (spot.body & rooms).bit_count() + 0.4 * (spot.body & self._lines).bit_count()
            yield spot._replace(cost=spot.cost + more)

    def _place_names(self) -> dict[str, Spot]:
        """Place names where there is room, then let each look for a better spot at others' expense."""
        worth = {id: (12.0, 20.0, 40.0, 99.0)[self.ranks[id]] for id in self.nodes}
        order = sorted(self.nodes, key=lambda id: -self.ranks[id])
        shown: dict[str, Spot] = {}
        for id in order:
            if spot := self._free(id, shown):
                shown[id] = spot
        for id in order * 2:
            now = shown[id].cost if id in shown else worth[id]
            most, best = 0.0, shown
            for spot in self._spots[id]:
                if spot.cost >= now:
                    break
                trial = {other: placed for other, placed in shown.items() if other != id}
                out = _near(spot, trial)
                gain = now - spot.cost
                for other in out:
                    gain += trial.pop(other).cost
                trial[id] = spot
                for other in out:
                    if again := self._free(other, trial):
                        trial[other] = again
                    gain -= again.cost if again else worth[other]
                if gain > most:
                    most, best = gain, trial
            shown = best
        return shown

    def _free(self, id: str, shown: Mapping[str, Spot]) -> Spot | None:
        """Return the best spot for a name that is clear of the names `shown`."""
        return next((spot for spot in self._spots[id] if not _near(spot, shown)), None)

    def _spots_for_badge(self, id: str, letters: int) -> list[Spot]:
        """Return spots for a badge: at its sign, behind a short name, or on, above or below the sign."""
        if (id, letters) in self._badge_spots:
            return self._badge_spots[id, letters]
        (x, y), badge = self.nodes[id], " " * letters
        found = [
            s for start in (x + 1, x - letters) for s in self._spot(id, Text(start, y, badge), 0, 2)
        ]
        if id in self._places and (name := self._places[id].text).y == y:
            start = name.ends[1][0] + 1 if name.x > x else name.x - 1 - letters
            behind = self._spot(id, Text(start, y, badge), 3 + 2 * max(len(name.text) - 6, 0), 2)
            found += [spot._replace(behind=True) for spot in behind]
        for row in (y + 1, y - 1):
            for start in range(x - letters + 1, x + 1):
                found += self._spot(id, Text(start, row, badge), 9, 4, alone=True)
        for start in range(x - letters + 1, x + 1):
            found += self._spot(id, Text(start, y, badge), 20 + abs(2 * (x - start) + 1 - letters), 2)
        self._badge_spots[id, letters] = sorted(found)
        return self._badge_spots[id, letters]

    def place_badges(
        self, badges: Sequence[tuple[str, Sequence[str]]]
    ) -> tuple[dict[str, Text], dict[str, Text]]:
        """Place a position's badges; return the badges and the names to show.

        `badges` pairs each place with its badge in several forms, the longest first. The most important
        place comes first.
        """
        marked = [(id, forms[:-2]) for id, forms in badges if id in self.nodes]
        ids, last = {id for id, _ in marked}, {id: forms[-3:] for id, forms in badges}
        placed, shown = self._try_badges(marked, ids)
        for left in reversed(range(TRIES - 1)):
            missing = [(id, last[id][: -1 if left else None]) for id, _ in marked if id not in placed]
            if not missing:
                break
            marked = [*missing, *(pair for pair in marked if pair[0] in placed)]
            placed, shown = self._try_badges(marked, ids)
        full = 0
        for spot in placed.values():
            full |= spot.body
        for id, _ in badges:
            name = self._places.get(id)
            if name and id not in shown and not name.near & full:
                over = _near(name, shown)
                if ids.isdisjoint(over):
                    shown = {other: its for other, its in shown.items() if other not in over}
                    shown[id] = name
        return {id: spot.text for id, spot in placed.items()}, {id: s.text for id, s in shown.items()}

    def _try_badges(
        self, badges: Sequence[tuple[str, Sequence[str]]], marked: Set[str]
    ) -> tuple[dict[str, Spot], dict[str, Spot]]:
        """Put each badge in its cheapest spot in turn; return the badges and the names left."""
        full, placed, shown = 0, dict[str, Spot](), dict(self._shown)
        for id, forms in badges:
            if best := self._cheapest(id, forms, full, shown, marked):
                spot, over = best
                placed[id] = spot
                full |= spot.body | (shown[id].body if spot.behind else 0)
                for other in over:
                    del shown[other]
        return placed, shown

    def _cheapest(
        self, id: str, forms: Sequence[str], full: int, shown: Mapping[str, Spot], marked: Set[str]
    ) -> tuple[Spot, list[str]] | None:
        """Return the cheapest spot for a badge, and the names it hides; `full` marks taken cells."""
        best: tuple[float, Spot, list[str]] | None = None
        for step, form in enumerate(forms):
            for spot in self._spots_for_badge(id, len(form)):
                cost = spot.cost + step * CUT_COST
                if best and cost >= best[0]:
                    break
                touches = (spot.body << 1 | spot.body | spot.body >> 1) & full
                if touches or (spot.behind and id not in shown):
                    continue
                over = {*_near(spot, shown)} - ({id} if spot.behind else set())
                cost += UNCLEAR * bool(spot.near & full) + sum(HIDE[self.ranks[o]] for o in over)
                cost += MARKED_COST * (len(over & marked) + 2 * (id in over))
                if best is None or cost < best[0]:
                    best = cost, spot._replace(text=spot.text._replace(text=form)), sorted(over)
        return best and best[1:]


def _near(spot: Spot, shown: Mapping[str, Spot]) -> list[str]:
    """Return the places whose names are too close to a spot."""
    near = spot.near
    return [id for id, other in shown.items() if other.body & near]
