"""What is on the table, and what a scenario's file may say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from sandtable import State, one_of, read_data

from sandtable_seven_wells.hexes import MAP, PACKAGE

BRITISH, OTTOMAN = "british", "ottoman"
"""The seats; game.toml names them too."""
SEATS = (BRITISH, OTTOMAN)
OTHER = {BRITISH: OTTOMAN, OTTOMAN: BRITISH}
ADJECTIVE = {BRITISH: "British", OTTOMAN: "Ottoman"}
MOST_STEPS = 2


class Sort(Struct, frozen=True, forbid_unknown_fields=True):
    """A counter, as data/units.toml has it: what never changes; the name of `several` is a plural."""

    label: str
    name: str
    side: str
    kind: str = "foot"
    size: str = "xx"
    dummy: bool = False
    several: bool = False


SORTS: dict[str, Sort] = read_data(PACKAGE, "units.toml", dict[str, Sort])
FACE_DOWN = "counter-"
"""The name of a face-down counter is this and its number."""
UNKNOWN = Sort("?", "face-down counter", OTTOMAN)

if TYPE_CHECKING:
    Hex = str
    UnitId = str
else:
    Hex = one_of("hex", MAP.spaces)
    UnitId = one_of("unit", SORTS)


def sort_of(unit: str) -> Sort:
    """What a unit is, as far as its id says; a face-down counter may be anything."""
    return SORTS.get(unit) or Sort("?", f"counter {unit.removeprefix(FACE_DOWN)}", OTTOMAN)


class UnitData(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of a scenario.

    - `factors`: its factor for each number of steps that it has lost: two for most, one for guns.
    - `move`: movement points.
    - `at`: the hex where it begins; for a reinforcement those where it may arrive, the best first.
    - `turn`: when it arrives; 0 for the set-up.
    - `line`: whether it is dealt face down onto a post of the line instead (section 2.4).
    """

    factors: Annotated[tuple[Annotated[int, Meta(ge=0, le=20)], ...], Meta(min_length=1, max_length=2)]
    move: Annotated[int, Meta(ge=0, le=20)]
    at: tuple[Hex, ...] = ()
    turn: Annotated[int, Meta(ge=0, le=30)] = 0
    line: bool = False


class ScenarioData(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's file, without its game, title and summary.

    - `turns`: how many there are.
    - `win`: the margin in points with which the British win (section 7.4).
    - `line`: the posts, one for each unit of the line.
    - `units`: who takes part.
    - `effort`: the main effort, if the scenario sets it; empty if the British choose it (section 1.1).
    """

    turns: Annotated[int, Meta(ge=1, le=30)]
    win: Annotated[int, Meta(ge=-30, le=30)]
    units: dict[UnitId, UnitData]
    line: tuple[Hex, ...] = ()
    effort: str = ""

    def __post_init__(self) -> None:
        dealt = [unit for unit, data in self.units.items() if data.line]
        if len(dealt) != len(self.line):
            raise ValueError(f"line: {len(self.line)} posts for {len(dealt)} units of the line")
        for unit, data in self.units.items():
            if data.line and (data.at or data.turn):
                raise ValueError(
                    f"units.{unit}: it is dealt onto the line, so it has no `at` and no `turn`"
                )
            if data.line and SORTS[unit].side == BRITISH:
                raise ValueError(f"units.{unit}: only Ottoman units are dealt onto the line")


class Unit(State):
    """A unit: where it is (empty: not on the map), and the steps that it has lost.

    `number` is that of a face-down counter. `moved` and `fought` are of this turn; units that fire a
    barrage have fought.
    """

    at: str = ""
    lost: int = 0
    number: int = 0
    moved: bool = False
    fought: bool = False


class War(State):
    """The position.

    - `effort`: the sector of the British main effort; `shown`, whether the Ottomans know it.
    - `tried`: the sectors of which they know that they are not it.
    - `shifts`, `attacked`: barrages and attacks of this turn, by hex.
    - `holders`: the side that was last in each place that is worth points.
    - `taken`: the turn in which Beersheba fell; 0 before.
    """

    units: dict[str, Unit]
    turn: int = 0
    khamsin: bool = False
    effort: str = ""
    shown: bool = False
    tried: list[str] = []
    shifts: dict[str, int] = {}
    attacked: list[str] = []
    holders: dict[str, str] = {}
    taken: int = 0
