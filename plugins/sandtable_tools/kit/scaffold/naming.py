"""Chooses the names of a new distribution, and checks that they can be used."""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count

from sandtable import HUMAN, SandtableError, Scenario, slug
from sandtable.tooling import Catalog, resolve
from sandtable_tools.kit.scaffold import Template, templates, uses

KINDS = {"game": "solitaire", "scenario": "rule", "bot": "advised"}
"""What can be written, each with its default kind."""

MOST_LETTERS = 30
"""The most characters of a name."""

SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True)
class PackageNames:
    """What to write, its kind and its name; `game` is the id of the game that it is for.

    `words` are the values for templates.
    """

    what: str
    kind: str
    name: str
    game: str
    words: dict[str, str] = field(default_factory=dict)

    @property
    def distribution(self) -> str:
        """The name of the distribution and its folder."""
        return f"sandtable-{self.name}"

    @property
    def package(self) -> str:
        """The name of its Python package."""
        return self.distribution.replace("-", "_")

    @property
    def title(self) -> str:
        """The title that people read."""
        return " ".join(part.capitalize() for part in self.name.split("-"))

    @property
    def camel(self) -> str:
        """The name of its class, which differs from all names that its modules import."""
        camel = self.title.replace(" ", "")
        return camel + self.what.capitalize() if uses(self.what, self.kind, camel) else camel


def make_names(
    what: str, name: str, game: str | None, kind: str | None, installed: Catalog
) -> PackageNames:
    """Return a usable name, with everything derived from it.

    Raises SandtableError for an unknown kind, and for a name that is not a slug, is a keyword, is too
    long or is taken; it then suggests a free one.
    """
    what = resolve("template", what, KINDS)
    if what == "game" and game:
        raise SandtableError(f"--game is for a scenario or a bot; {name} is a game of its own")
    known = templates(what)
    kind = resolve(f"kind of {what}", kind or KINDS[what], known)
    _check_form(name)
    game_id = name if what == "game" else _game(game, installed)
    _check_free(what, name, game_id, installed)
    naming = PackageNames(what, kind, name, game_id)
    naming.words.update(_words(naming, known[kind], installed))
    return naming


def _check_form(name: str) -> None:
    if not SLUG.fullmatch(name):
        close = re.sub(r"^[^a-z]+", "", slug(name))[:MOST_LETTERS].strip("-")
        hint = f'; did you mean "{close}"?' if SLUG.fullmatch(close) else ""
        raise SandtableError(f'"{name}" is not a name: use lower-case letters, digits and hyphens{hint}')
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise SandtableError(f'"{name}" is a keyword of Python; did you mean "my-{name}"?')
    if len(name) > MOST_LETTERS:
        raise SandtableError(f'"{name}" is longer than {MOST_LETTERS} characters')


def _game(typed: str | None, installed: Catalog) -> str:
    """Return the named game, or by default the one with the most scenarios."""
    if typed is not None:
        return installed.names.game(typed)
    usable = installed.inventory.usable("scenario")
    most = Counter(plugin.id.partition(".")[0] for plugin in usable).most_common(1)
    if not most:
        raise SandtableError("no game is installed to write this for")
    return most[0][0]


def _check_free(what: str, name: str, game: str, installed: Catalog) -> None:
    if _taken(what, name, game, installed):
        free = next(new for n in count(2) if not _taken(what, new := f"{name}-{n}", game, installed))
        raise SandtableError(f'a {what} {name} already exists; "{free}" is free')
    package = PackageNames(what, "", name, game).package
    if find_spec(package) is not None:
        raise SandtableError(
            f'a package {package} already exists; choose another name, such as "my-{name}"'
        )


def _taken(what: str, name: str, game: str, installed: Catalog) -> bool:
    if what == "bot":
        bots = installed.bots.makers(installed.game(game))
        return name in (HUMAN, Scenario.EMPTY, *bots, *_ids("plugin", installed))
    if what == "scenario" and f"{game}/{name}" in installed.scenarios.ids:
        return True
    return (name if what == "game" else f"{game}.{name}") in _ids(what, installed)


def _ids(kind: str, installed: Catalog) -> Iterator[str]:
    return (plugin.id for plugin in installed.plugins if plugin.kind == kind)


def _words(naming: PackageNames, template: Template, installed: Catalog) -> dict[str, str]:
    seats, game_title = template.seats, naming.title
    if naming.what != "game":
        info = installed.games.infos[naming.game]
        seats, game_title = info.seats, info.title
    scenario = f"{naming.game}/{template.scenario or naming.name}"
    if naming.what == "bot":
        scenario = shortest_scenario(naming.game, installed)
    first, *others = seats
    bot = _seat_options([first], naming.name)
    return {
        "name": naming.name,
        "distribution": naming.distribution,
        "package": naming.package,
        "title": naming.title,
        "Class": naming.camel,
        "game": naming.game,
        "game_title": game_title,
        "scenario": scenario,
        "first": template.scenario,
        "seat": first,
        "quoted_seats": ", ".join(f'"{seat}"' for seat in seats),
        "all_scripted": _seat_options(seats, "scripted"),
        "all_random": _seat_options(seats, "random"),
        "bot_and_random": f"{bot} {_seat_options(others, 'random')}".rstrip(),
        "play": f"sandtable play {scenario}{f' {bot}' if naming.what == 'bot' else ''}",
        "measured": "",
    }


def _seat_options(seats: Iterable[str], player: str) -> str:
    return " ".join(f"--seat {seat}={player}" for seat in seats)


def shortest_scenario(game: str, installed: Catalog) -> str:
    """Return the scenario with the shortest file, preferably the game's own; never a campaign."""
    own = {plugin.distribution for plugin in installed.inventory.usable("game") if plugin.id == game}
    ranks = [
        (plugin.distribution not in own, len(installed.scenario(plugin.name).text), plugin.name)
        for plugin in installed.inventory.usable("scenario")
        if plugin.name.startswith(f"{game}/") and not installed.scenarios.info(plugin.name).parts
    ]
    if not ranks:
        raise SandtableError(f"no scenario of {game} is installed to start from")
    return min(ranks)[2]
