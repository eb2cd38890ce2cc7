"""The changes of the odds with some lines of a game."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from sandtable import SeededDice, Session, Snapshot
from sandtable.tooling import BOT_SIDES, Progress
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.worlds import World, scripted

BUDGET = Budget(seconds=3)
"""A player who has just ended a game waits at most this long for it."""

FEWEST, ENOUGH = 4, 24
"""Fewer worlds than FEWEST show nothing about the odds; more than ENOUGH show nothing new."""


def swings(
    session: Session, seat: str, lines: Sequence[int], budget: Budget = BUDGET
) -> Generator[Progress, None, Mapping[int, float]]:
    """The change of a seat's average result with each of some lines; empty if time is short.

    Scripted players play the positions before and after each line out, in worlds with the same luck.
    An interrupt (Ctrl-C) ends it early.
    """
    steps = session.history.done
    places = [place for place, step in enumerate(steps) if step.entry.n in lines]
    if not places:
        return {}
    table = session.table.clone(SeededDice(0))
    ends = [step.before for step in steps] + [Snapshot(session.table.position, {})]
    players, luck, clock = scripted(table.game), SeededDice("swings"), budget.clock()
    positions = sorted({*places, *(place + 1 for place in places)})
    sums, worlds, games = dict.fromkeys(positions, 0), 0, 0

    def result(place: int, world: int) -> int:
        table.restore(Snapshot(ends[place].position, {}))
        outcome = table.outcome
        return (outcome or World(table, world).outcome((), players)).returns.get(seat, 0)

    try:
        while worlds < ENOUGH and clock.fits(games, len(positions), 1.0):
            world, results = luck.roll(sides=BOT_SIDES)[0], dict[int, int]()
            for place in positions:
                if clock.part(games) < 1:  # a game may take longer than all those before
                    yield Progress(max(clock.part(games), worlds / ENOUGH), games)
                    results[place] = result(place, world)
                    games += 1
            if len(results) < len(positions):
                break
            sums = {place: sums[place] + results[place] for place in positions}
            worlds += 1
    except KeyboardInterrupt:
        pass
    if worlds < FEWEST:
        return {}
    return {steps[place].entry.n: (sums[place + 1] - sums[place]) / worlds for place in places}
