"""Measures the games' speed on a bare table, and what copies and digests of a position cost.

``python -m benchmarks.play [ROUNDS] [GAME/SCENARIO...]`` prints the rows. Processor time counts, so that
other programs hardly matter. No game is played twice, so that a bot's memory does not help (the scripted
bot of lawrence remembers much).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import process_time
from typing import Any, NamedTuple

from benchmarks import arguments
from sandtable import Bot, Event, Scenario, SeededDice, Table
from sandtable.model.seat import Seat, ask_bot
from sandtable.plugins.catalog import catalog
from sandtable.record.records import digest_of

GAMES = {
    "megiddo/1918-even": 300,
    "lrdg/slonta": 40,
    "lrdg/el-alamein": 100,
    "lrdg/tobruk": 100,
    "lawrence/aqaba": 60,
    "lawrence/damascus": 40,
}
"""The scenarios, each with its number of scripted games; `MORE` times as many are random."""

MORE = 5
PLAYERS = ("random", "scripted")

MOST_ACTIONS = 2_000
"""A random game may never end, so it stops after this many actions."""

TIMES = 200
"""How many copies are made of each position in one round."""


class Speed(NamedTuple):
    """The speed of a scenario: games and actions per second of processor time."""

    games: float
    actions: float


class Copies(NamedTuple):
    """Microseconds to clone a table, to imagine one, to encode the position, and to digest it."""

    clone: float
    imagine: float
    position: float
    digest: float


def players(scenario: Scenario, name: str) -> dict[str, Bot]:
    """Return the same bot for every seat."""
    return {seat: catalog().bots.make(scenario.game, name) for seat in scenario.game.info.seats}


def play(scenario: Scenario, bots: Mapping[str, Bot], seed: int) -> tuple[Table[Any], int]:
    """Play one game between bots on a bare table; return how many actions it took."""
    events: list[Event] = []
    table: Table[Any] = Table.new(scenario, SeededDice(seed), None, events)
    actions = 0
    while table.outcome is None and actions < MOST_ACTIONS:
        name = table.decision.seat
        seat = Seat(table, name, SeededDice(f"{seed} {name} {actions}"), lambda: events)
        table.choose(ask_bot(bots[name], name, seat))
        actions += 1
    return table, actions


def pace(name: str, player: str, games: int) -> Speed:
    """Return the speed of a number of games, played one after another."""
    scenario = catalog().scenario(name)
    bots = players(scenario, player)
    play(scenario, bots, 0)
    start = process_time()
    actions = sum(play(scenario, bots, seed)[1] for seed in range(1, games + 1))
    took = process_time() - start
    return Speed(games / took, actions / took)


def moments(name: str, count: int = 12) -> Iterator[Table[Any]]:
    """Return tables in the middle of scripted games, each after a decision."""
    scenario = catalog().scenario(name)
    bots = players(scenario, "scripted")
    for seed in range(count):
        _, actions = play(scenario, bots, seed)
        table: Table[Any] = Table.new(scenario, SeededDice(seed))
        for number in range(actions // 2):
            seat = table.decision.seat
            luck = SeededDice(f"{seed} {seat} {number}")
            table.choose(bots[seat].choose(Seat(table, seat, luck, list)))
        yield table


def copies(name: str, rounds: int) -> Copies:
    """Return what copies of a position cost: the mean over tables in mid-game, in the best round."""
    tables = list(moments(name))
    return Copies(*(_best(work, tables, rounds) for work in _works(SeededDice(1))))


def _works(dice: SeededDice) -> Iterable[Callable[[Table[Any]], object]]:
    def write(table: Table[Any]) -> bytes:
        table.refresh()
        return table.position

    yield lambda table: table.clone(dice)
    yield lambda table: table.imagine(table.decision.seat, dice)
    yield write
    yield lambda table: digest_of("0" * 32, b'{"n":1}', table.position)


def _best(work: Callable[[Table[Any]], object], tables: Sequence[Table[Any]], rounds: int) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        for table in tables:
            for _ in range(TIMES):
                work(table)
        best = min(best, process_time() - start)
    return best / TIMES / len(tables) * 1e6


def rows(rounds: int, names: Iterable[str] = GAMES) -> None:
    """Print all rows."""
    for name in names:
        for player in PLAYERS:
            games = GAMES.get(name, 40) * (MORE if player == "random" else 1)
            found = pace(name, player, games)
            per = f"{found.actions:>9.0f} actions a second {found.games:>8.1f} games a second"
            print(f"{name:<20}{player:<10}{per}", flush=True)
        times = ", ".join(f"{what} {took:.1f}" for what, took in copies(name, rounds)._asdict().items())
        print(f"{name:<20}{times} us", flush=True)


if __name__ == "__main__":
    reader = arguments.parser("benchmarks.play", __doc__)
    arguments.add_count(reader, "rounds", 7)
    arguments.scenarios(reader, list(GAMES))
    asked = reader.parse_args()
    rows(asked.rounds, asked.scenarios or GAMES)
