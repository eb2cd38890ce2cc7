"""A position as a picture: counters on the spaces of a board, for screens and pages to draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from sandtable.model.board import Board

Tone = Literal["khaki", "red", "blue", "green", "gold", "grey", "steel", "olive"]
"""The colour of a counter; the palette has a light and a dark version of each."""

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
"""The symbol on a counter."""


class Counter(Struct, frozen=True):
    """A piece on a space.

    - `key`: identifies the piece, so that a drawing can show it move.
    - `at`: its space.
    - `text`: the text on it, in at most three short lines; its name if it has a symbol or a figure.
    - `about`: a full description.
    - `faint`: whether the piece has already acted.
    - `name`: its name in sentences, if it has one.
    - `symbol`, `figure`: the kind and the strength of the piece, drawn next to the text; on a card, the
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

    Pictures with the same `name` show one picture as it changes during a game. `labels` holds names of
    spaces that differ from the board's. A space shows at most `columns` counters side by side.

    A board with links is drawn as a map, with its spaces at their coordinates. A board without links is
    a grid of trays: each `x` is a column, and `y` counts rows of counters from the top, so a tray
    extends to the next `y`. Trays of the kind ``cards`` hold cards; trays of the kind ``pile`` hold
    slips with names.
    """

    name: str
    title: str
    board: Board
    counters: tuple[Counter, ...] = ()
    labels: Mapping[str, str] = {}
    columns: int = 3
