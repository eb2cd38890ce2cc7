"""Whether the coach names thrown battles: ``benchmarks.coach [PLAYOUTS] [GAMES] [--whims PERCENT]``.

In games of megiddo/1918-even one side commits a single gun to three battles. Otherwise it plays like
the scripted bot, with some random choices if ``--whims`` is given. For each game and for all together
it prints how many of the thrown battles the coach lists with their cost, and for how many it is sure
that they cost something. Game K has the seed K.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

from tests.advice.thrown import thrown_game

from benchmarks import words
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.coach import review
from sandtable_tools.advice.coach_lines import MOST_UNLIKE


def found(seed: int, seat: str, playouts: int, whims: int) -> tuple[int, int, int]:
    """The number of thrown battles in a game, and how many of them the coach names and is sure of."""
    session, lines = thrown_game(seed, seat, whims)
    listed = review(session, seat, Budget(playouts=playouts)).unlike[:MOST_UNLIKE]
    worth = [assessed.choice for assessed in listed if assessed.played.n in lines and assessed.choice]
    return len(lines), len(worth), sum(choice.high < 0 for choice in worth)


def main(playouts: int, games: int, whims: int) -> None:
    """Examine games in which the sides throw battles in turn, and print the results."""
    seats = ["british", "turkish"]
    jobs = [(seed, seats[seed % 2], playouts, whims) for seed in range(1, games + 1)]
    with ProcessPoolExecutor(cpu_count()) as pool:
        rows = list(pool.map(found, *zip(*jobs, strict=True)))
    for (seed, seat, *_), (thrown, named, sure) in zip(jobs, rows, strict=True):
        print(f"seed {seed}, {seat}: {named} of {thrown} named, {sure} costly beyond chance")
    thrown, named, sure = map(sum, zip(*rows, strict=True))
    whole = sum(row[0] == row[1] for row in rows)
    print(f"{playouts} playouts: {named} of {thrown} named, all of them in {whole} of {games} games;")
    print(f"of {sure} the coach is sure that they cost something")


if __name__ == "__main__":
    reader = words.parser("benchmarks.coach", __doc__)
    words.counted(reader, "playouts", 1_000)
    words.counted(reader, "games", 20)
    help = "how many of its other choices are random (0)"
    reader.add_argument("--whims", metavar="PERCENT", type=int, default=0, help=help)
    asked = reader.parse_args()
    main(asked.playouts, asked.games, asked.whims)
