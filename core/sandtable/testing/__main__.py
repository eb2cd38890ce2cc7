"""``python -m sandtable.testing [GAME]...``: the conformance kit on installed games."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from sandtable.errors import SandtableError
from sandtable.plugins import Catalog, catalog
from sandtable.testing import conformance, coverage
from sandtable.testing.tree import within

NODES = 1_000
"""Golden counts go as deep as they stay at or below this."""

HEAD = """\
# How many sequences of 1, 2, 3, ... legal actions each scenario has at its start (0), and after so
# many actions at random. Where a number has changed, so has what is legal. Written anew by
# python -m sandtable.testing --perft
"""

PLACES = (0, 8, 16, 32)
"""They are taken after so many actions at random."""


def main(words: Sequence[str]) -> int:
    """Examine these games (all when none is named); 1 when something was found."""
    given = _parser().parse_args(words)
    known = catalog()
    games = [known.game_id(typed) for typed in given.games] or list(known.infos)
    if given.coverage:
        return _cover(games, given.number, given.seed, known)
    if given.perft:
        return _count(games, given.seed, known)
    return max([_examine(game, given, known) for game in games], default=0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m sandtable.testing", description="the conformance kit")
    parser.add_argument("games", nargs="*", metavar="GAME", help="a game's id; all when none is named")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--coverage", action="store_true", help="play, and list what never occurs")
    what.add_argument("--perft", action="store_true", help="count the legal trees, as TOML")
    what.add_argument("--quick", action="store_true", help="a short examination")
    parser.add_argument(
        "--games", dest="number", type=_positive, metavar="N", help="so many of each scenario"
    )
    parser.add_argument("--seed", default="1", help="a number or a word that all luck is made from")
    return parser


def _positive(word: str) -> int:
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"a number from 1 on was expected, not {word}")
    return int(word)


def _examine(game: str, given: argparse.Namespace, known: Catalog) -> int:
    number = given.number or (1 if given.quick else 3)
    findings = conformance(game, games=number, seed=given.seed, plugins=known, quick=given.quick)
    scenarios = sum(id.startswith(f"{game}/") for id in known.scenario_ids)
    print(f"{game}: {scenarios} scenarios, {len(findings)} findings")
    for finding in findings:
        print(f"  {finding}")
    return 1 if findings else 0


def _cover(games: Sequence[str], number: int | None, seed: str, known: Catalog) -> int:
    """What never occurred is told, and is no failure by itself."""
    for game in games:
        print(coverage(game, games=number or 12, seed=seed, plugins=known), flush=True)
    return 0


def _count(games: Sequence[str], seed: str, known: Catalog) -> int:
    """The counts of every scenario's legal tree, as `tests/conformance/perft.toml` keeps them."""
    print(f'{HEAD}\nseed = "{seed}"')
    for id in (id for id in known.scenario_ids if id.partition("/")[0] in games):
        print(f'\n["{id}"]')
        for after in PLACES:
            if counts := within(known.scenario(id), NODES, seed, after=after):
                print(f"{after} = {counts}", flush=True)
    return 0


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except SandtableError as error:
        print(error, file=sys.stderr)
        raise SystemExit(error.status) from None
