"""What is on the table, and what a scenario file may say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from sandtable import State, one_of

from sandtable_malta_run.spaces import NAMES, RISKS, SEA

CONVOY, RAIDER = "convoy", "raider"
"""The seats; game.toml names them too."""

if TYPE_CHECKING:
    Space = str
else:
    Space = one_of("space", NAMES)


class ScenarioData(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's file, without its game, title and summary.

    The convoy of `ships` sails from `start` to `goal`, both harbours, and wins when `needed` of them
    are there within `days`. `boats` submarines wait for it. `hunt` is what a die must not exceed to
    sink one that was found, `escort` the same for one that has just fired.
    """

    start: Space
    goal: Space
    ships: Annotated[int, Meta(ge=1, le=12)]
    needed: Annotated[int, Meta(ge=1, le=12)]
    days: Annotated[int, Meta(ge=1, le=30)]
    boats: Annotated[int, Meta(ge=1, le=len(SEA) - 1)]
    hunt: Annotated[int, Meta(ge=1, le=6)] = 4
    escort: Annotated[int, Meta(ge=1, le=6)] = 2

    def __post_init__(self) -> None:
        for key, space in (("start", self.start), ("goal", self.goal)):
            if RISKS[space]:
                raise ValueError(f"{key}: {space} is no harbour")
        if self.start == self.goal:
            raise ValueError("goal: the convoy would be there already")
        if self.needed > self.ships:
            raise ValueError(f"needed: {self.needed} ships, and only {self.ships} sail")


class Boat(State):
    """A submarine: where it is, and whether the convoy knows."""

    space: str
    seen: bool = False


class RunState(State):
    """The convoy, its `ships`, the submarines, and where escorts just hunted."""

    convoy: str
    ships: int
    boats: list[Boat] = []
    swept: str = ""
    day: int = 0

    def boat(self, space: str) -> Boat | None:
        """The submarine in a space; there is one at most (section 4.1)."""
        return next((boat for boat in self.boats if boat.space == space), None)
