"""Plays one random game, checked at every action; shortens the commands that show a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Any, TypeVar

from msgspec import to_builtins

from sandtable import Action, IllegalAction, Scenario, SeededDice, Table
from sandtable_tools.kit import contract, leaks, position_checks, set_up, together
from sandtable_tools.kit.findings import (
    CHECKS,
    Finding,
    Found,
    attempt,
    check_printed,
    describe_error,
)
from sandtable_tools.kit.plugin_checks import PluginCheck

T = TypeVar("T")

MOST_ACTIONS = 20_000
"""A random game that takes more actions than this counts as endless."""

MOST_TRIES = 100
"""The most shorter lists of commands that are tried."""

QUICK_PACE = 10
"""In a quick examination or a smoke test, one in this many positions is checked."""

STEP_CHECKS = CHECKS.keys() - {"ends"}
"""The checks that fail at a position or a step, not only at the end of a game."""


class RandomGame:
    """A random game of a scenario; every `pace`-th position is checked.

    `plugin_checks` come from plugins, and `house` is the game's Options. `most` limits the actions, and
    `progress` is called after each.
    """

    def __init__(
        self,
        scenario: Scenario,
        seed: str,
        plugin_checks: Sequence[PluginCheck],
        secrets: leaks.Secrets,
        house: Any = None,
        pace: int = 1,
        most: int | None = None,
        progress: Callable[[], object] = tuple,
    ) -> None:
        self.scenario = scenario
        self.seed = seed
        self.plugin_checks = plugin_checks
        self.secrets = secrets
        self.house = house
        self.pace = pace
        self.most = most
        self.progress = progress
        self.actions: list[Action] = []
        self.output = StringIO()
        self.sections = contract.section_ids(scenario.game)
        self.headlines: dict[Any, str] = {}
        self.at: object = type(scenario.game)

    def findings(self) -> Iterator[Finding]:
        """Yield the game's faults, up to the first step at which a check fails."""
        self.output = StringIO()
        with redirect_stdout(self.output):
            faults = attempt("plays", lambda: next(filter(None, self.steps()), []))
        yield from self._shorten(faults)

    def finding_of(self, actions: Sequence[Action], error: Exception) -> Finding:
        """Return the finding for an exception after some actions."""
        self.actions = list(actions)
        return next(self._shorten([Found("plays", describe_error(error), error)]))

    def steps(self) -> Iterator[list[Found]]:
        """Yield the faults that the checks of positions and steps find."""
        luck, table = self._begin()
        faults = list(contract.check_events(table.events or [], self.sections))
        yield faults or list(set_up.find(self.scenario, f"{self.seed} set-up", self.house))
        while table.outcome is None and len(self.actions) < (self.most or MOST_ACTIONS):
            if len(self.actions) % self.pace == 0:
                yield self._look(table, luck)
            way = self.seed, tuple(map(str, self.actions))
            self.secrets.note(table, table.events or [], luck, way)
            action = position_checks.random_option(table.options, luck)
            self.actions.append(action)
            yield self._step(table, action)
            self.progress()
        yield [] if self.most else list(position_checks.check_end(table))

    def _shorten(self, faults: list[Found]) -> Iterator[Finding]:
        """Yield findings with as few commands as they need."""
        check = faults[0][0] if faults else ""
        if check in STEP_CHECKS:

            def found(kept: Sequence[Action]) -> list[Found]:
                after = self._faults_after(kept)
                return after if any(fault.check == check for fault in after) else []

            self.actions = shorten(self.actions, lambda kept: bool(found(kept)))
            faults = found(self.actions) or faults
        commands = tuple(map(str, self.actions))
        house = ""
        if self.house is not None:
            default_house, now = (to_builtins(rules) for rules in (self.scenario.house, self.house))
            changed = [name for name in now if now[name] != default_house[name]]
            house = " ".join(f"{name}={str(now[name]).lower()}" for name in changed)
        for fault in {fault[:2]: fault for fault in faults}.values():
            yield fault.finding(self.scenario, self.seed, commands, house, otherwise=self.at)

    def _faults_after(self, actions: Sequence[Action]) -> list[Found]:
        """Return the faults after some actions; none if the actions are illegal."""
        self.output = StringIO()

        def find() -> list[Found]:
            luck, table = self._begin()
            for action in actions[:-1]:
                table.choose(action)
            faults = self._step(table, actions[-1]) if actions else []
            return faults or (self._look(table, luck) if table.outcome is None else [])

        with redirect_stdout(self.output):
            faults = attempt("plays", find)
        return [] if faults and isinstance(faults[0].at, IllegalAction) else faults

    def _begin(self) -> tuple[SeededDice, Table[Any]]:
        luck = SeededDice(f"{self.seed} conformance")
        return luck, Table.new(self.scenario, SeededDice(self.seed), self.house, [])

    def _step(self, table: Table[Any], action: Action) -> list[Found]:
        table.events, self.at = [], type(table.decision)
        faults = list(position_checks.check_step(table, action))
        return (
            faults
            or list(contract.check_events(table.events, self.sections))
            or list(contract.check_headlines(table.events, self.scenario.seats, self.headlines))
            or check_printed(self.output.getvalue())
        )

    def _look(self, table: Table[Any], luck: SeededDice) -> list[Found]:
        self.at = type(table.decision)
        faults = list(position_checks.check_position(table, self.sections, luck))
        faults = faults or check_printed(self.output.getvalue())
        if not faults:
            with redirect_stdout(StringIO()):  # it only tries options; output is recorded later
                faults = list(leaks.find(table, luck)) or list(together.find(table, luck))
        return faults or [finding for check in self.plugin_checks for finding in check.look(table)]


def shorten(parts: Sequence[T], shows: Callable[[Sequence[T]], bool]) -> list[T]:
    """Return a shorter list with the same faults, leaving out large parts first."""
    shortest = list(parts)
    size, tries = len(shortest) // 2, 0
    while size and tries < MOST_TRIES:
        start = 0
        while start < len(shortest) and tries < MOST_TRIES:
            tries += 1
            shorter = shortest[:start] + shortest[start + size :]
            if shows(shorter):
                shortest = shorter
            else:
                start += size
        size = size // 2
    return shortest
