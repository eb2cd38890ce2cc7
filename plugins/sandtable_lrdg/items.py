"""What `show` describes: zones, patrols, units, the pool and the tracks (LRDG 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sandtable
from sandtable import Board, Item, number_of, read_data, tally
from sandtable_lrdg import unit_items, zones
from sandtable_lrdg.alarm import HIGHEST_ALARM
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.discretion import highest_unseen, is_useless, zone_drm
from sandtable_lrdg.evaluation import level_of
from sandtable_lrdg.events import as_points
from sandtable_lrdg.intelligence import observable_zones
from sandtable_lrdg.mission import NO_RESULT, describe_destinations, describe_duration
from sandtable_lrdg.relations import occupants_of, terrain
from sandtable_lrdg.roster import NAMES
from sandtable_lrdg.routes import Trip, costs
from sandtable_lrdg.state import EARLIER, LrdgState, Patrol
from sandtable_lrdg.tables import TABLES, value_at
from sandtable_lrdg.view import View

SIGNS = {
    axis.badge: f"an Axis unit: {'fixed ' * (not axis.mobile)}{axis.name.partition(' ')[2]}"
    for axis in AXIS.values()
}
TERMS = (
    *read_data("sandtable_lrdg", "terms.toml", dict[str, tuple[Item, ...]])["terms"],
    *(Item("term", sign, brief=brief, rules=("3.2",)) for sign, brief in sorted(SIGNS.items())),
)
"""The terms and signs on the screen, and the badges of Axis units."""

LINK_NAMES = {
    kind: f"{kind.capitalize()} ({as_points(TABLES.costs[kind])} AP a unit)"
    for kind in ("road", "path", "off-path")
}
"""The name of each kind of link, with its cost (LRDG 6.1.1)."""

ALARM_EFFECTS = (
    "No effect.",
    "The Axis Recon, if it flies, goes back to its box.",
    "The Axis Recon, if in its box, takes off from the airfield nearest to you.",
    "Each turn one Axis unit wakes; the Axis Recon goes back to its box.",
    "Each turn two Axis units wake; entering an empty zone no longer needs a test.",
)
"""The effect of each alarm level (LRDG 5.3.1)."""


def items(view: View) -> Iterator[Item]:
    """Yield all items, zones first."""
    state, board = view.state, view.house.desert
    yield from (_zone(view, board, zone) for zone in board.spaces)
    yield from (_patrol(view, patrol) for patrol in state.patrols.values())
    yield from unit_items.items(state)
    yield from _piles(state)
    yield from _tracks(view)
    yield from TERMS


# Zones.


def _zone(view: View, board: Board, zone: str) -> Item:
    state = view.state
    here = list(occupants_of(state, zone))
    about = [
        f"Here: {'; '.join(here)}." if here else "No unit is here.",
        *(f"{line}." for line in sandtable.ways(board, zone, LINK_NAMES)),
        *_distances(state, board, zone),
        _test_risk(view, board, zone),
        *_uses(view, board, zone),
    ]
    rules = ["3.3.1", "6.1.1", *["7.2"] * (zone in state.targets)]
    rules += ["6.1.3"] * _can_observe(view, board, zone)
    return Item("zone", zone, zones.NAMES[zone], terrain(board, zone), tuple(about), tuple(rules))


def _distances(state: LrdgState, board: Board, zone: str) -> Iterator[str]:
    links = board.distances(zone)
    far = []
    for patrol, start in state.stacks():
        if start != zone:
            units = len(state.stack(patrol, start))
            cost = round(costs(board, zone, Trip(units, noise=0, fear=0))[start])
            who = f"the {patrol} patrol at {zones.NAMES[start]} ({number_of(units, 'unit')}):"
            far.append(f"{who} {number_of(links[start], 'link')}, {cost} AP")
    yield from [f"Distances: {'; '.join(far)}."] * bool(far)


def _test_risk(view: View, board: Board, zone: str) -> str:
    """Return the chance of being seen on entering a zone, by the number of units there (LRDG 6.1.1)."""
    state = view.state
    if zone in zones.BASES:
        return "Your base: no test, no event of 12 or 13, and no Axis unit comes here."
    if is_useless(state, view.house, zone):
        return f"At alarm {HIGHEST_ALARM} units take no test here while no Axis unit is here."
    dice = zones.test_dice(board, zone)
    sizes = (start for start, _ in TABLES.discretion.units)
    chances = ", ".join(f"{n} or more {_fail_chance(state, board, zone, n)} %" for n in sizes)
    tries = " A failed test can be retaken once." if zone in state.scouted else ""
    number = f"{dice} {'die' if dice == 1 else 'dice'}"
    told = [f"the {id} patrol {p.promised}" for id, p in state.patrols.items() if p.promised]
    events = f" This leaves out events: the next test of {', of '.join(told)}." * bool(told)
    seen = f"Chance of being seen, by the number of units there: {chances}.{tries}{events}"
    return f"Units that enter roll {number}. {seen}"


def _fail_chance(state: LrdgState, board: Board, zone: str, units: int) -> int:
    faces = min(max(highest_unseen(board, zone, zone_drm(state, zone, units)), 0), 6)
    passing: float = (faces / 6) ** zones.test_dice(board, zone)
    return round(100 * (1 - passing))


def _uses(view: View, board: Board, zone: str) -> Iterator[str]:
    """Yield what the player can do in a zone, and what can appear there."""
    state, kinds = view.state, set(board.spaces[zone].kinds)
    if zone in view.watch:
        yield "The mission asks you to observe this zone."
    if zone not in zones.BASES:
        yield f"You {'can' if _can_observe(view, board, zone) else 'cannot'} observe this zone."
    if zones.ARRIVAL_KINDS & kinds and not state.at(zone) and not state.enemies(zone):
        yield "An Axis unit that wakes can appear here."
    if zones.FORTRESS in kinds:
        yield "A fortress: Axis dice in combat get -1, so they hit more often."
    if zone in zones.flight_zones(board):
        yield "The Axis Recon can fly here."
    yield f"An event here adds {zones.event_drm(board, zone):+} to its roll."


def _can_observe(view: View, board: Board, zone: str) -> bool:
    return zone in observable_zones(board, tuple(view.state.targets))


# Patrols.


def _patrol(view: View, patrol: Patrol) -> Item:
    state, units = view.state, view.state.units_of(patrol.id)
    worn = sum(sum(unit.mco) for unit in units)
    about = [
        *(_stack(state, patrol.id, zone) for zone in state.zones(patrol.id)),
        f"It rolls {value_at(TABLES.action_points.dice, len(units))}d6 + {TABLES.action_points.added} "
        f"for action points{f', less {worn} for breakdowns' * bool(worn)}.",
        f"Recon OK: {len(patrol.recon_ok)} of {TABLES.recon_ok['most']}{_zones_observed(patrol)}.",
        *_limits(patrol),
    ]
    brief = f"{patrol.ap} AP, {number_of(len(units), 'unit')}" if units else "no unit left on the map"
    at = units[0].zone if units else ""
    return Item("patrol", patrol.id, "", brief, tuple(about), ("3", "5.1", "3.2"), at)


def _stack(state: LrdgState, patrol: str, zone: str) -> str:
    units = ", ".join(NAMES[unit.id] for unit in state.stack(patrol, zone))
    return f"At {zones.NAMES[zone]}: {units}."


def _zones_observed(patrol: Patrol) -> str:
    """Return the zones where Recon OK were won by observation, in words."""
    names = {**zones.NAMES, EARLIER: "the Benghazi road"}
    observed = [f"observing {names[zone]}" for zone in patrol.recon_ok if zone]
    return f" ({', '.join(tally(observed))})" if observed else ""


def _limits(patrol: Patrol) -> Iterator[str]:
    """Yield what limits a patrol's actions, and the events that wait for its next test."""
    yield from ["It waits in reserve."] * patrol.reserve
    yield from ["It keeps a low profile, so it does nothing more this turn."] * patrol.low
    yield from ["None of its units can move this turn."] * patrol.immobile
    yield from [f"Its next discretion test {patrol.promised}."] * bool(patrol.promised)


