"""Running a save again: to resume it, to watch it, and to verify it.

Loading and verifying are the same: every line is done again through the rules and must give the
recorded rolls and digest. A replay stops at the first line that does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from sandtable.model.action import Action
from sandtable.model.dice import RecordedDice, Roll
from sandtable.model.game import tagged_union
from sandtable.model.scenario import Scenario
from sandtable.plugins.catalog import Catalog, catalog
from sandtable.record import diff
from sandtable.record.log import LogEntry, note_entry
from sandtable.record.opening import open_header
from sandtable.record.records import (
    DECODING_ERRORS,
    ActionLine,
    Divergence,
    NoteLine,
    OutcomeLine,
    Parent,
    Rolls,
    SavedLine,
    SaveError,
    SaveFull,
    UndoLine,
    chain,
    check_keys,
    one_line,
    read_lines,
    split,
)
from sandtable.record.session import Session
from sandtable.record.undo import BarrierCrossed, UndoRefused, last_barrier, undo_entry
from sandtable.text.errors import GameError, PluginError, SandtableError, UnknownName
from sandtable.text.faults import decoding_fault
from sandtable.text.printing import visible
from sandtable.text.words import clipped, resolve, unknown

MOST_STAMPS, MOST_STAMP = 12, 80
"""At most this many plugins are listed from a header, each cut to this many characters."""


NOTHING_DONE = -1
"""The target of an undo for which migration left nothing to undo."""


class Replay:
    """A save being run again, line by line.

    `session` is the game at the current line. After a crash, `torn` says that an unfinished last line
    was left out, and `outcome_missing` that the game is over but its outcome was not written.
    `migrated` says how an older save was changed; its session then holds the changed lines. Raises
    SaveError for a file that is not a save, PluginError for a missing plugin, and Divergence if the
    header does not match the game that it sets up.
    """

    def __init__(self, path: str | Path, plugins: Catalog | None = None) -> None:
        self.path = Path(path)
        self.plugins = plugins or catalog()
        self.lines, self.size, self.torn = read_lines(self.path)
        self.header, scenario, self.migrations = open_header(str(self.path), self.lines, self.plugins)
        self.session = self._set_up(scenario)
        self._decode = msgspec.json.Decoder(tagged_union(self.session.scenario.actions)).decode
        self._digest = ""
        self._places = {1: 1}  # for each line of the file, the last line that replaces it
        self.outcome_read = False
        self._check_set_up()

    @property
    def migrated(self) -> str:
        """The changes that migrated an older save; empty for a save in the current version."""
        return self.migrations.about

    @property
    def outcome_missing(self) -> bool:
        """Whether the game has ended at the current line, which is the last, without an outcome."""
        at_end = self._places.get(len(self.lines)) == self.session.journal.n
        return bool(at_end and self.session.outcome and not self.outcome_read)

    def _set_up(self, scenario: Scenario) -> Session:
        real = RecordedDice(self.header.rolls) if self.header.typed_in else None
        try:
            session = Session(scenario, self.header, self.plugins, real)
            session.table.position  # noqa: B018 (what it holds may be too large for one)
        except msgspec.ValidationError as error:
            raise SaveError(f"{self.path} line 1: options: {decoding_fault(error)}") from error
        except GameError as error:
            raise Divergence(str(self.path), 1, str(error)) from error
        except Exception as error:  # a game may fail on a forged scenario
            why = f"the game cannot be set up: {self.plugins.loader.blame(error)}"
            raise Divergence(str(self.path), 1, why) from error
        return session

    def _check_set_up(self) -> None:
        rolls = [roll.record for roll in self.session.log[0].rolls]
        if rolls != self.header.rolls:
            raise self._differs(1, _other_roll(self.header.rolls, rolls))
        if self.migrated:
            parts = split(self.lines[-1])
            stamps = self.plugins.stamps(self.session.scenario, self.header.seats.values())
            name = visible(self.path.stem)
            self.header.parent = Parent(parts[1] if parts else "", len(self.lines), name)
            self.header.plugins = stamps
        self._keep(1, self.lines[0], self.header)

    # The lines.

    def steps(self, to: int | None = None) -> Iterator[LogEntry]:
        """Do every line up to line `to`; yield what each did, first the set-up.

        Raises Divergence at the first line that is not legal or differs.
        """
        yield self.session.log[0]
        last = len(self.lines) if to is None else to
        for n in range(2, min(last, len(self.lines)) + 1):
            line = self.lines[n - 1]
            for record in self._records(n, line):
                entry = self._apply(n, record)
                self._keep(n, line, self._line_of_today(record, entry))
                yield entry
            self._places[n] = self.session.journal.n

    def run(self, to: int | None = None) -> Session:
        """Do all of `steps`; return the session."""
        for _ in self.steps(to):
            pass
        return self.session

    def bookmarks(self, seat: str | None = None) -> dict[str, int]:
        """The lines of the bookmarks that a seat may know (all for None), the newest of each name."""
        lines: dict[str, int] = {}
        for n, line in enumerate(self.lines, 1):
            if b'"note":"@' in line:
                record = self._record(n, line)
                entry = note_entry(n, record.note, record.seat)
                if entry.bookmark and entry.shows(seat):
                    lines[entry.bookmark] = n
        return lines

    def place(self, typed: str, seat: str | None = None) -> int:
        """The line that a number or ``@BOOKMARK`` means. Raises SandtableError with the nearest one."""
        typed = typed.strip()
        if typed.startswith("@"):
            marks = self.bookmarks(seat)
            if not marks:
                raise UnknownName(f'no bookmark "{clipped(typed[1:])}"; this save has none')
            return marks[resolve("bookmark", typed[1:], marks)]
        if not typed.isdecimal():
            lines = f"a line (1 to {len(self.lines)})"
            raise UnknownName(f'"{clipped(typed)}" is neither {lines} nor @BOOKMARK')
        n = int(typed) if len(typed) < 9 else 0
        if not 1 <= n <= len(self.lines):
            lines = f"{self.path} has lines 1 to {len(self.lines)}"
            raise UnknownName(f'no line "{clipped(typed)}"; {lines}')
        return n

    def _records(self, n: int, line: bytes) -> Iterator[SavedLine]:
        """The records in a line, migrated if necessary."""
        if not self.migrated:
            yield self._record(n, line)
            return
        try:
            self._record(n, line)
            for raw in self.migrations.records(msgspec.json.decode(line, type=dict[str, Any])):
                new = {**raw, "n": self.session.journal.n + 1, "digest": ""}
                record = msgspec.json.decode(msgspec.json.encode(new), type=SavedLine)
                if record.undo is not None:
                    record.undo = self._undo_target(n, record.undo)
                if record.undo != NOTHING_DONE:
                    yield self._known(n, record)
        except DECODING_ERRORS as error:
            raise self._no_record(n, error) from error
        except PluginError as error:
            raise Divergence(str(self.path), n, str(error)) from error

    def _no_record(self, n: int, error: Exception) -> Divergence:
        """The error for a line that is not part of a save."""
        return Divergence(str(self.path), n, f"the line is damaged: {decoding_fault(error)}")

    def _undo_target(self, n: int, to: int) -> int:
        """The line that an undo now goes back to; NOTHING_DONE if migration left nothing to undo."""
        if to not in self._places:
            raise Divergence(str(self.path), n, f"undo to line {to}, which is not before it")
        line = self._places[to]
        undone = (entry.n for entry in self.session.log if entry.action is not None and entry.n > line)
        return next(undone, NOTHING_DONE + 1) - 1

    def _record(self, n: int, line: bytes) -> SavedLine:
        try:
            check_keys(line)
            record = msgspec.json.decode(line, type=SavedLine)
        except DECODING_ERRORS as error:
            raise self._no_record(n, error) from error
        if record.n != n:
            fault = f"it is numbered {record.n}, not {n}"
            if record.n > n:
                missing = "a line is missing" if record.n == n + 1 else "lines are missing"
                fault = f"{missing} (this one is numbered {record.n})"
            raise Divergence(str(self.path), n, fault)
        return self._known(n, record)

    def _known(self, n: int, record: SavedLine) -> SavedLine:
        if record.kind is None:
            raise Divergence(str(self.path), n, "one of do, undo, note or outcome was expected")
        return record

    def _apply(self, n: int, record: SavedLine) -> LogEntry:
        if record.kind == "do":
            return self._apply_action(n, record)
        if record.undo is not None:
            return self._apply_undo(n, record, record.undo)
        session = self.session
        entry = note_entry(record.n, record.note, record.seat)
        if record.note is not None:
            session.log.append(entry)
        elif self.outcome_read:
            raise self._differs(n, "this is a second outcome")
        elif session.outcome is None:
            raise self._differs(n, "an outcome, but the game is not over")
        elif record.outcome != session.outcome:
            both = msgspec.to_builtins((record.outcome, session.outcome))
            raise self._differs(n, f"another outcome: {'; '.join(diff.in_words(*both))}")
        else:
            self.outcome_read = True
        return entry

    def _apply_undo(self, n: int, record: SavedLine, to: int) -> LogEntry:
        session = self.session
        self.outcome_read = False
        # Under other rules, undo may stop elsewhere.
        force = record.forced or self.migrations.other_rules
        try:
            steps = session.back_to(to, force=force)
        except BarrierCrossed as error:
            crosses = f"undo to line {to} crosses {error.barrier}, and is not marked as forced"
            raise self._differs(n, crosses) from error
        except UndoRefused as error:
            raise self._differs(n, f"undo to line {to}: {error}") from error
        entry = undo_entry(record.n, steps, forced=record.forced or last_barrier(steps) is not None)
        if entry.forced:
            session.log.append(entry)
        return entry

    def _no_action(self, record: SavedLine, error: Exception) -> str:
        """The reason why a line has no action of the game, with the nearest verb for a wrong one."""
        verbs = [*self.session.scenario.verbs]
        try:
            verb = msgspec.json.decode(record.do).get("verb")
        except (msgspec.DecodeError, AttributeError):
            verb = None
        if isinstance(verb, str) and verb not in verbs:
            return unknown("action", verb, verbs)
        return f"not an action of the game: {decoding_fault(error)}"

    def _apply_action(self, n: int, record: SavedLine) -> LogEntry:
        session = self.session
        to_move = session.to_move
        if to_move is None:
            raise self._differs(n, f"{record.seat} does something, the game is over")
        if record.seat != to_move:
            raise self._differs(n, f"seat {record.seat} acts, {to_move} was expected")
        try:
            action: Action = self._decode(record.do)
            if isinstance(session.table.dice, RecordedDice):
                session.table.dice.feed(record.rolls or ())
            entry = session.advance(action)
            session.table.position  # noqa: B018 (what it holds may be too large for one)
        except SandtableError as error:  # before the others, since some are ValueErrors too
            raise self._differs(n, f"not legal: {error}") from error
        except DECODING_ERRORS as error:
            raise self._differs(n, self._no_action(record, error)) from error
        except Exception as error:  # a game may fail on a forged scenario
            raise self._differs(n, f"the game fails: {self.plugins.loader.blame(error)}") from error
        rolls = [roll.record for roll in entry.rolls]
        if record.rolls != rolls:
            raise self._differs(n, _other_roll(record.rolls or [], rolls))
        return entry

    # Keeping the lines.

    def _keep(self, n: int, line: bytes, written: msgspec.Struct) -> None:
        """Check a line's digest, and add the line to the session's journal."""
        journal, position = self.session.journal, self.session.table.position
        parts = split(line)
        if parts is None:
            raise Divergence(str(self.path), n, "it does not end in a digest")
        body, recorded = parts
        digest = chain(self._digest, body, position)
        # With other rules positions differ, so digests prove nothing.
        if digest != recorded and not self.migrations.other_rules:
            raise self._other_position(n, line, f"digest {recorded} was recorded, now {digest}")
        self._digest = recorded
        if self.migrated:
            try:
                journal.append(written, position)
            except SaveFull as error:
                raise SaveError(f"{self.path} cannot be migrated: {error}") from error
        else:
            journal.append_as_read(line, recorded, position)

    def _line_of_today(self, record: SavedLine, entry: LogEntry) -> msgspec.Struct:
        """A record in the current format: rewritten if the save was migrated, else unchanged."""
        if not self.migrated:
            return record
        if entry.action is not None:
            rolls = [roll.record for roll in entry.rolls]
            return ActionLine(record.n, entry.seat or "", entry.action, rolls)
        if record.undo is not None:
            return UndoLine(record.n, record.undo, entry.forced)
        if record.note is not None:
            return NoteLine(record.n, record.note, record.seat)
        assert self.session.outcome is not None  # noqa: S101
        return OutcomeLine(record.n, self.session.outcome)

    def _other_position(self, n: int, line: bytes, text: str) -> Divergence:
        """The error for a line whose digest differs, with the differences in its position if known."""
        agree = "rolls and legality agree, but the position does not: "
        if self.migrated:  # an older format does not keep changes
            return self._differs(n, (agree if self.versions() else "") + text)
        try:
            change = msgspec.json.decode(line, type=dict[str, Any]).get("change", [])
            recorded = diff.applied(_plain(self.session.journal.position), change)
            details = diff.in_words(recorded, _plain(self.session.table.position))
        except (SandtableError, *DECODING_ERRORS) as error:
            return self._differs(n, f"{text}; {error}")
        if not details:
            return self._differs(n, f"the line was changed after it was written: {text}")
        return self._differs(n, agree + text, details)

    def _differs(self, n: int, text: str, details: Sequence[str] = ()) -> Divergence:
        """The error for a line that the rules do not give; it names plugins whose version has changed.

        A line that is not part of a save is a Divergence that blames no plugin.
        """
        changed = self.versions()
        blame = f" (it was played with {', '.join(changed)})" if changed else ""
        blame += f" (it was migrated: {self.migrated})" if self.migrated else ""
        return Divergence(str(self.path), n, text + blame, details)

    def versions(self) -> list[str]:
        """The plugins whose version in the save is not the installed one."""
        stamps = self.plugins.stamps(self.session.scenario, self.header.seats.values())
        installed = {stamp["id"]: stamp for stamp in stamps}
        recorded = {stamp.get("id", ""): stamp for stamp in self.header.plugins}
        texts = [
            one_line(f"{stamp.get('distribution')} {stamp.get('version')} for {id}", MOST_STAMP)
            for id, stamp in recorded.items()
            if stamp != installed.get(id)
        ]
        rules = self.session.scenario.game.info.rules_version
        if self.header.rules_version != rules:
            version = one_line(str(self.header.rules_version), MOST_STAMP)
            texts.append(f"rules version {version}, this is {rules}")
        return texts[:MOST_STAMPS] + [f"{len(texts) - MOST_STAMPS} more"] * (len(texts) > MOST_STAMPS)


def _plain(position: bytes) -> Any:
    """A position as JSON data; None for None."""
    data = msgspec.msgpack.decode(position) if position else None
    return msgspec.json.decode(msgspec.json.encode(data))


def _other_roll(recorded: Rolls, rolled: Rolls) -> str:
    """The first roll that differs from the recorded one, in words."""
    pairs = zip_longest(recorded, rolled)
    place, (then, now) = next((k, pair) for k, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return f"roll {place}: {_roll_in_words(then)} was recorded, now {_roll_in_words(now)}"


def _roll_in_words(roll: tuple[str, int, int] | None) -> str:
    if roll is None:
        return "nothing"
    stream, sides, value = roll
    return str(Roll(stream, sides, value))


def load(path: str | Path, plugins: Catalog | None = None) -> Session:
    """The game in a save, checked line by line; it continues in memory only.

    Raises SaveError, PluginError or Divergence.
    """
    return Replay(path, plugins).run()
