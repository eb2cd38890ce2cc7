"""Ways to damage the records of a save; each changes a list of lines, with a `Random` to choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random  # noqa: TID251
from typing import Any

from .games import Line, early_index, lines_of, originals

WORDS = (
    "",
    "x",
    "human",
    "random",
    "scripted",
    "../../x",
    "/etc/passwd",
    "..\\x",
    "\0",
    "\x1b[2J",
    "a\nb",
)
WORDS += (
    "\ud800",
    "é" * 300,
    "x" * 7_000,
    "@../../x",
    "__class__",
    "{0.__class__}",
    "%s%n",
    "$x",
    "-1",
)
NUMBERS = (
    0,
    1,
    -1,
    2,
    7,
    255,
    2**31,
    -(2**31),
    2**63 - 1,
    2**63,
    2**64,
    -(2**64),
    10**30,
    10**400,
    10**4000,
)
OTHERS = (
    None,
    True,
    False,
    0.5,
    1e308,
    [],
    {},
    [[]],
    [0] * 3000,
    {"x": {}},
    ["dice", 6, 7],
    [["dice", 6, 7]],
)


def nested(depth: int) -> Any:
    """Lists or mappings within each other."""
    value: Any = []
    for level in range(depth):
        value = [value] if depth % 2 else {str(level % 3): value}
    return value


def junk(luck: Random) -> Any:
    """Values that do not belong in a record."""
    kind = luck.randrange(9)
    if kind == 0:
        return nested(luck.choice((5, 90, 150, 301)))
    return deepcopy(luck.choice((WORDS, NUMBERS, OTHERS)[kind % 3]))


def spoil(luck: Random, data: Any) -> None:
    """Change one thing in plain data: another value, or a key added, removed or misspelt."""
    spots = list(places(data))
    if not spots:
        return
    holder, key = luck.choice(spots)
    kind = luck.randrange(8)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[luck.choice(("x", "n", "do", "undo", "note", "\x1b", f"{key}s"))] = junk(luck)
    elif kind == 2 and isinstance(holder, list):
        holder.insert(key, deepcopy(holder[key]))
    elif kind == 3:
        holder[key] = deepcopy(luck.choice(spots)[0])
    elif kind == 4:
        other, place = luck.choice(spots)
        holder[key] = deepcopy(other[place])
    elif kind == 5 and type(holder[key]) is int:
        holder[key] += luck.choice((1, -1, 100, 10**9))
    else:
        holder[key] = junk(luck)


def places(data: Any, deep: int = 12) -> Iterator[tuple[Any, Any]]:
    """Every place in plain data: its container, and its key there."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys if deep else ():
        yield data, key
        yield from places(data[key], deep - 1)


def dropped(luck: Random, lines: list[Line]) -> None:
    """Drop a line."""
    del lines[early_index(luck, len(lines))]


def doubled(luck: Random, lines: list[Line]) -> None:
    """Repeat a line, in its place or elsewhere."""
    line = lines[early_index(luck, len(lines))]
    lines.insert(early_index(luck, len(lines)), Line(dict(line.record), line.position))


def swapped(luck: Random, lines: list[Line]) -> None:
    """Swap two lines."""
    first, second = early_index(luck, len(lines)), early_index(luck, len(lines))
    lines[first], lines[second] = lines[second], lines[first]


def spoilt(luck: Random, lines: list[Line]) -> None:
    """Change anything in a line."""
    place = early_index(luck, len(lines))
    record = deepcopy(lines[place].record)
    spoil(luck, record)
    lines[place] = lines[place]._replace(record=record)


def misnumbered(luck: Random, lines: list[Line]) -> None:
    """Give a line another number."""
    place = early_index(luck, len(lines))
    lines[place] = lines[place]._replace(record={**lines[place].record, "n": luck.choice(NUMBERS)})


def foreign(luck: Random, lines: list[Line]) -> None:
    """Insert a line of another game, or replace one by it; the header, too."""
    others = lines_of(luck.choice(originals()))
    place = early_index(luck, len(lines))
    lines[place : place + luck.randrange(2)] = [
        luck.choice((others[0], others[early_index(luck, len(others))]))
    ]


def with_an_undo(luck: Random, lines: list[Line]) -> None:
    """Insert an undo that nobody made, to anywhere."""
    place = 1 + early_index(luck, len(lines))
    to = luck.choice(
        (place, place - 1, place - 2, luck.randrange(1, len(lines) + 9), luck.choice(NUMBERS))
    )
    record = {"n": 0, "undo": to, **luck.choice(({}, {"forced": True}, {"forced": 1}))}
    before = lines[to - 1] if 0 < to < len(lines) else lines[place - 1]
    lines.insert(place, Line(record, before.position))


def noted(luck: Random, lines: list[Line]) -> None:
    """Insert a note that nobody wrote."""
    place = 1 + early_index(luck, len(lines))
    record = {"n": 0, "note": luck.choice(WORDS), **luck.choice(({}, {"seat": luck.choice(WORDS)}))}
    lines.insert(place, Line(record, lines[place - 1].position))


def changed(luck: Random, lines: list[Line]) -> None:
    """Change the recorded change of the position in a line."""
    place = early_index(luck, len(lines))
    path = luck.choice(
        ([], ["state"], ["state", "x", 7], [0], [-1], [10**30], "state", None, [["x"]], nested(301))
    )
    change = luck.choice(
        ([path, junk(luck)], [path], [path, 0, 10**30, junk(luck)], path, junk(luck), [])
    )
    change = luck.choice(([change], [change] * 60, change))
    lines[place] = lines[place]._replace(record={**lines[place].record, "change": change})


RECORDS: tuple[Callable[[Random, list[Line]], None], ...]
RECORDS = (
    dropped,
    doubled,
    swapped,
    spoilt,
    spoilt,
    spoilt,
    misnumbered,
    foreign,
    with_an_undo,
    noted,
    changed,
)
