"""Measures how hard lrdg's missions are for the scripted player, at each level (LRDG-A101).

``python -m benchmarks.lrdg [GAMES] [SEED] [LEVEL|MISSION]... [--seat BOT] [--jobs N]``
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import arguments
from sandtable_batch import estimate
from sandtable_batch.results import Batch, Job
from sandtable_tools.lab import simulate

LEVELS = ("historical", "recruit", "regular", "veteran")
MISSIONS = ("benghazi-road", "benghazi-watch", "slonta", "el-alamein", "barca", "bardia", "tobruk")
ALL = (*MISSIONS, "campaign-1942")
SUCCESS = ("moderate", "total", "remarkable")


def batch(name: str, level: str, games: int, seed: int | str, bot: str, jobs: int) -> Batch:
    """Play games of a mission at a level."""
    job = Job(f"lrdg/{name}", {"lrdg": bot}, seed, {"level": level})
    return simulate(job, games, jobs)


def row(name: str, level: str, played: Batch) -> str:
    """Return a line: the share of successes with its 95 % interval, and the mean VP and turns."""
    success = sum(result.outcome in SUCCESS for result in played.results)
    rate = estimate.share(success, len(played.results))
    points, turns = played.means["victory-points"], played.means["turns"]
    span = f"{100 * rate.low:.0f} to {100 * rate.high:.0f}"
    chance = f"{100 * rate.value:>5.1f} % ({span})".ljust(20)
    return f"{name:<15} {level:<11}{chance}{points.value:>6.1f} VP{turns.value:>6.1f} turns"


def main() -> None:
    """Print a row for each mission and level that is asked for, as soon as it is known."""
    reader = arguments.parser("benchmarks.lrdg", __doc__)
    usage = "how many games (300), then a seed (1), then levels and missions"
    reader.add_argument("words", nargs="*", type=_word, metavar="GAMES|SEED|LEVEL|MISSION", help=usage)
    reader.add_argument("--seat", default="scripted", metavar="BOT", help="who plays (scripted)")
    reader.add_argument(
        "--jobs", default=1, type=arguments.number, help="at most this many processes (1)"
    )
    given = reader.parse_args()
    numbers = [word for word in given.words if isinstance(word, int)]
    if len(numbers) > 2:
        reader.error("two numbers at most: how many games, and a seed")
    games, seed = (*numbers, *(300, 1)[len(numbers) :])
    for name, level in _parse_missions([word for word in given.words if isinstance(word, str)]):
        played = batch(name, level, games, seed, given.seat, given.jobs)
        print(row(name, level, played), flush=True)


def _parse_missions(typed: list[str]) -> Iterator[tuple[str, str]]:
    """Return the requested missions, each at the requested levels; by default, all."""
    for name in [word for word in typed if word in ALL] or ALL:
        for level in [word for word in typed if word in LEVELS] or LEVELS:
            yield name, level


def _word(typed: str) -> int | str:
    """Read a number, a level or a mission."""
    return typed if typed in (*ALL, *LEVELS) else arguments.number(typed)


if __name__ == "__main__":
    main()
