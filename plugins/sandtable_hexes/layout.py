"""From the text of a map's file to hexes: the letters of its picture, chains of numbers, names."""

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
"""A hex, and the neighbour that is entered from it."""

Crossings = dict[Pair, tuple[str, ...]]
"""What each step crosses or follows; other steps have nothing."""

NO_HEX = "-"
"""What is written in the picture where the map has no hex."""

HEX = "hex"
"""The kind of link that joins all neighbours."""


class MapError(SandtableError):
    """A map's file that cannot be used: where it is wrong, and what was expected.

    `key` is the key at fault. `near` helps to find its line, as `reading.find_line` does.
    """

    def __init__(self, text: str, key: tuple[str, ...] = (), near: str | int | None = None) -> None:
        super().__init__(f"{'.'.join(key)}: {text}" if key else text)
        self.key, self.near = key, near


def read_letters(terrain: Mapping[str, Terrain]) -> dict[str, str]:
    """The terrain of each letter. Raises MapError if two have the same."""
    letters: dict[str, str] = {}
    if not terrain:
        raise MapError("a kind of terrain for each letter of the picture was expected", ("terrain",))
    for name, row in terrain.items():
        key = ("terrain", name, "letter")
        if len(row.letter.strip()) != 1 or row.letter == NO_HEX:
            raise MapError(f'a single letter or sign but {NO_HEX} was expected, not "{row.letter}"', key)
        if other := letters.get(row.letter):
            raise MapError(f'"{row.letter}" is the letter of {other}; choose another', key)
        letters[row.letter] = name
    return letters


def place_hexes(
    picture: str, grid: Grid, terrain: Mapping[str, Terrain]
) -> tuple[list[str], dict[str, tuple[int, int]], dict[str, str]]:
    """The letters of each row; the column and the row of each hex, and its terrain. Raises MapError.

    Blanks, tabs and empty lines mean nothing.
    """
    letters = read_letters(terrain)
    rows = [row for line in picture.split("\n") if (row := "".join(line.split()))]
    at: dict[str, tuple[int, int]] = {}
    kinds: dict[str, str] = {}
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            text = f"row {y + 1} has {len(row)} letters, row 1 has {len(rows[0])}; {NO_HEX} is no hex"
            raise MapError(text, ("picture",), y)
        for x, letter in enumerate(row):
            id = grid.number(x, y, len(rows))
            if letter not in letters and letter != NO_HEX:
                text = f'row {y + 1}, column {x + 1} ({id}): no terrain has the letter "{letter}"'
                known = f"the letters are {' '.join(letters)}, and {NO_HEX} is no hex"
                raise MapError(f"{text}; {known}", ("picture",), y)
            if id in at:
                text = f'"{grid.numbers}" numbers two hexes {id}; write all digits, as CCRR does'
                raise MapError(text, ("grid", "numbers"))
            if letter != NO_HEX:
                at[id], kinds[id] = (x, y), letters[letter]
    if not at:
        raise MapError("a line for each row, with a letter for each hex, was expected", ("picture",))
    return rows, at, kinds


def read_links(
    hexes: Hexes, sides: Mapping[str, Side], ways: Mapping[str, Way]
) -> tuple[Crossings, Crossings]:
    """The kinds of hexside that each step crosses, and the ways that it follows. Raises MapError."""
    for kind, way in ways.items():
        for name in way.over:
            if name not in sides:
                raise MapError(no_such("hexside", name, sides), ("ways", kind, "over"), name)
    crossed: Crossings = {}
    followed: Crossings = {}
    taken = {HEX}
    for chart, rows, found in (("sides", sides, crossed), ("ways", ways, followed)):
        for kind, row in rows.items():
            if kind in taken:
                raise MapError("another kind of link has this name; choose another", (chart, kind))
            taken.add(kind)
            for step in dict.fromkeys(_steps(hexes, row, (chart, kind, "at"))):
                found[step] = (*found.get(step, ()), kind)
    return crossed, followed


