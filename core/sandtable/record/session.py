"""A game with its players: a table, who sits at it, undo, and the journal."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from sandtable.base import signals
from sandtable.base.errors import SandtableError, UnknownName
from sandtable.base.words import unknown
from sandtable.model import scenario as scenarios
from sandtable.model.action import Action
from sandtable.model.dice import GENERATOR, REAL, Dice, SeededDice
from sandtable.model.event import Event
from sandtable.model.game import Outcome
from sandtable.model.scenario import Scenario
from sandtable.model.seat import Bot, Seat, ask_bot
from sandtable.model.table import Snapshot, Table
from sandtable.plugins.installation import Catalog, catalog
from sandtable.record.entry import Entry as Entry  # what the story is made of, also asked for here
from sandtable.record.journal import Journal
from sandtable.record.records import ActionLine, Embedded, Header, NoteLine, OutcomeLine, UndoLine

HUMAN = "human"

UNSAVED = "the game goes on unsaved, save NAME writes it elsewhere"

MOST_SEED = 80
"""The longest word that can be a seed."""


class UndoRefused(SandtableError):
    """There is nothing to take back, or it may only be taken back openly."""


class _Step(NamedTuple):
    """An action that can be taken back: where it stood, and what keeps it from that."""

    n: int
    before: Snapshot
    entries: int
    action: Action
    part: bool
    barrier: str | None


class Past(NamedTuple):
    """An action that led to the position now: what it did, and where it stood.

    `part` says that it went on with a sequence of small choices, `barrier` what keeps it from being
    undone: a roll, a reveal, the end of the game, a change of seat.
    """

    entry: Entry
    before: Snapshot
    part: bool
    barrier: str | None = None


class Session:
    """A game in play, with every choice kept.

    `table` is the game, `seats` says who plays each seat, `story` what has happened, line by
    line, and `journal` holds the save.
    """

    def __init__(
        self,
        scenario: Scenario,
        header: Header,
        plugins: Catalog | None = None,
        dice: Dice | None = None,
    ) -> None:
        self.plugins = plugins or catalog()
        self.scenario = scenario
        self.header = header
        self.seats = dict(header.seats)
        self.bots: dict[str, Bot] = {}
        self.journal = Journal()
        self.story: list[Entry] = []
        self._past: list[_Step] = []
        self._future: list[Action] = []
        house = msgspec.convert(header.options, scenario.game.Options)
        events: list[Event] = []
        self.table: Table[Any] = Table.new(scenario, dice or SeededDice(header.seed), house, events)
        self.story.append(Entry(1, None, None, tuple(self.table.rolls), tuple(events)))
        events.clear()

    def begin(self) -> None:
        """Write the header, and let the plugins know."""
        self.header.rolls = [roll.record for roll in self.story[0].rolls]
        self._write(self.header)
        self.plugins.notify("session_started", session=self)

    # What can be seen.

    @property
    def state(self) -> Any:
        """The game's own state, hidden things included."""
        return self.table.state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.table.outcome

    @property
    def to_move(self) -> str | None:
        """The seat whose decision it is, None when the game is over."""
        return None if self.outcome else self.table.decision.seat

    def options(self) -> Sequence[Action]:
        """Every legal action now."""
        return self.table.options

    def view(self, seat: str | None) -> Struct:
        """What a seat may know: the game's own view Struct."""
        return self.table.view(seat)

    def seat(self, name: str) -> Seat:
        """A seat's sight of the table, as a bot gets it, with luck of its own for this moment."""
        dice = SeededDice(f"{self.header.seed} bot {name} {self.journal.n}")
        return Seat(self.table, name, dice, self._told)

    def _told(self) -> Iterator[Event]:
        return (event for entry in self.story for event in entry.events)

    @property
    def past(self) -> list[Past]:
        """The actions that led here, in order, without those that were taken back."""
        return [
            Past(self.story[step.entries], step.before, step.part, step.barrier) for step in self._past
        ]

    @property
    def coming(self) -> list[Action]:
        """The actions that were taken back and can be done again, the next first."""
        return self._future[::-1]

    # What can be done.

    def choose(self, action: Action | str) -> Entry:
        """Do a legal action, given as it is or in words, and write it down.

        Raises InvalidAction, IllegalAction or AmbiguousAction, and changes nothing then.
        """
        chosen = self.table.read(action) if isinstance(action, str) else action
        self._future.clear()
        return self._choose(chosen)

    def _choose(self, action: Action) -> Entry:
        entry = self.advance(action)
        assert entry.seat is not None  # noqa: S101
        rolls = [roll.record for roll in entry.rolls]
        self._write(ActionLine(entry.n, entry.seat, action, rolls))
        self.plugins.notify("action_done", session=self, entry=entry)
        if self.outcome is not None:
            self.finish()
        return entry

    def _write(self, record: Struct) -> None:
        """Add a line to the save; that it could not be written is told once, and the game goes on."""
        well = self.journal.trouble is None
        self.journal.append(record, self.table.position)
        if well and self.journal.trouble:
            self.plugins.troubles.append(f"{self.journal.trouble}; {UNSAVED}")

    def finish(self) -> None:
        """Write down the outcome."""
        assert self.outcome is not None  # noqa: S101
        self._write(OutcomeLine(self.journal.n + 1, self.outcome))
        self.plugins.notify("session_ended", session=self)

    def advance(self, action: Action) -> Entry:
        """Do an action without writing it down, as the next line of the journal."""
        table, n = self.table, self.journal.n + 1
        before, decision = table.snapshot(), table.decision
        try:
            table.choose(action)
        except BaseException as error:
            if isinstance(error, Exception) or signals.sent(error):
                raise
            raise RuntimeError(repr(error)).with_traceback(error.__traceback__) from error
        events = table.events or []
        entry = Entry(
            n, decision.seat, action, tuple(table.rolls), tuple(events), secret=decision.secret
        )
        events.clear()
        barrier = _barrier(entry, self.to_move)
        self._past.append(_Step(n, before, len(self.story), action, decision.part, barrier))
        self.story.append(entry)
        return entry

    def play(self, most: int | None = None) -> Iterator[Entry]:
        """Let the bots play until a human decides or the game is over, one action at a time.

        `most` bounds the number of actions. Raises GameError naming a bot that fails.
        """
        done = 0
        while (seat := self.to_move) is not None and (most is None or done < most):
            bot = self._bot(seat)
            if bot is None:
                return
            self._future.clear()
            yield self._choose(ask_bot(bot, self.seats[seat], self.seat(seat)))
            done += 1

    def _bot(self, seat: str) -> Bot | None:
        """The bot of a seat, made when it is first asked; None for a human."""
        if seat not in self.bots and self.seats[seat] != HUMAN:
            self.bots[seat] = self.plugins.bot(self.scenario.game, self.seats[seat])
        return self.bots.get(seat)

    def sit(self, seats: Mapping[str, str]) -> None:
        """Say who plays: ``human`` or the name of a bot, for each seat that is named.

        Raises UnknownName with the nearest seat or bot.
        """
        for seat, player in seats.items():
            if seat not in self.seats:
                raise UnknownName(unknown("seat", seat, self.seats))
            self.bots.pop(seat, None)
            human = player == HUMAN
            self.seats[seat] = HUMAN if human else self.plugins.bot_name(self.scenario.game, player)

    def note(self, text: str, seat: str | None = None) -> Entry:
        """Write a note into the save, for `seat` alone when one is named.

        Raises SandtableError for text that is not Unicode.
        """
        if text != text.encode("utf-8", "replace").decode():
            raise SandtableError("a note is written in UTF-8 text")
        entry = Entry(self.journal.n + 1, seat, None, (), (), text, secret=seat is not None)
        self._write(NoteLine(entry.n, text, seat))
        self.story.append(entry)
        self.plugins.notify("action_done", session=self, entry=entry)
        return entry

    # Taking back.

    def undo(self, *, force: bool = False, seat: str | None = None) -> Entry:
        """Take back the last action, or all since and with the last one of `seat`; that one.

        It does not cross a roll, a reveal, the end of the game or a change of seat unless `force`
        takes it back openly, which the save then shows. Raises UndoRefused.
        """
        mine = [step.n for step in self._past if self._is_of(step, seat)]
        if not mine:
            raise UndoRefused("there is nothing to undo")
        return self.rollback(mine[-1] - 1, force=force, word="undo")

    def rollback(
        self, n: int, *, force: bool = False, seat: str | None = None, word: str = "rollback"
    ) -> Entry:
        """Take back all actions after line `n`, or only from the first of `seat` there on; that one.

        It stops where `undo` does; `word` is what stops in the message.
        """
        first = next((step.n for step in self._past if step.n > n and self._is_of(step, seat)), None)
        if first is None:
            raise UndoRefused("there is nothing to take back after that")
        steps = [step for step in reversed(self._past) if step.n >= first]
        return self._take_back(steps, force, word)

    def _is_of(self, step: _Step, seat: str | None) -> bool:
        return seat in (None, self.story[step.entries].seat)

    def abort(self) -> Entry:
        """Go back to before the sequence of small choices that is not complete; its first action.

        It goes back no further than to a roll, a reveal or a change of seat within it.
        """
        steps: list[_Step] = []
        if self.outcome is None and self.table.decision.part:
            for step in reversed(self._past):
                if steps and step.barrier:
                    break
                steps.append(step)
                if not step.part:
                    break
        if not steps:
            raise UndoRefused("there is no sequence of choices to abort")
        return self._take_back(steps, force=False, word="abort")

    def _take_back(self, steps: Sequence[_Step], force: bool, word: str) -> Entry:
        barrier = next((step.barrier for step in steps if step.barrier), None)
        if barrier and not force:
            how = "undo" if word == "abort" else word
            raise UndoRefused(f"{word} stops at {barrier}; {how} --force takes it back openly")
        future = [*self._future, *(step.action for step in steps)]
        first, to = self.story[steps[-1].entries], steps[-1].n - 1
        self.back_to(to)
        self._future = future
        forced = force and barrier is not None
        self._write(UndoLine(self.journal.n + 1, to, forced))
        if forced:
            self.story.append(Entry(self.journal.n, None, None, (), (), undo=to, forced=True))
        return first

    def back_to(self, n: int) -> None:
        """Restore the position after line `n` without writing it down; ValueError when it is gone."""
        found = next((place for place, step in enumerate(self._past) if step.n == n + 1), None)
        if found is None:
            raise ValueError(f"no action follows line {n}")
        step = self._past[found]
        self.table.restore(step.before)
        del self._past[found:]
        self.story[step.entries :] = [
            entry for entry in self.story[step.entries :] if entry.action is None
        ]
        self._future.clear()

    def redo(self) -> Entry:
        """Do again the action that was last taken back, with those of bots after it.

        Each is a new line of the save. Raises UndoRefused.
        """
        if not self._future:
            raise UndoRefused("there is nothing to redo")
        first = self._redo_one()
        while self._future and self.to_move is not None and self.seats[self.to_move] != HUMAN:
            self._redo_one()
        return first

    def _redo_one(self) -> Entry:
        future = self._future[:-1]
        entry = self._choose(self._future[-1])
        self._future = future
        return entry

    # Saving.

    def save(self, path: str | Path) -> Path:
        """Write the game to a new file; if it had none that can be written, it goes on there.

        Raises SaveError, and leaves nothing there, when that is impossible.
        """
        target = Path(path)
        if self.journal.path is None or self.journal.trouble:
            self.journal.create(target)
        else:
            copy = Journal()
            copy.lines, copy.sync = list(self.journal.lines), self.journal.sync
            copy.create(target)
            copy.close()
        return target

    def close(self) -> None:
        """Let go of the save file."""
        self.journal.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _barrier(entry: Entry, to_move: str | None) -> str | None:
    """What keeps an action from being undone, in words."""
    if entry.rolls:
        return "a roll or a draw"
    if any(event.reveals for event in entry.events):
        return "a reveal"
    if to_move is None:
        return "the end of the game"
    return "a change of seat" if to_move != entry.seat else None


