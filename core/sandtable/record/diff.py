"""Finds the differences between two pieces of plain data, applies them, and puts them into words.

A change is a list, so that a save can store it. ``[path]`` removes an item from a mapping, ``[path,
value]`` sets one, and ``[path, start, end, items]`` replaces part of a list. A path is a list of keys
(words) and indexes (numbers from 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import reduce
from operator import getitem
from typing import Any

import msgspec

from sandtable.text.errors import SandtableError

Path = list[str | int]
Change = list[Any]

NOTHING = "nothing"
RECORDED = "{} was recorded, now {}"

MOST_LETTERS = 60
"""The most characters of a value that are shown."""


class BadChange(SandtableError):
    """A change that does not fit the data it is applied to."""


def changes(before: Any, after: Any) -> list[Change]:
    """Return the changes that turn `before` into `after`; empty if they are equal."""
    differences: list[Change] = []
    if before != after:
        _compare([], before, after, differences)
    return differences


def _compare(path: Path, before: Any, after: Any, differences: list[Change]) -> None:
    """Add the changes that turn `before` into `after`, which must differ, to `differences`."""
    if isinstance(before, dict) and isinstance(after, dict):
        if before.keys() != after.keys():
            differences += [[[*path, str(key)]] for key in before if key not in after]
        # Most of a position stays the same, and this runs for every action.
        for key in [key for key, value in after.items() if key not in before or before[key] != value]:
            if key in before:
                _compare([*path, str(key)], before[key], after[key], differences)
            else:
                differences.append([[*path, str(key)], after[key]])
    elif not (isinstance(before, list) and isinstance(after, list)):
        differences.append([path, after])
    elif len(before) == len(after):
        for place, new in enumerate(after):
            if before[place] != new:
                _compare([*path, place], before[place], new, differences)
    else:  # of lists of other lengths, the part that differs is replaced
        shorter = min(len(before), len(after))
        start = next((k for k in range(shorter) if before[k] != after[k]), shorter)
        equal_at_end = (k for k in range(shorter - start) if before[-1 - k] != after[-1 - k])
        end = next(equal_at_end, shorter - start)
        differences.append([path, start, len(before) - end, after[start : len(after) - end]])


def apply(data: Any, change_list: Sequence[Change]) -> Any:
    """Apply changes to `data`; return the result. Raises BadChange for one that does not fit."""
    root = [data]
    for change in check(change_list):
        try:
            _apply(root, change)
        except (LookupError, TypeError, ValueError) as error:
            raise BadChange(f"a change does not fit: {_shorten(change)}") from error
    return root[0]


def check(change_list: object) -> Sequence[Change]:
    """Return `change_list` if it is a list of changes. Raises BadChange for anything else."""
    if isinstance(change_list, list | tuple) and all(
        isinstance(change, list)
        and change
        and isinstance(change[0], list)
        and all(type(key) in (str, int) for key in change[0])
        for change in change_list
    ):
        return change_list
    raise BadChange(f"a list of changes was expected, not {_shorten(change_list)}")


def _apply(root: list[Any], change: Change) -> None:
    path: Path = [0, *change[0]]
    last: Any = path.pop()
    holder: Any = root
    for step in path:
        holder = holder[step]
    match change:
        case [[_, *_]]:
            del holder[last]
        case [_, value]:
            holder[last] = value
        case [_, start, end, items]:
            holder[last][start:end] = items
        case _:
            raise ValueError(change)


def in_words(recorded: Any, found: Any, most: int = 6, words: str = RECORDED) -> list[str]:
    """Return a line for each difference between two pieces of data: ``ops: 3 was recorded, now 2``."""
    return changes_in_words(recorded, changes(recorded, found), most, words)


def changes_in_words(
    recorded: Any, every: Sequence[Change], most: int = 6, words: str = RECORDED
) -> list[str]:
    """Return a line for each change to a piece of data."""
    lines = []
    for path, *rest in every[:most]:
        then, now = NOTHING, _shorten(rest[0]) if len(rest) == 1 else NOTHING
        with suppress(LookupError, TypeError):  # there was nothing
            before = reduce(getitem, path, recorded)
            then = _shorten(before)
            if len(rest) == 3:
                start, end, items = rest
                then, now, path = _shorten(before[start:end]), _shorten(items), [*path, start]
        named = ".".join(map(str, path)) or "all"
        lines.append(f"{named}: {words.format(then, now)}")
    return lines + ([f"and {len(every) - most} more"] if len(every) > most else [])


def _shorten(value: Any) -> str:
    text = (value or '""') if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 3]}..."
