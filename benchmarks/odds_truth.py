"""Claims of `odds` against playouts: ``python -m benchmarks.odds_truth [DECISIONS] [SEED] [GAME]...``.

Of each game it takes 300 decisions, each from a new game of scripted players, and an action of each at
random. It compares what `odds` claims with 1,000 playouts that share no code with it. The table has a
row for each seat, in Markdown; what is refuted follows. A row is printed as soon as a game is done.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sandtable.tooling import catalog
from sandtable_tools.kit import odds_check
from sandtable_tools.kit.examination import scenarios_named

DECISIONS = 300
GAMES = ("megiddo", "lrdg", "lawrence")
COLUMNS = ("game", "seat", "decisions", "exact", "claims", "refuted")


def main(decisions: int, seed: str, games: Sequence[str]) -> None:
    """Print the rows, and what is refuted."""
    installed = catalog()
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}", flush=True)
    refuted: list[str] = []
    for game in games:
        checked = []
        for question in odds_check.questions(scenarios_named(installed, game), decisions, seed):
            checked.append(odds_check.check(question, installed))
            for line in checked[-1].refuted:
                print(line, file=sys.stderr, flush=True)
        for seat in dict.fromkeys(sorted(one.question.seat for one in checked)):
            mine = [one for one in checked if one.question.seat == seat]
            lines = [line for one in mine for line in one.refuted] + [*odds_check.drifts(mine)]
            refuted += lines
            exact, claims = sum(one.exact for one in mine), sum(one.claims for one in mine)
            row = (game, seat, len(mine), exact, claims, len(lines))
            print(f"| {' | '.join(map(str, row))} |", flush=True)
    print(*refuted, sep="\n")


if __name__ == "__main__":
    number, seed, *names = [*sys.argv[1:], *(str(DECISIONS), "truth")[len(sys.argv) - 1 :]]
    main(int(number), seed, names or GAMES)
