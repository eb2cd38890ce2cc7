"""The built-in commands, by topic, registered like those of a plugin.

Slow imports wait until a command is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sandtable import hookimpl
from sandtable_console.words import asking, keeping, looking, undo

if TYPE_CHECKING:
    from sandtable import Session
    from sandtable_console.commands import Command

COMMANDS = (
    *(asking.OPTIONS, asking.HELP, looking.STATUS, looking.MAP, looking.SHOW, asking.WHY),
    *(looking.LOG, looking.RULES),
    *(undo.UNDO, undo.REDO, undo.ABORT, looking.HISTORY, undo.ROLLBACK, undo.AGAIN),
    *(keeping.NOTE, keeping.SAVE, keeping.LINK, keeping.QUIT),
)
"""All built-in commands, in the order in which `help` lists them."""


@hookimpl
def prompt_commands(session: Session) -> Mapping[str, Command]:
    """Return the built-in commands; without a map, `map` takes no arguments and is unlisted."""
    all_commands = COMMANDS if session.scenario.game.has_map else (*COMMANDS, looking.MAP_WITHOUT_PLACES)
    return {command.word: command for command in all_commands}
