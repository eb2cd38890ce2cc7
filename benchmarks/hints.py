"""Are hints right? ``python -m benchmarks.hints [POSITIONS] [--pairs 2000] [--seed SEED]``.

A seed draws positions from the recorded games. At each, `hint` is pressed several times, and again from
scratch with other luck. Then the moves meet in other worlds, up to the given number of pairs of games; a
move drops out there once it is far behind. Three figures are printed:

- At how many positions does a press contradict an earlier one, by naming another best move or
  withdrawing one?
- Of the moves called best, or better than the scripted player's, how many are ahead in the pairs?
- Of the positions where the pairs show a move that is ahead of all others by ten games in a hundred, at
  how many do the first two presses name it?

Positions where a game takes more than ``--slow`` milliseconds are counted and replaced. With ``--coins
N``, N studies of moves with known chances are pressed in place of games.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple
from unittest.mock import patch

from benchmarks import arguments
from sandtable import Action, Outcome, Seat, SeededDice
from sandtable.record.replay import Replay
from sandtable_batch import won
from sandtable_console.waiting import result_of
from sandtable_shell.command_line import OBJECTS_BETWEEN_COLLECTIONS
from sandtable_tools.advice import hints
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.crew import Moves, ThisProcess
from sandtable_tools.advice.hints import Hint, Study
from sandtable_tools.advice.move_words import as_typed
from sandtable_tools.advice.moves import candidates
from sandtable_tools.advice.race import Move, Race, Runner, beyond_chance
from sandtable_tools.advice.worlds import WorldRow, Worlds, scripted_bots

SAVES = sorted((Path(__file__).parents[1] / "saves").glob("*.jsonl"))
SEED = "hints"
POSITIONS = 30
PAIRS = 2_000
PRESSES = 5
EARLY_PRESSES = 2
"""The number of presses that should find a move that is far ahead."""

FAR_AHEAD = 10.0
"""A move is far ahead if it wins this many more games in a hundred than any other."""

MOST_FINALISTS = 3
"""The most moves that go on after a quarter of the pairs."""

DROP_RISK = 1e-4
"""The risk of dropping a move from these pairs by mistake."""


class RecordedDecision(NamedTuple):
    """A decision of a recorded game: the save, its line, and the seat that decides there."""

    save: str
    line: int
    seat: Callable[[str], Seat]
    """The seat that decides, with dice seeded by `luck`."""


class Truth(NamedTuple):
    """What many pairs show: the best move, and each move's lead in return over the best other."""

    best: Move
    leads: dict[Move, float]
    points: float
    """How many games in a hundred the best wins more than the next best."""


class JudgedPosition(NamedTuple):
    """The presses at a position, those of a second study, and what many pairs show."""

    presses: list[Hint]
    afresh: list[Hint]
    truth: Truth

    @property
    def contradicted(self) -> bool:
        """Whether two presses name different best moves, or a later one names none."""
        named = [each.move for each in (*self.presses, *self.afresh) if each.verdict == "best"]
        said = [each.verdict == "best" for each in self.presses]
        return len(set(named)) > 1 or said != sorted(said)

    @property
    def claims(self) -> list[bool]:
        """For each move that was named, whether the pairs put it ahead of the moves that it beat."""
        leads, said = self.truth.leads, {}
        for each in (*self.presses, *self.afresh):
            if each.against:
                rivals = [tried.move for tried in each.tried] if each.verdict == "best" else [each.usual]
                said[each.verdict, each.move] = all(leads[each.move] >= leads[move] for move in rivals)
        return list(said.values())

    @property
    def found(self) -> bool | None:
        """Whether the first presses name the move that is far ahead; None if there is none."""
        if self.truth.points < FAR_AHEAD:
            return None
        return any(each.move == self.truth.best for each in self.presses[:EARLY_PRESSES] if each.against)


def draw(number: int, seed: str = SEED) -> RecordedDecision:
    """Return position `number` (from 0), with 2 options or more, from each save in turn."""
    path = SAVES[number % len(SAVES)]
    session = Replay(path).run()
    table = session.table.clone(SeededDice(0))
    free = []
    for step in session.history.done:
        table.restore(step.before._replace(dice={}))
        if len(table.options) > 1:
            free.append(step)
    step = SeededDice(f"{seed} {number}").pick(free)
    table.restore(step.before._replace(dice={}))

    def seat(luck: str) -> Seat:
        return Seat(table, table.decision.seat, SeededDice(f"{seed} {number} {luck}"), tuple)

    return RecordedDecision(path.stem, step.entry.n, seat)


