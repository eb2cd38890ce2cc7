"""Refusals that wait until the position has been shown, so that they stand below it."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.base.errors import SandtableError
from sandtable.prompt.console import Console
from sandtable.prompt.outputs import Refused


class Refusals:
    """What could not be done, and how a sink shows it."""

    def __init__(self, console: Console, show: Callable[[SandtableError], object]) -> None:
        self._console = console
        self._show = show
        self._waiting: list[SandtableError] = []

    def add(self, refused: Refused, seat: str | None) -> None:
        """Keep a refusal; show it at once if a seat other than `seat`, which typed the line, takes over.

        Raises the error if nobody plays who could read it.
        """
        humans = self._console.humans
        if not humans:
            raise refused.error
        self._waiting.append(refused.error)
        if len(humans) > 1 and self._console.session.to_move != seat:
            self.show()

    def show(self) -> None:
        """Show all that wait, in their order."""
        waiting, self._waiting = self._waiting, []
        for error in waiting:
            self._show(error)
