"""``simulate``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from sandtable import SandtableError, ShellCommand, listing, number_of
from sandtable.tooling import (
    HUMAN,
    Batch,
    Interrupted,
    Job,
    Parser,
    Workers,
    add_file,
    add_house_rules,
    add_json,
    add_scenario,
    add_seats,
    as_json,
    bar,
    catalog,
    clipped,
    machine,
    nearest,
    new_file,
    pairs,
    read_seed,
    ready_job,
    summary,
    visible,
    waiting,
)
from sandtable_tools.lab.batch import UNTIL_TAKES, Limits, play_points
from sandtable_tools.lab.batch_file import BatchFile, equalize
from sandtable_tools.lab.batch_files import batch_header
from sandtable_tools.lab.output_files import batch_files, check_page, refuse_same
from sandtable_tools.lab.sweep import Point, points
from sandtable_tools.lab.target import NearestPoint, TargetShare, document, nearest_point, usual_target
from sandtable_tools.lab.terminal_tables import columns, lines, suggestion, sweep_lines

USUAL_GAMES, MOST_GAMES = 100, 10_000
"""The default number of games, and with ``--until`` the default maximum."""


def simulate(arguments: argparse.Namespace) -> int:
    """Play a batch of games between bots, or one for every point of a sweep, and print the results."""
    job, target = _job(arguments), _target(arguments)
    plan = points(job, pairs.axes(arguments.sweep), catalog())
    _remark_on_time(job)
    batches = _played(arguments, job, plan)
    swept, missed = bool(arguments.sweep), _missed_outcomes(target, batches)
    goal = target or (usual_target(list(job.seats)) if swept else None)
    best = nearest_point(batches, goal) if goal and not missed else None
    write_errors = _write_page(arguments.html, plan, batches, best)
    if arguments.json:
        print(as_json(_swept(plan, batches, best) if swept else _single(plan, batches[0], best)))
    elif swept:
        print("\n".join(sweep_lines(plan, batches, best, columns())))
    else:
        suggested = suggestion(best, plan, columns()) if best else ()
        print("\n".join([*lines(batches[0], columns()), *suggested]))
    if missed or write_errors:
        raise SandtableError("; ".join([*missed, *write_errors]))
    return 0


def _job(arguments: argparse.Namespace) -> Job:
    """The job to play. Raises SandtableError if a part of it does not exist."""
    scenario = catalog().scenario(arguments.scenario)
    seats = scenario.game.seats
    named = pairs.players(arguments.seat, scenario.game, catalog().bots)
    for seat, player in named.items():
        if player == HUMAN:
            raise SandtableError(f"--seat {seat}={HUMAN}: simulate plays bots only; play is for humans")
    players = dict.fromkeys(seats, "scripted") | named
    text = scenario.text if scenario.bare else ""
    house = pairs.house_rules(arguments.set, scenario.game)
    return Job(scenario.id, players, read_seed(arguments.seed), house, text, scenario.own_parts)


def _remark_on_time(job: Job) -> None:
    """Warn about bots that think for a given time, and so do not always choose the same."""
    bots = ready_job(job).bots
    timed = [
        f"{seat} {job.seats[seat]}"
        for seat, bot in bots.items()
        if getattr(getattr(bot, "budget", None), "seconds", None) is not None
    ]
    if timed:
        _tell(f"{' and '.join(timed)} thinks by the clock, so its games differ each time")


def _target(arguments: argparse.Namespace) -> TargetShare | None:
    if arguments.target is None:
        return None
    outcomes, share = pairs.share_of(arguments.target)
    return TargetShare(share, outcomes)


def _missed_outcomes(target: TargetShare | None, batches: Sequence[Batch]) -> list[str]:
    """The remark if no game ended with an outcome of the target, which may be misspelt."""
    occurred = list(dict.fromkeys(name for batch in batches for name in batch.outcomes))
    missing = [name for name in (target.outcomes if target else ()) if name not in occurred]
    return [f'--target: no game ended "{name}"; {_suggested_name(name, occurred)}' for name in missing]


def _suggested_name(name: str, seen: Sequence[str]) -> str:
    close = nearest(name, seen)
    if close:
        return f'did you mean "{close}"?'
    return f"the outcomes were {listing(seen)}" if seen[1:] else f"each game ended {seen[0]}"


def _played(arguments: argparse.Namespace, job: Job, plan: Sequence[Point]) -> list[Batch]:
    """A batch for each point, newly played or kept from before."""
    games, until = arguments.games, _until(arguments.until)
    if games is None:
        games = USUAL_GAMES if until is None else MOST_GAMES
    limits = Limits(games, until)
    refuse_same({f"--{kind}": getattr(arguments, kind) for kind in ("csv", "jsonl", "html")})
    check_page(arguments.html)
    with ExitStack() as stack:
        workers = stack.enter_context(_workers(arguments, plan))
        head = batch_header(job, plan, catalog())
        opened = batch_files(arguments.jsonl, arguments.csv, head, len(plan), resume=arguments.resume)
        files = [stack.enter_context(file) for file in opened]
        for file in files:
            if file.remark:
                _tell(file.remark)
        equalize(files)
        done = sum(min(games, len(found)) for found in files[0].found) if files else 0
        progress = stack.enter_context(bar(games * len(plan), done, until))
        try:
            return play_points(plan, limits, workers, files=files, progress=progress)
        except KeyboardInterrupt:
            raise Interrupted(_how_to_resume(files)) from None


def _until(typed: str | None) -> float | None:
    """The half-width that was typed. Raises SandtableError if it is not between 0 and 0.5."""
    if typed is None:
        return None
    half = pairs.fraction(typed)
    if half is None or not 0 < half < 0.5:
        raise SandtableError(f'{UNTIL_TAKES}, not "{clipped(typed)}"')
    return half


def _workers(arguments: argparse.Namespace, plan: Sequence[Point]) -> AbstractContextManager[Workers]:
    """The workers: this machine, or a cluster, which is checked before anything is played."""
    if arguments.cluster is None:
        return machine(1 if arguments.jobs is None else arguments.jobs)
    if arguments.jobs is not None:
        raise SandtableError("--jobs and --cluster do not go together")
    from sandtable_tools.lab.cluster import cluster  # noqa: PLC0415 (an extra, and slow to import)

    return cluster(arguments.cluster, [point.job for point in plan], _tell)


def _tell(line: str) -> None:
    """Print a remark on standard error, in place of the progress bar if there is one."""
    waiting.erase()
    print(f"sandtable: {visible(line)}", file=sys.stderr)


def _how_to_resume(files: Sequence[BatchFile]) -> str:
    """The message after Ctrl-C."""
    if not files:
        return "stopped; nothing was kept (--jsonl FILE keeps the games as they come)"
    file = files[0]
    games = number_of(file.games, "game")
    return f"stopped with {games} in {file.path}; the same command with --resume continues"


def _write_page(
    name: str | None,
    plan: Sequence[Point],
    batches: Sequence[Batch],
    best: NearestPoint | None,
) -> list[str]:
    """Write the page, if there is one to write; return why if that is impossible."""
    if name is None:
        return []
    from sandtable_tools.lab.batch_page import page  # noqa: PLC0415 (only where it is wanted)

    text = page(plan, batches, best)
    try:
        with new_file(name) as file:
            file.write(text)
    except SandtableError as error:
        return [str(error)]
    return []


def _single(plan: Sequence[Point], batch: Batch, best: NearestPoint | None) -> dict[str, Any]:
    return summary(batch) | ({"best": document(best, plan)} if best else {})


def _swept(plan: Sequence[Point], batches: Sequence[Batch], best: NearestPoint | None) -> dict[str, Any]:
    """A sweep as one JSON document."""
    points = [
        {"settings": point.settings, **summary(batch)}
        for point, batch in zip(plan, batches, strict=True)
    ]
    common = {key: points[0][key] for key in ("game", "scenario", "seed", "seats")}
    return {
        **common,
        "sweep": points,
        "best": document(best, plan) if best else None,
    }


def _arguments(parser: Parser) -> None:
    add_scenario(parser)
    parser.add_argument(
        "--games", type=int, metavar="N", help="games to play (100); with --until, at most (10,000)"
    )
    parser.add_argument("--seed", default="1", help="a number or a word; it decides all luck")
    add_seats(parser, "BOT")
    add_house_rules(parser)
    until = "stop when the 95 percent interval of every share reaches at most W (0.02) to each side"
    parser.add_argument("--until", metavar="W", help=until)
    sweep = "play with each value of a key of the scenario's file, or of a house rule: set.OPTION=A,B"
    parser.add_argument("--sweep", action="append", default=[], metavar="KEY=A,B,C", help=sweep)
    target = "name the swept value nearest to this share (default: the first seat wins half)"
    parser.add_argument("--target", metavar="OUTCOME[+OUTCOME]=SHARE", help=target)
    parser.add_argument("--jobs", type=int, metavar="J", help="processes (1)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="play on the workers of this dask scheduler"
    )
    add_file(parser, "--csv", "write a row for each game")
    add_file(parser, "--jsonl", "write a line for each game, after a header")
    parser.add_argument("--resume", action="store_true", help="continue the file of --csv or --jsonl")
    add_file(parser, "--html", "write a batch page: the figures with pictures")
    add_json(parser)


SIMULATE = ShellCommand(
    run=simulate,
    arguments=_arguments,
    examples=(
        "sandtable simulate lrdg/benghazi-road --games 20",
        "sandtable simulate megiddo/1918 --games 20 --seat british=random --csv games.csv",
    ),
)
