"""Encodes actions as numbers, and what a seat may know as a vector, for machine learning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any
from zlib import crc32

import msgspec

from sandtable import Action, SandtableError, Table

ACTIONS = 1024
"""The default limit of action numbers: all are below it."""

SIZE = 512
"""The default size of an observation: how many numbers it has."""

WAIT = 0
"""The number for doing nothing while another seat decides."""


def import_extra(module: str) -> Any:
    """Import a module of the extra. Raises SandtableError if it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise SandtableError(f"{name} is missing: pip install sandtable[adapters]") from error


def number_actions(options: Sequence[Action], most: int = ACTIONS) -> dict[int, Action]:
    """Number the legal actions, from 1 to `most` - 1.

    An action's number comes from its words, so it is the same in every position unless another legal
    action has taken it; then it is the next free one. Raises SandtableError if there are too many
    options.
    """
    if len(options) >= most:
        raise SandtableError(
            f"{len(options):,} actions are legal here; the adapter needs actions={2 * len(options)}"
        )
    numbered: dict[int, Action] = {}
    for words, action in sorted((str(option), option) for option in options):
        place = crc32(words.encode()) % (most - 1)
        while place + WAIT + 1 in numbered:
            place = (place + 1) % (most - 1)
        numbered[place + WAIT + 1] = action
    return numbered


def options_of(table: Table[Any], seat: str) -> Sequence[Action]:
    """Return a seat's legal actions, even in a simultaneous decision; none if it is not deciding."""
    if table.outcome is not None or seat not in table.decision.waiting:
        return ()
    with table.asking(seat):
        return table.options


def knowledge(table: Table[Any], seat: str) -> dict[str, Any]:
    """Return what a seat may know of a position, as plain data: its view, its tracks, its decision."""
    known = {"seat": seat, "view": table.view(seat), "tracks": table.game.tracks(table, seat)}
    if table.outcome is None and seat in table.decision.waiting:
        known["decision"] = type(table.decision).__struct_config__.tag
    return plain(known)


def plain(value: object) -> dict[str, Any]:
    """Return a Struct or a dict as plain data, with text keys."""
    made: dict[str, Any] = msgspec.to_builtins(value, str_keys=True, enc_hook=str)
    return made


def encode(known: Mapping[str, Any], size: int = SIZE) -> Any:
    """Encode plain data as a numpy vector of `size` numbers, -1 to 1, by feature hashing.

    Every leaf adds 1 at the index hashed from its path and value; a number n also adds n / (1 + |n|) at
    the index of its path. Features with the same index are summed. (Weinberger et al., "Feature hashing
    for large scale multitask learning", 2009.)
    """
    numpy = import_extra("numpy")
    vector = numpy.zeros(size, numpy.float32)
    for path, value in _leaves(known, ""):
        vector[crc32(f"{path}={value}".encode()) % size] += 1
        if type(value) is int:
            vector[crc32(path.encode()) % size] += value / (1 + abs(value))
    return vector.clip(-1, 1)


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the leaves of plain data, each with the keys that lead to it."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(item, f"{path}/{key}")
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            yield from _leaves(item, f"{path}/{place}")
    else:
        yield path, value
