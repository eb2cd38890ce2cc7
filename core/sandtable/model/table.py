"""A game in progress: its position, its schedule of phases, and the choices that advance it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.model import wording
from sandtable.model.action import Action, IllegalAction, InvalidAction, Options, Range, Refusal, rows_of
from sandtable.model.dice import Dice, Roll
from sandtable.model.event import Event, heard
from sandtable.model.game import Game, Outcome, tagged_union, write_fraction
from sandtable.model.phase import Decision, Phase, Simultaneous
from sandtable.model.scenario import Scenario
from sandtable.model.seat import Bot, Seat, ask_bot
from sandtable.text.errors import GameError
from sandtable.text.guard import Guard
from sandtable.text.words import clip, listing

S = TypeVar("S")
P = TypeVar("P")
R = TypeVar("R")

_GUARD = Guard()

MOST_PHASES = 1_000
"""The most phases that run without a decision; more count as an endless sequence."""

_encode = msgspec.msgpack.Encoder(enc_hook=write_fraction).encode


class Position(Struct, Generic[S, P, R], omit_defaults=True, gc=False):
    """The complete state of a game at one moment: equal positions have equal bytes."""

    # Plain data without cycles, so Python's garbage collector need not track it.

    state: S
    schedule: list[P]
    result: Any = None
    rules: list[R] = []
    outcome: Outcome | None = None


class Snapshot(NamedTuple):
    """A position as bytes, and how far each stream of the dice has advanced."""

    position: bytes
    dice: Mapping[str, int]


@lru_cache(maxsize=64)
def _position_type(scenario: Scenario) -> Any:
    position_class: Any = Position
    rules = tagged_union(scenario.rules_in_force)
    return position_class[scenario.game.State, tagged_union(scenario.phases), rules]


@lru_cache(maxsize=64)
def _decoder(scenario: Scenario) -> Any:
    return msgspec.msgpack.Decoder(_position_type(scenario))


class Table(Generic[S]):
    """A game in progress.

    Phases change `state`, roll `dice`, and call `do`, `tell` and `end`. All others read `options` and
    call `choose`. `seats` are the seats that play, and `house` holds the house rules in force, the
    game's Options; neither these nor `scenario` change during play. If `halts` is true, as in lookahead,
    play stops before a phase that `opens` something new; `underway` is then false.
    """

    def __init__(self, scenario: Scenario, dice: Dice, house: Any = None) -> None:
        self.game: Game[S] = scenario.game
        self.scenario = scenario
        self.seats = scenario.seats
        self.house = scenario.house if house is None else house
        self.dice = dice
        self.state: S
        self.schedule: list[Phase[S]] = []
        self.result: Any = None
        self.rules: list[Any] = []
        self.outcome: Outcome | None = None
        self.events: list[Event] | None = None
        self.halts = False
        self._coming: list[Phase[S]] = []
        self._asked: Decision[S] | None = None
        self._options: Sequence[Action] | None = None
        self._allowed: Action | None = None
        self._bytes: bytes | None = None

    @classmethod
    def new(
        cls, scenario: Scenario, dice: Dice, house: Any = None, events: list[Event] | None = None
    ) -> Table[S]:
        """Set up a scenario, and play to the first decision."""
        table = cls(scenario, dice, house)
        table.events = events
        if scenario.info.rules:
            table.rules = scenario.rules()
        with _GUARD:
            table.state = table.game.setup(table)
            table._run()
        return table

    @classmethod
    def at(
        cls,
        scenario: Scenario,
        state: S,
        phases: Iterable[Phase[S]],
        dice: Dice,
        house: Any = None,
        *,
        result: Any = None,
    ) -> Table[S]:
        """Return a table in a given state: `phases` run in this order, up to the first decision.

        `result` is the value that an earlier phase left for them.
        """
        table = cls(scenario, dice, house)
        table.result = result
        table.rules = scenario.rules()
        table.state = state
        table.do(*phases)
        table._run()
        return table

    # What phases call.

    def do(self, *phases: Phase[S]) -> None:
        """Schedule phases before all others, in this order; repeated calls in one `run` add up."""
        self._coming += phases

    def tell(self, event: Event) -> None:
        """Report an event to all listeners."""
        if self.events is not None:
            self.events.append(event)

    def take(self) -> Any:
        """Return the plain value that an earlier phase left in `result`, and clear it."""
        result, self.result = self.result, None
        return result

    def end(self, outcome: Outcome) -> None:
        """End the game, whatever is still scheduled; the outcome has returns for the seats that play."""
        if outcome.returns and outcome.returns.keys() != {*self.seats}:
            raise GameError(f"returns are for {listing([*outcome.returns])}, not {listing(self.seats)}")
        self.outcome = outcome

    # What players call.

    @property
    def decision(self) -> Decision[S]:
        """The decision to be made now. Raises GameError if the game is over."""
        if self.outcome is not None:
            raise GameError("the game is over")
        return self._asked or cast("Decision[S]", self.schedule[-1])

    @property
    def underway(self) -> bool:
        """Whether a decision waits: the game is not over, and `halts` has not stopped it."""
        return self.outcome is None and not self.schedule[-1].opens

    @property
    def options(self) -> Sequence[Action]:
        """All legal actions now; empty if the game is over."""
        options = self._options
        if options is None:
            if self.outcome is not None:
                return ()
            decision = self.decision
            try:
                options = decision.options(self)
                if Range in map(type, options):
                    options = Options(options)
            except BaseException as error:
                _GUARD.take(error)
                raise
            if not options:
                raise GameError(f"dead end: {decision.title} [{decision.rule}] has no options")
            self._options = options
        return options

    @contextmanager
    def asking(self, seat: str | None) -> Iterator[None]:
        """Within the block, make `decision` and `options` those of one of the seats that choose now.

        None means the seat to move. Raises InvalidAction for a seat that has nothing to choose.
        """
        if seat is None or seat == self.decision.seat:
            yield
            return
        if seat not in self.decision.waiting:
            raise InvalidAction(f"{seat} has nothing to choose now")
        self.refresh()
        self._asked = replace(self.decision, seat=seat)
        try:
            yield
        finally:
            if self._asked:
                self.refresh()

    def allows(self, action: Action) -> bool:
        """Return whether an action is legal now."""
        if self._options is not None or self.outcome is not None:
            return action in self.options
        if action is not self._allowed:  # a bot, its guard and `choose` ask for the same action
            with _GUARD:
                self._allowed = action if self.decision.allows(self, action) else None
        return self._allowed is not None

    def refusal(self, action: Action) -> Refusal | None:
        """Return why an action is not legal now; None if it is."""
        if action in self.options:
            return None
        if self.outcome is not None:
            return Refusal("", "the game is over")
        decision = self.decision
        refusal = decision.refusal(self, action) if isinstance(action, decision.takes) else None
        for row in rows_of(self.options):
            if isinstance(row, Range) and row.words[:-1] == action.words[: len(row.words) - 1]:
                return refusal or Refusal(decision.rule, row.bounds)
        verbs = listing(list(dict.fromkeys(row.words[0] for row in rows_of(self.options))))
        return refusal or Refusal(decision.rule, f"not now; choose from {verbs}")

    @property
    def names(self) -> wording.Names:
        """The ids that actions may name, and the other names that players may type for them."""
        return wording.Names((*self.game.names(self),), (*self.game.aliases(self).items(),))

    def read(self, line: str) -> Action:
        """Return the legal action that a line means; it may omit a word if no other is possible there.

        Raises InvalidAction (not an action), IllegalAction (not legal now; it says why) or
        AmbiguousAction (several actions).
        """
        typed = line.split()
        if not typed:
            raise InvalidAction("type an action")
        names = self.names
        fitting = wording.find(typed, self.options, names)
        fitting = fitting or wording.find_without_sole_words(typed, self.options, names)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise wording.ambiguity_error(line, fitting)
        by_notation = self.notation(line)
        if len(by_notation) > 1:
            raise InvalidAction(
                f'"{clip(line)}" means several actions: {listing([*map(str, by_notation)])}; type one'
            )
        action = (
            by_notation[0]
            if by_notation
            else wording.build(typed, self.scenario.verbs, names, self.options)
        )
        refusal = self.refusal(action)
        if refusal is None:
            return action
        raise IllegalAction(action, refusal, wording.spell_out(action.words, names))

    def notation(self, line: str) -> Sequence[Action]:
        """Return the actions that a line in the game's own notation means; none if an option fits it."""
        if type(self.game).notation is Game.notation:
            return ()
        if wording.find(line.split(), self.options, self.names):
            return ()
        with _GUARD:
            return self.game.notation(self, line)

    def choose(self, action: Action) -> None:
        """Carry out a legal action of the seat that decides; play on to the next decision or the end.

        If anything fails, the position stays as it was. Raises IllegalAction.
        """
        if not self.allows(action):
            refusal = self.refusal(action)
            raise IllegalAction(action, refusal or Refusal("", "not an option"))
        dice, events, schedule = self.dice, self.events, self.schedule
        # The same as `position`, without the call: this runs for every action.
        before = self._bytes or _encode(
            Position(self.state, schedule, self.result, self.rules, self.outcome)
        )
        luck, rolls = dice.mark(), dice.rolls
        reported = len(events) if events else 0
        try:
            decision, waiting = self._asked, schedule.pop()
            self._options = self._bytes = self._allowed = self._asked = None
            dice.rolls = []
            dice.asker = decision = decision or cast("Decision[S]", waiting)
            decision.choose(self, action)
            self._run()
        except BaseException as error:
            self.restore(Snapshot(before, luck))
            dice.rolls = rolls
            if events:
                del events[reported:]
            _GUARD.take(error)
            raise

    def _run(self) -> None:
        """Run phases up to the next decision or the end of the game."""
        schedule, coming = self.schedule, self._coming
        left = MOST_PHASES
        while self.outcome is None:
            while coming:
                schedule.append(coming.pop())
            if not schedule:
                raise GameError("no phase is left to run, but the game is not over")
            phase = schedule[-1]
            if phase.waits or (phase.opens and self.halts):
                seats = phase.seats if isinstance(phase, Simultaneous) else None
                if seats is not None and not 0 < len(seats) == len({*seats} & {*self.seats}):
                    raise GameError(f"{phase.title} asks {seats}; it must ask playing seats, each once")
                break
            if not left:
                asker = self.dice.asker
                last = f"{asker.title} [{asker.rule}]" if asker else "none"
                raise GameError(f"{MOST_PHASES} phases without a decision, last {last}")
            left -= 1
            self.dice.asker = schedule.pop()
            phase.run(self)
        else:
            schedule.clear()
            coming.clear()
        # A phase may have looked at the table while it ran.
        self._options = self._bytes = self._allowed = self._asked = None

    # Saving and restoring positions.

    @property
    def rolls(self) -> list[Roll]:
        """The rolls of the last action or, before the first, of the set-up."""
        return self.dice.rolls

    @property
    def position(self) -> bytes:
        """The position as bytes, for saves, digests, comparison and copies."""
        if self._bytes is None:
            self._bytes = _encode(
                Position(self.state, self.schedule, self.result, self.rules, self.outcome)
            )
        return self._bytes

    @property
    def json(self) -> str:
        """The position as JSON, for people and for `from_json`."""
        position = Position(self.state, self.schedule, self.result, self.rules, self.outcome)
        return msgspec.json.encode(position, enc_hook=write_fraction).decode()

    @classmethod
    def from_json(cls, scenario: Scenario, text: str, dice: Dice, house: Any = None) -> Table[S]:
        """Return a table in the position that `text` holds."""
        table = cls(scenario, dice, house)
        table._adopt(msgspec.json.decode(text, type=_position_type(scenario)))
        return table

    def refresh(self) -> None:
        """Compute options and position again; call this after changing the state from outside."""
        self._options = self._bytes = self._allowed = self._asked = None

    def snapshot(self) -> Snapshot:
        """Return the current position, for `restore`."""
        return Snapshot(self.position, self.dice.mark())

    def restore(self, snapshot: Snapshot) -> None:
        """Return to a position; the luck to come will be the same again."""
        self.dice.rewind(snapshot.dice)
        self._adopt(_decoder(self.scenario).decode(snapshot.position))
        self._bytes = snapshot.position  # last, since an interrupt may come at any moment

    def _adopt(self, position: Position[S, Any, Any]) -> None:
        self._options = self._bytes = self._allowed = self._asked = None
        self.state = position.state
        self.schedule = position.schedule
        self.result = position.result
        self.rules = position.rules
        self.outcome = position.outcome
        self._coming.clear()

    def clone(self, dice: Dice) -> Table[S]:
        """Return a second table in the same position, with other dice and no listeners."""
        other: Table[S] = Table(self.scenario, dice, self.house)
        other._adopt(_decoder(self.scenario).decode(self.position))
        other._bytes = self._bytes
        return other

    def heard(self, events: Iterable[Event], seat: str) -> list[Event]:
        """Return what a seat and its partners know of some events."""
        return heard(events, self.scenario.team(seat))

    def view(self, seat: str | None) -> Struct:
        """Return what a seat may know of the position; everything for None."""
        return self.game.view(self, seat)

    def imagine(self, seat: str, dice: Dice, players: Mapping[str, Bot] | None = None) -> Table[S]:
        """Return a clone in which all that the seat cannot know is dealt again, with `dice`.

        Choices that others have made in a `Simultaneous` decision are dropped. If the game takes back
        another seat's secret choice, that seat's bot in `players` (by default the game's scripted bot)
        chooses again and rolls `dice`. Raises GameError if the bot fails.
        """
        other = self.clone(dice)
        height = len(other.schedule)
        if isinstance(decision := next(reversed(other.schedule), None), Simultaneous):
            other.schedule[-1] = decision.seen_by(seat)
        self.game.imagine(other, seat)
        other.refresh()
        if other._coming:
            other._run()
        while len(other.schedule) > height:
            name = other.decision.seat
            bot = players[name] if players else self.game.scripted_bot()
            other.choose(ask_bot(bot, type(bot).__name__, Seat(other, name, dice, tuple)))
        return other
