"""Playing a position on to the end, with a luck that two tries of one world can share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable import Action, Bot, Game, GameError, Outcome, Seat, SeededDice, Snapshot, Table
from sandtable.tooling import BOT_SIDES, ask_bot

MOST_ACTIONS = 20_000
"""A position that is played on for more actions than this does not end."""

Players = Mapping[str, Bot]
"""Who plays each seat on."""


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
    luck.
    """

    def __init__(self, table: Table[Any], luck: int) -> None:
        self._table = table
        self._luck = luck
        self._start = Snapshot(table.position, {})

    def begin(self) -> Table[Any]:
        """The table as the world begins; what an earlier try did is gone."""
        self._table.dice = WorldDice(self._luck)
        self._table.restore(self._start)
        return self._table

    def outcome(self, move: Sequence[Action], players: Players) -> Outcome:
        """How the game ends when the deciding seat does `move`, and all play on as `players` do.

        A move that stops being legal is left there. Raises GameError naming a player that fails,
        and for a game that does not end.
        """
        table = self.begin()
        do(table, move)
        return play_on(table, players, self._luck)


def imagined(seat: Seat) -> World:
    """A world as the seat may imagine it, with luck from the seat's own dice."""
    return World(seat.imagine(), luck_of(seat))


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


def play_on(table: Table[Any], players: Players, luck: int | str) -> Outcome:
    """Play a table on to its end; players think with dice of their own, from `luck`.

    Nobody is told anything, so a player's `log` is empty. Raises as `World.outcome`.
    """
    seats = {name: Seat(table, name, SeededDice(f"{luck} {name}"), tuple) for name in players}
    for _ in range(MOST_ACTIONS):
        if table.outcome is not None:
            return table.outcome
        options = table.options
        if len(options) == 1:
            table.choose(options[0])
        else:
            name = table.decision.seat
            table.choose(ask_bot(players[name], type(players[name]).__name__, seats[name]))
    raise GameError(f"no end after {MOST_ACTIONS} actions")
