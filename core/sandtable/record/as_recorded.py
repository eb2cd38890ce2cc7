"""Shows a save whose rules have changed since, as long as the game can still read its positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec

from sandtable.model.action import Action
from sandtable.model.dice import Roll, SeededDice
from sandtable.model.game import tagged_union
from sandtable.model.scenario import Scenario
from sandtable.model.table import Snapshot, Table
from sandtable.record.log import LogEntry, note_entry
from sandtable.record.recording import OnlyRecorded, RecordedLine, Recording
from sandtable.record.records import DECODING_ERRORS, Divergence
from sandtable.record.session import Session
from sandtable.record.undo import undo_entry
from sandtable.text.errors import GameError, SandtableError
from sandtable.text.faults import decoding_fault
from sandtable.text.guard import Guard, in_a_line

MOST_SHOWN = 400_000_000
"""The most bytes of positions to show; a campaign of 5,000 lines takes about 100 MB."""


class FormerAction(Action, frozen=True, tag="former"):
    """A recorded action that the game no longer has."""

    text: str

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the action, as recorded."""
        return tuple(self.text.split())


def check(recording: Recording, scenario: Scenario, other_rules: str) -> None:
    """Raise OnlyRecorded, which names the line and field, if the game cannot show all positions."""
    if not recording.keeps_positions:
        raise OnlyRecorded(recording.path, f"{other_rules}, and format 1 stores no positions")
    game, size = scenario.game, 0
    seat = scenario.seats[0] if len(scenario.seats) == 1 else None
    for recorded in recording.read_recorded():
        if recorded.line.n > 1 and not recorded.changed:
            continue
        text = msgspec.json.encode(recorded.position)
        size += len(text)
        if size > MOST_SHOWN:
            raise OnlyRecorded(recording.path, f"{other_rules}, and its positions are too large to show")
        try:
            table: Table[Any] = Table.from_json(
                scenario, text.decode(), SeededDice(recording.header.seed)
            )
            with Guard():
                if table.outcome is None and not table.decision.waits:
                    raise GameError("no seat decides")
                game.turn(table.view(seat))
                game.figures(game.tracks(table, seat))
        except Exception as error:  # current rules may fail on an older position
            why = f"{other_rules}, {fault_at(recorded.line.n, error)}"
            raise OnlyRecorded(recording.path, why) from error


def steps(recording: Recording, session: Session, to: int | None = None) -> Iterator[LogEntry]:
    """Yield lines 2 to `to` as recorded, each with the session's table in the position after it."""
    decode = msgspec.json.Decoder(tagged_union(session.scenario.actions)).decode
    for recorded in islice(recording.read_recorded(to), 1, None):
        line = recorded.line
        try:
            if line.kind == "do":
                entry = _apply_line(session, recorded, decode)
            elif line.undo is not None:
                entry = undo_entry(line.n, session.back_to(line.undo, force=True), forced=line.forced)
            else:
                entry = note_entry(line.n, line.note, line.seat)
        except SandtableError as error:
            raise Divergence(str(recording.path), line.n, str(error)) from error
        if line.note is not None or line.forced:
            session.log.append(entry)
        session.journal.append_as_read(recording.lines[line.n - 1], line.digest, session.table.position)
        yield entry


def _apply_line(session: Session, recorded: RecordedLine, decode: Callable[[bytes], Action]) -> LogEntry:
    """Put a session's table in the position after an action, and log the action as recorded."""
    table, line = session.table, recorded.line
    before, decision = table.snapshot(), table.decision
    rolls = tuple(Roll(*roll) for roll in line.rolls or ())
    text = msgspec.json.encode(recorded.position).decode()
    after: Table[Any] = Table.from_json(session.scenario, text, table.dice)
    table.restore(Snapshot(after.position, recorded.luck))
    try:
        action = decode(line.do)
    except DECODING_ERRORS:
        action = FormerAction(recorded.words)
    return session.log_action(LogEntry(line.n, line.seat, action, rolls), before, decision)


def fault_at(n: int, error: Exception) -> str:
    """Say why the game can no longer show the position after line `n`."""
    fault = decoding_fault(error) if isinstance(error, DECODING_ERRORS) else in_a_line(error)
    return f"which cannot read the position after line {n}: {fault}"
