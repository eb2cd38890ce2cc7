"""A save as recorded: its lines as data, read without the game and its rules.

Any save can be read this way, even if its plugin is missing or its game's rules have changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandtable.model.action import word_of
from sandtable.model.dice import GENERATOR, REAL, Dice, Roll, SeededDice
from sandtable.model.game import Outcome
from sandtable.plugins.plugin import Plugin
from sandtable.record import diff, migrations
from sandtable.record.log import note_entry
from sandtable.record.records import (
    DECODING_ERRORS,
    FORMAT,
    Divergence,
    Header,
    Parent,
    Rolls,
    SavedLine,
    SaveError,
    check_keys,
    digest_of,
    is_name,
    one_line,
    read_lines,
    split,
)
from sandtable.text.errors import SandtableError, UnknownName
from sandtable.text.faults import decoding_fault
from sandtable.text.printing import escape
from sandtable.text.words import clip, no_such, resolve

MOST_VERSION = 40
"""The most characters of a version or an id in a header that are shown."""

_DISTRIBUTION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")
"""A distribution name that can be typed after ``plugins install``."""


class OnlyRecorded(SaveError):
    """A save that can be read as recorded but not continued; `why` says what prevents that."""

    def __init__(self, path: Path, why: str) -> None:
        self.why = one_line(why)
        super().__init__(f"{path}: {self.why}; sandtable replay shows it as it was recorded")


class RecordedLine(NamedTuple):
    """A line as recorded.

    - `changes`: what the line changed in the game's state, a line of text for each change.
    - `position`: the position after the line as plain data, valid until the next line is read; None if
      the save stores no positions, as in format 1.
    - `luck`: how far each stream of the seed has advanced; empty if players typed in the rolls.
    - `changed`: whether the line changed the position.
    """

    line: SavedLine
    changes: Sequence[str] = ()
    position: Any = None
    luck: Mapping[str, int] = {}
    changed: bool = False

    @property
    def words(self) -> str:
        """An action in words, from its data: its verb and its fields."""
        action = msgspec.json.decode(self.line.do) if self.line.kind == "do" else None
        if not isinstance(action, dict):
            return ""
        values = (action.pop("verb", None), *action.values())
        words = (word_of(value) for value in values if isinstance(value, str | int))
        return one_line(" ".join(words))


class Recording:
    """A save and its lines, each of which is checked when it is read.

    `torn` is true if an unfinished last line was left out, as after a crash; `size` is where the
    complete lines end. From format 3 on, `sealed` is true: a line can be verified without the position
    after it. From format 2 on, `keeps_positions` is true: a line says what it changed. `raw` is the
    header as data, and `formats` are the steps that converted it to the current format.

    Raises SaveError for a file that is not a save, Divergence for a save without its header.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.lines, self.size, self.torn = read_lines(self.path)
        if not self.lines:
            raise SaveError(f"{path}: not a save: it is empty or ends within its first line")
        try:
            raw = msgspec.json.decode(self.lines[0], type=dict[str, Any])
            check_keys(self.lines[0])
            self._check_header_keys(raw)
            self.sealed = raw["format"] >= 3
            self.keeps_positions = raw["format"] >= 2
            self.formats, self.raw = migrations.steps_for(raw, migrations.FORMATS)
            self.header = read_header(self.raw)
            self._check_chain(1)
        except Divergence:
            raise
        except SandtableError as error:
            raise SaveError(f"{path} line 1: {error}") from error
        except DECODING_ERRORS as error:
            raise SaveError(f"{path} is not a save (line 1: {decoding_fault(error)})") from error

    def _check_header_keys(self, raw: migrations.Raw) -> None:
        version = raw.get("format")
        if isinstance(version, int) and version > FORMAT:
            newer = f"format {version} is newer than this program reads ({FORMAT})"
            raise SaveError(f"{newer}; install a newer Sandtable")
        if "format" not in raw and split(self.lines[0]) and isinstance(raw.get("n"), int):
            found = f"the header was expected, but this is line {raw['n']} of a save"
            raise Divergence(str(self.path), 1, found)
        for key, kind in (("format", int), ("game", str), ("rules_version", int)):
            if not isinstance(raw.get(key), kind):
                raise SaveError(f'not the header of a save: it has no "{key}"')
        if not is_name(raw["game"]):
            raise SaveError("not the header of a save: its game has no name")

    def parent(self, n: int) -> Parent:
        """Return the `Parent` for the header of a save that continues this one from line `n`."""
        return Parent((split(self.lines[n - 1]) or (b"", ""))[1], n, escape(self.path.stem))

    def line(self, n: int) -> SavedLine:
        """Return line `n`, from 2. Raises Divergence if it is damaged, out of place or edited."""
        try:
            check_keys(self.lines[n - 1])
            record = msgspec.json.decode(self.lines[n - 1], type=SavedLine)
        except DECODING_ERRORS as error:
            raise self.damage(n, error) from error
        if record.n != n:
            fault = f"it is numbered {record.n}, not {n}"
            if record.n > n:
                missing = "a line is missing" if record.n == n + 1 else "lines are missing"
                fault = f"{missing} (this one is numbered {record.n})"
            raise Divergence(str(self.path), n, fault)
        self._check_chain(n)
        return self.check_kind(n, record)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, from the last line; None if the game is not over. Raises Divergence."""
        return self.line(len(self.lines)).outcome if len(self.lines) > 1 else None

    def prove(self) -> None:
        """Raise Divergence for the first line whose digest does not follow from the line before."""
        for n in range(1, len(self.lines) + 1):
            self._check_chain(n)

    def check_kind(self, n: int, record: SavedLine) -> SavedLine:
        """Return the record of line `n`. Raises Divergence if it is of no known kind."""
        if record.kind is None:
            raise Divergence(str(self.path), n, "do, undo, note or outcome was expected")
        return record

    def damage(self, n: int, error: Exception) -> Divergence:
        """Return the error for a line that cannot be read."""
        return Divergence(str(self.path), n, f"the line is damaged: {decoding_fault(error)}")

    def _check_chain(self, n: int) -> None:
        """Raise Divergence if a line's digest does not follow from the line before."""
        parts = split(self.lines[n - 1])
        if parts is None:
            raise Divergence(str(self.path), n, "it does not end with a digest")
        before = split(self.lines[n - 2]) if n > 1 else (b"", "")
        if self.sealed and before and digest_of(before[1], parts[0]) != parts[1]:
            raise Divergence(str(self.path), n, "it was edited after it was written")

    def read_recorded(self, to: int | None = None) -> Iterator[RecordedLine]:
        """Yield the header, then every line up to line `to`, as recorded.

        Raises Divergence for a line that is damaged or edited, whose rolls the seed does not give, or
        whose changes do not fit.
        """
        header, position = self.header, None
        dice = SeededDice(header.seed, header.start.dice if header.start else None)
        luck, hashes = {0: dice.mark()}, {0: ""}
        for n in range(1, (len(self.lines) if to is None else min(to, len(self.lines))) + 1):
            first = SavedLine(1, "", self.raw.get("at", ""), rolls=header.rolls)
            line = first if n == 1 else self.line(n)
            change = msgspec.json.decode(self.lines[n - 1], type=dict[str, Any]).get("change", ())
            changes: Sequence[str] = ()
            try:
                self._check_recorded(line, change, position, hashes)
                if not header.typed_in:
                    dice.rewind(luck[n - 1 if line.undo is None else line.undo])
                    _check_rolls(line.rolls or (), dice)
                if self.keeps_positions:
                    changes = _in_words(position, change) if n > 1 else ()
                    position = _position(diff.apply(position, change))
            except SandtableError as error:
                raise Divergence(str(self.path), n, str(error)) from error
            luck[n], hashes[n] = dice.mark(), line.at
            yield RecordedLine(line, changes, position, luck[n], bool(change))

    def _check_recorded(
        self, line: SavedLine, change: object, position: Any, hashes: Mapping[int, str]
    ) -> None:
        """Raise SandtableError for a line that no game can have written after `position`.

        `hashes` holds the `at` of every earlier line.
        """
        if line.undo is not None and line.undo not in hashes:
            raise SandtableError(f"undo to line {line.undo}, which is not before it")
        if bool(line.at) != self.sealed:
            raise SandtableError(f'it has {"no" if self.sealed else "an"} "at"')
        same = {"note": line.n - 1, "outcome": line.n - 1, "undo": line.undo}.get(line.kind or "")
        if change and line.kind in ("note", "outcome"):
            raise SandtableError(f"the {line.kind} changes the position")
        if self.sealed and same and line.at != hashes[same]:
            raise SandtableError(f"its position is not that of line {same}")
        if line.kind == "do" and line.seat not in self.header.seats:
            raise SandtableError(no_such("seat", line.seat or "", self.header.seats))
        if not self.keeps_positions or position is None:
            return
        if line.kind == "do" and position.get("outcome"):
            raise SandtableError(f"{line.seat} acts, but the game is over")
        if line.outcome and (position.get("outcome") or {}).get("name") != line.outcome.name:
            raise SandtableError("its outcome is not that of its position")

    # Finding lines in the save.

    def bookmarks(self, seat: str | None = None) -> dict[str, int]:
        """Return the last line of each bookmark that a seat may know; None may know all."""
        lines: dict[str, int] = {}
        for n, line in enumerate(self.lines, 1):
            if b'"note":"@' in line:
                record = self.line(n)
                entry = note_entry(n, record.note, record.seat)
                if entry.bookmark and entry.shows(seat):
                    lines[entry.bookmark] = n
        return lines

    def place(self, typed: str, seat: str | None = None) -> int:
        """Return the line that a number or ``@BOOKMARK`` means. Raises SandtableError."""
        typed = typed.strip()
        if typed.startswith("@"):
            marks = self.bookmarks(seat)
            if not marks:
                raise UnknownName(f'no bookmark "{clip(typed[1:])}"; this save has none')
            return marks[resolve("bookmark", typed[1:], marks)]
        if not typed.isdecimal():
            lines = f"a line number (1 to {len(self.lines)})"
            raise UnknownName(f'"{clip(typed)}" is neither {lines} nor @BOOKMARK')
        n = int(typed) if len(typed) < 9 else 0
        if not 1 <= n <= len(self.lines):
            lines = f"{self.path} has lines 1 to {len(self.lines)}"
            raise UnknownName(f'no line "{clip(typed)}"; {lines}')
        return n


