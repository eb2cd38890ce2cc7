"""What ``simulate`` prints for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.estimate import Estimate
from sandtable.simulate.results import Batch, width
from sandtable.simulate.sweep import Point
from sandtable.simulate.target import Advice, in_words

WIDEST = 100
"""A table of more letters than this goes on below."""


def lines(batch: Batch) -> Iterator[str]:
    """One batch: every outcome's share, every figure's mean, with their 95 % intervals."""
    yield f"{batch.scenario}: {_games([batch])}"
    if set(batch.outcomes) - set(batch.wins):
        yield from _shares("won by ", batch.wins, len(batch.results))
    yield from _shares("ended ", batch.shares, len(batch.results))
    for name, mean in batch.means.items():
        yield f"  mean {name:<30}{mean.value:>9.2f}   {_between(mean)}"
    yield from _until(batch)
    yield f"  {batch.actions} actions in {batch.seconds:.1f} seconds; the intervals are of 95 %"


def _games(batches: Sequence[Batch]) -> str:
    job, counts = batches[0].job, sorted({len(one.results) for one in batches})
    players = ", ".join(f"{seat} {player}" for seat, player in job.seats.items())
    games = " to ".join(dict.fromkeys(f"{count}" for count in (counts[0], counts[-1])))
    return f"{games} games, seed {job.seed}, {players}"


def _shares(what: str, shares: dict[str, Estimate], games: int) -> Iterator[str]:
    for name, one in shares.items():
        count = round(one.value * games)
        interval = f"{one.low:.1%} to {one.high:.1%}"
        yield f"  {what + name:<27}{count:>8}{one.value:>9.1%}   {interval}"


def _between(mean: Estimate) -> str:
    return "" if mean.of == 1 else f"{mean.low:.2f} to {mean.high:.2f}"


def _until(batch: Batch) -> Iterator[str]:
    if batch.until is not None:
        reached = "no interval is wider than" if batch.half <= batch.until else "not reached:"
        yield f"  {reached} {width(batch.until)} to each side (the widest {width(batch.half)})"


def sweep_lines(
    points: Sequence[Point], batches: Sequence[Batch], found: Advice | None
) -> Iterator[str]:
    """A table with a row per point, then which point comes nearest to what is wished."""
    first = batches[0]
    yield f"{first.scenario}: {len(points)} points of {_games(batches)}"
    rows = [{"": f"  {point.label}"} | _row(one) for point, one in zip(points, batches, strict=True)]
    yield from _table(rows)
    if found:
        yield from in_words(found, points)
    actions, seconds = sum(one.actions for one in batches), sum(one.seconds for one in batches)
    yield f"  {actions} actions in {seconds:.1f} seconds; the intervals are of 95 %"


def _row(batch: Batch) -> dict[str, str]:
    """The cells of a point by heading: shares in per cent with their intervals, means."""
    shares = {
        f"{name} %": f"{100 * one.value:.1f} ({100 * one.low:.1f}-{100 * one.high:.1f})"
        for name, one in sorted(batch.shares.items())
    }
    means = {
        name: f"{one.value:.2f}" + (f" ± {one.half:.2f}" if one.of > 1 else "")
        for name, one in batch.means.items()
    }
    return {"games": str(len(batch.results))} | shares | means


def _table(rows: Sequence[dict[str, str]]) -> Iterator[str]:
    """Rows under their headings; those that find no room stand in a further table below."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    # Outcomes that came at one point only stand beside the others.
    names = ["", "games", *sorted(names[2:], key=lambda name: not name.endswith(" %"))]
    wide = {name: max(len(name), *(len(row.get(name, "-")) for row in rows)) for name in names}
    todo = names[1:]
    while todo:
        taken: list[str] = []
        width = wide[""]
        while todo and (not taken or width + wide[todo[0]] + 2 <= WIDEST):
            taken.append(todo.pop(0))
            width += wide[taken[-1]] + 2
        for row in ({name: name for name in names}, *rows):
            cells = (f"  {row.get(name, '-'):>{wide[name]}}" for name in taken)
            yield f"{row['']:<{wide['']}}{''.join(cells)}"
