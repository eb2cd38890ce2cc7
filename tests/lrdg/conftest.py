"""Written positions: the units in their zones, the phases to run, and the scripted luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from games import find_scenario

from sandtable import IllegalAction, No, Phase, Scenario, ScriptedDice, Table
from sandtable_lrdg.counters import ANY, Sort, full_pool
from sandtable_lrdg.mission import Options
from sandtable_lrdg.orders import Actions, GivingUp
from sandtable_lrdg.state import SEAT, LrdgState, Patrol, Target, all_units
from sandtable_lrdg.zones import BASES
from sandtable_tools.odds import distribution, outcomes_at

GATE = GivingUp(seat=SEAT)
"""A decision that waits before and after the phases that run, so that all their events are recorded."""


_scenario = partial(find_scenario, "lrdg")


@pytest.fixture(scope="session")
def scenario() -> Callable[[str], Scenario]:
    """Finds a scenario by its name: ``scenario("barca")``."""
    return _scenario


@pytest.fixture(scope="session")
def after() -> GivingUp:
    """The decision that waits after all phases of a written position have run."""
    return GATE


@pytest.fixture(scope="session")
def written() -> Callable[..., LrdgState]:
    """Writes a state, without a table: ``written(units="t1-a hq-1@jalo", alarm=2)``."""
    return _written


def _written(
    *,
    units: str = "",
    second: str = "",
    third: str = "",
    ap: int | Mapping[str, int] = 0,
    patrols: Mapping[str, Mapping[str, Any]] | None = None,
    axis: Mapping[str, str] | None = None,
    face_down: str | Mapping[str, Sort] = "",
    guards: str = "",
    targets: Mapping[str, int | Target] | None = None,
    reduced: str = "",
    mco: Mapping[str, list[int]] | None = None,
    change: Mapping[str, Mapping[str, Any]] | None = None,
    turn: int = 1,
    **fields: Any,
) -> LrdgState:
    """See `position`."""
    state = LrdgState(all_units(), full_pool(), 0, "", turn=turn)
    lines = {"1st": units, "2nd": second, "3rd": third}
    for patrol in filter(lines.get, lines):
        points = ap if isinstance(ap, int) else ap.get(patrol, 0)
        state.patrols[patrol] = Patrol(patrol, ap=points, **deepcopy((patrols or {}).get(patrol, {})))
        _stand(state, patrol, lines[patrol])
    for unit in reduced.split():
        state.units[unit].steps = 1
    for unit, markers in (mco or {}).items():
        state.units[unit].mco = list(markers)
    for unit, values in (change or {}).items():
        for name, value in values.items():
            setattr(state.units[unit], name, deepcopy(value))
    _lay(state, axis or {}, face_down, guards.split())
    for zone, target in (targets or {}).items():
        state.targets[zone] = deepcopy(target) if isinstance(target, Target) else Target(target, target)
    for name, value in fields.items():
        assert name in LrdgState.__struct_fields__
        setattr(state, name, deepcopy(value))
    return state


def _lay(
    state: LrdgState, axis: Mapping[str, str], face_down: str | Mapping[str, Sort], guards: list[str]
) -> None:
    """The Axis: face up (any number of a kind; the stock stays 36), then face down."""
    for zone, counters in axis.items():
        for counter in counters.split():
            state.pool.remove(counter if counter in state.pool else state.pool[0])
            state.place(zone, counter=counter, guards=zone in guards)
    known = face_down if isinstance(face_down, Mapping) else {}
    for zone in known or str(face_down).split():
        state.place(zone, known.get(zone, ANY), guards=zone in guards)


def _stand(state: LrdgState, patrol: str, line: str) -> None:
    """Units in words: each stands in the zone that comes after the next ``@``."""
    waiting = []
    for word in line.replace("@", " @").split():
        if not word.startswith("@"):
            waiting.append(state.units[word])
            continue
        for unit in waiting:
            unit.patrol, unit.zone = patrol, word[1:]
            unit.out = unit.zone not in BASES
        waiting = []
    assert not waiting, f"no zone for {waiting}"


@pytest.fixture(scope="session")
def position(scripted_dice: Callable[..., ScriptedDice]) -> Callable[..., Table]:
    """Builds a table in a written position and plays it to the first decision.

    ``position(units="t1-a t1-b hq-1@jalo sas-1@mechili", ap=8, dice=[2, 5])`` waits for orders;
    phases given first are run instead: ``position(AlarmEffects(), ...)``. The arguments:

    - `units` of the 1st patrol, `second` and `third` of the others, zones after ``@``;
    - `ap` for all patrols or by patrol, other fields in `patrols={"1st": {"fate": 1}}`;
    - `axis={"mechili": "it-2 ge-m3"}` face up, `face_down="bardia bardia"` or
      `{"bardia": Sort(...)}`; those in zones of `guards` stand on the target;
    - `targets={"mechili": 3}` or a Target, with ``drawn=True`` if its defenders are those of `axis`
      alone; `reduced="t1-a"`, `mco={"t1-a": [3]}`;
    - `change={"t1-a": {"watch": Watch(6, 1)}}` for other fields of units;
    - any field of the state: `turn`, `alarm`, `recon`, `trigger`, `caches`, `waco`;
    - the scenario by `name`, options in `house={"ap_floor_3": True}`, a `result` for the phases.

    `dice` are the faces and the things picked, in order; all must be used up at the end of the test.
    """
    return partial(_position, scripted_dice)


def _position(
    scripted_dice: Callable[..., ScriptedDice],
    *phases: Phase[LrdgState],
    dice: list[object] | None = None,
    name: str = "barca",
    house: Mapping[str, Any] | None = None,
    result: Any = None,
    **written: Any,
) -> Table[LrdgState]:
    run = phases or (Actions(),)
    targets = (written.get("targets") or {}).values()
    once = any(isinstance(target, Target) and target.drawn for target in targets)
    table = Table.at(
        _scenario(name),
        _written(**written),
        [GATE, *run, GATE],
        scripted_dice(dice or []),
        Options(**{"defenders_drawn_once": once, **(house or {})}),
        result=result,
    )
    table.events = []
    table.choose(No())
    return table


@pytest.fixture(scope="session")
def law() -> Callable[..., dict[Any, Fraction]]:
    """The exact probability of each value of a key: ``law(key, ActionPoints("1st"), units=...)``.

    The arguments are those of `position`; the key reads a table after the phases, or at
    the first decision before.
    """
    return _law


def _law(
    key: Callable[[Table[LrdgState]], Any],
    *phases: Phase[LrdgState],
    name: str = "barca",
    house: Mapping[str, Any] | None = None,
    result: Any = None,
    **written: Any,
) -> dict[Any, Fraction]:
    branches = outcomes_at(
        _scenario(name), _written(**written), [*phases, GATE], Options(**(house or {})), result=result
    )
    return distribution(branches, key)


@pytest.fixture(scope="session")
def why() -> Callable[[Table, str], str]:
    """The section by which words are refused; "" if they are legal."""

    def refused(table: Table, line: str) -> str:
        try:
            table.read(line)
        except IllegalAction as no:
            return no.refusal.rule
        return ""

    return refused
