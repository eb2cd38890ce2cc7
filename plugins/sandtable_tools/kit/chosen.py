"""What the kit is asked to look at: a game, or one scenario."""

from __future__ import annotations

from sandtable import Scenario
from sandtable.tooling import Catalog


def is_scenario(typed: str) -> bool:
    """Whether a scenario is meant (``GAME/NAME`` or a ``.toml`` file), not a whole game."""
    return "/" in typed or typed.endswith(".toml")


def scenarios(known: Catalog, typed: str) -> list[Scenario]:
    """The scenario that is meant, or all of a game by its id, none for a game that has none.

    Raises SandtableError for a scenario that there is not.
    """
    if is_scenario(typed):
        return [known.scenario(typed)]
    ids = [id for id in known.scenarios.ids if id.partition("/")[0] == typed]
    return [known.scenario(id) for id in ids]
