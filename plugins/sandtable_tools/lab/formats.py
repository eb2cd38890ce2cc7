"""The two formats of batch files: JSON lines with a header, and rows for a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct, structs

from sandtable import SandtableError, __version__, number_of
from sandtable.tooling import clip
from sandtable_batch import GameResult, Job, ready_job
from sandtable_console import as_json
from sandtable_tools.lab.batch_file import StoredGames
from sandtable_tools.lab.fingerprint import differences, hash_of, plugin_versions, scenario_hash
from sandtable_tools.lab.sweep import SET_PREFIX, Point, as_toml, sweep_options

FRACTION = re.compile(r"-?\d+(\.\d+|/[1-9]\d*)")


class BatchHeader(Struct, frozen=True, tag_field="format", tag="sandtable-batch/1"):
    """Everything that decides a batch's games; `file` is a hash of the scenario's content.

    `score` is the metric that equals the return, if there is one.
    """

    scenario: str
    file: str
    seed: int | str
    seats: dict[str, str]
    options: dict[str, str]
    sandtable: str
    plugins: dict[str, str]
    sweep: list[dict[str, Any]]
    score: str = ""


class _GameLine(Struct, frozen=True):
    """A game as a JSON line; fractions are written as texts. `point` is the sweep's index, from 0."""

    game: int
    seed: str
    outcome: str
    actions: int
    returns: dict[str, int | float | str]
    metrics: dict[str, int | float]
    point: int = 0


def batch_header(job: Job, points: Sequence[Point]) -> BatchHeader:
    """Return the header of a batch and its sweep."""
    scenario = ready_job(job).scenario
    used: dict[str, str] = {}
    for point in points:
        used |= plugin_versions(ready_job(point.job))
    swept = [point.settings for point in points if point.settings]
    return BatchHeader(
        scenario=scenario.id,
        file=scenario_hash(scenario),
        seed=job.seed,
        seats=job.seats,
        options=job.options,
        sandtable=__version__,
        plugins=used,
        sweep=swept,
        score=scenario.game.score_figure,
    )


class JsonLines:
    """A header, then a line for each game."""

    def __init__(self, head: BatchHeader) -> None:
        self.head = head

    def begin(self) -> str:
        return as_json(self.head, indent=-1) + "\n"

    def needs_rewrite(self, _: StoredGames) -> bool:
        return False

    def lines(self, games: StoredGames) -> str:
        lines = []
        for point, game in games:
            returns = {s: str(n) if isinstance(n, Fraction) else n for s, n in game.returns.items()}
            figures = game.outcome, game.actions, returns, game.metrics
            lines.append(as_json(_GameLine(game.game, game.seed, *figures, point), indent=-1) + "\n")
        return "".join(lines)

    def read(self, text: str) -> StoredGames:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        first = lines.pop(0)[1] if lines else ""
        try:
            header = msgspec.json.decode(first, type=BatchHeader)
        except msgspec.MsgspecError as error:
            raise SandtableError(
                "not the file of a batch: its first line is not a batch header"
            ) from error
        own_header = msgspec.json.decode(msgspec.json.encode(self.head), type=BatchHeader)
        differs = differences(structs.replace(header, sweep=own_header.sweep), own_header)
        if header.sweep != own_header.sweep:
            theirs, ours = sweep_options(header.sweep), sweep_options(own_header.sweep)
            differs.append(f"{theirs} there, {ours} here")
            differs.append("write new values to a separate file")
        if differs:
            raise SandtableError(f"from another batch: {'; '.join(differs)}")
        return _numbered_games(lines, self._read, self.head.seed)

    def may_begin_file(self, first: bytes) -> bool:
        return self.begin().encode().startswith(first)

    def _read(self, line: str) -> tuple[int, GameResult]:
        game = msgspec.json.decode(line, type=_GameLine)
        if not 0 <= game.point < max(1, len(self.head.sweep)):
            raise ValueError(f"no point {game.point}")
        returns = {s: Fraction(n) if isinstance(n, str) else n for s, n in game.returns.items()}
        figures = game.outcome, returns, game.metrics, game.actions
        return game.point, GameResult(game.game, game.seed, *figures, self.head.score)


