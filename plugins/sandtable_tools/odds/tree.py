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
from sandtable_tools.odds.policy import Playthrough, Policy
from sandtable_tools.odds.topics import Telling, Topic, shared

Places: TypeAlias = "dict[tuple[bytes, int, int], Chance]"


class Chance(NamedTuple):
    """A playthrough, and how likely it is; `topics` has how likely it is with each heard on it."""

    probability: Fraction
    play: Playthrough
    topics: dict[Topic, Fraction]


NEVER = Fraction(0)

PROBES = 50
"""How many ways of luck are probed to judge how many there are."""

CLEARLY = 1.25
"""Nothing is played when the probes say more than this many times what may be played."""

NEW = 4
"""A way to a position that was not met before costs this much more than another."""


class Purse:
    """How much more may be played, `left`; it counts the `ways` that were."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.ways = 0

    def foresee(self, places: int, *, spent: int, on: int) -> None:
        """TooManyBranches when places can not be paid for, if each costs what those before did."""
        if on and places * spent > self.left * on:
            raise TooManyBranches("exact odds would need more ways than may be played")

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
    play = Playthrough(world)
    first, luck = policy.choice(play), SeededDice(f"{policy.seed} probes")
    if not isinstance(first, Action):
        return False
    return size(world, first, luck, PROBES, halts=policy.halts(play)) > CLEARLY * most


class Tree:
    """Everywhere that a policy can lead to on a table, decision by decision.

    Ways to the same position go on together, with what they have in common told of them. `places` are
    where play goes on, `ends` where it has ended.
    """

    def __init__(self, policy: Policy, table: Table[Any], purse: Purse, telling: Telling) -> None:
        self.ends: list[Chance] = []
        self.places: Places = {(table.position, 0, 0): Chance(Fraction(1), Playthrough(table), {})}
        self._policy = policy
        self._purse = purse
        self._telling = telling

    def grow(self) -> None:
        """Play one more decision everywhere.

        Raises TooManyBranches when the purse is empty, or clearly will be.
        """
        policy, purse = self._policy, self._purse
        following: Places = {}
        left = purse.left
        for chance in self.places.values():
            choice = policy.choice(chance.play)
            if isinstance(choice, Action):
                for way in _ways(policy, chance, choice, purse, self._telling):
                    _add(way, following, purse)
            else:
                self.ends.append(chance._replace(play=chance.play._replace(stop=choice)))
        going_on = sum(not policy.over(chance.play) for chance in following.values())
        purse.foresee(going_on, spent=left - purse.left, on=len(self.places))
        self.places = following


def _ways(
    policy: Policy, chance: Chance, action: Action, purse: Purse, telling: Telling
) -> Iterator[Chance]:
    """Every way that an action can go from a place."""
    before, play, halts = chance.play.table, policy.counted(chance.play), policy.halts(chance.play)
    for branch in ways(before, action, most=max(purse.left, 1), halts=halts):
        here = telling.heard(branch.table.events or ())
        if shows_others(branch) and telling.unsure(here):
            telling.compare(here, telling.heard(other_events(branch, before, action)))
        likely = chance.probability * branch.probability
        topics = {topic: part * branch.probability for topic, part in chance.topics.items()}
        topics |= dict.fromkeys(telling.topics(here), likely)
        told = play.told + telling.without_faces(here)
        yield Chance(likely, play._replace(table=branch.table, told=told), topics)


def _add(way: Chance, places: Places, purse: Purse) -> None:
    """Put a way to the place that it leads to, together with the others that do."""
    play = way.play
    key = (play.table.position, play.done, play.further)
    known = places.get(key)
    purse.pay(new=known is None)
    if known is None:
        places[key] = way
        return
    for topic, part in way.topics.items():
        known.topics[topic] = known.topics.get(topic, NEVER) + part
    told = shared(known.play.told, play.told)
    places[key] = Chance(known.probability + way.probability, play._replace(told=told), known.topics)
