"""The automatic player for every game; a game's own scripted player lives with the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.action import Action
from sandtable.game import Game
from sandtable.hooks import hookimpl
from sandtable.seat import Bot, Seat


class Random:
    """Chooses each of its options equally often."""

    def choose(self, seat: Seat) -> Action:
        """One of the seat's options."""
        options = seat.options
        return options[seat.dice.roll(sides=len(options))[0] - 1]


@hookimpl
def bots(game: Game[Any]) -> Mapping[str, Callable[..., Bot]]:  # noqa: ARG001
    """The player that every game has."""
    return {"random": Random}
