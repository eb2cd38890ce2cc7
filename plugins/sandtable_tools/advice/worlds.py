"""Playing a position on to the end, with a luck that all tries of one world share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from operator import is_not
from typing import Any, NamedTuple

from sandtable import Action, Bot, Game, GameError, Outcome, Seat, SeededDice, Snapshot, Table
from sandtable.tooling import BOT_SIDES, ask_bot

MOST_ACTIONS = 20_000
"""A position that is played on for more actions than this does not end."""

Players = Mapping[str, Bot]
"""Who plays each seat on."""

Place = tuple[bytes, frozenset[tuple[int, str, int]]]
"""A position, and how far all dice have come: from equal places games go on alike."""


def scripted(game: Game[Any]) -> Players:
    """The game's own player in every seat."""
    return {seat: game.scripted() for seat in game.seats}


def everywhere(game: Game[Any], make: Callable[[], Bot]) -> Players:
    """A player of one kind in every seat."""
    return {seat: make() for seat in game.seats}


class WorldDice(SeededDice):
    """The luck of one world: every rule rolls from a stream of its own.

    Two ways to play the same world so meet the same luck wherever they come to the same rule,
    also after one of them has rolled more. It makes their difference less a matter of chance
    ("common random numbers").
    """

    def _value(self, stream: str, sides: int) -> int:
        asker = self.asker
        return super()._value(f"{stream}/{asker.rule}" if asker else stream, sides)


class World:
    """One thing that could be true for all a seat knows, and the luck that is to come in it.

    It can be tried as often as one likes: each try begins at the same position with the same
    luck. `games` counts those that were played to the end: others came to where an earlier one had been.
    """

    def __init__(self, table: Table[Any], luck: int) -> None:
        self.games = 0
        self._table = table
        self._luck = luck
        self._start = Snapshot(table.position, {})
        self._ends: dict[Place, Outcome] = {}

    def begin(self) -> Table[Any]:
        """The table as the world begins; what an earlier try did is gone."""
        self._table.dice = WorldDice(self._luck)
        self._table.restore(self._start)
        return self._table

    def outcome(self, move: Sequence[Action], players: Players) -> Outcome:
        """How the game ends when the deciding seat does `move`, and all play on as `players` do.

        A move that stops being legal is left there. What an earlier try has shown is not played
        again: players keep nothing in mind. Raises GameError naming a player that fails, and for a
        game that does not end.
        """
        table = self.begin()
        do(table, move)
        outcome = play_on(table, players, self._luck, self._ends)
        self.games += table.outcome is not None
        return outcome


class Worlds:
    """All that could be true for what a seat knows, by number: a number always means the same world.

    `table` is one of them, from which all others are imagined; `seed` is that of their luck.
    """

    def __init__(self, table: Table[Any], seat: str, seed: int) -> None:
        self.table = table
        self.seat = seat
        self.seed = seed

    @classmethod
    def of(cls, seat: Seat) -> Worlds:
        """Those of a seat, with luck from the seat's own dice."""
        return cls(seat.imagine(), seat.name, luck_of(seat))

    def world(self, number: int) -> World:
        """The world of a number."""
        dice = SeededDice(f"{self.seed} {number}")
        table = self.table.imagine(self.seat, SeededDice(dice.roll(sides=BOT_SIDES)[0]))
        return World(table, dice.roll(sides=BOT_SIDES)[0])

    def row(self, number: int, moves: Sequence[Sequence[Action]], players: Players) -> Row:
        """How some moves end in the world of a number."""
        world = self.world(number)
        return Row([world.outcome(move, players) for move in moves], world.games)


class Row(NamedTuple):
    """How some moves ended in one world, and how many games were played to the end for that."""

    outcomes: Sequence[Outcome]
    games: int


def luck_of(seat: Seat) -> int:
    """A seed for a world, from the seat's own dice."""
    return seat.dice.roll(sides=BOT_SIDES)[0]


def do(table: Table[Any], move: Sequence[Action]) -> bool:
    """Do the actions of a move as long as they are legal for one seat; whether all were."""
    seat = None if table.outcome else table.decision.seat
    for action in move:
        if table.outcome is not None or table.decision.seat != seat or action not in table.options:
            return False
        table.choose(action)
    return True


def play_on(
    table: Table[Any], players: Players, luck: int | str, ends: MutableMapping[Place, Outcome]
) -> Outcome:
    """Play a table on to its end; players think with dice of their own, from `luck`.

    It stops at a place of which the end is known from `ends`, and adds those that it passes.
    Nobody is told anything, so a player's `log` is empty. Raises as `World.outcome`.
    """
    seats = {name: Seat(table, name, SeededDice(f"{luck} {name}"), tuple) for name in players}
    places, passed = _Places(table, seats), list[Place]()
    for _ in range(MOST_ACTIONS):
        options = table.options
        if len(options) == 1:
            table.choose(options[0])
            continue
        outcome = table.outcome
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
    """Tells where a table stands."""

    def __init__(self, table: Table[Any], seats: Mapping[str, Seat]) -> None:
        self._table = table
        self._seats = [seat.dice for seat in seats.values()]
        self._marks: list[Mapping[str, int]] = []
        self._luck: frozenset[tuple[int, str, int]] = frozenset()

    @property
    def here(self) -> Place:
        """The place where it stands now."""
        marks = [self._table.dice.mark(), *[dice.mark() for dice in self._seats]]
        # Most choices come without a roll, and then the marks are the same objects.
        if len(marks) != len(self._marks) or any(map(is_not, marks, self._marks)):
            self._marks = marks
            self._luck = frozenset(
                (number, stream, count)
                for number, mark in enumerate(marks)
                for stream, count in mark.items()
            )
        return self._table.position, self._luck
