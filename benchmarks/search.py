"""Measures the bot `search`: ``benchmarks.search [--seed SEED] [GAMES] [BOT] [SCENARIO]...``.

A scenario for two is played from each side against the scripted bot; 200 games each take an hour on two
cores. In a solitaire the scripted bot, which is fast, plays more games.
"""

from __future__ import annotations

import gc
import sys
from math import hypot
from time import perf_counter
from typing import NamedTuple

from benchmarks import arguments
from sandtable.plugins.catalog import catalog
from sandtable.text.errors import SandtableError
from sandtable_batch.estimate import Estimate, fair_mean, share
from sandtable_batch.results import GameResult, Job
from sandtable_shell.command_line import OBJECTS_BETWEEN_COLLECTIONS
from sandtable_tools.lab import simulate

SCENARIOS = ("megiddo/1918-even", "lrdg/barca", "lawrence/damascus")
BOT = "search:300"
SCRIPTED = "scripted"
SEED = "mcts"
"""The default seed; the bot was developed on other seeds."""

LEAST_SHARE = 0.6
"""The share of games that it should win against the scripted bot in a game for two."""

LEAST_SOLITAIRES = 4_000
"""The fewest games of a solitaire that the scripted player plays."""

LEAST_PAUSE = 30.0
"""The fewest seconds between two lines of progress."""


class BotGames(NamedTuple):
    """Games of one seed between some players."""

    scenario: str
    seed: str
    games: int

    def play(self, seats: dict[str, str]) -> list[GameResult]:
        """Return their results, played on two processes."""
        job = Job(self.scenario, seats, self.seed)
        return simulate(job, self.games, 2, ProgressPrinter(self.games)).results


class ProgressPrinter:
    """Prints a line of progress from time to time."""

    def __init__(self, games: int) -> None:
        self.games, self.done = games, 0
        self.began = self.printed = perf_counter()

    def __call__(self, more: int, _: float | None) -> None:
        """Count `more` games as done, and print a line of progress from time to time."""
        self.done += more
        now = perf_counter()
        if now - self.printed >= LEAST_PAUSE:
            self.printed = now
            line = f"  {self.done} of {self.games} games, {now - self.began:.0f} s"
            print(line, file=sys.stderr, flush=True)


def share_against_scripted(batch: BotGames, seat: str, bot: str) -> Estimate:
    """Return the share of games that a bot wins from one side against the scripted player."""
    seats = dict.fromkeys(catalog().scenario(batch.scenario).game.seats, SCRIPTED) | {seat: bot}
    return share(sum(result.returns[seat] > 0 for result in batch.play(seats)), batch.games)


def solitaire_means(batch: BotGames, bot: str) -> tuple[Estimate, Estimate]:
    """Return the mean results of a bot and of the scripted player in a solitaire."""
    (seat,) = catalog().scenario(batch.scenario).game.seats
    many = batch._replace(games=max(batch.games, LEAST_SOLITAIRES))
    mine, its = batch.play({seat: bot}), many.play({seat: SCRIPTED})
    return fair_mean([result.returns[seat] for result in mine]), fair_mean(
        [result.returns[seat] for result in its]
    )


def difference(mine: Estimate, its: Estimate) -> Estimate:
    """Return the difference of two means of different games."""
    value, half = mine.value - its.value, hypot(mine.half, its.half)
    return Estimate(value, value - half, value + half, mine.of)


def interval(found: Estimate, scale: float = 1.0) -> str:
    """Format an estimate with its interval."""
    low, value, high = (scale * part for part in (found.low, found.value, found.high))
    return f"{value:7.2f}  ({low:.2f} to {high:.2f})"


def report(batch: BotGames, bot: str) -> None:
    """Print the rows of one scenario."""
    began = perf_counter()
    scenario = batch.scenario
    seats = catalog().scenario(scenario).game.seats
    if len(seats) == 1:
        mine, its = solitaire_means(batch, bot)
        gain = difference(mine, its)
        print(f"{scenario}: mean return")
        print(f"  {bot:<24}{interval(mine)}  {mine.of} games")
        print(f"  {SCRIPTED:<24}{interval(its)}  {its.of} games")
        verdict = "raised" if gain.low > 0 else "lowered" if gain.high < 0 else "no clear difference"
        print(f"  {'difference':<24}{interval(gain)}  {verdict}")
    else:
        for seat in seats:
            found = share_against_scripted(batch, seat, bot)
            verdict = "yes" if found.value >= LEAST_SHARE else "NO"
            print(f"{scenario}: {bot} as {seat} wins {interval(found, 100)} % of {found.of} games")
            print(f"  at least {LEAST_SHARE:.0%}: {verdict}", flush=True)
    print(f"  {perf_counter() - began:.0f} seconds", flush=True)


def main() -> None:
    """Read the command line and print all rows."""
    reader = arguments.parser("benchmarks.search", __doc__)
    arguments.add_count(reader, "games", 200)
    reader.add_argument("bot", nargs="?", default=BOT, help=BOT)
    reader.add_argument("--seed", default=SEED, help=f"{SEED} unless set")
    arguments.scenarios(reader, SCENARIOS)
    asked = reader.parse_args()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    try:
        for scenario in asked.scenarios or SCENARIOS:
            report(BotGames(scenario, asked.seed, asked.games), asked.bot)
    except SandtableError as error:
        reader.error(str(error))


if __name__ == "__main__":
    main()
