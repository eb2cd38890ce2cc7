"""What searching adds to playing by script: ``python -m benchmarks.mcts [GAMES] [BOT] [SCENARIO]...``.

A scenario for two is played from each side against the scripted player: at 200 games each that
takes an hour on two cores. A solitaire is played with the same seeds by both.
"""

from __future__ import annotations

from time import perf_counter

from benchmarks import words
from sandtable.errors import SandtableError
from sandtable.estimate import Estimate, mean, share
from sandtable.plugins import catalog
from sandtable.simulate import Job, simulate
from sandtable.simulate.results import GameResult

SCENARIOS = ("megiddo/1918-even", "lrdg/tobruk", "lawrence/damascus")
BOT = "mcts:300"
SCRIPTED = "scripted"
SEED = "mcts"
"""The bot was made on games of other seeds."""

WANTED = 0.6
"""So often it should beat the scripted player of a game for two."""


def played(scenario: str, seats: dict[str, str], games: int) -> list[GameResult]:
    """The results of some games, on two processes."""
    return simulate(Job(scenario, seats, SEED), games, 2).results


def against(scenario: str, seat: str, bot: str, games: int) -> Estimate:
    """How often a bot wins from one side against the scripted player on the other."""
    seats = dict.fromkeys(catalog().scenario(scenario).game.seats, SCRIPTED) | {seat: bot}
    results = played(scenario, seats, games)
    return share(sum(one.returns[seat] > 0 for one in results), games)


def alone(scenario: str, bot: str, games: int) -> tuple[list[int], list[int]]:
    """What a bot and the scripted player get in the same games of a solitaire."""
    (seat,) = catalog().scenario(scenario).game.seats
    found = [played(scenario, {seat: player}, games) for player in (bot, SCRIPTED)]
    mine, its = ([one.returns[seat] for one in results] for results in found)
    return mine, its


def told(found: Estimate, scale: float = 1.0) -> str:
    """An estimate with its interval."""
    low, value, high = (scale * part for part in (found.low, found.value, found.high))
    return f"{value:7.2f}  ({low:.2f} to {high:.2f})"


def report(scenario: str, bot: str, games: int) -> None:
    """The rows of one scenario."""
    began = perf_counter()
    seats = catalog().scenario(scenario).game.seats
    if len(seats) == 1:
        mine, its = alone(scenario, bot, games)
        print(f"{scenario}: mean return over {games} games")
        print(f"  {bot:<24}{told(mean(mine))}")
        print(f"  {SCRIPTED:<24}{told(mean(its))}")
        gain = mean([one - other for one, other in zip(mine, its, strict=True)])
        verdict = "raised" if gain.low > 0 else "lowered" if gain.high < 0 else "not to be told apart"
        print(f"  {'difference':<24}{told(gain)}  {verdict}")
    else:
        for seat in seats:
            found = against(scenario, seat, bot, games)
            verdict = "yes" if found.value >= WANTED else "NO"
            print(f"{scenario}: {bot} as {seat} wins {told(found, 100)} % of {games} games")
            print(f"  at least {WANTED:.0%}: {verdict}", flush=True)
    print(f"  {perf_counter() - began:.0f} seconds", flush=True)


def main() -> None:
    """Read the command line and print all rows."""
    reader = words.parser("benchmarks.mcts", __doc__)
    words.counted(reader, "games", 200)
    reader.add_argument("bot", nargs="?", default=BOT, help=BOT)
    words.scenarios(reader, SCENARIOS)
    asked = reader.parse_args()
    try:
        for scenario in asked.scenarios or SCENARIOS:
            report(scenario, asked.bot, asked.games)
    except SandtableError as error:
        reader.error(str(error))


if __name__ == "__main__":
    main()
