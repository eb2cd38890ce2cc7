"""Loads the objects that entry points name, behind a guard: a failure never ends the program."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from os.path import commonprefix
from typing import Any

from sandtable.model.special_rule import RuleFault
from sandtable.plugins.hooks import Listeners
from sandtable.plugins.inventory import Inventory
from sandtable.plugins.plugin import BUILT_IN, Plugin, check_kind
from sandtable.text.errors import PluginError, SandtableError
from sandtable.text.guard import Guard, in_a_line, print_traceback_if_debug

MOST_CAUSES = 20
"""The most errors examined in a chain of causes."""


class Problems(list[str]):
    """Lines about plugins that failed when they were needed; each is shown once."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        super().__init__(lines)
        self._noted: set[str] = set()

    def note(self, lines: Iterable[str]) -> None:
        """Add lines, each only once, even if it has been shown and removed since."""
        for line in lines:
            if line not in self._noted:
                self._noted.add(line)
                self.append(line)

    def take(self) -> list[str]:
        """Remove and return the lines, to show them."""
        lines = [*self]
        self.clear()
        return lines


class Loader:
    """Loads each plugin of an installation once, and registers the hooks that it implements."""

    def __init__(self, inventory: Inventory, problems: Problems) -> None:
        self.listeners = Listeners(problems)
        self._inventory = inventory
        self._problems = problems
        self._loaded: dict[str, Any] = {}
        self._hooks_loaded = False

    def load(self, plugin: Plugin) -> Any:
        """Load the object that the entry point names, and register its hooks. Raises PluginError."""
        if plugin.key in self._loaded:
            return self._loaded[plugin.key]
        if not plugin.usable:
            raise plugin.refusal

        def failure(error: BaseException) -> PluginError:
            print_traceback_if_debug(error)
            plugin.mark("broken", in_a_line(error))
            return plugin.refusal

        with Guard(failure):
            with redirect_stdout(sys.stderr):  # standard output may be a JSON document
                loaded = check_kind(plugin, plugin.entry_point.load())
            self.listeners.register(loaded, plugin.key)
        self._loaded[plugin.key] = loaded
        for other in self._inventory.plugins:
            if other.state == "duplicate" and (other.kind, other.id) == (plugin.kind, plugin.id):
                self._problems.append(f"{other.source} is left out: {other.reason}")
        return loaded

    def load_hooks(self) -> None:
        """Load every plugin of the group ``sandtable.plugins``, once, and report those that fail."""
        if self._hooks_loaded:
            return
        self._hooks_loaded = True
        for plugin in self._inventory.usable("plugin"):
            try:
                self.load(plugin)
            except PluginError as error:
                self._problems.append(str(error))

    # Which plugin is to blame.

    def plugin_behind(self, error: BaseException) -> Plugin | None:
        """Return the plugin whose code raised an error: the innermost one that is not built in, or None.

        If the error has a cause, return the plugin whose code raised the cause.
        """
        causes = [error]
        while len(causes) < MOST_CAUSES and not isinstance(causes[-1], RuleFault):
            if (cause := causes[-1].__cause__) is None:
                break
            causes.append(cause)
        return next(filter(None, map(self._find_raiser, reversed(causes))), None)

    def _find_raiser(self, error: BaseException) -> Plugin | None:
        """Return the innermost plugin whose code an error passed through, ignoring the error's cause."""
        from traceback import walk_tb  # noqa: PLC0415 (slow to import)

        plugins = self._inventory.plugins
        if isinstance(error, RuleFault):
            rules = (plugin for plugin in plugins if self._loaded.get(plugin.key) is error.rule)
            return next(rules, None)
        frames = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)]
        for name in reversed(frames):
            top = name.partition(".")[0]
            in_package = [plugin for plugin in plugins if plugin.module.partition(".")[0] == top]
            if top != BUILT_IN and any(not plugin.required for plugin in in_package):
                parts, named = name.split("."), [plugin.module.split(".") for plugin in in_package]
                common = [len(commonprefix([parts, other])) for other in named]  # noqa: RUF071 (of lists)
                return in_package[common.index(max(common))]
        return None

    def blame(self, error: BaseException) -> str:
        """Describe an error in a line that says whether a plugin or the program is at fault.

        A SandtableError is clear by itself, except that it may not name a third-party plugin.
        """
        try:
            plugin = self.plugin_behind(error)
        except SandtableError:
            plugin = None
        who = f"{plugin.kind} {plugin.name} ({plugin.source})" if plugin else "program"
        if not isinstance(error, SandtableError):
            return f"a fault of the {who}: {in_a_line(error)}"
        return f"{error} ({who})" if plugin and not plugin.built_in else str(error)
