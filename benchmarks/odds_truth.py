"""Checks `odds` against playouts: ``python -m benchmarks.odds_truth [DECISIONS] [SEED] [GAME]...``.

For each game it takes 300 decisions, each from a new game of scripted players, with a random action. It
compares what `odds` claims with 1,000 playouts that share no code with it. It prints what is refuted at
once, and at the end, or at Ctrl-C or SIGTERM, a table in Markdown with a row for each seat.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from threading import Event

from benchmarks import arguments
from sandtable.tooling import catalog
from sandtable_tools.kit import odds_check
from sandtable_tools.kit.examination import find_scenarios

GAMES = ("megiddo", "lrdg", "lawrence")
COLUMNS = ("game", "seat", "decisions", "exact", "claims", "refuted")


def main(decisions: int, seed: str, games: Sequence[str]) -> None:
    """Check a decision of each game in turn, and print the rows."""
    installed = catalog()
    checked: dict[str, list[odds_check.CheckedQuestion]] = {game: [] for game in games}
    asked = (odds_check.questions(find_scenarios(installed, game), decisions, seed) for game in games)
    stopped = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    for questions in zip(*asked, strict=True):
        for game, question in zip(games, questions, strict=True):
            checked[game].append(odds_check.check(question, installed))
            for line in checked[game][-1].refuted:
                print(line, flush=True)
        if stopped.is_set():
            break
    print(f"\n| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for game, answers in checked.items():
        for seat in sorted({one.question.seat for one in answers}):
            mine = [one for one in answers if one.question.seat == seat]
            drifts = list(odds_check.drifts(mine))
            wrong = len(drifts) + sum(len(one.refuted) for one in mine)
            exact, claims = sum(one.exact for one in mine), sum(one.claims for one in mine)
            row = (game, seat, len(mine), exact, claims, wrong)
            print(f"| {' | '.join(map(str, row))} |", *drifts, sep="\n")


if __name__ == "__main__":
    reader = arguments.parser("benchmarks.odds_truth", __doc__)
    arguments.add_count(reader, "decisions", 300)
    reader.add_argument("seed", nargs="?", default="truth", help="truth by default")
    arguments.add_names(reader, "games", GAMES)
    asked = reader.parse_args()
    main(asked.decisions, asked.seed, asked.games or GAMES)