def read_header(raw: migrations.Raw) -> Header:
    """Return a header in the current format. Raises SaveError, or what decoding raises."""
    keys = {key: value for key, value in raw.items() if key not in ("digest", "change", "at")}
    header = msgspec.convert(keys, Header)
    if header.n != 1 or header.format != FORMAT:
        raise SaveError(f"line {header.n} of format {header.format}, not line 1 of format {FORMAT}")
    if header.generator not in (GENERATOR, REAL):
        raise SaveError(no_such("generator of luck", header.generator, (GENERATOR, REAL)))
    shown = [header.scenario, str(header.seed), *header.options, *header.seats, *header.seats.values()]
    if header.embedded:
        shown += (header.embedded.name, *header.embedded.parts)
    if bad := next((name for name in shown if not is_name(name)), None):
        raise SaveError(f'"{bad}" in it cannot be a name, a seed or a seat')
    return header


def needed_plugin(header: Header, installed: Iterable[Plugin]) -> str:
    """Return the first plugin that a save needs and that is not installed, and how to install it.

    Empty if none is missing.
    """
    ids = {plugin.id for plugin in installed}
    for stamp in header.plugins:
        id, source = stamp.get("id", ""), stamp.get("distribution", "")
        if id not in ids and _DISTRIBUTION.fullmatch(source):
            version = one_line(stamp.get("version", ""), MOST_VERSION)
            is_scenario = id == header.scenario.replace("/", ".", 1)
            named = one_line(header.scenario if is_scenario else id, MOST_VERSION)
            return f"needs {named} ({source} {version}): sandtable plugins install {source}"
    return ""


def _in_words(position: Any, change: Any) -> list[str]:
    """Return what a line changed in the game's own state, in words, ignoring the schedule of phases."""
    own = [[path[1:], *rest] for path, *rest in diff.check(change) if path[:1] == ["state"]]
    return diff.changes_in_words(position["state"], own, most=len(own), words="{} -> {}")


def _position(data: Any) -> Any:
    """Return the data if it is a position. Raises SandtableError if it is not."""
    if (
        isinstance(data, dict)
        and "state" in data
        and isinstance(data.get("schedule"), list)
        and isinstance(data.get("outcome") or {}, dict)
    ):
        return data
    raise SandtableError("its changes do not result in a position")


def _check_rolls(rolls: Rolls | tuple[()], dice: Dice) -> None:
    """Raise SandtableError if `dice` do not give these rolls.

    A pick among equal things is recorded as the first of them, so the roll may have been higher.
    """
    for place, (stream, sides, value) in enumerate(rolls, 1):
        rolled = dice.roll(1, sides, stream)[0]
        if not 1 <= value <= rolled:
            roll = Roll(one_line(stream), sides, value)
            raise SandtableError(f"roll {place}: {roll} was recorded, but the seed gives {rolled}")
