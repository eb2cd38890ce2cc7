"""Hooks: how a package asks all plugins, and how a plugin answers.

A hook is a function marked with `hookspec`, in the package that calls it: ``plugins.ask(HOOK, KIND,
**ARGUMENTS)`` gives the answers. A plugin answers with a function of the same name, marked with
`hookimpl`. A plugin is what an entry point of the groups ``sandtable.games``, ``sandtable.scenarios`` or
``sandtable.plugins`` names: a game, a package of scenarios, or any module. pluggy calls the hooks, so
``tryfirst``, ``trylast`` and ``wrapper`` mean what its documentation says. A hook that raises is
reported once with its plugin's name, and the game continues without that plugin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from sandtable.model.game import Game
    from sandtable.model.seat import Bot

PROJECT = "sandtable"

hookspec = pluggy.HookspecMarker(PROJECT)
"""Mark a function as a hook that plugins may implement."""
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Mark a function or method as a plugin's answer to the hook of its name."""


@hookspec
def bots(game: Game[Any]) -> Mapping[str, Callable[..., Bot]]:  # type: ignore[empty-body]
    """Bots for a game, by name; each value makes a bot for one seat when it is called.

    Called when players are named on the command line, in a menu or in a save. If several bots have
    one name, the game's own ``scripted`` counts, else a built-in one, else the first; the others
    are named and left out. Each value is a class or a function without arguments. If it can be
    called with a text, the bot takes a setting after a colon: ``search:300``.
    """
