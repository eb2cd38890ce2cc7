"""The file of a scenario: its text read as TOML, what it says of itself, and its faults by line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sandtable.base import toml_text
from sandtable.base.errors import PluginError, SandtableError
from sandtable.base.faults import Fault, Key, dotted, find_faults
from sandtable.base.words import visible

MOST_BYTES = 1_000_000
"""A scenario file has at most this many bytes."""

MOST_NUMBER, MOST_ITEMS, MOST_PARTS = 10**18, 1_000, 100
"""A number in a scenario file is at most this large, a list and a campaign at most this long."""

MOST_DOTS = 50
"""A line of a scenario file has at most this many dots."""

MOST_FAULTS = 1_000
"""At most this many faults of a scenario file are told."""

MOST_MINUTES = 6_000
"""A scenario file announces games of at most this many minutes."""

Minutes = Annotated[int, Meta(ge=1, le=MOST_MINUTES)]
Difficulty = Annotated[Literal["easy", "medium", "hard"], Meta(title="difficulty")]


class ScenarioError(SandtableError):
    """A scenario file that can not be played: the file, the key, what was expected."""


class ScenarioInfo(Struct, frozen=True):
    """What a scenario file says of itself, known without the game's code.

    `game` is the id of the game. `title` is the scenario's name for people. `summary` is a line of
    what it is about. `rules` are tables with the `name` of a registered special rule and its
    parameters. A campaign names as `parts` the scenarios of the same game that it plays in order; it
    has no keys of the game's own. `minutes` is how long a game takes somebody who plays it for the
    first time after the lesson. `difficulty` is how hard it is to win; in a game for two, for the
    weaker side. Every other key of the file belongs to the game.
    """

    game: str
    title: str
    summary: str = ""
    rules: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_PARTS)] = ()
    parts: Annotated[tuple[str, ...], Meta(max_length=MOST_PARTS)] = ()
    minutes: Minutes | None = None
    difficulty: Difficulty | None = None


@dataclass(frozen=True)
class ScenarioFile:
    """A scenario's file: its `own` keys, and the `tables` that belong to its game, as they stand.

    Messages call it `source`. Of a `text` that can not be read, `unreadable` says why, and there is
    neither key nor table.
    """

    text: str
    source: str
    own: Mapping[str, Any] = field(default_factory=dict)
    tables: Mapping[str, Any] = field(default_factory=dict)
    unreadable: Fault | None = None

    @classmethod
    def read(cls, text: str, source: str) -> ScenarioFile:
        """The file with such a text."""
        tables = _tables(text)
        if isinstance(tables, Fault):
            return cls(text, source, unreadable=tables)
        if excess := next(_too_much(tables), None):
            line = toml_text.line_of(text, excess.place or excess.key)
            return cls(text, source, unreadable=msgspec.structs.replace(excess, line=line))
        own = {key: tables.pop(key) for key in ScenarioInfo.__struct_fields__ if key in tables}
        return cls(text, source, own, tables)

    @property
    def game(self) -> str:
        """The id of the game that it names; empty where it names none."""
        named = self.own.get("game")
        return named if isinstance(named, str) else ""

    @property
    def info(self) -> ScenarioInfo:
        """What it says of itself. Raises ScenarioError for the first fault of that."""
        self.refuse(self.by_line(self.own_faults()))
        return msgspec.convert(self.own, ScenarioInfo)

    def own_faults(self) -> Iterator[Fault]:
        """What is wrong with what it says of itself; of a text that can not be read, only why."""
        yield from [self.unreadable] if self.unreadable else find_faults(self.own, ScenarioInfo)

    def by_line(self, faults: Iterable[Fault]) -> Sequence[Fault]:
        """Faults of the file, each once, with the line where it stands, and in the order of the lines.

        Those of no line, as of a key that is missing, are the first.
        """
        found = list(dict.fromkeys(islice(faults, MOST_FAULTS)))  # there may be very many
        if self.unreadable or not found:
            return found
        lines = toml_text.lines_of(self.text, [fault.place or fault.key for fault in found])
        placed = (
            msgspec.structs.replace(fault, line=line) for fault, line in zip(found, lines, strict=True)
        )
        return sorted(placed, key=lambda fault: fault.line or 0)

    def refuse(self, faults: Sequence[Fault]) -> None:
        """Raise the first fault, if there is one: a PluginError when a plugin is to blame.

        Else it is a ScenarioError.
        """
        for fault in faults[:1]:
            error = PluginError if isinstance(fault.cause, PluginError) else ScenarioError
            raise error(f"{self.source}: {fault}") from fault.cause


def read_file(path: Path) -> str:
    """The text of a scenario file; ScenarioError when it is not one that can be read."""
    try:
        if path.exists() and not path.is_file():
            raise ScenarioError(f"{path}: not a file")
        if path.stat().st_size > MOST_BYTES:
            raise ScenarioError(f"{path}: larger than {MOST_BYTES} bytes, not a scenario")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise ScenarioError(f"{path}: {reason}") from error


def split_scenario(text: str, source: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a scenario says of itself, and the tables that belong to its game, as they stand.

    `source` names the file in messages. Raises ScenarioError when it can not be read.
    """
    file = ScenarioFile.read(text, source)
    file.refuse([file.unreadable] if file.unreadable else [])
    return dict(file.own), dict(file.tables)


def _tables(text: str) -> dict[str, Any] | Fault:
    """What a text says, or why it is no TOML."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            # Python's reader takes longer than anybody waits for a key of that many parts.
            return Fault((), f"a line with more than {MOST_DOTS} dots", line=number)
    try:
        return tomllib.loads(text)
    except RecursionError:
        return Fault((), "nested too deep")
    except ValueError as error:
        why = toml_text.explain(text, error)
        place = re.search(r" \(at line (\d+)(, column \d+)?\)$", why)
        return Fault((), why[: place.start()], line=int(place[1])) if place else Fault((), why)


def _too_much(tables: Mapping[str, Any]) -> Iterator[Fault]:
    """What no game has room for, whatever it is for, and what no terminal should be sent."""
    todo: list[tuple[Key, Any]] = [((name,), value) for name, value in tables.items()]
    while todo:
        key, value = todo.pop()
        if isinstance(value, dict):
            todo += [((*key, name), item) for name, item in value.items()]
        elif isinstance(value, list) and len(value) <= MOST_ITEMS:
            todo += [((*key, place), item) for place, item in enumerate(value)]
        elif isinstance(value, list):
            yield Fault(key, f"a list of {len(value)}, at most {MOST_ITEMS} are read")
        elif isinstance(value, int) and abs(value) > MOST_NUMBER:
            yield Fault(key, f"a number of at most {MOST_NUMBER} was expected")
        if not f"{dotted(key)}{value if isinstance(value, str) else ''}".replace("\n", "").isprintable():
            yield Fault((), f"{visible(dotted(key))}: a character that can not be shown", key)
