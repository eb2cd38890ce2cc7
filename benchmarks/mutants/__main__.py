"""Draws mutants, or sees which of them a suite kills: ``python -m benchmarks.mutants draw|run``.

``draw`` (needs cosmic-ray) writes ``mutants.jsonl`` next to this module. ``run`` clones a checkout, runs
its tests on each mutant, and adds a line for each to a file of results. Run again with the same file, it
continues where it stopped. With the results of another suite, it first tries the test that killed a
mutant there, prints what differs, and exits with 1 if this suite kills fewer.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import arguments
from benchmarks.mutants import drawing
from benchmarks.mutants.bench import Bench
from benchmarks.mutants.mutant import KEPT, Mutant, read, write
from benchmarks.mutants.running import STALE, Results, run

ROOT = Path(__file__).parents[2]


def print_table(mutants: Sequence[Mutant], results: Results) -> None:
    """Print the survivors, and a row of figures for each file."""
    for mutant in results.left(mutants):
        print(f"\n{mutant.id} survives\n  - {'  - '.join(mutant.was)}\n  + {'  + '.join(mutant.now)}")
    of = Counter(mutant.file for mutant in mutants)
    killed = Counter(mutant.file for mutant in mutants if results.killer(mutant))
    left = Counter(mutant.file for mutant in results.left(mutants))
    print(f"\n{'':<40}{'mutants':>9}{'killed':>9}{'survive':>9}{'stale':>9}")
    stale = Counter(mutant.file for mutant in mutants if results.found[mutant.id] == STALE)
    for file, count in of.items():
        print(f"{file:<40}{count:>9}{killed[file]:>9}{left[file]:>9}{stale[file]:>9}")
    print(f"{'all':<40}{of.total():>9}{killed.total():>9}{left.total():>9}{stale.total():>9}")


def compare(mutants: Sequence[Mutant], results: Results, before: Results) -> int:
    """Print what only one of two suites kills; return 1 if this one kills fewer mutants."""
    fresh = [m for m in mutants if STALE not in (results.found[m.id], before.found.get(m.id))]
    lost = [m for m in fresh if before.killer(m) and not results.killer(m)]
    won = [m for m in fresh if results.killer(m) and not before.killer(m)]
    for mutant in lost:
        print(f"no longer killed: {mutant.id}, which {before.killer(mutant)} killed")
    for mutant in won:
        print(f"newly killed: {mutant.id}, by {results.killer(mutant)}")
    was, now = (sum(bool(suite.killer(m)) for m in fresh) for suite in (before, results))
    print(f"killed before: {was}, now: {now}, of {len(fresh)}")
    return int(now < was)


def main(asked: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    if asked.command == "draw":
        about, mutants = drawing.draw(ROOT, asked.seed, asked.count)
        write(KEPT, about, mutants)
        print(f"{len(mutants)} mutants of {len(about.files)} files are in {KEPT.relative_to(ROOT)}")
        return 0
    _, mutants = read(KEPT)
    results, before = Results(asked.out), Results(asked.before)
    with TemporaryDirectory(prefix="mutants-") as folder:
        folders = [Path(folder, str(number)) for number in range(asked.jobs)]
        run(mutants, [Bench(path, asked.checkout, asked.revision) for path in folders], results, before)
    print_table(mutants, results)
    return compare(mutants, results, before) if asked.before else 0


if __name__ == "__main__":
    reader = arguments.parser("benchmarks.mutants", __doc__)
    commands = reader.add_subparsers(dest="command", required=True)
    drawer = commands.add_parser("draw", help="draw new mutants")
    drawer.add_argument("--seed", default="1", help="1 by default")
    drawer.add_argument("--count", type=arguments.number, default=400, help="400 by default")
    runner = commands.add_parser("run", help="see which mutants a suite kills")
    runner.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file of results")
    runner.add_argument("--checkout", type=Path, default=ROOT, help="this one by default")
    runner.add_argument("--revision", default="HEAD", help="a commit of it; HEAD by default")
    runner.add_argument("--before", type=Path, metavar="FILE", help="the results of another suite")
    runner.add_argument("--jobs", type=arguments.number, default=1, help="1 by default")
    sys.exit(main(reader.parse_args()))
