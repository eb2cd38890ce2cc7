"""Opening a save: reading its header, migrating it if it is old, and finding its scenario.

A header may come from anywhere, so nothing in it is trusted, and everything in it is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from sandtable.model.dice import GENERATOR, REAL
from sandtable.model.game import Game
from sandtable.model.scenario import Scenario, read_options
from sandtable.plugins.catalog import Catalog
from sandtable.record import hooks, migrations
from sandtable.record.records import (
    DECODING_ERRORS,
    FORMAT,
    Divergence,
    Header,
    SaveError,
    check_keys,
    is_name,
    split,
)
from sandtable.text.errors import SandtableError, UnknownName
from sandtable.text.faults import decoding_fault
from sandtable.text.toml_text import MOST_BYTES
from sandtable.text.words import unknown

T = TypeVar("T")


class Opened(NamedTuple):
    """The result of opening a header: the current header, its scenario, and how it was migrated."""

    header: Header
    scenario: Scenario
    migrations: migrations.Migrations


def open_header(source: str, lines: Sequence[bytes], plugins: Catalog) -> Opened:
    """Read the first whole line of a save, its header; `source` names the save in messages.

    Raises SaveError for a header that cannot be played, and Divergence for a save without its header.
    """
    if not lines:
        raise SaveError(f"{source}: not a save: it is empty or ends within its first line")
    try:
        raw = msgspec.json.decode(lines[0], type=dict[str, Any])
        check_keys(lines[0])
        _check_header_keys(source, raw, lines[0])
        return _opened(raw, plugins)
    except Divergence:
        raise
    except SandtableError as error:
        raise SaveError(f"{source} line 1: {error}") from error
    except DECODING_ERRORS as error:
        raise SaveError(f"{source} is not a save (line 1: {decoding_fault(error)})") from error


def _check_header_keys(source: str, raw: migrations.Raw, line: bytes) -> None:
    version = raw.get("format")
    if isinstance(version, int) and version > FORMAT:
        newer = f"format {version} is newer than this program reads ({FORMAT})"
        raise SaveError(f"{newer}; install a newer Sandtable")
    if "format" not in raw and split(line) and isinstance(raw.get("n"), int):
        raise Divergence(source, 1, f"the header was expected, this is line {raw['n']} of a save")
    for key, kind in (("format", int), ("game", str), ("rules_version", int)):
        if not isinstance(raw.get(key), kind):
            raise SaveError(f'not the header of a save: it has no "{key}"')
    if not is_name(raw["game"]):
        raise SaveError("not the header of a save: its game has no name")


def _opened(raw: migrations.Raw, plugins: Catalog) -> Opened:
    formats, raw = migrations.needed(raw, migrations.FORMATS)
    game = _look_up(raw["game"], raw, plugins.game)
    rules, raw = migrations.needed(raw, _steps(game, plugins))
    keys = {key: value for key, value in raw.items() if key not in ("digest", "change")}
    header = msgspec.convert(keys, Header)
    if header.n != 1 or header.format != FORMAT:
        raise SaveError(f"line {header.n} of format {header.format}, not line 1 of format {FORMAT}")
    if header.generator not in (GENERATOR, REAL):
        raise SaveError(unknown("generator of luck", header.generator, (GENERATOR, REAL)))
    if bad := next((name for name in _names(header) if not is_name(name)), None):
        raise SaveError(f'"{bad}" in it cannot be a name, a seed or a seat')
    return Opened(header, _scenario(header, raw, game, plugins), migrations.Migrations(formats, rules))


def _look_up(id: str, raw: migrations.Raw, find: Callable[[str], T]) -> T:
    """A game or a scenario by its id. Raises SaveError, which names its plugin, if it is missing."""
    try:
        return find(id)
    except UnknownName as error:
        stamps = raw.get("plugins")
        plugin_id = id.replace("/", ".", 1)
        for stamp in stamps if isinstance(stamps, list) else ():
            if isinstance(stamp, dict) and stamp.get("id") == plugin_id:
                source = f"{stamp.get('distribution')} {stamp.get('version')}"
                raise SaveError(f"{id} is not installed; it came from {source}") from error
        raise


def _steps(game: Game[Any], plugins: Catalog) -> list[migrations.Migration]:
    """The steps that plugins bring for a game, without those of other games."""
    answers = plugins.ask(hooks.migrations, Sequence, game=game)
    for_game = (
        answer
        for answer in answers
        if not answer.key.startswith("game ") or answer.key.split()[1] == game.id
    )
    return [migrations.guarded(key, step) for key, steps in for_game for step in steps]


def _names(header: Header) -> Iterator[str]:
    """The words in a header that are names or may be shown."""
    yield from (header.scenario, str(header.seed), *header.options)
    yield from (*header.seats, *header.seats.values())
    if header.embedded:
        yield from (header.embedded.name, *header.embedded.parts)


def _scenario(header: Header, raw: migrations.Raw, game: Game[Any], plugins: Catalog) -> Scenario:
    read_options(game, header.options)
    if set(header.seats) != set(game.seats):
        raise SaveError(f"seats are {', '.join(header.seats)}, not {', '.join(game.seats)}")
    if not (kept := header.embedded):
        return _look_up(header.scenario, raw, plugins.scenarios.installed)
    if max(map(len, (kept.text, *kept.parts.values()))) > MOST_BYTES:
        raise SaveError("the scenario in it is too large")
    scenario = plugins.scenarios.from_text(kept.text, kept.name, kept.name, kept.parts)
    if scenario.hash != kept.hash:
        raise SaveError("the scenario in it does not have the hash that it names")
    return scenario
