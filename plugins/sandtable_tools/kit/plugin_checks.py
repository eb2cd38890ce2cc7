"""Calls the checks that plugins add, and reports those that fail."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from typing import Any, NamedTuple

from sandtable import Game, Scenario, SeededDice, Table, new
from sandtable.tooling import BUILT_IN, Catalog, Guard, in_a_line
from sandtable_console import Console
from sandtable_shell import offered_hooks
from sandtable_tools.kit import hooks
from sandtable_tools.kit.findings import Found
from sandtable_tools.kit.position_checks import random_option

MOST_ACTIONS = 40
"""The most actions done while plugins listen."""

GIVES_WAY, OWNERS = " gives way to ", ("the prompt", f"({BUILT_IN})")
"""Two parts of remarks on prompt words that actions hide: the verb, and how built-in owners end."""


class PluginCheck(NamedTuple):
    """A check of positions, and the key of its plugin."""

    key: str
    check: Any

    def look(self, table: Table[Any]) -> list[Found]:
        """Return the check's findings at a table, or its failure; print its output to standard error."""
        name = getattr(self.check, "__name__", "plugin")
        try:
            with Guard(), redirect_stdout(sys.stderr):
                fault = self.check(table)
        except Exception as error:
            return [Found(name, f"this check of {self.key} failed: {in_a_line(error)}", error)]
        return [Found(name, fault)] if fault else []


def gather_checks(plugins: Catalog, game: Game[Any]) -> tuple[list[PluginCheck], list[str]]:
    """Return the checks that plugins add for a game, and a line for each plugin that failed."""
    plugins.loader.load_hooks()  # a plugin that does not load is no fault of this game
    before = len(plugins.problems)
    checks: list[PluginCheck] = []
    for key, brought in plugins.ask(hooks.conformance_checks, Iterable, game=game):
        checks += [PluginCheck(key, check) for check in brought]
    return checks, plugins.problems[before:]


def scenario_faults(plugins: Catalog, scenario: Scenario) -> tuple[list[Found], list[str]]:
    """Return the faults that plugins find in a scenario, and a line for each plugin that failed."""
    plugins.loader.load_hooks()  # as above
    before = len(plugins.problems)
    faults: list[Found] = []
    for key, answer in plugins.ask(hooks.scenario_checks, Iterable, scenario=scenario, plugins=plugins):
        with plugins.listeners.guard(key, "scenario_checks"):
            faults += [Found(str(check), str(text)) for check, text in answer]
    return faults, plugins.problems[before:]


def remarks_in_play(
    plugins: Catalog, scenario: str, goes_on: Callable[[], object] = str, most: int = MOST_ACTIONS
) -> tuple[list[str], list[str]]:
    """Return the actions named like prompt commands, and remarks on plugins, each once.

    Part of a game of the scenario is played at random at a prompt.
    """
    before, luck = len(plugins.problems), SeededDice("hooks")
    session = new(scenario, seed=1, plugins=plugins)
    Console(session)
    while session.outcome is None and session.journal.n <= most:
        session.choose(random_option(session.options(), luck))
        goes_on()
    remarks = plugins.problems[before:]
    del plugins.problems[before:]
    ours = [line for line in remarks if GIVES_WAY in line and line.partition(": ")[0].endswith(OWNERS)]
    return [line.partition(": ")[2] for line in ours], [line for line in remarks if line not in ours]


def hook_remarks(
    plugins: Catalog, key: str, offered: Mapping[str, Sequence[str]]
) -> tuple[list[str], list[str]]:
    """Return the faults in a plugin's hook functions, and a note for each hook that is not offered.

    The plugin must be loaded already. `offered` lists each hook's arguments.
    """
    faults: list[str] = []
    notes: list[str] = []
    manager = plugins.listeners.manager
    registered = manager.get_plugin(key)
    for caller in (registered and manager.get_hookcallers(registered)) or ():
        if caller.name not in offered:
            notes.append(offered_hooks.note(caller.name, offered))
            continue
        for implementation in caller.get_hookimpls():
            wrong = [name for name in implementation.argnames if name not in offered[caller.name]]
            if implementation.plugin_name == key and wrong:
                faults.append(f"hooks: {caller.name}: the hook has no argument {wrong[0]}")
    return faults, notes
