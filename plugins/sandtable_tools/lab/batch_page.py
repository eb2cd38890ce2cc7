"""Makes the page of a batch or a sweep: one self-contained HTML file without scripts.

This module turns figures into words and pictures; ``batch_page.html`` arranges them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from math import isfinite
from typing import NamedTuple

from sandtable import GameInfo, __version__
from sandtable_batch import Batch, Estimate, estimate, percent, ready_job
from sandtable_pictures import html_page
from sandtable_tools.lab.charts import bar, heat_map, histogram
from sandtable_tools.lab.fingerprint import plugin_versions
from sandtable_tools.lab.sweep import Point, as_toml
from sandtable_tools.lab.target import NearestPoint, TargetShare, in_words

LENGTHS = ("turns", "rounds", "days", "turn", "round", "day")
"""A metric whose name is or ends in one of these is a game's length."""


class Shares(NamedTuple):
    """A batch's shares, in rows: a name, a bar, how many games, the share, its interval."""

    name: str
    rows: list[tuple[str, str, str, str, str]]


class Histogram(NamedTuple):
    """A figure that varies between games: its name, its mean in words, a picture."""

    name: str
    mean: str
    picture: str


class Spread(NamedTuple):
    """Figures of one kind: those that vary between games, and the constants with their values."""

    name: str
    histograms: list[Histogram]
    constants: list[str]


class Cell(NamedTuple):
    """A table cell: a figure, and its interval if there is one."""

    figure: str
    interval: str = ""


class PointFigures(NamedTuple):
    """A point's figures: its row in the table of all points, and its batch's pictures.

    `bar` shows the target's share, if there is a target.
    """

    label: str
    is_best: bool
    bar: str
    cells: list[Cell]
    shares: list[Shares]
    spreads: list[Spread]


def page(
    points: Sequence[Point],
    batches: Sequence[Batch],
    nearest: NearestPoint | None = None,
) -> str:
    """Return the page that shows one or more points, each with its batch, and the suggestion."""
    scenario = ready_job(points[0].job).scenario
    info = scenario.game.info
    outcomes = _best_first(info, (name for batch in batches for name in sorted(batch.outcomes)))
    figures = list(dict.fromkeys(name for batch in batches for name in batch.scores))
    shares = nearest.shares if nearest else [None] * len(points)
    heat, target = _heat(points, nearest), _target_in_words(info, nearest.target) if nearest else ""
    said = [info.outcome(name) for name in outcomes]
    alone = (
        nearest
        and not heat
        and not any(
            all(batch.shares.get(name) == share for batch, share in zip(batches, shares, strict=True))
            for name in outcomes
        )
    )
    return html_page(
        "sandtable_tools.lab/batch_page.html",
        style=(resources.files("sandtable_tools.lab") / "batch_page.css").read_text(encoding="utf-8"),
        game=info.title,
        title=batches[0].scenario if "title" in points[0].settings else scenario.title,
        about=f"{scenario.title}: how a batch of games ended",
        facts=_facts(points, batches, info),
        swept=bool(points[0].settings),
        target=target,
        advice=[
            f"{line[0].upper()}{line[1:]}."
            for line in (in_words(nearest, points, target) if nearest else ())
        ],
        heat=heat,
        headings=[
            "games",
            *[target] * bool(alone),
            *said,
            *(f"mean {_words(name)}" for name in figures),
        ],
        points=[
            PointFigures(
                point.label,
                bool(nearest and nearest.best == place),
                bar(share, nearest.target.share) if nearest and share else "",
                _cells(batch, [*[share] * bool(alone), *map(batch.shares.get, outcomes)], figures),
                _shares(batch, info),
                _spreads(batch),
            )
            for place, (point, batch, share) in enumerate(zip(points, batches, shares, strict=True))
        ],
    )


def _best_first(info: GameInfo, names: Iterable[str]) -> list[str]:
    """Return outcomes' names once each: best first, then those that the game does not rank."""
    distinct = dict.fromkeys(names)
    with_words = [name for name in info.outcomes if name in distinct]
    return [*with_words, *(name for name in distinct if name not in with_words)]


def _target_in_words(info: GameInfo, target: TargetShare) -> str:
    """Return a description of the games that a target counts."""
    if target.outcomes:
        return " or ".join(map(info.outcome, target.outcomes))
    return f"won by {_title(info, target.seat)}"


