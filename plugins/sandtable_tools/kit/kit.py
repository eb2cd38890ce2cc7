"""The conformance kit: random games of every scenario, looked at position by position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO

from sandtable import Scenario
from sandtable.tooling import Catalog, catalog
from sandtable_tools.kit import brought, chosen, contract, leaks, players, saves
from sandtable_tools.kit.findings import Finding
from sandtable_tools.kit.prints import printed
from sandtable_tools.kit.random_game import QUICK_PACE, RandomGame

LEAST_GAMES, MOST_GAMES = 3, 60
"""The fewest and the most games that are played of a scenario when nobody says how many."""

ENOUGH_ACTIONS, ENOUGH_IN_SHORT = 1_000, 100
"""After this many actions in all, and this many in short form, fewer games than the most are enough."""


def conformance(
    game: str,
    *,
    games: int | None = None,
    seed: int | str = 1,
    most: int = 5,
    plugins: Catalog | None = None,
    quick: bool = False,
) -> list[Finding]:
    """Examine every scenario of an installed game; what was found, at most `most` per scenario.

    `game` may be ``GAME/NAME`` or a ``.toml`` file as well, for one scenario. `games` random games
    are played of each, with seeds made from `seed`. When no number is given, three are looked at
    position by position and, where nothing was found, more at a tenth of their positions, up to
    60 games or some 1,000 actions: the same each time. With `quick` only some positions are looked
    at, house rules stay as they are, and no other process is asked; that takes seconds instead of
    a minute. Raises SandtableError for a scenario that there is not.
    """
    known = plugins or catalog()
    scenarios = chosen.scenarios(known, game)
    if not scenarios:
        return [Finding("metadata", game, "no scenario of this game is installed")]
    return [
        finding
        for one in scenarios
        for finding in examine(one, games=games, seed=seed, most=most, plugins=known, quick=quick)
    ]


def examine(
    scenario: Scenario,
    *,
    games: int | None = None,
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
    scenario: Scenario, games: int | None, seed: str, plugins: Catalog | None, quick: bool
) -> Iterator[Finding]:
    """The checks from the ground up; where one floor fails, those above it are not asked."""
    floors: tuple[Callable[[], Iterator[Finding]], ...] = (
        lambda: unplayed(scenario),
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


def unplayed(scenario: Scenario) -> Iterator[Finding]:
    """What can be seen without playing."""
    try:
        with redirect_stdout(StringIO()) as said:
            found = list(contract.check(scenario))
        for check, text in found or printed(said.getvalue()):
            yield Finding(check, scenario.id, text)
    except Exception as error:
        yield Finding("metadata", scenario.id, f"{type(error).__name__}: {error}")


def _played(
    scenario: Scenario, games: int | None, seed: str, plugins: Catalog | None, quick: bool
) -> Iterator[Finding]:
    """Random games, then one with each other house rule."""
    more, failed = brought.asked(plugins, scenario.game) if plugins else ([], [])
    yield from (Finding(brought.HOOK, scenario.id, text) for text in failed)
    secrets = leaks.Secrets(scenario.game.seats)

    def play(number: int, pace: int) -> RandomGame:
        return RandomGame(scenario, f"{seed}/{number}", more, secrets, pace=pace)

    yield from _random_games(play, games, quick)
    for house in () if quick else contract.house_rules(scenario.game):
        yield from RandomGame(scenario, f"{seed}/house", more, secrets, house).findings()
    for check, text in secrets.never_dealt():
        yield Finding(check, scenario.id, text, seed)


def _random_games(
    game: Callable[[int, int], RandomGame], games: int | None, quick: bool
) -> Iterator[Finding]:
    """As many as were asked for; else a few, and more until enough was seen or something found."""
    enough, actions, found = ENOUGH_IN_SHORT if quick else ENOUGH_ACTIONS, 0, False
    for number in range(1, (games or MOST_GAMES) + 1):
        few = number <= (games or LEAST_GAMES)
        if not few and (found or actions >= enough):
            return
        one = game(number, QUICK_PACE if quick or not few else 1)
        for finding in one.findings():
            found = True
            yield finding
        actions += len(one.actions)


def _after(scenario: Scenario, seed: str, plugins: Catalog | None, quick: bool) -> Iterator[Finding]:
    """The bot, and whole games as they are saved."""
    with redirect_stdout(StringIO()) as said:
        found = [("scripted bot", text) for text in players.check(scenario, seed)]
        if not found:
            found = [("searching bot", text) for text in players.check_search(scenario, seed, plugins)]
        found = found or printed(said.getvalue())
        found += saves.check(scenario, seed, plugins, elsewhere=not quick)
        more, failed = brought.found(plugins or catalog(), scenario)
    yield from (Finding(check, scenario.id, text, seed) for check, text in found)
    yield from (Finding(check, scenario.id, text) for check, text in more)
    yield from (Finding(brought.WHOLE, scenario.id, text) for text in failed)
