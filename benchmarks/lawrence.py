"""Measures how hard lawrence's missions are, how much luck decides, and what each card is worth.

``python -m benchmarks.lawrence [GAMES] [wins|luck|cards|means]... [--seed SEED]`` plays the scripted
bot, and with ``--search PLAYOUTS`` the searching one. ``--scenario`` and ``--asset`` choose what is
measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any, NamedTuple

from benchmarks import arguments
from sandtable import Action, Scenario, Seat, Table
from sandtable.model import scenario
from sandtable.plugins.catalog import catalog
from sandtable_batch import estimate
from sandtable_batch.play import play_out
from sandtable_lawrence.bot import ABILITIES, Scripted
from sandtable_lawrence.cards import DECK
from sandtable_lawrence.mission import mission
from sandtable_lawrence.roster import ARAB_LEADERS
from sandtable_lawrence.special_rules import MissionRule
from sandtable_lawrence.state import SEAT, LawrenceState, LawrenceTable
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.moves import NarrowedSeat
from sandtable_tools.advice.search import Searcher

MISSIONS = ("aqaba", "hejaz-railroad", "gaza-offensive", "damascus")
ALL = (*MISSIONS, "campaign")
ASSETS = (*ABILITIES, *(f"leader:{leader}" for leader in ARAB_LEADERS))


class AbsentLeader(MissionRule):
    """A special rule for experiments: one leader cannot be recruited."""

    leader: str

    def begins(self, table: LawrenceTable) -> None:
        table.state.units[self.leader].lost = True


class Experiment(NamedTuple):
    """The games to play: a scenario, perhaps without a card or an ability, or with other numbers.

    With `playouts`, the searching bot plays this many games for each move.
    """

    name: str
    card: str = ""
    without: str = ""
    numbers: tuple[tuple[str, int], ...] = ()
    playouts: int = 0


class RenouncingBot:
    """A searching bot that neither uses nor considers what its scripted player does without."""

    def __init__(self, scripted: Scripted, playouts: int) -> None:
        self.scripted = scripted
        self.searcher = Searcher({SEAT: scripted}, Budget(playouts=playouts))

    def choose(self, seat: Seat) -> Action:
        """Choose among the options that remain."""
        narrowed = NarrowedSeat(seat._table, seat.name, seat.dice, lambda: seat.log)
        narrowed.shown = self.scripted.consider(seat.view, seat.options)
        return self.searcher.choose(narrowed)


class TrialGame(NamedTuple):
    """The result of a game: `why` is the cause of a loss, `goals` the goals met, `ops` the Ops left."""

    won: bool
    why: str
    goals: int
    ops: int
    pounds: int
    actions: int
    missions: int


@cache
def table_of(trial: Experiment) -> Scenario:
    """Return the scenario of a trial."""
    installed = catalog()
    scenario_found = installed.scenario(f"lawrence/{trial.name}")
    absent = trial.without.partition("leader:")[2]
    if not (trial.card or trial.numbers or absent):
        return scenario_found
    text = scenario_found.text
    for key, value in trial.numbers:
        old_line = next(line for line in text.splitlines() if line.startswith(f"{key} = "))
        text = text.replace(old_line, f"{key} = {value}")
    if trial.card:
        text += f'\n[[rules]]\nname = "lawrence.deck"\nwithout = ["{trial.card}"]\n'
    rules = installed.games.rules("lawrence")
    if absent:
        text += f'\n[[rules]]\nname = "lawrence.absent"\nleader = "{absent}"\n'
        rules = {**rules, "lawrence.absent": AbsentLeader}
    return scenario.build(scenario_found.game, scenario_found.id, text, rules)


def play(trial: Experiment, seed: str) -> TrialGame:
    """Play one game of the scripted bot."""
    scripted = Scripted(without=frozenset({trial.without} & set(ABILITIES)))
    player = RenouncingBot(scripted, trial.playouts) if trial.playouts else scripted
    table, actions = play_out(table_of(trial), {SEAT: player}, seed)
    return judge(table, actions)


def judge(table: Table[Any], actions: int) -> TrialGame:
    """Return the result of a game that is over."""
    state: LawrenceState = table.state
    assert table.outcome
    won = table.outcome.name == "won"
    why = "" if won else ("no Ops left" if state.lawrence.space else "Lawrence lost")
    goals = sum(goal.met(state) for goal in mission(table).goals)
    return TrialGame(won, why, goals, state.ops, state.pounds, actions, state.successes)


def play_span(work: tuple[Experiment, int | str, int, int]) -> list[TrialGame]:
    """Play games of a trial, with the seeds that `sandtable simulate` uses."""
    trial, seed, first, count = work
    return [play(trial, f"{seed}/{game}") for game in range(first, first + count)]


def games(trial: Experiment, count: int, seed: int | str) -> list[TrialGame]:
    """Play all games of a trial, on two processes."""
    spans = [(trial, seed, first, min(25, count - first + 1)) for first in range(1, count + 1, 25)]
    with ProcessPoolExecutor(2) as pool:
        return [game for batch in pool.map(play_span, spans) for game in batch]


def rate(played: Iterable[TrialGame]) -> float:
    """Return the percentage of games won."""
    games_played = list(played)
    return 100 * sum(game.won for game in games_played) / len(games_played)


class Request(NamedTuple):
    """What to measure: this many games of each scenario, by the searching bot if it has playouts."""

    games: int
    seed: int | str
    scenarios: Sequence[str] = ALL
    assets: Sequence[str] = ASSETS
    playouts: int = 0

    def play(self, trial: Experiment) -> list[TrialGame]:
        """Return the games of a trial."""
        return games(trial._replace(playouts=self.playouts), self.games, self.seed)


def wins(asked: Request) -> Iterator[str]:
    """Yield a line with the win rate of every scenario, with its 95 % interval."""
    for name in asked.scenarios:
        won = [game.won for game in asked.play(Experiment(name))]
        won_share = estimate.share(sum(won), len(won))
        yield f"{name:<16}{won_share.percent} ({won_share.percent_interval})"


def spread(values: Iterable[int]) -> str:
    """Return the 10th, 50th and 90th percentile."""
    order = sorted(values)
    return "/".join(str(order[min(len(order) - 1, len(order) * part // 100)]) for part in (10, 50, 90))


def luck(asked: Request) -> Iterator[str]:
    """Yield how outcomes vary in each scenario: causes of losses, and Ops and Pounds left after wins."""
    for name in asked.scenarios:
        played = asked.play(Experiment(name))
        won = [game for game in played if game.won]
        lost = Counter(game.why for game in played if not game.won)
        goals = Counter(game.goals for game in played if not game.won)
        causes = ", ".join(f"{why} {100 * n / len(played):.0f} %" for why, n in sorted(lost.items()))
        short = ", ".join(f"{n} met {100 * k / len(played):.0f} %" for n, k in sorted(goals.items()))
        left = f"Ops {spread(game.ops for game in won)}, Pounds {spread(game.pounds for game in won)}"
        yield f"{name:<16}won {rate(played):.1f} %, then left: {left if won else '-'}; {causes}; {short}"
        if name == "campaign":
            reached = Counter(game.missions for game in played)
            yield f"{'':<16}missions won: {dict(sorted(reached.items()))}"


def cards(asked: Request) -> Iterator[str]:
    """Yield how each card changes the win rate: the rate with it, minus the rate without it."""
    names = [card.name() for card in DECK]
    yield from compare(asked, names, lambda name, card: Experiment(name, card=card))


def means(asked: Request) -> Iterator[str]:
    """Yield how each asset changes the win rate."""
    yield from compare(asked, asked.assets, lambda name, asset: Experiment(name, without=asset))


def compare(
    asked: Request, things: Iterable[str], trial: Callable[[str, str], Experiment]
) -> Iterator[str]:
    """Yield what each thing gains in each mission, with its 95 % interval, and the win rate without it.

    The same games are played with and without it: they differ from its first use on.
    """
    missions = [name for name in asked.scenarios if name in MISSIONS]
    yield f"{'':<20}" + "".join(f"{name:>28}" for name in missions)
    base = {name: asked.play(Experiment(name)) for name in missions}
    yield f"{'win rate':<20}" + "".join(f"{rate(base[name]):>28.1f}" for name in missions)
    for thing in things:
        cells = [cell(base[name], asked.play(trial(name, thing))) for name in missions]
        yield f"{thing:<20}" + "".join(f"{text:>28}" for text in cells)


def cell(having: Sequence[TrialGame], lacking: Sequence[TrialGame]) -> str:
    """Return the gain in points with its interval, from pairs of games, and the rate without it."""
    pairs = zip(having, lacking, strict=True)
    gain = estimate.mean([100.0 * (game.won - without.won) for game, without in pairs])
    return f"{gain.value:+.1f} ({gain.low:+.1f} to {gain.high:+.1f}) {rate(lacking):.0f}"


REPORTS: Mapping[str, Callable[[Request], Iterator[str]]] = {
    "wins": wins,
    "luck": luck,
    "cards": cards,
    "means": means,
}


def main() -> None:
    """Print the reports that are asked for, or all of them."""
    reader = arguments.parser("benchmarks.lawrence", __doc__)
    arguments.add_count(reader, "games", 300)
    arguments.add_names(reader, "reports", REPORTS)
    arguments.add_names(reader, "--scenario", ALL)
    arguments.add_names(reader, "--asset", ASSETS)
    reader.add_argument(
        "--search", type=arguments.number, default=0, metavar="PLAYOUTS", help="for each move"
    )
    reader.add_argument("--seed", default="1", help="any text, 1 by default")
    typed = reader.parse_intermixed_args()
    asked = Request(typed.games, typed.seed, typed.scenario or ALL, typed.asset or ASSETS, typed.search)
    for name in typed.reports or REPORTS:
        print(f"{name}, {asked.games} games each, seed {asked.seed}", flush=True)
        for line in REPORTS[name](asked):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
