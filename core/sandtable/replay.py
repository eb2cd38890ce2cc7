"""Running a save again: to resume it, to watch it, and to prove that it is what it says.

Loading and verifying are the same: every line is done again through the rules and must give
the recorded rolls and digest. The first line that does not is where it stops.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from sandtable.action import Action
from sandtable.dice import GENERATOR, REAL, RecordedDice
from sandtable.errors import GameError, SandtableError
from sandtable.game import tagged_union
from sandtable.journal import (
    FORMAT,
    Embedded,
    Header,
    Parent,
    Record,
    Rolls,
    SaveError,
    chain,
    hold,
    split,
)
from sandtable.plugins import Catalog, catalog
from sandtable.scenario import Scenario
from sandtable.session import Entry, Session, start

MOST_BYTES = 64_000_000
"""The largest save that is read."""


class Divergence(SandtableError):
    """A save that is not what the rules make of it, from line `n` on."""

    status = 1

    def __init__(self, source: str, n: int, text: str) -> None:
        super().__init__(f"{source} line {n}: {text}")
        self.n = n


class Replay:
    """A save being run again, line by line.

    `session` is the game at the line reached; `torn` says that an unfinished last line was
    left out; `open_end` lets a finished game lack its last line, as after a crash.
    Raises SaveError for a file that is no save, PluginError for a missing plugin,
    and Divergence when the header does not fit what it sets up.
    """

    def __init__(
        self, path: str | Path, plugins: Catalog | None = None, *, open_end: bool = False
    ) -> None:
        self.path = Path(path)
        self.open_end = open_end
        self.plugins = plugins or catalog()
        self.lines, self.size, self.torn = _read(self.path)
        self.header = self._header()
        real = RecordedDice(self.header.rolls) if self.header.generator == REAL else None
        try:
            self.session = Session(self._scenario(), self.header, self.plugins, real)
        except msgspec.ValidationError as error:
            raise SaveError(f"{self.path} line 1: options: {error}") from error
        except GameError as error:
            raise Divergence(str(self.path), 1, str(error)) from error
        self._actions = tagged_union(self.session.scenario.actions)
        self.outcome_told = False
        self._check_set_up()

    def _header(self) -> Header:
        if not self.lines:
            raise SaveError(f"{self.path}: not a save: it has no whole line")
        try:
            raw = msgspec.json.decode(self.lines[0], type=dict[str, Any])
            self._check_format(raw)
            raw.pop("digest", None)
            header = msgspec.convert(raw, Header)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise SaveError(f"{self.path} line 1: not the header of a save: {error}") from error
        if header.n != 1 or header.generator not in (GENERATOR, REAL) or header.format < 1:
            raise SaveError(f"{self.path} line 1: not a header that can be played")
        return header

    def _check_format(self, raw: dict[str, Any]) -> None:
        version = raw.get("format")
        if isinstance(version, int) and version > FORMAT:
            newer = f"format {version} is newer than this program's {FORMAT}"
            raise SaveError(f"{self.path} line 1: {newer}")
        if "format" not in raw and split(self.lines[0]) and isinstance(raw.get("n"), int):
            found = f"the header was expected, this is line {raw['n']} of a save"
            raise Divergence(str(self.path), 1, found)

    def _scenario(self) -> Scenario:
        header = self.header
        try:
            game = self.plugins.game(header.game)
            if set(header.seats) != set(game.seats):
                raise SaveError(f"seats are {', '.join(header.seats)}, not {', '.join(game.seats)}")
            if header.embedded:
                return self._embedded(header.embedded)
            if header.scenario not in self.plugins.scenario_ids:
                self.plugins.scenario_id(header.scenario)
            return self.plugins.scenario(header.scenario)
        except SandtableError as error:
            raise SaveError(f"{self.path} line 1: {error}") from error

    def _embedded(self, kept: Embedded) -> Scenario:
        scenario = self.plugins.bare_scenario(kept.text, kept.name, kept.name)
        if scenario.hash != kept.hash:
            raise SaveError("the scenario in it does not have the hash that it names")
        return scenario

    def _check_set_up(self) -> None:
        rolls = [roll.record for roll in self.session.story[0].rolls]
        if rolls != self.header.rolls:
            raise self._differs(1, _other_roll(self.header.rolls, rolls))
        self._check_digest(1, self.lines[0])

    def steps(self, to: int | None = None) -> Iterator[Entry]:
        """Do every line, up to line `to`, giving what each did (first the set-up).

        Raises Divergence at the first line that is not legal or differs.
        """
        yield self.session.story[0]
        last = len(self.lines) if to is None else to
        for n in range(2, min(last, len(self.lines)) + 1):
            line = self.lines[n - 1]
            record = self._record(n, line)
            entry = self._apply(n, record)
            self._check_digest(n, line)
            yield entry
        if to is None and self.session.outcome and not self.outcome_told and not self.open_end:
            n = len(self.lines) + 1
            raise Divergence(str(self.path), n, "the game is over, its outcome is missing")

    def run(self, to: int | None = None) -> Session:
        """Do all of `steps`; the session then."""
        for _ in self.steps(to):
            pass
        return self.session

    def _record(self, n: int, line: bytes) -> Record:
        try:
            record = msgspec.json.decode(line, type=Record)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Divergence(str(self.path), n, f"not a record of a save: {error}") from error
        if record.n != n:
            raise Divergence(str(self.path), n, f"is numbered {record.n}, {n} was expected")
        if record.kind is None:
            raise Divergence(str(self.path), n, "one of do, undo, note or outcome was expected")
        return record

    def _apply(self, n: int, record: Record) -> Entry:
        session = self.session
        if record.kind == "do":
            return self._apply_action(n, record)
        entry = Entry(n, None, None, (), (), record.note, undo=record.undo)
        if record.undo is not None:
            self.outcome_told = False
            entry = _undo_entry(entry, session.story)
            try:
                session.back_to(record.undo)
            except ValueError as error:
                raise Divergence(str(self.path), n, f"undo to line {record.undo}: {error}") from error
            if record.forced:
                session.story.append(Entry(n, None, None, (), (), undo=record.undo))
        elif record.note is not None:
            entry = entry._replace(seat=record.seat, secret=record.seat is not None)
            session.story.append(entry)
        elif record.outcome != session.outcome:
            found = session.outcome.name if session.outcome else "the game goes on"
            raise self._differs(n, f"outcome {getattr(record.outcome, 'name', '')} is recorded, {found}")
        else:
            self.outcome_told = True
        return entry

    def _apply_action(self, n: int, record: Record) -> Entry:
        session = self.session
        to_move = session.to_move
        if to_move is None:
            raise self._differs(n, f"{record.seat} does something, the game is over")
        if record.seat != to_move:
            raise self._differs(n, f"{record.seat} does something, {to_move} was expected")
        try:
            action: Action = msgspec.convert(record.do, self._actions)
            if isinstance(session.table.dice, RecordedDice):
                session.table.dice.feed(record.rolls or ())
            entry = session.advance(action)
        except msgspec.ValidationError as error:
            raise self._differs(n, f"no action of the game: {error}") from error
        except SandtableError as error:
            raise self._differs(n, f"not legal: {error}") from error
        rolls = [roll.record for roll in entry.rolls]
        if record.rolls != rolls:
            raise self._differs(n, _other_roll(record.rolls or [], rolls))
        return entry

    def _check_digest(self, n: int, line: bytes) -> None:
        journal = self.session.journal
        parts = split(line)
        if parts is None:
            raise Divergence(str(self.path), n, "it does not end in a digest")
        body, recorded = parts
        found = chain(journal.digest, body, self.session.table.position)
        if found != recorded:
            same = "rolls and legality agree, but the position does not: " if self.changes() else ""
            raise self._differs(n, f"{same}digest {recorded} is recorded, {found} came")
        journal.adopt(line, recorded)

    def _differs(self, n: int, text: str) -> Divergence:
        """A divergence that names the plugins whose version has changed since."""
        changed = self.changes()
        blame = f" (it was played with {', '.join(changed)})" if changed else ""
        return Divergence(str(self.path), n, text + blame)

    def changes(self) -> list[str]:
        """The plugins that the save names in another version than the one installed."""
        stamps = self.plugins.stamps(self.session.scenario, self.header.seats.values())
        now = {stamp["id"]: stamp for stamp in stamps}
        then = {stamp.get("id", ""): stamp for stamp in self.header.plugins}
        texts = [
            f"{stamp.get('distribution')} {stamp.get('version')} for {id}"
            for id, stamp in then.items()
            if stamp != now.get(id)
        ]
        rules = self.session.scenario.game.info.rules_version
        if self.header.rules_version != rules:
            texts.append(f"rules version {self.header.rules_version}, this is {rules}")
        return texts


def _other_roll(recorded: Rolls, came: Rolls) -> str:
    """The first roll that is another than the recorded one, in words."""
    pairs = zip_longest(recorded, came)
    place, (then, now) = next((k, pair) for k, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    texts = [
        "nothing" if roll is None else "{2} of 1d{1} from {0}".format(*roll) for roll in (then, now)
    ]
    return f"roll {place}: {texts[0]} is recorded, {texts[1]} came"


def _undo_entry(entry: Entry, story: list[Entry]) -> Entry:
    """An undo is as secret as what it takes back."""
    undone = [one for one in story if one.action is not None and one.n > (entry.undo or 0)]
    if not undone:
        return entry
    return entry._replace(seat=undone[0].seat, secret=any(one.secret for one in undone))


def load(path: str | Path, plugins: Catalog | None = None) -> Session:
    """The game in a save, checked line by line; it goes on in memory.

    Raises SaveError, PluginError or Divergence.
    """
    return Replay(path, plugins).run()


def resume(path: str | Path, plugins: Catalog | None = None) -> tuple[Session, bool]:
    """The game in a save, to be played on in the same file.

    An unfinished last line, as a crash leaves it, is cut off; the second value says so.
    Raises SaveError, PluginError or Divergence.
    """
    held = hold(Path(path))
    try:
        replay = Replay(path, plugins, open_end=True)
        session = replay.run()
        session.journal.reopen(replay.path, held, replay.size)
    except BaseException:
        held.close()
        raise
    session.plugins.notify("session_started", session=session)
    if session.outcome and not replay.outcome_told:
        session.finish()
    return session, replay.torn


def fork(
    path: str | Path, n: int | None, save: str | Path | None, plugins: Catalog | None = None
) -> Session:
    """A new game that goes on from line `n` of a save; its header names the parent.

    Raises what `load` raises, and SaveError when the save has no such line.
    """
    replay = Replay(path, plugins)
    if n is not None and not 1 <= n <= len(replay.lines):
        raise SaveError(f"{path} has lines 1 to {len(replay.lines)}, not {n}")
    old = replay.run(n)
    header = replay.header
    header.parent = Parent(old.journal.digest, old.journal.n)
    real = RecordedDice(header.rolls) if header.generator == REAL else None
    branch = start(old.scenario, header, old.seats, None, replay.plugins, real)
    for entry in old.story[1:]:
        if real:
            real.feed(roll.record for roll in entry.rolls)
        if entry.action is not None:
            branch.choose(entry.action)
        else:
            branch.note(entry.note or "", entry.seat)
    if save is not None:
        branch.save(save)
    return branch


def _read(path: Path) -> tuple[list[bytes], int, bool]:
    """The whole lines of a save, where they end, and whether a torn one was left out."""
    try:
        if not path.is_file():
            raise SaveError(f"{path}: {'not a file' if path.exists() else 'no such file'}")
        if path.stat().st_size > MOST_BYTES:
            raise SaveError(f"{path}: larger than {MOST_BYTES} bytes, not a save")
        data = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    whole, newline, tail = data.rpartition(b"\n")
    lines = whole.split(b"\n") if newline else []
    if tail and _is_whole(tail):
        return [*lines, tail], len(data), False
    return lines, len(whole) + len(newline), bool(tail)


def is_over(path: Path) -> bool:
    """Whether a save ends with the game's outcome, without replaying it."""
    try:
        lines, _, _ = _read(path)
    except SaveError:
        return False
    return bool(lines) and b'"outcome":{' in lines[-1]


def _is_whole(line: bytes) -> bool:
    try:
        return split(line) is not None and isinstance(msgspec.json.decode(line), dict)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
