"""Plays a position out, with the same luck for everything tried in one world."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from operator import is_not
from typing import Any, NamedTuple

from sandtable import Action, Bot, Game, GameError, Outcome, Seat, SeededDice, Snapshot, Table
from sandtable.tooling import ask_bot

MOST_ACTIONS = 20_000
"""A game that takes more actions than this counts as endless."""

SEED_SIDES = 1 << 30
"""A world's luck is seeded by rolling a die with this many sides."""

Players = Mapping[str, Bot]
"""The bots that play a position out, by seat."""

Place = tuple[bytes, frozenset[tuple[int, str, int]]]
"""A position and the state of its dice; from equal places, games continue the same way."""


def scripted_bots(game: Game[Any]) -> Players:
    """Return the game's own bot for every seat."""
    return {seat: game.scripted_bot() for seat in game.seats}


class WorldDice(SeededDice):
    """The luck of one world: every rule rolls from a stream of its own.

    So two tries in the same world meet the same luck at the same rule, even after one of them has rolled
    more often. That makes their difference depend less on chance ("common random numbers").
    """

    def _value(self, stream: str, sides: int) -> int:
        asker = self.asker
        return super()._value(f"{stream}/{asker.rule}" if asker else stream, sides)


class World:
    """A position that is possible, given all that a seat knows, and the luck to come in it.

    Every try begins at the same position with the same luck. `games` counts the tries that were played
    to the end; the others stopped at a place that an earlier try had reached.
    """

    def __init__(self, table: Table[Any], luck: int) -> None:
        self.games = 0
        self._table = table
        self._luck = luck
        self._start = Snapshot(table.position, {})
        self._ends: dict[Place, Outcome] = {}

    def begin(self) -> Table[Any]:
        """Return the table at the start of the world, unchanged by earlier tries."""
        self._table.dice = WorldDice(self._luck)
        self._table.restore(self._start)
        return self._table

    def outcome(self, move: Sequence[Action], players: Players) -> Outcome:
        """Return the outcome if the deciding seat makes `move` and `players` play the game out.

        The move ends early if its next action is not legal. If an earlier try shows the outcome, the
        game is not played again, since players keep nothing in memory. Raises GameError for a player
        that fails, which it names, and for a game that does not end.
        """
        table = self.begin()
        do(table, move)
        outcome = play_on(table, players, self._luck, self._ends)
        self.games += table.outcome is not None
        return outcome


class Worlds:
    """The possible worlds, given what a seat knows; a number always means the same world.

    `table` is one of them, from which the others are imagined; `seed` is the seed of their luck. Secret
    choices of others are imagined as `players` would make them, by default the scripted ones.
    """

    def __init__(self, table: Table[Any], seat: str, seed: int, players: Players | None = None) -> None:
        self.table = table
        self.seat = seat
        self.seed = seed
        self._players = players

    @classmethod
    def of(cls, seat: Seat, players: Players | None = None) -> Worlds:
        """Return the worlds of a seat, seeded by its own dice."""
        return cls(seat.imagine(), seat.name, luck_of(seat), players)

    def world(self, number: int) -> World:
        """Return the world with a number."""
        dice = SeededDice(f"{self.seed} {number}")
        luck = SeededDice(dice.roll(sides=SEED_SIDES)[0])
        table = self.table.imagine(self.seat, luck, self._players)
        return World(table, dice.roll(sides=SEED_SIDES)[0])

    def row(self, number: int, moves: Sequence[Sequence[Action]], players: Players) -> WorldRow:
        """Return the outcomes of some moves in the world with a number."""
        world = self.world(number)
        return WorldRow([world.outcome(move, players) for move in moves], world.games)


class WorldRow(NamedTuple):
    """The outcomes of moves in one world, and how many games were played to the end for them."""

    outcomes: Sequence[Outcome]
    games: int


def luck_of(seat: Seat) -> int:
    """Roll a seed for a world with the seat's own dice."""
    return seat.dice.roll(sides=SEED_SIDES)[0]


def do(table: Table[Any], move: Sequence[Action]) -> bool:
    """Do a move's actions while each is legal for the seat that began; return whether all were done."""
    seat = None if table.outcome else table.decision.seat
    for action in move:
        if table.outcome is not None or table.decision.seat != seat or action not in table.options:
            return False
        table.choose(action)
    return True


def play_on(
    table: Table[Any], players: Players, luck: int | str, ends: MutableMapping[Place, Outcome]
) -> Outcome:
    """Play a table to its end; players think with dice of their own, seeded by `luck`.

    Play stops at a place whose outcome is in `ends`. The places passed are added to `ends`. No events
    are recorded, so a player's `log` is empty. Raises what `World.outcome` raises.
    """
    seats = {name: Seat(table, name, SeededDice(f"{luck} {name}"), tuple) for name in players}
    places, passed = _Places(table, seats), list[Place]()
    for _ in range(MOST_ACTIONS):
        outcome = table.outcome
        if outcome is None and not table.decision.several and len(table.options) == 1:
            table.choose(table.options[0])
            continue
        if outcome is None:
            place = places.here
            passed.append(place)
            outcome = ends.get(place)
        if outcome is not None:
            ends.update(dict.fromkeys(passed, outcome))
            return outcome
        name = table.decision.seat
        table.choose(ask_bot(players[name], type(players[name]).__name__, seats[name]))
    raise GameError(f"no end after {MOST_ACTIONS} actions")


class _Places:
    """Finds the place that a table has reached."""

    def __init__(self, table: Table[Any], seats: Mapping[str, Seat]) -> None:
        self._table = table
        self._seats = [seat.dice for seat in seats.values()]
        self._marks: list[Mapping[str, int]] = []
        self._luck: frozenset[tuple[int, str, int]] = frozenset()

    @property
    def here(self) -> Place:
        """The table's present place."""
        marks = [self._table.dice.mark(), *[dice.mark() for dice in self._seats]]
        # Most choices roll nothing, and then the marks are the same objects.
        if len(marks) != len(self._marks) or any(map(is_not, marks, self._marks)):
            self._marks = marks
            self._luck = frozenset(
                (number, stream, count)
                for number, mark in enumerate(marks)
                for stream, count in mark.items()
            )
        return self._table.position, self._luck
