"""``test``: run the conformance kit on installed games."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from sandtable import SandtableError, Scenario, ShellCommand, number_of
from sandtable.tooling import Catalog, Guard, catalog
from sandtable_batch import must_start_processes, process_pool
from sandtable_shell import Parser, completers, offered_hooks
from sandtable_tools.kit import odds_check
from sandtable_tools.kit.content_coverage import coverage
from sandtable_tools.kit.examination import conformance, find_scenarios, is_scenario
from sandtable_tools.kit.findings import Finding, finding_lines
from sandtable_tools.kit.legal_tree import golden_counts
from sandtable_tools.kit.plugin_checks import hook_remarks

MODES = {
    "quick": "play fewer and shorter games",
    "coverage": "play games, and list what never occurs",
    "perft": "count the legal sequences of actions, as TOML",
    "odds": "compare the claims of odds with playouts, at random decisions",
}
"""Options that replace the full examination, and what each does; they exclude each other."""

DECISIONS = 30
"""The decisions of a game that ``--odds`` checks by default, each in another game."""


def test(given: argparse.Namespace) -> int:
    """Examine games and scenarios (by default all games); return 1 if anything is found."""
    modes = [f"--{mode}" for mode in MODES if getattr(given, mode)]
    if len(modes) > 1:
        raise SandtableError(f"{modes[0]} and {modes[1]} cannot be used together")
    installed = catalog()
    names = [_full_name(typed, installed) for typed in given.names] or list(installed.games.infos)
    if given.coverage:
        for name in names:  # content that never occurred is listed, but is no failure
            print(
                coverage(name, games=given.number or 12, seed=given.seed, plugins=installed), flush=True
            )
        return 0
    if given.perft:
        for piece in golden_counts(_scenarios(names, installed), given.seed):
            print(piece, flush=True)
        return 0
    if given.odds:
        return _odds(names, given, installed)
    return _examine(names, given, installed)


def _full_name(typed: str, installed: Catalog) -> str:
    """Return a game's or scenario's full id, or a scenario file as typed."""
    if typed.endswith(".toml"):
        return typed
    return installed.names.scenario(typed) if is_scenario(typed) else installed.names.game(typed)


def _scenarios(names: Iterable[str], installed: Catalog) -> Iterator[Scenario]:
    return (scenario for name in names for scenario in find_scenarios(installed, name))


def _odds(names: Sequence[str], given: argparse.Namespace, installed: Catalog) -> int:
    """Print each game's refuted claims of `odds`; return 1 if there are any."""
    status = 0
    for name in names:
        scenarios = list(_scenarios([name], installed))
        asked = odds_check.questions(scenarios, given.number or DECISIONS, given.seed)
        checked = [odds_check.check(question, installed, given.playouts) for question in asked]
        refuted = [line for one in checked for line in one.refuted] + [*odds_check.drifts(checked)]
        claims = number_of(sum(one.claims for one in checked), "claim")
        print(
            f"{name}: {number_of(len(checked), 'decision')}, {claims}, {len(refuted)} refuted",
            flush=True,
        )
        for line in refuted:
            print(f"  {line}")
        status = max(status, bool(refuted))
    return status


def arguments(parser: Parser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument(
        "names",
        nargs="*",
        metavar="GAME[/SCENARIO]",
        help="a game, a scenario, or a .toml file; default: all games",
        completer=completers.scenarios,
    )
    for mode, about in MODES.items():
        parser.add_argument(f"--{mode}", action="store_true", help=about)
    parser.add_argument(
        "--games", dest="number", type=_positive_int, metavar="N", help="games of each scenario"
    )
    parser.add_argument(
        "--playouts",
        type=_positive_int,
        default=odds_check.PLAYOUTS,
        metavar="N",
        help="with --odds: playouts (1000) for each decision; --games sets how many decisions (30)",
    )
    parser.add_argument("--jobs", type=_positive_int, default=1, metavar="J", help="use J processes (1)")
    parser.add_argument("--seed", default="1", help="a number or a word that decides all luck")


def _positive_int(word: str) -> int:
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f'takes a whole number of at least 1, not "{word}"')
    return int(word)


class ExaminationResult(NamedTuple):
    """The findings in one scenario, or in a game without scenarios, and plugins' faults."""

    findings: list[Finding]
    problems: list[str]


def _examine_one(name: str, games: int | None, seed: str, *, quick: bool) -> ExaminationResult:
    installed = catalog()
    before = len(installed.problems)
    findings = conformance(name, games=games, seed=seed, plugins=installed, quick=quick)
    if name.endswith(".toml"):
        findings = [finding._replace(scenario=name) for finding in findings]
    named = {name, name.partition("/")[0]}
    keys = (plugin.key for plugin in installed.plugins if plugin.usable and plugin.name in named)
    remarks_on = partial(hook_remarks, installed, offered=offered_hooks.find(installed))
    remarks = [f"{key}: {text}" for key in keys for text in chain(*remarks_on(key))]
    return ExaminationResult(findings, [*installed.problems[before:], *remarks])


def _examine(names: Sequence[str], given: argparse.Namespace, installed: Catalog) -> int:
    must_start_processes()  # saves are verified in other processes
    tasks = [
        (name, [name] if is_scenario(name) else [part.id for part in find_scenarios(installed, name)])
        for name in names
    ]
    look = partial(_examine_one, games=given.number, seed=given.seed, quick=given.quick)
    status = 0
    with nullcontext() if given.jobs == 1 else process_pool(given.jobs) as pool:
        parts_to_examine = [part for name, parts in tasks for part in parts or [name]]
        examined = (pool.map if pool else map)(look, parts_to_examine)
        for name, parts in tasks:
            its_parts = list(islice(examined, len(parts) or 1))
            status = max(status, _print_findings(name, len(parts), its_parts))
    return status


def _print_findings(name: str, scenarios: int, examined: Sequence[ExaminationResult]) -> int:
    """Print a game's or a scenario's findings; return 1 if there are any."""
    findings = [finding for result in examined for finding in result.findings]
    print(
        f"{name}: {number_of(scenarios, 'scenario')}, {number_of(len(findings), 'finding')}", flush=True
    )
    for line in finding_lines(findings, debug=Guard.debug):
        print(f"  {line}")
    texts = {finding.text for finding in findings}
    for problem in dict.fromkeys(problem for result in examined for problem in result.problems):
        if problem not in texts:
            print(problem, file=sys.stderr)
    return 1 if findings else 0


TEST = ShellCommand(
    summary="for authors: run the conformance kit on installed games",
    group="plugins and scenarios",
    run=test,
    arguments=arguments,
    examples=("sandtable test megiddo --quick", "sandtable test lrdg/slonta --jobs 2"),
)
