"""The conformance kit: does a game keep the contract? For its author's own tests.

``conformance("megiddo")`` plays random games of every scenario and looks at each position.
An empty list of findings means that nothing was found wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sandtable.dice import SeededDice
from sandtable.event import Event
from sandtable.plugins import Catalog, catalog
from sandtable.scenario import Scenario
from sandtable.simulate import play_out
from sandtable.table import Table
from sandtable.testing import contract, leaks, moments, saves

__all__ = ["Finding", "conformance", "examine"]

MOST_ACTIONS = 20_000
"""A random game with more actions does not end."""


class Finding(NamedTuple):
    """Something wrong: the check that found it, where, and the commands that lead there."""

    check: str
    scenario: str
    text: str
    seed: str = ""
    commands: tuple[str, ...] = ()

    def __str__(self) -> str:
        way = f" (seed {self.seed}: {'; '.join(self.commands)})" if self.seed else ""
        return f"{self.check}: {self.scenario}: {self.text}{way}"


def conformance(
    game: str, *, games: int = 3, seed: int | str = 1, most: int = 5, plugins: Catalog | None = None
) -> list[Finding]:
    """Examine every scenario of an installed game; what was found, at most `most` per scenario.

    `games` random games are played of each scenario, with seeds made from `seed`.
    """
    known = plugins or catalog()
    ids = [id for id in known.scenario_ids if id.partition("/")[0] == game]
    if not ids:
        return [Finding("metadata", game, "no scenario of this game is installed")]
    return [
        finding
        for id in ids
        for finding in examine(known.scenario(id), games=games, seed=seed, most=most, plugins=known)
    ]


def examine(
    scenario: Scenario,
    *,
    games: int = 3,
    seed: int | str = 1,
    most: int = 5,
    plugins: Catalog | None = None,
) -> list[Finding]:
    """Examine one scenario; the findings, at most `most`."""
    found: list[Finding] = []
    for finding in _all(scenario, games, str(seed), plugins):
        found.append(finding)
        if len(found) >= most:
            break
    return found


def _all(scenario: Scenario, games: int, seed: str, plugins: Catalog | None) -> Iterator[Finding]:
    try:
        for check, text in contract.check(scenario):
            yield Finding(check, scenario.id, text)
    except Exception as error:
        yield Finding("metadata", scenario.id, f"{type(error).__name__}: {error}")
        return
    more = []
    known = plugins.ask("conformance_checks", Iterable, game=scenario.game) if plugins else []
    for _, checks in known:
        more += list(checks)
    secrets = leaks.Secrets(scenario.game.seats)
    for number in range(1, games + 1):
        yield from _RandomGame(scenario, f"{seed}/{number}", more, secrets).findings()
    for house in contract.house_rules(scenario.game):
        yield from _RandomGame(scenario, f"{seed}/house", more, secrets, house).findings()
    for check, text in secrets.never_dealt():
        yield Finding(check, scenario.id, text, seed)
    yield from _scripted(scenario, seed)
    for check, text in saves.check(scenario, seed, plugins):
        yield Finding(check, scenario.id, text, seed)


class _RandomGame:
    """One random game, looked at before and after every action."""

    def __init__(
        self,
        scenario: Scenario,
        seed: str,
        more: list[Any],
        secrets: leaks.Secrets,
        house: Any = None,
    ) -> None:
        self.scenario = scenario
        self.seed = seed
        self.more = more
        self.secrets = secrets
        self.house = house
        self.commands: list[str] = []
        self.sections = contract.section_ids(scenario.game)

    def findings(self) -> Iterator[Finding]:
        try:
            yield from self._play()
        except Exception as error:
            # Whatever a game raises is a finding about that game.
            yield self._finding("plays", f"{type(error).__name__}: {error}")

    def _play(self) -> Iterator[Finding]:
        luck = SeededDice(f"{self.seed} conformance")
        events: list[Event] = []
        table: Table[Any] = Table.new(self.scenario, SeededDice(self.seed), self.house, events)
        while table.outcome is None and len(self.commands) < MOST_ACTIONS:
            yield from self._look(table, luck)
            self.secrets.note(table, events, luck)
            events.clear()
            action = luck.pick(list(table.options))
            for check, text in moments.step(table, action):
                yield self._finding(check, text)
            self.commands.append(str(action))
            for check, text in contract.check_events(events, self.sections):
                yield self._finding(check, text)
        for check, text in moments.end(table):
            yield self._finding(check, text)

    def _look(self, table: Table[Any], luck: SeededDice) -> Iterator[Finding]:
        for check, text in moments.look(table, self.sections):
            yield self._finding(check, text)
        for check, text in leaks.look(table, luck):
            yield self._finding(check, text)
        for extra in self.more:
            if said := extra(table):
                yield self._finding(getattr(extra, "__name__", "plugin"), said)

    def _finding(self, check: str, text: str) -> Finding:
        return Finding(check, self.scenario.id, text, self.seed, tuple(self.commands))


def _scripted(scenario: Scenario, seed: str) -> Iterator[Finding]:
    """The game's own bot plays every seat to the end, twice the same."""
    ends = []
    try:
        for _ in range(2):
            bots = {seat: scenario.game.scripted() for seat in scenario.game.seats}
            table, actions = play_out(scenario, bots, f"{seed} scripted")
            ends.append((table.position, actions))
    except Exception as error:
        # A fault of the bot, or of the game that it plays.
        yield Finding("scripted bot", scenario.id, f"{type(error).__name__}: {error}", seed)
        return
    if ends[0] != ends[1]:
        yield Finding(
            "scripted bot", scenario.id, "does not play the same again with the same seed", seed
        )
