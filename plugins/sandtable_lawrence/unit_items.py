"""The counters of both sides as `show` describes them (LOA 29, LOA 31)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable import Item, number_of
from sandtable_lawrence import movement
from sandtable_lawrence.battle_events import foe_name
from sandtable_lawrence.pictures import gear_text
from sandtable_lawrence.relations import foe_with_values
from sandtable_lawrence.roster import CAMP, OTTOMANS, TRAIN, UNITS, Sort, capacity, is_leader
from sandtable_lawrence.spaces import NAMES as SPACES
from sandtable_lawrence.state import Foe, LawrenceState, Unit

SORTS: dict[Sort, str] = {
    "leader": "A leader: adds 1 to the Tactical Edge, and raises the stacking limit (rules 34.6).",
    "bedouin": "A tribe on camels and horses, at home in the desert.",
    "mercenaries": "",
    "regulars": "A force with this unit stops after a desert link.",
    "armored-car": "A force with this unit stops after a desert link.",
    "camp": "Sells units and gear. It does not move or carry gear; it fights if a card brings a battle.",
}
"""What each kind of unit is or does (LOA 29)."""

SORT_RULES: dict[Sort, tuple[str, ...]] = {
    "leader": ("34", "34.6"),
    "camp": ("36", "LOA-R39"),
    **dict.fromkeys(("regulars", "armored-car"), ("LOA-C3", "LOA-C4")),
}
"""The rules sections for each kind of unit, apart from LOA 29."""


def items(state: LawrenceState) -> Iterator[Item]:
    """Return every Arab counter, every kind of Ottoman counter, and identical ones in a battle."""
    yield from (_unit(state, unit) for unit in state.units.values())
    yield from (_ottoman(state, counter) for counter in OTTOMANS)
    yield from (_foe(state, foe) for foe in _namesakes(state))


def _unit(state: LawrenceState, unit: Unit) -> Item:
    counter = UNITS[unit.id]
    plus = "+" * is_leader(unit.id)
    changed = f", now {unit.strength}" if unit.strength != counter.strength else ""
    values = f"Strength {counter.strength}{plus}{changed}; moves {counter.move}."
    about = [values, *filter(None, [counter.about, SORTS[counter.sort]])]
    if unit.id != CAMP:
        carried = f": {gear_text(unit.gear)}" if unit.gear else ""
        most = number_of(capacity(unit.id), "piece")
        about.append(f"Carries {len(unit.gear)} of at most {most} of gear{carried}.")
    about += _movement_facts(state, unit)
    rules = ("29", *SORT_RULES.get(counter.sort, ("LOA-C3",)), *["35"] * bool(unit.gear))
    brief = f"{_sort_text(counter.sort)}, {_where(unit)}"
    return Item("unit", unit.id, counter.name, brief, tuple(about), rules)


def _sort_text(sort: Sort) -> str:
    return {"camp": "Arab unit", "bedouin": "Bedouin"}.get(sort, sort.replace("-", " "))


def _where(unit: Unit) -> str:
    if unit.space:
        return f"at {SPACES[unit.space]}"
    return (
        "lost in this mission"
        if unit.lost
        else "not on the map"
        if unit.id == CAMP
        else "to be recruited"
    )


def _movement_facts(state: LawrenceState, unit: Unit) -> Iterator[str]:
    """Say whether a unit is in the Operating force, and which spaces it could reach alone."""
    if state.operation and unit.id in state.operation.force:
        yield "In the Operating force."
    if unit.space and UNITS[unit.id].move:
        reach = sorted(
            SPACES[id] for id in movement.routes(state, [unit.id], unit.space) if id != unit.space
        )
        yield f"Overland, by itself, it can reach: {', '.join(reach) or 'no space'}."


def _ottoman(state: LawrenceState, id: str) -> Item:
    """Return a kind of Ottoman counter: its strength, and how many are in the bin and the battle."""
    counter = OTTOMANS[id]
    elite = "+, Elite: +1 to the Tactical Edge" if counter.elite else ""
    about = [f"Strength {counter.strength}{elite}.", counter.about]
    about += ["It fights only in Rail spaces."] * (id == TRAIN)
    fighting = [foe for foe in (state.battle.foes if state.battle else ()) if foe.counter == id]
    about += [f"In the battle: {'; '.join(map(foe_with_values, fighting))}."] * bool(fighting)
    brief = f"Ottoman, {state.bin.count(id)} of {counter.count} in the bin"
    return Item("unit", id, counter.name, brief, tuple(about), ("29", "31", "LOA-C6"))


def _namesakes(state: LawrenceState) -> Iterable[Foe]:
    """Return the Ottomans in a battle that have a letter, such as the second OEF 2."""
    return (foe for foe in (state.battle.foes if state.battle else ()) if foe.id not in OTTOMANS)


def _foe(state: LawrenceState, foe: Foe) -> Item:
    brief = f"Ottoman, in the battle at {SPACES[state.fight.space]}"
    return Item("unit", foe.id, foe_name(foe.id), brief, (f"{foe_with_values(foe)}.",), ("31", "LOA-C6"))
