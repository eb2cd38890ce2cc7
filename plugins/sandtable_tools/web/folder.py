"""Writes the folder that plays in a browser: what its page offers, and its files."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from sandtable import (
    HUMAN,
    Game,
    PluginError,
    Replay,
    SandtableError,
    Scenario,
    Session,
    __version__,
    new,
    slug,
)
from sandtable.tooling import Catalog, resume
from sandtable_pictures import PICTURE_STYLE, document
from sandtable_pictures.page import page_style
from sandtable_tools.web.packing import Archive, archive

WRITTEN = "sandtable-web.json"
"""The file that lists all files written, so that only those are ever replaced."""

OFFERS = '<script type="application/json" id="offers">'
"""The element in which the page finds what it offers, as JSON."""

HOME = "home"
"""The archive of scenario files, unpacked where the reader's own files are."""

TERMINAL = "terminal.html"
"""The page that shows a terminal."""


class GivenSave(NamedTuple):
    """A save that the page continues: its name there, its bytes, and the game at its end."""

    name: str
    content: bytes
    session: Session

    @classmethod
    def read(cls, path: Path, taken: Iterable[str]) -> GivenSave:
        """Replay a save to its end, under a name not yet `taken`. Raises SandtableError."""
        session, stem = Replay(path).run(), slug(path.stem) or "game"
        names = chain([stem], (f"{stem}-{n}" for n in count(2)))
        name = next(name for name in names if name not in taken)
        if session.outcome or session.humans:
            return cls(name, path.read_bytes(), session)
        with TemporaryDirectory() as folder:
            forked = Path(folder) / path.name
            resume.fork(path, None, forked, taken_over=True).close()
            return cls(name, forked.read_bytes(), Replay(forked).run())

    @property
    def file(self) -> str:
        """Its path in the folder."""
        return f"given/{self.name}.jsonl"

    @property
    def picture(self) -> str:
        """The path of a picture of its position."""
        return f"given/{self.name}.svg"


