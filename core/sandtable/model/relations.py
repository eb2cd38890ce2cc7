"""A map in words: each place, the other ends of its links, and everyone who is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from sandtable.model.board import Board, Space


def direction(here: Space, other: Space) -> str:
    """The direction of one space from another: one of eight points of the compass, with north up.

    Empty for two spaces at the same coordinates.
    """
    east, south = other.x - here.x, other.y - here.y
    # Two fifths is nearly the tangent of half the angle between two points of the compass.
    upright = "" if 5 * abs(south) <= 2 * abs(east) else "south" if south > 0 else "north"
    level = "" if 5 * abs(east) <= 2 * abs(south) else "east" if east > 0 else "west"
    return "-".join(filter(None, (upright, level)))


def ways(board: Board, space: str, words: Mapping[str, str] | None = None) -> list[str]:
    """The links of a space by kind: ``path north to Wadi Faregh, east to Serir South``.

    `words` has names for kinds of link that are not called by their kind.
    """
    called = words or {}
    return [f"{called.get(kind, kind)} {ends}" for kind, ends in _ends(board, space)]


@lru_cache(maxsize=1024)
def _ends(board: Board, space: str) -> Sequence[tuple[str, str]]:
    """The other ends of the links that leave a space, by kind of link."""
    origin, targets = board.spaces[space], dict[str, list[str]]()
    for link in board.links_of(space):
        target = board.spaces[link.other(space)]
        targets.setdefault(link.kind, []).append(f"{direction(origin, target)} to {target}".strip())
    return [(kind, ", ".join(ends)) for kind, ends in targets.items()]


def places(
    board: Board,
    what: Mapping[str, str],
    there: Mapping[str, str],
    words: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """A line for every space, those with something in them first.

    `what` says what a space is, and `there` what is in it ("" for nothing); `words` is as in `ways`:
    ``Jalo, oasis: path north to Wadi Faregh; empty``.
    """
    for id in sorted(board.spaces, key=lambda id: not there.get(id)):
        head = ", ".join(filter(None, (str(board.spaces[id]), what.get(id, ""))))
        yield f"{head}: {'; '.join([*ways(board, id, words), there.get(id) or 'empty'])}"
