"""Reads a map file's parts: the letters of its picture, chains of hexes, places, areas and costs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from sandtable import SandtableError, listing, slug
from sandtable.tooling import no_such
from sandtable_hexes.charts import LOOKS, Cost, Side, Terrain, Way, points
from sandtable_hexes.grid import Grid
from sandtable_hexes.hexes import Hexes

Pair = tuple[str, str]
"""A hex, and the neighbour that a unit enters from it."""

Crossings = dict[Pair, tuple[str, ...]]
"""The hexsides that steps cross, or the ways that they follow."""

NO_HEX = "-"
"""The sign in the picture where the map has no hex."""

HEX = "hex"
"""The kind of link that joins every two neighbours."""


class MapError(SandtableError):
    """A mistake in a map's file, with what was expected.

    `key` is the wrong key. `near` helps `reading.find_line` to find its line.
    """

    def __init__(self, text: str, key: tuple[str, ...] = (), near: str | int | None = None) -> None:
        super().__init__(f"{'.'.join(key)}: {text}" if key else text)
        self.key, self.near = key, near


def read_letters(terrain: Mapping[str, Terrain]) -> dict[str, str]:
    """Return the terrain of each letter. Raises MapError if two share a letter."""
    letters: dict[str, str] = {}
    if not terrain:
        raise MapError("it needs a kind of terrain for each letter of the picture", ("terrain",))
    for name, row in terrain.items():
        key = ("terrain", name, "letter")
        if len(row.letter.strip()) != 1 or row.letter == NO_HEX:
            raise MapError(f'it takes one letter or sign, except {NO_HEX}, not "{row.letter}"', key)
        if other := letters.get(row.letter):
            raise MapError(f'{other} already has the letter "{row.letter}"; choose another', key)
        letters[row.letter] = name
    return letters


def place_hexes(
    picture: str, grid: Grid, terrain: Mapping[str, Terrain]
) -> tuple[list[str], dict[str, tuple[int, int]], dict[str, str]]:
    """Return the rows of letters, each hex's column and row, and its terrain. Raises MapError.

    Blanks, tabs and empty lines are ignored.
    """
    letters = read_letters(terrain)
    rows = [row for line in picture.split("\n") if (row := "".join(line.split()))]
    at: dict[str, tuple[int, int]] = {}
    kinds: dict[str, str] = {}
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            counts = f"row {y + 1} has {len(row)} letters, row 1 has {len(rows[0])}"
            raise MapError(f"{counts}; use {NO_HEX} for no hex", ("picture",), y)
        for x, letter in enumerate(row):
            id = grid.number(x, y, len(rows))
            if letter not in letters and letter != NO_HEX:
                text = f'row {y + 1}, column {x + 1} ({id}): no terrain has the letter "{letter}"'
                known = f"the letters are {' '.join(letters)}, and {NO_HEX} for no hex"
                raise MapError(f"{text}; {known}", ("picture",), y)
            if id in at:
                text = f'"{grid.numbers}" gives two hexes the number {id}; use more digits, as in CCRR'
                raise MapError(text, ("grid", "numbers"))
            if letter != NO_HEX:
                at[id], kinds[id] = (x, y), letters[letter]
    if not at:
        raise MapError("it needs a line for each row, with a letter for each hex", ("picture",))
    return rows, at, kinds


def read_links(
    hexes: Hexes, sides: Mapping[str, Side], ways: Mapping[str, Way]
) -> tuple[Crossings, Crossings]:
    """Return the hexsides that each step crosses, and the ways that it follows. Raises MapError."""
    for kind, way in ways.items():
        for name in way.over:
            if name not in sides:
                raise MapError(no_such("hexside", name, sides), ("ways", kind, "over"), name)
    crossed: Crossings = {}
    followed: Crossings = {}
    used = {HEX}
    for chart, rows, found in (("sides", sides, crossed), ("ways", ways, followed)):
        for kind, row in rows.items():
            if kind in used:
                raise MapError("another kind of link has this name; choose a new one", (chart, kind))
            used.add(kind)
            for step in dict.fromkeys(_steps(hexes, row, (chart, kind, "at"))):
                found[step] = (*found.get(step, ()), kind)
    return crossed, followed


def _steps(hexes: Hexes, row: Side | Way, key: tuple[str, ...]) -> Iterator[Pair]:
    """Yield the steps across a kind of hexside, or along a kind of way."""
    faces = isinstance(row, Side) and row.faces
    for text in row.at:
        first, *rest = text.split() or [""]
        is_chain = any(map(str.isdigit, "".join(rest)))  # a direction has no digits
        if not rest or (faces and is_chain):
            others = "" if faces else ", or a chain of hexes"
            raise MapError(f'it takes a hex and its sides{others}, not "{text}"', key, text)
        check_hex(hexes, first, key, text)
        for a, b in _chain(hexes, text, key) if is_chain else _across_sides(hexes, text, key):
            yield a, b
            if not faces:
                yield b, a


def _across_sides(hexes: Hexes, text: str, key: tuple[str, ...]) -> Iterator[Pair]:
    """Yield the steps into a hex across some of its sides."""
    hex, *directions = text.split()
    for direction in directions:
        if direction not in hexes.grid.directions:
            known = ", ".join(hexes.grid.directions)
            raise MapError(f'no direction "{direction}"; choose from {known}', key, text)
        if other := hexes.to(hex, direction):
            yield other, hex


def _chain(hexes: Hexes, text: str, key: tuple[str, ...]) -> Iterator[Pair]:
    """Yield the steps along a chain of adjacent hexes."""
    for a, b in pairwise(text.split()):
        check_hex(hexes, b, key, text)
        if hexes.apart(a, b) != 1:
            near = ((name, hexes.to(a, name)) for name in hexes.grid.directions)
            listed = ", ".join(f"{name} {other}" for name, other in near if other)
            raise MapError(f"{b} is not next to {a}, whose neighbours are {listed}", key, text)
        yield a, b


def check_hex(hexes: Hexes, id: str, key: tuple[str, ...], near: str | None = None) -> None:
    """Raise MapError, with the nearest number, if a hex is not on the map."""
    if id not in hexes.at:
        first, *_, last = [*hexes.at, *hexes.at]
        letters = ((x, y) for y, row in enumerate(hexes.rows) for x, _ in enumerate(row))
        if id in (hexes.grid.number(x, y, len(hexes.rows)) for x, y in letters):
            raise MapError(f"{id} is not a hex: the picture has {NO_HEX} there", key, near)
        raise MapError(f"{hexes.at.no_such(id)} (the map has {first} to {last})", key, near)


def read_places(hexes: Hexes, places: Mapping[str, str]) -> dict[str, str]:
    """Return each place's hex, by the slug of its name, if that has letters.

    Raises MapError if two places have the same name.
    """
    found: dict[str, str] = {}
    for id, name in places.items():
        key = ("places", id)
        check_hex(hexes, id, key)
        if not any(map(str.isalpha, name)) or re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", name):
            shown = json.dumps(name, ensure_ascii=False)
            raise MapError(f"a place takes a name with letters, on one line, not {shown}", key)
        word = slug(name) if any(map(str.isalpha, slug(name))) else name.casefold()
        if word in found:
            raise MapError(f'"{name}" is also the name of {found[word]}; choose another', key)
        found[word] = id
    return {word: id for word, id in found.items() if word == slug(word)}


def read_areas(hexes: Hexes, areas: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return each area's hexes. Raises MapError if one is not on the map."""
    for name, ids in areas.items():
        for id in ids:
            check_hex(hexes, id, ("areas", name), id)
    return dict(areas)


