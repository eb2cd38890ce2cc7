"""The table's own words, each in the module of what it does; they are a plugin like any other.

What a word needs only when it is asked is imported then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import structs

from sandtable.plugins.hooks import hookimpl
from sandtable.prompt.words import asking, keeping, looking, undo

if TYPE_CHECKING:
    from sandtable.prompt.commands import Command
    from sandtable.record.session import Session

EVERY = (
    *(asking.OPTIONS, asking.HELP, looking.STATUS, looking.MAP, looking.SHOW, asking.WHY),
    *(looking.LOG, looking.RULES),
    *(undo.UNDO, undo.REDO, undo.ABORT, looking.HISTORY, undo.ROLLBACK, undo.AGAIN),
    *(keeping.NOTE, keeping.SAVE, keeping.QUIT),
)
"""Every one of them, in the order of `help`."""


@hookimpl
def prompt_commands(session: Session) -> Mapping[str, Command]:
    """The words that every table has; of a game without a map, `map` is not listed."""
    ready = (*EVERY, structs.replace(looking.MAP, listed=session.scenario.game.has_map))
    return {command.word: command for command in ready}
