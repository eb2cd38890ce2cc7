"""Describes views: what each place is, where its links lead, and what is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from sandtable import Board, Game, Item, Picture, Space, slug, tally


def in_words(game: Game[Any], view: Any, width: int, near: str = "") -> list[str]:
    """Describe a view, with a line for each place, to players who listen.

    This uses the game's own `relations`, else its pictures, else its status, its board in at most
    `width` columns, and the items that have a place. A board that draws itself may be asked only about
    the space `near`.
    """
    items, pictures = list(game.items(view)), game.pictures(view)
    if near and pictures and pictures[0].board.art:
        return [*pictures[0].board.art.place(near, _contents(pictures[0], items))]
    if own := list(game.relations(view)):
        return own
    lines: list[str] = []
    for picture in pictures:
        lines += [f"{picture.title}:"] * (len(pictures) > 1)
        lines += _picture_in_words(picture, items)
    return lines or [game.status(view), *game.board(view, width), *_items_in_words(items)]


def _picture_in_words(picture: Picture, items: Sequence[Item]) -> Iterator[str]:
    """Yield a line for each space on a board, with its counters or the items that are there."""
    there = _contents(picture, items)
    if picture.board.art:
        yield from picture.board.art.places(there)
        return
    spaces, links = picture.board.spaces, picture.board.links
    named = {id: replace(space, name=picture.labels.get(id, space.name)) for id, space in spaces.items()}
    kinds = {id: ", ".join(map(_plain, space.kinds)) if links else "" for id, space in spaces.items()}
    briefs = {item.name: item.brief for item in items if item.brief and not item.at}
    yield from places(
        Board(named.values(), links),
        {id: briefs.get(id, kinds[id]) for id in spaces},
        there,
        {link.kind: _plain(link.kind) for link in links},
    )


def _contents(picture: Picture, items: Sequence[Item]) -> dict[str, str]:
    """Return what is in each space: its counters, and items there that have no counter."""
    there: dict[str, list[str]] = {}
    for counter in picture.counters:
        written, about = " ".join(counter.text) or counter.name, " ".join(counter.about.split())
        said = slug(written) in slug(about)
        text = about if said else f"{written} ({about})" if about else written
        there.setdefault(counter.at, []).append(text)
    for item in items:
        if item.at not in {counter.at for counter in picture.counters}:
            there.setdefault(item.at, []).append(str(item))
    return {id: "; ".join(tally(texts)) for id, texts in there.items() if id in picture.board.spaces}


def _items_in_words(items: Sequence[Item]) -> Iterator[str]:
    """Yield a line for each item, with the other items that are at it."""
    names = {item.name for item in items if not item.at}
    for item in items:
        if item.at not in names and any(other.at for other in items):
            here = [str(other) for other in items if other.at == item.name]
            yield "; ".join([str(item), *here])


def _plain(id: str) -> str:
    return id.replace("-", " ")


def direction(here: Space, other: Space) -> str:
    """Return the direction from one space to another: one of eight compass points, north being up.

    Empty if both have the same coordinates.
    """
    east, south = other.x - here.x, other.y - here.y
    # Two fifths is nearly the tangent of half the angle between two compass points.
    upright = "" if 5 * abs(south) <= 2 * abs(east) else "south" if south > 0 else "north"
    level = "" if 5 * abs(east) <= 2 * abs(south) else "east" if east > 0 else "west"
    return "-".join(filter(None, (upright, level)))


def ways(board: Board, space: str, words: Mapping[str, str] | None = None) -> list[str]:
    """Describe a space's links by kind: ``path north to Wadi Faregh, east to Serir South``.

    `words` names the kinds of link whose names differ from their kinds.
    """
    called = words or {}
    return [f"{called.get(kind, kind)} {ends}" for kind, ends in _link_ends(board, space)]


@lru_cache(maxsize=1024)
def _link_ends(board: Board, space: str) -> Sequence[tuple[str, str]]:
    """Return where a space's links lead, by kind of link."""
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
    """Yield a line for every space, beginning with those that contain something.

    `what` says what a space is, and `there` what is in it ("" for nothing). For `words`, see `ways`.
    A line reads ``Jalo, oasis: path north to Wadi Faregh; empty``.
    """
    if board.art:
        yield from board.art.places(there)
        return
    for id in sorted(board.spaces, key=lambda id: not there.get(id)):
        head = ", ".join(filter(None, (str(board.spaces[id]), what.get(id, ""))))
        yield f"{head}: {'; '.join([*ways(board, id, words), there.get(id) or 'empty'])}"
