"""Does the coach name thrown battles? ``benchmarks.coach [PLAYOUTS] [GAMES] [--whims PERCENT]``.

In games of megiddo/1918-even one side commits a single gun to three battles. Otherwise it plays like the
scripted bot, with some random choices if ``--whims`` is given. For each game and for all together, this
prints how many of the thrown battles the coach names as mistakes, and how many other choices. Game K has
the seed K.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

from tests.advice.thrown import thrown_game

from benchmarks import arguments
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.coach import review


def tally(seed: int, seat: str, playouts: int, whims: int) -> tuple[int, int, int]:
    """Return the number of battles thrown in a game, and of mistakes named there and elsewhere."""
    session, lines = thrown_game(seed, seat, whims)
    moments = review(session, seat, Budget(playouts=playouts)).moments
    named = [moment.assessed.played.n in lines for moment in moments if not moment.is_luck]
    return len(lines), named.count(True), named.count(False)


def main(playouts: int, games: int, whims: int, jobs: int) -> None:
    """Examine games in which the sides throw battles in turn, and print the results."""
    seats = ["british", "turkish"]
    asked = [(seed, seats[seed % 2], playouts, whims) for seed in range(1, games + 1)]
    rows = []
    with ProcessPoolExecutor(jobs) as pool:
        for (seed, seat, *_), row in zip(asked, pool.map(tally, *zip(*asked, strict=True)), strict=True):
            thrown, named, others = row
            print(f"seed {seed}, {seat}: {named} of {thrown} named, and {others} others", flush=True)
            rows.append(row)
    thrown, named, others = map(sum, zip(*rows, strict=True))
    print(f"{playouts} playouts: {named} of {thrown} named, and {others} others")


if __name__ == "__main__":
    reader = arguments.parser("benchmarks.coach", __doc__)
    arguments.add_count(reader, "playouts", 2_000)
    arguments.add_count(reader, "games", 20)
    help = "how many of its other choices are random (0)"
    reader.add_argument("--whims", metavar="PERCENT", type=int, default=0, help=help)
    reader.add_argument("--jobs", type=arguments.number, default=2, help="processes: 2")
    asked = reader.parse_args()
    main(asked.playouts, asked.games, asked.whims, asked.jobs)
