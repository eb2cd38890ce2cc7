"""``scenario export`` and ``scenario check``: print and check scenario files."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from sandtable import SandtableError, ScenarioError, ShellCommand, listing, number_of
from sandtable.tooling import (
    Catalog,
    catalog,
    link,
    must_be_scenario,
    read_seed,
    recording,
    resolve,
    scenarios,
)
from sandtable_batch import summary
from sandtable_console import as_json, print_to_stderr, put
from sandtable_shell import Parser, add_json, add_scenario, find_save, pairs, progress_bar
from sandtable_tools import toml_edits
from sandtable_tools.kit.scenario_check import ScenarioReport, check

MOST_GAMES = 10_000
"""The most games that a check plays."""


def export(arguments: argparse.Namespace) -> int:
    """Print a scenario's file, with changes if any are given."""
    installed, typed = catalog(), arguments.scenario
    text, comments = _text(installed, typed, arguments.part), True
    must_be_scenario(text, typed)
    for key, value in (change() for change in arguments.values):
        text, kept = toml_edits.change(text, toml_edits.key_of(key), value)
        comments = comments and kept
    if arguments.values:
        name = Path(typed).stem if scenarios.names_file(typed) else typed.partition("/")[2]
        try:
            installed.scenarios.from_text(text, name, "the changed file")
        except ScenarioError as error:
            # The user has not seen the changed file, so line numbers would not help.
            raise SandtableError(re.sub(r"^(.*?: )line \d+: ", r"\1", str(error))) from error
    if not comments:
        print("sandtable: this change removes the comments from the printed file", file=sys.stderr)
    print(text, end="" if text.endswith("\n") else "\n")
    return 0


def _text(installed: Catalog, typed: str, part: str | None) -> str:
    """Return the text of a scenario's file, or of a scenario in a save, or of one of its parts."""
    if not typed.endswith(".jsonl") and link.MARK not in typed:
        return installed.text(typed)
    header = recording.Recording(find_save(typed)).header
    if not (kept := header.embedded):
        hint = f"sandtable scenario export {header.scenario}"
        raise SandtableError(f"{typed}: its scenario came from a plugin; {hint} prints it")
    if part is not None:
        return kept.parts[resolve("part of the campaign", part, kept.parts)]
    if kept.parts:
        names = listing([*kept.parts])
        print(f"sandtable: its parts are {names}; --part NAME prints one", file=sys.stderr)
    return kept.text


@print_to_stderr()
def examine(arguments: argparse.Namespace) -> int:
    """Check a scenario against its game, list faults and oddities, and play some games."""
    if not 0 <= arguments.games <= MOST_GAMES:
        raise SandtableError(f"--games takes 0 to {MOST_GAMES}, not {arguments.games}")
    with progress_bar(arguments.games) as progress:
        seed = read_seed(arguments.seed)
        report = check(catalog(), arguments.scenario, arguments.games, seed, progress)
    put(as_json(_document(report)) if arguments.json else "\n".join(_lines(report)))
    return report.status


def _lines(report: ScenarioReport) -> Iterator[str]:
    yield from (f"error: {error}" for error in report.errors)
    yield from (f"warning: {oddity}" for oddity in report.oddities)
    yield from (f"wrong in play: {problem}" for problem in report.problems)
    if batch := report.batch:
        effort = f"seed {batch.job.seed}, {batch.seconds:.1f} seconds"
        yield f"{number_of(len(batch.results), 'game')} played by scripted players, {effort}"
        for seat, share in batch.wins.items():
            yield f"  won by {seat:<25}{report.wins[seat]:>6}  {share.percent:>6}"
        for outcome, share in batch.shares.items():
            yield f"  ended {outcome:<26}{batch.outcomes[outcome]:>6}  {share.percent:>6}"
        for name in batch.scores:
            yield f"  mean {name:<30}{batch.metrics[name]:>8.2f}"
    yield report.verdict


def _document(report: ScenarioReport) -> dict[str, Any]:
    return {
        "scenario": report.scenario,
        "status": report.status,
        "errors": report.errors,
        "warnings": report.oddities,
        "troubles": report.problems,
        "simulation": {**summary(report.batch), "wins": report.wins} if report.batch else None,
        "verdict": report.verdict,
    }


# The commands.


SCENARIO = ShellCommand(
    summary="for authors: print or check a scenario's file",
    group="plugins and scenarios",
    examples=("sandtable scenario export lrdg/slonta", "sandtable scenario check lrdg/slonta"),
)


def _export_arguments(parser: Parser) -> None:
    add_scenario(parser, ", or a save or link that contains one")
    parser.add_argument("--part", metavar="NAME", help="a part of the campaign in a save")
    values = 'change a value: duration=9, targets.mechili=4, rules.0.zones=["jalo"]'
    without = "remove a key: history, targets.mechili, axis.3"
    add = partial(parser.add_argument, action="append", default=[], dest="values")
    add("--with", type=partial(partial, pairs.value_of, "--with"), metavar="KEY=VALUE", help=values)
    add("--without", type=lambda key: lambda: (key, toml_edits.REMOVED), metavar="KEY", help=without)


EXPORT = ShellCommand(
    summary="print a scenario's file, or the scenario in a save or link",
    run=export,
    arguments=_export_arguments,
    examples=(
        "sandtable scenario export lrdg/slonta > slonta.toml",
        "sandtable scenario export lrdg/slonta --with duration=9 --without history",
    ),
)


def _check_arguments(parser: Parser) -> None:
    add_scenario(parser)
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games that bots play (20)")
    parser.add_argument("--seed", default="1", help="a number or a word")
    add_json(parser)


CHECK = ShellCommand(
    summary="list all errors and oddities in a scenario's file",
    run=examine,
    arguments=_check_arguments,
    examples=(
        "sandtable scenario export lrdg/slonta > slonta.toml",
        "sandtable scenario check slonta.toml --games 5",
    ),
)
