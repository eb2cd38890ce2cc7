"""Resuming a save: in the same file, in a migrated one, or in a branch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from sandtable.model.dice import RecordedDice
from sandtable.plugins.catalog import Catalog
from sandtable.record import hooks
from sandtable.record.diff import in_words
from sandtable.record.journal import free_path, open_locked
from sandtable.record.new_game import start
from sandtable.record.records import DECODING_ERRORS, HUMAN, Parent, SaveError, read_lines
from sandtable.record.replay import Replay
from sandtable.record.session import Session
from sandtable.text.errors import SandtableError
from sandtable.text.printing import visible
from sandtable.text.words import number_of, resolve


class Resumed(NamedTuple):
    """A resumed game, and remarks about its save, a line each."""

    session: Session
    remarks: list[str]


def resume(path: str | Path, plugins: Catalog | None = None, *, sync: bool = False) -> Resumed:
    """Resume the game of a save, in the same file, or in a new file if the save is migrated.

    An unfinished last line, as after a crash, is cut off. `sync` is as in a Journal. Raises
    SaveError, PluginError or Divergence.
    """
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
            if child := migrated_before(replay):
                resumed = resume(child, plugins, sync=sync)
                return Resumed(resumed.session, [f"{path} was migrated before; it continues in {child}"])
            remarks.append(f"{path}: {replay.migrated}; it continues in {migrate(replay)}")
        else:
            session.journal.reopen(replay.path, held, replay.size)
    except BaseException:
        held.close()
        raise
    session.plugins.notify(hooks.session_started, session=session)
    if replay.outcome_missing:
        session.finish()
    return Resumed(session, remarks)


def migrate(replay: Replay) -> Path:
    """Write the migrated save of a replay that has run next to the old one; return its path.

    Raises SaveError if it cannot be written.
    """
    return replay.session.save(free_path(_migrated(replay.path)))


def preview(run: Replay) -> Iterator[str]:
    """The differences that migrations would make to the lines of a save, a line each."""
    for n, line in enumerate(run.lines, 1):
        old = msgspec.json.decode(line, type=dict[str, Any])
        new = run.migrations.records(old)
        if len(new) != 1:
            yield f"line {n}: {number_of(len(new), 'record')} in its place"
        for place, record in enumerate(new):
            before = old if place == 0 else {}
            texts = in_words(before, record, words="{} becomes {}")
            yield from (f"line {n}: {text}" for text in texts)


def migrated_before(replay: Replay) -> Path | None:
    """The file next to a save that holds its migrated version; None if there is no such file."""
    child = Path(f"{_migrated(replay.path)}.jsonl")
    try:
        header = msgspec.json.decode(read_lines(child).lines[0], type=_Child)
    except (SaveError, IndexError, *DECODING_ERRORS):
        return None
    return child if header.parent == replay.header.parent else None


class _Child(Struct):
    """The keys of a header that can be read in any format."""

    parent: Parent | None = None


def _migrated(path: Path) -> str:
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
    """A new game that continues from line `to` or ``@BOOKMARK`` of a save, which is its parent.

    `seats` names new players; the other seats keep those of the save. With `taken_over`, a human
    replaces a bot if only bots would play. The human takes the seat to move, or the first other seat
    if `seats` names that one. Raises what `load` raises, and SandtableError if the save has no such
    line, or if a human would join a game that is over.
    """
    replay = Replay(path, plugins)
    old = replay.run(None if to is None else replay.place(str(to)))
    if taken_over and old.outcome:
        raise SandtableError(f"{path}: the game is over at line {old.journal.n}; name an earlier one")
    header = replay.header
    header.parent = Parent(old.journal.digest, old.journal.n, visible(replay.path.stem))
    recorded_dice = RecordedDice(header.rolls) if header.typed_in else None
    branch = start(
        old.scenario, header, _seated(old, seats or {}, taken_over), None, replay.plugins, recorded_dice
    )
    for entry in old.log[1:]:
        if recorded_dice:
            recorded_dice.feed(roll.record for roll in entry.rolls)
        if entry.action is not None:
            branch.choose(entry.action)
        elif entry.note is not None:
            branch.note(entry.note, entry.seat)
    branch.journal.sync = sync
    if save is not None:
        branch.save(save)
    return branch


def _seated(old: Session, seats: Mapping[str, str], taken_over: bool) -> dict[str, str]:
    """The player of each seat of a branch."""
    named = {resolve("seat", seat, old.seats): player for seat, player in seats.items()}
    players = {**old.seats, **named}
    if taken_over and old.to_move and HUMAN not in players.values():
        unnamed = [seat for seat in (old.to_move, *players) if seat not in named]
        players |= dict.fromkeys(unnamed[:1], HUMAN)
    return players
