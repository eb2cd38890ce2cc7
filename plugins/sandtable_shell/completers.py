"""Completers: the values that a shell offers for an argument.

argcomplete calls each completer with the arguments parsed so far (`parsed_args`). A completer returns
words, most with a short description. Nothing here imports a game: files tell what is installed. Slow
imports are local, because a user is waiting for the Tab key.
"""

# ruff: noqa: PLC0415

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable import SandtableError, UnknownName
from sandtable.tooling import config, match, nearest_to
from sandtable_shell.parser import Completer

if TYPE_CHECKING:
    from sandtable import GameInfo
    from sandtable.tooling import Catalog

Words = Mapping[str, str]
"""The possible words, each with a short description."""

MOST_HEADER_BYTES = 3_000_000
"""The most bytes read from a save's first line."""


def choice(*words: str) -> Completer:
    """Return a completer for fixed words."""

    def complete(**_: Any) -> Words:
        return dict.fromkeys(words, "")

    return complete


def files(*, prefix: str, **line: Any) -> Iterable[str]:
    """Return the files and folders that match."""
    from argcomplete.completers import FilesCompleter

    return FilesCompleter()(prefix, **line)


def with_files(*completers: Completer) -> Completer:
    """Return a completer that offers files if the given completers offer nothing."""

    def complete(*, prefix: str, **line: Any) -> Iterable[str]:
        matches: dict[str, str] = {}
        for completer in completers:
            words = completer(prefix=prefix, **line)
            matches |= words if isinstance(words, Mapping) else dict.fromkeys(words, "")
        fits = any(word.lower().startswith(prefix.lower()) for word in matches)
        return matches if fits else files(prefix=prefix, **line)

    return complete


def scenarios(**_: Any) -> Words:
    """Return every scenario, including the user's own."""
    from sandtable_shell.front import scenario_info

    return {id: scenario_info(_catalog(), id).title for id in _catalog().scenarios.ids}


def games(**_: Any) -> Words:
    """Return every game with its title."""
    return {id: info.title for id, info in _catalog().games.infos.items()}


def sections(*, parsed_args: Namespace, **_: Any) -> Words:
    """Return the sections of a game's rules."""
    from sandtable_console import rulebook

    info = _game(parsed_args)
    if info is None:
        return {}
    games = (plugin for plugin in _catalog().plugins if plugin.kind == "game")
    plugin = next(game for game in games if game.id == info.id)
    text = plugin.file("rules.md").read_text(encoding="utf-8")
    return {section.id: section.title for section in rulebook.sections(text)}


def plugins(**_: Any) -> Words:
    """Return every plugin and distribution."""
    return {plugin.id: f"{plugin.kind}, {plugin.state}" for plugin in _catalog().plugins} | dict(
        distributions()
    )


def distributions(**_: Any) -> Words:
    """Return the distributions that contain plugins."""
    return {plugin.distribution: "a distribution" for plugin in _catalog().plugins}


def _catalog() -> Catalog:
    from sandtable.tooling import catalog

    return catalog()


def own_saves(**_: Any) -> Words:
    """Return the user's saves, newest first."""
    files = (path for path in config.saves_folder().glob("*.jsonl") if path.exists())
    written = sorted(((path.stat().st_mtime, path.stem) for path in files), reverse=True)
    return {name: time.strftime("%Y-%m-%d %H:%M", time.localtime(at)) for at, name in written}


saves = with_files(own_saves)
"""The user's saves, or files."""


def _game(line: Namespace) -> GameInfo | None:
    """Return the game on the line, named by its id, a scenario or a save."""
    infos = _catalog().games.infos
    for dest in ("game", "scenario", "save", "source"):
        for typed in _texts_of(line, dest):
            name = typed.partition("/")[0] if dest != "game" and "/" in typed else typed
            games = match(name, infos)
            if len(games) != 1 and dest in ("save", "source"):
                games = [str(_header(find_file(typed)).get("game"))]
            if len(games) == 1 and games[0] in infos:
                return infos[games[0]]
    return None


