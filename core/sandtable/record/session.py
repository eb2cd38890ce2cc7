"""A game in progress: a table with its players, its log, and the save being written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from sandtable.model.action import Action
from sandtable.model.dice import Dice, SeededDice
from sandtable.model.event import Event
from sandtable.model.game import Outcome
from sandtable.model.phase import Decision, Simultaneous
from sandtable.model.scenario import Scenario
from sandtable.model.seat import Bot, Seat, ask_bot
from sandtable.model.table import Snapshot, Table
from sandtable.plugins.catalog import Catalog, catalog
from sandtable.record import hooks
from sandtable.record.journal import UNSAVED, Journal
from sandtable.record.log import LogEntry, note_entry
from sandtable.record.records import HUMAN, ActionLine, Header, NoteLine, OutcomeLine, UndoLine
from sandtable.record.undo import (
    History,
    Step,
    UndoRefused,
    barrier_of,
    last_barrier,
    undo_entry,
)
from sandtable.text.errors import GameError, SandtableError, UnknownName
from sandtable.text.words import no_such

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


R = TypeVar("R")

MOST_TRIES = 9
"""How often to try to take a change back; each further interrupt by the user costs a try."""


class Session:
    """A game in progress, with every choice recorded.

    `table` is the game, and `log` holds what happened, line by line. `seats` names the player of each
    seat: ``human`` or a bot. Bots are made at their first decision; `bots` holds those made so far, by
    seat. `history` holds what can be undone, and `journal` the save. The game starts from `position`, as
    JSON, or by default from the scenario's set-up.
    """

    def __init__(
        self,
        scenario: Scenario,
        header: Header,
        plugins: Catalog | None = None,
        dice: Dice | None = None,
        position: str | None = None,
    ) -> None:
        self.plugins = plugins or catalog()
        self.scenario = scenario
        self.header = header
        self.seats = dict(header.seats)
        self.bots: dict[str, Bot] = {}
        self.journal = Journal()
        self.history = History()
        self._take_back: Callable[[], None] | None = None
        """Takes back a change while it is being made."""
        house = msgspec.convert(header.options, scenario.game.Options)
        events: list[Event] = []
        dice = dice or SeededDice(header.seed, header.start.dice if header.start else None)
        self.table: Table[Any] = (
            Table.new(scenario, dice, house, events)
            if position is None
            else Table.from_json(scenario, position, dice, house)
        )
        self.table.events = events
        teams, rolls = scenario.info.teams, tuple(self.table.rolls)
        self.log = [LogEntry(1, rolls=rolls, events=tuple(events), teams=teams)]
        events.clear()

    def begin(self) -> None:
        """Write the header, and notify plugins."""
        self.header.rolls = [roll.record for roll in self.log[0].rolls]
        self._commit(lambda: self.journal.append(self.header, self.table.position))
        self.announce_start()

    def announce_start(self) -> None:
        """Notify plugins that play begins, after asking them for bots; leave out those that fail."""
        if len(self.humans) < len(self.seats):
            self.plugins.bots.makers(self.scenario.game)
        self.plugins.notify(hooks.session_started, session=self)

    # Reading the game.

    @property
    def state(self) -> Any:
        """The game's own state, including what is hidden."""
        return self.table.state

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None until then."""
        return self.table.outcome

    @property
    def to_move(self) -> str | None:
        """The seat that decides; None if the game is over."""
        return None if self.outcome else self.table.decision.seat

    @property
    def humans(self) -> list[str]:
        """The seats that humans play."""
        return [seat for seat, player in self.seats.items() if player == HUMAN]

    def options(self) -> Sequence[Action]:
        """Return all legal actions now."""
        return self.table.options

    def view(self, seat: str | None) -> Struct:
        """Return what a seat may know of the position: the game's own view Struct."""
        return self.table.view(seat)

    def seat(self, name: str) -> Seat:
        """Return a seat at the table; its luck derives from the seed and from what the seat knows.

        So others' secret actions do not influence what a bot does.
        """
        digest = blake2b(_encode(self.table.view(name)), digest_size=8).hexdigest()
        return self._seat(name, f"{self.header.seed} seat {name} {digest}")

    def _seat(self, name: str, seed: str) -> Seat:
        return Seat(self.table, name, SeededDice(seed), self._events)

    def _events(self) -> Iterator[Event]:
        return (event for entry in self.log for event in entry.events)

    # Playing.

    def choose(self, action: Action | str, *, seat: str | None = None) -> LogEntry:
        """Carry out a legal action, given as an Action or in words, and record it.

        If several seats choose simultaneously, `seat` says which one this is. Raises InvalidAction,
        IllegalAction or AmbiguousAction, or SaveFull if the save would become too large to be read.
        After an error, nothing has changed.
        """
        with self.table.asking(seat):
            return self._choose(self.table.read(action) if isinstance(action, str) else action)

    def _choose(self, action: Action) -> LogEntry:
        """Carry out an action, record it, and notify plugins; do nothing if the save has no room."""
        entry = self._commit(lambda: self._do(action))
        self.plugins.notify(hooks.action_done, session=self, entry=entry)
        if self.outcome is not None:
            self.plugins.notify(hooks.session_ended, session=self)
        return entry

    def _do(self, action: Action) -> LogEntry:
        """Carry out an action; add its line and, if the game is over, the outcome's."""
        entry = self.advance(action)
        rolls = [roll.record for roll in entry.rolls]
        line = ActionLine(entry.n, entry.seat or "", action, rolls)
        self.journal.append(line, self.table.position)
        self._add_outcome()
        return entry

    def _add_outcome(self) -> None:
        if self.outcome is not None:
            self.journal.append(OutcomeLine(self.journal.n + 1, self.outcome), self.table.position)

    def advance(self, action: Action) -> LogEntry:
        """Carry out an action as the next line of the save, without writing it."""
        table, n = self.table, self.journal.n + 1
        before, decision = table.snapshot(), table.decision
        table.choose(action)
        events = table.events or []
        entry = LogEntry(n, decision.seat, action, tuple(table.rolls), tuple(events))
        events.clear()
        return self.log_action(entry, before, decision)

    def log_action(self, entry: LogEntry, before: Snapshot, decision: Decision[Any]) -> LogEntry:
        """Add an action to the log and the history, noting who may know of it."""
        teams, private = self.scenario.info.teams, isinstance(decision, Simultaneous)
        entry = entry._replace(secret=decision.secret, private=private, teams=teams)
        now = None if self.outcome else self.table.decision
        self.history.add(Step(entry, before, decision.part, barrier_of(entry, decision, now)))
        self.log.append(entry)
        return entry

    def finish(self) -> None:
        """Write the outcome that the save lacks, and notify plugins."""
        self._commit(self._add_outcome)
        self.plugins.notify(hooks.session_ended, session=self)

    def play(self, most: int | None = None) -> Iterator[LogEntry]:
        """Let the bots play until a human decides or the game is over, one action at a time.

        At most `most` actions are taken. Raises GameError, which names a bot that fails.
        """
        done = 0
        while (seat := self.to_move) is not None and (most is None or done < most):
            if seat not in self.bots:
                if self.seats[seat] == HUMAN:
                    return
                self.bots[seat] = self.plugins.bots.make(self.scenario.game, self.seats[seat])
            seat_view = self._seat(seat, f"{self.header.seed} bot {seat} {len(self.history.done) + 1}")
            try:
                action = ask_bot(self.bots[seat], self.seats[seat], seat_view)
            except GameError as error:
                raise GameError(self.plugins.loader.blame(error)) from error
            yield self._choose(action)
            done += 1

    def seat_players(self, seats: Mapping[str, str]) -> None:
        """Change the players of the named seats: ``human`` or the name of a bot.

        Raises UnknownName with the nearest seat or bot.
        """
        for seat, player in seats.items():
            if seat not in self.seats:
                raise UnknownName(no_such("seat", seat, self.seats))
            if player == Scenario.EMPTY:
                raise SandtableError(f"{seat} is in play; only a new game can leave a seat empty")
            self.bots.pop(seat, None)
            human = player == HUMAN
            self.seats[seat] = HUMAN if human else self.plugins.bots.resolve(self.scenario.game, player)

    # Undo and redo.

    def undo(self, *, force: bool = False, seat: str | None = None) -> LogEntry:
        """Take back the last action, or the last one of `seat` and all later ones; return that action.

        Undo stops at a roll, a reveal, the end of the game and a change of seat, unless `force` is true;
        the save then shows it. Choices that others made simultaneously stay until all are revealed; an
        undo across the reveal takes them back too. Raises UndoRefused.
        """
        return self._undo(self.history.last_steps(seat), "undo", force=force, seat=seat)

    def rollback(self, n: int, *, force: bool = False, seat: str | None = None) -> LogEntry:
        """Take back all actions after line `n`, or from the first one of `seat`; return the first.

        It stops where `undo` stops. Raises UndoRefused.
        """
        return self._undo(self.history.steps_after(n, seat), "rollback", force=force, seat=seat)

    def abort(self) -> LogEntry:
        """Take back an unfinished choice of several parts; return its first action.

        It stops at a roll, a reveal or a change of seat within the choice. Raises
        UndoRefused.
        """
        unfinished = self.outcome is None and self.table.decision.part
        steps = self.history.sequence() if unfinished else []
        if not steps:
            raise UndoRefused("nothing to abort: no choice of several parts is open; type undo instead")
        return self._undo(steps, "abort", force=False)

    def _undo(
        self, steps: Sequence[Step], word: str, *, force: bool, seat: str | None = None
    ) -> LogEntry:
        """Take back steps, unless a barrier stops it, and record the undo; return the first action."""
        first, forced = steps[0].entry, last_barrier(steps) is not None
        line = UndoLine(self.journal.n + 1, first.n - 1, forced)

        def take_back() -> None:
            self.journal.append(line, steps[0].before.position)
            self.back_to(first.n - 1, word, force=force)
            if forced:
                self.log.append(undo_entry(line.n, steps, forced=True))
            elif seat is not None:  # without a barrier, others chose simultaneously
                for entry in [step.entry for step in steps if step.entry.seat != seat]:
                    self._redo_one(entry, self._do)

        self._commit(take_back)
        return first

    def back_to(self, n: int, word: str = "undo", *, force: bool = False) -> list[Step]:
        """Restore the position after line `n` without recording an undo; return the steps taken back.

        Notes stay in the log. Raises UndoRefused if no action follows the line, or if `force` is false
        and a barrier stops the undo; the message names the command `word`.
        """
        steps = self.history.take_back(n, word, force=force)
        self.table.restore(steps[0].before)
        place = len(self.log)
        while place and self.log[place - 1].n > n:
            place -= 1
        notes = [entry for entry in self.log[place:] if entry.action is None]
        self.log = self.log[:place] + notes
        return steps

    def redo(self) -> LogEntry:
        """Redo the last action that was taken back, and the bots' actions after it.

        Each is a new line of the save. Raises UndoRefused.
        """
        if not self.history.undone:
            raise UndoRefused("nothing to redo; redo repeats what undo has just taken back")
        first = self._redo_one(self.history.undone[0], self._choose)
        while self.history.undone and self.to_move and self.seats[self.to_move] != HUMAN:
            self._redo_one(self.history.undone[0], self._choose)
        return first

    def _redo_one(self, entry: LogEntry, choose: Callable[[Action], LogEntry]) -> LogEntry:
        """Let the same seat repeat an action."""
        with self.table.asking(entry.seat):
            return choose(entry.action)  # type: ignore[arg-type]  # what is redone is an action

    # Saving.

    def note(self, text: str, seat: str | None = None) -> LogEntry:
        """Write a note into the save; with a `seat`, only that seat's player sees it.

        Raises SandtableError for text that is not valid Unicode, SaveFull if there is no room for it.
        """
        if text != text.encode("utf-8", "replace").decode():
            raise SandtableError("this note is not valid text (UTF-8); type it again")
        entry = note_entry(self.journal.n + 1, text, seat)

        def add() -> None:
            self.journal.append(NoteLine(entry.n, text, seat), self.table.position)
            self.log.append(entry)

        self._commit(add)
        self.plugins.notify(hooks.action_done, session=self, entry=entry)
        return entry

    def _commit(self, change: Callable[[], R]) -> R:
        """Change table, log, history and journal together, then write the new lines.

        If an error or an interrupt cuts `change` short, all of them are restored. Once the change is
        complete, an interrupt can no longer undo it: the lines are written.
        """
        if self._take_back:
            self._settle()
        self._take_back = self._mark()
        try:
            changed = change()
            self._take_back = None  # from here on, the change is complete
            self._flush()
        except BaseException:
            self._settle()
            raise
        return changed

    def _mark(self) -> Callable[[], None]:
        """Return a function that takes back all changes from now on; it may be called repeatedly."""
        table, log, logged = self.table, self.log, len(self.log)
        before, rolls, events = table.snapshot(), table.rolls, len(table.events or ())
        parts = self.history.mark(), self.journal.mark()

        def take_back() -> None:
            table.restore(before)
            table.dice.rolls = rolls
            del (table.events or [])[events:]
            self.log = log
            del log[logged:]
            for part in parts:
                part()

        return take_back

    def _settle(self) -> None:
        """Take back a change that was cut short, and write lines that are not yet written."""
        interrupt: BaseException | None = None
        for _ in range(MOST_TRIES):
            try:
                if self._take_back:
                    self._take_back()
                    self._take_back = None
                self._flush()
                break
            except (KeyboardInterrupt, SystemExit) as error:
                interrupt = error
        if interrupt:
            raise interrupt

    def _flush(self) -> None:
        """Write new lines; report a failure once, and let the game continue."""
        writable = self.journal.write_error is None
        self.journal.flush()
        if writable and self.journal.write_error:
            self.plugins.problems.append(f"{self.journal.write_error}; {UNSAVED}")

    def save(self, path: str | Path) -> Path:
        """Save the game in a new file; if it had no writable file, it continues there.

        Raises SaveError, and leaves no file, if that fails.
        """
        self._settle()
        target = Path(path)
        if self.journal.path is None or self.journal.write_error:
            self.journal.create(target)
        else:
            self.journal.copy(target)
        return target

    def close(self) -> None:
        """Close the save file."""
        self._settle()
        self.journal.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
