"""Checks a map, its tables and a set-up for what is valid but probably a mistake."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, NamedTuple, TypeVar

import msgspec

from sandtable import Counter, Scenario, SeededDice, Table, listing
from sandtable.tooling import toml_text
from sandtable_hexes.charts import is_open
from sandtable_hexes.costs import Costs
from sandtable_hexes.grid import Cube
from sandtable_hexes.hexmap import HexMap
from sandtable_hexes.reading import find_line
from sandtable_hexes.results import Results
from sandtable_hexes.stacking import Stacking

WATER = ("river", "stream", "wadi")
"""The looks of hexsides that should have no gaps; a gap in a ridge is a pass."""

Corner = frozenset[Cube]
"""The three hexes that meet at a corner, on the map or not."""

P = TypeVar("P", bound=Hashable)


class Fault(NamedTuple):
    """A fault: the name of the check that found it, and a text that says what to do.

    `key` is the key at fault in the map's file, or in the scenario's file for a fault in the set-up;
    `near` helps `find_line` to find the line.
    """

    check: str
    text: str
    key: tuple[str, ...] = ()
    near: str | int | None = None


def find_faults(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Yield the faults of a scenario's hex maps and set-up, each with the name of its check.

    Units are the counters with an echelon. A unit's entry is the one with its key, in any table of the
    scenario's file. It gives the unit's kind of movement and its seat, whatever their keys.
    """
    table: Table[Any] = Table.new(scenario, SeededDice("checks of maps"))
    for picture in scenario.game.pictures(scenario.game.view(table, None)):
        map = picture.board
        if isinstance(map, HexMap):
            units = [counter for counter in picture.counters if counter.echelon]
            file = _find_file(scenario, map)
            for fault in map_faults(map, units, msgspec.to_builtins(scenario.data), scenario.seats):
                source = ("", scenario.text) if fault.check == "set-up" else file
                yield fault.check, f"{_location(fault, *source)}{fault.text}"


def map_faults(
    map: HexMap[Any],
    units: Sequence[Counter] = (),
    data: Mapping[str, Any] = {},
    seats: Collection[str] = (),
) -> list[Fault]:
    """Return the faults of a map with its units in place; `data` is the scenario's file."""
    return [
        *_gaps_in_rivers(map),
        *_dead_ends(map),
        *_pockets(map, units),
        *_odd_places(map, units, data),
        *_enemies_together(units, data, seats),
        *_full_hexes(map, units, data),
        *_odd_results(map),
    ]


def _find_file(scenario: Scenario, map: HexMap[Any]) -> tuple[str, str]:
    """Return the name and text of the map's file in the game's package, empty if it is not there."""
    folder = scenario.game.files / "data"
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name.endswith(".toml"):
            text = path.read_text(encoding="utf-8")
            if toml_text.loads(text).get("picture") == map.file.picture:
                return path.name, text
    return "", ""


def _location(fault: Fault, source: str, text: str) -> str:
    """Return a fault's file, line and key to begin its message with; empty if they are unknown."""
    line = find_line(text, fault.key, fault.near) if fault.key else None
    return f"{f'{source}: ' * bool(source)}line {line}: {'.'.join(fault.key)}: " if line else ""


def _pieces(near: Mapping[P, Iterable[P]]) -> list[set[P]]:
    """Return the connected pieces of a network, given each point's neighbours."""
    pieces, seen = list[set[P]](), set[P]()
    for start in near:
        if start not in seen:
            piece, open_points = {start}, [start]
            while open_points:
                new = set(near[open_points.pop()]) - piece
                piece |= new
                open_points += new
            pieces.append(piece)
            seen |= piece
    return pieces


def _gaps_in_rivers(map: HexMap[Any]) -> Iterator[Fault]:
    for kind, side in map.file.sides.items():
        if (side.look or kind) in WATER:
            for a, b in _gaps(map, kind):
                gap = f"there is a gap of one hexside, between {a} and {b}"
                fix = f'add "{a} {map.direction(a, b)}", or if it is a ford, make it a kind of its own'
                yield Fault("rivers", f"{gap}: {fix}", ("sides", kind, "at"), a)


