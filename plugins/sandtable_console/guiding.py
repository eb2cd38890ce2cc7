"""A guide: a sink on top of another one that leads a player through a game, as a lesson does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from sandtable import UnknownName, listing
from sandtable.tooling import catalog
from sandtable_console import hooks
from sandtable_console.console import Console
from sandtable_console.sink import Sink


class Guide(Sink, Protocol):
    """A sink on top of another one, with the console that it leads through.

    Where nothing can wait for a line, call `ask`, then `take` with the line, and do what it returns.
    """

    console: Console

    @property
    def remarks(self) -> list[str]:
        """What to say before it begins, a line each."""
        ...

    @property
    def resumed(self) -> bool:
        """Whether its game was begun before."""
        ...

    def over(self, sink: Sink) -> Sink:
        """The guide on top of a sink."""
        ...

    def ask(self) -> None:
        """Show what comes before the next line."""

    def take(self, typed: str) -> str | None:
        """The line to do for a typed one; None if the guide answers it."""
        ...

    def keep(self) -> None:
        """Write down how far the player has come."""


Maker: TypeAlias = Callable[[bool], Guide]
"""Makes the guide of a game: from the start, or where the player left it. Raises SandtableError."""


def guide_of(game: str, *, again: bool = False) -> Guide:
    """The guide of a game, from the start or where the player left it. Raises UnknownName."""
    makers: dict[str, Maker] = {}
    for _, brought in catalog().ask(hooks.guides, Mapping):
        makers = {**brought, **makers}
    if game not in makers:
        raise UnknownName(f"{game} has no lesson; these have: {listing([*makers]) or 'no game'}")
    return makers[game](again)
