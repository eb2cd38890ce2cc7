"""Examines scenarios by random games, bots and saves, or by a quick smoke test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import islice
from typing import Any

from sandtable import Scenario
from sandtable.tooling import Catalog, catalog
from sandtable_tools.kit import bot_checks, contract, leaks, plugin_checks, readers, saves
from sandtable_tools.kit.findings import Finding, Found, attempt, check_printed
from sandtable_tools.kit.random_game import QUICK_PACE, RandomGame

LEAST_GAMES, MOST_GAMES = 3, 60
"""The fewest and the most games of a scenario played by default."""

ENOUGH_ACTIONS, ENOUGH_IN_SHORT = 1_000, 100
"""The total of actions that is enough, in a full and in a quick examination."""

SMOKE_SEED = "1"
"""A smoke test's seed."""

SMOKE_ACTIONS = 40
"""The most actions of a game in a smoke test."""


def conformance(
    game: str,
    *,
    games: int | None = None,
    seed: int | str = 1,
    most: int = 5,
    plugins: Catalog | None = None,
    quick: bool = False,
) -> list[Finding]:
    """Examine every scenario of an installed game; return at most `most` findings per scenario.

    `game` may also be ``GAME/NAME`` or a ``.toml`` file, for one scenario. `games` random games of
    each scenario are played, with seeds made from `seed`. Without a number, three games are checked at
    every position. If nothing is found, more are checked at a tenth of their positions, up to 60 games
    or about 1,000 actions. The games are the same on every run. `quick` takes seconds instead of a
    minute: it checks fewer positions, keeps house rules at their defaults, and starts no other process.
    Raises SandtableError for an unknown scenario.
    """
    installed = plugins or catalog()
    scenarios = find_scenarios(installed, game)
    if not scenarios:
        return [Finding("metadata", game, "no scenario of this game is installed")]
    more: dict[str, Any] = {"games": games, "seed": seed, "plugins": installed, "quick": quick}
    return [found for scenario in scenarios for found in examine(scenario, most=most, **more)]


def examine(
    scenario: Scenario,
    *,
    games: int | None = None,
    seed: int | str = 1,
    most: int = 5,
    plugins: Catalog | None = None,
    quick: bool = False,
) -> list[Finding]:
    """Examine one scenario; return at most `most` findings.

    A game stops at the first failed check, because later failures may only follow from it.
    """
    layers: tuple[Callable[[], Iterator[Finding]], ...] = (
        lambda: _check_unplayed(scenario),
        lambda: _check_played(scenario, games, str(seed), plugins, quick=quick),
        lambda: _bots_and_saves(scenario, str(seed), plugins, quick),
        lambda: readers.find(scenario, str(seed), plugins or catalog(), games or 1, quick=quick),
    )
    found = (list(islice(layer(), most)) for layer in layers)
    return next(filter(None, found), [])  # if a layer fails, do not run those above it


def smoke_test(scenario: Scenario, plugins: Catalog, progress: Callable[[], None]) -> list[Finding]:
    """Return the faults at the start of a few games, in a fraction of a second.

    `progress` is called after each piece of work. Leave the ends of games, house rules, bots, and
    whatever occurs late in a game to `examine`.
    """
    findings = [*_check_unplayed(scenario)]
    few: dict[str, Any] = {"most": SMOKE_ACTIONS, "progress": progress}
    findings = findings or [*_check_played(scenario, 1, SMOKE_SEED, plugins, quick=True, **few)]
    if not findings:
        with redirect_stdout(StringIO()):
            findings = _taken_words(scenario, plugins)
            findings += saves.check(scenario, SMOKE_SEED, plugins, elsewhere=False, most=SMOKE_ACTIONS)
    return findings