class Table(NamedTuple):
    """Everything that a page offers: scenarios to begin, and saves to continue."""

    installed: Catalog
    scenarios: Sequence[Scenario]
    given: Sequence[GivenSave] = ()

    @property
    def games(self) -> list[str]:
        """The games of all scenarios and saves."""
        played = [*self.scenarios, *(save.session.scenario for save in self.given)]
        return [*dict.fromkeys(scenario.game.id for scenario in played)]

    def offers(self, archives: Sequence[Archive], *, terminal: bool) -> dict[str, Any]:
        """Return what the page offers, as a document."""
        code = {game: [*_archive_names(game, archives)] for game in self.games}
        given = [self._describe(save, code) for save in self.given]
        return {
            "version": __version__,
            "code": [archive.name for archive in archives if not archive.games],
            "offers": [self._offer(scenario, code) for scenario in self.scenarios],
            "given": given,
            "open": given[0]["save"] if len(given) == 1 and not self.scenarios else None,
            "terminal": terminal,
            "style": PICTURE_STYLE,
        }

    def _offer(self, scenario: Scenario, code: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        game, info = scenario.game.info, scenario.info
        first, *others = scenario.seats
        return {
            "scenario": scenario.id,
            "game": game.id,
            "title": scenario.title,
            "game_title": game.title,
            "about": info.summary,
            "briefing": info.at_stake or info.summary,
            "minutes": info.minutes,
            "difficulty": info.difficulty,
            "seats": {seat: game.seat_title(seat) for seat in scenario.seats},
            "fewest_seats": info.fewest_seats or len(scenario.seats),
            "bots": self._bots(scenario.game),
            "default_seats": {first: HUMAN, **dict.fromkeys(others, game.bots[0])},
            "house_rules": [
                {
                    "name": name,
                    "about": option.help,
                    "default": option.default,
                    "values": option.values or [True, False] * isinstance(option.default, bool),
                }
                for name, option in game.options.items()
            ],
            "lesson": self._has_lesson(game.id),
            "own": scenario.bare,
            "picture": picture_of(scenario),
            "code": [*code[game.id], *[HOME] * scenario.bare],
        }

    def _bots(self, game: Game[Any]) -> dict[str, str]:
        """Return the bots that need no other program, with their descriptions."""
        makers = self.installed.bots.makers(game)
        bots = {name: makers[name][0] for name in self.installed.bots.names(game)}
        found = {name: bot for name, bot in bots.items() if not getattr(bot, "runs_programs", False)}
        return {name: getattr(bot, "func", bot).__doc__ or "" for name, bot in found.items()}

    def _has_lesson(self, game: str) -> bool:
        for plugin in self.installed.inventory.usable("game"):
            with suppress(PluginError):
                if plugin.id == game:
                    return bool(plugin.file("learn.md"))
        return False

    def _describe(self, save: GivenSave, code: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        session, scenario = save.session, save.session.scenario
        view = session.view(viewer(session))
        return {
            "save": save.file,
            "scenario": scenario.id,
            "game": scenario.game.id,
            "title": scenario.title,
            "game_title": scenario.game.info.title,
            "turn": scenario.game.turn(view),
            "over": session.outcome is not None,
            "picture": save.picture,
            "code": code[scenario.game.id],
        }

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Return the pictures, the saves and the scenario files."""
        own: dict[str, bytes] = {}
        for scenario in self.scenarios:
            yield picture_of(scenario), picture(new(scenario, seed=1))
            if scenario.bare:
                texts = {scenario.id.partition("/")[2]: scenario.text, **scenario.own_parts}
                own |= {f"scenarios/{name}.toml": text.encode() for name, text in texts.items()}
        for save in self.given:
            yield save.file, save.content
            yield save.picture, picture(save.session)
        if own:
            yield f"code/{HOME}.zip.gz", archive(own)


def _archive_names(game: str, archives: Sequence[Archive]) -> Iterator[str]:
    """Return a game's archives, and those of the games that share its archives."""
    games = {game}.union(*(archive.games for archive in archives if game in archive.games))
    return (archive.name for archive in archives if archive.games & games)


def picture_of(scenario: Scenario) -> str:
    """Return the path of a picture of a scenario's first position."""
    game, _, name = scenario.id.partition("/")
    return f"picture/{game}-{slug(name)}.svg"


def viewer(session: Session) -> str:
    """Return the seat that a page shows first."""
    return next(iter(session.humans or session.seats))


def picture(session: Session) -> bytes:
    """Draw a position as its first reader sees it; empty for a game without pictures."""
    return document(*session.scenario.game.pictures(session.view(viewer(session)))).encode()


def page(offers: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Return the page's files: its offers, scripts and styles, and those of the terminal if offered."""
    home = resources.files("sandtable_tools.web")
    yield "worker.js", (home / "worker.js").read_bytes()
    pages = {"index.html": home / "page" / "index.html"}
    if offers["terminal"]:
        pages[TERMINAL] = home / TERMINAL
    for name, file in pages.items():
        head, mark, rest = file.read_text("utf-8").partition(OFFERS)
        yield name, f"{head}{mark}{in_script(offers)}{rest.removeprefix('{}')}".encode()
    for folder in (home / "page", resources.files("sandtable_pictures") / "script"):
        for name, file in _walk(folder):
            if name not in pages:
                yield f"page/{name}", file.read_bytes()
    yield "page/palette.css", page_style().encode()


def _walk(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else ():
        if file.is_dir():
            yield from _walk(file, f"{above}{file.name}/")
        else:
            yield above + file.name, file


def in_script(document: Any) -> str:
    """Write a document as JSON that cannot end its script element early."""
    text = msgspec.json.encode(document).decode()
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


# Writing it.


def check(out: Path) -> None:
    """Raise SandtableError for a folder that must not be replaced."""
    try:
        if out.exists() and not out.is_dir():
            raise SandtableError(f"{out} is not a folder")
        if not out.resolve().parent.is_dir():
            raise SandtableError(f"{out}: its folder does not exist; create it first")
        if not out.is_dir():
            return
        if Path.cwd().is_relative_to(out.resolve()):
            raise SandtableError(f"you are in {out}, which would be replaced; leave it first")
        there = {file.relative_to(out).as_posix() for file in out.rglob("*") if not file.is_dir()}
        if there and WRITTEN not in there:
            raise SandtableError(f"{out} is not empty; name a new folder, or an empty one")
        written = {WRITTEN, *json.loads((out / WRITTEN).read_bytes())["files"]} if there else set()
        if others := sorted(there - written):
            raise SandtableError(
                f"{out} has {others[0]}, which sandtable web did not write; move it first"
            )
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise SandtableError(f"{out} cannot be read: {_reason(error)}") from error


def write(out: Path, files: Mapping[str, bytes]) -> None:
    """Write the whole folder, or else leave the old one unchanged. Raises SandtableError."""
    check(out)
    target = out.resolve()
    fresh = target.with_name(f".sandtable-{os.urandom(6).hex()}")
    before = fresh.with_suffix(".before")
    held = msgspec.json.encode({"version": __version__, "files": sorted(files)})
    try:
        for name, content in {**files, WRITTEN: held}.items():
            file = fresh / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        if target.exists():
            target.rename(before)
        fresh.rename(target)
    except OSError as error:
        raise SandtableError(f"{out} cannot be written: {_reason(error)}") from error
    finally:
        if before.exists() and not target.exists():
            before.rename(target)
        for left in (fresh, before):
            shutil.rmtree(left, ignore_errors=True)


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).lower()
