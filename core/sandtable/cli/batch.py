"""``simulate``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

from sandtable.cli.batch_table import lines, sweep_lines
from sandtable.cli.output import new_file
from sandtable.cli.pairs import axes, pairs, seats, share_of
from sandtable.cli.progress import bar as bar
from sandtable.errors import SandtableError
from sandtable.plugins import catalog
from sandtable.session import read_seed
from sandtable.simulate.batch import check, play_points
from sandtable.simulate.forms import Header, JsonLines, Rows, header
from sandtable.simulate.keeping import Form, Keeper
from sandtable.simulate.results import Batch, Job, as_json, summary
from sandtable.simulate.sweep import Point, points
from sandtable.simulate.target import Advice, Target, advice, document, in_words, usual
from sandtable.simulate.workers import Workers, machine
from sandtable.words import unknown, visible

GAMES, MOST = 100, 10_000
"""How many games are played when nobody says it: alone, and with ``--until`` at most."""


def simulate(arguments: argparse.Namespace) -> int:
    """Play a batch of games between bots, or one for every point of a sweep; say how they ended."""
    job, target = _job(arguments), _target(arguments)
    plan = points(job, axes(arguments.sweep), catalog())
    batches = _played(arguments, job, plan)
    swept = bool(arguments.sweep)
    found = advice(batches, target or usual(list(job.seats))) if swept or target else None
    _remark(target, batches)
    if arguments.html is not None:
        from sandtable.simulate.report import page  # noqa: PLC0415 (only where it is wanted)

        with new_file(arguments.html) as file:
            file.write(page(plan, batches, found))
    if arguments.json:
        print(as_json(_swept(plan, batches, found) if swept else _one(plan, batches[0], found)))
    elif swept:
        print("\n".join(sweep_lines(plan, batches, found)))
    else:
        print("\n".join([*lines(batches[0]), *(in_words(found, plan) if found else ())]))
    return 0


def _job(arguments: argparse.Namespace) -> Job:
    """What is to be played; SandtableError when a part of it is not there."""
    scenario = catalog().scenario(arguments.scenario)
    players = dict.fromkeys(scenario.game.seats, "scripted") | seats(arguments.seat, scenario.game.seats)
    if "human" in players.values():
        raise SandtableError("simulate is for bots; play is for humans")
    text = scenario.text if scenario.bare else ""
    house = pairs("set", arguments.set)
    return Job(scenario.id, players, read_seed(arguments.seed), house, text)


def _target(arguments: argparse.Namespace) -> Target | None:
    if arguments.target is None:
        return None
    outcomes, share = share_of(arguments.target)
    return Target(share, outcomes)


def _remark(target: Target | None, batches: Sequence[Batch]) -> None:
    """Say it when no game ended with an outcome that is wished; its name may be misspelt."""
    there = dict.fromkeys(name for batch in batches for name in batch.outcomes)
    for name in target.outcomes if target else ():
        if name not in there:
            print(f"sandtable: target: {visible(unknown('outcome', name, there))}", file=sys.stderr)


def _played(arguments: argparse.Namespace, job: Job, plan: Sequence[Point]) -> list[Batch]:
    """A batch for each point, as they are played or were kept."""
    games, until = arguments.games, arguments.until
    if games is None:
        games = GAMES if until is None else MOST
    check(games, until)
    with ExitStack() as stack:
        workers = stack.enter_context(_workers(arguments, plan))
        keepers = [stack.enter_context(one) for one in _keepers(arguments, job, plan)]
        progress = stack.enter_context(bar(games * len(plan)))
        try:
            return play_points(plan, games, workers, until=until, keepers=keepers, progress=progress)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(_going_on(keepers)) from None


def _workers(arguments: argparse.Namespace, plan: Sequence[Point]) -> AbstractContextManager[Workers]:
    """Who plays: this machine, or a cluster, looked at before anything is played."""
    if arguments.cluster is None:
        return machine(arguments.jobs)
    from sandtable.simulate.cluster import cluster  # noqa: PLC0415 (an extra, and slow to import)

    return cluster(arguments.cluster, [point.job for point in plan])


def _keepers(arguments: argparse.Namespace, job: Job, plan: Sequence[Point]) -> Iterator[Keeper]:
    """The files in which the games are kept; what stood in the first of them counts."""
    forms: list[tuple[Callable[[Header], Form], str | None]]
    forms = [(JsonLines, arguments.jsonl), (Rows, arguments.csv)]
    wanted = [(form, name) for form, name in forms if name is not None]
    if arguments.resume and not wanted:
        raise SandtableError("--resume goes on with the file of --jsonl or --csv: name it")
    head, resume = header(job, plan, catalog()), arguments.resume
    for form, name in wanted:
        path = Path(name)
        if not (resume and path.exists()):
            with new_file(name):
                pass
        keeper = Keeper(path, form(head), len(plan), resume=resume)
        if keeper.remark:
            print(f"sandtable: {visible(keeper.remark)}", file=sys.stderr)
        yield keeper
        resume = False  # the others are written anew from the first


def _going_on(keepers: Sequence[Keeper]) -> str:
    """What is said after Ctrl-C."""
    if not keepers:
        return "stopped; nothing was kept (--jsonl FILE keeps the games as they come)"
    kept = sum(map(len, keepers[0].found))
    return f"stopped with {kept} games in {keepers[0].path}; the same command with --resume goes on"


def _one(plan: Sequence[Point], batch: Batch, found: Advice | None) -> dict[str, Any]:
    return summary(batch) | ({"best": document(found, plan)} if found else {})


def _swept(plan: Sequence[Point], batches: Sequence[Batch], found: Advice | None) -> dict[str, Any]:
    """A sweep as one JSON document."""
    points = [
        {"settings": one.settings, **summary(batch)} for one, batch in zip(plan, batches, strict=True)
    ]
    same = {key: points[0][key] for key in ("game", "scenario", "seed", "seats")}
    return {**same, "sweep": points, "best": document(found, plan) if found else None}
