"""Warnings for authors of missions: legal data that is likely to be a mistake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from math import ceil

from sandtable import Board, Scenario, ask_rules
from sandtable_lrdg import zones
from sandtable_lrdg.arrivals import InReserve, ReinforcementsBySea
from sandtable_lrdg.counters import full_pool
from sandtable_lrdg.mission import Mission
from sandtable_lrdg.roster import HQS, KIND_OF, NAMES, ROSTER, WACO, cost
from sandtable_lrdg.special_rules import (
    ContinuousObservation,
    MissionRule,
    NocturnalExplosions,
    Observation,
    SuccessForLater,
    SupplyOfTheAxis,
)
from sandtable_lrdg.tables import TABLES
from sandtable_lrdg.zones import BASES, OBSERVABLE_KINDS, price

LAST_TURN = TABLES.mission["last_turn"]
"""The most turns that a mission has."""

MOST_AP = 6 + TABLES.action_points.added + max(result.action_points for result in TABLES.event.results)
"""The most action points that a patrol of one unit can have in a turn (LRDG 5.1)."""


def oddities(scenario: Scenario) -> Iterator[str]:
    """Yield the warnings about a mission; none for a campaign, which has no data of its own."""
    if scenario.parts:
        return
    data: Mission = scenario.data
    rules = [rule for rule in scenario.rules() if isinstance(rule, MissionRule)]
    yield from _forces(data, rules)
    yield from _rewards(data, rules)
    yield from _axis(data)
    for rule in rules:
        yield from (f"rules: {oddity}" for oddity in _rule(rule, data, rules))


# The budget.


def _forces(data: Mission, rules: Sequence[MissionRule]) -> Iterator[str]:
    reasons = {unit: list(filter(None, ask_rules(rules, "bars", str, unit))) for unit in KIND_OF}
    barred = {unit: why[-1] for unit, why in reasons.items() if why}
    available = [unit for unit in KIND_OF if unit not in barred and not (unit == WACO and data.waco)]
    if not set(available) & set(HQS.values()):
        yield "rules: no command unit is left to lead a patrol, so the mission is over at once"
    everything = cost(tuple(available))
    if data.budget > everything:
        yield f"budget: {data.budget} points, but all available units cost only {everything}"
    cheapest = ROSTER.kinds["hq"].cost + min(kind.cost for kind in ROSTER.kinds.values())
    if data.budget < cheapest:
        alone = "buys a command unit and nothing for it to lead"
        yield f"budget: {data.budget} {alone}; it takes {cheapest}"
    for number, force in enumerate(data.patrols):
        for unit in force.units:
            if unit in barred:
                yield f"patrols[{number}].units: {NAMES[unit]} can never come: it is {barred[unit]}"
        if force.bound in BASES:
            yield f"patrols[{number}].bound: {force.bound} is a base"
    if data.patrols and all(force.reserve for force in data.patrols):
        yield "patrols: every patrol is in reserve"


# Points, and the time for them.


def _rewards(data: Mission, rules: Sequence[MissionRule]) -> Iterator[str]:
    goals = [*data.targets, *(zone for rule in rules for zone in getattr(rule, "zones", ()))]
    scoring = [rule for rule in rules if type(rule).points is not MissionRule.points]
    if not data.targets and not scoring:
        yield "targets: none, and no special rule gives points: only defeated Axis units score"
        return
    if not goals:
        return
    board = zones.board()
    turns = {zone: _turns(board, data, zone) for zone in dict.fromkeys(goals)}
    for zone, least in turns.items():
        if least > LAST_TURN:
            yield f"targets: {zones.NAMES[zone]} cannot be reached in {LAST_TURN} turns"
    quickest = min(turns.values())
    if quickest >= data.duration:
        yield (
            f"duration: {data.duration}, so no one can score for speed: even the fastest way to a goal "
            f"and home takes {quickest} turns, and only fewer than {data.duration} score"
        )


def _turns(board: Board, data: Mission, zone: str) -> int:
    """Return the turns that the fastest unit needs to reach a zone and return."""
    points_out = min(
        _points_from(board, start).get(zone, 10**6) for start in (data.departure, *data.also)
    )
    points_back = min(_points_from(board, zone).get(base, 10**6) for base in data.returns)
    return ceil(Fraction(points_out, MOST_AP)) + ceil(Fraction(points_back, MOST_AP))


def _points_from(board: Board, start: str) -> Mapping[str, int]:
    points_to: dict[str, int] = {}
    edge = [(0, start)]
    while edge:
        points, zone = heappop(edge)
        if zone not in points_to:
            points_to[zone] = points
            for neighbour in board.neighbours(zone):
                heappush(edge, (points + price(board, zone, neighbour, 1), neighbour))
    return points_to


# The Axis.


def _axis(data: Mission) -> Iterator[str]:
    board, pool = zones.board(), len(full_pool())
    named = {zone for placement in data.axis for zone in placement.zones}
    placed = sum(len(placement.zones) * placement.count for placement in data.axis)
    for number, placement in enumerate(data.axis):
        here = {id for id, space in board.spaces.items() if set(placement.every) & set(space.kinds)}
        if placement.but and placement.zones:
            yield f"axis[{number}].but: it goes with the key every, but this table has zones"
        if twice := _twice(placement.zones):
            yield f"axis[{number}].zones: {twice} is named twice"
        for zone in placement.but if placement.every else ():
            if zone not in here:
                yield f"axis[{number}].but: {zone} is none of {', '.join(placement.every)}"
        here -= {*placement.but, *named, *BASES}
        if placement.every and not here:
            yield f"axis[{number}].every: no zone is left for these units"
        placed += len(here) * placement.count
    if placed > pool:
        yield f"axis: {placed} units to place, but only {pool} counters: the last zones get none"
    if twice := _twice(data.returns):
        yield f"returns: {twice} is named twice"


def _twice(names: Sequence[str]) -> str:
    """Return the names that occur more than once, on one line."""
    return ", ".join(sorted({name for name in names if names.count(name) > 1}))


# Special rules.


def _rule(rule: MissionRule, data: Mission, rules: Sequence[MissionRule]) -> Iterator[str]:
    match rule:
        case Observation() | ContinuousObservation():
            yield from _check_observation(rule, data)
        case SuccessForLater(what="recon-ok") if not any(type(rule) is Observation for rule in rules):
            yield "success-for-later hands on Recon OK, but no lrdg.observation wins them"
        case NocturnalExplosions() if not data.targets or not rule.drm:
            yield "nocturnal-explosions changes nothing" + " without a target" * (not data.targets)
        case InReserve() if data.budget < 2 * ROSTER.kinds["hq"].cost:
            yield f"in-reserve needs several patrols, but the budget of {data.budget} buys only one"
        case ReinforcementsBySea():
            yield from _landing(rule, data, rules)
        case SupplyOfTheAxis():
            yield from _supply(rule, data)


def _check_observation(rule: Observation | ContinuousObservation, data: Mission) -> Iterator[str]:
    name, board = type(rule).__struct_config__.tag, zones.board()
    if not rule.zones:
        yield f"{name} names no zones, so no one can score its points"
    if twice := _twice(rule.zones):
        yield f"{name}: zones: {twice} is named twice"
    for zone in rule.zones:
        near_target = any(space in data.targets for space in (zone, *board.neighbours(zone)))
        if zone in BASES or not (near_target or OBSERVABLE_KINDS & set(board.spaces[zone].kinds)):
            yield f"{name}: {zone} can never be observed (LRDG 6.1.3)"
    some, whole = rule.half_points
    if not 0 < some <= whole:
        yield f"{name}: half_points are [{some}, {whole}], but the full score should be worth more"
    if isinstance(rule, ContinuousObservation):
        if rule.partial == rule.turns:
            yield f"{name}: partial is {rule.partial} turns, like the full score, so it never counts"
        if rule.turns >= LAST_TURN:
            yield f"{name}: {rule.turns} turns are too many; a mission has {LAST_TURN}"


def _landing(rule: ReinforcementsBySea, data: Mission, rules: Sequence[MissionRule]) -> Iterator[str]:
    name = "reinforcements-by-sea"
    if rule.first > LAST_TURN or rule.last < 1:
        yield f"{name}: there is no turn from {rule.first} to {rule.last}, so they can never come"
    bought = {unit for force in data.patrols for unit in force.units}
    for unit in rule.units:
        reasons = list(filter(None, ask_rules(rules, "bars", str, unit)))
        if "under maintenance" in reasons:
            yield f"{name}: {NAMES[unit]} is under maintenance, so it can never come"
        elif unit in bought or not reasons:
            instead = "lrdg.in-operation keeps it away until it lands"
            yield f"{name}: {NAMES[unit]} can be bought as well; {instead}"


def _supply(rule: SupplyOfTheAxis, data: Mission) -> Iterator[str]:
    name, board = "supply-of-the-axis", zones.board()
    named = {zone for placement in data.axis for zone in placement.zones}
    for key, zones_named in (("single", rule.single), ("weak", tuple(filter(None, [rule.weak])))):
        for zone in zones_named:
            if zone not in named:
                yield f"{name}: {key}: no placement names {zone}"
    kinds = {kind for placement in data.axis for kind in placement.every}
    for zone in rule.none:
        if zone in named or not kinds & set(board.spaces[zone].kinds):
            yield f"{name}: none: no placement with the key every puts a unit in {zone}"
    if any(rule.cancelled.values()) and not kinds:
        yield f"{name}: cancelled: no placement has the key every, so there are no units to remove"
