"""Refusals that are kept until the position has been shown, and then printed below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.model.action import AmbiguousAction
from sandtable.text.errors import SandtableError
from sandtable.text.words import clipped
from sandtable_console.console import Console
from sandtable_console.outputs import Refused
from sandtable_console.reading import AmbiguousWord


class Refusals:
    """The refusals of a line, kept until a sink can show them.

    `show` gets the numbered list of what ambiguous words can mean, which is often empty, and the lines
    of the refusal.
    """

    def __init__(self, console: Console, show: Callable[[Sequence[str], Sequence[str]], object]) -> None:
        self._console = console
        self._show = show
        self._waiting: list[SandtableError] = []

    def add(self, refused: Refused, seat: str | None) -> None:
        """Keep a refusal; show it at once if `seat`, which typed the line, no longer decides.

        Raises the error if no human plays, who could read it, and the game is not over.
        """
        humans = self._console.humans
        if not humans and self._console.session.outcome is None:
            raise refused.error
        self._waiting.append(refused.error)
        if len(humans) > 1 and self._console.session.to_move != seat:
            self.show()

    @property
    def lines(self) -> list[str]:
        """The refusals that are kept, in lines, to make room for them."""
        return [line for error in self._waiting for line in (str(error), *error.details)]

    def show(self) -> None:
        """Show all refusals that are kept, in order."""
        waiting, self._waiting = self._waiting, []
        for error in waiting:
            offered = self._console.reader.offer(error)
            text = str(error)
            if len(offered) > 1 and isinstance(error, AmbiguousAction | AmbiguousWord):
                asked_by = error.asked_by if isinstance(error, AmbiguousAction) else ""
                purpose = f" for {asked_by.partition(' ')[0]}" if asked_by else ""
                text = (
                    f'"{clipped(asked_by or error.typed)}" can mean any of these: pick a number{purpose}'
                )
            self._show(offered, [text, *error.details])
