"""Reads a scenario's file: its TOML, its description, and its faults by line."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sandtable.text import toml_text
from sandtable.text.errors import PluginError, SandtableError
from sandtable.text.faults import Fault, Key, find_faults, write_key
from sandtable.text.printing import escape, find_invisible
from sandtable.text.toml_text import MOST_BYTES, MOST_DEEP
from sandtable.text.words import number_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MOST_NUMBER, MOST_ITEMS, MOST_PARTS = 10**18, 1_000, 100
"""The largest number, the longest list and the longest campaign in a scenario file."""

MOST_TITLE, MOST_SUMMARY, MOST_HISTORY = 100, 500, 1000
"""The most characters in a scenario's title, summary and history."""

MOST_MINUTES = 6_000
"""The most minutes that a scenario file may announce."""

Minutes = Annotated[int, Meta(ge=1, le=MOST_MINUTES)]
Difficulty = Annotated[Literal["easy", "medium", "hard"], Meta(title="difficulty")]
Team = Annotated[tuple[str, ...], Meta(min_length=1)]


class ScenarioError(SandtableError):
    """A scenario file cannot be played; the text names the file, the key and what was expected."""


class ScenarioInfo(Struct, frozen=True):
    """The keys of a scenario's file that are the same in every game.

    `game` is the id of the game. `title` is the scenario's name as people write it. `summary` says in
    one line what it is about. `at_stake` says what can be won or lost and is shown when a game begins;
    `history` says what really happened and is shown when it ends. `rules` names special rules: a table
    for each, with its `name` and its parameters. `parts` names scenarios of the same game that a
    campaign plays in order: a plugin's scenario, a file in your folder, or one next to the campaign's
    file. A campaign has no keys of the game's own. `minutes` is the length of a first game after the
    lesson. `difficulty` is how hard it is to win; in a game for two, for the weaker side. `seats` names
    the seats that play, by default all; with `fewest_seats`, a player may leave seats empty
    (``--seat west=none``), as long as that many play. `teams` lists each team's seats; partners share
    what they know. All other keys are the game's own.
    """

    game: str
    title: Annotated[str, Meta(max_length=MOST_TITLE)]
    summary: Annotated[str, Meta(max_length=MOST_SUMMARY)] = ""
    at_stake: Annotated[str, Meta(max_length=MOST_SUMMARY)] = ""
    history: Annotated[str, Meta(max_length=MOST_HISTORY)] = ""
    rules: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_PARTS)] = ()
    parts: Annotated[tuple[str, ...], Meta(max_length=MOST_PARTS)] = ()
    minutes: Minutes | None = None
    difficulty: Difficulty | None = None
    seats: Annotated[tuple[str, ...], Meta(min_length=1, max_length=MOST_PARTS)] = ()
    fewest_seats: Annotated[int, Meta(ge=1)] | None = None
    teams: Annotated[tuple[Team, ...], Meta(max_length=MOST_PARTS)] = ()


