"""Sweeps: the same seeds are played with other values. Each point of a grid is a job of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from math import prod
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable import Game, SandtableError, ScenarioError
from sandtable.tooling import catalog, must_be_scenario, read_options, resolve
from sandtable_batch import Job, ready_job
from sandtable_shell import pairs
from sandtable_tools import toml_edits

SET_PREFIX = "set."
"""The prefix of a house rule among the keys of a sweep."""

FIXED_KEYS = ("game", "parts", "seats", "fewest_seats", "teams")
"""Keys that identify a scenario or tell who plays, which no sweep may change."""

MOST_POINTS = 200
"""The most points of a sweep."""


class Point(Struct, frozen=True):
    """One point of a sweep: the settings, by key, and the resulting job."""

    settings: dict[str, Any]
    job: Job

    @property
    def label(self) -> str:
        """The settings in words: ``budget=8, set.fog=false``."""
        return ", ".join(f"{key}={as_toml(value)}" for key, value in self.settings.items())


def as_toml(value: Any) -> str:
    """Return a value as users type it: TOML, with texts unquoted."""
    return value if isinstance(value, str) else toml_edits.inline(value)


def points(job: Job, axes: Mapping[str, Sequence[Any]]) -> list[Point]:
    """Return every point of a grid, with the last key changing fastest; without axes, the job itself.

    A key is from the scenario file (``targets.mechili``, ``axis.0.av``) or a house rule (``set.NAME``).
    Raises SandtableError for an impossible key or value, or one given twice, however it is spelled.
    """
    if (count := prod(map(len, axes.values()))) > MOST_POINTS:
        raise SandtableError(f"--sweep takes at most {MOST_POINTS} points, not {count}")
    game = ready_job(job).scenario.game
    for key, values in axes.items():
        if toml_edits.key_of(key)[0] in FIXED_KEYS:
            raise SandtableError(
                f"--sweep {key}: this key identifies the scenario and cannot be swept;"
                f" its other keys and house rules ({SET_PREFIX}NAME) can"
            )
        if key in game.info.options and key not in game.ScenarioData.__struct_fields__:
            raise SandtableError(f"--sweep {key}: {key} is a house rule; write {SET_PREFIX}{key}")
        _refuse_twice(key, values, game)
    _refuse_overlaps(job, axes, game)
    grid = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    return [Point(settings, _job(job, settings)) for settings in grid]


def sweep_options(grid: Sequence[Mapping[str, Any]]) -> str:
    """Return the options that make these points: ``--sweep budget=8,9 --sweep set.fog=true,false``."""
    axes: dict[str, list[str]] = {}
    for settings in grid:
        for key, value in settings.items():
            try:
                quoted = isinstance(value, str) and "," in value
                typed = toml_edits.inline(value) if quoted else as_toml(value)
            except TypeError:
                typed = str(value)  # JSON can say null, TOML cannot
            axes.setdefault(key, []).append(typed)
    options = (f"--sweep {key}={','.join(dict.fromkeys(values))}" for key, values in axes.items())
    return " ".join(options) or "no sweep"


def _refuse_overlaps(job: Job, axes: Mapping[str, Sequence[Any]], game: Game[Any]) -> None:
    places = {f"--sweep {key}": _meaning_of_key(key, game) for key in axes}
    places |= {f"--set {name}": _meaning_of_key(SET_PREFIX + name, game) for name in job.options}
    for (option, place), (other, other_place) in combinations(places.items(), 2):
        if place[: len(other_place)] == other_place[: len(place)]:
            raise SandtableError(f"{option} and {other} set the same thing; give one of them")


def _meaning_of_key(key: str, game: Game[Any]) -> tuple[str | int, ...]:
    """Return what a key means: a place in the scenario file, or a house rule."""
    if not _is_house_rule(key):
        return toml_edits.key_of(key)
    try:
        return SET_PREFIX, resolve("house rule", key.removeprefix(SET_PREFIX), game.info.options)
    except SandtableError as error:
        raise SandtableError(f"--sweep {key}: {error}") from error


def _refuse_twice(key: str, values: Sequence[Any], game: Game[Any]) -> None:
    """Raise SandtableError if a value is given twice, however it is spelled."""
    meanings = [(as_toml(value), _meaning_of_value(key, value, game)) for value in values]
    for (value, meaning), (other, other_meaning) in combinations(meanings, 2):
        if value == other or meaning == other_meaning:
            why = "is given twice" if value == other else f"and {other} are the same value"
            raise SandtableError(f"--sweep {key}: {value} {why}")


def _meaning_of_value(key: str, value: Any, game: Game[Any]) -> Any:
    """Return a comparison key, equal for values that mean the same."""
    if not _is_house_rule(key):
        return isinstance(value, bool), value  # in Python, True equals 1
    try:
        return read_options(game, {key.removeprefix(SET_PREFIX): as_toml(value)})
    except SandtableError as error:
        raise SandtableError(f"--sweep {key}={as_toml(value)}: {error}") from error


def _job(job: Job, settings: Mapping[str, Any]) -> Job:
    """Return a playable job with some values changed."""
    house = {
        key.removeprefix(SET_PREFIX): as_toml(value)
        for key, value in settings.items()
        if _is_house_rule(key)
    }
    text, file_keys = job.text, [key for key in settings if not _is_house_rule(key)]
    if file_keys:
        text = text or catalog().text(job.scenario)
        must_be_scenario(text, job.scenario)
    for key in file_keys:
        text, _ = toml_edits.change(text, toml_edits.key_of(key), settings[key])
    changed = replace(job, options={**job.options, **house}, text=text)
    try:
        ready_job(changed)
    except SandtableError as error:
        if not settings:
            raise
        label = Point(dict(settings), changed).label
        why = re.sub(r"^line \d+: ", "", str(error).removeprefix(f"{job.scenario}: "))
        if len(settings) == 1:
            why = why.removeprefix(f"{next(iter(settings))}: ")
        raise ScenarioError(f"--sweep {label}: {why}") from error
    return changed


def _is_house_rule(key: str) -> bool:
    return key.startswith(SET_PREFIX)


def axes(typed: Iterable[str]) -> dict[str, list[Any]]:
    """Return the values of each ``KEY=A,B,C``; commas in brackets or quotes are part of a value."""
    values_by_key: dict[str, list[Any]] = {}
    for text in typed:
        name, equals, values = text.partition("=")
        if name in values_by_key:
            raise SandtableError(f"--sweep {name} is given twice")
        values_by_key[name] = [
            pairs.value_of("--sweep", name + equals + value)[1] for value in _split(values)
        ]
    return values_by_key


def _split(values: str) -> list[str]:
    """Return the parts between commas that are not inside brackets or quotes."""
    parts = [""]
    for piece in re.findall(r'"[^"]*"|\'[^\']*\'|.', values, re.DOTALL):
        in_brackets = sum(map(parts[-1].count, "[{")) > sum(map(parts[-1].count, "]}"))
        if piece == "," and not in_brackets:
            parts.append("")
        else:
            parts[-1] += piece
    return parts
