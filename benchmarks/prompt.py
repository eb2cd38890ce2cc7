"""Measures a key's and a screen's cost at the widest decisions: ``python -m benchmarks.prompt [GAMES]``.

The widest decision is the one with the most options in GAMES random games of every scenario and in the
recorded games. A key is the completion and the check of the half-typed line, the worst of some lines;
`typed` is all that a key changes on a screen of 160 x 50. `redraw` is the scrolling prompt at a choice.
`screen` and `large` are the whole screen of 100 x 30 and of 160 x 50, with its map or board drawn again.
Each is in milliseconds of processor time, and in random actions of megiddo on a bare table. These are
measured in between, so a slower machine leaves the ratio as it is.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random  # noqa: TID251 (no dice of the game's)
from time import process_time
from typing import NamedTuple

from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

import sandtable
from benchmarks import arguments
from benchmarks.megiddo import random_tables
from sandtable.plugins.catalog import catalog
from sandtable.record.replay import Replay
from sandtable.record.session import Session
from sandtable_console.completion import candidates
from sandtable_console.configuration import Settings
from sandtable_console.console import Console
from sandtable_console.line_check import check
from sandtable_console.page import picture
from sandtable_console.sink import SinkContext
from sandtable_tools.screen.full import FullScreen

GAMES = ("megiddo", "lrdg", "lawrence")

SAVES = Path(__file__).parents[1] / "saves"

ENDS = ("give-up", "abandon")
"""Verbs that random play leaves out, so that games last."""

MOST_ACTIONS = 600
"""The most actions played of a game, since a campaign can be long."""

REPEATS = 5

WRONG = ("zzz yyy xxx", "a b c d e f g", "why ", "odds ", "show ", "rules low profile")
"""More lines to type: words that mean nothing here, and words of the table."""

SMALL, LARGE = Size(rows=30, columns=100), Size(rows=50, columns=160)
"""The terminals whose whole screens are drawn."""


class Cost(NamedTuple):
    """A decision's number of options, and the milliseconds that a key and each kind of screen take."""

    options: int
    key: float
    typed: float
    redraw: float
    screen: float
    large: float


def widest(game: str, games: int) -> Session:
    """Return a session at the widest decision in some random and the recorded games."""
    scenarios = [id for id in catalog().scenarios.ids if id.startswith(f"{game}/")]
    plays: list[Callable[[], Iterator[Session]]] = [
        *(partial(_by_chance, id, seed) for id in scenarios for seed in range(games)),
        *(partial(_replay, path) for path in sorted(SAVES.glob(f"{game}-*.jsonl"))),
    ]
    most = place = at = 0
    for number, play in enumerate(plays):
        for n, session in enumerate(play()):
            if len(session.options()) > most:
                most, place, at = len(session.options()), number, n
    return next(islice(plays[place](), at, None))


def _by_chance(scenario: str, seed: int) -> Iterator[Session]:
    """Yield a random game at each of its decisions."""
    session, pick = sandtable.new(scenario, seed=seed), Random(seed).choice
    for _ in range(MOST_ACTIONS):
        if session.outcome is not None:
            return
        yield session
        options = list(session.options())
        session.choose(pick([option for option in options if option.name() not in ENDS] or options))


def _replay(path: Path) -> Iterator[Session]:
    """Yield a recorded game at each of its decisions."""
    replay = Replay(path)
    return (replay.session for _ in replay.steps() if replay.session.outcome is None)


def cost(session: Session) -> Cost:
    """Return the costs at the current decision."""
    console = Console(session, numbers=True)
    options = console.options
    lines = [
        "",
        *dict.fromkeys(f"{option.name()} " for option in options),
        *map(str, options[:20]),
        *WRONG,
    ]
    halves = [line[: max(len(line) - 1, 1)] for line in lines]
    return Cost(
        len(options),
        max(_best(partial(_key, console, line)) for line in (*lines, *halves)),
        _on_screen(console, LARGE, partial(_type, line=str(options[0]))) / len(str(options[0])),
        _best(partial(picture, console)),
        _on_screen(console, SMALL, _redraw),
        _on_screen(console, LARGE, _redraw),
    )


def _key(console: Console, line: str) -> None:
    candidates(console, line)
    check(console, line)


def _on_screen(console: Console, size: Size, do: Callable[[FullScreen], None]) -> float:
    """Return how many milliseconds `do` takes on a screen of this size."""
    output = Vt100_Output(io.StringIO(), lambda: size, term="xterm")
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        full = FullScreen(console, SinkContext(Settings(), (), output.stdout))
        for shown in console.position():
            full.show(shown)
        full.terminal.draw()
        return _best(partial(do, full))


def _type(full: FullScreen, line: str) -> None:
    """Type a line, letter by letter."""
    for end in range(1, len(line) + 1):
        full.terminal.buffer.text = line[:end]
        full.terminal.draw()


def _redraw(full: FullScreen) -> None:
    """Redraw the whole screen, reusing nothing."""
    full.stage.forget()
    full.terminal.draw()


def _best(do: Callable[[], object]) -> float:
    """Return the milliseconds of the fastest of some tries."""
    times = []
    for _ in range(REPEATS):
        start = process_time()
        do()
        times.append(process_time() - start)
    return min(times) * 1e3


def action() -> float:
    """Return the milliseconds that a random action of megiddo takes on a bare table."""
    start = process_time()
    actions = random_tables()
    return (process_time() - start) / actions * 1e3


def measure(games: int) -> tuple[float, dict[str, Cost]]:
    """Return the milliseconds of a megiddo action, and each game's costs: the best of some rounds."""
    sessions = {game: widest(game, games) for game in GAMES}
    units, found = [], dict[str, Cost]()
    for _ in range(REPEATS):
        units.append(action())
        for game, session in sessions.items():
            now = cost(session)
            found[game] = Cost(*map(min, found.get(game, now), now))
    return min(units), found


def main() -> None:
    """Print a row for each game."""
    reader = arguments.parser("benchmarks.prompt", __doc__)
    arguments.add_count(reader, "games", 5)
    unit, found = measure(reader.parse_args().games)
    print(f"an action of megiddo: {unit * 1e3:.1f} µs")
    for game, costs in found.items():
        each = (
            f"{name} {ms:.2f} ms = {ms / unit:.0f}"
            for name, ms in zip(Cost._fields[1:], costs[1:], strict=True)
        )
        print(f"{game:<9}{costs.options:>4} options: {', '.join(each)}")


if __name__ == "__main__":
    main()
