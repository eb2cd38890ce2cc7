"""A mission's data (LOA 37, LOA-C11): Garrisons, Ops, Pounds and goals; and the house rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable import Scenario, Table, check_names, number_of, one_of, refuse
from sandtable_lawrence import spaces
from sandtable_lawrence.roster import NUMBERS, is_leader
from sandtable_lawrence.state import LawrenceState

Count = Annotated[int, Meta(ge=1, le=12)]
if TYPE_CHECKING:
    SpaceId = str
else:
    SpaceId = one_of("space", spaces.NAMES)
Places = Annotated[tuple[SpaceId, ...], Meta(max_length=100)]


class Options(Struct, frozen=True):
    """The house rules; game.toml explains each."""

    leaders_stack: bool = True
    camp_stacks: bool = False
    ottoman_targets: Literal["top", "unfired"] = "top"
    scouts_see: Literal["everywhere", "near", "nothing"] = "everywhere"
    edge_each_round: bool = False
    ottomans_win_ties: bool = False
    lawrence_may_escape: bool = True
    bonus_against_garrisons: bool = True
    surprise: bool = False
    charges: Literal["spent", "return"] = "spent"
    help_lands: Literal["any", "free"] = "any"
    camp_holds: bool = False
    camp_rerolls: bool = False
    aqaba_last: bool = True
    attempts_keep: bool = False


class SpacesGoal(Struct, frozen=True, forbid_unknown_fields=True):
    """A goal to be met in several spaces: in `count` of its `spaces`, by default in all."""

    spaces: Places
    count: Count | None = None

    def __post_init__(self) -> None:
        if not self.spaces:
            raise ValueError("spaces: a goal needs at least one space")
        if len(set(self.spaces)) < len(self.spaces):
            raise ValueError("spaces: a goal names a space twice")
        if self.count and self.count > len(self.spaces):
            raise ValueError(
                f"count: {self.count} is more than the {len(self.spaces)} spaces of this goal"
            )

    def met(self, state: LawrenceState) -> bool:
        """Tell whether the goal is met in enough of the spaces."""
        return self.count_met(state) >= self.wanted

    def count_met(self, state: LawrenceState) -> int:
        """Return how many spaces meet the goal."""
        raise NotImplementedError

    @property
    def wanted(self) -> int:
        """How many spaces must meet the goal."""
        return self.count or len(self.spaces)

    def progress(self, state: LawrenceState) -> tuple[int, int]:
        """Return how many spaces count towards the goal, and how many it needs."""
        return min(self.count_met(state), self.wanted), self.wanted

    def with_progress(self, state: LawrenceState) -> str:
        """Return the goal in words, with its progress: ``(1/3)``."""
        return "{} ({}/{})".format(self, *self.progress(state))

    @property
    def space_list(self) -> str:
        """The goal's spaces in words."""
        number = f"{self.wanted} of " if self.wanted < len(self.spaces) else ""
        return number + ", ".join(spaces.NAMES[id] for id in self.spaces)


class Clear(SpacesGoal, frozen=True):
    """A goal (LOA-C11): clear spaces of Garrisons.

    `spaces` are the spaces to clear. `count` is how many of them are enough; by default, all.
    """

    def count_met(self, state: LawrenceState) -> int:
        """Return how many of the spaces are without a Garrison."""
        return sum(space not in state.garrisons for space in self.spaces)

    def __str__(self) -> str:
        return f"Garrisons gone from {self.space_list}"


