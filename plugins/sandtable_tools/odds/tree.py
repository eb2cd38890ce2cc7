"""Every path of a policy in one world, with its exact probability."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import msgspec

from sandtable import Action, Dice, Event, SeededDice, Table
from sandtable_tools.branching_dice import TooManyBranches
from sandtable_tools.odds.branching import (
    Branch,
    can_show_other_faces,
    estimate_paths,
    events_with_other_faces,
    explore,
    luck_paths,
    merge,
)
from sandtable_tools.odds.policy import PlayEnd, Playthrough, Policy
from sandtable_tools.odds.topics import Topic, TopicIndex, intersect

Places: TypeAlias = "dict[tuple[bytes, int, int, bytes], Chance]"

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Chance(NamedTuple):
    """A playthrough with its probability; `topics` holds the chance that each topic is heard on it."""

    probability: Fraction
    play: Playthrough
    topics: dict[Topic, Fraction]

    def merge(self, other: Chance) -> Chance:
        """Return the chance of this playthrough or of one that led to an equal position."""
        for topic, part in other.topics.items():
            self.topics[topic] = self.topics.get(topic, ZERO) + part
        heard = intersect(self.play.heard, other.play.heard)
        return Chance(
            self.probability + other.probability, other.play._replace(heard=heard), self.topics
        )

    def times(self, part: Fraction) -> Chance:
        """Return the chance of this playthrough together with something that follows it."""
        topics = {topic: odds * part for topic, odds in self.topics.items()}
        return Chance(self.probability * part, self.play, topics)


ZERO = Fraction(0)

PROBES = 50
"""This many paths of luck are probed to estimate how many there are."""

CLEAR_EXCESS = 1.25
"""If the estimate exceeds the limit by more than this factor, nothing is played."""

NEW_POSITION_COST = 4
"""A path to a new position costs this much more than any other."""

EVENTS_PER_COST = 4
"""A path costs 1 more for every four events, since comparing them takes time."""


class PathBudget:
    """The budget of exact odds: `left` is what paths may still cost, `ways` how many were played."""

    def __init__(self, left: int, late: Callable[[], bool] = bool) -> None:
        self.left = left
        self.late = late
        self.ways = 0

    def check_ahead(self, places: int, *, spent: int, on: int) -> None:
        """Raise TooManyBranches if places as costly as those before would exceed the budget."""
        if on and places * spent > self.left * on:
            raise TooManyBranches("exact odds would take more paths than the limit")

    def spend(self, events: int = 0, *, new: bool = False) -> None:
        """Deduct a path's cost. Raises TooManyBranches if too little is left, or it is too late."""
        self.left -= 1 + NEW_POSITION_COST * new + events // EVENTS_PER_COST
        self.ways += 1
        if self.left < 0 or self.late():
            raise TooManyBranches("exact odds take more paths than the limit")


def deal_world(table: Table[Any], policy: Policy, dice: Dice) -> Table[Any]:
    """Deal a world that is possible for the policy's seat, with the bots' secret choices in it."""
    world = table.imagine(policy.seat, dice, policy.bots)
    # The seat knows its options, which are the same in all worlds and slow to list.
    world._options = table.options
    return world


def worlds(table: Table[Any], policy: Policy, most: int) -> list[Branch[Any]]:
    """Return every world possible for the policy's seat. Raises TooManyBranches beyond `most`."""
    return merge(explore(lambda dice: deal_world(table, policy, dice), most))


def has_too_many_paths(policy: Policy, table: Table[Any], most: int) -> bool:
    """Probe whether a policy's first action has clearly more paths than the limit."""
    world = deal_world(table, policy, SeededDice(f"{policy.seed} probed world"))
    luck = SeededDice(f"{policy.seed} probes")
    play = Playthrough(world)
    first = policy.choice(play, luck, tuple)
    if not isinstance(first, Action):
        return False
    try:
        return estimate_paths(world, first, luck, PROBES, halts=policy.halts(play)) > CLEAR_EXCESS * most
    except TooManyBranches:
        return True


class Tree:
    """Every place that a policy can reach from a table, decision by decision.

    Paths to the same position are merged and keep the events that they share. At `places` play
    continues, at `ends` it has ended.
    """

    def __init__(
        self, policy: Policy, table: Table[Any], budget: PathBudget, topic_index: TopicIndex
    ) -> None:
        self.ends: list[Chance] = []
        start = Chance(Fraction(1), Playthrough(table), {})
        self.places: Places = {(table.position, 0, 0, b""): start}
        self._policy = policy
        self._budget = budget
        self._topic_index = topic_index
        self._blurred = self._read = False

    def grow(self) -> None:
        """Play one more decision at every place. Raises TooManyBranches beyond the budget."""
        policy, budget = self._policy, self._budget
        following: Places = {}
        before = budget.left
        for chance in self.places.values():
            for choice, part in self._choices(chance.play).items():
                here = chance.times(part) if part < 1 else chance
                if not isinstance(choice, Action):
                    self.ends.append(here._replace(play=here.play._replace(stop=choice)))
                    continue
                for way in self._paths_from(here, choice):
                    play = way.play
                    events = _encode(play.events) if self._read else b""
                    place = (play.table.position, play.done, play.later_decisions, events)
                    known = following.get(place)
                    self._blurred |= known is not None and not self._read
                    budget.spend(len(play.events) - len(chance.play.events), new=known is None)
                    following[place] = known.merge(way) if known else way
        going_on = sum(not policy.over(chance.play) for chance in following.values())
        budget.check_ahead(going_on, spent=before - budget.left, on=len(self.places))
        self.places = following

    def _choices(self, play: Playthrough) -> dict[Action | PlayEnd, Fraction]:
        """Return the choice at a place; if a bot rolls dice for it, every choice that it can make."""

        def log() -> tuple[Event, ...]:
            # From here on, places with different events differ. Earlier ones may have been merged.
            if self._blurred:
                raise TooManyBranches("a bot reads its log, and events of some paths are only examples")
            self._read = True
            return play.events

        chosen: dict[Action | PlayEnd, Fraction] = {}
        paths = explore(lambda dice: self._policy.choice(play, dice, log), max(self._budget.left, 1))
        for part, choice in paths:
            if part < 1:
                self._budget.spend()
            chosen[choice] = chosen.get(choice, ZERO) + part
        return chosen

    def _paths_from(self, chance: Chance, action: Action) -> Iterator[Chance]:
        """Yield every path of an action from a place."""
        policy, topic_index, table = self._policy, self._topic_index, chance.play.table
        play, halts = policy.count_ahead(chance.play), policy.halts(chance.play)
        for branch in luck_paths(table, action, most=max(self._budget.left, 1), halts=halts):
            at = branch.table
            heard_here = topic_index.hear(at, at.events or ())
            self._blurred |= can_show_other_faces(branch)
            if can_show_other_faces(branch) and topic_index.is_uncompared(heard_here):
                topic_index.compare(
                    heard_here, topic_index.hear(at, events_with_other_faces(branch, table, action))
                )
            likely = chance.probability * branch.probability
            topics = {topic: part * branch.probability for topic, part in chance.topics.items()}
            topics |= dict.fromkeys(topic_index.topics(heard_here), likely)
            heard = play.heard + topic_index.with_ranges(heard_here)
            events = (*play.events, *(branch.table.events or ()))
            yield Chance(likely, play._replace(table=branch.table, heard=heard, events=events), topics)
