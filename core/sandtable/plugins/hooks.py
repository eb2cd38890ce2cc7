"""The hooks that a plugin may implement, with `sandtable.hookimpl` before each.

A plugin is what an entry point of the groups ``sandtable.games``, ``sandtable.scenarios`` or
``sandtable.plugins`` names: a game, a package of scenarios, or any module. pluggy calls the hooks, so
``tryfirst``, ``trylast`` and ``wrapper`` mean what its documentation says. A hook that raises is
reported once with its plugin's name, and the game continues without that plugin.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.base.progress import Progress
    from sandtable.model.game import Game
    from sandtable.model.seat import Bot
    from sandtable.model.table import Table
    from sandtable.prompt.commands import Command
    from sandtable.prompt.sink import Maker
    from sandtable.record.exporter import Exporter
    from sandtable.record.frames import Frame
    from sandtable.record.log import LogEntry
    from sandtable.record.migrations import Migration
    from sandtable.record.session import Session

PROJECT = "sandtable"

hookspec = pluggy.HookspecMarker(PROJECT)
"""Mark a function as a hook that plugins may implement; see `Hooks.add_hooks`."""
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Mark a function or method as a plugin's answer to the hook of its name."""


class Hooks:
    """All hooks, with the arguments of each."""

    @hookspec
    def add_hooks(self) -> type:  # type: ignore[empty-body]
        """Add a class of further hooks, each a function marked with `sandtable.hookspec`.

        Called when a plugin that adds hooks is loaded; the class is in the plugin's own module.
        `session.plugins.ask(NAME, KIND, **ARGUMENTS)` then calls the hook on all plugins. It gives
        the answers of that kind, each with the `key` of its plugin and its `value`. While the plugin
        is disabled, implementations of its hooks are not called, and are not an error.
        """

    @hookspec
    def bots(self, game: Game[Any]) -> Mapping[str, Callable[..., Bot]]:  # type: ignore[empty-body]
        """Bots for a game, by name; each value makes a bot for one seat when it is called.

        Called when players are named on the command line, in a menu or in a save. If several bots have
        one name, the game's own ``scripted`` counts, else a built-in one, else the first; the others
        are named and left out. Each value is a class or a function without arguments. If it can be
        called with a text, the bot takes a setting after a colon: ``search:300``. Its attribute
        ``former_names``, a tuple of texts, has earlier names of the bot, which still work and are not
        listed.
        """

    @hookspec
    def migrations(self, game: Game[Any]) -> Sequence[Migration]:  # type: ignore[empty-body]
        """Steps that turn saves of a game's older rules into saves of the current rules, oldest first.

        Called whenever a save of the game is opened, before any line of it is played. A game is asked
        about its own saves only.
        """

    @hookspec
    def prompt_commands(self, session: Session) -> Mapping[str, Command]:  # type: ignore[empty-body]
        """Commands for the prompt, each a `sandtable.Command`; called when a game is played.

        The `usage` of a command begins with its word. Completion, the line below the prompt, `help`
        and `why` use it as they use the built-in commands, which come through this hook too and
        cannot be replaced. A command is named and left out if any part of it raises something other
        than a SandtableError.
        """

    @hookspec(warn_on_impl=DeprecationWarning("the hook `commands` is called `prompt_commands` now"))
    def commands(self, session: Session) -> Mapping[str, Command]:  # type: ignore[empty-body]
        """The old name of `prompt_commands`. It still works, with a warning for its plugin."""

    @hookspec
    def sinks(self) -> Mapping[str, Maker]:  # type: ignore[empty-body]
        """Further ways to show a game at a terminal and to read its lines, by name.

        Each value is called with the console and its context, and makes a `Sink`. The setting
        ``screen`` selects one by name (``sandtable config set screen NAME``). Without a terminal, the
        output is always plain lines.
        """

    @hookspec(
        firstresult=True,
        warn_on_impl_args={"scenes": DeprecationWarning("the scenes of watch are its frames now")},
    )
    def watch(  # type: ignore[empty-body]
        self, frames: Sequence[Frame], title: str, scenes: Sequence[Frame]
    ) -> bool:  # pyright: ignore[reportReturnType]
        """Show the frames of a recorded game at the terminal, for ``replay SAVE --step``.

        An implementation shows them and returns True when the player has seen enough; no other one is
        called then. `scenes` is the former name of `frames`.
        """

    @hookspec(firstresult=True)
    def swings(  # type: ignore[empty-body]
        self, session: Session, seat: str, lines: Sequence[int]
    ) -> Mapping[int, float] | Generator[Progress, None, Mapping[int, float]]:  # pyright: ignore[reportReturnType]
        """The changes of the odds with some lines of a game that is over, by line.

        That is the gain of a seat's average result, negative for a loss. The line that moved it most is
        named as the turning point. The hook is called when a game ends at a prompt, while a player
        waits. An implementation that takes more than a moment is a generator: it yields `Progress` and
        returns the answer. If the player presses a key, it gets a KeyboardInterrupt, and returns what it
        has found so far.
        """

    @hookspec(firstresult=True)
    def look_back(self, save: Path, time: str) -> str:  # type: ignore[empty-body]  # pyright: ignore[reportReturnType]
        """Work out, for ``--coach TIME``, what choices and luck were worth, and keep it beside the save.

        `time` is as typed: seconds (``60s``) or a number of games. An implementation that does so
        returns what went wrong, in a line, or an empty text; no other one is called then.
        """

    @hookspec
    def session_started(self, session: Session) -> None:
        """A game was set up, or loaded from its save to be played on; the first choice comes next.

        Not called for games that are only viewed, verified or simulated.
        """

    @hookspec
    def action_done(self, session: Session, entry: LogEntry) -> None:
        """An action or a note is done and in the save; `entry` has it, with the events that followed.

        Called for the choices of every seat, hidden ones too, and for those copied into a branch.
        There is no call for an undo; `session.table` always has the current position.
        """

    @hookspec
    def session_ended(self, session: Session) -> None:
        """The game is over and its outcome is in the save; `session.outcome` says how it ended."""

    @hookspec
    def conformance_checks(self, game: Game[Any]) -> Iterable[Callable[[Table[Any]], str | None]]:  # type: ignore[empty-body]
        """Further checks for the conformance kit, each called at every decision of the kit's games.

        A check gets the table, and returns in one line what is wrong, or None; it must change nothing.
        """

    @hookspec
    def exporters(self) -> Iterable[Exporter]:  # type: ignore[empty-body]
        """The formats of ``replay SAVE --out``, ``report SAVE FILE`` and ``map SAVE --out``, by suffix.

        Called when the user names a file. If several formats have one suffix, the built-in one counts,
        else the first; the others are named and left out.
        """
