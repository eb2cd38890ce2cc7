"""Resumes a save in the same file, in a migrated one, or in a branch."""

from __future__ import annotations

import glob
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandtable.model.dice import RecordedDice
from sandtable.plugins.catalog import Catalog, catalog
from sandtable.record import as_recorded
from sandtable.record.diff import in_words
from sandtable.record.journal import free_path, open_locked
from sandtable.record.new_game import start
from sandtable.record.opening import OpenedSave, open_save
from sandtable.record.recording import OnlyRecorded, Recording
from sandtable.record.records import DECODING_ERRORS, HUMAN, Parent, SaveError, Start, read_lines
from sandtable.record.replay import Replay
from sandtable.record.session import Session
from sandtable.text.errors import SandtableError
from sandtable.text.guard import Guard
from sandtable.text.printing import escape
from sandtable.text.words import resolve


class Resumption(NamedTuple):
    """A resumed game, with remarks about its save, a line each."""

    session: Session
    remarks: list[str]


def resume(path: str | Path, plugins: Catalog | None = None, *, sync: bool = False) -> Resumption:
    """Resume a save in its file, or in a new file if its format or its rules are older.

    An unfinished last line, as after a crash, is dropped. `sync` works as in Journal. Raises
    SaveError, PluginError or Divergence.
    """
    recording, plugins = Recording(path), plugins or catalog()
    if (opened := open_save(recording, plugins)).other_rules:
        return _resume_old(recording, opened, plugins, sync=sync)
    held = open_locked(Path(path))
    try:
        replay = Replay(path, plugins)
        session = replay.run()
        session.journal.sync = sync
        remarks = [f"{path}: the last line was not finished and has been dropped"] * replay.torn
        if replay.outcome_missing and not replay.torn:
            remarks.append(f"{path}: the game is over; its outcome is now written")
        if replay.migrated:
            held.close()
            if child := find_migrated(replay):
                lines = session.journal.n
                session, remarks = _resume_child(replay, child, plugins, sync=sync)
                if session.journal.n < lines:
                    short = f"{child} has {session.journal.n} of its {lines} lines"
                    remarks.append(f"{short}; move it away to have all of them migrated again")
                return Resumption(session, remarks)
            remarks.append(f"{path}: {replay.migrated}; it continues in {migrate(replay)}")
        else:
            session.journal.reopen(replay.path, held, replay.size)
    except BaseException:
        held.close()
        raise
    session.announce_start()
    if replay.outcome_missing:
        session.finish()
    return Resumption(session, remarks)


def _resume_old(recording: Recording, opened: OpenedSave, plugins: Catalog, *, sync: bool) -> Resumption:
    """Continue a save made under other rules: under the current rules, from its last position."""
    if child := find_migrated(recording):
        return _resume_child(recording, child, plugins, sync=sync)
    if recording.outcome:
        raise OnlyRecorded(recording.path, f"the game is over, {opened.other_rules}")
    session, adapted = _play_on(recording, opened, len(recording.lines), plugins)
    session.journal.sync = sync
    child = session.save(free_path(_migrated_path(recording.path)))
    rules = f"{opened.other_rules}; it continues under the current rules in {child}"
    return Resumption(session, [f"{recording.path}: {rules}", *adapted])


def _resume_child(recording: Recording, child: Path, plugins: Catalog, *, sync: bool) -> Resumption:
    """Resume the newer save in which an older one continues."""
    session, remarks = resume(child, plugins, sync=sync)
    return Resumption(session, [f"{recording.path} continues in {child}", *remarks])


def migrate(replay: Replay) -> Path:
    """Write the migrated save of a finished replay next to the old one; return its path.

    Raises SaveError if it cannot be written.
    """
    return replay.session.save(free_path(_migrated_path(replay.path)))


def find_migrated(old: Recording) -> Path | None:
    """Return the file next to an older save in which its game continues, or None."""
    parent = msgspec.to_builtins(old.parent(len(old.lines)))
    pattern = f"{glob.escape(Path(_migrated_path(old.path)).name)}*.jsonl"
    for child in sorted(old.path.parent.glob(pattern), key=lambda path: len(path.name)):
        with suppress(SaveError, IndexError, *DECODING_ERRORS):
            header = msgspec.json.decode(read_lines(child).lines[0], type=dict[str, Any])  # any format
            if header.get("parent") == parent:
                return child
    return None


def _migrated_path(path: Path) -> str:
    return f"{path.with_suffix('')}-migrated"


