"""The names of a new distribution, and whether they can be used."""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count

from sandtable import HUMAN, SandtableError, slug
from sandtable.tooling import Catalog
from sandtable_tools.kit.scaffold import uses

MOST_LETTERS = 30
"""A name has at most this many characters."""

SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True)
class PackageNames:
    """A kind and a free name; `game` is the id of the game that it is for (its own for a game).

    `words` has the values for the templates.
    """

    kind: str
    name: str
    game: str
    words: dict[str, str] = field(default_factory=dict)

    @property
    def distribution(self) -> str:
        """The name of the distribution, and of its folder."""
        return f"sandtable-{self.name}"

    @property
    def package(self) -> str:
        """The name of its Python package."""
        return self.distribution.replace("-", "_")

    @property
    def title(self) -> str:
        """The name for people."""
        return " ".join(part.capitalize() for part in self.name.split("-"))

    @property
    def camel(self) -> str:
        """The name of its class, which differs from those that its modules import."""
        camel = self.title.replace(" ", "")
        return camel + self.kind.capitalize() if uses(self.kind, camel) else camel


def name_it(kind: str, name: str, game: str | None, installed: Catalog) -> PackageNames:
    """A usable name, with everything that follows from it.

    Raises SandtableError for a name that is not a slug, is a keyword, too long, or taken, with a free
    one.
    """
    _check_form(name)
    whose = name if kind == "game" else _game(game, installed)
    _check_free(kind, name, whose, installed)
    naming = PackageNames(kind, name, whose)
    naming.words.update(_words(naming, installed))
    return naming


def _check_form(name: str) -> None:
    if not SLUG.fullmatch(name):
        close = re.sub(r"^[^a-z]+", "", slug(name))[:MOST_LETTERS].strip("-")
        hint = f'; did you mean "{close}"?' if SLUG.fullmatch(close) else ""
        raise SandtableError(f'"{name}" is not a name: use small letters, digits and hyphens{hint}')
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise SandtableError(f'"{name}" is a keyword of Python; did you mean "my-{name}"?')
    if len(name) > MOST_LETTERS:
        raise SandtableError(f'"{name}" is longer than {MOST_LETTERS} characters')


def _game(typed: str | None, installed: Catalog) -> str:
    """The game that is meant; by default the one with the most scenarios."""
    if typed is not None:
        return installed.names.game(typed)
    usable = installed.inventory.usable("scenario")
    most = Counter(plugin.id.partition(".")[0] for plugin in usable).most_common(1)
    if not most:
        raise SandtableError("no game is installed to write this for")
    return most[0][0]


def _check_free(kind: str, name: str, game: str, installed: Catalog) -> None:
    if _taken(kind, name, game, installed):
        free = next(new for n in count(2) if not _taken(kind, new := f"{name}-{n}", game, installed))
        raise SandtableError(f'a {kind} {name} already exists; "{free}" is free')
    package = PackageNames(kind, name, game).package
    if find_spec(package) is not None:
        raise SandtableError(
            f'a package {package} already exists; choose another name, such as "my-{name}"'
        )


def _taken(kind: str, name: str, game: str, installed: Catalog) -> bool:
    if kind == "bot":
        with suppress(LookupError):
            if installed.bots.resolve(installed.game(game), name) == name:
                return True
        return name == HUMAN or name in _ids("plugin", installed)
    if kind == "scenario" and f"{game}/{name}" in installed.scenarios.ids:
        return True
    return (name if kind == "game" else f"{game}.{name}") in _ids(kind, installed)


def _ids(kind: str, installed: Catalog) -> Iterator[str]:
    return (plugin.id for plugin in installed.plugins if plugin.kind == kind)


def _words(naming: PackageNames, installed: Catalog) -> dict[str, str]:
    scenario = f"{naming.game}/relief" if naming.kind == "game" else f"{naming.game}/{naming.name}"
    if naming.kind == "bot":
        scenario = shortest_scenario(naming.game, installed)
    is_game = naming.kind == "game"
    seats = ("column",) if is_game else installed.games.infos[naming.game].seats
    first, *others = seats
    bot = _sit([first], naming.name)
    return {
        "name": naming.name,
        "distribution": naming.distribution,
        "package": naming.package,
        "title": naming.title,
        "Class": naming.camel,
        "game": naming.game,
        "game_title": naming.title if is_game else installed.games.infos[naming.game].title,
        "scenario": scenario,
        "seat": first,
        "all_scripted": _sit(seats, "scripted"),
        "all_random": _sit(seats, "random"),
        "bot_and_random": f"{bot} {_sit(others, 'random')}".rstrip(),
        "play": f"sandtable play {scenario}{f' {bot}' if naming.kind == 'bot' else ''}",
    }


def _sit(seats: Iterable[str], player: str) -> str:
    """The options of `play` that seat a player."""
    return " ".join(f"--seat {seat}={player}" for seat in seats)


def shortest_scenario(game: str, installed: Catalog) -> str:
    """The scenario with the shortest file, ``game/name``; the game's own ones first, and no campaign."""
    own = {plugin.distribution for plugin in installed.inventory.usable("game") if plugin.id == game}
    ranks = [
        (plugin.distribution not in own, len(installed.scenario(plugin.name).text), plugin.name)
        for plugin in installed.inventory.usable("scenario")
        if plugin.name.startswith(f"{game}/") and not installed.scenarios.info(plugin.name).parts
    ]
    if not ranks:
        raise SandtableError(f"no scenario of {game} is installed to begin with")
    return min(ranks)[2]
