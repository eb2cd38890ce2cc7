"""How good hints are: ``python -m benchmarks.hints [DECISIONS] [--time 100] [--times 10] [--jobs 2]``.

A seed draws decisions from the recorded games. At each a hint is asked for, and another one with so many
times the budget and luck of its own, in which the first one's best move is tried to the end. Then it
says how often nothing is said, and how good the best moves are by what the longer run found. With
``--times 0`` there is no longer run.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, median
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks import words
from sandtable import Seat, SeededDice
from sandtable.base.errors import SandtableError
from sandtable.record.replay import Replay
from sandtable.shell import GARBAGE
from sandtable_tools.advice import budget as clock
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.hints import Hint, TriedMove, hint
from sandtable_tools.advice.moves import alike

SAVES = sorted((Path(__file__).parents[1] / "saves").glob("*.jsonl"))
SEED = "hints"
DECISIONS = 40


class Asked(NamedTuple):
    """A decision of a recorded game: the save, its line, and the seat that decides there."""

    save: str
    line: int
    seat: Callable[[str], Seat]
    """The seat, with dice of a seed."""


class Judged(NamedTuple):
    """What a hint said, and what a longer run found of its best move."""

    save: str
    said: Hint
    longer: Hint | None = None

    @property
    def speaks(self) -> bool:
        """Whether something is said of the moves."""
        return self.said.enough or bool(self.said.equal)

    @property
    def half(self) -> float:
        """Half the width of the interval of the best move's result."""
        return self.said.unit.figure(self.said.ranking[0].result).half

    @property
    def found(self) -> TriedMove:
        """The best move of the hint, in the longer run."""
        assert self.longer is not None
        named = alike(self.said.ranking[0].move)
        return next(one for one in self.longer.ranking if alike(one.move) == named)

    @property
    def missed(self) -> float:
        """How far it is behind the best of the longer run."""
        assert self.longer is not None
        gap = self.found.gap
        return self.longer.unit.change(gap.estimate).value if gap else 0.0

    @property
    def behind(self) -> bool:
        """Whether that is more than chance."""
        return bool(self.found.gap and self.found.gap.behind)


def drawn(number: int, seed: str = SEED) -> Asked:
    """Decision `number`, from 0 on: one with 2 options or more, from each save in turn."""
    path = SAVES[number % len(SAVES)]
    session = Replay(path).run()
    table = session.table.clone(SeededDice(0))
    free = []
    for step in session.history.done:
        table.restore(step.before._replace(dice={}))
        if len(table.options) > 1:
            free.append(step)
    step = SeededDice(f"{seed} {number}").pick(free)
    table.restore(step.before._replace(dice={}))

    def seat(luck: str) -> Seat:
        return Seat(table, table.decision.seat, SeededDice(f"{seed} {number} {luck}"), tuple)

    return Asked(path.stem, step.entry.n, seat)


def judged(asked: Asked, short: Budget, long: Budget | None, jobs: int) -> Judged:
    """Ask for a hint and, where it says something, for the longer one."""
    said = hint(asked.seat("short"), short, jobs=jobs)
    if long is None or not said.enough:
        return Judged(asked.save, said)
    best = said.ranking[0].move
    return Judged(asked.save, said, hint(asked.seat("long"), long, best, jobs=jobs))


def line(asked: Asked, one: Judged, seconds: float) -> str:
    """One decision in a line."""
    said = one.said
    moves = len(said.ranking) + len(said.untried) + len(said.equal)
    head = f"{asked.save:<24}{asked.line:>4}{moves:>5} moves{said.playouts:>7} games{seconds:>7.1f} s  "
    if said.equal:
        return f"{head}all moves do the same"
    if not one.speaks:
        return f"{head}nothing is said"
    told = f"{len(said.level)} of {len(said.last)} level, +- {one.half:.1f}"
    if one.longer is None:
        return f"{head}{told}"
    return f"{head}{told}; behind by {one.missed:.1f}{' beyond chance' if one.behind else ''}"


def summary(found: Sequence[Judged]) -> list[str]:
    """What came of all decisions."""
    said = [one for one in found if one.said.enough]
    checked = [one for one in said if one.longer]
    texts = [
        f"something is said at {sum(one.speaks for one in found)} of {len(found)} decisions",
        f"moves that are level with the best: {mean(len(one.said.level) for one in said):.1f}"
        f" of {mean(len(one.said.ranking) + len(one.said.untried) for one in said):.1f}",
    ]
    if checked:
        within = sum(one.missed <= one.half for one in checked)
        behind = sum(one.behind for one in checked)
        texts += [
            f"the best is within its interval of the longer run's best: {within} of {len(checked)}",
            f"it is not behind that one beyond chance: {len(checked) - behind} of {len(checked)}",
        ]
    for kind, percent in (("chances, in %", True), ("points", False)):
        some = [one for one in said if one.said.unit.percent is percent]
        missed = [one.missed for one in some if one.longer]
        if some:
            text = f"{kind}: interval +- {median(one.half for one in some):.1f} (the median)"
            text += f", behind by {mean(missed):.2f} (the mean)" if missed else ""
            texts.append(f"{text}, {len(some)} decisions")
    return texts


def rows(decisions: range, short: Budget, long: Budget | None, jobs: int, seed: str = SEED) -> None:
    """Print a line for each decision, then what came of all."""
    found = []
    for number in decisions:
        asked = drawn(number, seed)
        began = perf_counter()
        found.append(judged(asked, short, long, jobs))
        print(line(asked, found[-1], perf_counter() - began), flush=True)
    print(*summary(found), sep="\n")


def speed_up(games: int) -> float:
    """How much faster a hint is on two processes than on one."""
    took = []
    for jobs in (1, 2):
        asked = drawn(SAVES.index(SAVES[0].with_name("lrdg-tobruk.jsonl")))
        began = perf_counter()
        hint(asked.seat("short"), Budget(playouts=games), jobs=jobs)
        took.append(perf_counter() - began)
    return took[0] / took[1]


def budget(typed: str) -> Budget:
    """A budget as a hint takes it."""
    try:
        return Budget.read(typed)
    except SandtableError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def times(one: Budget, factor: int) -> Budget | None:
    """A budget so many times as large; None for none."""
    if not factor:
        return None
    return Budget(one.playouts and one.playouts * factor, one.seconds and one.seconds * factor)


def main() -> None:
    """Read the command line and print all rows."""
    reader = words.parser("benchmarks.hints", __doc__)
    words.counted(reader, "decisions", DECISIONS)
    reader.add_argument("--time", type=budget, default=budget("100"), help="of a hint: 100, or 10s")
    reader.add_argument("--times", type=int, default=10, help="how much longer the other run is: 10")
    reader.add_argument("--jobs", type=words.number, default=2, help="processes: 2")
    reader.add_argument("--seed", default=SEED, help=f"{SEED} unless told")
    reader.add_argument(
        "--busy", action="store_true", help="on a busy machine: seconds of the processor, one process"
    )
    asked = reader.parse_args()
    if asked.busy:
        clock.now, asked.jobs = process_time, 1
    gc.set_threshold(GARBAGE)
    began = perf_counter()
    rows(range(asked.decisions), asked.time, times(asked.time, asked.times), asked.jobs, asked.seed)
    print(f"{perf_counter() - began:.0f} seconds", file=sys.stderr)


if __name__ == "__main__":
    main()
