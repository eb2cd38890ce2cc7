"""A map in words: what each place is, which ways leave it and where they lead, who is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from sandtable.model.board import Board, Space


def direction(here: Space, there: Space) -> str:
    """The point of the compass, one of eight, in which a space lies; north is up on the map.

    Empty for two spaces at the same coordinates.
    """
    east, south = there.x - here.x, there.y - here.y
    # Two fifths is nearly the tangent of half the angle between two points of the compass.
    upright = "" if 5 * abs(south) <= 2 * abs(east) else "south" if south > 0 else "north"
    level = "" if 5 * abs(east) <= 2 * abs(south) else "east" if east > 0 else "west"
    return "-".join(filter(None, (upright, level)))


def ways(board: Board, space: str, words: Mapping[str, str] | None = None) -> list[str]:
    """The links of a space by kind: ``path north to Wadi Faregh, east to Serir South``.

    `words` are what kinds of links are called where that is not the kind itself.
    """
    called = words or {}
    return [f"{called.get(kind, kind)} {ends}" for kind, ends in _ends(board, space)]


@lru_cache(maxsize=1024)
def _ends(board: Board, space: str) -> Sequence[tuple[str, str]]:
    """Each kind of link that leaves a space, and where those lead."""
    here, found = board.spaces[space], dict[str, list[str]]()
    for link in board.links_of(space):
        there = board.spaces[link.other(space)]
        found.setdefault(link.kind, []).append(f"{direction(here, there)} to {there}".strip())
    return [(kind, ", ".join(ends)) for kind, ends in found.items()]


def places(
    board: Board,
    what: Mapping[str, str],
    there: Mapping[str, str],
    words: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """Every space as a line, those first where something is.

    `what` says what a space is, `there` what is in it ("" for nothing), `words` is as in `ways`:
    ``Jalo, oasis: path north to Wadi Faregh; empty``.
    """
    for id in sorted(board.spaces, key=lambda id: not there.get(id)):
        head = ", ".join(filter(None, (str(board.spaces[id]), what.get(id, ""))))
        yield f"{head}: {'; '.join([*ways(board, id, words), there.get(id) or 'empty'])}"
