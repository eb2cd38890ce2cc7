"""``plugins new``: write a small distribution to start from."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path

from sandtable import SandtableError, ShellCommand, number_of
from sandtable.tooling import Catalog, catalog
from sandtable_shell import Parser, completers
from sandtable_tools.kit.scaffold import starters, templates, tree, vassal
from sandtable_tools.kit.scaffold.naming import KINDS, make_names


def new(arguments: argparse.Namespace) -> int:
    """Write a small distribution to start from, and print what to type next."""
    game = catalog().names.game(arguments.game) if arguments.game else None
    kind = arguments.kind or ("hex" if arguments.module else None)
    wanted = (arguments.what, arguments.name, arguments.into, game, kind)
    folder, *files = write(*wanted, module=arguments.module)
    naming = make_names(*wanted[:2], *wanted[3:], catalog())
    chosen = f" for the game {naming.game}" * (game is None and naming.what != "game")
    print(f"{folder}: {number_of(len(files), 'file')}{chosen}. Next:")
    for line in next_commands(*wanted):
        print(f"  {line}")
    if arguments.module:
        readme = (folder / "README.md").read_text(encoding="utf-8")
        print("Before you play:", *re.findall(r"(?m)^[1-9]\. (.*)", readme), sep="\n  ")
    return 0


def write(
    what: str,
    name: str,
    into: str | Path = ".",
    game: str | None = None,
    kind: str | None = None,
    plugins: Catalog | None = None,
    module: str | Path = "",
) -> list[Path]:
    """Write a new distribution to its own folder in `into`; return the folder and the files.

    `what` is one of FIRST, `name` a slug that becomes its id, and `kind` a template. A scenario or a bot
    is for `game`, by default the game with the most scenarios. A VASSAL `module` provides a hex game's
    map. Raises SandtableError for an unusable name or module, and if the folder exists or cannot be
    written; then nothing is left behind.
    """
    installed = plugins or catalog()
    naming = make_names(what, name, game, kind, installed)
    folder = Path(into) / naming.distribution
    if naming.what == "scenario":
        files = starters.scenario(naming, installed)
    elif naming.what == "bot":
        files = starters.bot(naming, installed)
    else:
        files = tree(naming.what, naming.kind, naming.words)
    if module and naming.kind != "hex":
        raise SandtableError("--from is for a hex game: plugins new game NAME --kind hex --from FILE")
    if module:
        files = vassal.rewrite(files, naming, Path(module))
    if not folder.parent.is_dir():
        raise SandtableError(f"there is no folder {folder.parent}; create it first")
    if folder.exists():
        raise SandtableError(f"{folder} already exists and is not overwritten; choose another name")
    temporary = folder.with_name(f".{folder.name}.new")
    try:
        shutil.rmtree(temporary, ignore_errors=True)
        for file, text in files.items():
            path = temporary / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        temporary.rename(folder)
    except OSError as error:
        why = (error.strerror or "cannot be written").lower()
        raise SandtableError(f"{folder} cannot be written: {why}") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return [folder, *(folder / file for file in sorted(files))]


def next_commands(
    what: str, name: str, into: str | Path = ".", game: str | None = None, kind: str | None = None
) -> tuple[str, str, str]:
    """Return the commands to type after `write` with these arguments: install, test, play."""
    naming = make_names(what, name, game, kind, catalog())
    folder = Path(into) / naming.distribution
    bin_folder = Path(sys.executable).parent
    python = "python" if Path(shutil.which("python") or "").parent == bin_folder else sys.executable
    return (
        f"sandtable plugins install --editable {folder} pytest",
        f"{python} -m pytest {folder}",
        naming.words["play"],
    )


def _new_arguments(parser: Parser) -> None:
    what = "what to write"
    parser.add_argument("what", metavar="|".join(KINDS), help=what, completer=completers.choice(*KINDS))
    parser.add_argument("name", metavar="NAME", help="the name; the distribution becomes sandtable-NAME")
    known = [kind for what in ("game", "scenario") for kind in templates(what).items()]
    kinds = "; ".join(f"{kind}: {template.brief}" for kind, template in known)
    names = completers.choice(*(kind for kind, _ in known))
    parser.add_argument("--kind", metavar="KIND", help=f"the template ({kinds})", completer=names)
    module = "the VASSAL module (.vmod) from which a hex game takes its grid, names and set-up"
    parser.add_argument(
        "--from", default="", dest="module", metavar="FILE", help=module, completer=completers.files
    )
    into = "the folder in which to create the distribution's folder"
    parser.add_argument("--into", default=".", metavar="FOLDER", help=into, completer=completers.files)
    game = "the game that a scenario or a bot is for"
    parser.add_argument("--game", metavar="GAME", help=game, completer=completers.games)


NEW = ShellCommand(
    summary="write a small distribution to start from",
    run=new,
    arguments=_new_arguments,
    examples=(
        "sandtable plugins new game outpost",
        "sandtable plugins new game skirmish --kind cards",
        "sandtable plugins new game river --kind hex",
        "sandtable plugins new scenario night-march --game lrdg",
    ),
)