class BreakRail(SpacesGoal, frozen=True):
    """A goal (LOA 35.1, LOA-C11): break the railway.

    `spaces` are the Rail spaces to break. `count` is how many of them are enough; by default, all.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        check_names("spaces: Rail space", self.spaces, filter(spaces.is_rail, spaces.NAMES))

    def count_met(self, state: LawrenceState) -> int:
        """Return how many of the spaces have an RR Break."""
        return sum(space in state.breaks for space in self.spaces)

    def __str__(self) -> str:
        return f"RR Breaks in {self.space_list}"


class Occupy(Struct, frozen=True, forbid_unknown_fields=True):
    """A goal (LOA-C11): occupy a space (LOA-R27).

    `space` is where an Arab unit must be. `leader` is true if that unit must be Lawrence or a leader.
    `others` is the number of other units that must be there. `last` is true if the last Operation must
    have ended there (LOA-R42).
    """

    space: SpaceId
    leader: bool = False
    last: bool = False
    others: Annotated[int, Meta(ge=0, le=10)] = 0

    def __post_init__(self) -> None:
        if self.space in spaces.RESTRICTED and self.others:
            raise ValueError(f"others: some units may not enter {spaces.NAMES[self.space]}")

    def progress(self, state: LawrenceState) -> tuple[int, int]:
        """Return ``(1, 1)`` if the goal is met, or else ``(0, 1)``."""
        return int(self.met(state)), 1

    def with_progress(self, state: LawrenceState) -> str:  # noqa: ARG002
        """Return the goal in words."""
        return str(self)

    def met(self, state: LawrenceState) -> bool:
        """Tell whether the required units are in the space."""
        units = state.arabs(self.space)
        led = not self.leader or any(is_leader(unit.id) for unit in units)
        ended = not self.last or state.ended == self.space
        return led and ended and len(units) > self.others

    def __str__(self) -> str:
        who = "Lawrence or a leader" if self.leader else "an Arab unit"
        company = f" with {number_of(self.others, 'other unit')}" if self.others else ""
        timing = ", where the last Operation must end" * self.last
        return f"{who}{company} in {spaces.NAMES[self.space]}{timing}"


class Mission(Struct, frozen=True, forbid_unknown_fields=True):
    """A Mission card (LOA 37, LOA-C11). All goals must be met at the end of an Operation to win.

    `garrisons` are the spaces with a face-down Garrison. `ops` is the number of Operations. `pounds` are
    the Pounds to spend before and during the mission. `leadership` is the level at the start. `start` is
    the space where Lawrence begins. `base` is the space where units bought in Cairo or Suez arrive
    (LOA-R47). `clear` lists the goals to clear spaces of Garrisons. `demolish` lists the goals to break
    the railway. `occupy` lists the goals to occupy a space.
    """

    garrisons: Places
    ops: Annotated[int, Meta(ge=1, le=14)]
    pounds: Annotated[int, Meta(ge=0, le=99)]
    leadership: Annotated[int, Meta(ge=1, le=5)]
    start: SpaceId
    base: SpaceId | None = None
    clear: Annotated[tuple[Clear, ...], Meta(max_length=100)] = ()
    demolish: Annotated[tuple[BreakRail, ...], Meta(max_length=100)] = ()
    occupy: Annotated[tuple[Occupy, ...], Meta(max_length=100)] = ()

    def __post_init__(self) -> None:
        refuse(self._problems())

    def _problems(self) -> Iterator[str]:
        if len(set(self.garrisons)) < len(self.garrisons):
            yield "garrisons: a space is named twice"
        if len(self.garrisons) > len(NUMBERS):
            yield f"garrisons: there are only {len(NUMBERS)} markers"
        if closed := next((space for space in self.garrisons if space in spaces.RESTRICTED), ""):
            yield f"garrisons: no Garrison can be in {spaces.NAMES[closed]}"
        if self.start in self.garrisons:
            yield f"start: there is a Garrison in {spaces.NAMES[self.start]}"
        if self.base is not None:
            yield from self._base_problems(self.base)
        cleared = (space for goal in self.clear for space in goal.spaces)
        if idle := next((space for space in cleared if space not in self.garrisons), ""):
            yield f"clear: there is no Garrison to clear in {spaces.NAMES[idle]}"
        if not self.goals:
            yield "a mission needs a goal: clear, demolish or occupy"

    def _base_problems(self, base: str) -> Iterator[str]:
        if self.start not in spaces.STAGING:
            yield "base: only a mission that begins in Cairo or Suez has a base"
        if base in spaces.RESTRICTED:
            yield f"base: some units may not enter {spaces.NAMES[base]}"
        if base in self.garrisons:
            yield f"base: there is a Garrison in {spaces.NAMES[base]}"

    def recruits_come_to(self, lawrence: str) -> str:
        """Return the space where units arrive that Lawrence buys here before the mission (LOA-R47)."""
        return self.base if self.base and lawrence in spaces.STAGING else lawrence

    @property
    def goals(self) -> tuple[Clear | BreakRail | Occupy, ...]:
        """All goals; every one must be met to win."""
        return (*self.clear, *self.demolish, *self.occupy)


def scenario(table: Table[LawrenceState]) -> Scenario:
    """Return the current mission's scenario."""
    return table.scenario.part(table.state.mission)


def mission(table: Table[LawrenceState]) -> Mission:
    """Return the current Mission card, as the house rule ``aqaba_last`` changes it (LOA-R42)."""
    card: Mission = scenario(table).data
    if table.house.aqaba_last:
        return card
    return replace(card, occupy=tuple(replace(goal, last=False) for goal in card.occupy))
