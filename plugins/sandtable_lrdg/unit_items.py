"""The counters of both sides as items for `show` (LRDG 3.1, LRDG 3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable import Item
from sandtable_lrdg import zones
from sandtable_lrdg.counters import AXIS, Sort, weighted_counters
from sandtable_lrdg.events import as_points
from sandtable_lrdg.roster import KIND_OF, NAMES, kind
from sandtable_lrdg.state import Enemy, LrdgState, Unit
from sandtable_lrdg.tables import TABLES

UNIT_KINDS = {
    "team": ("half team", "A combat unit: an HQ may be stacked with it in a fight."),
    "sas": ("SAS", "A combat unit: an HQ may be stacked with it in a fight."),
    "det": ("Det", "A combat unit: an HQ may be stacked with it in a fight. Goes with any patrol."),
    "hq": ("command unit", "Fights alone or stacked with a combat unit. Its loss costs double."),
    "light": ("truck", "Never moves alone. Gives -1 to one maintenance in its zone."),
    "heavy": ("truck", "Never moves alone. Gives -2 to two maintenances in its zone."),
    "survey": ("support unit", "Goes with any patrol. Takes 1 off the die of a reconnaissance."),
    "signal": ("support unit", "Goes with any patrol. Takes 1 off the die of a reconnaissance."),
    "waco": ("aircraft", "Never on the map. For 6 AP it observes a zone or repairs units there."),
}
"""The name and the use of each kind of unit (LRDG 3.1)."""

UNIT_RULES = {
    "hq": ("3.1", "7.3.2"),
    **dict.fromkeys(("light", "heavy"), ("3.1", "6.1.6", "LRDG-A76")),
    **dict.fromkeys(("survey", "signal"), ("3.1", "6.1.4", "LRDG-A46")),
    "waco": ("6.1.2", "LRDG-A87"),
}
"""The sections to read about a kind, if other than LRDG 3.1 and 7.3.2."""


def items(state: LrdgState) -> Iterator[Item]:
    """Yield every unit of the LRDG, then the Axis counters on the map."""
    yield from (_unit(state, unit) for unit in state.units.values())
    yield from _axis(state)


def _unit(state: LrdgState, unit: Unit) -> Item:
    sort, use = UNIT_KINDS[KIND_OF[unit.id]]
    full, reduced = unit.values
    side = {2: "full", 1: "reduced", 0: "destroyed"}[unit.steps]
    values = f"AV {full}, reduced {reduced}; it is {side}. " if full else f"It is {side}. "
    about = [f"{values}Cost {kind(unit.id).cost}.", use, *_activity(unit)]
    rules = UNIT_RULES.get(KIND_OF[unit.id], ("3.1", "7.3.2"))
    brief = f"{sort}, {_where(state, unit)}"
    return Item("unit", unit.id, NAMES[unit.id], brief, tuple(about), rules)


def _where(state: LrdgState, unit: Unit) -> str:
    """Return a unit's patrol and zone, or the reason why it is off the map, in words."""
    if unit.zone:
        return f"{unit.patrol} patrol, at {zones.NAMES[unit.zone]}"
    if KIND_OF[unit.id] == "waco" and state.waco:
        return "ready in the support box"
    if unit.steps == 0:
        return "destroyed"
    return "under maintenance" if unit.box else "not on this mission"


def _activity(unit: Unit) -> Iterator[str]:
    if unit.mco:
        costs = ", ".join(f"-{points}" if points else "plain" for points in unit.mco)
        yield f"MCO: {costs}.{' Its patrol loses that many AP each turn.' * bool(unit.zone)}"
    if kind(unit.id).loads:
        yield f"Loads left: {unit.loads} of {kind(unit.id).loads}."
    if unit.watch:
        unpaid = unit.watch.turns > 1 and not unit.watch.paid
        paying = " Pay for its second turn with keep-observing." if unpaid else ""
        yield f"It observes until turn {unit.watch.until} and does nothing else.{paying}"
    if unit.reports:
        observed = ", ".join(zones.NAMES[zone] for zone in unit.reports)
        yield f"It carries a report on {observed}, which becomes a Recon OK once it meets its patrol."


def _axis(state: LrdgState) -> Iterator[Item]:
    chances: dict[Sort, str] = {}
    for enemy in state.axis:
        if not enemy.counter and enemy.sort not in chances:
            chances[enemy.sort] = _may_be(state, enemy)
        brief = f"Axis, at {zones.NAMES[enemy.zone]}"
        about = [_marches(enemy) if enemy.counter else chances[enemy.sort]]
        about += ["It is on the target and protects it."] * enemy.guards
        yield Item("unit", enemy.id, enemy.name, brief, tuple(about), ("3.2", "5.3", "LRDG-A90"))


def _marches(enemy: Enemy) -> str:
    axis = AXIS[enemy.counter]
    worth = TABLES.points["veteran" if axis.veteran else "other"]
    moves = "goes one zone a turn toward your nearest units" if axis.mobile else "never leaves its zone"
    return f"It {moves}. One hit defeats it, for {as_points(worth)} VP."


def _may_be(state: LrdgState, enemy: Enemy) -> str:
    bag = Counter(weighted_counters(state.pool, enemy.sort, state.sorts_face_down(besides=enemy)))
    counters = (
        f"{AXIS[id].name} ({100 * count / bag.total():.0f} %)" for id, count in bag.most_common()
    )
    return f"It is face down. It may be: {'; '.join(counters)}."
