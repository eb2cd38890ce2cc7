"""The bot `exec`: a program in any language plays a seat. Slow imports wait until it is used."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from sandtable import Bot, Game, hookimpl


class ProgramMaker:
    """Makes the bot `exec` for a game; its setting is the command to run."""

    runs_programs = True

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def __call__(self, setting: str) -> Bot:
        """Return a new bot. Raises SandtableError for a command that cannot be run."""
        from sandtable_tools.seat.bot import ProgramBot  # noqa: PLC0415 (slow to import)

        return ProgramBot(self.game, setting)


@hookimpl
def bots(game: Game[Any]) -> Mapping[str, Callable[..., Bot]]:
    """Return the bot `exec`, for every game, except on Windows, which cannot wait for a program."""
    return {} if os.name == "nt" else {"exec": ProgramMaker(game)}
