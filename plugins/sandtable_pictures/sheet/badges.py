"""The badges of a position: what is in each place, and the numbers of options that lead there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from sandtable_pictures.palette import PALETTE, Ink
from sandtable_pictures.sheet.cells import BLANK, Look
from sandtable_pictures.sheet.lettering import Text
from sandtable_pictures.sheet.scale import Cell

Part: TypeAlias = tuple[str, str | None]
"""A text and its role."""

Marks: TypeAlias = Mapping[str, Sequence[Part]]
"""The contents of each place, as parts."""

Options: TypeAlias = Mapping[str, Sequence[int]]
"""The numbers of the options that lead to each place."""

EDGES: Mapping[str, str] = {"own": "[]", "enemy": "<>", "option": "()"}
"""The characters around a badge on a display without backgrounds, by role."""

PAINTED_EDGES: Mapping[str, str] = {"enemy": "‹›"}  # noqa: RUF001
"""The same on a display with backgrounds and Unicode; other badges have spaces."""

BADGE_INKS: Mapping[str, Ink] = {
    "own": "own-badge",
    "enemy": "enemy-badge",
    "target": "target-badge",
    "option": "option-badge",
}

ORDER = ("own", "target", "enemy", "option")
"""The roles in the order in which their badges are placed."""

MOST_NUMBERS = 3
"""The most option numbers shown at a place; a plus means that there are more."""


class Badge(NamedTuple):
    """A badge at a place, in parts: each a text in the form of its role, and the role."""

    place: str
    parts: tuple[tuple[str, str | None], ...]
    gap: str

    @property
    def text(self) -> str:
        """The text of all parts together."""
        return self.gap.join(text for text, _ in self.parts)

    def looks(self, at: Text) -> Iterator[tuple[Cell, Look]]:
        """Yield its letters, each in its cell, once it has a place."""
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
) -> list[list[Badge]]:
    """Return a position's badges, the most important first, each in several forms, longest first."""
    found: list[tuple[int, list[Badge]]] = []
    for id in places:
        parts, numbers = marks.get(id, ()), options.get(id, ())
        if parts or numbers:
            roles = [*(role for _, role in parts), *("option" for _ in numbers[:1])]
            order = next((n for n, role in enumerate(ORDER) if role in roles), len(ORDER))
            gap = "" if painted else " "
            forms = [
                Badge(id, _formed(shown, unicode=unicode, painted=painted, tight=tight), gap)
                for shown, tight in _forms(parts, numbers)
            ]
            found.append((order, [*dict.fromkeys(forms[:-2]), *forms[-2:]]))
    return [forms for _, forms in sorted(found, key=lambda pair: pair[0])]


def _forms(parts: Sequence[Part], numbers: Sequence[int]) -> Iterator[tuple[list[Part], bool]]:
    """Yield ever shorter forms of a badge, as parts, and whether it must be tight.

    The first has all parts; the next ones have one part for each role, fewer numbers, then no counts.
    The last two leave out one's own units, then everything but the target; the place's sign shows what
    is left out.
    """
    joined = [*_join(parts)]
    brief = [(re.sub(r"(?<=\w):\w+", "", text), role) for text, role in joined]
    for shown, most, tight in (
        (parts, MOST_NUMBERS, False),
        (joined, MOST_NUMBERS, False),
        (joined, 1, False),
        (joined, 1, True),
        (joined, 0, True),
        (brief, 0, True),
    ):
        first = numbers[: most if joined else max(most, 1)]
        text = " ".join(map(str, first)) + "+" * (len(numbers) > len(first))
        yield [*shown, *[(text, "option")][: len(first)]], tight
    if joined:
        seen = [part for part in joined if part[1] != "own"] or brief
        yield seen, True
        yield [part for part in seen if part[1] == "target"] or seen, True


def _formed(parts: Sequence[Part], *, unicode: bool, painted: bool, tight: bool) -> tuple[Part, ...]:
    """Put parts into the forms of their roles; if `tight`, with fewer spaces."""
    formed = [(form(*part, unicode=unicode, painted=painted), part[1]) for part in parts]
    if tight:
        formed = [
            ((text if n and role != "target" else text.lstrip()).rstrip() or text, role)
            for n, (text, role) in enumerate(formed)
        ]
    return tuple(formed)


def _join(parts: Sequence[Part]) -> Iterator[Part]:
    """Join the parts of each role: own units into the first with a plus, others into a count, ``x3``."""
    for role in dict.fromkeys(role for _, role in parts):
        texts = [text for text, other in parts if other == role]
        units = sum(1 if len({*text}) > 1 or text.isalnum() else len(text) for text in texts)
        joined = f"{texts[0]}+" if role == "own" else f"x{units}"
        yield texts[0] if len(texts) == 1 and (role == "own" or units == 1) else joined, role


def form(text: str, role: str | None, *, unicode: bool, painted: bool) -> str:
    """Put the text of a badge into the form of its role."""
    if role == "target":
        text = f"{PALETTE['target'].shape if unicode else PALETTE['target'].sign}{text}"
    edges = EDGES.get(role or "", "")
    if painted:
        edges = PAINTED_EDGES.get(role or "", "  ") if unicode else "  "
    return f"{edges[:1]}{text}{edges[1:]}"
