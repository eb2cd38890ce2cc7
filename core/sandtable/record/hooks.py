"""The hooks called by sessions and when saves are opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sandtable.plugins.hooks import hookspec

if TYPE_CHECKING:
    from sandtable.model.game import Game
    from sandtable.record.log import LogEntry
    from sandtable.record.migrations import Migration
    from sandtable.record.session import Session


@hookspec
def session_started(session: Session) -> None:
    """A game was set up, or loaded to be continued; the first choice comes next.

    Not called for games that are only viewed, verified or simulated.
    """


@hookspec
def action_done(session: Session, entry: LogEntry) -> None:
    """An action or a note has been recorded; `entry` holds it, with the events that followed.

    Called for the choices of every seat, including hidden ones, and for those copied into a branch.
    It is not called for an undo; `session.table` is always the current position.
    """


@hookspec
def session_ended(session: Session) -> None:
    """The game is over and its outcome recorded; `session.outcome` says how it ended."""


@hookspec
def migrations(game: Game[Any]) -> Sequence[Migration]:  # type: ignore[empty-body]
    """Steps that convert saves made under older rules of a game to the current rules, oldest first.

    Called whenever a save of the game is opened, before any line is played. A game is asked only about
    its own saves.
    """