def _gaps(map: HexMap[Any], kind: str) -> Iterator[tuple[str, str]]:
    """Yield the plain hexsides between a river's end and another piece of it, except along a lake."""
    features: dict[tuple[str, str], set[str]] = {}
    for hex, edges in map.edges.items():
        for edge in edges:
            pair = (min(hex, edge.other), max(hex, edge.other))
            features.setdefault(pair, set()).update(edge.sides, edge.ways)
    near: dict[Corner, list[Corner]] = {}
    for pair, found in features.items():
        if kind in found:
            left, right = _corners(map, *pair)
            near.setdefault(left, []).append(right)
            near.setdefault(right, []).append(left)
    pieces = {corner: number for number, piece in enumerate(_pieces(near)) for corner in piece}
    for pair, found in features.items():
        left, right = _corners(map, *pair)
        if not found and left in near and right in near and pieces[left] != pieces[right]:
            ends = min(len(near[left]), len(near[right])) == 1
            if ends and all(is_open(map.effects(hex)) for hex in pair):
                yield pair


def _corners(map: HexMap[Any], a: str, b: str) -> tuple[Corner, Corner]:
    """Return the two corners of the hexside between neighbours."""
    (q, r), (s, t) = map.cube[a], map.cube[b]
    u, v = s - q, t - r
    left, right = (q + u + v, r - u), (q - v, r + u + v)  # the two hexes next to both
    return frozenset(((q, r), (s, t), left)), frozenset(((q, r), (s, t), right))


def _dead_ends(map: HexMap[Any]) -> Iterator[Fault]:
    """Yield roads that end where no unit can go, but not at the map's edge, a place or another way."""
    for hex, edges in map.edges.items():
        along = [(kind, edge.other) for edge in edges for kind in edge.ways]
        if len(along) == 1 and len(edges) == 6 and hex not in map.file.places:
            ((kind, before),) = along
            if is_open(map.effects(before)) and not is_open(map.effects(hex)):
                end = f"it ends at {hex}, {map.terrain[hex]}, which no unit can enter"
                yield Fault("roads", f"{end}: end it at {before}", ("ways", kind, "at"), hex)


def _pockets(map: HexMap[Any], units: Iterable[Counter]) -> Iterator[Fault]:
    """Yield open hexes that no unit can reach, except those with a place, an area or a unit."""
    known = {*map.file.places, *(unit.at for unit in units)}
    known.update(hex for area in map.areas.values() for hex in area)
    cut_off = {hex for hex in map.terrain if is_open(map.effects(hex))}
    for movement in map.movements or ("",):
        steps = Costs(map, movement).steps
        near: dict[str, set[str]] = {other: set() for found in steps.values() for other, _ in found}
        for hex in near:
            for other, _ in steps[hex]:
                near[hex].add(other)
                near[other].add(hex)
        pieces = _pieces(near)
        cut_off -= max(pieces, key=len, default=set())
    around = {id: cut_off.intersection(edge.other for edge in map.edges[id]) for id in sorted(cut_off)}
    for piece in _pieces(around):
        if known.isdisjoint(piece):
            hexes = sorted(piece)
            text = f"no unit can reach {listing(hexes)}: open a way in, or remove the movement cost"
            yield Fault("reach", text, ("picture",), map.at[hexes[0]][1])


def _entries(data: Mapping[str, Any], words: Collection[str]) -> dict[str, tuple[str, str]]:
    """Return, for each entry in a scenario's file, its table and its first value among some words."""
    return {
        key: (table, next((value for value in entry.values() if value in words), ""))
        for table, entries in data.items()
        for key, entry in (entries.items() if isinstance(entries, dict) else ())
        if isinstance(entry, dict)
    }


