"""The tables that ``simulate`` prints."""

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
"""A table is at most this many characters wide if the width of the screen is unknown."""


def columns() -> int | None:
    """The width of the terminal, or the value of COLUMNS; None if both are unknown."""
    return shutil.get_terminal_size((0, 0)).columns or None


class FigureLine(NamedTuple):
    """A figure of a batch: its name, the games that it counts, its value, its interval."""

    name: str
    games: str
    value: str
    interval: str

    def in_one_line(self) -> str:
        """The figure on one line."""
        start = f"{self.name:<27}{self.games:>8}" if self.games else f"{self.name:<35}"
        return f"  {start}{self.value:>9}   {self.interval}"

    def in_two_lines(self) -> Iterator[str]:
        """The name, if there is one, and the numbers on a line below."""
        yield from [f"  {self.name}"] * bool(self.name)
        yield f"  {self.games:>6}{self.value:>9}   {self.interval}"


def lines(batch: Batch, room: int | None = None) -> Iterator[str]:
    """One batch: every outcome's share, every figure's mean, with their 95 % intervals.

    No line is longer than `room`, if that is known.
    """
    yield from _wrap(f"{batch.scenario}: {_games([batch])}", room)
    figures = list(_figures(batch))
    fits = room is None or all(len(figure.in_one_line()) <= room for figure in figures)
    for figure in figures:
        yield from [figure.in_one_line()] if fits else figure.in_two_lines()
    if batch.until is not None:
        reached = "no interval is wider than" if batch.half <= batch.until else "not reached:"
        widest = f"to each side (the widest {percent(batch.half)})"
        yield from _wrap(f"  {reached} {percent(batch.until)} {widest}", room)
    yield from _wrap(_end([batch]), room)


def _figures(batch: Batch) -> Iterator[FigureLine]:
    """The figures of a batch; shares and means have headings."""
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


def suggestion(nearest: NearestPoint, points: Sequence[Point], room: int | None = None) -> Iterator[str]:
    """The suggestion, in lines of at most `room` characters."""
    for line in in_words(nearest, points):
        yield from _wrap(line, room)


def sweep_lines(
    points: Sequence[Point],
    batches: Sequence[Batch],
    nearest: NearestPoint | None,
    room: int | None = None,
) -> Iterator[str]:
    """A table with a row for each point, then the point that comes nearest to the target.

    No line is longer than `room`, if that is known.
    """
    several = number_of(len(points), "point")
    yield from _wrap(f"{batches[0].scenario}: {several} of {_games(batches)}", room)
    rows = {point.label: _row(batch) for point, batch in zip(points, batches, strict=True)}
    yield from _table(rows, room)
    if nearest:
        yield from suggestion(nearest, points, room)
    yield from _wrap(f"{_end(batches)}; all intervals are 95 % intervals", room)


def _row(batch: Batch) -> dict[str, str]:
    """The cells of a point by heading: shares as percentages with their intervals, and means."""
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


def _table(rows: Mapping[str, Mapping[str, str]], room: int | None) -> Iterator[str]:
    """Labelled rows under their headings; columns that do not fit go into more tables below.

    If the room is known, headings may take several lines, and long labels go above their cells.
    """
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    # Outcomes that occurred at only one point come next to the others.
    names = ["games", *sorted(names[1:], key=lambda name: not name.endswith(" %"))]
    widths = {}
    for name in names:
        words = [name] if room is None else wrap(name, 1, break_long_words=False)
        widths[name] = max(map(len, [*words, *(row.get(name, "-") for row in rows.values())]))
    left = 2 + max(map(len, rows))
    above = room is not None and left + 2 + max(widths.values()) > room
    left = 0 if above else left
    for columns in _tables(widths, (room or WIDEST) - left):
        sizes = [widths[name] for name in columns]
        heads = [wrap(name, widths[name], break_long_words=False) for name in columns]
        for headings in reversed([*zip_longest(*(head[::-1] for head in heads), fillvalue="")]):
            yield (" " * left + _cells(headings, sizes)).rstrip()
        for label, row in rows.items():
            cells = _cells([row.get(name, "-") for name in columns], sizes)
            yield from (
                [*_wrap(f"  {label}", room), cells] if above else [f"  {label}".ljust(left) + cells]
            )


def _tables(widths: Mapping[str, int], room: int) -> Iterator[list[str]]:
    """The columns of each table: as many as fit, and at least one."""
    columns: list[str] = []
    for name in widths:
        if columns and sum(widths[column] + 2 for column in [*columns, name]) > room:
            yield columns
            columns = []
        columns.append(name)
    yield columns


def _cells(cells: Iterable[str], sizes: Iterable[int]) -> str:
    return "".join(f"  {cell:>{size}}" for cell, size in zip(cells, sizes, strict=True))


def _wrap(line: str, room: int | None) -> list[str]:
    """A line wrapped between words; no lines if it is empty."""
    if room is None or len(line) <= room:
        return [line] if line else []
    return wrap(line, room, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
