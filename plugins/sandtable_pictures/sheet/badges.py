"""The badges of a position: what is in a place, and the numbers of the options that lead there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from sandtable_pictures.palette import PALETTE, Ink
from sandtable_pictures.sheet.cells import BLANK, Look
from sandtable_pictures.sheet.lettering import Text
from sandtable_pictures.sheet.scale import Cell

Marks: TypeAlias = Mapping[str, Sequence[tuple[str, str | None]]]
"""What is in each place, in parts: each a text and its role."""

Options: TypeAlias = Mapping[str, Sequence[int]]
"""The numbers of the options that lead to each place."""

EDGES: Mapping[str, str] = {"own": "[]", "enemy": "<>", "option": "()"}
"""The characters around a badge on a display without papers, by role."""

PAINTED_EDGES: Mapping[str, str] = {"enemy": "‹›"}  # noqa: RUF001
"""Those on a display with papers and Unicode; other badges have spaces."""

BADGE_INKS: Mapping[str, Ink] = {
    "own": "own-badge",
    "enemy": "enemy-badge",
    "target": "target-badge",
    "option": "option-badge",
}

ORDER = ("own", "target", "option", "enemy")
"""The roles in the order in which their badges look for room."""

MOST_NUMBERS = 3
"""At most this many numbers of options are at a place; a plus stands for more."""


class Badge(NamedTuple):
    """Parts of a badge at a place, each a text in its form and its role; the roles say how it looks."""

    place: str
    parts: tuple[tuple[str, str | None], ...]
    gap: str

    @property
    def text(self) -> str:
        """All parts together."""
        return self.gap.join(text for text, _ in self.parts)

    def looks(self, at: Text) -> Iterator[tuple[Cell, Look]]:
        """Its cells, where it has its room."""
        x, y, _ = at
        for part, role in self.parts:
            for letter in part:
                yield (x, y), (letter, BADGE_INKS.get(role or "", "other-badge"), None)
                x += 1
            if self.gap and x < at.x + len(at.text):
                yield (x, y), BLANK
                x += 1


def badges(
    places: Sequence[str], marks: Marks, options: Options, *, unicode: bool, painted: bool
) -> list[Badge]:
    """The badges of a position, the most important first."""
    found: list[tuple[int, Badge]] = []
    for id in places:
        parts = [*marks.get(id, ())]
        if numbers := options.get(id):
            more = "+" * (len(numbers) > MOST_NUMBERS)
            parts.append((f"{' '.join(map(str, numbers[:MOST_NUMBERS]))}{more}", "option"))
        if parts:
            roles = [role for _, role in parts]
            order = next((n for n, role in enumerate(ORDER) if role in roles), len(ORDER))
            formed = ((form(*part, unicode=unicode, painted=painted), part[1]) for part in parts)
            found.append((order, Badge(id, tuple(formed), "" if painted else " ")))
    return [badge for _, badge in sorted(found, key=lambda pair: pair[0])]


def form(text: str, role: str | None, *, unicode: bool, painted: bool) -> str:
    """The text of a badge in the form of its role."""
    if role == "target":
        text = f"{PALETTE['target'].shape if unicode else PALETTE['target'].sign}{text}"
    edges = EDGES.get(role or "", "")
    if painted:
        edges = PAINTED_EDGES.get(role or "", "  ") if unicode else "  "
    return f"{edges[:1]}{text}{edges[1:]}"