def _title(info: GameInfo, team: str) -> str:
    """Return the titles of a team's seats: ``north+south``."""
    return " and ".join(map(info.seat_title, team.split("+")))


def _heat(points: Sequence[Point], nearest: NearestPoint | None) -> str:
    """Return a heat map of a sweep over two keys: one key's values as rows, the other's as columns."""
    keys = list(points[0].settings)
    if nearest is None or len(keys) != 2:
        return ""
    places = [tuple(as_toml(point.settings[key]) for key in keys) for point in points]
    rows, columns = ([*dict.fromkeys(place[axis] for place in places)] for axis in (0, 1))
    shares = dict(zip(places, (share.value for share in nearest.shares), strict=True))
    return heat_map(
        (keys[0], keys[1]),
        columns,
        {row: [shares[row, column] for column in columns] for row in rows},
        (rows.index(places[nearest.best][0]), columns.index(places[nearest.best][1])),
    )


def _facts(
    points: Sequence[Point], batches: Sequence[Batch], info: GameInfo
) -> Iterator[tuple[str, str]]:
    """Yield facts about the batch: names and values."""
    job, first = points[0].job, batches[0]
    yield "scenario", first.scenario
    yield from ((info.seat_title(seat), player) for seat, player in job.seats.items())
    yield "seed", str(job.seed)
    yield "games", f"{sum(len(batch.results) for batch in batches):,}"
    for name, value in job.options.items():
        if f"set.{name}" not in points[0].settings:
            yield "house rule", f"{name} = {value}"
    if first.until is not None:
        yield "until", f"{percent(first.until)} to each side"
    yield "actions", f"{sum(batch.actions for batch in batches):,}"
    used = dict.fromkeys(plugin_versions(ready_job(job)).values())
    yield "played by", ", ".join(dict.fromkeys([f"sandtable {__version__}", *used]))


def _cells(batch: Batch, shares: Iterable[Estimate | None], figures: Sequence[str]) -> list[Cell]:
    """Return a point's cells: the number of games, some shares, and the mean of each figure."""
    cells = [Cell(f"{len(batch.results):,}")]
    for share in shares:
        interval = f"({share.percent_interval})".replace(" %", "") if share else ""
        cells.append(Cell(share.percent if share else "0 %", interval))
    for mean in map(batch.means.get, figures):
        interval = f"± {mean.half:.2f}" if mean and isfinite(mean.half) else ""
        cells.append(Cell(f"{mean.value:.2f}" if mean else "", interval))
    return cells


def _shares(batch: Batch, info: GameInfo) -> list[Shares]:
    """Return the shares of outcomes, after the shares of winners if outcomes do not name them."""
    wins = {_title(info, team): share for team, share in batch.wins.items()}
    wins_row = {"who wins": wins} if set(batch.outcomes) - set(batch.wins) else {}
    shares_of = {info.outcome(name): batch.shares[name] for name in _best_first(info, batch.shares)}
    pictures = []
    for name, shares in {**wins_row, "outcomes": shares_of}.items():
        games = {label: round(share.value * len(batch.results)) for label, share in shares.items()}
        rows = [
            (label, bar(share), f"{games[label]:,}", share.percent, share.percent_interval)
            for label, share in shares.items()
        ]
        pictures.append(Shares(name, rows))
    return pictures


def _spreads(batch: Batch) -> list[Spread]:
    """Return a batch's figures, with game lengths in a group of their own."""
    values = batch.scores
    lengths: dict[str, list[int | float]] = {"actions": [game.actions for game in batch.results]}
    lengths |= {name: numbers for name, numbers in values.items() if name.split("-")[-1] in LENGTHS}
    scores = {name: numbers for name, numbers in values.items() if name not in lengths}
    spreads = []
    for kind, figures in (("Scores", scores), ("Lengths", lengths)):
        histograms, constants = [], []
        for name, numbers in figures.items():
            if len(set(numbers)) == 1:
                constants.append(f"{_words(name)} {numbers[0]}")
                continue
            mean = estimate.mean(numbers)
            text = f"mean {mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f})"
            if len(numbers) < max(map(len, figures.values())):
                text += f", in {len(numbers):,} games"
            histograms.append(Histogram(_words(name), text, histogram(numbers, mean.value)))
        if figures:
            spreads.append(Spread(kind, histograms, constants))
    return spreads


def _words(name: str) -> str:
    return name.replace("-", " ")
