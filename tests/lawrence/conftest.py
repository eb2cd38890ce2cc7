"""Written positions: the units in their spaces, the phases to run, and the scripted luck.

``position(units="lawrence harb+demolition@maan", force="lawrence harb", dice=["ambush", 3])`` gives
a Table at its first decision. In the line of units everybody stands in the space after the next
``@``, and ``+`` gives gear. Dice are faces, and for a pick the item itself: a card, a
counter, a number of a Garrison. All of them must be used up at the end of the test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from games import find_scenario

from sandtable import IllegalAction, Phase, Scenario, ScriptedDice, Table, Wait, deck
from sandtable.model.scenario import build
from sandtable_lawrence.mission import Options
from sandtable_lawrence.operation import NextOperation
from sandtable_lawrence.orders import Orders
from sandtable_lawrence.ottomans import line_of
from sandtable_lawrence.post_battle import ExtraAttempt
from sandtable_lawrence.roster import full_bin, gear_box, is_leader
from sandtable_lawrence.state import (
    ARABS,
    SEAT,
    Battle,
    LawrenceState,
    Operation,
    all_units,
    leadership_track,
)
from sandtable_lawrence.tables import CARD_TEXTS
from sandtable_tools.odds import distribution, outcomes_at

GATE = ExtraAttempt(seat=SEAT, part=True)
"""A decision that waits before and after the phases that run, so that all their events are recorded."""


MISSIONS = Path(__file__).with_name("missions")
"""Plain missions for written positions, so that changes to the real missions do not matter."""


@cache
def _scenario(name: str) -> Scenario:
    """A plain mission, or the campaign of all four."""
    text = (MISSIONS / f"{name}.toml").read_text(encoding="utf-8")
    game = find_scenario("lawrence", "aqaba").game
    return build(game, f"lawrence/{name}", text, find=lambda id: _scenario(id.rpartition("/")[2]))


@pytest.fixture(scope="session")
def scenario() -> Callable[[str], Scenario]:
    """Finds a scenario by its name: ``scenario("aqaba")``."""
    return partial(find_scenario, "lawrence")


@pytest.fixture(scope="session")
def plain() -> Callable[[str], Scenario]:
    """Finds a plain mission, of tests alone, by its name."""
    return _scenario


@pytest.fixture(scope="session")
def after() -> ExtraAttempt:
    """The decision that waits after all phases of a written position have run."""
    return GATE


@pytest.fixture(scope="session")
def written() -> Callable[..., LawrenceState]:
    """Writes a state, without a table; `position` has the arguments."""
    return _written


def _written(
    *,
    units: str = "",
    garrisons: str | Mapping[str, int | None] = "",
    beaten: tuple[int, ...] = (),
    stores: Mapping[str, str] | None = None,
    breaks: str = "",
    lost: str = "",
    leadership: int = 3,
    held: str = "",
    cards: str | None = None,
    force: str = "",
    operation: Mapping[str, Any] | None = None,
    battle: Mapping[str, Any] | None = None,
    **fields: Any,
) -> LawrenceState:
    """See `position`."""
    state = LawrenceState(all_units(), full_bin(), gear_box(), leadership_track(leadership))
    state.ops, state.held, state.breaks = 5, held.split(), breaks.split()
    _stand(state, units)
    state.stores = {space: words.split() for space, words in (stores or {}).items()}
    uncarried = [gear for pile in state.stores.values() for gear in pile]
    for gear in uncarried:
        deck.take(gear, state.gear)
    known = garrisons if isinstance(garrisons, Mapping) else dict.fromkeys(garrisons.split())
    state.garrisons = dict(known)
    state.beaten = list(beaten)
    seen = [*beaten, *(number for number in known.values() if number is not None)]
    state.available = _left_in_bag(state.available, seen)
    state.unseen = _left_in_bag(list(CARD_TEXTS), state.held) if cards is None else cards.split()
    for unit in lost.split():
        state.units[unit].lost = True
    if force:
        mine = force.split()
        state.operation = Operation(state.units[mine[0]].space, mine, **deepcopy(operation or {}))
    if battle is not None:
        state.battle = _battle(state, **deepcopy(dict(battle)))
    for name, value in fields.items():
        assert name in LawrenceState.__struct_fields__, name
        setattr(state, name, deepcopy(value))
    return state


def _stand(state: LawrenceState, line: str) -> None:
    """Units in words: ``lawrence harb+demolition@maan camp@rumm``."""
    waiting: list[str] = []
    for word in line.replace("@", " @").split():
        if word.startswith("@"):
            for unit in waiting:
                state.units[unit].space = word[1:]
            waiting = []
            continue
        unit, *gear = word.split("+")
        waiting.append(unit)
        for item in gear:
            deck.take(item, state.gear)
            state.units[unit].gear.append(item)
    assert not waiting, f"no space for {waiting}"


def _battle(state: LawrenceState, foes: str, space: str = "", **fields: Any) -> Battle:
    """A battle of all Arabs in a space, by default that of the Operating force."""
    called = sorted(foes.split())
    for counter in called:
        deck.take(counter, state.bin)
    where = space or state.acting.space
    units = sorted(state.at(where), key=lambda unit: (is_leader(unit.id), -unit.strength))
    arabs = [unit.id for unit in units]
    battle = Battle(where, called=called, foes=line_of(where, called), arabs=arabs)
    battle.edge = battle.turn = ARABS
    for name, value in fields.items():
        assert name in Battle.__struct_fields__, name
        setattr(battle, name, value)
    return battle


def _left_in_bag(all_of: list[Any], out: list[Any]) -> list[Any]:
    """The rest of a bag, in its order."""
    for id in out:
        all_of.remove(id)
    return sorted(all_of)


@pytest.fixture(scope="session")
def position(scripted_dice: Callable[..., ScriptedDice]) -> Callable[..., Table]:
    """Builds a table in a written position and plays it to the first decision.

    With a `force` it waits for that force's orders, without a force, it asks which force operates;
    phases given first are run instead: ``position(Contact(), ...)``. The arguments:

    - `units` as described above, `lost` those eliminated in this mission;
    - `garrisons={"maan": 2, "tabuk": None}`, or ``"maan tabuk"`` when all lie face down;
      `beaten=(0, 3)` are those that were seen and are gone;
    - `force="lawrence harb"`, who are in one space, and more of the Operation in
      `operation={"came_from": "aqaba", "desert": True, "threat": Threat(2)}`;
    - `battle={"foes": "oef-3 pasha", "garrison": 2, "edge": "ottomans"}`, of everybody in the space;
    - `stores={"bair": "demolition aeroplane"}`, `breaks="tabuk hedia"`; what is carried or lies there
      is not in the gear box;
    - `leadership`, `held="allenby"`, `cards` that nobody has seen (all 14 but those held);
    - any field of the state: `pounds`, `ops`, `appealed`, `attempt`, `records`, `secured`...;
    - the plain mission by `name`, or a `real` one; options in `house={"edge_each_round": True}`.
    """
    return partial(_position, scripted_dice)


def _position(
    scripted_dice: Callable[..., ScriptedDice],
    *phases: Phase[LawrenceState],
    dice: list[object] | None = None,
    name: str = "aqaba",
    real: bool = False,
    house: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Table[LawrenceState]:
    state = _written(**fields)
    mission = find_scenario("lawrence", name) if real else _scenario(name)
    run = phases or ((Orders(seat=SEAT, part=True),) if state.operation else (NextOperation(),))
    table = Table.at(
        mission, state, [GATE, *run, GATE], scripted_dice(dice or []), Options(**(house or {}))
    )
    table.events = []
    table.choose(Wait())
    return table


@pytest.fixture(scope="session")
def law() -> Callable[..., dict[Any, Fraction]]:
    """The exact probability of each value of a key: ``law(key, Contact(), units=..., force=...)``.

    The arguments are those of `position`; the key reads a table after the phases, or at
    the first decision before.
    """
    return _law


def _law(
    key: Callable[[Table[LawrenceState]], Any],
    *phases: Phase[LawrenceState],
    name: str = "aqaba",
    house: Mapping[str, Any] | None = None,
    **fields: Any,
) -> dict[Any, Fraction]:
    options = Options(**(house or {}))
    return distribution(outcomes_at(_scenario(name), _written(**fields), [*phases, GATE], options), key)


@pytest.fixture(scope="session")
def why() -> Callable[[Table, str], tuple[str, str]]:
    """The reason why words are refused: the section and the text; two empty texts if they are legal."""

    def refused(table: Table, line: str) -> tuple[str, str]:
        try:
            table.read(line)
        except IllegalAction as no:
            return no.refusal.rule, no.refusal.text
        return "", ""

    return refused


@pytest.fixture(scope="session")
def census() -> Callable[[LawrenceState], Counter[str]]:
    """Every Ottoman counter, piece of gear, card and Garrison number, wherever it is."""

    def count(state: LawrenceState) -> Counter[str]:
        carried = [unit.gear for unit in state.units.values()]
        piles = [state.gear, state.spent, *state.stores.values(), *carried]
        gear = [chit for pile in piles for chit in pile]
        called = state.battle.called if state.battle else []
        numbers = [
            *state.available,
            *state.beaten,
            *(garrison for garrison in state.garrisons.values() if garrison is not None),
        ]
        return Counter(
            [*gear, *state.bin, *called, *map(str, numbers), *state.unseen, *state.held, *state.discards]
        )

    return count