# Piles of counters, and tracks.


def _piles(state: LrdgState) -> Iterator[Item]:
    asleep = sum(not enemy.counter for enemy in state.axis)
    about = (f"{asleep} of them are face down on the map.", *_names(state.pool))
    unseen = number_of(len(state.pool), "unseen counter")
    yield Item("pile", "axis-pool", "Axis pool", unseen, about, ("3.2", "LRDG-A90"))
    number, names = str(len(state.defeated)), tuple(_names(state.defeated))
    yield Item("pile", "axis-defeated", "Axis defeated", number, names, ("4.2", "5.4"))


def _names(ids: Iterable[str]) -> list[str]:
    names = tally(AXIS[id].name for id in sorted(ids, key=list(AXIS).index))
    return [f"{'; '.join(names)}."] if names else []


def _tracks(view: View) -> Iterator[Item]:
    state = view.state
    last_turn = TABLES.mission["last_turn"]
    turn, about = f"{state.turn} of {last_turn}", describe_duration(view.mission)
    yield Item("track", "turn", "Turn", turn, (about,), ("5", "LRDG-A80"))
    levels = tuple(f"{level}: {effect}" for level, effect in enumerate(ALARM_EFFECTS))
    quiet = (
        f"Below {TABLES.points['quiet']} at the end it scores {as_points(TABLES.points['alarm'])} VP."
    )
    alarm = f"{state.alarm} of {HIGHEST_ALARM}"
    yield Item("track", "alarm", "Alarm", alarm, (*levels, quiet), ("5.3.1", "5.4"))
    yield _points(view)
    yield _mission(view)


