"""A batch, or a sweep, as a page: one file of HTML without scripts that needs nothing else."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import resources
from math import isfinite
from string import Template

from sandtable import __version__
from sandtable.tooling import (
    Batch,
    Catalog,
    Estimate,
    catalog,
    escaped,
    estimate,
    page_style,
    percent,
    ready_job,
)
from sandtable_tools.lab.charts import bars, histogram
from sandtable_tools.lab.fingerprint import stamps
from sandtable_tools.lab.sweep import Point
from sandtable_tools.lab.target import NearestPoint, in_words

LENGTHS = ("turns", "rounds", "days", "turn", "round", "day")
"""Metrics of these names, or that end so, say how long a game was."""


def page(
    points: Sequence[Point],
    batches: Sequence[Batch],
    found: NearestPoint | None = None,
    plugins: Catalog | None = None,
) -> str:
    """The report of a batch for each point, 1 or more, and of what is suggested."""
    known = plugins or catalog()
    scenario = ready_job(points[0].job, known).scenario
    style = page_style() + _file("report.css")
    swept = bool(points[0].settings)
    body = _sweep(points, batches, found) if swept else _alone(points, batches[0], found)
    return Template(_file("report.html")).substitute(
        policy=f"default-src 'none'; style-src 'sha256-{_hash(style)}'",
        style=style,
        game=escaped(scenario.game.info.title),
        title=escaped(batches[0].scenario if "title" in points[0].settings else scenario.title),
        facts="".join(
            f"<div><dt>{escaped(name)}</dt><dd>{escaped(fact)}</dd></div>"
            for name, fact in _facts(points, batches, known)
        ),
        body="\n".join(body),
    )


def _file(name: str) -> str:
    return (resources.files("sandtable_tools.lab") / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _facts(
    points: Sequence[Point], batches: Sequence[Batch], known: Catalog
) -> Iterator[tuple[str, str]]:
    """What was played, as names and values."""
    job, first = points[0].job, batches[0]
    yield "scenario", first.scenario
    yield from job.seats.items()
    yield "seed", str(job.seed)
    yield "games", f"{sum(len(one.results) for one in batches):,}"
    for name, value in job.options.items():
        if f"set.{name}" not in points[0].settings:
            yield "house rule", f"{name} = {value}"
    if first.until is not None:
        yield "until", f"{percent(first.until)} to each side"
    yield "actions", f"{sum(one.actions for one in batches):,}"
    yield "took", f"{sum(one.seconds for one in batches):.1f} s"
    used = dict.fromkeys(stamps(known, ready_job(job, known).scenario, job).values())
    yield "played by", ", ".join(dict.fromkeys([f"sandtable {__version__}", *used]))


def _alone(points: Sequence[Point], batch: Batch, found: NearestPoint | None) -> Iterator[str]:
    yield "<h2>How it ends</h2>"
    yield from _advice(found, points) if found else ()
    yield from _batch(batch)
    yield _legend(swept=False)


def _legend(*, swept: bool) -> str:
    wished = "; a dashed line among shares is what was wished" if swept else ""
    return (
        '<p class="note">Whiskers and figures in brackets are intervals of 95 %. A dashed line across'
        f" columns is the mean{wished}. Game k has the seed SEED/k and can be played again.</p>"
    )


def _sweep(
    points: Sequence[Point], batches: Sequence[Batch], found: NearestPoint | None
) -> Iterator[str]:
    if found:
        yield f"<h2>{escaped(found.target.label).capitalize()}</h2>"
        yield from _advice(found, points)
        rows = [(point.label, one) for point, one in zip(points, found.shares, strict=True)]
        yield f'<figure class="sheet">{bars(rows, found.target.share)}</figure>'
    yield "<h2>Every point</h2>"
    yield _table(points, batches, found.best if found else -1)
    for place, (point, batch) in enumerate(zip(points, batches, strict=True)):
        opened = " open" if found and place == found.best else ""
        yield f"<details{opened}><summary>{escaped(point.label)}</summary>"
        yield from _batch(batch)
        yield "</details>"
    yield _legend(swept=True)


def _advice(found: NearestPoint, points: Sequence[Point]) -> Iterator[str]:
    yield '<div class="advice">'
    yield from (f"<p>{escaped(line[0].upper() + line[1:])}.</p>" for line in in_words(found, points))
    yield "</div>"


def _table(points: Sequence[Point], batches: Sequence[Batch], best: int) -> str:
    """A row a point: shares of outcomes and means, with their intervals."""
    outcomes = list(dict.fromkeys(name for one in batches for name in sorted(one.outcomes)))
    figures = list(dict.fromkeys(name for one in batches for name in one.means))
    names = ["", "games", *outcomes, *(f"mean {_words(name)}" for name in figures)]
    head = "".join(f"<th>{escaped(name)}</th>" for name in names)
    rows = []
    for place, (point, batch) in enumerate(zip(points, batches, strict=True)):
        shares, means = batch.shares, batch.means
        cells = [escaped(point.label), f"{len(batch.results):,}"]
        cells += [_percent(shares[name]) if name in shares else "0 %" for name in outcomes]
        cells += [_number(means[name]) if name in means else "" for name in figures]
        kind = ' class="best"' if place == best else ""
        rows.append(f"<tr{kind}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return f'<div class="wide"><table><tr>{head}</tr>{"".join(rows)}</table></div>'


def _percent(one: Estimate) -> str:
    return f"{one.value:.1%}<br><small>({100 * one.low:.1f} to {100 * one.high:.1f})</small>"


def _number(one: Estimate) -> str:
    return f"{one.value:.2f}" + (f"<br><small>± {one.half:.2f}</small>" if isfinite(one.half) else "")


def _batch(batch: Batch) -> Iterator[str]:
    """The pictures of one batch."""
    yield '<div class="shares">'
    if set(batch.outcomes) - set(batch.wins):
        yield _shares("who wins", batch.wins, len(batch.results))
    yield _shares("outcomes", batch.shares, len(batch.results))
    yield "</div>"
    values = batch.values
    lengths = {"actions": [one.actions for one in batch.results]}
    lengths |= {name: found for name, found in values.items() if name.split("-")[-1] in LENGTHS}
    scores = {name: found for name, found in values.items() if name not in lengths}
    yield from _spread("Scores", scores)
    yield from _spread("Lengths", lengths)


def _shares(name: str, shares: Mapping[str, Estimate], games: int) -> str:
    """Shares as bars, and in figures below: how many games, what share, its interval."""
    caption = f"<figcaption><b>{name}</b></figcaption>"
    rows = "".join(
        f"<tr><td>{escaped(label)}</td><td>{round(one.value * games):,}</td><td>{one.value:.1%}</td>"
        f"<td>{100 * one.low:.1f} to {one.high:.1%}</td></tr>"
        for label, one in shares.items()
    )
    head = "<tr><th></th><th>games</th><th>share</th><th>95 %</th></tr>"
    table = f'<div class="wide"><table>{head}{rows}</table></div>'
    return f'<figure class="sheet">{caption}{bars(list(shares.items()))}{table}</figure>'


def _spread(name: str, values: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """A histogram for each figure that differs from game to game, and a line for the others."""
    several = {one: found for one, found in values.items() if len(set(found)) > 1}
    if values:
        yield f"<h3>{name}</h3>"
    if several:
        yield '<div class="many">'
        for one, found in several.items():
            mean = estimate.mean(found)
            told = f"mean {mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f})"
            of = f", in {len(found):,} games" if len(found) < max(map(len, values.values())) else ""
            caption = f"<figcaption><b>{escaped(_words(one))}</b><small>{told}{of}</small></figcaption>"
            yield f'<figure class="sheet">{caption}{histogram(found, mean.value)}</figure>'
        yield "</div>"
    if same := [f"{_words(one)} {found[0]}" for one, found in values.items() if one not in several]:
        yield f'<p class="note">Always the same: {escaped(", ".join(same))}.</p>'


def _words(name: str) -> str:
    return name.replace("-", " ")
