"""The same games with other values: every point of a grid is a job of its own with the same seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from math import prod
from typing import Any

from msgspec import Struct

from sandtable import Game, SandtableError, ScenarioError
from sandtable.tooling import Catalog, Job, read_options, ready_job, resolve, split_scenario, toml_text

HOUSE = "set."
"""How the name of a house rule begins among the keys of a sweep."""

FIXED = ("game", "parts")
"""Keys that say what a scenario is, which stays the same in a sweep."""

MOST_POINTS = 200
"""A sweep has at most this many points."""


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
    return value if isinstance(value, str) else toml_text.inline(value)


def points(job: Job, axes: Mapping[str, Sequence[Any]], known: Catalog) -> list[Point]:
    """Every point of a grid, the last key changing fastest; the job itself when there are no axes.

    A key is one of the scenario's file (``targets.mechili``, ``axis.0.av``), or a house rule
    (``set.NAME``). Raises SandtableError for a key or a value that cannot be, or that is given twice,
    however it is spelled.
    """
    if (count := prod(map(len, axes.values()))) > MOST_POINTS:
        raise SandtableError(f"a sweep of {count} points; at most {MOST_POINTS} can be")
    game = ready_job(job, known).scenario.game
    for key, values in axes.items():
        _refuse_fixed(key)
        _refuse_twice(key, values, game)
    _refuse_overlaps(job, axes, game)
    grid = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    return [Point(settings, _job(job, settings, known)) for settings in grid]


def sweep_options(grid: Sequence[Mapping[str, Any]]) -> str:
    """The options that ask for some points: ``--sweep budget=8,9 --sweep set.fog=true,false``."""
    axes: dict[str, list[str]] = {}
    for settings in grid:
        for key, value in settings.items():
            axes.setdefault(key, []).append(_as_typed(value))
    options = (f"--sweep {key}={','.join(dict.fromkeys(values))}" for key, values in axes.items())
    return " ".join(options) or "no sweep"


def _as_typed(value: Any) -> str:
    """A value among others of a sweep."""
    try:
        return toml_text.inline(value) if isinstance(value, str) and "," in value else worded(value)
    except TypeError:
        return str(value)  # a file can say null, TOML cannot


def _refuse_fixed(key: str) -> None:
    """Refuse a key that stays the same in a sweep."""
    if toml_text.key_of(key)[0] in FIXED:
        raise SandtableError(
            f"sweep {key}: this says what the scenario is and cannot be swept; its other keys and"
            f" house rules ({HOUSE}NAME) can"
        )


def _refuse_overlaps(job: Job, axes: Mapping[str, Sequence[Any]], game: Game[Any]) -> None:
    """Refuse two options that set the same thing."""
    places = {f"--sweep {key}": _meaning_of_key(key, game) for key in axes}
    places |= {f"--set {name}": _meaning_of_key(HOUSE + name, game) for name in job.options}
    for (one, here), (other, there) in combinations(places.items(), 2):
        if here[: len(there)] == there[: len(here)]:
            raise SandtableError(f"{one} and {other} set the same thing; give one of them")


def _meaning_of_key(key: str, game: Game[Any]) -> tuple[str | int, ...]:
    """What a key means: a place in the scenario's file, or a house rule, whose name may be shortened."""
    if not _is_house_rule(key):
        return toml_text.key_of(key)
    try:
        return HOUSE, resolve("option", key.removeprefix(HOUSE), game.info.options)
    except SandtableError as error:
        raise SandtableError(f"sweep {key}: {error}") from error


def _refuse_twice(key: str, values: Sequence[Any], game: Game[Any]) -> None:
    """Refuse a value that is given twice, however it is spelled."""
    given = [(worded(value), _meaning_of_value(key, value, game)) for value in values]
    for (one, here), (other, there) in combinations(given, 2):
        if one == other or here == there:
            why = "is given twice" if one == other else f"and {other} are the same value"
            raise SandtableError(f"sweep {key}: {one} {why}")


def _meaning_of_value(key: str, value: Any, game: Game[Any]) -> Any:
    """Something that is equal for values that mean the same."""
    if not _is_house_rule(key):
        return isinstance(value, bool), value  # for Python True is 1
    try:
        return read_options(game, {key.removeprefix(HOUSE): worded(value)})
    except SandtableError as error:
        raise SandtableError(f"sweep {key}={worded(value)}: {error}") from error


def _job(job: Job, settings: Mapping[str, Any], known: Catalog) -> Job:
    """A job with some values set, which can be played."""
    house = {
        key.removeprefix(HOUSE): worded(value) for key, value in settings.items() if _is_house_rule(key)
    }
    of_file = {key: value for key, value in settings.items() if not _is_house_rule(key)}
    text = _changed_file(job, of_file, known) if of_file else job.text
    new = Job(job.scenario, job.seats, job.seed, {**job.options, **house}, text, job.parts)
    try:
        ready_job(new, known)
    except SandtableError as error:
        if not settings:
            raise
        label = Point(dict(settings), new).label
        why = str(error).removeprefix(f"{job.scenario}: ")
        raise ScenarioError(f"sweep {label}: {why}") from error
    return new


def _is_house_rule(key: str) -> bool:
    return key.startswith(HOUSE)


def _changed_file(job: Job, settings: Mapping[str, Any], known: Catalog) -> str:
    """The file of a job's scenario with some values changed."""
    text = job.text or known.text(job.scenario)
    split_scenario(text, job.scenario)
    for name, value in settings.items():
        text, _ = toml_text.changed(text, toml_text.key_of(name), value)
    return text
