"""What a seat could do next: whole moves, of which a sequence of small choices is one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

from sandtable import Action, Seat, SeededDice, Table
from sandtable.tooling import ask_bot
from sandtable_tools.advice.race import Move
from sandtable_tools.advice.worlds import Players, World, imagined, luck_of

WHIMS = 3
"""One small choice in this many is made at random when a sequence is varied."""

TRIES = 3
"""For each move that is wanted, a sequence is varied at most this many times to find another."""


def candidates(seat: Seat, players: Players, most: int) -> list[Move]:
    """At most `most` different moves, the one of the seat's own player first.

    Every option is the beginning of one, in random order where they are too many; the seat's
    player makes the small choices that follow. Where there are such, more moves are found by
    making some of them at random. Moves of the same actions in another order are one.
    """
    world = imagined(seat)
    maker = Maker(seat, players, world)
    maker.add(())
    options = _shuffled(seat)
    for option in options:
        if len(maker.found) >= most:
            break
        maker.add((option,))
    if any(len(move) > 1 for move in maker.found.values()):
        for option in islice(cycle(options), TRIES * most):
            if len(maker.found) >= most:
                break
            maker.add((option,), whims=True)
    return list(maker.found.values())


def usual_move(seat: Seat, players: Players) -> Move:
    """What the seat's own player would do, as far as it decides before luck comes."""
    return candidates(seat, players, 1)[0]


class Maker:
    """Makes moves in one world and keeps those that are different, in the order found."""

    def __init__(self, seat: Seat, players: Players, world: World) -> None:
        self.found: dict[tuple[str, ...], Move] = {}
        self._seat = seat
        self._players = players
        self._world = world

    def add(self, begun: Sequence[Action], *, whims: bool = False) -> None:
        """Complete a move that is begun with some actions."""
        move = self._complete(self._world.begin(), list(begun), whims=whims)
        self.found.setdefault(alike(move), move)

    def _complete(self, table: Table[Any], begun: list[Action], *, whims: bool) -> Move:
        name = self._seat.name
        own = Seat(table, name, SeededDice(luck_of(self._seat)), tuple)
        move: list[Action] = []
        while not move or goes_on(table, name):
            action = begun.pop(0) if begun else self._choice(own, whims=whims)
            move.append(action)
            table.choose(action)
        return tuple(move)

    def _choice(self, own: Seat, *, whims: bool) -> Action:
        options = own.options
        if whims and self._seat.dice.against(1, WHIMS):
            return self._seat.dice.pick(options)
        player = self._players[own.name]
        return options[0] if len(options) == 1 else ask_bot(player, type(player).__name__, own)


def alike(move: Move) -> tuple[str, ...]:
    """What moves of the same actions have in common, in whatever order they are done."""
    return tuple(sorted(map(str, move)))


def goes_on(table: Table[Any], seat: str) -> bool:
    """Whether the last action has a next one in the same sequence, and no luck came between."""
    if table.outcome is not None or table.rolls:
        return False
    return table.decision.seat == seat and table.decision.part


def _shuffled(seat: Seat) -> list[Action]:
    options = list(seat.options)
    seat.dice.shuffle(options)
    return options
