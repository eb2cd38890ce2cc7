"""The state of a game, and the data in a scenario file."""

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
    """The game's own keys in a scenario file.

    A convoy of `ships` sails from the harbour `start` to the harbour `goal`, and wins if `needed` ships
    arrive within `days`. `boats` submarines wait for it. A roll of at most `hunt` sinks a submarine that
    was found, and one of at most `escort` sinks a submarine that has fired.
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
                raise ValueError(f"{key}: {space} is not a harbour")
        if self.start == self.goal:
            raise ValueError("goal: it must not be the same harbour as start")
        if self.needed > self.ships:
            raise ValueError(f"needed: {self.needed} ships, but only {self.ships} sail")


class Boat(State):
    """A submarine: its space, and whether the convoy has seen it there."""

    space: str
    seen: bool = False


class RunState(State):
    """The position: the convoy's space and `ships`, the submarines, and the space just `swept`."""

    convoy: str
    ships: int
    boats: list[Boat] = []
    swept: str = ""
    day: int = 0

    def boat(self, space: str) -> Boat | None:
        """Return the submarine in a space, if there is one (section 4.1 allows only one)."""
        return next((boat for boat in self.boats if boat.space == space), None)
