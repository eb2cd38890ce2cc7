"""The numbers of the rulebook and its components (LRDG 2), read from data/tables.toml."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from sandtable import read_data

Steps = tuple[tuple[int, int], ...]
"""Pairs in rising order: a number, and the value from that number on."""


class DiscretionTable(Struct, frozen=True):
    """LRDG 6.1.1: dice by kind of zone, drm by number of units, the total that fails."""

    dice: dict[str, int]
    rocky: int
    units: Steps
    failure: int


class Result(Struct, frozen=True):
    """LRDG 5.1: an event for totals up to `to`, with its effects on the patrol.

    - `mco`: the cost in action points of each MCO marker that it brings.
    - `fate`: 1 if the next test succeeds without a roll, -1 if it fails, else 0.
    """

    to: int
    effect: str
    recon_ok: int = 0
    mco: tuple[int, ...] = ()
    fate: int = 0
    drm: int = 0
    action_points: int = 0
    test: bool = False
    immobile: bool = False


class Incidents(Struct, frozen=True):
    """LRDG 5.1: the event table, and its drm by kind of zone."""

    drm: dict[str, int]
    results: tuple[Result, ...]


class ActionPointTable(Struct, frozen=True):
    """LRDG 5.1: dice by number of units, the number added, and the minimum of LRDG-A3."""

    dice: Steps
    added: int
    floor: int


class Level(Struct, frozen=True):
    """LRDG 5.4: a success level, the half points from which it starts, and its MCO points."""

    name: str
    start: int = msgspec.field(name="from")
    mco: int = 0


class Bombs(Struct, frozen=True):
    """LRDG 5.3.2: the number of bombs by die roll, and their AV."""

    number: tuple[int, ...]
    av: int


class Tables(Struct, frozen=True):
    """All tables. `points` are half points; `costs` are action points, for links in half points."""

    action_points: ActionPointTable
    discretion: DiscretionTable
    event: Incidents
    costs: dict[str, int]
    maintenance: dict[str, int]
    recon_ok: dict[str, int]
    bombs: Bombs
    points: dict[str, int]
    levels: tuple[Level, ...]
    refit: dict[str, int]
    mission: dict[str, int]


TABLES = read_data("sandtable_lrdg", "tables.toml", Tables)


def value_at(steps: Sequence[tuple[int, int]], number: int) -> int:
    """Return the value for a number; 0 below the first step."""
    for start, value in reversed(steps):
        if number >= start:
            return value
    return 0
