"""Opens a save: migrates its header if it is old, and finds its game and its scenario.

A header may come from anywhere, so nothing in it is trusted and everything is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from sandtable.model.game import Game
from sandtable.model.scenario import Scenario, read_options
from sandtable.plugins.catalog import Catalog
from sandtable.record import hooks, migrations
from sandtable.record.recording import MOST_VERSION, OnlyRecorded, Recording, needed_plugin, read_header
from sandtable.record.records import DECODING_ERRORS, HUMAN, Header, SaveError, one_line
from sandtable.text.errors import PluginError, SandtableError, UnknownName
from sandtable.text.faults import decoding_fault
from sandtable.text.toml_text import MOST_BYTES
from sandtable.text.words import listing

T = TypeVar("T")


class OpenedSave(NamedTuple):
    """An opened save: its header in the current format, its scenario, and how it was migrated.

    If the rules have changed since and no migration leads to the current ones, `other_rules` says which
    rules it was played with; its lines can then only be read as recorded.
    """

    header: Header
    scenario: Scenario
    migrations: migrations.Migrations
    other_rules: str = ""


def open_save(recording: Recording, plugins: Catalog) -> OpenedSave:
    """Open a save: find its game and its scenario.

    Raises SaveError for a header that cannot be played, and OnlyRecorded if a plugin is missing.
    """
    path, other = recording.path, ""
    try:
        game = _look_up(recording.header.game, plugins.game)
        rules, raw = migrations.steps_for(recording.raw, _steps(game, plugins))
        header = read_header(raw)
        then, now = header.rules_version, game.info.rules_version
        version = one_line(str(then), MOST_VERSION)
        if then != now and not rules:
            other = f"played with rules version {version} (now {now})"
            kept = _current_options(game, header.options)
            dropped = [name for name in header.options if name not in kept]
            other += f", without the house rules {listing(dropped)}" * bool(dropped)
            header.options = kept
        scenario = _scenario(header, game, plugins)
        playing = dict.fromkeys(header.seats, HUMAN)
        scenario = scenario.seated(dict.fromkeys(scenario.seats, Scenario.EMPTY) | playing)
    except SandtableError as error:
        if needs := needed_plugin(recording.header, plugins.plugins):
            raise OnlyRecorded(path, needs) from error
        if other:
            raise OnlyRecorded(path, f"{other}, which cannot set it up: {error}") from error
        if isinstance(error, _Missing):
            raise OnlyRecorded(path, str(error)) from error
        raise SaveError(f"{path} line 1: {error}") from error
    except DECODING_ERRORS as error:
        raise SaveError(f"{path} is not a save (line 1: {decoding_fault(error)})") from error
    return OpenedSave(header, scenario, migrations.Migrations(recording.formats, rules), other)


def _current_options(game: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the house rules in a save that the game still has, with values that are still valid."""
    kept = {}
    for name, value in options.items():
        with suppress(SandtableError):
            read_options(game, {name: value})
            kept[name] = value
    return kept


class _Missing(SandtableError):
    """A game or a scenario is not installed or not usable."""


def _look_up(id: str, find: Callable[[str], T]) -> T:
    """Find a game or a scenario by its id. Raises _Missing."""
    try:
        return find(id)
    except (UnknownName, PluginError) as error:
        raise _Missing(f"needs {id} ({error})") from error


def _steps(game: Game[Any], plugins: Catalog) -> list[migrations.Migration]:
    """Return the migration steps for a game from all plugins but other games."""
    answers = plugins.ask(hooks.migrations, Sequence, game=game)
    for_game = (
        answer
        for answer in answers
        if not answer.key.startswith("game ") or answer.key.split()[1] == game.id
    )
    return [migrations.guard(key, step) for key, steps in for_game for step in steps]


def _scenario(header: Header, game: Game[Any], plugins: Catalog) -> Scenario:
    read_options(game, header.options)
    if not (kept := header.embedded):
        return _look_up(header.scenario, plugins.scenarios.find_installed)
    if max(map(len, (kept.text, *kept.parts.values()))) > MOST_BYTES:
        raise SaveError("its scenario is too large")
    scenario = plugins.scenarios.from_text(kept.text, kept.name, kept.name, kept.parts)
    if scenario.hash != kept.hash:
        raise SaveError("its scenario does not match the hash in it")
    return scenario
