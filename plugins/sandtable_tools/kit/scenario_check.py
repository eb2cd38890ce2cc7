"""Checks a scenario's file: its errors, its oddities, and the results of its games."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from sandtable import SandtableError, Scenario, number_of
from sandtable.tooling import Catalog, Guard
from sandtable_batch import Batch, GameResult, Job, play_games, won

FINE, WRONG_IN_PLAY, UNREADABLE = 0, 1, 2
"""The results of a check, as exit statuses."""

MOST_FAILURES = 3
"""The games with faults after which no more are played."""

ENOUGH_GAMES = 10
"""The fewest games, all won by the only player, that are reported as odd."""

FEW_ACTIONS = 10
"""Bots that take fewer actions in a game, on average, hardly tried to win it."""

SHARES = {"easy": (75, 100), "medium": (40, 75), "hard": (0, 40)}
"""The lowest and the highest percentage of wins at each difficulty."""


class Error(Struct, frozen=True):
    """An error in the file: its text names the key, and `line` is the key's line, if known."""

    text: str
    line: int | None = None

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line else self.text


class ScenarioReport(Struct):
    """The findings in a file. `problems` lists faults in play, each with its game's seed."""

    scenario: str
    errors: list[Error] = []
    oddities: list[str] = []
    problems: list[str] = []
    batch: Batch | None = None
    wins: dict[str, int] = {}

    @property
    def status(self) -> int:
        """0 if fine, even with warnings; 1 for a fault in play; 2 for an unreadable file."""
        return UNREADABLE if self.errors else WRONG_IN_PLAY if self.problems else FINE

    @property
    def verdict(self) -> str:
        """The summary in one line."""
        if self.errors:
            return f"{self.scenario} cannot be played: {number_of(len(self.errors), 'error')}"
        if self.problems:
            return f"{self.scenario} can be read, but goes wrong in play"
        warnings = number_of(len(self.oddities), "warning") if self.oddities else "no warnings"
        played = f", {number_of(len(self.batch.results), 'game')} played" if self.batch else ""
        return f"{self.scenario} is a scenario of {self.scenario.partition('/')[0]}: {warnings}{played}"


def check(
    installed: Catalog,
    typed: str,
    games: int,
    seed: int | str,
    progress: Callable[[int], None] | None = None,
) -> ScenarioReport:
    """Examine a scenario, typed as a name or a file; call `progress` for every game.

    Raises SandtableError if there is no such scenario or its file is not text.
    """
    draft = installed.draft(typed)
    if draft.faults:
        errors = [Error(fault.message, fault.line) for fault in draft.faults]
        return ScenarioReport(typed, errors)
    scenario = installed.scenario(typed)
    report = ScenarioReport(scenario.id)
    try:
        with Guard():
            report.oddities += oddities(scenario)
    except Exception as error:
        report.problems.append(f"the check for oddities failed: {installed.loader.blame(error)}")
    if games:
        _simulate(report, installed, typed, scenario, games, seed, progress)
    return report


def oddities(scenario: Scenario) -> Iterator[str]:
    """Yield the oddities of a file and of a campaign's parts: legal, but probably mistakes."""
    yield from _twice("parts", scenario.info.parts)
    yield from (["title: empty"] if not scenario.title.strip() else [])
    if " " in scenario.id:
        yield f'the id, from the file name, is "{scenario.id}": write hyphens for its spaces'
    for key in ("summary", "at_stake", "history"):
        if (text := getattr(scenario.info, key).rstrip("\"')\u201d\u2019")) and text[-1:] not in ".!?":
            yield f"{key}: end the sentence with a full stop"
    rules = []
    for rule in scenario.info.rules:
        parameters = ", ".join(f"{key} = {value}" for key, value in rule.items() if key != "name")
        rules.append(f"{rule['name']} with {parameters}" if parameters else rule["name"])
    yield from _twice("rules", rules)
    yield from scenario.game.oddities(scenario)
    for part in dict.fromkeys(scenario.parts):
        yield from (f"{part.id}: {oddity}" for oddity in oddities(part))


def _twice(key: str, names: Sequence[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{key}: {name} occurs {'twice' if count == 2 else f'{count} times'}"


def _simulate(
    report: ScenarioReport,
    installed: Catalog,
    typed: str,
    scenario: Scenario,
    games: int,
    seed: int | str,
    progress: Callable[[int], None] | None,
) -> None:
    """Play games between scripted bots; a fault in one game does not stop the rest."""
    job = Job(typed, dict.fromkeys(scenario.seats, "scripted"), seed, teams=scenario.teams)
    began = time.perf_counter()
    results: list[GameResult] = []
    failed: dict[str, str] = {}
    for number in range(1, games + 1):
        try:
            results += play_games(job, number, 1, installed)
        except SandtableError as error:
            game, _, problem = str(error).partition(": ")
            failed.setdefault(problem, game)
            if number - len(results) >= MOST_FAILURES:
                break
        if progress:
            progress(1)
    report.problems += [f"{game}: {problem}" for problem, game in failed.items()]
    if results:
        report.batch = Batch(job, scenario.id, results, time.perf_counter() - began)
        report.wins = {
            "+".join(team): sum(won(result, *team) for result in results) for team in scenario.teams
        }
        report.oddities += _check_balance(report.wins, report.batch, scenario.info.difficulty)


def _check_balance(wins: dict[str, int], batch: Batch, difficulty: str | None) -> Iterator[str]:
    games = len(batch.results)
    actions = sum(result.actions for result in batch.results) / games
    tried = f"; the bots hardly tried ({actions:.0f} actions a game)" * (actions < FEW_ACTIONS)
    for seat, count in wins.items():
        if not count:
            yield f"no game of {games} was won by {seat}{tried}"
        elif count == games >= ENOUGH_GAMES and len(wins) == 1:
            yield f"no game of {games} was lost by {seat}"
    least, most = SHARES.get(difficulty or "", (0, 100))
    weakest = min(batch.wins.values(), key=lambda share: share.value)
    if 100 * weakest.high < least or 100 * weakest.low > most:
        yield f"difficulty: {difficulty} means {least} to {most} % won, not {weakest.percent}"
