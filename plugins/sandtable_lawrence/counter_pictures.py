"""A view drawn as counters: the map, and the two lines of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable import Counter, Picture, Symbol, Tone
from sandtable_lawrence.battle_events import foe_name
from sandtable_lawrence.pictures import gear_text, unit_text
from sandtable_lawrence.roster import (
    CAMP,
    NAMES,
    OTTOMAN_AEROPLANE,
    OTTOMANS,
    PASHA,
    TRAIN,
    UNITS,
    Sort,
    is_leader,
)
from sandtable_lawrence.spaces import DRAWN
from sandtable_lawrence.spaces import NAMES as SPACES
from sandtable_lawrence.state import Battle, Foe, LawrenceState, Unit
from sandtable_lawrence.view import View

TONES: dict[Sort, Tone] = {"leader": "gold", "camp": "gold", "regulars": "green", "armored-car": "green"}
"""Counter colours by kind of unit; all other kinds are khaki."""

OTTOMAN_TONE: Tone = "red"
GEAR_TONE: Tone = "blue"
BREAK_TONE: Tone = "grey"

SHORT_NAMES = {
    "sherif-ali": "Ali",
    "beni-sakhr": "B. Sakhr",
    "mercenaries": "Mercs",
    "regulars-1": "Regs 1",
    "regulars-2": "Regs 2",
    "armored-car": "Arm. Car",
}
"""Short forms of names that are too long for a counter."""

SYMBOLS: dict[Sort, Symbol] = {
    "leader": "leader",
    "bedouin": "camel",
    "mercenaries": "camel",
    "regulars": "infantry",
    "armored-car": "armoured-car",
    "camp": "camp",
}
"""Symbols of Arab units by kind."""

FOE_SYMBOLS: dict[str, Symbol] = {
    PASHA: "leader",
    OTTOMAN_AEROPLANE: "aeroplane",
    TRAIN: "rail",
}
"""Symbols of Ottoman counters; all others show the infantry symbol."""

LEAST_POSITIONS = 4
"""The fewest positions that a battle picture shows in each line."""


def turn(view: View) -> str:
    """Return the Ops left or the battle, and in a campaign the mission."""
    state = view.state
    when = f"battle at {SPACES[state.battle.space]}" if state.battle else f"Ops {state.ops}"
    return f"Mission {state.mission + 1}, {when}" if view.parts else when[0].upper() + when[1:]


def name_of(view: View, id: str) -> str:
    """Return the name of the space, unit, gear or card with this id."""
    if view.state.battle and id in {foe.id for foe in view.state.battle.foes}:
        return foe_name(id)
    if id in view.cards:
        title, _ = view.cards[id]
        return title
    return SPACES.get(id) or NAMES.get(id) or id.replace("-", " ").title()


def pictures(view: View) -> list[Picture]:
    """Return the map, and during a battle its two lines."""
    state = view.state
    drawn = [Picture("map", view.title, DRAWN, tuple(_map_counters(state)))]
    return [*drawn, _battle_picture(state, state.battle)] if state.battle else drawn


def _map_counters(state: LawrenceState) -> Iterator[Counter]:
    """Return all counters on the map, bottom first: Arabs above the rest, leaders on top."""
    for space in state.breaks:
        about = f"RR Break at {SPACES[space]}"
        yield Counter(f"break-{space}", space, ("Break",), BREAK_TONE, about, symbol="rail")
    for space, gear in state.stores.items():
        about = f"At {SPACES[space]}, not carried: {gear_text(gear)}"
        yield Counter(
            f"stores-{space}",
            space,
            ("Gear",),
            GEAR_TONE,
            about,
            symbol="supply",
            figure=_initials(gear),
        )
    for space, number in state.garrisons.items():
        yield _garrison_counter(space, number)
    units = sorted(state.units.values(), key=lambda unit: is_leader(unit.id))
    yield from (_unit_counter(unit, unit.space) for unit in units if unit.space)


def _garrison_counter(space: str, number: int | None) -> Counter:
    face = "face down" if number is None else str(number)
    return Counter(
        f"garrison-{space}",
        space,
        ("Garrison",),
        OTTOMAN_TONE,
        f"Garrison at {SPACES[space]}: {face}",
        symbol="fort",
        figure="?" if number is None else str(number),
    )


def _unit_counter(unit: Unit, at: str, *, fired: bool = False) -> Counter:
    """Return an Arab counter with its strength, its movement and the initials of its gear."""
    short = SHORT_NAMES.get(unit.id, NAMES[unit.id])
    plus = "+" if is_leader(unit.id) else "-"
    values = f"{unit.strength}{plus}{UNITS[unit.id].move}{' ' * bool(unit.gear)}{_initials(unit.gear)}"
    sort = UNITS[unit.id].sort
    return Counter(
        unit.id,
        at,
        (short,),
        TONES.get(sort, "khaki"),
        unit_text(unit),
        fired,
        NAMES[unit.id],
        SYMBOLS[sort],
        "" if unit.id == CAMP else values,
    )


def _initials(gear: Iterable[str]) -> str:
    """Return the first letter of each piece of gear; no two kinds share one."""
    return "".join(NAMES[piece][0] for piece in gear)


def _battle_picture(state: LawrenceState, fight: Battle) -> Picture:
    """Return the two lines of a battle, position by position from the top."""
    from sandtable import chart  # noqa: PLC0415 (needed only when drawn)

    positions = max(LEAST_POSITIONS, len(fight.arabs), len(fight.foes))
    board = chart.battle_lines(("arabs", "Arabs"), ("ottomans", "Ottomans"), positions)
    arabs = (
        _unit_counter(state.units[id], f"arabs-{place}", fired=id in fight.fired)
        for place, id in enumerate(fight.arabs, 1)
    )
    foes = (_foe_counter(foe, f"ottomans-{place}") for place, foe in enumerate(fight.foes, 1))
    garrison = f", Garrison {fight.garrison}" if fight.garrison else ""
    title = f"Battle at {SPACES[fight.space]}{garrison}"
    return Picture("battle", title, board, (*arabs, *foes), columns=1)


def _foe_counter(foe: Foe, at: str) -> Counter:
    """Return an Ottoman counter in the line of battle."""
    name, elite = foe_name(foe.id), "+" * OTTOMANS[foe.counter].elite
    about = f"{name}, strength {foe.strength}{', Elite' * bool(elite)}{', fired' * foe.fired}"
    symbol = FOE_SYMBOLS.get(foe.counter, "infantry")
    return Counter(
        foe.id, at, (name,), OTTOMAN_TONE, about, foe.fired, name, symbol, f"{foe.strength}{elite}"
    )
