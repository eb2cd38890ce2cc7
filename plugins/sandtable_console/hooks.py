"""The hooks that the console calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sandtable import hookspec

if TYPE_CHECKING:
    from sandtable import Session
    from sandtable_console.commands import Command
    from sandtable_console.sink import GuideMaker, Maker


@hookspec
def prompt_commands(session: Session) -> Mapping[str, Command]:  # type: ignore[empty-body]
    """Commands for the prompt, each a `sandtable.Command`; called when a game is played.

    The `usage` of a command begins with its word. Completion, the line below the prompt, `help`
    and `why` use it as they use the built-in commands, which come through this hook too and
    cannot be replaced. A word that is a verb of the game, or begins one, is typed after the name of its
    plugin (``casualties.done``). A command is named and left out if any part of it raises something
    other than a SandtableError.
    """


@hookspec
def sinks() -> Mapping[str, Maker]:  # type: ignore[empty-body]
    """Further ways to show a game at a terminal and to read its lines, by name.

    Each value is called with the console and its context, and makes a `Sink`. The setting
    ``screen`` selects one by name (``sandtable config set screen NAME``). Without a terminal, the
    output is always plain lines.
    """


@hookspec
def guides() -> Mapping[str, GuideMaker]:  # type: ignore[empty-body]
    """What leads a player through a game, as a lesson does, by the id of the game.

    Each value makes a `Guide`: with True from the start, with False where the player left it. A page in
    a browser calls it.
    """
