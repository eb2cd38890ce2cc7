"""A position as a picture: counters on the spaces of a board, for whatever draws it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from sandtable.model.board import Board, Space

Tone = Literal["khaki", "red", "blue", "green", "gold", "grey"]
"""The colour of a counter; a drawing settles what it looks like in light and in dark."""


class Counter(Struct, frozen=True):
    """A piece that lies on a space.

    `key` is the same for as long as it is the same piece, so that it can be seen to move. `text` is
    what stands on it, at most three short lines; `about` says it in full. `faint` is a piece that
    has done what it can.
    """

    key: str
    at: str
    text: tuple[str, ...]
    tone: Tone = "grey"
    about: str = ""
    faint: bool = False


class Picture(Struct, frozen=True):
    """Counters on a board: the map, a battle, an Order of Battle.

    Pictures of one `name` are one picture that changes during a game. `labels` are other names for
    spaces, `columns` how many counters lie side by side in one at most.

    A board with links is drawn as a map, by the coordinates of its spaces. Without links it is a grid
    of trays: each `x` is a column, and `y` counts rows of counters from the top, so that a tray reaches
    down to the next `y`.
    """

    name: str
    title: str
    board: Board
    counters: tuple[Counter, ...] = ()
    labels: Mapping[str, str] = {}
    columns: int = 3


@lru_cache(maxsize=256)
def battle_lines(
    left: tuple[str, str], right: tuple[str, str], positions: int, above: tuple[Space, ...] = ()
) -> Board:
    """A grid for two battle lines side by side: a tray for each position of either side, from 1.

    A side is what the ids of its trays begin with, and what their names do: with ``("arabs", "Arab")``
    they are ``arabs-1``, named ``Arab 1``, and so on. Spaces of `above` have trays over these,
    two rows of counters high.
    """
    first = 2 * bool(above)
    trays = (
        Space(f"{side}-{place}", f"{name} {place}", (), column, first + place - 1)
        for column, (side, name) in enumerate((left, right))
        for place in range(1, positions + 1)
    )
    return Board((*trays, *above), ())
