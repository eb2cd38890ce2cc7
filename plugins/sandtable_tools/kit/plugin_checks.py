"""The checks that plugins bring, called behind a guard: one that fails is named."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from typing import Any, NamedTuple

from sandtable import Game, Scenario, Table
from sandtable.tooling import Catalog, in_a_line, signals
from sandtable_tools.kit import hooks
from sandtable_tools.kit.findings import Found


class PluginCheck(NamedTuple):
    """A check of positions, and the key of the plugin that brought it."""

    key: str
    check: Any

    def look(self, table: Table[Any]) -> list[Found]:
        """The findings of the check at a table, or its failure. Its output goes to standard error."""
        name = getattr(self.check, "__name__", "plugin")
        try:
            with signals.tamed(), redirect_stdout(sys.stderr):
                fault = self.check(table)
        except Exception as error:
            return [(name, f"this check of {self.key} failed: {in_a_line(error)}")]
        return [(name, fault)] if fault else []


def gather_checks(plugins: Catalog, game: Game[Any]) -> tuple[list[PluginCheck], list[str]]:
    """The checks that plugins bring for a game, and a line for each plugin that failed."""
    plugins.loader.load_hooks()  # another plugin that does not load is no fault of this game
    before = len(plugins.problems)
    checks: list[PluginCheck] = []
    for key, brought in plugins.ask(hooks.conformance_checks, Iterable, game=game):
        checks += [PluginCheck(key, check) for check in brought]
    return checks, plugins.problems[before:]


def scenario_faults(plugins: Catalog, scenario: Scenario) -> tuple[list[Found], list[str]]:
    """The faults that plugins find in a whole scenario, and a line for each plugin that failed."""
    plugins.loader.load_hooks()  # as above
    before = len(plugins.problems)
    faults: list[Found] = []
    for key, answer in plugins.ask(hooks.scenario_checks, Iterable, scenario=scenario, plugins=plugins):
        try:
            faults += [(str(check), str(text)) for check, text in answer]
        except Exception as error:
            plugins.listeners.leave_out(key, "scenario_checks", error)
    return faults, plugins.problems[before:]