def new(
    scenario: str,
    seed: int | str | None = None,
    seats: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    save: str | Path | None = None,
    plugins: Catalog | None = None,
    dice: Dice | None = None,
) -> Session:
    """Set up a game and write its first line.

    `scenario` is ``game/name`` or a TOML file; `seed` a number or a word (a new one when
    None); `seats` says who plays (``human`` unless named); `options` sets house rules;
    `dice` takes the place of seeded ones, as for real dice.
    Raises SandtableError with one clear line for anything that is not there.
    """
    known = plugins or catalog()
    ready = known.scenario(scenario)
    own = Embedded(ready.id.partition("/")[2], ready.hash, ready.text) if ready.bare else msgspec.UNSET
    house = scenarios.read_options(ready.game, options or {})
    header = Header(
        generator=REAL if dice else GENERATOR,
        game=ready.game.id,
        scenario=ready.id,
        seats=dict.fromkeys(ready.game.seats, HUMAN),
        seed=read_seed(seed) if seed is not None else secrets.randbelow(10**9),
        rules_version=ready.game.info.rules_version,
        plugins=[],
        options=msgspec.to_builtins(house),
        embedded=own,
    )
    return start(ready, header, seats or {}, save, known, dice)


def start(
    scenario: Scenario,
    header: Header,
    seats: Mapping[str, str],
    save: str | Path | None,
    plugins: Catalog,
    dice: Dice | None = None,
) -> Session:
    """A session from a header, with its players and its save file."""
    session = Session(scenario, header, plugins, dice)
    session.sit(seats)
    header.seats = dict(session.seats)
    header.plugins = plugins.stamps(scenario, header.seats.values())
    session.begin()
    if save is not None:
        session.save(save)
    return session


def read_seed(typed: int | str) -> int | str:
    """A seed as typed: a number where it is one, else a word of printable characters."""
    text = str(typed).strip()
    if re.fullmatch(r"-?[0-9]{1,18}", text):
        return int(text)
    if not text or len(text) > MOST_SEED or not text.isprintable():
        raise SandtableError(f"a seed is a number or a word of up to {MOST_SEED} characters")
    return text
