"""Opening a save: migrating its header if it is old, and finding its game and its scenario.

A header may come from anywhere, so nothing in it is trusted, and everything in it is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from sandtable.model.game import Game
from sandtable.model.scenario import Scenario, read_options
from sandtable.plugins.catalog import Catalog
from sandtable.record import hooks, migrations
from sandtable.record.recording import OnlyRecorded, Recording, read_header
from sandtable.record.records import DECODING_ERRORS, Header, SaveError, one_line
from sandtable.text.errors import PluginError, SandtableError, UnknownName
from sandtable.text.faults import decoding_fault
from sandtable.text.toml_text import MOST_BYTES

T = TypeVar("T")

MOST_VERSION = 40
"""A version of rules is cut to this many characters."""


class Opened(NamedTuple):
    """A save that is opened: its header today, its scenario, and how it was migrated.

    `other_rules` says which rules it was played with, if they are not today's and no migration leads
    to these; its lines can then only be read as recorded.
    """

    header: Header
    scenario: Scenario
    migrations: migrations.Migrations
    other_rules: str = ""


def open_save(recording: Recording, plugins: Catalog) -> Opened:
    """Find the game and the scenario of a save.

    Raises SaveError for a header that cannot be played, and OnlyRecorded if a plugin is missing.
    """
    path = recording.path
    try:
        game = _look_up(recording.header.game, recording, plugins.game)
        rules, raw = migrations.needed(recording.raw, _steps(game, plugins))
        header = read_header(raw)
        then, now = header.rules_version, game.info.rules_version
        version = one_line(str(then), MOST_VERSION)
        other = (
            f"played with rules version {version}, this is {now}" if then != now and not rules else ""
        )
        if other:
            header.options = _options_of_today(game, header.options)
        scenario = _scenario(header, recording, game, plugins)
    except OnlyRecorded:
        raise
    except SandtableError as error:
        raise SaveError(f"{path} line 1: {error}") from error
    except DECODING_ERRORS as error:
        raise SaveError(f"{path} is not a save (line 1: {decoding_fault(error)})") from error
    return Opened(header, scenario, migrations.Migrations(recording.formats, rules), other)


def _options_of_today(game: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules of a save that the game still has, with values that it still takes."""
    kept = {}
    for name, value in options.items():
        with suppress(SandtableError):
            read_options(game, {name: value})
            kept[name] = value
    return kept


def _look_up(id: str, recording: Recording, find: Callable[[str], T]) -> T:
    """A game or a scenario by its id. Raises OnlyRecorded, which names its plugin, if it is missing."""
    try:
        return find(id)
    except (UnknownName, PluginError) as error:
        plugin_id = id.replace("/", ".", 1)
        stamp = next((stamp for stamp in recording.header.plugins if stamp.get("id") == plugin_id), None)
        if stamp is None or isinstance(error, PluginError):
            raise OnlyRecorded(recording.path, f"needs {id} ({error})") from error
        source = f"{stamp.get('distribution')} {stamp.get('version')}"
        install = f"sandtable plugins install {stamp.get('distribution')}"
        raise OnlyRecorded(recording.path, f"needs {id} ({source}): {install}") from error


def _steps(game: Game[Any], plugins: Catalog) -> list[migrations.Migration]:
    """The steps that plugins bring for a game, without those of other games."""
    answers = plugins.ask(hooks.migrations, Sequence, game=game)
    for_game = (
        answer
        for answer in answers
        if not answer.key.startswith("game ") or answer.key.split()[1] == game.id
    )
    return [migrations.guarded(key, step) for key, steps in for_game for step in steps]


def _scenario(header: Header, recording: Recording, game: Game[Any], plugins: Catalog) -> Scenario:
    read_options(game, header.options)
    if set(header.seats) != set(game.seats):
        raise SaveError(f"seats are {', '.join(header.seats)}, not {', '.join(game.seats)}")
    if not (kept := header.embedded):
        return _look_up(header.scenario, recording, plugins.scenarios.installed)
    if max(map(len, (kept.text, *kept.parts.values()))) > MOST_BYTES:
        raise SaveError("the scenario in it is too large")
    scenario = plugins.scenarios.from_text(kept.text, kept.name, kept.name, kept.parts)
    if scenario.hash != kept.hash:
        raise SaveError("the scenario in it does not have the hash that it names")
    return scenario
