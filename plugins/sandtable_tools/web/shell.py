"""The command ``web``: writes a folder that plays in a browser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory

from sandtable import SandtableError, Scenario, ShellCommand, UnknownName, number_of
from sandtable.tooling import Catalog, catalog, refresh, scenarios
from sandtable_console import print_to_stderr
from sandtable_shell import Parser, completers, find_save, say, status_line
from sandtable_tools.web import folder, packing
from sandtable_tools.web.folder import GivenSave, Table


@print_to_stderr()
def web(arguments: argparse.Namespace) -> int:
    """Write a folder that plays in a browser, from any web server."""
    out = Path(arguments.out)
    if scenarios.names_file(arguments.out) or arguments.out.endswith(".jsonl"):
        raise SandtableError(f"name the folder to write first: sandtable web site {quote(str(out))}")
    engine = packing.Engine.find()
    folder.check(out)
    with TemporaryDirectory() as unpacked, _importable(unpacked), status_line() as show:
        given = [packing.unpack_wheel(wheel, Path(unpacked)) for wheel in arguments.plugin]
        refresh()
        installed = catalog()
        _refuse_unusable(installed, given)
        show("setting up the games")
        table = _table(installed, arguments.names)
        terminal = arguments.terminal
        packed = [*packing.archives(installed.plugins, table.games, given, engine, terminal=terminal)]
        show("compiling")
        compiled = engine.compile(packed)
        files = {
            **dict(engine.files(terminal=terminal)),
            **{f"code/{archive.name}.zip.gz": archive.packed(compiled) for archive in packed},
            **dict(table.files()),
            **dict(folder.page(table.offers(packed, terminal=terminal))),
        }
        show("writing")
        folder.write(out, files)
    games = number_of(len(table.games), "game")
    offered = [number_of(len(table.scenarios), "scenario")] * bool(table.scenarios)
    offered += [number_of(len(table.given), "save")] * bool(table.given)
    size = sum(map(len, files.values())) / 1_000_000
    say(f"written to {out}: {' and '.join(offered)} of {games}, {size:.1f} MB")
    if not compiled:
        say("the first question takes a few seconds longer: install node to have the code compiled")
    look = [f"http://localhost:8000/{page}" for page in ("", *[folder.TERMINAL] * terminal)]
    say(f"to play: python -m http.server -d {quote(str(out))}, then open {' or '.join(look)}")
    return 0


@contextmanager
def _importable(folder: str) -> Iterator[None]:
    """Make the modules in a folder importable, and its distributions count as installed."""
    sys.path.insert(0, folder)
    invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(folder)
        invalidate_caches()
        refresh()


def _refuse_unusable(installed: Catalog, given: Sequence[str]) -> None:
    """Raise SandtableError if a plugin from a wheel cannot be used."""
    for plugin in installed.plugins:
        if plugin.distribution in given and plugin.state not in ("installed", "disabled"):
            raise SandtableError(f"{plugin.source}: {plugin.problem}")


def _table(installed: Catalog, names: Sequence[str]) -> Table:
    """Return what the page offers: what is named, or else all installed scenarios."""
    if not names:
        ids = [id for game in installed.games.infos for id in installed.scenarios.of(game)]
        return Table(installed, [*_usable_scenarios(installed, ids)])
    chosen: dict[str, Scenario] = {}
    given: list[GivenSave] = []
    for typed in names:
        if (path := _save(installed, typed)) is not None:
            given.append(GivenSave.read(path, [save.name for save in given]))
            continue
        scenario = installed.scenario(typed)
        if scenario.bare and scenario.id in installed.inventory.scenarios:
            raise SandtableError(f"{typed}: {scenario.id} is installed; rename the file")
        chosen[scenario.id] = scenario
    return Table(installed, [*chosen.values()], given)


def _usable_scenarios(installed: Catalog, ids: Sequence[str]) -> Iterator[Scenario]:
    """Return the installed scenarios with these ids; name those that do not load."""
    for id in ids:
        if id not in installed.scenarios.own.usable:
            try:
                yield installed.scenarios.load(id)
            except SandtableError as error:
                installed.problems.note([str(error)])


def _save(installed: Catalog, typed: str) -> Path | None:
    """Return the save that a word names or links to; None for a scenario."""
    if typed in installed.scenarios.ids or scenarios.names_file(typed):
        return None
    try:
        return find_save(typed)
    except UnknownName as no_save:
        near_save = "did you mean" in str(no_save) and not installed.names.game_only(typed)
        if typed.endswith(".jsonl") or ("/" not in typed and near_save):
            raise
        return None


def _arguments(parser: Parser) -> None:
    parser.add_argument("out", metavar="OUT", help="the folder to write", completer=completers.files)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="GAME/SCENARIO|FILE.toml|SAVE|LINK",
        help="what the page offers; default: all installed scenarios",
        completer=completers.with_files(completers.scenarios, completers.own_saves),
    )
    parser.add_argument(
        "--plugin",
        action="append",
        default=[],
        metavar="WHEEL",
        help="a pure-Python plugin for the page to load; its code runs in the reader's browser",
        completer=completers.files,
    )
    parser.add_argument(
        "--terminal", action="store_true", help="add a page that shows the same games in a terminal"
    )


WEB = ShellCommand(
    summary="write a folder of web pages that play the games in a browser",
    group="play",
    run=web,
    arguments=_arguments,
    examples=(
        "sandtable web play",
        "sandtable web duel megiddo/1918-even",
    ),
    more="Readers need no Python; the games, their saves and their luck are the same as here",
    whole=True,
)
