"""The bot ``search``: it tries its moves in possible worlds, and makes the one that ends best.

It is a Monte Carlo search over determinised worlds (Ginsberg 2001; Cowling, Powley and Whitehouse 2012).
Moves race in common worlds (Maron and Moore 1994), and the game's own bot plays them out (Tesauro and
Galperin 1997).
"""

from __future__ import annotations

from math import ceil, log2
from typing import Any

from sandtable import Action, Game, Random, Seat
from sandtable.tooling import resolve
from sandtable_console import waiting
from sandtable_console.outputs import Thinking
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.crew import ThisProcess
from sandtable_tools.advice.moves import candidates
from sandtable_tools.advice.race import Move, Race, t_value
from sandtable_tools.advice.worlds import Players, Worlds, scripted_bots

DEFAULT = Budget(playouts=300)
"""The default budget for each move."""

MOST_MOVES = 16
"""The most moves tried at one decision."""

GAMES = 4
"""The fewest games for each move, so that a small budget tries fewer moves."""

MOST_FINALISTS = 2
"""The most moves, besides the usual one, that share the second half of a budget."""

CLEAR_LEAD = 0.5
"""The lead, in standard errors, from which a move is preferred to the usual one."""

MOST_WORLDS = 64
"""The most worlds tried at a decision; a difference that needs more is too small."""


def searcher(game: Game[Any], setting: str | None = None) -> Searcher:
    """Return the bot `search`; its setting says how long it thinks, and which bot plays moves out.

    A setting is ``300`` games for each move (the default) or ``2s``, optionally with ``:random`` for the
    random bot in place of the game's own. Raises SandtableError for any other setting.
    """
    time, colon, player = (setting or "").partition(":")
    if colon and resolve("player of the playouts", player, ("random", "scripted")) == "random":
        players: Players = {seat: Random() for seat in game.seats}
    else:
        players = scripted_bots(game)
    return Searcher(players, DEFAULT if setting is None else Budget.read(time, "search"))


class Searcher:
    """Searches for the best move of any game, with a budget for each move.

    It knows only what its seat knows. With a budget in games, the same seed gives the same game. It
    makes the same move as the game's own bot unless another is better beyond chance.
    """

    def __init__(self, players: Players, budget: Budget = DEFAULT) -> None:
        self.players = players
        self.budget = budget
        self._rest: Move = ()

    def choose(self, seat: Seat) -> Action:
        """Choose one of the seat's options: the next action of its move, or the first of a new one."""
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
        worlds = Worlds.of(seat, self.players)
        # Try fewer moves if the budget is small or a game takes long.
        pace = clock.measure_pace(lambda number: worlds.world(number).outcome((), self.players))
        width = max(2, min(MOST_MOVES, clock.games_left(pace) // GAMES))
        moves = list(candidates(seat, worlds, self.players, width))
        race, crew = Race(moves, seat.name), ThisProcess(worlds, self.players)
        usual = race.runners[0]
        halvings = max(1, ceil(log2((len(moves) - 1) / MOST_FINALISTS))) if moves[1:] else 0
        # Half of the budget is for rounds that each drop the worse half, the rest for the last few.
        for part in (*(step / halvings / 2 for step in range(1, halvings + 1)), 1.0):

            def wanted(ahead: int, part: float = part) -> bool:
                games, share = ahead * len(race.alive), part if race.worlds else 1.0
                return race.worlds + ahead <= MOST_WORLDS and clock.fits(race.playouts, games, share)

            for _ in race.run(crew, wanted):
                done = max(clock.part(race.playouts), race.worlds / MOST_WORLDS)
                for show in waiting.watchers:
                    show(Thinking(seat.name, done, race.games))
            race.halve(MOST_FINALISTS + 1, usual)
        best = max(race.alive, key=lambda runner: runner.mean)
        ahead = best.returns and best is not usual and t_value(best.leads(usual)) > CLEAR_LEAD
        return best.move if ahead else usual.move
