"""The checks of a map, its tables and its set-up: what can be read and played, but is hardly meant."""

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
"""The looks of hexsides without gaps; a gap in a ridge is a pass."""

Corner = frozenset[Cube]
"""The three hexes that meet there, on the map or not."""

P = TypeVar("P", bound=Hashable)


class Fault(NamedTuple):
    """A fault: the name of the check that found it, and a text that says what to do.

    `key` is its place in the map's file, or in the scenario's for a fault of the set-up; `near` helps to
    find the line, as in `find_line`.
    """

    check: str
    text: str
    key: tuple[str, ...] = ()
    near: str | int | None = None


def find_faults(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """The faults of the maps of hexes on which a scenario begins, each with the name of its check.

    Units are the counters with an echelon. In the entry with a unit's key in a table of the scenario's
    file, whatever names a kind of movement of the map or a seat is the unit's.
    """
    table: Table[Any] = Table.new(scenario, SeededDice("checks of maps"))
    for picture in scenario.game.pictures(scenario.game.view(table, None)):
        map = picture.board
        if isinstance(map, HexMap):
            units = [counter for counter in picture.counters if counter.echelon]
            file = _find_file(scenario, map)
            for fault in map_faults(map, units, msgspec.to_builtins(scenario.data), scenario.seats):
                source = ("", scenario.text) if fault.check == "set-up" else file
                yield fault.check, f"{_place_of(fault, *source)}{fault.text}"


def map_faults(
    map: HexMap[Any],
    units: Sequence[Counter] = (),
    data: Mapping[str, Any] = {},
    seats: Collection[str] = (),
) -> list[Fault]:
    """The faults of a map with its units at the start; `data` is a scenario's file with its `seats`."""
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
    """The name and the text of the map's file in the game's package; empty if it is not there."""
    folder = scenario.game.files / "data"
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name.endswith(".toml"):
            text = path.read_text(encoding="utf-8")
            if toml_text.loads(text).get("picture") == map.file.picture:
                return path.name, text
    return "", ""


def _place_of(fault: Fault, source: str, text: str) -> str:
    """The file, line and key of a fault, for the beginning of its text; empty if they are not known."""
    line = find_line(text, fault.key, fault.near) if fault.key else None
    return f"{f'{source}: ' * bool(source)}line {line}: {'.'.join(fault.key)}: " if line else ""


def _pieces(near: Mapping[P, Iterable[P]]) -> list[set[P]]:
    """The pieces of a net: the points that lead to each other."""
    pieces, seen = list[set[P]](), set[P]()
    for start in near:
        if start not in seen:
            piece, todo = {start}, [start]
            while todo:
                new = set(near[todo.pop()]) - piece
                piece |= new
                todo += new
            pieces.append(piece)
            seen |= piece
    return pieces


def _gaps_in_rivers(map: HexMap[Any]) -> Iterator[Fault]:
    for kind, side in map.file.sides.items():
        if (side.look or kind) in WATER:
            for a, b in _gaps(map, kind):
                gap = f"two pieces of it are one hexside apart, between {a} and {b}"
                close = f'write "{a} {map.direction(a, b)}", or give a ford there a kind of its own'
                yield Fault("rivers", f"{gap}: {close}", ("sides", kind, "at"), a)


def _gaps(map: HexMap[Any], kind: str) -> Iterator[tuple[str, str]]:
    """The plain hexsides from an end of a river to another piece of it, but not along a lake."""
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
    """The corners at the two ends of the hexside between neighbours."""
    (q, r), (s, t) = map.cube[a], map.cube[b]
    u, v = s - q, t - r
    left, right = (q + u + v, r - u), (q - v, r + u + v)  # next to both: a sixth back, a sixth on
    return frozenset(((q, r), (s, t), left)), frozenset(((q, r), (s, t), right))


def _dead_ends(map: HexMap[Any]) -> Iterator[Fault]:
    """Roads that end where no unit can be; but not at the map's edge, a place, or another way."""
    for hex, edges in map.edges.items():
        along = [(kind, edge.other) for edge in edges for kind in edge.ways]
        if len(along) == 1 and len(edges) == 6 and hex not in map.file.places:
            ((kind, before),) = along
            if is_open(map.effects(before)) and not is_open(map.effects(hex)):
                end = f"it ends at {hex}, {map.terrain[hex]}, which no unit can enter"
                yield Fault("roads", f"{end}: let it end at {before}", ("ways", kind, "at"), hex)


def _pockets(map: HexMap[Any], units: Iterable[Counter]) -> Iterator[Fault]:
    """Hexes with a cost that no kind of movement reaches; but not where a place, area or unit is."""
    known = {*map.file.places, *(unit.at for unit in units)}
    known.update(hex for area in map.areas.values() for hex in area)
    lost = {hex for hex in map.terrain if is_open(map.effects(hex))}
    for movement in map.movements or ("",):
        steps = Costs(map, movement).steps
        near: dict[str, set[str]] = {other: set() for found in steps.values() for other, _ in found}
        for hex in near:
            for other, _ in steps[hex]:
                near[hex].add(other)
                near[other].add(hex)
        pieces = _pieces(near)
        lost -= max(pieces, key=len, default=set())
    around = {id: lost.intersection(edge.other for edge in map.edges[id]) for id in sorted(lost)}
    for piece in _pieces(around):
        if known.isdisjoint(piece):
            hexes = sorted(piece)
            text = f"no unit can reach {listing(hexes)}: open a way, or take the cost away"
            yield Fault("reach", text, ("picture",), map.at[hexes[0]][1])


def _entries(data: Mapping[str, Any], words: Collection[str]) -> dict[str, tuple[str, str]]:
    """The table of each entry in a scenario's file, and the first of its values among some words."""
    return {
        key: (table, next((value for value in entry.values() if value in words), ""))
        for table, entries in data.items()
        for key, entry in (entries.items() if isinstance(entries, dict) else ())
        if isinstance(entry, dict)
    }


def _enemies_together(
    units: Sequence[Counter], data: Mapping[str, Any], seats: Collection[str]
) -> Iterator[Fault]:
    """Hexes in which units of several seats begin."""
    sides, first = _entries(data, seats), dict[str, tuple[str, str]]()
    for unit in units:
        table, side = sides.get(unit.key, ("", ""))
        other, its_side = first.setdefault(unit.at, (unit.key, side)) if side else ("", "")
        if its_side != side:
            what = f"{unit.key} ({side}) begins at {unit.at} with {other} ({its_side})"
            yield Fault("set-up", f"{what}, its enemy: let one begin elsewhere", (table, unit.key))


def _odd_places(map: HexMap[Any], units: Iterable[Counter], data: Mapping[str, Any]) -> Iterator[Fault]:
    """Units that begin where their kind of movement cannot enter."""
    entries = _entries(data, map.movements)
    entered = {
        kind: {other for found in Costs(map, kind).steps.values() for other, _ in found}
        for kind in map.movements or ("",)
    }
    for unit in units:
        table, kind = entries.get(unit.key, ("", ""))
        if not any(unit.at in entered[one] for one in ((kind,) if kind else entered)):
            who = f"{unit.key} ({kind})" if kind else unit.key
            what = f"{who} begins at {unit.at}, {map.terrain[unit.at]}, which it cannot enter"
            key = (table, unit.key) if table else ()
            yield Fault("set-up", f"{what}: let it begin elsewhere, or give the terrain a cost", key)


def _full_hexes(map: HexMap[Any], units: Sequence[Counter], data: Mapping[str, Any]) -> Iterator[Fault]:
    """Hexes that begin with too many units; not checked if the map's file has several limits."""
    fields, entries = map.file.__struct_fields__, _entries(data, ())
    tables = [getattr(map.file, field) for field in fields]
    limits = [table for table in tables if isinstance(table, Stacking)]
    for limit in limits if len(limits) == 1 else ():
        if not limit.weights or {unit.echelon for unit in units} <= limit.weights.keys():
            for hex in sorted(limit.over(map, [(unit.at, unit.echelon) for unit in units])):
                here = [unit.key for unit in units if unit.at == hex]
                what = f"{hex} begins with {listing(here)}, which is more than its stacking limit"
                key = (entries[here[-1]][0], here[-1]) if here[-1] in entries else ()
                yield Fault("set-up", f"{what}: let one begin elsewhere, or raise the limit", key)


def _odd_results(map: HexMap[Any]) -> Iterator[Fault]:
    """The first result of each roll that is worse for the attacker than one at lower odds.

    Tables of numbers that fall with better odds, as losses of the attacker do, are left alone.
    """
    for name in map.file.__struct_fields__:
        table = getattr(map.file, name)
        if isinstance(table, Results) and table.limits:
            (_, *columns), *rows = table.printed
            ends = [(row[1], row[-1]) for row in rows if row[1].isdecimal() and row[-1].isdecimal()]
            falls = any(int(last) < int(first) for first, last in ends)
            for number, (head, *row) in enumerate(() if falls else rows, 1):
                for a, b in islice(_worse(row), 1):
                    odds = f"{columns[a]} gives {row[a]}, and {columns[b]} only {row[b]}"
                    text = f"on a roll of {head}, {odds}: better odds must not be worse for the attacker"
                    yield Fault("results", text, (name, "table"), number)


def _worse(row: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The columns of results of which the second is worse for the attacker."""
    known = [(at, grade) for at, word in enumerate(row) if (grade := _grade(word))]
    for (a, (rank, kind, amount)), (b, (later, other, more)) in pairwise(known):
        if later < rank or (other == kind and more < amount):
            yield a, b


def _grade(word: str) -> tuple[int, str, int] | None:
    """What a result is worth to the attacker: a rank, and a number for its kind; None for other words.

    ``A`` harms the attacker, and ``D`` the defender, most of all ``AE`` and ``DE``; a number harms the
    defender, too.
    """
    if found := re.fullmatch(r"([AD])([A-Z]?)([0-9]*)", word.upper()):
        side, letter, number = found.groups()
        sign = 1 if side == "D" else -1
        return sign * (2 if letter == "E" else 1), side + letter, sign * int(number or 1)
    amount = "0" if word.upper() in ("NE", "-") else word
    return (min(int(amount), 1), "", int(amount)) if amount.isdecimal() else None
