"""The same games with other values: every point of a grid is a job of its own with the same seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from msgspec import Struct

from sandtable.errors import SandtableError
from sandtable.plugins import Catalog
from sandtable.scenario import ScenarioError, split
from sandtable.simulate.play import ready
from sandtable.simulate.results import Job
from sandtable.toml_text import changed, inline

HOUSE = "set."
"""How the name of a house rule begins among the keys of a sweep."""

MOST_POINTS = 200


class Point(Struct, frozen=True):
    """One point of a sweep: what was set, by key, and the job that is so made."""

    settings: dict[str, Any]
    job: Job

    @property
    def label(self) -> str:
        """What was set, in words: ``budget=8, set.fog=false``."""
        return ", ".join(f"{key}={worded(value)}" for key, value in self.settings.items())


def worded(value: Any) -> str:
    """A value as it is typed: TOML, texts without their quotes."""
    return value if isinstance(value, str) else inline(value) or str(value)


def points(job: Job, axes: Mapping[str, Sequence[Any]], known: Catalog) -> list[Point]:
    """Every point of a grid, the last key changing fastest; the job itself when there are no axes.

    A key is one of the scenario's file (``targets.mechili``, ``axis.0.av``), or a house rule
    (``set.NAME``). Raises SandtableError for a key or a value that can not be.
    """
    for key, values in axes.items():
        if twice := next((one for one in values if list(values).count(one) > 1), None):
            raise SandtableError(f"sweep {key}: {worded(twice)} is given twice")
    if (count := prod(map(len, axes.values()))) > MOST_POINTS:
        raise SandtableError(f"a sweep of {count} points; at most {MOST_POINTS} can be")
    grid = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    return [Point(settings, _job(job, settings, known)) for settings in grid]


def _job(job: Job, settings: Mapping[str, Any], known: Catalog) -> Job:
    """A job with some values set, which can be played."""
    house = {key.removeprefix(HOUSE): worded(value) for key, value in settings.items() if _house(key)}
    of_file = {key: value for key, value in settings.items() if not _house(key)}
    text = _text(job, of_file, known) if of_file else job.text
    new = Job(job.scenario, job.seats, job.seed, {**job.options, **house}, text)
    try:
        if ready(new, known).scenario.game is not ready(job, known).scenario.game:
            raise SandtableError("the game must stay the same")
    except SandtableError as error:
        if not settings:
            raise
        label = Point(dict(settings), new).label
        said = str(error).removeprefix(f"{job.scenario}: ")
        raise ScenarioError(f"sweep {label}: {said}") from error
    return new


def _house(key: str) -> bool:
    return key.startswith(HOUSE)


def _text(job: Job, settings: Mapping[str, Any], known: Catalog) -> str:
    """The file of a job's scenario with some values changed."""
    text = job.text or known.text(job.scenario)
    split(text, job.scenario)
    for name, value in settings.items():
        text, _ = changed(text, key_of(name), value)
    return text


def key_of(name: str) -> tuple[str | int, ...]:
    """The key that a dotted name means; places in lists are numbers, from 0."""
    parts = name.split(".")
    return tuple(int(part) if part.isdecimal() and at else part for at, part in enumerate(parts))
