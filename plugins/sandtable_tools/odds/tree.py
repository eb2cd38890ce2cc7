"""Every path of a policy in one world, with its exact probability."""

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
    """A playthrough and its probability; `topics` has the probability that each topic is heard on it."""

    probability: Fraction
    play: Playthrough
    topics: dict[Topic, Fraction]

    def merged(self, other: Chance) -> Chance:
        """The chance of this playthrough or another one that led to an equal position."""
        for topic, part in other.topics.items():
            self.topics[topic] = self.topics.get(topic, NEVER) + part
        heard = shared(self.play.heard, other.play.heard)
        return Chance(
            self.probability + other.probability, other.play._replace(heard=heard), self.topics
        )


NEVER = Fraction(0)

PROBES = 50
"""This many paths of luck are probed to estimate how many there are."""

CLEARLY = 1.25
"""Nothing is played if the estimate exceeds the limit by more than this factor."""

NEW = 4
"""A path to a new position costs this much more than another."""


class Purse:
    """A budget: how much may still be played (`left`), and how many `ways` were."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.ways = 0

    def foresee(self, places: int, *, spent: int, on: int) -> None:
        """Raise TooManyBranches if `left` does not cover places as costly as those before."""
        if on and places * spent > self.left * on:
            raise TooManyBranches("exact odds would take more paths than the limit")

    def pay(self, *, new: bool) -> None:
        """Spend the cost of a path. Raises TooManyBranches if less is left."""
        self.left -= 1 + NEW * new
        self.ways += 1
        if self.left < 0:
            raise TooManyBranches("exact odds take more paths than the limit")


def dealt(table: Table[Any], seat: str, dice: Dice) -> Table[Any]:
    """A world that is possible for all that a seat knows; the seat decides in it."""
    world = table.imagine(seat, dice)
    # The seat knows its options, the same in all worlds, and listing them can take long.
    world._options = table.options
    return world


def worlds(table: Table[Any], seat: str, most: int) -> list[Branch[Any]]:
    """Every world that is possible for all that a seat knows; one if nothing is hidden from it.

    Raises TooManyBranches if there are more than `most` ways to deal them.
    """
    return merged(explore(lambda dice: dealt(table, seat, dice), most))


def too_wide(policy: Policy, table: Table[Any], most: int) -> bool:
    """Whether, by some probes, the first action of a policy has clearly more paths than the limit."""
    world = dealt(table, policy.seat, SeededDice(f"{policy.seed} probed world"))
    play = Playthrough(world)
    first, luck = policy.choice(play), SeededDice(f"{policy.seed} probes")
    if not isinstance(first, Action):
        return False
    try:
        return size(world, first, luck, PROBES, halts=policy.halts(play)) > CLEARLY * most
    except TooManyBranches:
        return True


class Tree:
    """Every place to which a policy can lead from a table, decision by decision.

    Paths to the same position are merged and keep the events that they share. `places` are where play
    continues, `ends` where it has ended.
    """

    def __init__(self, policy: Policy, table: Table[Any], purse: Purse, telling: Telling) -> None:
        self.ends: list[Chance] = []
        self.places: Places = {(table.position, 0, 0): Chance(Fraction(1), Playthrough(table), {})}
        self._policy = policy
        self._purse = purse
        self._telling = telling

    def grow(self) -> None:
        """Play one more decision at every place.

        Raises TooManyBranches if the purse is empty, or clearly will be.
        """
        policy, purse = self._policy, self._purse
        following: Places = {}
        before = purse.left
        for chance in self.places.values():
            choice = policy.choice(chance.play)
            if not isinstance(choice, Action):
                self.ends.append(chance._replace(play=chance.play._replace(stop=choice)))
                continue
            for way in self._ways(chance, choice):
                place = (way.play.table.position, way.play.done, way.play.further)
                known = following.get(place)
                purse.pay(new=known is None)
                following[place] = known.merged(way) if known else way
        going_on = sum(not policy.over(chance.play) for chance in following.values())
        purse.foresee(going_on, spent=before - purse.left, on=len(self.places))
        self.places = following

    def _ways(self, chance: Chance, action: Action) -> Iterator[Chance]:
        """Every path of an action from a place."""
        policy, telling, table = self._policy, self._telling, chance.play.table
        play, halts = policy.counted(chance.play), policy.halts(chance.play)
        for branch in ways(table, action, most=max(self._purse.left, 1), halts=halts):
            heard_here = telling.heard(branch.table.events or ())
            if shows_others(branch) and telling.unsure(heard_here):
                telling.compare(heard_here, telling.heard(other_events(branch, table, action)))
            likely = chance.probability * branch.probability
            topics = {topic: part * branch.probability for topic, part in chance.topics.items()}
            topics |= dict.fromkeys(telling.topics(heard_here), likely)
            heard = play.heard + telling.without_faces(heard_here)
            yield Chance(likely, play._replace(table=branch.table, heard=heard), topics)