def fork(
    path: str | Path,
    to: int | str | None,
    save: str | Path | None,
    plugins: Catalog | None = None,
    *,
    sync: bool = False,
    seats: Mapping[str, str] | None = None,
    taken_over: bool = False,
) -> Session:
    """Start a new game that continues from line `to` or ``@BOOKMARK`` of a save, its parent.

    `seats` names new players; other seats keep theirs. With `taken_over`, a human replaces a bot if only
    bots would play: in the seat to move or, if `seats` names it, in the first one not named.
    Raises what `load` raises, and SandtableError if the save has no such line or if a human would join
    a game that is over.
    """
    recording, plugins = Recording(path), plugins or catalog()
    if (opened := open_save(recording, plugins)).other_rules:
        n = len(recording.lines) if to is None else recording.place(str(to))
        played_on = _play_on(recording, opened, n, plugins, seats or {}, taken_over=taken_over)
        return _save_branch(played_on.session, save, sync=sync)
    replay = Replay(path, plugins)
    old = replay.run(None if to is None else replay.place(str(to)))
    header = replay.header
    header.parent = Parent(old.journal.digest, old.journal.n, escape(replay.path.stem))
    recorded_dice = RecordedDice(header.rolls) if header.typed_in else None
    branch = start(
        old.scenario,
        header,
        _players(old, recording.path, seats or {}, taken_over=taken_over),
        None,
        plugins,
        recorded_dice,
        replay.start,
    )
    for entry in old.log[1:]:
        if recorded_dice:
            recorded_dice.feed(roll.record for roll in entry.rolls)
        if entry.action is not None:
            branch.choose(entry.action, seat=entry.seat)
        elif entry.note is not None:
            branch.note(entry.note, entry.seat)
    return _save_branch(branch, save, sync=sync)


def _save_branch(branch: Session, save: str | Path | None, *, sync: bool) -> Session:
    """Save a branch in a file, if `save` names one; return the branch."""
    branch.journal.sync = sync
    if save is not None:
        branch.save(save)
    return branch


def _play_on(
    recording: Recording,
    opened: OpenedSave,
    n: int,
    plugins: Catalog,
    seats: Mapping[str, str] | None = None,
    *,
    taken_over: bool = False,
) -> Resumption:
    """Start a new game under the current rules from the recorded position after line `n` of a save.

    The save is its parent. A note says where the game comes from; the note and a remark list the fields
    that are now read differently. Raises OnlyRecorded, which names the field, if the game cannot read
    the position or continue from it.
    """
    if not recording.keeps_positions:
        raise OnlyRecorded(recording.path, f"{opened.other_rules}, and format 1 stores no positions")
    last = deque(recording.read_recorded(n), maxlen=1)[0]
    header, scenario = opened.header, opened.scenario
    header.parent = recording.parent(n)
    header.start, header.rolls = Start(dict(last.luck)), []
    header.rules_version = scenario.game.info.rules_version
    position = msgspec.json.encode(last.position).decode()
    real_dice = RecordedDice() if header.typed_in else None
    try:
        old = Session(scenario, header, plugins, real_dice, position)
        with Guard():
            old.options()
    except Exception as error:  # current rules may fail on an older position
        why = f"{opened.other_rules}, {as_recorded.fault_at(n, error)}"
        raise OnlyRecorded(recording.path, why) from error
    players = {} if seats is None else _players(old, recording.path, seats, taken_over=taken_over)
    branch = start(scenario, header, players, None, plugins, real_dice, position)
    now = msgspec.json.decode(branch.table.json)
    fields = in_words(last.position, now, words="{} is now {}")
    adapted = [f"adapted to the current rules: {'; '.join(fields)}"] * bool(fields)
    origin = f"continues {header.parent.name} from its line {n}, {opened.other_rules}"
    branch.note("; ".join([origin, *adapted]))
    return Resumption(branch, adapted)


def _players(old: Session, path: Path, seats: Mapping[str, str], *, taken_over: bool) -> dict[str, str]:
    """Return the players of a branch who differ from those of the save.

    Raises SandtableError if a human would join a game that is over.
    """
    if taken_over and old.outcome:
        n = old.header.parent.n if old.header.parent else 0
        raise SandtableError(f"{path}: the game is over at line {n}; name an earlier line")
    named = {resolve("seat", seat, old.seats): player for seat, player in seats.items()}
    if taken_over and old.to_move and HUMAN not in {**old.seats, **named}.values():
        unnamed = [seat for seat in (old.to_move, *old.seats) if seat not in named]
        named |= dict.fromkeys(unnamed[:1], HUMAN)
    return named
