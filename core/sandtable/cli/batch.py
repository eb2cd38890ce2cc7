"""``simulate``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from sandtable.cli.output import new_file
from sandtable.cli.pairs import pairs, seats
from sandtable.errors import SandtableError
from sandtable.plugins import catalog
from sandtable.session import read_seed
from sandtable.simulate import Batch, Job, as_json, summary, write_csv
from sandtable.simulate import simulate as run


def simulate(arguments: argparse.Namespace) -> int:
    """Play a batch of games between bots and say how they ended."""
    scenario = catalog().scenario(arguments.scenario)
    players = dict.fromkeys(scenario.game.seats, "scripted") | seats(arguments.seat, scenario.game.seats)
    if "human" in players.values():
        raise SandtableError("simulate is for bots; play is for humans")
    typed = arguments.scenario if scenario.bare else scenario.id
    job = Job(typed, players, read_seed(arguments.seed), pairs("set", arguments.set))
    with nullcontext() if arguments.csv is None else new_file(arguments.csv) as file:
        with bar(arguments.games) as progress:
            batch = run(job, arguments.games, arguments.jobs, progress)
        if file:
            write_csv(batch, file)
    print(as_json(summary(batch)) if arguments.json else "\n".join(_table(batch)))
    return 0


@contextmanager
def bar(games: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on standard error, when that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 (slow to import)
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("games", total=games)
        yield lambda done: shown.update(task, advance=done)


def _table(batch: Batch) -> Iterator[str]:
    games = len(batch.results)
    players = ", ".join(f"{seat} {player}" for seat, player in batch.job.seats.items())
    yield f"{batch.scenario}: {games} games, seed {batch.job.seed}, {players}"
    for outcome, count in batch.outcomes.items():
        yield f"  {outcome:<20}{count:>6}  {count / games:6.1%}"
    for name, mean in batch.metrics.items():
        yield f"  mean {name:<30}{mean:>8.2f}"
    actions = sum(result.actions for result in batch.results)
    yield f"  {actions} actions in {batch.seconds:.1f} seconds"
