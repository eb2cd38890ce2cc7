"""The hooks that a session and its saves call."""

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
    """A game was set up, or loaded from its save to be played on; the first choice comes next.

    Not called for games that are only viewed, verified or simulated.
    """


@hookspec
def action_done(session: Session, entry: LogEntry) -> None:
    """An action or a note is done and in the save; `entry` has it, with the events that followed.

    Called for the choices of every seat, hidden ones too, and for those copied into a branch.
    There is no call for an undo; `session.table` always has the current position.
    """


@hookspec
def session_ended(session: Session) -> None:
    """The game is over and its outcome is in the save; `session.outcome` says how it ended."""


@hookspec
def migrations(game: Game[Any]) -> Sequence[Migration]:  # type: ignore[empty-body]
    """Steps that turn saves of a game's older rules into saves of the current rules, oldest first.

    Called whenever a save of the game is opened, before any line of it is played. A game is asked
    about its own saves only.
    """
