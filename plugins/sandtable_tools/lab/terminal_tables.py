"""Prints the tables of ``simulate``."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from math import isfinite
from textwrap import wrap
from typing import NamedTuple

from sandtable import number_of
from sandtable_batch import Batch, Estimate, percent
from sandtable_tools.lab.sweep import Point
from sandtable_tools.lab.target import NearestPoint, in_words

WIDEST = 100
"""The most characters of a table's line if the terminal's width is unknown."""


def columns() -> int | None:
    """Return the terminal's width or the value of COLUMNS; None if both are unknown."""
    return shutil.get_terminal_size((0, 0)).columns or None


class FigureLine(NamedTuple):
    """A batch's figure: its name, how many games it counts, its value, its interval."""

    name: str
    games: str
    value: str
    interval: str

    def in_one_line(self) -> str:
        """Return the figure on one line."""
        start = f"{self.name:<27}{self.games:>8}" if self.games else f"{self.name:<35}"
        return f"  {start}{self.value:>9}   {self.interval}"

    def in_two_lines(self) -> Iterator[str]:
        """Yield the name, if there is one, and the numbers on a line below."""
        yield from [f"  {self.name}"] * bool(self.name)
        yield f"  {self.games:>6}{self.value:>9}   {self.interval}"


def lines(batch: Batch, width: int | None = None) -> Iterator[str]:
    """Yield a batch's lines: outcomes' shares and figures' means, with their 95 % intervals.

    No line is longer than `width`, if that is known.
    """
    yield from _wrap(f"{batch.scenario}: {_games([batch])}", width)
    figures = list(_figures(batch))
    fits = width is None or all(len(figure.in_one_line()) <= width for figure in figures)
    for figure in figures:
        yield from [figure.in_one_line()] if fits else figure.in_two_lines()
    if batch.until is not None:
        reached = "no interval is wider than" if batch.half <= batch.until else "not reached:"
        widest = f"to each side (the widest {percent(batch.half)})"
        yield from _wrap(f"  {reached} {percent(batch.until)} {widest}", width)
    yield from _wrap(_end([batch]), width)


def _figures(batch: Batch) -> Iterator[FigureLine]:
    """Yield a batch's figures, with headings for shares and means."""
    yield FigureLine("", "games", "share", "95 % interval")
    if set(batch.outcomes) - set(batch.wins):
        yield from _shares("won by ", batch.wins, len(batch.results))
    yield from _shares("ended ", batch.shares, len(batch.results))
    scores, means = batch.scores, batch.means
    if scores:
        yield FigureLine("", "", "mean", "95 % interval")
    for name in scores:
        mean = means[name]
        interval = f"{mean.low:.2f} to {mean.high:.2f}" if isfinite(mean.half) else "-"
        yield FigureLine(f"mean {name}", "", f"{mean.value:.2f}", interval)


def _shares(what: str, shares: Mapping[str, Estimate], games: int) -> Iterator[FigureLine]:
    for name, share in shares.items():
        number = str(round(share.value * games))
        yield FigureLine(what + name, number, share.percent, share.percent_interval)


def _games(batches: Sequence[Batch]) -> str:
    job, counts = batches[0].job, sorted({len(batch.results) for batch in batches})
    players = ", ".join(f"{seat} {player}" for seat, player in job.seats.items())
    games = " to ".join(dict.fromkeys(f"{count}" for count in (counts[0], counts[-1])))
    return f"{games} game{'s' * (counts[-1] != 1)}, seed {job.seed}, {players}"


def _end(batches: Sequence[Batch]) -> str:
    actions, seconds = sum(batch.actions for batch in batches), sum(batch.seconds for batch in batches)
    return f"  {actions} actions in {seconds:.1f} seconds"


def suggestion(nearest: NearestPoint, points: Sequence[Point], width: int | None) -> Iterator[str]:
    """Yield the suggestion, in lines of at most `width` characters."""
    for line in in_words(nearest, points):
        yield from _wrap(line, width)


def sweep_lines(
    points: Sequence[Point],
    batches: Sequence[Batch],
    nearest: NearestPoint | None,
    width: int | None = None,
) -> Iterator[str]:
    """Yield a table with a row for each point, then the point nearest to the target.

    No line is longer than `width`, if that is known.
    """
    several = number_of(len(points), "point")
    yield from _wrap(f"{batches[0].scenario}: {several} of {_games(batches)}", width)
    rows = {point.label: _row(batch) for point, batch in zip(points, batches, strict=True)}
    yield from _table(rows, width)
    if nearest:
        yield from suggestion(nearest, points, width)
    yield from _wrap(f"{_end(batches)}; intervals are 95 %", width)


def _row(batch: Batch) -> dict[str, str]:
    """Return a point's cells by heading: shares and means with their intervals."""
    shares = {
        f"{name} %": f"{figure.percent} ({figure.percent_interval})".replace(" %", "")
        for name, figure in sorted(batch.shares.items())
    }
    figures = batch.means
    means = {
        name: f"{figure.value:.2f}" + (f" ± {figure.half:.2f}" if isfinite(figure.half) else "")
        for name, figure in ((name, figures[name]) for name in batch.scores)
    }
    return {"games": str(len(batch.results))} | shares | means


def _table(rows: Mapping[str, Mapping[str, str]], width: int | None) -> Iterator[str]:
    """Yield labelled rows under headings; columns that do not fit go into more tables below.

    If `width` is known, headings may take several lines, and long labels go above their cells.
    """
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    # Put outcomes that occurred at only one point next to the others.
    names = ["games", *sorted(names[1:], key=lambda name: not name.endswith(" %"))]
    widths = {}
    for name in names:
        words = [name] if width is None else wrap(name, 1, break_long_words=False)
        widths[name] = max(map(len, [*words, *(row.get(name, "-") for row in rows.values())]))
    left = 2 + max(map(len, rows))
    above = width is not None and left + 2 + max(widths.values()) > width
    left = 0 if above else left
    for columns in _tables(widths, (width or WIDEST) - left):
        sizes = [widths[name] for name in columns]
        heads = [wrap(name, widths[name], break_long_words=False) for name in columns]
        for headings in reversed([*zip_longest(*(head[::-1] for head in heads), fillvalue="")]):
            yield (" " * left + _cells(headings, sizes)).rstrip()
        for label, row in rows.items():
            cells = _cells([row.get(name, "-") for name in columns], sizes)
            yield from (
                [*_wrap(f"  {label}", width), cells] if above else [f"  {label}".ljust(left) + cells]
            )


def _tables(widths: Mapping[str, int], width: int) -> Iterator[list[str]]:
    """Yield the columns of each table: as many as fit, and at least one."""
    columns: list[str] = []
    for name in widths:
        if columns and sum(widths[column] + 2 for column in [*columns, name]) > width:
            yield columns
            columns = []
        columns.append(name)
    yield columns


def _cells(cells: Iterable[str], sizes: Iterable[int]) -> str:
    return "".join(f"  {cell:>{size}}" for cell, size in zip(cells, sizes, strict=True))


def _wrap(line: str, width: int | None) -> list[str]:
    """Return a line wrapped between words; no lines if it is empty."""
    if width is None or len(line) <= width:
        return [line] if line else []
    return wrap(line, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
