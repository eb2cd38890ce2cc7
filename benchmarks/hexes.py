"""Measures the rules and pictures of a large hex map: ``python -m benchmarks.hexes [ROUNDS]``.

The map has 60 x 40 hexes of random terrain, with rivers and roads, and 60 units on each side. Each
figure is the mean over the units, from the best of some rounds in processor time. The limits are for one
core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time
from typing import Any, NamedTuple

from benchmarks import arguments
from sandtable import Counter, Picture, SeededDice, chart
from sandtable_hexes import (
    RIGID,
    Costs,
    HexFile,
    HexMap,
    Side,
    Terrain,
    Way,
    hops,
    reach,
    retreats,
    sees,
    supply,
)
from sandtable_pictures import drawing

COLUMNS, ROWS, UNITS = 60, 40, 60

GROUND = "........nngg~"
"""The letters of the terrain, in the proportions of the map."""


class Row(NamedTuple):
    """Work of the rules or the screen on a map, done `times` times, and its limit in microseconds.

    With `fresh`, each round has a new map, with nothing cached.
    """

    what: str
    work: Callable[[HexMap[Any]], object]
    limit: float | None = None
    times: int = 1
    fresh: bool = False


def large_map(dice: SeededDice) -> HexMap[Any]:
    """Return random terrain, with rivers from north to south and roads from west to east."""
    rivers = (f"{column:02}{row:02} ne se" for column in range(5, COLUMNS, 8) for row in range(2, ROWS))
    roads = (" ".join(f"{at:02}{row}" for at in range(1, COLUMNS + 1)) for row in (10, 20, 30))
    file: HexFile[Terrain, Side] = HexFile(
        picture="\n".join("".join(dice.pick(GROUND) for _ in range(COLUMNS)) for _ in range(ROWS)),
        terrain={
            "plain": Terrain(".", cost={"foot": 1, "guns": 1}),
            "hills": Terrain("n", cost={"foot": 2, "guns": 3}, height=1),
            "woods": Terrain("g", cost={"foot": 2, "guns": "no"}, blocks=True),
            "marsh": Terrain("~", cost={"foot": 3, "guns": "no"}),
        },
        sides={"river": Side(tuple(rivers), cost=1)},
        ways={"road": Way(tuple(roads), cost="1/2", over=("river",))},
    )
    return file.map()


def rows(map: HexMap[Any], dice: SeededDice) -> Iterator[Row]:
    """Yield the rows to measure."""
    yield Row("a map of 60 x 40 is made", lambda _: large_map(SeededDice(1)))
    yield Row("costs of a kind of movement", lambda map: Costs(map, "foot"))
    foot, hexes = Costs(map, "foot"), [*map.spaces]
    dice.shuffle(hexes)
    own, enemy = hexes[:UNITS], hexes[UNITS : 2 * UNITS]
    zone, held, full = map.zone(enemy), frozenset(enemy), frozenset(own)
    closed, west = held | (zone - full), map.border["west"]
    yield Row("zones of control of 60 units", lambda map: map.zone(enemy), 200)

    def move(points: int) -> None:
        for unit in own:
            reach(foot.steps, unit, foot(points), blocked=held, full=full, zone=zone, rule=RIGID)

    yield Row("reach at 4 points", lambda _: move(4), None, UNITS)
    yield Row("reach at 8 points", lambda _: move(8), 600, UNITS)
    yield Row("reach at 12 points", lambda _: move(12), None, UNITS)

    def retreat() -> None:
        for unit in own:
            retreats(map.apart, foot.steps, unit, 2, blocked=closed, full=full)

    yield Row("retreat of 2 hexes", lambda _: retreat(), None, UNITS)
    roads = hops(map, ["road"])
    yield Row(
        "supply of the whole map", lambda _: supply(foot.steps, west, None, blocked=closed), 10_000
    )
    yield Row(
        "supply at 5 points from roads",
        lambda _: supply(foot.steps, west, foot(5), blocked=closed, network=roads),
        10_000,
    )
    pairs = [(unit, other) for unit in own for other in map.ring(unit, 6)]
    yield Row(
        "line of sight at range 6", lambda map: [sees(map, *pair) for pair in pairs], 100, len(pairs)
    )
    sides = {**dict.fromkeys(own, "own"), **dict.fromkeys(enemy, "enemy")}
    marks = {hex: (("Div 4-4", role),) for hex, role in sides.items()}
    yield Row("the map in a terminal, redrawn", lambda map: chart.draw(map, marks, 200, 60), 8_000)
    counters = tuple(Counter(hex, hex, ("Div",), symbol="infantry", figure="4-4") for hex in sides)
    yield Row(
        "the map as SVG",
        lambda map: drawing(Picture("map", "Map", map, counters)).svg,
        150_000,
        fresh=True,
    )


def measure(row: Row, map: HexMap[Any], rounds: int) -> float:
    """Return the microseconds that a row's work takes once, from the best of some rounds."""
    best = float("inf")
    row.work(map)
    for _ in range(rounds):
        used = large_map(SeededDice(1)) if row.fresh else map
        start = process_time()
        row.work(used)
        best = min(best, process_time() - start)
    return best / row.times * 1e6


def main(rounds: int) -> None:
    """Print all rows."""
    map = large_map(SeededDice(1))
    for row in rows(map, SeededDice(2)):
        took = measure(row, map, rounds)
        reached = "" if row.limit is None else "yes" if took <= row.limit else "NO"
        limit = f"at most {row.limit:,.0f} us  {reached}" if row.limit else ""
        print(f"{row.what:<32}{took:>10,.0f} us  {limit}".rstrip(), flush=True)


if __name__ == "__main__":
    reader = arguments.parser("benchmarks.hexes", __doc__)
    arguments.add_count(reader, "rounds", 7)
    main(reader.parse_args().rounds)
