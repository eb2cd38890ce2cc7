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
    """Return commands for the prompt, each a `sandtable.Command` keyed by its word.

    The `usage` of a command begins with its word. Completion, the preview, `help` and `why` treat it
    like the built-in commands, which use this hook too and cannot be replaced. If the word is a verb of
    the game, or begins one, players type the plugin's name before it (``casualties.done``). If any part
    of a command raises anything but a SandtableError, the command is named and left out.
    """


@hookspec
def sinks() -> Mapping[str, Maker]:  # type: ignore[empty-body]
    """Return more ways to show a game at a terminal and to read lines, keyed by name.

    Each value is called with the console and its context, and returns a `Sink`. The setting
    ``screen`` selects one by name (``sandtable config set screen NAME``). Without a terminal, output
    is always plain lines.
    """


@hookspec
def guides() -> Mapping[str, GuideMaker]:  # type: ignore[empty-body]
    """Return guides that lead a player through a game, such as a lesson, keyed by the game's id.

    Each value makes a `Guide`: given True, from the beginning; given False, where the player left off.
    The page in the browser uses it.
    """
