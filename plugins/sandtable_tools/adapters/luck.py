"""Games whose luck is chosen: each point of a game is a decision, an open roll, or the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from sandtable import Action, Event, SandtableError, Scenario, Table
from sandtable.tooling import catalog, read_options
from sandtable_tools.adapters.encoding import knowledge, options_of
from sandtable_tools.branching_dice import BranchingDice, Fork, Law, TooManyBranches

MOST_VALUES = 10_000
"""The most values that a roll may have."""


class OpenRoll(SandtableError):
    """A roll whose value has not been chosen yet; `chances` pairs values with probabilities."""

    def __init__(self, chances: Sequence[tuple[str, float]]) -> None:
        super().__init__("a roll is open")
        self.chances = chances


class ChosenDice(BranchingDice):
    """Dice that show chosen values, given as an index for each roll that has several."""

    def __init__(self, chosen: Iterable[int]) -> None:
        super().__init__(most=1 << 62)
        self._chosen = iter(chosen)

    def _value(self, stream: str, sides: int) -> int:
        if sides > MOST_VALUES:
            raise TooManyBranches(
                f"a roll has {sides:,} values; at most {MOST_VALUES:,} can be explored"
            )
        return super()._value(stream, sides)

    def _open(self, asked: tuple[Any, ...], law: Law) -> None:
        place = next(self._chosen, None) if len(law) > 1 else 0
        whole = sum(weight for _, weight in law)
        if place is None:
            bag = asked[1] if isinstance(asked[1], tuple) else None
            about = f"{self.asker.title}: " if self.asker else ""
            raise OpenRoll(
                [(f"{about}{bag[value - 1] if bag else value}", weight / whole) for value, weight in law]
            )
        self._path.append(Fork(asked, law, whole, place))


class SetUp(NamedTuple):
    """How a game is set up, in words: scenario, empty seats, house rules (``lifts:3 first:blue``)."""

    scenario: str
    empty: str = ""
    options: str = ""

    def find(self) -> tuple[Scenario, Any]:
        """Return the scenario and the house rules. Raises SandtableError for unknown names."""
        scenario = catalog().scenario(self.scenario)
        scenario = scenario.seated(dict.fromkeys(self.empty.split(), scenario.EMPTY))
        house = {word.partition(":")[0]: word.partition(":")[2] for word in self.options.split()}
        return scenario, read_options(scenario.game, house)


class SeatMemory(NamedTuple):
    """What a seat has heard and done so far: its log, and a digest of all that it saw."""

    log: str = ""
    digest: str = ""

    def add(self, line: str, *seen: object) -> SeatMemory:
        """Return the memory after another line of the log, and what the seat saw with it."""
        encoded = msgspec.json.encode([self.digest, line, *seen], enc_hook=str)
        return SeatMemory(f"{self.log}{line}\n", blake2b(encoded, digest_size=8).hexdigest())


class Point:
    """A moment of a game, which never changes; `choose` and `roll` return the next one.

    - `table`: the game at its last decision or its end, not to be changed; None during set-up.
    - `heard`: what each seat has heard.
    - `action`, `luck`: the action in progress, and what its rolls have shown so far.
    - `open`: the open roll, if any.
    """

    def __init__(
        self,
        set_up: SetUp,
        table: Table[Any] | None,
        heard: Mapping[str, SeatMemory],
        action: Action | None = None,
        luck: tuple[int, ...] = (),
        open: OpenRoll | None = None,
    ) -> None:
        self.set_up, self.table, self.heard = set_up, table, heard
        self.action, self.luck, self.open = action, luck, open

    @classmethod
    def start(cls, set_up: SetUp) -> Point:
        """Return the first decision, or the first roll of the set-up."""
        scenario, _ = set_up.find()
        return cls(set_up, None, dict.fromkeys(scenario.seats, SeatMemory()))._advance(None, ())

    def choose(self, action: Action) -> Point:
        """Return the point after the deciding seat's legal action."""
        return self._advance(action, ())

    def roll(self, place: int) -> Point:
        """Return the point after the open roll shows the value with this index."""
        return self._advance(self.action, (*self.luck, place))

    def _advance(self, action: Action | None, luck: tuple[int, ...]) -> Point:
        dice, events = ChosenDice(luck), list[Event]()
        try:
            if self.table is None:
                scenario, house = self.set_up.find()
                table: Table[Any] = Table.new(scenario, dice, house, events)
            else:
                table = self.table.clone(dice)
                table.events = events
                assert action is not None  # noqa: S101
                table.choose(action)
        except OpenRoll as roll:
            return Point(self.set_up, self.table, self.heard, action, luck, roll)
        return Point(self.set_up, table, {seat: self._hear(seat, action, table) for seat in self.heard})

    def _hear(self, seat: str, action: Action | None, table: Table[Any]) -> SeatMemory:
        """Return what a seat has heard after an action: what it saw when it decided, and the events."""
        heard = self.heard[seat]
        if self.table is not None and self.table.decision.seat == seat:
            heard = heard.add(f"> {action}", self.knows(seat))
        for event in table.heard(table.events or (), seat):
            heard = heard.add(event.text, event)
        return heard

    def knows(self, seat: str) -> dict[str, Any]:
        """Return what a seat may know now, as plain data, with its options in words if it decides."""
        if self.table is None:
            return {"seat": seat}
        known = knowledge(self.table, seat)
        options = options_of(self.table, seat)
        return {**known, "options": [*map(str, options)]} if options else known

    def remembers(self, seat: str) -> str:
        """Return all that a seat has learned so far: its log, what it may know now, and the digest."""
        heard = self.heard[seat]
        known = msgspec.json.encode(self.knows(seat)).decode()
        return f"{seat}\n{heard.log}{known}\n{heard.digest}"

    # Points as plain data.

    @property
    def data(self) -> dict[str, Any]:
        """The point as data for `from_data`; the position is JSON, to keep the order of keys."""
        return {
            "position": self.table.json if self.table else None,
            "heard": {seat: heard._asdict() for seat, heard in self.heard.items()},
            "action": msgspec.to_builtins(self.action),
            "luck": [*self.luck],
        }

    @classmethod
    def from_data(cls, set_up: SetUp, data: Mapping[str, Any]) -> Point:
        """Return the point stored as plain data. Raises SandtableError if the data is not a point."""
        scenario, house = set_up.find()
        table: Table[Any] | None = None
        try:
            heard = {seat: SeatMemory(**data["heard"][seat]) for seat in scenario.seats}
            if data["position"] is not None:
                table = Table.from_json(scenario, data["position"], ChosenDice(()), house)
            point = cls(set_up, table, heard)
            if data["action"] is None:
                return point if table else point._advance(None, tuple(data["luck"]))
            action = msgspec.convert(data["action"], scenario.verbs[data["action"]["verb"]])
        except (KeyError, TypeError, ValueError) as error:
            raise SandtableError(f"not a point of {set_up.scenario}: {error}") from error
        return point._advance(action, tuple(data["luck"]))

    def __deepcopy__(self, memo: object) -> Point:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Point.from_data, (self.set_up, self.data)