def is_slow(position: RecordedDecision, milliseconds: float) -> bool:
    """Return whether a game from a position takes longer than this, in processor time."""
    worlds = Worlds.of(position.seat("pace"))
    players = scripted_bots(worlds.table.game)
    worlds.world(0).outcome((), players)
    began = process_time()
    for number in (1, 2, 3):
        worlds.world(number).outcome((), players)
    return process_time() - began > 3 * milliseconds / 1000


def press(study: Study, presses: int) -> list[Hint]:
    """Return the hints of several presses."""
    return [result_of(study.press()) for _ in range(presses)]


def truth(position: RecordedDecision, moves: list[Move], kept: set[Move], pairs: int) -> Truth:
    """Return what this many pairs show, in fresh worlds; the `kept` moves stay to the end."""
    seat = position.seat("pairs")
    worlds = Worlds.of(seat)
    race = Race(moves, seat.name)
    crew = ThisProcess(worlds, scripted_bots(worlds.table.game))
    while race.worlds < pairs:
        last = race.worlds + 50
        for _ in race.run(crew, lambda ahead, last=last: race.worlds + ahead <= last):  # type: ignore[misc]
            pass
        order = sorted(race.alive, key=lambda runner: -runner.mean)
        nearest = next((other for other in order[1:] if not other.same(order[0])), order[-1])
        few = order[MOST_FINALISTS:] if race.worlds >= pairs / 4 else ()
        for other in order[1:]:
            out = other in few or beyond_chance(order[0].leads(other), DROP_RISK)
            if other is not nearest and other.move not in kept and out:
                race.alive.remove(other)
    return _order(race, seat.name)


def _order(race: Race, seat: str) -> Truth:
    """Return the moves by their leads over the best."""
    best = max(race.alive, key=lambda runner: runner.mean)
    leads = {}
    rivals = []
    for runner in race.runners:
        lead = best.leads(runner)
        leads[runner.move] = -sum(lead) / len(lead)
        if runner is not best and any(lead):
            rivals.append(runner)

    def points(rival: Runner) -> float:
        sides = [[runner.outcomes[world] for world in rival.outcomes] for runner in (best, rival)]
        mine, its = (sum(won(outcome, seat) for outcome in side) for side in sides)
        return 100 * (mine - its) / len(rival.outcomes)

    return Truth(best.move, leads, min(map(points, rivals), default=0.0))


def judge(position: RecordedDecision, presses: int, pairs: int) -> JudgedPosition:
    """Press `hint` at a position, and let many pairs judge it."""
    studies = Study(position.seat("first")), Study(position.seat("second"))
    first, second = press(studies[0], presses), press(studies[1], EARLY_PRESSES)
    found = [*first, *second]
    moves = dict.fromkeys(tried.move for each in found for tried in each.tried)
    moves |= dict.fromkeys(_moves(position))
    kept = {move for each in found if each.against for move in (each.move, each.usual)}
    moves |= dict.fromkeys(kept)
    return JudgedPosition(first, second, truth(position, list(moves), kept, pairs))


def _moves(position: RecordedDecision) -> list[Move]:
    seat = position.seat("first")
    return list(candidates(seat, Worlds.of(seat), scripted_bots(seat._table.game), hints.MOST_MOVES))


def speed_up(games: int) -> float:
    """Return how much faster a hint is on two processes."""
    took = []
    for jobs in (1, 2):
        position = draw(SAVES.index(SAVES[0].with_name("lrdg-tobruk.jsonl")))
        began = perf_counter()
        hints.hint(position.seat("first"), Budget(playouts=games), jobs=jobs)
        took.append(perf_counter() - began)
    return took[0] / took[1]


def line(position: RecordedDecision, verdict: JudgedPosition, seconds: float) -> str:
    """Describe a position and its verdict in a line."""
    said = " ".join(each.verdict for each in verdict.presses)
    afresh = " ".join(each.verdict for each in verdict.afresh)
    marks = [
        "CONTRADICTION" * verdict.contradicted,
        " ".join("right" if right else "WRONG" for right in verdict.claims),
        {None: "", True: "found", False: "not found"}[verdict.found],
    ]
    return (
        f"{position.save:<24}{position.line:>4} {len(verdict.truth.leads):>3} moves {seconds:>5.0f} s"
        f"  {said} / {afresh}; {verdict.truth.points:.1f} points: {as_typed(verdict.truth.best)[:40]}; "
        f"{' '.join(filter(None, marks))}"
    )


def summary(found: list[JudgedPosition]) -> Iterator[str]:
    """Yield the three figures, each in a line."""
    claims = [right for each in found for right in each.claims]
    far = [each.found for each in found if each.found is not None]
    yield f"positions: {len(found)}"
    yield f"presses contradict each other: at {sum(each.contradicted for each in found)}"
    yield f"what is named best or better is confirmed: {sum(claims)} of {len(claims)}"
    yield f"a move far ahead is named in {EARLY_PRESSES} presses: {sum(map(bool, far))} of {len(far)}"


