"""The rows of a map's charts: kinds of terrain, hexsides and ways, with their costs."""

from __future__ import annotations

import re
from fractions import Fraction

from msgspec import Struct

Cost = int | float | str
"""Movement points: ``2``, ``"1/2"``, or ``"no"`` where movement is impossible; 0.5 is refused."""

LOOKS = {
    "terrain": (
        *("clear", "sand", "rough", "hill", "mountain", "town"),
        *("fort", "woods", "grove", "marsh", "sea", "lake"),
    ),
    "sides": ("river", "stream", "wadi", "ridge", "scarp", "trench", "wall"),
    "ways": ("road", "track", "path", "trail", "rail", "railway"),
}
"""The valid looks in each chart."""

_COST = re.compile(r"[0-9]+(/[1-9][0-9]*)?|no")


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the terrain effects chart. Derive a class with a field for each column that you add.

    >>> from sandtable_hexes import Terrain
    >>> class Ground(Terrain, frozen=True, forbid_unknown_fields=True, kw_only=True):
    ...     wells: bool = False
    >>> Ground(letter="T", cost={"foot": 1, "guns": "no"}, wells=True).shift
    0

    - `letter`: the terrain's letter in the map's picture.
    - `cost`: the movement points to enter it, for all units or by kind of movement; without a cost, no
      unit can enter it.
    - `shift`: the column shift for an attack into it; a negative number helps the defender.
    - `height`: its level.
    - `blocks`: whether it also blocks sight along the level above its own.
    - `stack`: its own stacking limit.
    - `look`: how it is drawn, if its name does not say: ``clear``, ``sand``, ``rough``, ``hill``,
      ``mountain``, ``town``, ``fort``, ``woods``, ``grove``, ``marsh``, ``sea`` or ``lake``.
    """

    letter: str
    cost: Cost | dict[str, Cost] = "no"
    shift: int = 0
    height: int = 0
    blocks: bool = False
    stack: int | None = None
    look: str = ""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of hexside. Derive a class with a field for each column that you add.

    - `at`: where it is: a hex and its sides, ``0304 n ne``, or a chain of hexes with the sides between
      them, ``0304 0404 0504``.
    - `faces`: whether it counts only for units that move or attack into the named hex; for sight, it
      counts from both sides.
    - `cost`: the extra movement points to cross it.
    - `shift`: the column shift for an attack across it.
    - `halves`: whether it halves attacks across it.
    - `height`: for sight, how far it rises above the higher of its two hexes.
    - `no_zone`: whether zones of control end at it.
    - `look`: how it is drawn, if its name does not say: ``river``, ``stream``, ``wadi``, ``ridge``,
      ``scarp``, ``trench`` or ``wall``.
    """

    at: tuple[str, ...] = ()
    faces: bool = False
    cost: Cost | dict[str, Cost] = 0
    shift: int = 0
    halves: bool = False
    height: int = 0
    no_zone: bool = False
    look: str = ""


class Way(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of road, track or railway.

    - `at`: where it runs: a chain of hexes, ``0101 0201 0302``, or a hex and its sides, ``0304 n ne``.
    - `cost`: the movement points to enter a hex along it; without a cost, only supply and special moves
      use it.
    - `over`: the kinds of hexside that it crosses at no cost.
    - `look`: how it is drawn, if its name does not say: ``road``, ``track``, ``path``, ``trail``,
      ``rail`` or ``railway``.
    """

    at: tuple[str, ...] = ()
    cost: Cost | dict[str, Cost] | None = None
    over: tuple[str, ...] = ()
    look: str = ""


def is_open(row: Terrain) -> bool:
    """Tell whether any kind of movement can enter a terrain."""
    costs = row.cost.values() if isinstance(row.cost, dict) else [row.cost]
    return any(cost != "no" for cost in costs)


def points(cost: Cost) -> Fraction | None:
    """Convert a cost to movement points; None for ``"no"``. Raises ValueError for anything else."""
    if isinstance(cost, float) or not _COST.fullmatch(str(cost)):
        raise ValueError(f'a cost is a whole number, "1/2" or "no", not "{cost}"')
    return None if cost == "no" else Fraction(cost)
