"""The automatic player for every game; a game's own scripted player lives with the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.model.action import Action
from sandtable.model.game import Game
from sandtable.model.seat import Bot, Seat
from sandtable.plugins.hooks import hookimpl


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