class Toss(Action, frozen=True):
    """A move that wins with a known chance."""

    coin: int


class Coins:
    """A crew whose moves win with known chances; half of their luck is shared within a world."""

    processes = 1

    def __init__(self, chances: dict[Move, float], seat: str, seed: str) -> None:
        self.chances, self.seat, self.seed = chances, seat, seed

    def rows(self, moves: Moves, first: int, wanted: Callable[[int], bool]) -> Generator[WorldRow]:
        for world in count(first):
            dice = SeededDice(f"{self.seed} {world}")
            common, ends = dice.roll(sides=1000)[0], []
            for move in moves:
                own = SeededDice(f"{self.seed} {world} {as_typed(tuple(move))}").roll(2, 1000)
                luck = common if own[0] <= HALF else own[1]
                won = luck <= 1000 * self.chances[tuple(move)]
                ends.append(Outcome("won" if won else "lost", {self.seat: 1 if won else -1}))
            yield WorldRow(ends, len(moves))


HALF = 500
"""Half of a thousand."""

KINDS = {
    "2 moves, the first ahead by 10 points": (0.6, 0.5),
    "4 moves, the first ahead by 10 points": (0.6, *[0.5] * 3),
    "16 moves, ahead by 10 points, the others by 2 each": (0.6, *(0.5 - 0.02 * n for n in range(15))),
    "16 moves, the first ahead of all others by 15 points": (0.65, *[0.5] * 15),
    "4 equal moves": (0.5,) * 4,
    "8 moves, the first two equal": (0.6, 0.6, *[0.45] * 6),
}
"""Decisions, by the chances of their moves; the second is the scripted player's."""


@contextmanager
def toss_coins(crew: Coins) -> Iterator[None]:
    """Make studies play with a crew of coins."""
    with (
        patch.object(hints, "ThisProcess", lambda *_: crew),
        patch.object(hints, "open_crew", lambda *_: nullcontext(crew)),
    ):
        yield


def coins(studies: int, seed: str) -> None:
    """Press studies of moves with known chances; print how often they name the first or another."""
    for kind, chances in KINDS.items():
        named, wrong = [0] * PRESSES, 0
        for number in range(studies):
            study = Study(draw(0).seat(f"{seed} {number}"))
            moves: list[Move] = [(Toss(coin),) for coin in range(len(chances))]
            study._moves, study._race = dict.fromkeys(moves, ()), Race(moves, study._seat)
            study._usual = study._race.runners[1]
            crew = Coins(dict(zip(moves, chances, strict=True)), study._seat, f"{seed} {kind} {number}")
            with toss_coins(crew):
                best = [each.move if each.verdict == "best" else () for each in press(study, PRESSES)]
            named = [before + (move == moves[0]) for before, move in zip(named, best, strict=True)]
            wrong += any(move and move != moves[0] for move in best)
        print(f"{kind}: named by press {named} of {studies}; another {wrong}", flush=True)


def main() -> None:
    """Read the command line and print all rows."""
    reader = arguments.parser("benchmarks.hints", __doc__)
    arguments.add_count(reader, "positions", POSITIONS)
    reader.add_argument("--pairs", type=arguments.number, default=PAIRS)
    reader.add_argument("--presses", type=arguments.number, default=PRESSES)
    reader.add_argument("--slow", type=arguments.number, default=20, help="milliseconds of a game: 20")
    reader.add_argument("--first", type=int, default=0, help="the number of the first draw: 0")
    reader.add_argument("--coins", type=int, default=0, help="studies of moves with known chances")
    reader.add_argument("--seed", default=SEED, help=f"{SEED} by default")
    asked: Any = reader.parse_args()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    hints.PATIENCE = Budget(seconds=10_000.0)
    if asked.coins:
        coins(asked.coins, asked.seed)
        return
    began, number, again = perf_counter(), asked.first, 0
    found: list[JudgedPosition] = []
    while len(found) < asked.positions:
        position = draw(number, asked.seed)
        number += 1
        if is_slow(position, asked.slow):
            again += 1
            continue
        start = perf_counter()
        found.append(judge(position, asked.presses, asked.pairs))
        print(line(position, found[-1], perf_counter() - start), flush=True)
    print(*summary(found), sep="\n")
    print(f"{again} drawn again (slow); {perf_counter() - began:.0f} seconds", file=sys.stderr)


if __name__ == "__main__":
    main()
