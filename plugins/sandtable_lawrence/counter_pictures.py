"""A view as pictures of counters: the map with its counters, and a battle's two lines."""

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
from sandtable_lawrence.spaces import ASHORE
from sandtable_lawrence.spaces import NAMES as SPACES
from sandtable_lawrence.state import Battle, Foe, LawrenceState, Unit
from sandtable_lawrence.view import View

TONES: dict[Sort, Tone] = {"leader": "gold", "camp": "gold", "regulars": "green", "armored-car": "green"}
"""Colours by sort; all other sorts are khaki."""

OTTOMAN_TONE: Tone = "red"
GEAR_TONE: Tone = "blue"
BREAK_TONE: Tone = "grey"

SHORT = {
    "sherif-ali": "Ali",
    "beni-sakhr": "B. Sakhr",
    "mercenaries": "Mercs",
    "regulars-1": "Regs 1",
    "regulars-2": "Regs 2",
    "armored-car": "Arm. Car",
}
"""Names that are too long for a counter."""

SYMBOLS: dict[Sort, Symbol] = {
    "leader": "leader",
    "bedouin": "camel",
    "mercenaries": "camel",
    "regulars": "infantry",
    "armored-car": "armoured-car",
    "camp": "camp",
}
"""Symbols of Arab units, by sort."""

FOES: dict[str, Symbol] = {
    PASHA: "leader",
    OTTOMAN_AEROPLANE: "aeroplane",
    TRAIN: "rail",
}
"""Symbols of Ottoman counters; all others show infantry."""

POSITIONS = 4
"""The picture of a battle has at least this many positions."""


def turn(view: View) -> str:
    """The time: the Ops left, and in a campaign the mission."""
    state = view.state
    when = f"battle at {SPACES[state.battle.space]}" if state.battle else f"Ops {state.ops}"
    return f"Mission {state.mission + 1}, {when}" if view.parts else when[0].upper() + when[1:]


def name_of(view: View, id: str) -> str:
    """The name that an id has: a space, a unit, gear, or a card."""
    if view.state.battle and id in {foe.id for foe in view.state.battle.foes}:
        return foe_name(id)
    if id in view.cards:
        title, _ = view.cards[id]
        return title
    return SPACES.get(id) or NAMES.get(id) or id.replace("-", " ").title()


def pictures(view: View) -> list[Picture]:
    """The map, and in a battle its lines."""
    state = view.state
    drawn = [Picture("map", view.title, ASHORE, tuple(_on_map(state)))]
    return [*drawn, _battle(state, state.battle)] if state.battle else drawn


def _on_map(state: LawrenceState) -> Iterator[Counter]:
    """All counters on the map: Arabs above the rest, and leaders on top."""
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
            figure=_letters(gear),
        )
    for space, number in state.garrisons.items():
        yield _garrison(space, number)
    units = [unit for unit in state.units.values() if unit.space]
    yield from (_unit(unit, unit.space) for unit in sorted(units, key=lambda unit: is_leader(unit.id)))


def _garrison(space: str, number: int | None) -> Counter:
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


def _unit(unit: Unit, at: str, *, fired: bool = False) -> Counter:
    """An Arab counter with strength, movement, and the letters of its gear."""
    short = SHORT.get(unit.id, NAMES[unit.id])
    plus = "+" if is_leader(unit.id) else "-"
    worth = f"{unit.strength}{plus}{UNITS[unit.id].move}{' ' * bool(unit.gear)}{_letters(unit.gear)}"
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
        "" if unit.id == CAMP else worth,
    )


def _letters(gear: Iterable[str]) -> str:
    """The gear as first letters, which differ for each kind."""
    return "".join(NAMES[piece][0] for piece in gear)


def _battle(state: LawrenceState, fight: Battle) -> Picture:
    """Both lines, position by position from the top."""
    from sandtable import chart  # noqa: PLC0415 (needed only when drawn)

    positions = max(POSITIONS, len(fight.arabs), len(fight.foes))
    board = chart.battle_lines(("arabs", "Arabs"), ("ottomans", "Ottomans"), positions)
    arabs = (
        _unit(state.units[id], f"arabs-{place}", fired=id in fight.fired)
        for place, id in enumerate(fight.arabs, 1)
    )
    foes = (_foe(foe, f"ottomans-{place}") for place, foe in enumerate(fight.foes, 1))
    garrison = f", Garrison {fight.garrison}" if fight.garrison else ""
    title = f"Battle at {SPACES[fight.space]}{garrison}"
    return Picture("battle", title, board, (*arabs, *foes), columns=1)


def _foe(foe: Foe, at: str) -> Counter:
    """An Ottoman counter of the line."""
    name, elite = foe_name(foe.id), "+" * OTTOMANS[foe.counter].elite
    about = f"{name}, strength {foe.strength}{', Elite' * bool(elite)}{', fired' * foe.fired}"
    symbol = FOES.get(foe.counter, "infantry")
    return Counter(
        foe.id, at, (name,), OTTOMAN_TONE, about, foe.fired, name, symbol, f"{foe.strength}{elite}"
    )
