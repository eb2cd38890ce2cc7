"""The quality of hints: ``python -m benchmarks.hints [DECISIONS] [--time 100] [--times 10] [--jobs 2]``.

A seed draws decisions from the recorded games. Each gets a hint, and a second hint with a larger
budget and its own luck, which tries the best move of the first to the end. It prints how often a hint
says nothing, and how good the best moves are in the longer run. With ``--times 0`` there is no longer
run.
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
from sandtable.record.replay import Replay
from sandtable.text.errors import SandtableError
from sandtable_shell.command_line import GARBAGE
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
    """A hint, and the longer run that judges its best move."""

    save: str
    hint: Hint
    longer: Hint | None = None

    @property
    def speaks(self) -> bool:
        """Whether the hint says anything about the moves."""
        return self.hint.enough or bool(self.hint.equal)

    @property
    def half(self) -> float:
        """Half the width of the interval of the best move's result."""
        return self.hint.unit.figure(self.hint.ranking[0].result).half

    @property
    def found(self) -> TriedMove:
        """The best move of the hint, in the longer run."""
        assert self.longer is not None
        named = alike(self.hint.ranking[0].move)
        return next(ranked for ranked in self.longer.ranking if alike(ranked.move) == named)

    @property
    def missed(self) -> float:
        """The lead of the longer run's best move over the hint's."""
        assert self.longer is not None
        gap = self.found.gap
        return self.longer.unit.change(gap.estimate).value if gap else 0.0

    @property
    def behind(self) -> bool:
        """Whether the best move is behind by more than chance explains."""
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
    """Ask for a hint and, if it says something, for the longer one."""
    first = hint(asked.seat("short"), short, jobs=jobs)
    if long is None or not first.enough:
        return Judged(asked.save, first)
    best = first.ranking[0].move
    return Judged(asked.save, first, hint(asked.seat("long"), long, best, jobs=jobs))


def line(asked: Asked, verdict: Judged, seconds: float) -> str:
    """One decision in a line."""
    first = verdict.hint
    moves = len(first.ranking) + len(first.untried) + len(first.equal)
    head = f"{asked.save:<24}{asked.line:>4}{moves:>5} moves{first.playouts:>7} games{seconds:>7.1f} s  "
    if first.equal:
        return f"{head}all moves do the same"
    if not verdict.speaks:
        return f"{head}nothing is said"
    level = f"{len(first.level)} of {len(first.last)} level, +- {verdict.half:.1f}"
    if verdict.longer is None:
        return f"{head}{level}"
    return f"{head}{level}; behind by {verdict.missed:.1f}{' beyond chance' if verdict.behind else ''}"


def summary(found: Sequence[Judged]) -> list[str]:
    """The summary of all decisions."""
    speaking = [verdict for verdict in found if verdict.hint.enough]
    hints = [verdict.hint for verdict in speaking]
    checked = [verdict for verdict in speaking if verdict.longer]
    texts = [
        f"something is said at {sum(verdict.speaks for verdict in found)} of {len(found)} decisions",
        f"moves that are level with the best: {mean(len(each_hint.level) for each_hint in hints):.1f}"
        f" of {mean(len(each_hint.ranking) + len(each_hint.untried) for each_hint in hints):.1f}",
    ]
    if checked:
        within = sum(verdict.missed <= verdict.half for verdict in checked)
        behind = sum(verdict.behind for verdict in checked)
        texts += [
            f"the best is within its interval of the longer run's best: {within} of {len(checked)}",
            f"it is not behind that one beyond chance: {len(checked) - behind} of {len(checked)}",
        ]
    for kind, percent in (("chances, in %", True), ("points", False)):
        verdicts = [verdict for verdict in speaking if verdict.hint.unit.percent is percent]
        missed = [verdict.missed for verdict in verdicts if verdict.longer]
        if verdicts:
            text = f"{kind}: interval +- {median(verdict.half for verdict in verdicts):.1f} (the median)"
            text += f", behind by {mean(missed):.2f} (the mean)" if missed else ""
            texts.append(f"{text}, {len(verdicts)} decisions")
    return texts


def rows(decisions: range, short: Budget, long: Budget | None, jobs: int, seed: str = SEED) -> None:
    """Print a line for each decision, then the summary."""
    found = []
    for number in decisions:
        asked = drawn(number, seed)
        began = perf_counter()
        found.append(judged(asked, short, long, jobs))
        print(line(asked, found[-1], perf_counter() - began), flush=True)
    print(*summary(found), sep="\n")


def speed_up(games: int) -> float:
    """The speed-up of a hint on two processes."""
    took = []
    for jobs in (1, 2):
        asked = drawn(SAVES.index(SAVES[0].with_name("lrdg-tobruk.jsonl")))
        began = perf_counter()
        hint(asked.seat("short"), Budget(playouts=games), jobs=jobs)
        took.append(perf_counter() - began)
    return took[0] / took[1]


def budget(typed: str) -> Budget:
    """A budget from its text, for argparse."""
    try:
        return Budget.read(typed, "a budget")
    except SandtableError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def times(budget: Budget, factor: int) -> Budget | None:
    """A budget multiplied by `factor`; None without one."""
    if not factor:
        return None
    return Budget(
        budget.playouts and budget.playouts * factor, budget.seconds and budget.seconds * factor
    )


def main() -> None:
    """Read the command line and print all rows."""
    reader = words.parser("benchmarks.hints", __doc__)
    words.counted(reader, "decisions", DECISIONS)
    reader.add_argument("--time", type=budget, default=budget("100"), help="of a hint: 100, or 10s")
    reader.add_argument("--times", type=int, default=10, help="how much longer the other run is: 10")
    reader.add_argument("--jobs", type=words.number, default=2, help="processes: 2")
    reader.add_argument("--seed", default=SEED, help=f"{SEED} by default")
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