def _taken_words(scenario: Scenario, plugins: Catalog) -> list[Finding]:
    """Return findings for a scenario's actions that have the same name as a prompt command."""
    if scenario.bare or scenario.id not in plugins.scenarios.ids:
        return []

    def find() -> Iterator[Found]:
        taken, remarks = plugin_checks.remarks_in_play(plugins, scenario.id)
        plugins.problems += remarks
        return (Found("words", text, type(scenario.game)) for text in taken)

    return [fault.finding(scenario) for fault in attempt("plays", find)]


def is_scenario(typed: str) -> bool:
    """Tell whether a name means a scenario (``GAME/NAME`` or a ``.toml`` file), not a game."""
    return "/" in typed or typed.endswith(".toml")


def find_scenarios(installed: Catalog, typed: str) -> list[Scenario]:
    """Return the scenario that a name means, or all of a game's scenarios, if any.

    Raises SandtableError for an unknown scenario.
    """
    if is_scenario(typed):
        return [installed.scenario(typed)]
    ids = [id for id in installed.scenarios.ids if id.partition("/")[0] == typed]
    return [installed.scenario(id) for id in ids]


def _check_unplayed(scenario: Scenario) -> Iterator[Finding]:
    with redirect_stdout(StringIO()) as output:
        faults = attempt("metadata", lambda: contract.check(scenario))
    yield from (fault.finding(scenario) for fault in faults or check_printed(output.getvalue()))


def _check_played(
    scenario: Scenario,
    games: int | None,
    seed: str,
    plugins: Catalog | None,
    *,
    quick: bool,
    **limits: Any,
) -> Iterator[Finding]:
    """Check random games, one with each non-default house rule, and one with the fewest seats.

    Without a number of games, play a few, then more until enough is checked or a fault is found.
    """
    checks, failed = plugin_checks.gather_checks(plugins, scenario.game) if plugins else ([], [])
    yield from (Found("conformance_checks", text).finding(scenario) for text in failed)
    secrets = leaks.Secrets(scenario.seats)
    enough, actions, any_found = ENOUGH_IN_SHORT if quick else ENOUGH_ACTIONS, 0, False
    for number in range(1, (games or MOST_GAMES) + 1):
        few = number <= (games or LEAST_GAMES)
        if not few and (any_found or actions >= enough):
            break
        pace = QUICK_PACE if quick or not few else 1
        game = RandomGame(scenario, f"{seed}/{number}", checks, secrets, pace=pace, **limits)
        for finding in game.findings():
            any_found = True
            yield finding
        actions += len(game.actions)
    for house in () if quick else contract.house_rules(scenario.game):
        yield from RandomGame(scenario, f"{seed}/house", checks, secrets, house).findings()
    if not quick and (least := scenario.info.fewest_seats):
        empty = dict.fromkeys(scenario.seats[least:], scenario.EMPTY)
        players = " ".join(f"{seat}={player}" for seat, player in empty.items())
        fewest = scenario.seated(empty)
        game = RandomGame(fewest, f"{seed}/fewest", checks, leaks.Secrets(fewest.seats))
        yield from (finding._replace(players=players) for finding in game.findings())
    for text, way in secrets.report_never_dealt():
        yield Found("leaks", text, type(scenario.game).imagine).finding(scenario, *way)


def _bots_and_saves(
    scenario: Scenario, seed: str, plugins: Catalog | None, quick: bool
) -> Iterator[Finding]:
    """Check the bots, the saves of whole games, and the scenario with plugins' checks."""
    with redirect_stdout(StringIO()) as output:
        findings = bot_checks.check_scripted(scenario, seed)
        findings = findings or [*bot_checks.check_searching(scenario, seed, plugins or catalog())]
        printed = [] if findings else check_printed(output.getvalue())
        findings += [fault.finding(scenario, seed) for fault in printed]
        findings += _taken_words(scenario, plugins or catalog())
        findings += saves.check(scenario, seed, plugins, elsewhere=not quick)
        plugin_faults, failed = plugin_checks.scenario_faults(plugins or catalog(), scenario)
    yield from findings
    plugin_faults += [Found("scenario_checks", text) for text in failed]
    yield from (fault.finding(scenario) for fault in plugin_faults)