def check_rows(charts: Mapping[str, Mapping[str, Any]]) -> None:
    """Raise MapError for an unknown look or a negative stacking limit."""
    for chart, rows in charts.items():
        for name, row in rows.items():
            if row.look and row.look not in LOOKS[chart]:
                raise MapError(no_such("look", row.look, LOOKS[chart]), (chart, name, "look"))
            if isinstance(row, Terrain) and (row.stack or 0) < 0:
                text = f"it takes a limit of 0 or more, not {row.stack}"
                raise MapError(text, (chart, name, "stack"))


def read_movements(charts: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the kinds of movement that costs name. Raises MapError if cost tables differ in them.

    `charts` holds the rows of each chart: terrain, sides, ways.
    """
    kinds: tuple[str, ...] = ()
    for chart, rows in charts.items():
        for name, row in rows.items():
            key = (chart, name, "cost")
            costs: Mapping[str, Cost] = row.cost if isinstance(row.cost, dict) else {}
            kinds = kinds or tuple(costs)
            for kind in costs:
                if kind not in kinds:
                    raise MapError(no_such("kind of movement", kind, kinds), key)
            if missing := [kind for kind in kinds if costs and kind not in costs]:
                raise MapError(f'no cost for {listing(missing)}; write a number or "no"', key)
            cells: list[Any] = [*costs.values()] or [row.cost]
            for cost in cells:
                try:
                    points("no" if cost is None else cost)
                except ValueError as error:
                    raise MapError(str(error), key) from error
    return kinds