@dataclass(frozen=True)
class ScenarioFile:
    """A scenario's file as written: the keys that every game has, `own`, and the game's `tables`.

    Messages call it `source`. If its `text` cannot be read, `unreadable` says why, and `own` and
    `tables` are empty.
    """

    text: str
    source: str
    own: Mapping[str, Any] = field(default_factory=dict)
    tables: Mapping[str, Any] = field(default_factory=dict)
    unreadable: Fault | None = None

    @classmethod
    def read(cls, text: str, source: str) -> ScenarioFile:
        """Read the text of a file."""
        try:
            tables = _read_tables(text)
        except toml_text.NotToml as error:
            return cls(text, source, unreadable=Fault((), error.why, line=error.line))
        own = {key: tables.pop(key) for key in ScenarioInfo.__struct_fields__ if key in tables}
        return cls(text, source, own, tables)

    @property
    def game(self) -> str:
        """The id of the game that the file names; empty if it names none."""
        named = self.own.get("game")
        return named if isinstance(named, str) else ""

    @property
    def info(self) -> ScenarioInfo:
        """The file's description. Raises ScenarioError for the first fault in it."""
        self.refuse(self.by_line(self.find_faults()))
        return msgspec.convert(self.own, ScenarioInfo)

    def find_faults(self) -> Iterator[Fault]:
        """Yield the faults in the description; if the text cannot be read, only the reason."""
        if self.unreadable:
            yield self.unreadable
        else:
            yield from find_faults(self.own, ScenarioInfo)

    def by_line(self, faults: Iterable[Fault]) -> Sequence[Fault]:
        """Return faults of the file in the order of their lines, each with its line.

        Faults without a line, such as a missing key, come first.
        """
        every = list(faults)
        if self.unreadable or not every:
            return every
        lines = toml_text.lines_of(self.text, [fault.place or fault.key for fault in every])
        placed = (
            msgspec.structs.replace(fault, line=line) for fault, line in zip(every, lines, strict=True)
        )
        return sorted(placed, key=lambda fault: fault.line or 0)

    def refuse(self, faults: Sequence[Fault]) -> None:
        """Raise the first fault, if there is one, and say how many others there are.

        It is a PluginError if a plugin is to blame, otherwise a ScenarioError.
        """
        for fault in faults[:1]:
            error = PluginError if isinstance(fault.cause, PluginError) else ScenarioError
            more = f" (and {number_of(len(faults) - 1, 'more error')})" if faults[1:] else ""
            if more and self.source.endswith(".toml"):
                more += f"; sandtable scenario check {shlex.quote(self.source)} lists them"
            raise error(f"{self.source}: {fault}{more}") from fault.cause


def read_file(path: Traversable) -> str:
    """Return the text of a scenario file. Raises ScenarioError if it cannot be read."""
    try:
        if isinstance(path, Path) and path.exists() and not path.is_file():
            raise ScenarioError(f"{path}: not a file")
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise ScenarioError(f"{path}: not a scenario: larger than {MOST_BYTES} bytes")
        return text
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8 text"
        next_step = "; sandtable list shows all" * isinstance(error, FileNotFoundError)
        raise ScenarioError(f"{path}: {why[:1].lower()}{why[1:]}{next_step}") from error


def must_be_scenario(text: str, source: str) -> None:
    """Raise ScenarioError if a text cannot be read as a scenario; messages call it `source`."""
    file = ScenarioFile.read(text, source)
    file.refuse([file.unreadable] if file.unreadable else [])


def _read_tables(text: str) -> dict[str, Any]:
    """Return the contents of a text. Raises NotToml if it is not TOML, or too large for any game."""
    plain = text.replace("\r\n", "\n")
    if invisible := find_invisible(plain):
        line = plain.count("\n", 0, plain.index(invisible[0])) + 1
        raise toml_text.NotToml(line, _describe_invisible(invisible))
    for chunk in toml_text.chunks(plain):
        if chunk.depth > MOST_DEEP:
            raise toml_text.NotToml(chunk.line, "nested too deep")
    tables = toml_text.loads(text)
    for fault in _faults_of_values(tables):
        raise toml_text.NotToml(toml_text.line_of(text, fault.place or fault.key) or 1, fault.message)
    return tables


def _describe_invisible(invisible: str) -> str:
    return f"a character that cannot be shown: {escape(invisible[0])}"


def _faults_of_values(tables: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the faults of values too large for any game and of characters unsafe for a terminal."""
    todo: list[tuple[Key, Any]] = [((name,), value) for name, value in tables.items()]
    while todo:
        key, value = todo.pop()
        if isinstance(value, dict):
            todo += [((*key, name), item) for name, item in value.items()]
        elif isinstance(value, list) and len(value) <= MOST_ITEMS:
            todo += [((*key, place), item) for place, item in enumerate(value)]
        elif isinstance(value, list):
            yield Fault(key, f"a list of {len(value)} items; at most {MOST_ITEMS} are read")
        elif isinstance(value, int) and abs(value) > MOST_NUMBER:
            yield Fault(key, f"a whole number of at most 1e18 was expected, not {value}")
        texts = (part for part in (key[-1], value) if isinstance(part, str))
        if invisible := find_invisible("".join(texts)):
            yield Fault((), f"{escape(write_key(key))}: {_describe_invisible(invisible)}", key)
