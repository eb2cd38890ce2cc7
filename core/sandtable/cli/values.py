"""The values that an argument of the command line takes, by what its help calls them.

Nothing here imports a game: what is installed is known from its files. What costs time to import is
imported where it is needed, for somebody waits for the Tab key.
"""

# ruff: noqa: PLC0415

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable import config
from sandtable.cli.pairs import GENERAL_BOTS
from sandtable.errors import SandtableError
from sandtable.words import match

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.game import GameInfo
    from sandtable.plugins.listing import Listing

Given = Mapping[str, Sequence[str]]
"""What stands on the line already, by the name of its argument."""


class Offer(NamedTuple):
    """A word that fits, and a few words about it."""

    word: str
    help: str = ""


def of(action: argparse.Action, given: Given) -> tuple[list[Offer], bool]:
    """The values that fit an argument, and whether files do as well."""
    if action.choices:
        return [Offer(str(one)) for one in action.choices], False
    name = str(action.metavar or "")
    parts = [name] if name in KINDS else name.split("|")
    words = [Offer(part) for part in parts if part.islower() and part.isalpha()]
    known = [offer for part in parts if part in KINDS for offer in KINDS[part](given)]
    return words + known, any(part in FILES for part in parts)


FILES = ("FILE", "FILE.toml", "FOLDER", "WHEEL", "SAVE")
"""What is, or may be, the path of a file."""


@cache
def listing() -> Listing:
    """What is installed."""
    from sandtable.plugins.listing import Listing

    return Listing()


def _scenarios(given: Given) -> Iterator[Offer]:  # noqa: ARG001
    for id in listing().scenario_ids:
        try:
            yield Offer(id, listing().scenario_info(id).title)
        except SandtableError as error:
            yield Offer(id, f"can not be read: {error}")


def _games(given: Given) -> Iterator[Offer]:  # noqa: ARG001
    return (Offer(id, info.title) for id, info in listing().infos.items())


def _sections(given: Given) -> Iterator[Offer]:
    from sandtable.rulebook import sections

    if info := _game(given):
        plugin = next(one for one in listing().plugins if (one.kind, one.id) == ("game", info.id))
        text = plugin.file("rules.md").read_text(encoding="utf-8")
        yield from (Offer(one.id, one.title) for one in sections(text))


def _plugins(given: Given) -> Iterator[Offer]:
    yield from (Offer(one.id, f"{one.kind}, {one.state}") for one in listing().plugins)
    yield from _distributions(given)


def _distributions(given: Given) -> Iterator[Offer]:  # noqa: ARG001
    names = dict.fromkeys(one.distribution for one in listing().plugins)
    return (Offer(name, "a distribution") for name in names)


# Saves, and what one is of.


def _saves(given: Given) -> Iterator[Offer]:  # noqa: ARG001
    """The user's saves, the last written first."""
    dated = [(path.stat().st_mtime, path) for path in config.saves_folder().glob("*.jsonl")]
    for changed, path in sorted(dated, reverse=True):
        yield Offer(path.stem, time.strftime("%Y-%m-%d %H:%M", time.localtime(changed)))


def _game(given: Given) -> GameInfo | None:
    """The game that is meant by what stands on the line: by its id, a scenario, or a save."""
    for dest in ("game", "scenario", "save", "source"):
        for typed in given.get(dest, ()):
            name = typed.partition("/")[0] if dest != "game" and "/" in typed else typed
            found = match(name, listing().infos)
            if len(found) != 1 and dest in ("save", "source"):
                found = [_game_of_save(config.find_save(typed))]
            if len(found) == 1 and found[0] in listing().infos:
                return listing().infos[found[0]]
    return None


def _game_of_save(path: Path) -> str:
    import msgspec

    with path.open("rb") as file:
        header: dict[str, Any] = msgspec.json.decode(file.readline(MOST_HEADER))
    return str(header.get("game"))


MOST_HEADER = 3_000_000
"""The longest first line of a save that is looked into."""


def _seats(given: Given) -> Iterator[Offer]:
    info = _game(given)
    return (Offer(seat) for seat in (info.seats if info else ()))


def _players(given: Given, *human: str) -> Iterator[Offer]:
    if info := _game(given):
        known = [*human, *info.bots, *GENERAL_BOTS, *listing().bots_known(info.id)]
        for seat in info.seats:
            yield from (Offer(f"{seat}={one}") for one in dict.fromkeys(known))


def _house_rules(given: Given) -> Iterator[Offer]:
    info = _game(given)
    for name, option in (info.options if info else {}).items():
        truth = (True, False) if isinstance(option.default, bool) else (option.default,)
        for value in option.values or truth:
            yield Offer(f"{name}={str(value).lower()}", option.help)


# Settings.


def _keys(given: Given) -> Iterator[Offer]:  # noqa: ARG001
    from sandtable.settings import KNOWN

    return (Offer(one.key, one.help) for one in KNOWN.values())


def _setting_values(given: Given) -> Iterator[Offer]:
    from sandtable.settings import KNOWN

    for key in match(given["key"][0], KNOWN)[:1]:
        yield from (Offer(word) for word in KNOWN[key].words)


KINDS: dict[str, Callable[[Given], Iterator[Offer]]] = {
    "GAME/SCENARIO": _scenarios,
    "GAME": _games,
    "SECTION": _sections,
    "PLUGIN": _plugins,
    "DISTRIBUTION": _distributions,
    "SAVE": _saves,
    "SEAT": _seats,
    "SEAT=human|BOT": lambda given: _players(given, "human"),
    "SEAT=BOT": _players,
    "OPTION=VALUE": _house_rules,
    "KEY": _keys,
    "VALUE": _setting_values,
}
"""What gives the values of an argument, by the word for it in the help."""
