"""Pictures of a view: the map with its counters, and a combat's two lines."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import Counter, Picture, Space, Symbol, Tone
from sandtable_lrdg import roster, zones
from sandtable_lrdg.aim import TARGET
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.line_up import at_target
from sandtable_lrdg.pictures import brief
from sandtable_lrdg.state import Battle, Enemy, LrdgState, Target, Unit
from sandtable_lrdg.view import View

PATROL_TONES: dict[str, Tone] = dict(zip(roster.PATROLS, ("khaki", "green", "gold"), strict=True))
NATIONS: dict[str, Tone] = {"German": "steel", "Italian": "olive"}
AXIS_TONE: Tone = "red"
HIDDEN_TONE: Tone = "grey"
MARKER_TONE: Tone = "blue"

SYMBOLS: dict[str, Symbol] = {
    "sas": "infantry",
    "det": "infantry",
    "hq": "hq",
    "light": "supply",
    "heavy": "supply",
    "survey": "terrain",
    "signal": "hq",
    "waco": "aeroplane",
}
"""The symbol on units of each kind; other kinds have trucks."""

LEAST_POSITIONS = 4
"""The fewest positions that a combat's picture shows."""

RESERVE = Space("reserve", "In reserve")
"""The space above the LRDG line, for units in reserve."""


def turn_label(view: View) -> str:
    """Return the turn, and in a campaign the mission."""
    when = f"Turn {view.state.turn}" if view.state.turn else "Preparation"
    return f"{view.title}, {when[0].lower()}{when[1:]}" if view.parts else when


def name_of(view: View, id: str) -> str:
    """Return the name of a zone, a unit of either side, or the target."""
    names = {**zones.NAMES, **roster.NAMES, TARGET: "the target"}
    names |= {enemy.id: enemy.name for enemy in view.state.axis}
    if id in AXIS:
        return AXIS[id].name
    return names.get(id, id.replace("-", " "))


def pictures(view: View) -> list[Picture]:
    """Return a picture of the map, and during a combat one of its lines."""
    state = view.state
    drawn = [Picture("map", view.title, view.house.desert, tuple(_on_map(state)))]
    return [*drawn, _combat(state, state.battle)] if state.battle else drawn


def _on_map(state: LrdgState) -> Iterator[Counter]:
    yield from (_target(zone, zone, target) for zone, target in state.targets.items())
    caches = (_marker("cache", zone, "Cache", "A cache of supplies", "supply") for zone in state.caches)
    yield from caches
    yield from (_marker("scouted", zone, "Scouted", "Scouted", "eye") for zone in state.scouted)
    yield from (_enemy(enemy, enemy.zone) for enemy in state.axis)
    if state.recon:
        yield Counter("recon", state.recon, ("Recon",), AXIS_TONE, "Axis Recon", symbol="aeroplane")
    yield from (_unit(unit, unit.zone) for unit in state.force)


def _target(at: str, zone: str, target: Target) -> Counter:
    about = f"Target at {zones.NAMES[zone]}: {target.left} of {target.value} left"
    worth = f"{target.left}/{target.value}"
    return Counter(
        f"target-{zone}",
        at,
        ("Target",),
        MARKER_TONE,
        about,
        not target.left,
        symbol="target",
        figure=worth,
    )


def _marker(kind: str, zone: str, text: str, about: str, symbol: Symbol) -> Counter:
    return Counter(f"{kind}-{zone}", zone, (text,), MARKER_TONE, about, symbol=symbol)


def _enemy(enemy: Enemy, at: str) -> Counter:
    """Return an Axis unit's counter; if it is face down, it shows only the known facts."""
    if not enemy.counter:
        return Counter(enemy.id, at, ("?",), HIDDEN_TONE, f"Axis {enemy.name}")
    axis = AXIS[enemy.counter]
    symbol: Symbol = "armoured-car" if axis.mobile else "infantry"
    figure = f"{axis.av}{'v' * axis.veteran}"
    tone = NATIONS.get(axis.nation, AXIS_TONE)
    return Counter(enemy.id, at, (axis.nation,), tone, enemy.name, symbol=symbol, figure=figure)


def _unit(unit: Unit, at: str, *, done: bool = False) -> Counter:
    name = roster.NAMES[unit.id]
    figure = f"{unit.av}{' obs' * bool(unit.watch)}"
    about = f"{unit.patrol} patrol: {brief(unit)}" if unit.patrol else brief(unit)
    tone = PATROL_TONES.get(unit.patrol, "khaki")
    symbol = SYMBOLS.get(roster.KIND_OF[unit.id], "truck")
    return Counter(unit.id, at, (name,), tone, about, done, name, symbol, figure)


def _combat(state: LrdgState, fight: Battle) -> Picture:
    from sandtable import chart  # noqa: PLC0415 (needed only when drawn)

    positions = max(LEAST_POSITIONS, len(fight.contact), len(fight.line))
    board = chart.battle_lines(("lrdg", "Position"), ("axis", "Axis"), positions, (RESERVE,))
    title = f"Combat at {zones.NAMES[fight.zone]}, combat turn {fight.turn}"
    return Picture("battle", title, board, tuple(_in_fight(state, fight)))


def _in_fight(state: LrdgState, fight: Battle) -> Iterator[Counter]:
    if at_target(state):
        yield _target("axis-1", fight.zone, state.targets[fight.zone])
    for place, front in enumerate(fight.line, 1):
        yield from (_enemy(state.enemy(id), f"axis-{place}") for id in front)
    places = {unit: f"lrdg-{place}" for place, line in enumerate(fight.contact, 1) for unit in line}
    fired = {shot.unit for shot in fight.shots}
    for unit in state.at(fight.zone):
        yield _unit(unit, places.get(unit.id, "reserve"), done=unit.id in fired)
