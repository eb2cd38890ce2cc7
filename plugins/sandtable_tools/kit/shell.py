"""``test``: the conformance kit on what is installed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from itertools import islice
from typing import NamedTuple

from sandtable import SandtableError, ShellCommand
from sandtable.tooling import Catalog, Parser, catalog, completers, processes
from sandtable_tools.kit import chosen, conformance, coverage, maps
from sandtable_tools.kit.findings import Finding, told
from sandtable_tools.kit.tree import within

NODES = 1_000
"""Golden counts go as deep as they stay at or below this."""

HEAD = """\
# How many sequences of 1, 2, 3, ... legal actions each scenario has at its start (0), and after 8,
# 16 and 32 actions at random. Where a number has changed, so has what is legal. Written anew by
# sandtable test --perft
"""

WAYS = {
    "quick": "a short examination",
    "coverage": "play, and list what never occurs",
    "perft": "count the legal trees, as TOML",
    "maps": "lay the maps out anew, as data/maps.json",
}
"""What is done other than a whole examination; one of them at a time."""

PLACES = (0, 8, 16, 32)
"""Golden counts are taken after each of these numbers of actions at random."""


def test(given: argparse.Namespace) -> int:
    """Examine these games and scenarios (all games when none is named); 1 when something was found."""
    ways = [f"--{way}" for way in WAYS if getattr(given, way)]
    if len(ways) > 1:
        raise SandtableError(f"{ways[0]} and {ways[1]} do not go together")
    known = catalog()
    what = [_meant(typed, known) for typed in given.what] or list(known.games.infos)
    if given.coverage:
        return _cover(what, given.number, given.seed, known)
    if given.perft:
        return _count(what, given.seed, known)
    if given.maps:
        return _lay_out(what, known)
    return _examine(what, given, known)


def _meant(typed: str, known: Catalog) -> str:
    """The id of a game or a scenario, or a scenario's file as it was typed."""
    if typed.endswith(".toml"):
        return typed
    return known.names.scenario(typed) if chosen.is_scenario(typed) else known.names.game(typed)


def arguments(parser: Parser) -> None:
    """Have a parser take what the command takes."""
    parser.add_argument(
        "what",
        nargs="*",
        metavar="GAME[/SCENARIO]",
        help="a game, a scenario, or a .toml file; all games when none is named",
        completer=completers.scenarios,
    )
    for way, what in WAYS.items():
        parser.add_argument(f"--{way}", action="store_true", help=what)
    parser.add_argument(
        "--games", dest="number", type=_positive, metavar="N", help="how many games of each scenario"
    )
    parser.add_argument(
        "--jobs", type=_positive, default=1, metavar="J", help="processes that examine scenarios (1)"
    )
    parser.add_argument("--seed", default="1", help="a number or a word that all luck is made from")


def _positive(word: str) -> int:
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"a number from 1 on was expected, not {word}")
    return int(word)


class Examined(NamedTuple):
    """What was found in one scenario, or a game without any, and what plugins did wrong meanwhile."""

    findings: list[Finding]
    troubles: list[str]


def _examined(what: str, games: int | None, seed: str, *, quick: bool) -> Examined:
    """Examine it, in whatever process this is."""
    known = catalog()
    before = len(known.troubles)
    findings = conformance(what, games=games, seed=seed, plugins=known, quick=quick)
    return Examined(findings, known.troubles[before:])


def _examine(what: Sequence[str], given: argparse.Namespace, known: Catalog) -> int:
    """Tell of each game and scenario in turn, whoever examines it; 1 when something was found."""
    scenarios = [(one, _scenarios(one, known)) for one in what]
    look = partial(_examined, games=given.number, seed=given.seed, quick=given.quick)
    status = 0
    with nullcontext() if given.jobs == 1 else processes(given.jobs) as pool:
        asked = [part for one, parts in scenarios for part in parts or [one]]
        examined = (pool.map if pool else map)(look, asked)
        for one, parts in scenarios:
            mine = list(islice(examined, len(parts) or 1))
            status = max(status, _tell(one, len(parts), mine))
    return status


def _scenarios(what: str, known: Catalog) -> list[str]:
    """What can be examined by itself: each scenario of a game."""
    return [what] if chosen.is_scenario(what) else [one.id for one in chosen.scenarios(known, what)]


def _tell(what: str, scenarios: int, examined: Sequence[Examined]) -> int:
    findings = [finding for one in examined for finding in one.findings]
    print(f"{what}: {_counted(scenarios, 'scenario')}, {_counted(len(findings), 'finding')}", flush=True)
    for line in told(findings):
        print(f"  {line}")
    texts = {finding.text for finding in findings}
    for trouble in dict.fromkeys(trouble for one in examined for trouble in one.troubles):
        if trouble not in texts:
            print(trouble, file=sys.stderr)
    return 1 if findings else 0


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _cover(what: Sequence[str], number: int | None, seed: str, known: Catalog) -> int:
    """What never occurred is told, and is no failure by itself."""
    for one in what:
        print(coverage(one, games=number or 12, seed=seed, plugins=known), flush=True)
    return 0


def _count(what: Sequence[str], seed: str, known: Catalog) -> int:
    """The counts of every scenario's legal tree, as `tests/conformance/perft.toml` keeps them."""
    print(f'{HEAD}\nseed = "{seed}"')
    for scenario in (scenario for one in what for scenario in chosen.scenarios(known, one)):
        print(f'\n["{scenario.id}"]')
        for after in PLACES:
            if counts := within(scenario, NODES, seed, after=after):
                print(f"{after} = {counts}", flush=True)
    return 0


def _lay_out(what: Sequence[str], known: Catalog) -> int:
    """The plans of every map, as ``data/maps.json`` of a game's package keeps them."""
    print(maps.sheets(one for name in what for one in chosen.scenarios(known, name)))
    return 0


TEST = ShellCommand(
    run=test,
    arguments=arguments,
    examples=("sandtable test megiddo --quick", "sandtable test lrdg/slonta --jobs 2"),
)
