"""The file of a scenario: its text read as TOML, its description, and its faults by line."""

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
"""A number in a scenario file is at most this large; a list or a campaign is at most this long."""

MOST_TITLE, MOST_SUMMARY, MOST_HISTORY = 100, 500, 1000
"""The title, the summary and the history of a scenario have at most this many characters."""

MOST_MINUTES = 6_000
"""A scenario file may announce a game of at most this many minutes."""

Minutes = Annotated[int, Meta(ge=1, le=MOST_MINUTES)]
Difficulty = Annotated[Literal["easy", "medium", "hard"], Meta(title="difficulty")]
Team = Annotated[tuple[str, ...], Meta(min_length=1)]


class ScenarioError(SandtableError):
    """A scenario file that cannot be played: the file, the key, what was expected."""


class ScenarioInfo(Struct, frozen=True):
    """The keys of a scenario's file that are the same in every game.

    `game` is the id of the game. `title` is the scenario's name for people. `summary` says in a line
    what it is about. `at_stake` says what can be won or lost and is shown when a game begins; `history`
    says what happened in history and is shown when it ends. `rules` has tables with the `name` of a
    registered special rule and its parameters. `parts` names the scenarios of the same game that a
    campaign plays in order: those of plugins, then the files of your folder, then those next to the
    campaign's file. A campaign has no keys of the game's own. `minutes` is how long a first game
    takes after the lesson. `difficulty` is how hard it is to win; in a game for two, for the weaker
    side. `seats` names those of the game's seats that play, by default all; with `fewest_seats`, a
    player may leave others empty (``--seat west=none``), as long as so many play. `teams` lists the
    seats of each team: partners know what their partners know. All other keys are those of the game.
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
    """A scenario's file: its `own` keys, and the `tables` of its game, as written.

    Messages call it `source`. If its `text` cannot be read, `unreadable` says why, and there are
    neither keys nor tables.
    """

    text: str
    source: str
    own: Mapping[str, Any] = field(default_factory=dict)
    tables: Mapping[str, Any] = field(default_factory=dict)
    unreadable: Fault | None = None

    @classmethod
    def read(cls, text: str, source: str) -> ScenarioFile:
        """A file with this text."""
        try:
            tables = _tables(text)
        except toml_text.NotToml as error:
            return cls(text, source, unreadable=Fault((), error.why, line=error.line))
        own = {key: tables.pop(key) for key in ScenarioInfo.__struct_fields__ if key in tables}
        return cls(text, source, own, tables)

    @property
    def game(self) -> str:
        """The id of the game that it names; empty if it names no game."""
        named = self.own.get("game")
        return named if isinstance(named, str) else ""

    @property
    def info(self) -> ScenarioInfo:
        """Its description. Raises ScenarioError for the first fault in that."""
        self.refuse(self.by_line(self.find_faults()))
        return msgspec.convert(self.own, ScenarioInfo)

    def find_faults(self) -> Iterator[Fault]:
        """The faults of its description; for a text that cannot be read, only the reason."""
        if self.unreadable:
            yield self.unreadable
        else:
            yield from find_faults(self.own, ScenarioInfo)

    def by_line(self, faults: Iterable[Fault]) -> Sequence[Fault]:
        """Faults of the file, each with its line, in the order of the lines.

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
        """Raise the first fault, if there is one, with the number of the others.

        It is a PluginError if a plugin is to blame, otherwise a ScenarioError.
        """
        for fault in faults[:1]:
            error = PluginError if isinstance(fault.cause, PluginError) else ScenarioError
            more = f" (and {number_of(len(faults) - 1, 'more error')})" if faults[1:] else ""
            if more and self.source.endswith(".toml"):
                more += f"; sandtable scenario check {shlex.quote(self.source)} lists them"
            raise error(f"{self.source}: {fault}{more}") from fault.cause


def read_file(path: Traversable) -> str:
    """The text of a scenario file. Raises ScenarioError if it cannot be read."""
    try:
        if isinstance(path, Path) and path.exists() and not path.is_file():
            raise ScenarioError(f"{path}: not a file")
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise ScenarioError(f"{path}: larger than {MOST_BYTES} bytes, not a scenario")
        return text
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8 text"
        next_step = "; sandtable list shows all" * isinstance(error, FileNotFoundError)
        raise ScenarioError(f"{path}: {why[:1].lower()}{why[1:]}{next_step}") from error


def must_be_scenario(text: str, source: str) -> None:
    """Raise ScenarioError if a text cannot be read as a scenario; messages call it `source`."""
    file = ScenarioFile.read(text, source)
    file.refuse([file.unreadable] if file.unreadable else [])


def _tables(text: str) -> dict[str, Any]:
    """The contents of a text. Raises NotToml for one that is not TOML, or more than any game needs."""
    plain = text.replace("\r\n", "\n")
    if unseen := find_invisible(plain):
        line = plain.count("\n", 0, plain.index(unseen[0])) + 1
        raise toml_text.NotToml(line, _describe_invisible(unseen))
    for chunk in toml_text.chunks(plain):
        if chunk.depth > MOST_DEEP:
            raise toml_text.NotToml(chunk.line, "nested too deep")
    tables = toml_text.loads(text)
    for fault in _too_much(tables):
        raise toml_text.NotToml(toml_text.line_of(text, fault.place or fault.key) or 1, fault.message)
    return tables


def _describe_invisible(unseen: str) -> str:
    return f"a character that cannot be shown: {escape(unseen[0])}"


def _too_much(tables: Mapping[str, Any]) -> Iterator[Fault]:
    """Values too large for any game, and characters that a terminal must not get."""
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
            yield Fault(key, f"a whole number of at most 1e18 was expected, not {value}")
        texts = (part for part in (key[-1], value) if isinstance(part, str))
        if unseen := find_invisible("".join(texts)):
            yield Fault((), f"{escape(write_key(key))}: {_describe_invisible(unseen)}", key)
