"""Every way in which a policy can go in one world, with its exact probability."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from sandtable import Action, Dice, SeededDice, Table
from sandtable_tools.odds.branching import (
    Branch,
    explore,
    merged,
    other_events,
    shows_others,
    size,
    ways,
)
from sandtable_tools.odds.branching_dice import TooManyBranches
from sandtable_tools.odds.event_odds import EventPattern, patterns_in
from sandtable_tools.odds.policy import Playthrough, Policy
from sandtable_tools.odds.shared import Heard, heard, shared

Places: TypeAlias = "dict[tuple[bytes, int, int], Chance]"


class Chance(NamedTuple):
    """A playthrough, and how likely it is; `events` is how likely it is with each event heard on it."""

    probability: Fraction
    play: Playthrough
    events: dict[EventPattern, Fraction]


NEVER = Fraction(0)

PROBES = 50
"""How many ways of luck are probed to judge how many there are."""

CLEARLY = 1.25
"""Nothing is played when the probes say more than this many times what may be played."""

NEW = 4
"""A way to a position that was not met before costs this much more than another."""


class Purse:
    """How much more may be played, `left`; it counts the `ways` that were.

    `told_as` is how events are told whose faces are only an example.
    """

    def __init__(self, left: int) -> None:
        self.left = left
        self.ways = 0
        self.told_as: dict[tuple[str, str], Heard] = {}

    def pay(self, *, new: bool) -> None:
        """Spend what a way costs; TooManyBranches when there is less."""
        self.left -= 1 + NEW * new
        self.ways += 1
        if self.left < 0:
            raise TooManyBranches("exact odds need more ways than may be played")


def dealt(table: Table[Any], seat: str, dice: Dice) -> Table[Any]:
    """A world that could be, for all that a seat knows, in which it decides."""
    world = table.imagine(seat, dice)
    # What it can choose is what it knows, the same in all of them; listing it can be dear.
    world._options = table.options
    return world


def worlds(table: Table[Any], seat: str, most: int) -> list[Branch[Any]]:
    """Every world that could be, for all that a seat knows; one when nothing is hidden from it.

    Raises TooManyBranches where they are dealt in more than `most` ways.
    """
    return merged(explore(lambda dice: dealt(table, seat, dice), most))


def too_wide(policy: Policy, table: Table[Any], most: int) -> bool:
    """Whether the first action of a policy has clearly more ways than may be played, by some probes."""
    world = dealt(table, policy.seat, SeededDice(f"{policy.seed} probed world"))
    first = policy.choice(Playthrough(world))
    luck = SeededDice(f"{policy.seed} probes")
    return isinstance(first, Action) and size(world, first, luck, PROBES) > CLEARLY * most


def grow(policy: Policy, table: Table[Any], purse: Purse) -> Iterator[Chance]:
    """Everywhere that a policy can lead to on a table, decision by decision.

    Ways to the same position go on together, with what they have in common told of them.
    Raises TooManyBranches when the purse is empty.
    """
    places: Places = {(table.position, 0, 0): Chance(Fraction(1), Playthrough(table), {})}
    while places:
        following: Places = {}
        for chance in places.values():
            choice = policy.choice(chance.play)
            if isinstance(choice, Action):
                _branch(policy, chance, choice, following, purse)
            else:
                yield chance._replace(play=chance.play._replace(stop=choice))
        places = following


def _branch(policy: Policy, chance: Chance, action: Action, places: Places, purse: Purse) -> None:
    """Add every place that an action leads to."""
    before, play = chance.play.table, policy.counted(chance.play)
    for branch in ways(before, action, most=max(purse.left, 1)):
        here = heard(branch.table.events or (), policy.seat)
        if shows_others(branch):
            if not all(event in purse.told_as for event in here):
                other = heard(other_events(branch, before, action), policy.seat)
                purse.told_as |= _without_faces(here, other)
            here = tuple(told for event in here for told in purse.told_as[event])
        key = (branch.table.position, play.done, play.further)
        told, likely = play.told + here, chance.probability * branch.probability
        known = places.get(key)
        purse.pay(new=known is None)
        events = known.events if known else {}
        fresh = patterns_in(here)
        for pattern, probability in chance.events.items():
            if pattern not in fresh:
                events[pattern] = events.get(pattern, NEVER) + probability * branch.probability
        for pattern in fresh:
            events[pattern] = events.get(pattern, NEVER) + likely
        if known:
            told, likely = shared(known.play.told, told), likely + known.probability
        places[key] = Chance(likely, play._replace(table=branch.table, told=told), events)


def _without_faces(here: Heard, other: Heard) -> dict[tuple[str, str], Heard]:
    """How events are told whose faces are only an example: without what others do not show.

    The faces of the example are always the same, so an event is told alike wherever it comes.
    """
    if [kind for kind, _ in here] != [kind for kind, _ in other]:
        return {one: shared((one,), other) for one in here}
    return {one: shared((one,), (twin,)) for one, twin in zip(here, other, strict=True)}