def _mission(view: View) -> Item:
    data = view.mission
    home = " or ".join(zones.NAMES[zone] for zone in data.returns)
    at_home = f"If all units were home now it would score {as_points(view.at_home)} VP."
    about = [
        *_tasks(view),
        *filter(None, [describe_destinations(data)]),
        f"Home is {home}. {describe_duration(data)}",
        *[NO_RESULT] * view.house.bonuses_need_result,
        *[at_home] * (view.points != view.at_home),
    ]
    brief = f"{view.title}; {as_points(view.points)} VP so far"
    return Item("track", "mission", "Mission", brief, tuple(about), ("8", "5.4"))


def _tasks(view: View) -> Iterator[str]:
    """Yield the mission's scoring tasks, with the progress so far."""
    points = TABLES.points
    halved = as_points(points["target_reduced"])
    each = f"{as_points(points['target_destroyed'])} VP if destroyed, {halved} if halved"
    for zone, target in view.state.targets.items():
        remaining = f"{target.left} of {target.value} left" if target.left else "destroyed"
        yield f"Target at {zones.NAMES[zone]}: {remaining} ({each})."
    yield from view.tasks
    if view.watch and not view.steady:
        patrols = view.state.patrols.values()
        held = sum(zone in view.watch for patrol in patrols for zone in patrol.recon_ok)
        unreported = sum(zone in view.watch for unit in view.state.force for zone in unit.reports)
        yield f"Won by observation so far: {held} Recon OK, and {unreported} not yet reported."


def _points(view: View) -> Item:
    scored = "; ".join(f"{what} {as_points(points)}" for what, points in view.scored)
    lowest, *rest = TABLES.levels
    starts = [f"{level.name} from {as_points(level.start)}" for level in rest]
    levels = "; ".join([f"{lowest.name} below {as_points(rest[0].start)}", *starts])
    home = f"{as_points(view.at_home)} if all were home, {level_of(view.at_home).name}"
    brief = f"{as_points(view.points)} so far; {home}"
    about = (f"{scored}." if scored else "Nothing has scored yet.", f"Levels: {levels}.")
    return Item("track", "victory-points", "Victory points", brief, about, ("5.4",))
