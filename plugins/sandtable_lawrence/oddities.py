"""Warnings for authors of Mission cards: data that is legal, but probably a mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable import Scenario, gather_from_rules
from sandtable_lawrence import spaces
from sandtable_lawrence.mission import Mission, SpacesGoal
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
from sandtable_lawrence.tables import CARD_TEXTS, TABLES


def oddities(scenario: Scenario) -> Iterator[str]:
    """Return warnings about a mission; none for a campaign, which has no data of its own."""
    if scenario.parts:
        return
    data: Mission = scenario.data
    rules = [rule for rule in scenario.rules() if isinstance(rule, MissionRule)]
    yield from _goals(data)
    yield from _check_occupied(data)
    yield from _operations(data)
    yield from _pounds(data)
    yield from _cards(data, rules)


# Goals, which must all be met at the same time.


def _goals(data: Mission) -> Iterator[str]:
    for name, goals in (("clear", data.clear), ("demolish", data.demolish)):
        named = [space for goal in goals for space in goal.spaces]
        if twice := sorted({space for space in named if named.count(space) > 1}):
            yield f"{name}: {', '.join(twice)} is named in two goals"
    occupied = [goal.space for goal in data.occupy]
    if twice := sorted({space for space in occupied if occupied.count(space) > 1}):
        yield f"occupy: {', '.join(twice)} is named in two goals"
    begun = all(goal.space == data.start and not goal.others for goal in data.occupy)
    if begun and not (data.clear or data.demolish):
        yield f"occupy: Lawrence begins at {data.start}, so staying there wins the mission"


def _fewest_spaces(goals: Sequence[SpacesGoal]) -> int:
    """Return the fewest spaces that can meet these goals; one space may count for several."""
    named = [space for goal in goals for space in goal.spaces]
    separate = [goal for goal in goals if all(named.count(space) == 1 for space in goal.spaces)]
    overlapping = [goal.wanted for goal in goals if goal not in separate]
    return sum(goal.wanted for goal in separate) + max(overlapping, default=0)


def _check_occupied(data: Mission) -> Iterator[str]:
    staging = [goal.space for goal in data.occupy if goal.space in STAGING]
    if len(set(staging)) > 1:
        yield f"occupy: only Lawrence can enter {' and '.join(staging)}, and he cannot be in both"
    led = {goal.space for goal in data.occupy if goal.leader or goal.space in spaces.RESTRICTED}
    if len(led) > len(LEADERS):
        yield f"occupy: the goals need {len(led)} leaders, but there are only {len(LEADERS)}"
    followers = TABLES.stacking.lawrence + TABLES.leadership.high
    for number, goal in enumerate(data.occupy):
        if goal.others > followers + len(LEADERS) - 1:
            limit = f"at most {followers} and the leaders"
            yield f"occupy[{number}].others: {goal.others} other units can never stack; {limit} can"
    needed = sum(1 + goal.others for goal in data.occupy)
    if needed > (most_units := sum(unit.sort != "camp" for unit in UNITS.values())):
        yield f"occupy: the goals together need {needed} units, but there are only {most_units}"


# Ops and Pounds.


def _operations(data: Mission) -> Iterator[str]:
    """Return warnings of too few Operations: each clears or breaks one space; 0s need none."""
    zeros = NUMBERS.count(0)
    work = max(0, _fewest_spaces(data.clear) - zeros) + _fewest_spaces(data.demolish)
    if work > data.ops:
        lack = f"{data.ops} Operations are too few for {work} spaces, since each takes one"
        yield f"ops: {lack}; the mission depends on Ops won in battle"
    speed = UNITS[LAWRENCE].move
    for key, goal in _places(data):
        distance = _ride(data.start, goal)
        if distance > data.ops * speed:
            speed_text = f"and Lawrence moves {speed} in each of {data.ops} Operations"
            yield f"ops: {key} is {distance} spaces from {data.start}, {speed_text}"


def _places(data: Mission) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, goals in (("clear", data.clear), ("demolish", data.demolish)):
        yield from ((f"{name}[{at}]", goal.spaces) for at, goal in enumerate(goals))
    yield from ((f"occupy[{at}]", (goal.space,)) for at, goal in enumerate(data.occupy))


def _ride(start: str, goals: Sequence[str]) -> int:
    """Return the distance in spaces to the nearest of these goals; a Water Move counts as 1."""
    distances = BOARD.distances(start, (*LAND, spaces.WATER))
    return min(distances.get(goal, 99) for goal in goals)


def _pounds(data: Mission) -> Iterator[str]:
    wares = {ware: TABLES.wares[ware].cost for ware in TABLES.wares}
    units = sum(wares.get(unit.sort, 0) for unit in UNITS.values())
    everything = units + sum(wares.get(gear, 0) * number for gear, number in ROSTER.gear.items())
    if data.pounds > everything:
        yield f"pounds: {data.pounds} is more than the cost of everything on sale, {everything}"
    if data.pounds < min(wares.values()):
        yield f"pounds: {data.pounds} buys nothing"
    if data.pounds and data.start in STAGING and not data.base:
        yield f"base: without a base, a mission that begins at {data.start} sells only gear beforehand"
    price = _fewest_spaces(data.demolish) * wares[DEMOLITION]
    if data.pounds and data.pounds < price:
        yield f"pounds: {data.pounds} is too few: the charges for demolish cost {price}"


# Cards.


def _cards(data: Mission, rules: Sequence[MissionRule]) -> Iterator[str]:
    deck = sorted(CARD_TEXTS)
    for rule in rules:
        deck = gather_from_rules([rule], "deck", str, deck)
        if isinstance(rule, Deck) and not (rule.without or rule.more):
            yield "rules: deck: without and more are both empty, so the rule changes nothing"
        if isinstance(rule, Deck) and (both := set(rule.without) & set(rule.more)):
            yield f"rules: deck: {', '.join(sorted(both))} is in both without and more"
    if len(deck) < data.ops:
        yield f"ops: {data.ops} Operations, but the deck has only {len(deck)} cards"