def _enemies_together(
    units: Sequence[Counter], data: Mapping[str, Any], seats: Collection[str]
) -> Iterator[Fault]:
    """Yield hexes where enemies begin together."""
    sides, first = _entries(data, seats), dict[str, tuple[str, str]]()
    for unit in units:
        table, side = sides.get(unit.key, ("", ""))
        other, its_side = first.setdefault(unit.at, (unit.key, side)) if side else ("", "")
        if its_side != side:
            what = f"{unit.key} ({side}) begins at {unit.at} with {other} ({its_side})"
            yield Fault("set-up", f"{what}, its enemy: move one elsewhere", (table, unit.key))


def _odd_places(map: HexMap[Any], units: Iterable[Counter], data: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield units that begin where their kind of movement cannot enter."""
    entries = _entries(data, map.movements)
    entered = {
        kind: {other for found in Costs(map, kind).steps.values() for other, _ in found}
        for kind in map.movements or ("",)
    }
    for unit in units:
        table, kind = entries.get(unit.key, ("", ""))
        if not any(unit.at in entered[movement] for movement in ((kind,) if kind else entered)):
            who = f"{unit.key} ({kind})" if kind else unit.key
            what = f"{who} begins at {unit.at}, {map.terrain[unit.at]}, which it cannot enter"
            key = (table, unit.key) if table else ()
            yield Fault("set-up", f"{what}: move it elsewhere, or give the terrain a cost", key)


def _full_hexes(map: HexMap[Any], units: Sequence[Counter], data: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield hexes that begin over the stacking limit, unless the map's file has several limits."""
    fields, entries = map.file.__struct_fields__, _entries(data, ())
    tables = [getattr(map.file, field) for field in fields]
    limits = [table for table in tables if isinstance(table, Stacking)]
    for limit in limits if len(limits) == 1 else ():
        if not limit.weights or {unit.echelon for unit in units} <= limit.weights.keys():
            for hex in sorted(limit.over(map, [(unit.at, unit.echelon) for unit in units])):
                here = [unit.key for unit in units if unit.at == hex]
                what = f"{hex} begins with {listing(here)}, which is more than its stacking limit"
                key = (entries[here[-1]][0], here[-1]) if here[-1] in entries else ()
                yield Fault("set-up", f"{what}: move one elsewhere, or raise the limit", key)


def _odd_results(map: HexMap[Any]) -> Iterator[Fault]:
    """Yield the first result of each roll that is worse for the attacker than one at lower odds.

    A table whose numbers fall as odds improve, such as attacker losses, is not checked.
    """
    for name in map.file.__struct_fields__:
        table = getattr(map.file, name)
        if isinstance(table, Results) and table.limits:
            (_, *columns), *rows = table.printed
            ends = [(row[1], row[-1]) for row in rows if row[1].isdecimal() and row[-1].isdecimal()]
            is_falling = any(int(last) < int(first) for first, last in ends)
            for number, (head, *row) in enumerate(() if is_falling else rows, 1):
                for a, b in islice(_worse(row), 1):
                    odds = f"{columns[a]} gives {row[a]}, and {columns[b]} only {row[b]}"
                    text = f"on a roll of {head}, {odds}: better odds must not be worse for the attacker"
                    yield Fault("results", text, (name, "table"), number)


def _worse(row: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of columns whose second result is worse for the attacker."""
    known = [(at, grade) for at, word in enumerate(row) if (grade := _grade(word))]
    for (a, (rank, kind, amount)), (b, (later, other, more)) in pairwise(known):
        if later < rank or (other == kind and more < amount):
            yield a, b


def _grade(word: str) -> tuple[int, str, int] | None:
    """Grade a result for the attacker: a rank, and an amount for its kind; None for other words.

    ``A`` harms the attacker and ``D`` the defender; ``AE`` and ``DE`` are worst. A number harms the
    defender.
    """
    if found := re.fullmatch(r"([AD])([A-Z]?)([0-9]*)", word.upper()):
        side, letter, number = found.groups()
        sign = 1 if side == "D" else -1
        return sign * (2 if letter == "E" else 1), side + letter, sign * int(number or 1)
    amount = "0" if word.upper() in ("NE", "-") else word
    return (min(int(amount), 1), "", int(amount)) if amount.isdecimal() else None
