"""What ``simulate`` prints for people."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from math import isfinite
from textwrap import wrap
from typing import NamedTuple

from sandtable import number_of
from sandtable.tooling import Batch, Estimate, percent
from sandtable_tools.lab.sweep import Point
from sandtable_tools.lab.target import NearestPoint, in_words

WIDEST = 100
"""A table has at most this many columns of letters, where nobody knows how wide the screen is."""


def columns() -> int | None:
    """How wide the terminal is, or what COLUMNS says; None where neither is known."""
    return shutil.get_terminal_size((0, 0)).columns or None


class FigureLine(NamedTuple):
    """A figure of a batch: its name, how many games it counts, its value, its interval."""

    name: str
    games: str
    value: str
    interval: str

    def in_one_line(self) -> str:
        """All of it on one line."""
        before = f"{self.name:<27}{self.games:>8}" if self.games else f"{self.name:<35}"
        return f"  {before}{self.value:>9}   {self.interval}"

    def in_two_lines(self) -> Iterator[str]:
        """The figures below the name."""
        yield f"  {self.name}"
        yield f"  {self.games:>6}{self.value:>9}   {self.interval}"


def lines(batch: Batch, room: int | None = None) -> Iterator[str]:
    """One batch: every outcome's share, every figure's mean, with their 95 % intervals.

    No line is longer than `room`, if that is known.
    """
    yield from _wrapped(f"{batch.scenario}: {_games([batch])}", room)
    figures = list(_figures(batch))
    fits = room is None or all(len(figure.in_one_line()) <= room for figure in figures)
    for figure in figures:
        yield from [figure.in_one_line()] if fits else figure.in_two_lines()
    yield from _wrapped(_until(batch), room)
    yield from _wrapped(_end([batch]), room)


def _figures(batch: Batch) -> Iterator[FigureLine]:
    """What is told of a batch; over shares and over means stands what they are."""
    yield FigureLine("", "games", "share", "95 % interval")
    if set(batch.outcomes) - set(batch.wins):
        yield from _shares("won by ", batch.wins, len(batch.results))
    yield from _shares("ended ", batch.shares, len(batch.results))
    if batch.means:
        yield FigureLine("", "", "mean", "95 % interval")
    for name, mean in batch.means.items():
        interval = f"{mean.low:.2f} to {mean.high:.2f}" if isfinite(mean.half) else "-"
        yield FigureLine(f"mean {name}", "", f"{mean.value:.2f}", interval)


def _shares(what: str, shares: Mapping[str, Estimate], games: int) -> Iterator[FigureLine]:
    for name, one in shares.items():
        interval = f"{one.low:.1%} to {one.high:.1%}"
        yield FigureLine(what + name, str(round(one.value * games)), f"{one.value:.1%}", interval)


def _games(batches: Sequence[Batch]) -> str:
    job, counts = batches[0].job, sorted({len(one.results) for one in batches})
    players = ", ".join(f"{seat} {player}" for seat, player in job.seats.items())
    games = " to ".join(dict.fromkeys(f"{count}" for count in (counts[0], counts[-1])))
    return f"{games} game{'s' * (counts[-1] != 1)}, seed {job.seed}, {players}"


def _until(batch: Batch) -> str:
    if batch.until is None:
        return ""
    reached = "no interval is wider than" if batch.half <= batch.until else "not reached:"
    return f"  {reached} {percent(batch.until)} to each side (the widest {percent(batch.half)})"


def _end(batches: Sequence[Batch]) -> str:
    actions, seconds = sum(one.actions for one in batches), sum(one.seconds for one in batches)
    return f"  {actions} actions in {seconds:.1f} seconds; the intervals are of 95 %"


def suggestion(found: NearestPoint, points: Sequence[Point], room: int | None = None) -> Iterator[str]:
    """What is suggested, in lines of at most `room`."""
    for line in in_words(found, points):
        yield from _wrapped(line, room)


def sweep_lines(
    points: Sequence[Point],
    batches: Sequence[Batch],
    found: NearestPoint | None,
    room: int | None = None,
) -> Iterator[str]:
    """A table with a row per point, then which point comes nearest to what is wished.

    No line is longer than `room`, if that is known.
    """
    several = number_of(len(points), "point")
    yield from _wrapped(f"{batches[0].scenario}: {several} of {_games(batches)}", room)
    rows = {point.label: _row(one) for point, one in zip(points, batches, strict=True)}
    yield from _table(rows, room)
    if found:
        yield from suggestion(found, points, room)
    yield from _wrapped(_end(batches), room)


def _row(batch: Batch) -> dict[str, str]:
    """The cells of a point by heading: shares in per cent with their intervals, means."""
    shares = {
        f"{name} %": f"{100 * one.value:.1f} ({100 * one.low:.1f}-{100 * one.high:.1f})"
        for name, one in sorted(batch.shares.items())
    }
    means = {
        name: f"{one.value:.2f}" + (f" ± {one.half:.2f}" if isfinite(one.half) else "")
        for name, one in batch.means.items()
    }
    return {"games": str(len(batch.results))} | shares | means


def _table(rows: Mapping[str, Mapping[str, str]], room: int | None) -> Iterator[str]:
    """Rows, each with its label, under their headings; further tables below for what finds no room.

    Where the room is known, headings take several lines, and labels that leave too little of it
    stand above their cells.
    """
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    # Outcomes that came at one point only stand beside the others.
    names = ["games", *sorted(names[1:], key=lambda name: not name.endswith(" %"))]
    wide = {name: max(len(row.get(name, "-")) for row in rows.values()) for name in names}
    wide = {name: max(least, _least_width(name, room)) for name, least in wide.items()}
    left = 2 + max(map(len, rows))
    above = room is not None and left + 2 + max(wide.values()) > room
    left = 0 if above else left
    for part in _tables(wide, (room or WIDEST) - left):
        sizes = [wide[name] for name in part]
        heads = [wrap(name, wide[name], break_long_words=False) for name in part]
        for high in reversed([*zip_longest(*(head[::-1] for head in heads), fillvalue="")]):
            yield (" " * left + _cells(high, sizes)).rstrip()
        for label, row in rows.items():
            cells = _cells([row.get(name, "-") for name in part], sizes)
            yield from (
                [*_wrapped(f"  {label}", room), cells] if above else [f"  {label}".ljust(left) + cells]
            )


def _least_width(name: str, room: int | None) -> int:
    """How wide the column of a heading is at least."""
    return len(name) if room is None else max(map(len, wrap(name, 1, break_long_words=False)), default=0)


def _tables(wide: Mapping[str, int], room: int) -> Iterator[list[str]]:
    """The columns of each table: as many as there is room for, and at least one."""
    part: list[str] = []
    for name in wide:
        if part and sum(wide[one] + 2 for one in [*part, name]) > room:
            yield part
            part = []
        part.append(name)
    yield part


def _cells(cells: Iterable[str], sizes: Iterable[int]) -> str:
    return "".join(f"  {cell:>{size}}" for cell, size in zip(cells, sizes, strict=True))


def _wrapped(line: str, room: int | None) -> list[str]:
    """A line in as many as it needs, parted between words; none for an empty one."""
    if room is None or len(line) <= room:
        return [line] if line else []
    return wrap(line, room, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
