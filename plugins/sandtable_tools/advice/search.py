"""The player ``search``: it tries its moves in worlds that could be so, and does what ends best.

Monte Carlo search over determinised worlds (Ginsberg 2001; Cowling, Powley and Whitehouse 2012),
the candidates racing each other in common worlds (Maron and Moore 1994), the game's own player
playing on from there (Tesauro and Galperin 1997).
"""

from __future__ import annotations

from typing import Any

from sandtable import Action, Game, Seat
from sandtable.tooling import Random, resolve
from sandtable_tools.advice.budget import Budget, Clock
from sandtable_tools.advice.crew import Here
from sandtable_tools.advice.moves import candidates
from sandtable_tools.advice.race import Move, Race, favourite
from sandtable_tools.advice.worlds import Players, Worlds, everywhere, scripted

DEFAULT = Budget(playouts=300)
"""How long it thinks about each move, unless a setting says otherwise."""

MOST_MOVES = 16
"""At most this many moves are tried at one decision."""

GAMES = 4
"""A budget has at least this many playouts for each move, so it bounds how many moves are tried."""

FINALISTS = 2
"""At most this many moves, beside the usual one, share the second half of a budget."""

MOST_WORLDS = 64
"""At most this many worlds are tried at one decision: what these do not tell apart matters little."""


def searcher(game: Game[Any], setting: str | None = None) -> Searcher:
    """The searching player, as a setting says: how long it thinks, who plays on in its thoughts.

    ``300`` playouts for each move (the default) or ``2s``; then, if wanted, ``:random`` instead
    of the game's own player. SandtableError for any other setting.
    """
    time, colon, player = (setting or "").partition(":")
    if colon and resolve("player of the playouts", player, ("random", "scripted")) == "random":
        players = everywhere(game, Random)
    else:
        players = scripted(game)
    return Searcher(players, DEFAULT if setting is None else Budget.read(time))


class Searcher:
    """Searches for the best move of any game, with a budget for each move.

    It knows what its seat knows. When the budget is in playouts, the same seed gives the same
    game. The move of the game's own player stands until another one is better by more than chance.
    """

    def __init__(self, players: Players, budget: Budget = DEFAULT) -> None:
        self.players = players
        self.budget = budget
        self._rest: Move = ()

    def choose(self, seat: Seat) -> Action:
        """One of the seat's options: the next one of its move, or the first of a new one."""
        options = seat.options
        begun = self._rest if seat.decision.part else ()
        if len(options) == 1:
            move: Move = (options[0], *begun[1:]) if begun[:1] == (options[0],) else (options[0],)
        elif begun and begun[0] in options:
            move = begun
        else:
            move = self._search(seat)
        self._rest = move[1:]
        return move[0]

    def _search(self, seat: Seat) -> Move:
        clock = self.budget.clock()
        worlds = Worlds.of(seat)
        moves = list(candidates(seat, worlds, self.players, self._width(worlds, clock)))
        race = Race(moves, seat.name, moves[:1], FINALISTS, MOST_WORLDS)
        all(race.run(Here(worlds, self.players), clock))
        return favourite(race.alive, race.kept[0]).move

    def _width(self, worlds: Worlds, clock: Clock) -> int:
        """How many moves are tried: fewer where the budget is small, or a playout takes long."""
        pace = clock.try_out(lambda number: worlds.world(number).outcome((), self.players), 1)
        return max(2, min(MOST_MOVES, clock.room(pace) // GAMES))
