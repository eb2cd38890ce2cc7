"""``simulate``: play many games between bots and print figures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

from sandtable import HUMAN, SandtableError, ShellCommand, listing, number_of
from sandtable.tooling import catalog, clip, nearest_to, printing, read_seed, signals
from sandtable_batch import Batch, Job, Workers, local_workers, ready_job, summary
from sandtable_console import as_json, print_to_stderr, put, waiting
from sandtable_shell import (
    Parser,
    add_file,
    add_house_rules,
    add_json,
    add_scenario,
    add_seats,
    pairs,
    progress_bar,
    write_file,
)
from sandtable_tools.lab.batch import UNTIL_TAKES, Limits, play_points
from sandtable_tools.lab.batch_file import BatchFile, Format, check_page, copy_missing, refuse_same_file
from sandtable_tools.lab.formats import CsvRows, JsonLines, batch_header
from sandtable_tools.lab.sweep import Point, axes, points
from sandtable_tools.lab.target import (
    NearestPoint,
    TargetShare,
    default_target,
    document,
    fraction,
    nearest_point,
)
from sandtable_tools.lab.terminal_tables import columns, lines, suggestion, sweep_lines

DEFAULT_GAMES, MOST_GAMES = 100, 10_000
"""The default number of games, and with ``--until`` the default maximum."""


@print_to_stderr()
def simulate(arguments: argparse.Namespace) -> int:
    """Play a batch between bots, or one for each point of a sweep, and print the results."""
    job = _job(arguments)
    target = None if arguments.target is None else TargetShare.read(arguments.target)
    plan = points(job, axes(arguments.sweep))
    _remark_on_time(job)
    batches = _play(arguments, job, plan)
    problems = _missed_outcomes(target, batches)
    teams = ["+".join(team) for team in job.teams]
    if target and problems and (team := "+".join(target.outcomes)) in teams:
        target, problems = TargetShare(target.share, seat=team), []
    goal = target or (default_target(teams) if arguments.sweep else None)
    best = nearest_point(batches, goal) if goal and not problems else None
    if arguments.html is not None:
        from sandtable_tools.lab.batch_page import page  # noqa: PLC0415 (only with --html)

        text = page(plan, batches, best)
        try:
            write_file(arguments.html, text)
        except SandtableError as error:
            problems.append(str(error))
    if arguments.json:
        put(as_json(_document(plan, batches, best, swept=bool(arguments.sweep))))
    elif arguments.sweep:
        put("\n".join(sweep_lines(plan, batches, best, columns())))
    else:
        suggested = suggestion(best, plan, columns()) if best else ()
        put("\n".join([*lines(batches[0], columns()), *suggested]))
    if problems:
        raise SandtableError("; ".join(problems))
    return 0


def _job(arguments: argparse.Namespace) -> Job:
    """Return the job to play. Raises SandtableError if a part of it does not exist."""
    scenario = catalog().scenario(arguments.scenario)
    named = pairs.players(arguments.seat, scenario, catalog())
    scenario = scenario.seated(named)
    for seat, player in named.items():
        if player == HUMAN:
            raise SandtableError(f"--seat {seat}={HUMAN}: simulate plays bots only; play is for humans")
    players = {seat: named.get(seat, "scripted") for seat in scenario.seats}
    text = scenario.text if scenario.bare else ""
    house_rules = pairs.house_rules(arguments.set, scenario.game)
    seed, parts = read_seed(arguments.seed), scenario.own_parts
    return Job(scenario.id, players, seed, house_rules, text, parts, scenario.teams)


def _remark_on_time(job: Job) -> None:
    """Warn about bots that think for a given time, whose choices can differ."""
    timed_bots = [
        f"{seat} {job.seats[seat]}"
        for seat, bot in ready_job(job).bots.items()
        if getattr(getattr(bot, "budget", None), "seconds", None) is not None
    ]
    if timed_bots:
        _tell(f"{' and '.join(timed_bots)} thinks by the clock, so its games differ each time")


def _missed_outcomes(target: TargetShare | None, batches: Sequence[Batch]) -> list[str]:
    """Return a warning for each target outcome that never occurred, as it may be misspelt."""
    occurred = list(dict.fromkeys(name for batch in batches for name in batch.outcomes))
    lines = []
    for name in target.outcomes if target else ():
        if name not in occurred:
            if close := nearest_to(name, occurred):
                hint = f'did you mean "{close}"?'
            elif len(occurred) > 1:
                hint = f"the outcomes were {listing(occurred)}"
            else:
                hint = f"each game ended {occurred[0]}"
            lines.append(f'--target: no game ended "{name}"; {hint}')
    return lines


def _play(arguments: argparse.Namespace, job: Job, plan: Sequence[Point]) -> list[Batch]:
    """Return a batch for each point, played now or stored before."""
    limits = _limits(arguments.games, arguments.until)
    refuse_same_file({f"--{kind}": getattr(arguments, kind) for kind in ("csv", "jsonl", "html")})
    if arguments.html is not None:
        check_page(Path(arguments.html))
    with ExitStack() as stack:
        workers = stack.enter_context(_workers(arguments, plan))
        header = batch_header(job, plan)
        formats: list[tuple[str | None, Format]] = [
            (arguments.jsonl, JsonLines(header)),
            (arguments.csv, CsvRows(header)),
        ]
        named = [(Path(name), format) for name, format in formats if name is not None]
        if arguments.resume and not named:
            raise SandtableError("--resume needs --jsonl or --csv, with the file to continue")
        files = [
            stack.enter_context(BatchFile(path, format, len(plan), resume=arguments.resume))
            for path, format in named
        ]
        for file in files:
            if file.remark:
                _tell(file.remark)
        copy_missing(files)
        done = sum(min(limits.games, len(found)) for found in files[0].found) if files else 0
        progress = stack.enter_context(progress_bar(limits.games * len(plan), done, limits.until))
        try:
            return play_points(plan, limits, workers, files=files, progress=progress)
        except KeyboardInterrupt:
            kept = "; no games were kept (--jsonl FILE keeps each game as it ends)"
            if files:
                games = f"{number_of(files[0].games, 'game')} in {files[0].path}"
                kept = f" with {games}; the same command with --resume continues"
            raise signals.Interrupted(f"stopped{kept}") from None


def _limits(games: int | None, until: str | None) -> Limits:
    """Return when batches end. Raises SandtableError if `until` is not between 0 and 0.5."""
    if until is None:
        return Limits(DEFAULT_GAMES if games is None else games)
    half = fraction(until)
    if half is None or not 0 < half < 0.5:
        raise SandtableError(f'{UNTIL_TAKES}, not "{clip(until)}"')
    return Limits(MOST_GAMES if games is None else games, half)


def _workers(arguments: argparse.Namespace, plan: Sequence[Point]) -> AbstractContextManager[Workers]:
    """Return the workers, on this machine or a cluster, which is checked first."""
    if arguments.cluster is None:
        return local_workers(1 if arguments.jobs is None else arguments.jobs)
    if arguments.jobs is not None:
        raise SandtableError("--jobs and --cluster cannot be used together")
    from sandtable_tools.lab.cluster import cluster  # noqa: PLC0415 (an extra, and slow to import)

    return cluster(arguments.cluster, [point.job for point in plan], _tell)


def _tell(line: str) -> None:
    """Print a remark on standard error, over the progress bar if there is one."""
    waiting.erase_progress()
    print(f"sandtable: {printing.escape(line)}", file=sys.stderr)


def _document(
    plan: Sequence[Point], batches: Sequence[Batch], best: NearestPoint | None, *, swept: bool
) -> dict[str, Any]:
    if not swept:
        return summary(batches[0]) | ({"best": document(best, plan)} if best else {})
    points = [
        {"settings": point.settings, **summary(batch)}
        for point, batch in zip(plan, batches, strict=True)
    ]
    common = {key: points[0][key] for key in ("game", "scenario", "seed", "seats")}
    return {**common, "sweep": points, "best": document(best, plan) if best else None}


def _arguments(parser: Parser) -> None:
    add_scenario(parser)
    parser.add_argument(
        "--games", type=int, metavar="N", help="games to play (100; with --until, at most 10,000)"
    )
    parser.add_argument("--seed", default="1", help="a number or a word that decides all luck")
    add_seats(parser, "BOT|none")
    add_house_rules(parser)
    until = "stop when every share is known to within W (0.02) each way, with 95 percent confidence"
    parser.add_argument("--until", metavar="W", help=until)
    sweep = "play with each value of a scenario's key, or of a house rule: set.OPTION=A,B"
    parser.add_argument("--sweep", action="append", default=[], metavar="KEY=A,B,C", help=sweep)
    target = "name the swept value nearest to this share of games (default: the first seat wins half)"
    parser.add_argument("--target", metavar="OUTCOME[+OUTCOME]|SEAT=SHARE", help=target)
    parser.add_argument("--jobs", type=int, metavar="J", help="use J processes (1)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="play on the workers of this dask scheduler"
    )
    add_file(parser, "--csv", "write a row for each game")
    add_file(parser, "--jsonl", "write a line for each game, after a header")
    parser.add_argument("--resume", action="store_true", help="continue the --csv or --jsonl file")
    add_file(parser, "--html", "write a page of figures and charts")
    add_json(parser)


SIMULATE = ShellCommand(
    summary="play many games between bots",
    group="odds and advice",
    run=simulate,
    arguments=_arguments,
    examples=(
        "sandtable simulate lrdg/benghazi-road --games 20",
        "sandtable simulate megiddo/1918 --games 20 --seat british=random --csv games.csv",
    ),
)
