"""Shows a view: as a status line, a board in words, a map for the terminal, or counters."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import Counter, Item, Picture, Role, Symbol, Tone, chart, styled

from sandtable_seven_wells import victory
from sandtable_seven_wells.events import capitalized
from sandtable_seven_wells.hexes import MAP
from sandtable_seven_wells.hexes import name_of as hex_name
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import ADJECTIVE, BRITISH, OTHER, OTTOMAN, SEATS, info_of
from sandtable_seven_wells.view import View

TONES: dict[str, Tone] = {BRITISH: "khaki", OTTOMAN: "green"}
SYMBOLS: dict[str, Symbol] = {
    "foot": "infantry",
    "mounted": "cavalry",
    "camel": "camel",
    "guns": "artillery",
    "ships": "ship",
}
LEGEND: tuple[styled.Part, ...] = (("3 place worth 3 points", "target"),)
LEAST_ROOMY_WIDTH = 64
"""The fewest columns in which a hex has room for its units and its points."""
NO_BRACKETS = str.maketrans("", "", "()")


def turn(view: View) -> str:
    """Name the turn."""
    return f"Turn {max(1, view.war.turn)}"


def name_of(view: View, id: str) -> str:
    """Name the hex, unit or seat with this id."""
    if id in MAP.spaces:
        return hex_name(id)
    if id in view.war.units:
        return info_of(id).name
    return {BRITISH: "the British", OTTOMAN: "the Ottomans"}.get(id, id.replace("-", " ").capitalize())


def status(view: View) -> str:
    """Describe the position in one line."""
    position = view.position
    points = [sum(side(position).values()) for side in (victory.british_points, victory.ottoman_points)]
    need = f"the British need a lead of {view.data.win}"
    khamsin = " Khamsin." * view.war.khamsin
    return f"{turn(view)} of {view.data.turns}.{khamsin} Points {points[0]} to {points[1]}; {need}."


def board(view: View, width: int, height: int | None = None) -> list[str]:
    """Describe the position in a few lines, the most important first."""
    position, war = view.position, view.war
    effort = f"; main effort {war.effort.capitalize()}{' (shown)' * war.shown}" if war.effort else ""
    lines = []
    for side in (view.seat, OTHER[view.seat]) if view.seat else SEATS:
        held = ", ".join(f"{hex_name(hex)}" for hex, holder in war.holders.items() if holder == side)
        about = f"places held: {held or 'none'}; steps lost: {victory.steps_lost(position, side)}"
        lines.append(f"{ADJECTIVE[side]}: {about}{effort * (side == BRITISH)}")
        for id in position.units_of(side):
            lines.append(f"  {hex_name(war.units[id].at)}: {_unit_line(position, id)}")
    return [line[:width] for line in lines[:height]]


def draw(view: View, width: int, height: int | None = None) -> list[str]:
    """Draw the map, with a badge for each unit."""
    position = view.position
    own = view.seat or BRITISH
    marks: dict[str, list[styled.Part]] = {}
    for side in SEATS:
        for id in position.units_of(side):
            role: Role = "own" if side == own else "enemy"
            if position.units[id].at == view.target:
                role = "target"
            marks.setdefault(position.units[id].at, []).append((_badge(position, id), role))
    for hex, points in victory.place_values(view.war).items():
        if width >= LEAST_ROOMY_WIDTH or hex not in marks:
            marks.setdefault(hex, []).append((str(points), "target"))
    return chart.draw(MAP, marks, width, height, legend=LEGEND)


def pictures(view: View) -> list[Picture]:
    """Return a picture of the map with its counters."""
    position = view.position
    counters = [_counter(view, position, id) for side in SEATS for id in position.units_of(side)]
    return [Picture("map", view.title, MAP, tuple(counters))]


def figure(position: Position, id: str) -> str:
    """Return a counter's factor and movement points: ``5-4``; empty if it is face down."""
    return f"{position.factor(id)}-{position.numbers(id).move}" if id in position.data.units else ""


def _badge(position: Position, id: str) -> str:
    """Return a unit's badge, with a ``?`` if its owner is looking at a face-down counter."""
    down = "?" * (position.units[id].number > 0 and id in position.data.units)
    return f"{info_of(id).label}{down} {figure(position, id)}".strip()


def _unit_line(position: Position, id: str) -> str:
    reduced = ", reduced" * bool(position.units[id].lost)
    return f"{info_of(id).name} {figure(position, id)}".strip() + reduced


def _describe_unit(position: Position, id: str) -> tuple[str, ...]:
    """Say where a unit is, and what limits its movement and attack."""
    if id not in position.data.units:
        return ("It is face down: only the Ottomans know what it is.",)
    info, unit = info_of(id), position.units[id]
    hindrances = position.hindrances(id)
    supply = (
        "out of supply: half movement, half factor in attack"
        if "no supply" in hindrances
        else "in supply"
    )
    water = ", without water: half movement" if "no water" in hindrances else ", with water"
    lines = [f"At {hex_name(unit.at)}, {supply}{water * (info.kind == 'mounted')}."]
    lines.append(f"{position.points(id)} movement points{', khamsin' * ('khamsin' in hindrances)}.")
    return tuple(lines)


def _counter(view: View, position: Position, id: str) -> Counter:
    info, unit = info_of(id), position.units[id]
    down = bool(unit.number) and view.seat != OTTOMAN
    about = _unit_line(position, id) + ", face down" * bool(unit.number)
    known = id in position.data.units
    return Counter(
        f"counter-{unit.number}" if down else id,
        unit.at,
        (info.label,),
        TONES[info.side],
        about,
        unit.moved and unit.fought,
        info.name,
        SYMBOLS[info.kind] if known else "",
        figure(position, id),
        echelon=info.size,
    )


def items(view: View) -> Iterator[Item]:
    """Yield what a player can ask about by name: units, places, points."""
    position = view.position
    for id, unit in position.units.items():
        if unit.at:
            title = capitalized(info_of(id).name.replace(" Division", "").translate(NO_BRACKETS))
            yield Item(
                "unit",
                id,
                title,
                _unit_line(position, id),
                _describe_unit(position, id),
                ("2.1", "3"),
                unit.at,
            )
    british, ottoman = victory.british_points(position), victory.ottoman_points(position)
    for side, points, rule in ((BRITISH, british, "7.1"), (OTTOMAN, ottoman, "7.2")):
        about = ", ".join(f"{reason.replace('-', ' ')} {worth}" for reason, worth in points.items())
        title = f"{ADJECTIVE[side]} points"
        yield Item("track", f"{side}-points", title, str(sum(points.values())), (f"{about}.",), (rule,))
