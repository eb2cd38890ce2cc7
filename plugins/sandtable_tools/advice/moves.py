"""A seat's possible moves, each one action or a sequence of small choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from sandtable import Action, Done, GameError, Pass, Seat, SeededDice, Table, Wait
from sandtable.tooling import ask_bot, confirmation, rows_of
from sandtable_tools.advice.race import Move
from sandtable_tools.advice.worlds import Players, World, Worlds, luck_of

MOST_NUMBERS = 250
"""The most numbers that are considered from all ranges."""

MOST_PREFERRED = 8
"""The most options that come first because the seat's own player prefers them."""

RANDOM_ONE_IN = 3
"""When a sequence is varied, one in this many small choices is random."""

MOST_TRIES = 3
"""The most variations of a sequence that are tried to find another move."""


def candidates(seat: Seat, worlds: Worlds, players: Players, most: int) -> Mapping[Move, Sequence[Move]]:
    """Return at most `most` moves, the most promising first, each with all others that have its effect.

    The first is the move of the seat's own player. Every option begins another move: doing nothing comes
    first, then what the player likes next best, then the rest in random order. The player makes the
    small choices that follow; making some of them at random gives more moves. Moves with the same
    actions in another order count as one, and so do moves that lead to the same position without luck.
    """
    world = worlds.world(0)
    options = _some_options(seat)
    idle = [option for option in options if isinstance(option, (Done, Pass, Wait))]
    liked = [option for option in _by_preference(seat, players, world.begin()) if option not in idle]
    seat.dice.shuffle(options)
    promising = [*idle, *liked]
    options = [*promising, *(option for option in options if option not in promising)]
    maker = Maker(seat, players, world)
    maker.add(())
    for option in options:
        if len(maker.found) >= most:
            break
        maker.add((option,))
    if maker.sequences:
        for option in islice(cycle(options), MOST_TRIES * most):
            if len(maker.found) >= most:
                break
            maker.add((option,), random_choices=True)
    return maker.found


def _some_options(seat: Seat) -> list[Action]:
    """Return a seat's options, with at most MOST_NUMBERS random numbers from ranges."""
    options = seat.options
    if len(options) <= MOST_NUMBERS or rows_of(options) is options:
        return list(options)
    singles = [row for row in rows_of(options) if isinstance(row, Action)]
    places = {seat.dice.roll(sides=len(options))[0] - 1 for _ in range(MOST_NUMBERS)}
    return [*dict.fromkeys([*singles, *(options[place] for place in sorted(places))])]


def usual_move(seat: Seat, players: Players) -> Move:
    """Return the move of the seat's own player, up to the next roll."""
    maker = Maker(seat, players, Worlds.of(seat).world(0))
    maker.add(())
    return next(iter(maker.found))


class Maker:
    """Makes moves in one world and keeps those that differ, in the order found."""

    def __init__(self, seat: Seat, players: Players, world: World) -> None:
        self.found: dict[Move, list[Move]] = {}
        """Each different move, with the moves of other options that have the same effect."""
        self.sequences = False
        """Whether any move of several small choices was found."""
        self._known: set[tuple[str, ...]] = set()
        self._places: dict[bytes, Move] = {}
        self._seat = seat
        self._players = players
        self._world = world

    def add(self, begun: Sequence[Action], *, random_choices: bool = False) -> None:
        """Complete a move that begins with these actions."""
        table = self._world.begin()
        move = self._complete(table, list(begun), random_choices=random_choices)
        if unordered_key(move) in self._known:
            return
        self._known.add(unordered_key(move))
        self.sequences |= len(move) > 1
        # Moves with luck may lead to the same place in one world, and to different ones in another.
        earlier = move if table.dice.mark() else self._places.setdefault(table.position, move)
        if earlier is move:
            self.found[move] = []
        elif not random_choices:
            self.found[earlier].append(move)

    def _complete(self, table: Table[Any], begun: list[Action], *, random_choices: bool) -> Move:
        name = self._seat.name
        own_seat = Seat(table, name, SeededDice(luck_of(self._seat)), tuple)
        move: list[Action] = []
        prescribed = len(begun) or 1  # the choices are given, so no question is asked
        while not move or continues(table, name):
            answer = confirmation(table.options) if len(move) == prescribed else None
            action = (
                begun.pop(0)
                if begun
                else answer or self._choice(own_seat, random_choices=random_choices)
            )
            move.append(action)
            table.choose(action)
        return tuple(move)

    def _choice(self, own: Seat, *, random_choices: bool) -> Action:
        options = own.options
        if random_choices and self._seat.dice.rolls_at_most(1, RANDOM_ONE_IN):
            return self._seat.dice.pick(options)
        player = self._players[own.name]
        return options[0] if len(options) == 1 else ask_bot(player, type(player).__name__, own)


class NarrowedSeat(Seat):
    """A seat that sees only some of its options."""

    shown: Sequence[Action] = ()

    @property
    def options(self) -> Sequence[Action]:
        """The options that it sees."""
        return self.shown

    def allows(self, action: Action) -> bool:
        """Return whether it sees an action among its options."""
        return action in self.shown


def _by_preference(seat: Seat, players: Players, table: Table[Any]) -> Iterator[Action]:
    """Yield the player's choice, then its choice without that option, and so on, until it fails."""
    player = players[seat.name]
    narrowed = NarrowedSeat(table, seat.name, SeededDice(luck_of(seat)), tuple)
    remaining = _some_options(seat)
    for _ in range(min(MOST_PREFERRED, len(remaining) - 1)):
        narrowed.shown = remaining
        try:
            choice = ask_bot(player, type(player).__name__, narrowed)
        except GameError:
            return
        yield choice
        remaining.remove(choice)


def unordered_key(move: Move) -> tuple[str, ...]:
    """Return a key that is equal for moves with the same actions in any order."""
    return tuple(sorted(map(str, move)))


def continues(table: Table[Any], seat: str) -> bool:
    """Return whether the seat's small choices continue after the last action, without luck."""
    if table.outcome is not None or table.rolls:
        return False
    return table.decision.seat == seat and table.decision.part
