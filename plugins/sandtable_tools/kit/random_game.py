"""One random game, looked at before and after every action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from msgspec import to_builtins

from sandtable import Action, IllegalAction, Scenario, SeededDice, Table
from sandtable_tools.kit import contract, leaks, moments
from sandtable_tools.kit.brought import Extra
from sandtable_tools.kit.findings import CHECKS, Finding, Found
from sandtable_tools.kit.prints import printed
from sandtable_tools.kit.shorten import shorten

MOST_ACTIONS = 20_000
"""A random game with more actions does not end."""

QUICK_PACE = 10
"""In short form only one in this many positions is looked at."""


SHORTENED = CHECKS.keys() - {"ends"}
"""What shows at a position or a step, not only when all is played."""


class RandomGame:
    """A random game of a scenario; every `pace`-th position is looked at.

    `more` are checks that plugins bring, `house` the game's Options.
    """

    def __init__(
        self,
        scenario: Scenario,
        seed: str,
        more: Sequence[Extra],
        secrets: leaks.Secrets,
        house: Any = None,
        pace: int = 1,
    ) -> None:
        self.scenario = scenario
        self.seed = seed
        self.more = more
        self.secrets = secrets
        self.house = house
        self.pace = pace
        self.actions: list[Action] = []
        self.heard = StringIO()
        self.sections = contract.section_ids(scenario.game)

    def findings(self) -> Iterator[Finding]:
        """What is wrong with it, up to the first step at which a check fails."""
        yield from self._told(self._found())

    def raised(self, actions: Sequence[Action], error: Exception) -> Finding:
        """What is told of an exception to which some actions have led."""
        self.actions = list(actions)
        return next(self._told([_raised(error)]))

    def _told(self, found: list[Found]) -> Iterator[Finding]:
        """Findings with as few commands as they need."""
        check = found[0][0] if found else ""
        if check in SHORTENED:
            self.actions = shorten(self.actions, lambda way: self._shows(way, check))
            found = self._again(self.actions) if self._shows(self.actions, check) else found
        yield from (self._finding(check, text) for check, text in dict.fromkeys(found))

    def _shows(self, way: Sequence[Action], check: str) -> bool:
        return check in dict(self._again(way))

    def _found(self) -> list[Found]:
        """What the first check that fails finds wrong."""
        self.heard = StringIO()
        try:
            with redirect_stdout(self.heard):
                return next(filter(None, self.steps()), [])
        except Exception as error:
            # Whatever a game raises is a finding about that game.
            return [_raised(error)]

    def steps(self) -> Iterator[list[Found]]:
        """What each look at a position and each step finds wrong."""
        luck, table = self._begin()
        while table.outcome is None and len(self.actions) < MOST_ACTIONS:
            if len(self.actions) % self.pace == 0:
                yield self._look(table, luck)
            self.secrets.note(table, table.events or [], luck)
            action = luck.pick(list(table.options))
            self.actions.append(action)
            yield self._step(table, action)
        yield list(moments.end(table))

    def _again(self, way: Sequence[Action]) -> list[Found]:
        """What is found wrong at the end of some actions; nothing when they can not be done."""
        self.heard = StringIO()
        try:
            with redirect_stdout(self.heard):
                return self._done(way)
        except IllegalAction:
            return []
        except Exception as error:
            return [_raised(error)]

    def _done(self, way: Sequence[Action]) -> list[Found]:
        luck, table = self._begin()
        for action in way[:-1]:
            table.choose(action)
        found = self._step(table, way[-1]) if way else []
        return found or (self._look(table, luck) if table.outcome is None else [])

    def _begin(self) -> tuple[SeededDice, Table[Any]]:
        """Luck for the kit's own choices, and a table."""
        luck = SeededDice(f"{self.seed} conformance")
        return luck, Table.new(self.scenario, SeededDice(self.seed), self.house, [])

    def _step(self, table: Table[Any], action: Action) -> list[Found]:
        table.events = []
        found = list(moments.step(table, action))
        return (
            found
            or list(contract.check_events(table.events, self.sections))
            or printed(self.heard.getvalue())
        )

    def _look(self, table: Table[Any], luck: SeededDice) -> list[Found]:
        found = list(moments.look(table, self.sections, luck)) or printed(self.heard.getvalue())
        if not found:
            with redirect_stdout(StringIO()):  # it tries options, which are done and heard later
                found = list(leaks.look(table, luck))
        return found or [one for extra in self.more for one in extra.look(table)]

    def _finding(self, check: str, text: str) -> Finding:
        commands = tuple(map(str, self.actions))
        return Finding(check, self.scenario.id, text, self.seed, commands, self._house())

    def _house(self) -> str:
        """The house rules that are not as the game has them."""
        if self.house is None:
            return ""
        usual, now = (to_builtins(rules) for rules in (self.scenario.house, self.house))
        return " ".join(f"{name}={str(now[name]).lower()}" for name in now if now[name] != usual[name])


def _raised(error: Exception) -> Found:
    return "plays", f"{type(error).__name__}: {error}"
