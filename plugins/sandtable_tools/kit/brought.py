"""The checks that plugins bring, asked behind a guard: one that fails is named."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from typing import Any, NamedTuple

from sandtable import Game, Scenario, Table
from sandtable.tooling import Catalog, in_a_line
from sandtable_tools.kit import plugin
from sandtable_tools.kit.findings import Found

HOOK = "conformance_checks"
WHOLE = "scenario_checks"


class Extra(NamedTuple):
    """A check, and the key of the plugin that brought it."""

    key: str
    check: Any

    def look(self, table: Table[Any]) -> list[Found]:
        """What it says of a table; that it failed, where it did. Its prints go to standard error."""
        name = getattr(self.check, "__name__", "plugin")
        try:
            with redirect_stdout(sys.stderr):
                said = self.check(table)
        except Exception as error:
            return [(name, f"this check of {self.key} failed: {in_a_line(error)}")]
        return [(name, said)] if said else []


def asked(plugins: Catalog, game: Game[Any]) -> tuple[list[Extra], list[str]]:
    """The checks that plugins bring for a game, and a line for each plugin that failed to."""
    plugins.loader.load_hooks()  # one that does not load is no fault of this game's
    before = len(plugins.troubles)
    extras: list[Extra] = []
    for key, checks in plugins.ask(HOOK, Iterable, game=game):
        try:
            extras += [Extra(key, check) for check in checks]
        except Exception as error:
            plugins.listeners.leave_out(key, HOOK, error)
    return extras, plugins.troubles[before:]


def found(plugins: Catalog, scenario: Scenario) -> tuple[list[Found], list[str]]:
    """What plugins find wrong with a whole scenario, and a line for each plugin that failed to look."""
    plugins.loader.load_hooks()  # as above
    plugins.listeners.register(plugin, "the kit")  # where its hooks are not known yet
    before = len(plugins.troubles)
    told: list[Found] = []
    for key, answer in plugins.ask(WHOLE, Iterable, scenario=scenario, plugins=plugins):
        try:
            told += [(str(check), str(text)) for check, text in answer]
        except Exception as error:
            plugins.listeners.leave_out(key, WHOLE, error)
    return told, plugins.troubles[before:]
