"""A glance at a scenario: what tells a sound one from a broken one in a fraction of a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO

from sandtable import Scenario
from sandtable.tooling import Catalog
from sandtable_tools.kit import brought, kit, leaks, saves
from sandtable_tools.kit.findings import Finding, Found
from sandtable_tools.kit.random_game import RandomGame

SEED = "1"

MOST_ACTIONS = 40
"""Each game is left after this many actions."""

PACE = 10
"""One in this many positions of a random game is looked at."""


def glance(scenario: Scenario, plugins: Catalog, progress: Callable[[], None]) -> list[Finding]:
    """What the conformance kit finds wrong at the beginning of a few games.

    `progress` is called whenever something was done. Whether games end, how house rules and bots
    play, and what only comes late in a game is left to `examine`.
    """
    found = list(kit.unplayed(scenario))
    return found or list(_begun(scenario, plugins, progress))


def _begun(scenario: Scenario, plugins: Catalog, progress: Callable[[], None]) -> Iterator[Finding]:
    extras, failed = brought.asked(plugins, scenario.game)
    yield from (Finding(brought.HOOK, scenario.id, text) for text in failed)
    progress()
    game = _Beginning(scenario, SEED, extras, leaks.Secrets(scenario.game.seats), pace=PACE)
    game.progress = progress
    found = list(game.findings())
    yield from found
    if found:
        return
    with redirect_stdout(StringIO()):
        wrong = list(saves.check(scenario, SEED, plugins, elsewhere=False, most=MOST_ACTIONS))
    yield from (Finding(check, scenario.id, text, SEED) for check, text in wrong)


class _Beginning(RandomGame):
    """The first actions of a random game."""

    progress: Callable[[], None]

    def steps(self) -> Iterator[list[Found]]:
        for found in super().steps():
            self.progress()
            yield found
            if len(self.actions) >= MOST_ACTIONS:
                return
