"""Automatic players for every game; a game's own scripted player lives with the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.action import Action
from sandtable.game import Game
from sandtable.hooks import hookimpl
from sandtable.seat import Bot, Seat
from sandtable.words import resolve


class Random:
    """Chooses each of its options equally often."""

    def choose(self, seat: Seat) -> Action:
        """One of the seat's options."""
        options = seat.options
        return options[seat.dice.roll(sides=len(options))[0] - 1]


def mcts(game: Game[Any], setting: str | None = None) -> Bot:
    """The searching player, as a setting says: how long it thinks, who plays on in its thoughts.

    ``300`` playouts for each move (the default) or ``2s``; then, if wanted, ``:random`` instead
    of the game's own player. SandtableError for any other setting.
    """
    from sandtable.thinking import mcts, worlds  # noqa: PLC0415 (needed only by those who ask for it)
    from sandtable.thinking.budget import Budget  # noqa: PLC0415

    time, colon, player = (setting or "").partition(":")
    if colon and resolve("player of the playouts", player, ("random", "scripted")) == "random":
        players = worlds.everywhere(game, Random)
    else:
        players = worlds.scripted(game)
    return mcts.Mcts(players, mcts.DEFAULT if setting is None else Budget.read(time))


@hookimpl
def bots(game: Game[Any]) -> Mapping[str, Callable[..., Bot]]:
    """The players that every game has."""

    def search(setting: str | None = None) -> Bot:
        return mcts(game, setting)

    return {"random": Random, "mcts": search}
