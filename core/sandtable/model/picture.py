"""A position as a picture: counters on the spaces of a board, for anything that can draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from sandtable.model.board import Board

Tone = Literal["khaki", "red", "blue", "green", "gold", "grey", "steel", "olive"]
"""The colour of a counter; the drawing decides how it looks on light and on dark."""

Symbol = Literal[
    "",
    "infantry",
    "cavalry",
    "artillery",
    "machine-gun",
    "hq",
    "leader",
    "camel",
    "truck",
    "armoured-car",
    "aeroplane",
    "ship",
    "camp",
    "fort",
    "supply",
    "terrain",
    "target",
    "rail",
    "trouble",
    "eye",
]
"""The kind of a counter; each drawing decides what it looks like."""


class Counter(Struct, frozen=True):
    """A piece on a space.

    - `key`: identifies the piece, so that a drawing can show it move.
    - `at`: its space.
    - `text`: what is written on it, in at most three short lines; its name if it has a symbol or a
      figure.
    - `about`: a full description.
    - `faint`: whether the piece has already acted.
    - `name`: its name in sentences, if it has one.
    - `symbol`, `figure`: the kind and the worth of the piece, drawn next to the text; on a card the
      figure is large.
    - `echelon`: the size of a formation (``xx``, ``x``, ``iii``, ``ii``, ``i``), drawn above its box.
    """

    key: str
    at: str
    text: tuple[str, ...]
    tone: Tone = "grey"
    about: str = ""
    faint: bool = False
    name: str = ""
    symbol: Symbol = ""
    figure: str = ""
    echelon: str = ""


class Picture(Struct, frozen=True):
    """Counters on a board: the map, a battle, an Order of Battle.

    Pictures with the same `name` are one picture that changes during a game. `labels` has the names of
    spaces that differ from those of the board. At most `columns` counters are side by side in a space.

    A board with links is drawn as a map, by the coordinates of its spaces. Without links it is a grid
    of trays: each `x` is a column, and `y` counts rows of counters from the top, so that a tray reaches
    down to the next `y`. A tray of the kind ``cards`` has room for cards, one of the kind ``pile`` for
    slips with names.
    """

    name: str
    title: str
    board: Board
    counters: tuple[Counter, ...] = ()
    labels: Mapping[str, str] = {}
    columns: int = 3