def _steps(hexes: Hexes, row: Side | Way, key: tuple[str, ...]) -> Iterator[Pair]:
    """The steps across a kind of hexside, or along a kind of way."""
    faces = isinstance(row, Side) and row.faces
    for text in row.at:
        first, *rest = text.split() or [""]
        chained = any(map(str.isdigit, "".join(rest)))  # a direction has no digits
        if not rest or (faces and chained):
            others = "" if faces else ", or a chain of hexes,"
            raise MapError(f'a hex and its sides{others} was expected, not "{text}"', key, text)
        check_hex(hexes, first, key, text)
        for a, b in _chain(hexes, text, key) if chained else _around(hexes, text, key):
            yield a, b
            if not faces:
                yield b, a


def _around(hexes: Hexes, text: str, key: tuple[str, ...]) -> Iterator[Pair]:
    """The steps into a hex over some of its sides."""
    hex, *directions = text.split()
    for direction in directions:
        if direction not in hexes.grid.directions:
            known = ", ".join(hexes.grid.directions)
            raise MapError(f'no direction "{direction}"; choose from {known}', key, text)
        if other := hexes.to(hex, direction):
            yield other, hex


def _chain(hexes: Hexes, text: str, key: tuple[str, ...]) -> Iterator[Pair]:
    """The steps along a chain of neighbours."""
    for a, b in pairwise(text.split()):
        check_hex(hexes, b, key, text)
        if hexes.apart(a, b) != 1:
            near = ((name, hexes.to(a, name)) for name in hexes.grid.directions)
            listed = ", ".join(f"{name} {other}" for name, other in near if other)
            raise MapError(f"{b} is not next to {a}; its neighbours are {listed}", key, text)
        yield a, b


def check_hex(hexes: Hexes, id: str, key: tuple[str, ...], near: str | None = None) -> None:
    """Raise MapError if a hex is not on the map, with the nearest number that is."""
    if id not in hexes.at:
        first, *_, last = [*hexes.at, *hexes.at]
        letters = ((x, y) for y, row in enumerate(hexes.rows) for x, _ in enumerate(row))
        if id in (hexes.grid.number(x, y, len(hexes.rows)) for x, y in letters):
            raise MapError(f"{id} is no hex: the picture has {NO_HEX} there", key, near)
        raise MapError(f"{hexes.at.no_such(id)} (the map has {first} to {last})", key, near)


def read_places(hexes: Hexes, places: Mapping[str, str]) -> dict[str, str]:
    """The hex of each place, by the slug of its name if that has letters.

    Raises MapError if two places have the same name.
    """
    found: dict[str, str] = {}
    for id, name in places.items():
        key = ("places", id)
        check_hex(hexes, id, key)
        if not any(map(str.isalpha, name)) or re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", name):
            shown = json.dumps(name, ensure_ascii=False)
            raise MapError(f"a name with letters, in one line, was expected, not {shown}", key)
        word = slug(name) if any(map(str.isalpha, slug(name))) else name.casefold()
        if word in found:
            raise MapError(f'"{name}" is the name of {found[word]} too; choose another', key)
        found[word] = id
    return {word: id for word, id in found.items() if word == slug(word)}


def read_areas(hexes: Hexes, areas: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The hexes of each area. Raises MapError if one is not on the map."""
    for name, ids in areas.items():
        for id in ids:
            check_hex(hexes, id, ("areas", name), id)
    return dict(areas)


def check_rows(charts: Mapping[str, Mapping[str, Any]]) -> None:
    """Raise MapError for a look that is unknown, or a stacking limit below 0."""
    for chart, rows in charts.items():
        for name, row in rows.items():
            if row.look and row.look not in LOOKS[chart]:
                raise MapError(no_such("look", row.look, LOOKS[chart]), (chart, name, "look"))
            if isinstance(row, Terrain) and (row.stack or 0) < 0:
                text = f"a stacking limit of 0 or more was expected, not {row.stack}"
                raise MapError(text, (chart, name, "stack"))


def read_movements(charts: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """The kinds of movement that the tables of costs name: all the same. Raises MapError.

    `charts` has the rows of each chart: terrain, sides, ways.
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
