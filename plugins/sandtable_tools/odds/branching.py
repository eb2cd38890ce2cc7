"""Exact odds: every position that an action can lead to, and how likely each of them is.

Dice that branch play each way in which luck can fall, once, up to the next decision or the
end of the game; ways to equal positions are then one outcome. Probabilities are fractions:
those of all outcomes add up to exactly 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from sandtable import Action, Dice, Event, Phase, Scenario, Snapshot, Table
from sandtable_tools.odds.branching_dice import MOST_BRANCHES, BranchingDice, ProbingDice

S = TypeVar("S")
K = TypeVar("K")


class Branch(NamedTuple, Generic[S]):
    """One outcome: how likely it is (above 0, up to 1), and a table in that position.

    Its dice have rolled their last: to play on, `clone` the table with others. Its rolls
    are an example, those of the first way that led here.
    """

    probability: Fraction
    table: Table[S]


def outcomes(table: Table[S], action: Action, *, most: int = MOST_BRANCHES) -> list[Branch[S]]:
    """Every different position that choosing `action` can lead to, the likeliest first.

    Equally likely ones are in the order of their bytes. The table itself, its dice and its
    events stay as they are, and nobody is told anything. It is taken as it is, with all that
    is hidden in it: whoever asks for a seat passes `table.imagine(seat, dice)`.

    Raises IllegalAction, and TooManyBranches where luck can fall in more than `most` ways.
    """
    return merged(explore(lambda dice: _play(table, action, dice), most))


def ways(table: Table[S], action: Action, *, most: int, halts: bool = False) -> Iterator[Branch[S]]:
    """Every way in which luck can fall when `action` is chosen, one by one, as `outcomes` plays them.

    The `events` of their tables are those that were told on the way. With `halts` they end where
    something new opens.
    """
    return explore(lambda dice: _play(table, action, dice, told=True, halts=halts), most)


def size(table: Table[S], action: Action, luck: Dice, probes: int, *, halts: bool = False) -> float:
    """About how many `ways` there are: the mean of some probes, none of which need be near it."""
    sizes = []
    for _ in range(probes):
        dice = ProbingDice(luck)
        _play(table, action, dice, halts=halts)
        sizes.append(dice.size)
    return sum(sizes) / probes


def other_events(branch: Branch[S], before: Table[S], action: Action) -> list[Event]:
    """What one of the `ways` from `before` tells when luck shows other faces of the same answers."""
    dice = branch.table.dice
    if not (isinstance(dice, BranchingDice) and shows_others(branch)):
        return branch.table.events or []
    again = _play(before, action, dice.again(), told=True, halts=branch.table.halts)
    return again.events or []


def shows_others(branch: Branch[S]) -> bool:
    """Whether luck could have shown other faces on a way, and come to the same."""
    dice = branch.table.dice
    return isinstance(dice, BranchingDice) and bool(dice.loose)


def _play(
    table: Table[S], action: Action, dice: BranchingDice, *, told: bool = False, halts: bool = False
) -> Table[S]:
    """A table on which `action` was chosen, with one path of luck."""
    other: Table[S] = Table(table.scenario, dice, table.house)
    other.restore(Snapshot(table.position, dice.mark()))
    # What is legal is the same on every path, and listing it can be the dearest part.
    other._options = table.options
    other.events = [] if told else None
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
    """As `outcomes`, for a written position: what `Table.at` can come to, which takes the same.

    `phases` are of the game's own kinds, and lead to a decision or the end; `state` stays
    as it is.
    """
    written: Table[S] = Table(scenario, BranchingDice(), house)
    written.state, written.schedule, written.result = state, list(phases), result

    def play(dice: BranchingDice) -> Table[S]:
        copy = written.clone(dice)
        return Table.at(scenario, copy.state, copy.schedule, dice, house, result=copy.result)

    return merged(explore(play, most))


def explore(play: Callable[[BranchingDice], Table[S]], most: int) -> Iterator[Branch[S]]:
    """Play every path once."""
    dice: BranchingDice | None = BranchingDice(most)
    while dice is not None:
        table = play(dice)
        here, dice = dice, dice.turn()
        yield Branch(here.probability, table)


def merged(branches: Iterable[Branch[S]]) -> list[Branch[S]]:
    """Put those together that come to equal positions, the likeliest first."""
    odds: dict[bytes, Fraction] = {}
    tables: dict[bytes, Table[S]] = {}
    for probability, table in branches:
        odds[table.position] = odds.get(table.position, Fraction(0)) + probability
        tables.setdefault(table.position, table)
    likeliest = sorted(odds, key=lambda position: (-odds[position], position))
    return [Branch(odds[position], tables[position]) for position in likeliest]


def distribution(branches: Iterable[Branch[S]], key: Callable[[Table[S]], K]) -> dict[K, Fraction]:
    """How likely each value is that `key` reads off a table, in the order of the branches."""
    odds: dict[K, Fraction] = {}
    for probability, table in branches:
        value = key(table)
        odds[value] = odds.get(value, Fraction(0)) + probability
    return odds
