"""What the prompt costs at the widest decision of each game: ``python -m benchmarks.prompt [GAMES]``.

Completion and the check of the half-typed line happen at every key, a redraw at every choice and
when the terminal gets another size; `screen` and `large` are the whole screen of 100 x 30 and of
160 x 50, with its map or board drawn again. All of it is measured in milliseconds of processor time.
A key and the screens are also ratios that a slower machine leaves as they are: in actions of
megiddo by random play on a bare table.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from random import Random  # noqa: TID251 (no dice of the game's)
from time import process_time
from typing import NamedTuple

from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size as TerminalSize
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

import sandtable
from benchmarks import words
from benchmarks.megiddo import random_tables
from sandtable.prompt.check import check
from sandtable.prompt.completion import candidates
from sandtable.prompt.console import Console
from sandtable.prompt.page import picture
from sandtable.prompt.sink import SinkContext
from sandtable.settings import Settings
from sandtable_tools.screen.full import Full

SCENARIOS = {
    "megiddo": ("megiddo/1918-even",),
    "lrdg": ("lrdg/slonta", "lrdg/benghazi-watch", "lrdg/campaign-1942"),
    "lawrence": ("lawrence/damascus", "lawrence/hejaz-railroad", "lawrence/campaign"),
}

ENDS = ("give-up", "abandon")
"""What random play leaves out, so that games last."""

MOST_ACTIONS = 600
"""No more actions of a game are played, however long a campaign is."""

REPEATS = 5

WRONG = ("zzz yyy xxx", "a b c d e f g", "why ", "odds ", "show ", "rules low profile")
"""What is typed besides: words that mean nothing here, and those of the table."""


class Cost(NamedTuple):
    """The options of a decision, and the milliseconds of each thing at the worst of some lines."""

    options: int
    completion: float
    check: float
    redraw: float
    screen: float
    large: float

    @property
    def key(self) -> float:
        """The milliseconds of a key."""
        return self.completion + self.check


class Size(NamedTuple):
    """The terminal whose whole screen is drawn."""

    columns: int
    rows: int


SIZES = (Size(100, 30), Size(160, 50))


def widest(game: str, games: int) -> Cost:
    """What the widest decision of some random games costs."""
    return max(cost for scenario in SCENARIOS[game] for cost in _widest_of(scenario, games))


def _widest_of(scenario: str, games: int) -> Iterator[Cost]:
    for number in range(games):
        session, pick, most = sandtable.new(scenario, seed=number), Random(number).choice, 1
        console = Console(session, numbers=True)
        for _ in range(MOST_ACTIONS):
            if session.outcome is not None:
                break
            options = list(session.options())
            if len(options) > most:
                most = len(options)
                yield cost(console)
            session.choose(pick([one for one in options if one.name() not in ENDS] or options))


def cost(console: Console) -> Cost:
    """What the decision costs that waits now."""
    options = console.options
    lines = ["", *dict.fromkeys(f"{one.name()} " for one in options), *map(str, options[:20]), *WRONG]
    halves = [line[: max(len(line) - 1, 1)] for line in lines]
    every = [*lines, *halves]
    return Cost(
        len(options),
        max(_best(lambda line=line: candidates(console, line)) for line in every),  # type: ignore[misc]
        max(_best(lambda line=line: check(console, line)) for line in every),  # type: ignore[misc]
        _best(lambda: _redraw(console)),
        *(_screen(console, size) for size in SIZES),
    )


def _redraw(console: Console) -> None:
    picture(console)


def _screen(console: Console, size: Size) -> float:
    """The milliseconds of a whole screen, of which nothing is kept from before."""
    output = Vt100_Output(io.StringIO(), lambda: TerminalSize(size.rows, size.columns), term="xterm")
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        full = Full(console, SinkContext(Settings(), (), output.stdout))
        full.stage.actions = console.options
        full.stage.question, full.stage.status = console.display.asks(), console.display.status()
        return _best(lambda: _draw_anew(full))


def _draw_anew(full: Full) -> None:
    full.stage.forget()
    full.terminal.forget()
    full.terminal.draw()


def _best(do: Callable[[], object]) -> float:
    """The milliseconds of the best of some tries."""
    times = []
    for _ in range(REPEATS):
        start = process_time()
        do()
        times.append(process_time() - start)
    return min(times) * 1e3


def action() -> float:
    """The milliseconds of an action of megiddo, played by chance on a bare table."""
    best = float("inf")
    for _ in range(REPEATS):
        start = process_time()
        actions = random_tables()
        best = min(best, (process_time() - start) / actions * 1e3)
    return best


def main() -> None:
    """Print a row for each game."""
    reader = words.parser("benchmarks.prompt", __doc__)
    words.counted(reader, "games", 5)
    games = reader.parse_args().games
    unit = action()
    for game in SCENARIOS:
        found = widest(game, games)
        told = (f"{name} {ms:.2f} ms" for name, ms in zip(Cost._fields[1:], found[1:], strict=True))
        ratios = {"a key": found.key, "a screen": found.screen, "a large one": found.large}
        actions = ", ".join(f"{what} {ms / unit:.0f}" for what, ms in ratios.items())
        print(f"{game:<10}{found.options:>4} options: {', '.join(told)}; in actions: {actions}")


if __name__ == "__main__":
    main()