class CsvRows:
    """A row for each game: game, seed, settings, outcome, actions, returns, metrics, and the job.

    The last column identifies the job, by short hashes of the scenario, the players, the house rules
    and the plugins. It is the same in every row.
    """

    def __init__(self, head: BatchHeader) -> None:
        self.head = head
        self.begun = False
        self.names: list[str] = []
        self.keys = list(head.sweep[0]) if head.sweep else []
        self.texts = [[as_toml(value) for value in point.values()] for point in head.sweep] or [[]]
        self.job = "-".join(hash_of([part])[:8] for part in _job_parts(head).values())

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [*self._fixed, *self.names, "job"]

    @property
    def _fixed(self) -> list[str]:
        """The columns that are known before the first game."""
        swept = [key if key.startswith(SET_PREFIX) else f"with.{key}" for key in self.keys]
        return ["game", "seed", *swept, "outcome", "actions"]

    def begin(self) -> str:
        return _csv_text([self.columns]) if self.begun else ""

    def needs_rewrite(self, games: StoredGames) -> bool:
        names = dict.fromkeys(name for _, game in games for name in _figures(game))
        new_names = [name for name in names if name not in self.names]
        self.names += new_names
        return self.begun and bool(new_names)

    def lines(self, games: StoredGames) -> str:
        rows: list[list[Any]] = [] if self.begun else [self.columns]
        self.begun = True
        for point, game in games:
            figures = _figures(game)
            values = [figures.get(name, "") for name in self.names]
            start = [game.game, game.seed, *self.texts[point], game.outcome, game.actions]
            rows.append([*start, *values, self.job])
        return _csv_text(rows)

    def read(self, text: str) -> StoredGames:
        try:
            # A blank line is a row without columns.
            rows = [row for row in enumerate(csv.reader(io.StringIO(text, newline="")), 1) if row[1]]
        except csv.Error as error:
            raise SandtableError(f"not the file of a batch: {error}") from error
        columns = rows.pop(0)[1] if rows else []
        fixed, self.begun = 4 + len(self.keys), True
        self.names = columns[fixed:-1]
        if columns != self.columns:
            raise SandtableError("not this batch's file: its first line has other columns")
        return _numbered_games(rows, self._read, self.head.seed)

    def may_begin_file(self, first: bytes) -> bool:
        fixed = ",".join([*self._fixed, ""]).encode()
        return fixed.startswith(first) or first.startswith(fixed)

    def _read(self, row: list[str]) -> tuple[int, GameResult]:
        if len(row) != len(self.columns):
            raise ValueError(f"{number_of(len(row), 'column')}, {len(self.columns)} were expected")
        if row[-1] != self.job:
            parts = zip(_job_parts(self.head), row[-1].split("-"), self.job.split("-"), strict=False)
            differs = " and ".join(name for name, theirs, ours in parts if theirs != ours) or "job"
            raise SandtableError(f"from another batch: it was played with another {differs}")
        swept = 2 + len(self.keys)
        if row[2:swept] not in self.texts:
            settings = ", ".join(map("=".join, zip(self.keys, row[2:swept], strict=True)))
            raise SandtableError(f"from another sweep: {settings}; sweep it too, or name another file")
        figures = {name: place for place, name in enumerate(self.names, swept + 2) if row[place]}
        values: dict[str, Any] = {name: self._number(row, place) for name, place in figures.items()}
        seats = {f"{seat}-return": seat for seat in self.head.seats}
        returns: dict[str, Any] = {seats[name]: value for name, value in values.items() if name in seats}
        metrics = {name: value for name, value in values.items() if name not in seats}
        if score := self.head.score:
            returns = dict.fromkeys(self.head.seats, metrics.get(score, 0))
        game, actions = int(self._number(row, 0)), int(self._number(row, swept + 1))
        result = GameResult(game, row[1], row[swept], returns, metrics, actions, score)
        return self.texts.index(row[2:swept]), result

    def _number(self, row: Sequence[str], place: int) -> int | float | Fraction:
        """Return a number from a row; it must be whole unless the column is a figure.

        Raises SandtableError, which names the column, for anything else.
        """
        if self.columns[place] in self.names and FRACTION.fullmatch(row[place]):
            return Fraction(row[place]) if "/" in row[place] else float(row[place])
        try:
            return int(row[place])
        except ValueError:
            why = f'a whole number was expected, not "{clip(row[place])}"'
            raise SandtableError(f'column "{self.columns[place]}": {why}') from None


def _job_parts(head: BatchHeader) -> dict[str, str]:
    """Return the parts of the job in a row, by the names that errors use."""
    parts = {
        "scenario": [head.scenario, head.file],
        "set of players": sorted(head.seats.items()),
        "set of house rules": sorted(head.options.items()),
        "version of a plugin": [head.sandtable, *sorted(head.plugins.items())],
    }
    return {name: msgspec.json.encode(part).decode() for name, part in parts.items()}


def _figures(game: GameResult) -> dict[str, int | float | Fraction]:
    """Return a game's final figures, returns first."""
    figures = game.figures
    return {name: figures[name] for name in sorted(figures, key=game.metrics.__contains__)}


def _csv_text(rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def _numbered_games(
    lines: Iterable[tuple[int, Any]], read: Callable[[Any], tuple[int, GameResult]], seed: int | str
) -> StoredGames:
    """Return the games in numbered lines.

    Raises SandtableError with the number of a line that is not a game, or not the next game of its
    point.
    """
    counts: Counter[int] = Counter()
    games: StoredGames = []
    for number, line in lines:
        try:
            point, result = read(line)
            counts[point] += 1
            expected = counts[point]
            if (result.game, result.seed) != (expected, f"{seed}/{expected}"):
                raise SandtableError(f"game {seed}/{expected} was expected, not {result.seed}")
        except (ValueError, ZeroDivisionError, msgspec.MsgspecError) as error:
            raise SandtableError(f"line {number}: not a game of a batch: {error}") from error
        except SandtableError as error:
            raise SandtableError(f"line {number}: {error}") from None
        games.append((point, result))
    return games
