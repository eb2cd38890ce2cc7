"""The course of links: curves that pass smoothly through a place if the road goes straight on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from sandtable import Link

BULGE = 12
"""How far a second link between two spaces bends away from the first."""

REACH = 0.36
"""The length of a curve's handles, as a share of the distance between its ends."""

STRAIGHT = -0.4
"""Two links of a kind form one road through a place if the cosine of their angle is below this."""

SAMPLES = 12
"""The number of points at which a curve is measured."""

Point = tuple[int, int]


class Curve(NamedTuple):
    """A cubic Bézier curve as complex numbers: its ends, with its handles between them."""

    start: complex
    first: complex
    last: complex
    end: complex

    @classmethod
    def between(cls, start: complex, end: complex, bend: float = 0) -> Curve:
        """Return a line, straight or bent to its right by a share of its length."""
        aside = (end - start) * bend * 1j
        return cls(start, (2 * start + end) / 3 + aside, (start + 2 * end) / 3 + aside, end)

    @property
    def path(self) -> str:
        """The curve as an SVG path; only its start if it has no length."""
        start = f"M{self.start.real:.0f} {self.start.imag:.0f}"
        if abs(self.first - self.start) < 1:
            return start
        parts = (self.first - self.start, self.last - self.start, self.end - self.start)
        return f"{start}c{' '.join(f'{part.real:.0f} {part.imag:.0f}' for part in parts)}"

    def reversed(self) -> Curve:
        """Return the curve in the opposite direction."""
        return Curve(*reversed(self))

    def points(self) -> list[complex]:
        """Return points along the curve, from start to end."""
        a, b, c, d = self
        shares = (turn / SAMPLES for turn in range(SAMPLES + 1))
        return [
            a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t * t * (1 - t) + d * t**3
            for t in shares
        ]


def curves(spots: Mapping[str, Point], links: Sequence[Link]) -> list[Curve]:
    """Return the course of each link."""
    at = {id: complex(*spot) for id, spot in spots.items()}
    headings: dict[tuple[int, str], complex] = {}
    leaving: dict[tuple[str, str], list[int]] = {}
    for number, link in enumerate(links):
        for end in (link.a, link.b):
            across = at[link.other(end)] - at[end]
            headings[number, end] = across / (abs(across) or 1)
            leaving.setdefault((end, link.kind), []).append(number)
    straight = dict(headings)
    for (end, _), numbers in leaving.items():
        pairs = [
            ((straight[a, end] * straight[b, end].conjugate()).real, a, b)
            for a, b in combinations(numbers, 2)
        ]
        free = set(numbers)
        for cosine, a, b in sorted(pairs):
            if cosine < STRAIGHT and {a, b} <= free:
                free -= {a, b}
                through = straight[a, end] - straight[b, end]
                headings[a, end] = through / abs(through)
                headings[b, end] = -headings[a, end]
    drawn, between = [], dict[frozenset[str], int]()
    for number, link in enumerate(links):
        ends = frozenset((link.a, link.b))
        turn = between[ends] = between.get(ends, -1) + 1
        start, stop = at[link.a], at[link.b]
        aside = 1j * straight[number, link.a] * BULGE * 4 / 3 * turn
        first, last = (headings[number, end] * abs(stop - start) * REACH for end in (link.a, link.b))
        drawn.append(Curve(start, start + first + aside, stop + last + aside, stop))
    return drawn


def route(ways: Mapping[tuple[str, str], Curve], start: str, stop: str) -> list[Curve]:
    """Return the shortest chain of links from a space to another; empty if there is none."""
    near: dict[str, list[tuple[str, Curve]]] = {}
    for (a, b), curve in ways.items():
        near.setdefault(a, []).append((b, curve))
        near.setdefault(b, []).append((a, curve.reversed()))
    found: dict[str, list[Curve]] = {start: []}
    reached = [start]
    for here in reached:  # the list grows meanwhile
        for there, curve in near.get(here, ()):
            if there not in found:
                found[there] = [*found[here], curve]
                reached.append(there)
    return found.get(stop, [])
