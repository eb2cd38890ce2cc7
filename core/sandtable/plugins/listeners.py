"""The hooks, called behind a guard: a plugin that fails in one is named and left out."""

from __future__ import annotations

import sys
import traceback
from typing import Any

import pluggy

from sandtable import config
from sandtable.errors import PluginError, SandtableError
from sandtable.hooks import PROJECT, Hooks
from sandtable.words import unknown, visible


class Listeners:
    """Who hears which hook; `troubles` says in a line each who failed."""

    def __init__(self, troubles: list[str]) -> None:
        self.troubles = troubles
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(Hooks)

    def register(self, thing: Any, key: str) -> None:
        """Let something hear the hooks that it implements, once.

        Raises PluginError for a hook that there is not, with the nearest, and PluginValidationError for
        an argument that a hook does not have.
        """
        if self.manager.is_registered(thing):
            return
        for name in dir(thing):
            if self.manager.parse_hookimpl_opts(thing, name) and not hasattr(Hooks, name):
                there = [hook for hook in vars(Hooks) if not hook.startswith("_")]
                raise PluginError(unknown("hook", name, there))
        try:
            self.manager.register(thing, name=key)
        except pluggy.PluginValidationError:
            if self.manager.is_registered(thing):
                self.manager.unregister(thing)
            raise

    def ask(self, hook: str, kind: type[Any], **arguments: Any) -> list[tuple[str, Any]]:
        """What each answers to a hook, after its key; who fails or answers otherwise is left out."""
        answers = []
        for implementation in getattr(self.manager.hook, hook).get_hookimpls():
            wanted = {name: arguments[name] for name in implementation.argnames}
            try:
                answer = implementation.function(**wanted)
                if not isinstance(answer, kind):
                    raise TypeError(f"{answer!r} is no {kind.__name__}")
                answers.append((implementation.plugin_name, answer))
            except (Exception, SystemExit) as error:
                self.leave_out(implementation.plugin_name, hook, error)
        return answers

    def leave_out(self, key: str, where: str, error: BaseException) -> None:
        """Hear no more of a plugin that failed, and name it."""
        if self.manager.has_plugin(key):
            self.manager.unregister(name=key)
        self.troubles.append(f"{key} failed in {where}: {in_a_line(error)}")
        show(error)


def in_a_line(error: BaseException) -> str:
    """The kind of an error and what it says; one of ours says enough."""
    try:
        said = str(error)
        if isinstance(error, SandtableError):
            return visible(" ".join(said.split()))
    except Exception:
        said = "it can not say what"
    return visible(" ".join(f"{type(error).__name__}: {said}".split()).removesuffix(":"))


def show(error: BaseException) -> None:
    """Where an error came from, on standard error, when somebody looks for it (``--debug``)."""
    if config.debug and sys.stderr:
        traceback.print_exception(error, file=sys.stderr)
