"""Exact odds: every position that an action can lead to, each with its probability.

Branching dice play every path of luck once, up to the next decision or the end of the game. Paths to
equal positions are merged into one outcome. The probabilities are fractions that add up to exactly 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import starmap
from typing import Any, Generic, NamedTuple, TypeVar

from sandtable import Action, Dice, Event, GameError, Phase, Scenario, Snapshot, Table
from sandtable_tools.branching_dice import (
    MOST_BRANCHES,
    BranchingDice,
    ProbingDice,
    TooManyBranches,
)

S = TypeVar("S")
T = TypeVar("T")
K = TypeVar("K")


class Branch(NamedTuple, Generic[S]):
    """One outcome: its probability (above 0, up to 1), and a table in that position.

    Its dice can roll no more: to continue, `clone` the table with other dice. Its rolls are those of the
    first path that led here.
    """

    probability: Fraction
    table: Table[S]


def outcomes(table: Table[S], action: Action, *, most: int = MOST_BRANCHES) -> list[Branch[S]]:
    """Return every position that choosing `action` can lead to, the likeliest first.

    Equally likely positions are sorted by their bytes. The table, its dice and its events do not change,
    and no seat hears the events. Hidden information is used as it is: for the odds that a seat may know,
    pass `table.imagine(seat, dice)`.

    Raises IllegalAction, and TooManyBranches if luck has more than `most` paths.
    """
    return merge(explore(lambda dice: _play(table, action, dice), most))


def luck_paths(
    table: Table[S], action: Action, *, most: int, halts: bool = False
) -> Iterator[Branch[S]]:
    """Yield every path of luck after `action`, one by one.

    The `events` of each table are those that happened on its path. With `halts`, a path ends as soon as
    something new opens.
    """
    paths = explore(lambda dice: _play(table, action, dice, with_events=True, halts=halts), most)
    return starmap(Branch, paths)


def estimate_paths(
    table: Table[S], action: Action, luck: Dice, probes: int, *, halts: bool = False
) -> float:
    """Estimate the number of paths: the mean of some probes, each of which may be far off."""
    sizes = []
    for _ in range(probes):
        dice = ProbingDice(luck)
        _play(table, action, dice, halts=halts)
        sizes.append(dice.size)
    return sum(sizes) / probes


def events_with_other_faces(branch: Branch[S], before: Table[S], action: Action) -> list[Event]:
    """Return a branch's events as told if the dice had shown other faces with the same effect."""
    dice = branch.table.dice
    if not (isinstance(dice, BranchingDice) and can_show_other_faces(branch)):
        return branch.table.events or []
    replayed = _play(before, action, dice.again(), with_events=True, halts=branch.table.halts)
    return replayed.events or []


def can_show_other_faces(branch: Branch[S]) -> bool:
    """Return whether the dice could have shown other faces on a path, with the same effect."""
    dice = branch.table.dice
    return isinstance(dice, BranchingDice) and bool(dice.loose)


def _play(
    table: Table[S],
    action: Action,
    dice: BranchingDice,
    *,
    with_events: bool = False,
    halts: bool = False,
) -> Table[S]:
    """Return a table after `action`, on one path of luck."""
    other: Table[S] = Table(table.scenario, dice, table.house)
    other.restore(Snapshot(table.position, dice.mark()))
    # The options are the same on every path, and listing them can be the slowest part.
    other._options = table.options
    other.events = [] if with_events else None
    other.halts = halts
    other.choose(action)
    return other


def outcomes_at(
    scenario: Scenario,
    state: S,
    phases: Iterable[Phase[S]],
    house: Any = None,
    *,
    result: Any = None,
    most: int = MOST_BRANCHES,
) -> list[Branch[S]]:
    """Like `outcomes`, from a position that `Table.at` sets up with the same arguments.

    `phases` must be of the game's own kinds, and lead to a decision or the end. `state` does not change.
    """
    written: Table[S] = Table(scenario, BranchingDice(), house)
    written.state, written.schedule, written.result = state, list(phases), result

    def play(dice: BranchingDice) -> Table[S]:
        copy = written.clone(dice)
        return Table.at(scenario, copy.state, copy.schedule, dice, house, result=copy.result)

    return merge(explore(play, most))


def explore(play: Callable[[BranchingDice], T], most: int) -> Iterator[tuple[Fraction, T]]:
    """Play every path once; yield its probability, and the result of `play` with its dice.

    Raises TooManyBranches, even if it is a bot that rolls too much.
    """
    dice: BranchingDice | None = BranchingDice(most)
    while dice is not None:
        try:
            result = play(dice)
        except GameError as error:
            if isinstance(error.__cause__, TooManyBranches):
                raise error.__cause__ from None
            raise
        path, dice = dice, dice.turn()
        yield path.probability, result


def merge(paths: Iterable[tuple[Fraction, Table[S]]]) -> list[Branch[S]]:
    """Merge paths to equal positions into one branch each, the likeliest first."""
    odds: dict[bytes, Fraction] = {}
    tables: dict[bytes, Table[S]] = {}
    for probability, table in paths:
        odds[table.position] = odds.get(table.position, Fraction(0)) + probability
        tables.setdefault(table.position, table)
    likeliest = sorted(odds, key=lambda position: (-odds[position], position))
    return [Branch(odds[position], tables[position]) for position in likeliest]


def distribution(branches: Iterable[Branch[S]], key: Callable[[Table[S]], K]) -> dict[K, Fraction]:
    """Return the probability of each value of `key`, in the order of the branches."""
    odds: dict[K, Fraction] = {}
    for probability, table in branches:
        value = key(table)
        odds[value] = odds.get(value, Fraction(0)) + probability
    return odds
