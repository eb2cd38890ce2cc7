"""The position on the table, and the keys of a scenario file."""

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


class UnitInfo(Struct, frozen=True, forbid_unknown_fields=True):
    """A counter's fixed data, from data/units.toml; if `several`, its name is a plural."""

    label: str
    name: str
    side: str
    kind: str = "foot"
    size: str = "xx"
    dummy: bool = False
    several: bool = False


UNIT_INFO: dict[str, UnitInfo] = read_data(PACKAGE, "units.toml", dict[str, UnitInfo])
FACE_DOWN = "counter-"
"""The prefix of a face-down counter's id, before its number."""

if TYPE_CHECKING:
    Hex = str
    UnitId = str
else:
    Hex = one_of("hex", MAP.spaces)
    UnitId = one_of("unit", UNIT_INFO)


def info_of(unit: str) -> UnitInfo:
    """Return a unit's fixed data; for a face-down counter, what can be seen of it."""
    return UNIT_INFO.get(unit) or UnitInfo("?", f"counter {unit.removeprefix(FACE_DOWN)}", OTTOMAN)


class UnitData(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of a scenario.

    - `factors`: its factor with no step lost, then with one; guns have only the first.
    - `move`: its movement points.
    - `at`: the hex where it begins, or the entry hexes of a reinforcement, in order.
    - `turn`: when it arrives; 0 for the set-up.
    - `line`: whether it is dealt face down to a post of the line instead (section 2.4).
    """

    factors: Annotated[tuple[Annotated[int, Meta(ge=0, le=20)], ...], Meta(min_length=1, max_length=2)]
    move: Annotated[int, Meta(ge=0, le=20)]
    at: tuple[Hex, ...] = ()
    turn: Annotated[int, Meta(ge=0, le=30)] = 0
    line: bool = False


class ScenarioData(Struct, frozen=True, forbid_unknown_fields=True):
    """The game's own keys in a scenario file.

    - `turns`: the number of turns.
    - `win`: the margin with which the British win (section 7.4).
    - `line`: the posts, one for each unit of the line.
    - `units`: the units, by id.
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
                raise ValueError(f"units.{unit}: a unit of the line takes neither `at` nor `turn`")
            if data.line and UNIT_INFO[unit].side == BRITISH:
                raise ValueError(f"units.{unit}: only Ottoman units can be units of the line")


class Unit(State):
    """A unit: its hex (empty if it is off the map), and the steps that it has lost.

    A face-down counter has a `number`; others have 0. `moved` and `fought` refer to this turn; firing a
    barrage counts as fighting.
    """

    at: str = ""
    lost: int = 0
    number: int = 0
    moved: bool = False
    fought: bool = False


class War(State):
    """The position.

    - `effort`: the sector of the British main effort; `shown` says whether the Ottomans know it.
    - `tried`: the sectors that the Ottomans know are not the main effort.
    - `shifts`, `attacked`: this turn's barrage shifts, by hex, and the hexes attacked.
    - `holders`: the side that holds each place worth points.
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
