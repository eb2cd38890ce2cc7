"""``plugins new``: a small distribution to start from."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from sandtable import SandtableError, ShellCommand, number_of
from sandtable.tooling import Catalog, catalog, resolve
from sandtable_shell import Parser, completers
from sandtable_tools.kit.scaffold import starters, tree
from sandtable_tools.kit.scaffold.naming import name_it

KINDS = ("game", "scenario", "bot")
"""The kinds of distribution that can be written."""


def new(arguments: argparse.Namespace) -> int:
    """Write a small distribution to start from, and say what to type next."""
    game = catalog().names.game(arguments.game) if arguments.game else None
    what = (arguments.kind, arguments.name, arguments.into, game)
    folder, *files = write(*what)
    print(f"{folder}: {number_of(len(files), 'file')}. Next:")
    for line in next_commands(*what):
        print(f"  {line}")
    return 0


def write(
    kind: str,
    name: str,
    into: str | Path = ".",
    game: str | None = None,
    plugins: Catalog | None = None,
) -> list[Path]:
    """Write a new distribution in a folder of its own in `into`; return its files, the folder first.

    `kind` is one of KINDS, `name` a slug that becomes its id. A scenario or a bot is for `game`, for
    the one with the most scenarios when None. Raises SandtableError for an unusable name, and if the
    folder exists already or cannot be written; then nothing is left behind.
    """
    installed = plugins or catalog()
    naming = name_it(resolve("kind", kind, KINDS), name, game, installed)
    folder = Path(into) / naming.distribution
    files = tree("common", naming.words)
    if naming.kind == "scenario":
        files |= starters.scenario(naming, installed)
    elif naming.kind == "bot":
        files |= starters.bot(naming, installed)
    else:
        files |= tree(naming.kind, naming.words)
    if not folder.parent.is_dir():
        raise SandtableError(f"there is no folder {folder.parent}; create it first")
    if folder.exists():
        raise SandtableError(f"{folder} already exists and is not overwritten; choose another name")
    made = folder.with_name(f".{folder.name}.new")
    try:
        shutil.rmtree(made, ignore_errors=True)
        for file, text in files.items():
            path = made / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        made.rename(folder)
    except OSError as error:
        why = (error.strerror or "cannot be written").lower()
        raise SandtableError(f"{folder} cannot be written: {why}") from error
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return [folder, *(folder / file for file in sorted(files))]


def next_commands(
    kind: str, name: str, into: str | Path = ".", game: str | None = None
) -> tuple[str, str, str]:
    """The commands to type after `write` with the same arguments: install it, test it, play it."""
    naming = name_it(resolve("kind", kind, KINDS), name, game, catalog())
    folder = Path(into) / naming.distribution
    bin_folder = Path(sys.executable).parent
    python = "python" if Path(shutil.which("python") or "").parent == bin_folder else sys.executable
    return (
        f"sandtable plugins install --editable {folder} pytest",
        f"{python} -m pytest {folder}",
        naming.words["play"],
    )


def _new_arguments(parser: Parser) -> None:
    kind = "what the distribution brings"
    parser.add_argument("kind", metavar="|".join(KINDS), help=kind, completer=completers.choice(*KINDS))
    parser.add_argument("name", metavar="NAME", help="its name; the distribution is sandtable-NAME")
    into = "the folder in which to make the distribution's folder"
    parser.add_argument("--into", default=".", metavar="FOLDER", help=into, completer=completers.files)
    game = "the game that a scenario or a bot is for"
    parser.add_argument("--game", metavar="GAME", help=game, completer=completers.games)


NEW = ShellCommand(
    summary="write a small distribution to start from",
    run=new,
    arguments=_new_arguments,
    examples=(
        "sandtable plugins new game outpost",
        "sandtable plugins new scenario night-march --game lrdg",
    ),
)
