"""The conformance kit: random games of every scenario, looked at position by position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sandtable.plugins import Catalog, catalog
from sandtable.scenario import Scenario
from sandtable.testing import contract, leaks, players, saves
from sandtable.testing.findings import Finding
from sandtable.testing.random_game import QUICK_PACE, RandomGame


def conformance(
    game: str,
    *,
    games: int = 3,
    seed: int | str = 1,
    most: int = 5,
    plugins: Catalog | None = None,
    quick: bool = False,
) -> list[Finding]:
    """Examine every scenario of an installed game; what was found, at most `most` per scenario.

    `games` random games are played of each scenario, with seeds made from `seed`. With `quick`
    only some of their positions are looked at, house rules stay as they are, and no other
    process is asked; that takes seconds instead of a minute.
    """
    known = plugins or catalog()
    ids = [id for id in known.scenario_ids if id.partition("/")[0] == game]
    if not ids:
        return [Finding("metadata", game, "no scenario of this game is installed")]
    return [
        finding
        for id in ids
        for finding in examine(
            known.scenario(id), games=games, seed=seed, most=most, plugins=known, quick=quick
        )
    ]


def examine(
    scenario: Scenario,
    *,
    games: int = 3,
    seed: int | str = 1,
    most: int = 5,
    plugins: Catalog | None = None,
    quick: bool = False,
) -> list[Finding]:
    """Examine one scenario; the findings, at most `most`.

    A game is left at the first check that fails, for what comes after may only follow from it.
    """
    found: list[Finding] = []
    for finding in _all(scenario, games, str(seed), plugins, quick):
        found.append(finding)
        if len(found) >= most:
            break
    return found


def _all(
    scenario: Scenario, games: int, seed: str, plugins: Catalog | None, quick: bool
) -> Iterator[Finding]:
    """The checks from the ground up; where one floor fails, those above it are not asked."""
    floors: tuple[Callable[[], Iterator[Finding]], ...] = (
        lambda: _said(scenario),
        lambda: _played(scenario, games, seed, plugins, quick),
        lambda: _after(scenario, seed, plugins, quick),
    )
    for floor in floors:
        found = False
        for finding in floor():
            found = True
            yield finding
        if found:
            return


def _said(scenario: Scenario) -> Iterator[Finding]:
    """What can be seen without playing."""
    try:
        for check, text in contract.check(scenario):
            yield Finding(check, scenario.id, text)
    except Exception as error:
        yield Finding("metadata", scenario.id, f"{type(error).__name__}: {error}")


def _played(
    scenario: Scenario, games: int, seed: str, plugins: Catalog | None, quick: bool
) -> Iterator[Finding]:
    """Random games, then one with each other house rule."""
    more: list[Any] = []
    for _, checks in plugins.ask("conformance_checks", Iterable, game=scenario.game) if plugins else []:
        more += list(checks)
    secrets = leaks.Secrets(scenario.game.seats)
    pace = QUICK_PACE if quick else 1
    for number in range(1, games + 1):
        yield from RandomGame(scenario, f"{seed}/{number}", more, secrets, pace=pace).findings()
    for house in () if quick else contract.house_rules(scenario.game):
        yield from RandomGame(scenario, f"{seed}/house", more, secrets, house).findings()
    for check, text in secrets.never_dealt():
        yield Finding(check, scenario.id, text, seed)


def _after(scenario: Scenario, seed: str, plugins: Catalog | None, quick: bool) -> Iterator[Finding]:
    """The bot, and whole games as they are saved."""
    for text in players.check(scenario, seed):
        yield Finding("scripted bot", scenario.id, text, seed)
    for check, text in saves.check(scenario, seed, plugins, elsewhere=not quick):
        yield Finding(check, scenario.id, text, seed)
