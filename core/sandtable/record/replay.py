"""Replays a save, to resume, watch or verify it.

Loading is verifying: every line is played again under the rules and must give the recorded rolls and
position. A replay stops at the first line that does not.
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
from sandtable.record import as_recorded, diff
from sandtable.record.log import LogEntry, note_entry
from sandtable.record.opening import open_save
from sandtable.record.recording import Recording
from sandtable.record.records import (
    DECODING_ERRORS,
    ActionLine,
    Divergence,
    NoteLine,
    OutcomeLine,
    Rolls,
    SavedLine,
    SaveError,
    SaveFull,
    UndoLine,
    digest_of,
    hash_of,
    one_line,
    split,
)
from sandtable.record.session import Session
from sandtable.record.undo import BarrierCrossed, UndoRefused, last_barrier, undo_entry
from sandtable.text.errors import GameError, PluginError, SandtableError
from sandtable.text.faults import decoding_fault
from sandtable.text.words import no_such

MOST_STAMPS, MOST_STAMP = 12, 80
"""The most plugins listed from a header, and the most characters of each."""


NOTHING_DONE = -1
"""The target of an undo if migration removed everything that it took back."""


class Replay(Recording):
    """A save being replayed, line by line.

    `session` is the game at the current line. `outcome_missing` is true if the game is over but its
    outcome was not written. `migrated` says how an older save was converted; its session then holds the
    converted lines. If the rules have changed since, `other_rules` says how, and every line is shown as
    recorded, without events and without being checked against the rules.

    Raises SaveError for a file that is not a save, and Divergence if its header does not match the game
    that it sets up. Raises OnlyRecorded if its plugin is missing or the game can no longer read it.
    """

    def __init__(self, path: str | Path, plugins: Catalog | None = None) -> None:
        super().__init__(path)
        self.plugins = plugins or catalog()
        self.header, scenario, self.migrations, self.other_rules = open_save(self, self.plugins)
        if self.other_rules:
            as_recorded.check(self, scenario, self.other_rules)
        self.session = self._set_up(scenario)
        self._decode = msgspec.json.Decoder(tagged_union(self.session.scenario.actions)).decode
        self._places = {1: 1}  # for each line of the file, the last line that replaced it
        self.outcome_read = False
        self._check_set_up()

    @property
    def migrated(self) -> str:
        """How the save was migrated; empty if it is current."""
        return "" if self.other_rules else self.migrations.about

    @property
    def outcome_missing(self) -> bool:
        """Whether the last line has been replayed and the game is over, but there is no outcome."""
        at_end = self._places.get(len(self.lines)) == self.session.journal.n
        return bool(at_end and self.session.outcome and not self.outcome_read)

    def _set_up(self, scenario: Scenario) -> Session:
        real_dice = RecordedDice(self.header.rolls) if self.header.typed_in else None
        try:
            session = Session(scenario, self.header, self.plugins, real_dice, self.start)
            session.table.position  # noqa: B018 (what it holds may be too large for one)
        except msgspec.ValidationError as error:
            what = "position" if self.start else "options"
            raise SaveError(f"{self.path} line 1: {what}: {decoding_fault(error)}") from error
        except GameError as error:
            raise Divergence(str(self.path), 1, str(error)) from error
        except Exception as error:  # a forged save may make a game fail
            why = f"the game cannot be set up: {self.plugins.loader.blame(error)}"
            raise Divergence(str(self.path), 1, why) from error
        return session

    @property
    def start(self) -> str | None:
        """The position that the game starts from, as JSON; None for the scenario's set-up."""
        if not (self.header.start or self.other_rules):
            return None
        first = next(self.read_recorded(1)).position
        return msgspec.json.encode(first).decode()

    def _check_set_up(self) -> None:
        rolls = [roll.record for roll in self.session.log[0].rolls]
        if not self.other_rules and rolls != self.header.rolls:
            raise self._divergence(1, _different_roll(self.header.rolls, rolls))
        if self.migrated:
            self.header.parent = self.parent(len(self.lines))
            self.header.plugins = self.plugins.stamps(self.session.scenario, self.header.seats.values())
        self._keep(1, self.header, self.raw.get("at", ""))

    # Replaying the lines.

    def steps(self, to: int | None = None) -> Iterator[LogEntry]:
        """Replay every line up to line `to`; yield the entry of each, beginning with the set-up.

        Raises Divergence at the first line that is illegal or differs.
        """
        yield self.session.log[0]
        if self.other_rules:
            for entry in as_recorded.steps(self, self.session, to):
                self.outcome_read = entry.kind == "outcome"
                self._places[entry.n] = entry.n
                yield self.session.history.mark_redone(entry)
            return
        last = len(self.lines) if to is None else to
        for n in range(2, min(last, len(self.lines)) + 1):
            for record in self._records(n):
                entry = self._apply(n, record)
                self._keep(n, self._in_current_format(record, entry), record.at)
                yield self.session.history.mark_redone(entry)
            self._places[n] = self.session.journal.n

    def run(self, to: int | None = None) -> Session:
        """Replay every line up to line `to`; return the session."""
        for _ in self.steps(to):
            pass
        return self.session

    def _records(self, n: int) -> Iterator[SavedLine]:
        """Yield the records of line `n`, migrated if necessary."""
        line = self.line(n)
        if not self.migrated:
            yield line
            return
        try:
            for raw in self.migrations.records(
                msgspec.json.decode(self.lines[n - 1], type=dict[str, Any])
            ):
                new = {**raw, "n": self.session.journal.n + 1, "digest": ""}
                record = msgspec.json.decode(msgspec.json.encode(new), type=SavedLine)
                if record.undo is not None:
                    record.undo = self._undo_target(n, record.undo)
                goes_on = record.outcome and self.migrations.of_rules and not self.session.outcome
                if record.undo != NOTHING_DONE and not goes_on:
                    yield self.check_kind(n, record)
        except DECODING_ERRORS as error:
            raise self.damage(n, error) from error
        except PluginError as error:
            raise Divergence(str(self.path), n, str(error)) from error

    def _undo_target(self, n: int, to: int) -> int:
        """Return the line, after migration, to which an undo returns, or NOTHING_DONE."""
        if to not in self._places:
            raise Divergence(str(self.path), n, f"undo to line {to}, which is not before it")
        line = self._places[to]
        undone = (entry.n for entry in self.session.log if entry.action is not None and entry.n > line)
        return next(undone, NOTHING_DONE + 1) - 1

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
            raise self._divergence(n, "the save already has an outcome")
        elif session.outcome is None:
            raise self._divergence(n, "it has an outcome, but the game is not over")
        elif record.outcome != session.outcome and not self.migrations.of_rules:
            both = record.outcome and record.outcome.data, session.outcome.data
            raise self._divergence(n, f"its outcome differs: {'; '.join(diff.in_words(*both))}")
        else:
            self.outcome_read = True
        return entry

    def _apply_undo(self, n: int, record: SavedLine, to: int) -> LogEntry:
        session = self.session
        self.outcome_read = False
        # After a migration, undo may stop elsewhere.
        force = record.forced or bool(self.migrations.of_rules)
        try:
            steps = session.back_to(to, force=force)
        except BarrierCrossed as error:
            crosses = f"undo to line {to} crosses {error.barrier}, but is not marked as forced"
            raise self._divergence(n, crosses) from error
        except UndoRefused as error:
            raise self._divergence(n, f"undo to line {to}: {error}") from error
        entry = undo_entry(record.n, steps, forced=record.forced or last_barrier(steps) is not None)
        if entry.forced:
            session.log.append(entry)
        return entry

    def _why_no_action(self, record: SavedLine, error: Exception) -> str:
        """Return why a line holds no action of the game; for an unknown verb, name the nearest."""
        verbs = [*self.session.scenario.verbs]
        try:
            verb = msgspec.json.decode(record.do).get("verb")
        except (msgspec.DecodeError, AttributeError):
            verb = None
        if isinstance(verb, str) and verb not in verbs:
            return no_such("action", verb, verbs)
        return f"not an action of the game: {decoding_fault(error)}"

    def _apply_action(self, n: int, record: SavedLine) -> LogEntry:
        session = self.session
        if session.outcome is not None:
            raise self._divergence(n, f"{record.seat} acts, but the game is over")
        if record.seat not in (waiting := session.table.decision.waiting):
            raise self._divergence(n, f"{record.seat} acts, but {' or '.join(waiting)} was expected")
        try:
            action: Action = self._decode(record.do)
            if isinstance(session.table.dice, RecordedDice):
                session.table.dice.feed(record.rolls or ())
            with session.table.asking(record.seat):
                entry = session.advance(action)
            session.table.position  # noqa: B018 (what it holds may be too large for one)
        except SandtableError as error:  # first, since some of these are ValueErrors too
            raise self._divergence(n, f"not legal: {error}") from error
        except DECODING_ERRORS as error:
            raise self._divergence(n, self._why_no_action(record, error)) from error
        except Exception as error:  # a forged save may make a game fail
            raise self._divergence(n, f"the game fails: {self.plugins.loader.blame(error)}") from error
        rolls = [roll.record for roll in entry.rolls]
        if record.rolls != rolls:
            raise self._divergence(n, _different_roll(record.rolls or [], rolls))
        return entry

    # Checking and recording the lines.

    def _keep(self, n: int, written: msgspec.Struct, at: str) -> None:
        """Check the position after a line, then add the line to the session's journal."""
        journal, position = self.session.journal, self.session.table.position
        body, digest = split(self.lines[n - 1]) or (b"", "")
        # If the rules or the lines were migrated, positions differ.
        if not (self.migrations.of_rules or self.other_rules):
            if self.sealed:
                if at != (here := hash_of(position)):
                    raise self._position_error(n, f"position {at} was recorded, now {here}")
            else:
                before = split(self.lines[n - 2]) if n > 1 else None
                now = digest_of(before[1] if before else "", body, position)
                if digest != now:
                    raise self._position_error(n, f"digest {digest} was recorded, now {now}")
        if self.migrated:
            try:
                journal.append(written, position)
            except SaveFull as error:
                raise SaveError(f"{self.path} cannot be migrated: {error}") from error
        else:
            journal.append_as_read(self.lines[n - 1], digest, position)

    def _in_current_format(self, record: SavedLine, entry: LogEntry) -> msgspec.Struct:
        """Return a record in the current format, rewritten if the save was migrated."""
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

    def _position_error(self, n: int, text: str) -> Divergence:
        """Return the error for a position that differs, with the differences if they are known."""
        agree = "rolls and legality agree, but the position does not: "
        if not self.keeps_positions:
            return self._divergence(n, (agree if self.changed_plugins() else "") + text)
        try:
            change = msgspec.json.decode(self.lines[n - 1], type=dict[str, Any]).get("change", [])
            recorded = diff.apply(_position_data(self.session.journal.position), change)
            details = diff.in_words(recorded, _position_data(self.session.table.position))
        except (SandtableError, *DECODING_ERRORS) as error:
            return self._divergence(n, f"{text}; {error}")
        if not details and not self.sealed:
            return self._divergence(n, f"the line was changed after it was written: {text}")
        return self._divergence(n, agree + text, details)

    def _divergence(self, n: int, text: str, details: Sequence[str] = ()) -> Divergence:
        """Return the error for a line that the rules do not reproduce; name plugins that have changed.

        For a line that cannot be read, no plugin is blamed.
        """
        changed = self.changed_plugins()
        blame = f" (it was played with {', '.join(changed)})" if changed else ""
        blame += f" (it was migrated: {self.migrated})" if self.migrated else ""
        return Divergence(str(self.path), n, text + blame, details)

    def changed_plugins(self) -> list[str]:
        """Return the plugins whose installed version differs from the one in the save."""
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
            texts.append(f"rules version {version} (now {rules})")
        return texts[:MOST_STAMPS] + [f"{len(texts) - MOST_STAMPS} more"] * (len(texts) > MOST_STAMPS)


def _position_data(position: bytes) -> Any:
    """Decode a position as plain data; None stays None."""
    data = msgspec.msgpack.decode(position) if position else None
    return msgspec.json.decode(msgspec.json.encode(data))


def _different_roll(recorded: Rolls, rolled: Rolls) -> str:
    """Describe the first roll that differs from the recorded one."""
    pairs = zip_longest(recorded, rolled)
    place, (then, now) = next((k, pair) for k, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    first, second = (str(Roll(roll[0], roll[1], roll[2])) if roll else "nothing" for roll in (then, now))
    return f"roll {place}: {first} was recorded, now {second}"


def load(path: str | Path, plugins: Catalog | None = None) -> Session:
    """Load the game in a save, checking every line; it continues only in memory.

    Raises SaveError, PluginError or Divergence.
    """
    return Replay(path, plugins).run()
