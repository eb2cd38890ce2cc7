"""The rows of a map's charts: kinds of terrain, of hexsides and of ways, with what they cost."""

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
"""The looks that a row of each chart may have."""

_COST = re.compile(r"[0-9]+(/[1-9][0-9]*)?|no")


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the terrain effects chart. Derive a class with a field for each column that you add.

    >>> from sandtable_hexes import Terrain
    >>> class Ground(Terrain, frozen=True, forbid_unknown_fields=True, kw_only=True):
    ...     wells: bool = False
    >>> Ground(letter="T", cost={"foot": 1, "guns": "no"}, wells=True).shift
    0

    - `letter`: the terrain's sign in the picture of the map.
    - `cost`: the movement points to enter it, for all units or by kind of movement; without one, no unit
      enters it.
    - `shift`: columns of a results table, for an attack into it; a number below 0 helps the defender.
    - `height`: its level.
    - `blocks`: whether it also stops sight along the level above its own.
    - `stack`: its own stacking limit.
    - `look`: what it is drawn as, if not by its name: ``clear``, ``sand``, ``rough``, ``hill``,
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

    - `at`: where it is: a hex and its sides, ``0304 n ne``, or the hexes that it is between, one next to
      another, ``0304 0404 0504``.
    - `faces`: whether it counts only for units that cross or attack into the hex that is named; for
      sight, it counts from both sides.
    - `cost`: the additional movement points to cross it.
    - `shift`: columns of a results table, for an attack across it.
    - `halves`: whether it halves attacks across it.
    - `height`: how far it rises above the higher of its two hexes, for sight.
    - `no_zone`: whether zones of control end at it.
    - `look`: what it is drawn as, if not by its name: ``river``, ``stream``, ``wadi``, ``ridge``,
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

    - `at`: where it goes: a chain of hexes, ``0101 0201 0302``, or a hex and its sides, ``0304 n ne``.
    - `cost`: the movement points to enter a hex along it; without a cost, only supply and special moves
      use it.
    - `over`: the hexsides that cost nothing along it.
    - `look`: what it is drawn as, if not by its name: ``road``, ``track``, ``path``, ``trail``,
      ``rail`` or ``railway``.
    """

    at: tuple[str, ...] = ()
    cost: Cost | dict[str, Cost] | None = None
    over: tuple[str, ...] = ()
    look: str = ""


def is_open(row: Terrain) -> bool:
    """Whether units of any kind of movement can enter a terrain."""
    costs = row.cost.values() if isinstance(row.cost, dict) else [row.cost]
    return any(cost != "no" for cost in costs)


def points(cost: Cost) -> Fraction | None:
    """A cost as a number of movement points; None for ``"no"``. Raises ValueError if it is no cost."""
    if isinstance(cost, float) or not _COST.fullmatch(str(cost)):
        raise ValueError(f'a cost is a whole number, "1/2" or "no", not "{cost}"')
    return None if cost == "no" else Fraction(cost)
