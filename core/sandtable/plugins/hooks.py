"""The hooks that a plugin may implement, with `sandtable.hookimpl` before each.

A plugin is what an entry point of the groups ``sandtable.games``, ``sandtable.scenarios``
or ``sandtable.plugins`` names: a game, a package of scenarios, or any module. pluggy calls the
hooks, so ``tryfirst``, ``trylast`` and ``wrapper`` mean what its documentation says. A hook that raises
is reported once with its plugin's name, and the game goes on without that plugin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
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
"""Marks a function as a hook that plugins may implement; see `Hooks.add_hooks`."""
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function or method as a plugin's answer to the hook of its name."""


class Hooks:
    """Every hook, as it is called."""

    @hookspec
    def add_hooks(self) -> type:  # type: ignore[empty-body]
        """A class of further hooks, each a function with `sandtable.hookspec` before it.

        Asked when a plugin that adds some is loaded; the class stands in the plugin's own module.
        `session.plugins.ask(NAME, KIND, **ARGUMENTS)` then asks all plugins: the answers of that kind,
        each with the `key` of its plugin and its `value`. While the plugin is disabled, those who
        implement its hooks are not called, and are no worse for it.
        """

    @hookspec
    def bots(self, game: Game[Any]) -> Mapping[str, Callable[..., Bot]]:  # type: ignore[empty-body]
        """Automatic players for a game, by name; each call makes one for one seat.

        Asked when players are named, on the command line, in a menu or in a save; of equal names the
        game's own ``scripted`` counts, then a built-in one, then the first; the others are named and
        left out. What is to be a bot is a class, or a function without arguments. One that can be
        called with a text takes a setting, which stands after a colon: ``search:300``. Its attribute
        ``former_names``, a tuple of texts, has the names under which it was known before: they go on
        working, and are not listed.
        """

    @hookspec
    def migrations(self, game: Game[Any]) -> Sequence[Migration]:  # type: ignore[empty-body]
        """Steps that make saves of older rules of a game into saves of today's, oldest first.

        Asked whenever a save of the game is opened, before anything of it is played. A game is asked
        about its own saves alone.
        """

    @hookspec
    def prompt_commands(self, session: Session) -> Mapping[str, Command]:  # type: ignore[empty-body]
        """Words for the prompt, each with a `sandtable.Command`; asked when a game is played.

        The `usage` of a command begins with its word. Completion, the line below the prompt, `help` and
        `why` ask it as they ask the table's own words, which come by this hook too and stay as they
        are. A command of which a part raises anything but a SandtableError is named and left out.
        """

    @hookspec(warn_on_impl=DeprecationWarning("the hook `commands` is called `prompt_commands` now"))
    def commands(self, session: Session) -> Mapping[str, Command]:  # type: ignore[empty-body]
        """The old name of `prompt_commands`. It still works; who implements it is warned."""

    @hookspec
    def sinks(self) -> Mapping[str, Maker]:  # type: ignore[empty-body]
        """Other ways to show a game at a terminal and to read its lines, by name.

        Each is called with the console and what it stands on, and makes a `Sink`. Whoever sets
        ``screen`` to the name plays so (``sandtable config set screen NAME``). Where there is no
        terminal, plain lines are written in any case.
        """

    @hookspec(
        firstresult=True,
        warn_on_impl_args={"scenes": DeprecationWarning("the scenes of watch are its frames now")},
    )
    def watch(  # type: ignore[empty-body]
        self, frames: Sequence[Frame], title: str, scenes: Sequence[Frame]
    ) -> bool:  # pyright: ignore[reportReturnType]
        """Show the frames of a recorded game at the terminal, for ``replay SAVE --step``.

        Who does so answers True when the player has seen enough; nobody else is asked then. `scenes` are
        the `frames`, under their former name.
        """

    @hookspec
    def session_started(self, session: Session) -> None:
        """A game was set up, or loaded from its save to be played on; the first choice is to come.

        Not called for games that are only looked at, verified or simulated.
        """

    @hookspec
    def action_done(self, session: Session, entry: LogEntry) -> None:
        """An action was done, or a note made, and is in the save; `entry` says what and what happened.

        Called for every seat's choices, hidden ones too, and for those of a branch that are copied.
        Undo is not told: `session.table` is the game as it stands.
        """

    @hookspec
    def session_ended(self, session: Session) -> None:
        """The game is over, and its outcome is in the save; `session.outcome` says how."""

    @hookspec
    def conformance_checks(self, game: Game[Any]) -> Iterable[Callable[[Table[Any]], str | None]]:  # type: ignore[empty-body]
        """More checks of the conformance kit: each looks at a table at every decision of its games.

        A check returns what is wrong in a line, or None; it must change nothing.
        """

    @hookspec
    def exporters(self) -> Iterable[Exporter]:  # type: ignore[empty-body]
        """Formats in which ``replay SAVE --out FILE`` and ``map SAVE --out FILE`` write, by suffix.

        Asked when somebody names a file. Of equal suffixes for the same thing the built-in one counts,
        then the first; the others are named and left out.
        """
