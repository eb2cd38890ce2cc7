"""The bot for every game; a game's own scripted bot is part of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.model.action import Action
from sandtable.model.game import Game
from sandtable.model.seat import Bot, Seat
from sandtable.plugins.hooks import hookimpl


class Random:
    """Chooses among its options with equal probability."""

    def choose(self, seat: Seat) -> Action:
        """Choose one of the seat's options."""
        options = seat.options
        return options[seat.dice.roll(sides=len(options))[0] - 1]


@hookimpl
def bots(game: Game[Any]) -> Mapping[str, Callable[..., Bot]]:  # noqa: ARG001
    """The bot that every game has."""
    return {"random": Random}