def _texts_of(line: Namespace, dest: str) -> Iterator[str]:
    value = getattr(line, dest, None)
    yield from (
        word for word in (value if isinstance(value, list) else [value]) if isinstance(word, str)
    )


def _header(path: Path) -> dict[str, Any]:
    import msgspec

    with path.open("rb") as file:
        header: dict[str, Any] = msgspec.json.decode(file.readline(MOST_HEADER_BYTES))
    return header


def _seats(line: Namespace) -> tuple[Sequence[str], bool]:
    """Return the seats of the scenario, save or game on the line, and whether some may stay empty."""
    from sandtable import SandtableError

    info, installed = _game(line), _catalog()
    seats = info.seats if info else ()
    with suppress(SandtableError, OSError, ValueError):
        for typed in _texts_of(line, "scenario"):
            file = installed.scenarios.info(installed.names.scenario(typed))
            return file.seats or seats, file.fewest_seats is not None
        for typed in (*_texts_of(line, "save"), *_texts_of(line, "source")):
            return [*_header(find_file(typed))["seats"]], False
    return seats, False


def seats(*, parsed_args: Namespace, **_: Any) -> Words:
    """Return the seats in play."""
    return dict.fromkeys(_seats(parsed_args)[0], "")


def players(*, parsed_args: Namespace, **_: Any) -> Words:
    """Return ``SEAT=PLAYER`` words: a human or a bot, or ``none`` where a seat may stay empty."""
    return dict.fromkeys(_seat_words(parsed_args, "human"), "")


def bots(*, parsed_args: Namespace, **_: Any) -> Words:
    """Return ``SEAT=BOT`` words, or ``none`` where a seat may stay empty."""
    return dict.fromkeys(_seat_words(parsed_args), "")


def _seat_words(line: Namespace, *human: str) -> Iterator[str]:
    from sandtable_shell.front import bots

    if info := _game(line):
        names, may_be_empty = _seats(line)
        players = [*human, *bots(_catalog(), info.id), *["none"] * may_be_empty]
        yield from (f"{seat}={player}" for seat in names for player in players)


def house_rules(*, parsed_args: Namespace, **_: Any) -> Words:
    """Return ``OPTION=VALUE`` for each value of the game's house rules."""
    info = _game(parsed_args)
    values: dict[str, str] = {}
    for name, option in (info.options if info else {}).items():
        truth = (True, False) if isinstance(option.default, bool) else (option.default,)
        values |= {f"{name}={str(value).lower()}": option.help for value in option.values or truth}
    return values


def settings(**_: Any) -> Words:
    """Return the names of settings."""
    from sandtable_console import SETTINGS

    return {setting.key: setting.help for setting in SETTINGS.values()}


def setting_values(*, parsed_args: Namespace, **_: Any) -> Words:
    """Return the values of the setting on the line."""
    from sandtable_console import SETTINGS

    keys = match(next(_texts_of(parsed_args, "key"), ""), SETTINGS)[:1]
    return {word: "" for key in keys for word in SETTINGS[key].words}


def find_file(typed: str) -> Path:
    """Return the path of a save that is typed as a path or by the name of a user's save.

    Raises UnknownName, with the nearest name, if there is no such file.
    """
    try:
        folder = config.saves_folder()
        for path in (Path(typed), folder / typed, folder / f"{typed}.jsonl"):
            if path.exists() and not path.is_file() and not path.is_dir():
                raise SandtableError(f"{typed}: not a file")  # reading a pipe might never end
            if path.exists():
                return path
        saves = [*Path(typed).parent.glob("*.jsonl"), *folder.glob("*.jsonl")]
    except OSError as error:
        raise SandtableError(f"{typed[:80]}: {(error.strerror or 'no such save').lower()}") from error
    names = {path.stem: path.name for path in saves if path.name != Path(typed).name}
    close = names.get(nearest_to(Path(typed).stem, names) or "")
    hint = f'did you mean "{close}"?' if close else "sandtable saves lists yours"
    raise UnknownName(f"{typed}: no such save; {hint}")
