"""Warnings for authors of Mission cards: what is legal, but likely a mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable import Scenario, gather_from_rules
from sandtable_lawrence import spaces
from sandtable_lawrence.mission import Mission, Several
from sandtable_lawrence.roster import (
    DEMOLITION,
    LAWRENCE,
    LEADERS,
    NUMBERS,
    ROSTER,
    UNITS,
)
from sandtable_lawrence.spaces import BOARD, LAND, STAGING
from sandtable_lawrence.special_rules import Deck, MissionRule
from sandtable_lawrence.tables import PRINTED, TABLES


def oddities(scenario: Scenario) -> Iterator[str]:
    """The oddities of a mission; none in a campaign, which has no data of its own."""
    if scenario.parts:
        return
    data: Mission = scenario.data
    rules = [rule for rule in scenario.rules() if isinstance(rule, MissionRule)]
    yield from _goals(data)
    yield from _check_occupied(data)
    yield from _time(data)
    yield from _pounds(data)
    yield from _cards(data, rules)


# What must be met at the same time.


def _goals(data: Mission) -> Iterator[str]:
    for name, goals in (("clear", data.clear), ("demolish", data.demolish)):
        named = [space for goal in goals for space in goal.spaces]
        if twice := sorted({space for space in named if named.count(space) > 1}):
            yield f"{name}: {', '.join(twice)} is in two goals"
    occupied = [goal.space for goal in data.occupy]
    if twice := sorted({space for space in occupied if occupied.count(space) > 1}):
        yield f"occupy: {', '.join(twice)} is in two goals"
    begun = all(goal.space == data.start and not goal.others for goal in data.occupy)
    if begun and not (data.clear or data.demolish):
        yield f"occupy: Lawrence begins at {data.start}, so the mission is won by staying there"


def _least(goals: Sequence[Several]) -> int:
    """The fewest spaces that meet several goals: a space may count for more than one."""
    named = [space for goal in goals for space in goal.spaces]
    apart = [goal for goal in goals if all(named.count(space) == 1 for space in goal.spaces)]
    joined = [goal.wanted for goal in goals if goal not in apart]
    return sum(goal.wanted for goal in apart) + max(joined, default=0)


def _check_occupied(data: Mission) -> Iterator[str]:
    staging = [goal.space for goal in data.occupy if goal.space in STAGING]
    if len(set(staging)) > 1:
        yield f"occupy: only Lawrence can enter {' and '.join(staging)}, and not both at once"
    led = {goal.space for goal in data.occupy if goal.leader or goal.space in spaces.RESTRICTED}
    if len(led) > len(LEADERS):
        yield f"occupy: {len(led)} leaders are asked for, there are {len(LEADERS)}"
    followers = TABLES.stacking.lawrence + TABLES.leadership.high
    for number, goal in enumerate(data.occupy):
        if goal.others > followers + len(LEADERS) - 1:
            limit = f"{followers} and leaders can"
            yield f"occupy[{number}].others: {goal.others} can never be together, {limit}"
    needed = sum(1 + goal.others for goal in data.occupy)
    if needed > (most_units := sum(unit.sort != "camp" for unit in UNITS.values())):
        yield f"occupy: all goals together ask for {needed} units, there are {most_units}"


# Ops and Pounds.


def _time(data: Mission) -> Iterator[str]:
    """An Operation clears or demolishes at most one space; only a Garrison of 0 leaves by itself."""
    zeros = NUMBERS.count(0)
    work = max(0, _least(data.clear) - zeros) + _least(data.demolish)
    if work > data.ops:
        lack = f"{data.ops} Operations for {work} spaces to clear or demolish, one in each"
        yield f"ops: {lack}: only Ops won in battles give the time"
    speed = UNITS[LAWRENCE].move
    for key, goal in _places(data):
        distance = _ride(data.start, goal)
        if distance > data.ops * speed:
            speed_text = f"Lawrence rides {speed} in each of {data.ops}"
            yield f"ops: {key}: {distance} spaces from {data.start}, {speed_text}"


def _places(data: Mission) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, goals in (("clear", data.clear), ("demolish", data.demolish)):
        yield from ((f"{name}[{at}]", goal.spaces) for at, goal in enumerate(goals))
    yield from ((f"occupy[{at}]", (goal.space,)) for at, goal in enumerate(data.occupy))


def _ride(start: str, goals: Sequence[str]) -> int:
    """The spaces from the start to the nearest of several; a Water Move counts as one."""
    distances = BOARD.distances(start, (*LAND, spaces.WATER))
    return min(distances.get(goal, 99) for goal in goals)


def _pounds(data: Mission) -> Iterator[str]:
    wares = {ware: TABLES.wares[ware].cost for ware in TABLES.wares}
    units = sum(wares.get(unit.sort, 0) for unit in UNITS.values())
    everything = units + sum(wares.get(gear, 0) * number for gear, number in ROSTER.gear.items())
    if data.pounds > everything:
        yield f"pounds: {data.pounds}, all that can be bought costs {everything}"
    if data.pounds < min(wares.values()):
        yield f"pounds: nothing can be bought for {data.pounds}"
    if data.pounds and data.start in STAGING and not data.base:
        yield f"base: without it, only gear can be bought before a mission that begins at {data.start}"
    price = _least(data.demolish) * wares[DEMOLITION]
    if data.pounds and data.pounds < price:
        yield f"pounds: {data.pounds}, the charges that demolish asks for cost {price}"


# Cards.


def _cards(data: Mission, rules: Sequence[MissionRule]) -> Iterator[str]:
    deck = sorted(PRINTED)
    for rule in rules:
        deck = gather_from_rules([rule], "deck", str, deck)
        if isinstance(rule, Deck) and not (rule.without or rule.more):
            yield "rules: deck: neither without nor more is there, so nothing changes"
        if isinstance(rule, Deck) and (both := set(rule.without) & set(rule.more)):
            yield f"rules: deck: {', '.join(sorted(both))} is taken out and put in again"
    if len(deck) < data.ops:
        yield f"ops: {data.ops} Operations, the deck has {len(deck)} cards: the last bring none"
