"""``plugins install`` and ``uninstall``: pip in the environment of this program."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import invalidate_caches
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sandtable import __version__
from sandtable.plugins.installation import catalog, refresh
from sandtable.plugins.memory import Memory
from sandtable.plugins.plugin import BUILT_IN
from sandtable.plugins.shell_command import ShellCommand
from sandtable.plugins.switches import plain
from sandtable.text.errors import PluginError, SandtableError
from sandtable.text.words import unknown
from sandtable_console.console import YES
from sandtable_shell import asking, completers
from sandtable_shell.output import say
from sandtable_shell.parser import Parser
from sandtable_shell.requirements import distributions, is_address

Row = dict[str, Any]


class PipFailed(SandtableError):
    """Pip failed; its output is in `details`."""

    status = 1

    def __init__(self, text: str, output: str) -> None:
        super().__init__(text)
        self.details = [line for line in output.splitlines() if line.strip()]


def install(arguments: argparse.Namespace) -> int:
    """Install plugins, and list what was added; return 1 if something added is unusable."""
    wanted = [*arguments.names, *arguments.editable]
    if not wanted:
        raise SandtableError("missing: a name, a wheel, or --editable FOLDER")
    for name in wanted:
        _refuse_options(name)
        if any(map(_is_core, distributions(name))):
            raise SandtableError(
                f"{name}: the program itself is not a plugin; upgrade it where you got it"
            )
    runs = f"{', '.join(wanted)}: the code will run with your rights, now and whenever it loads"
    if any(map(is_address, wanted)):  # only an installed distribution shows its plugins
        runs += f"; pip keeps {BUILT_IN} at {__version__}"
    if not _agreed(runs, arguments):
        print("nothing was installed")
        return 1
    editable = [word for folder in arguments.editable for word in ("--editable", folder)]
    with TemporaryDirectory(prefix="sandtable-") as folder:
        # A plugin that requires another sandtable is refused.
        keep = Path(folder, "keep.txt")
        keep.write_text(f"{BUILT_IN}=={__version__}\n", encoding="utf-8")
        words = ["install", "--constraint", str(keep), *editable, *arguments.names]
        files_before = _own_files()
        status = _run(words, "installed", wanted, verbose=arguments.verbose)
    if _own_files() != files_before:
        raise PipFailed(
            f"{', '.join(wanted)}: installed in the place of {BUILT_IN} itself; "
            "install that again from where you got it",
            "",
        )
    return status


def uninstall(arguments: argparse.Namespace) -> int:
    """Uninstall plugins, and list what was removed."""
    installed = sorted({plugin.distribution for plugin in catalog().plugins} - {BUILT_IN})
    by_plain_name = {plain(name): name for name in installed}
    for name in arguments.names:
        _refuse_options(name)
        if _is_core(name):
            raise SandtableError(
                "sandtable: the program cannot uninstall itself; plugins disable disables its plugins"
            )
        if plain(name) not in by_plain_name:
            raise PluginError(
                f"{unknown('distribution with plugins', name, installed)}; nothing was uninstalled"
            )
    names = [by_plain_name[plain(name)] for name in arguments.names]
    if not _agreed(f"{', '.join(names)}: everything that it brought will be removed", arguments):
        print("nothing was uninstalled")
        return 1
    return _run(["uninstall", "--yes", *names], "uninstalled", names, verbose=arguments.verbose)


def _refuse_options(name: str) -> None:
    if name.startswith("-") or not name.strip():
        raise SandtableError(f'"{name}": the name of a plugin, a wheel or a folder was expected')


def _is_core(name: str) -> bool:
    """Whether a distribution is this program, or has a name that only looks like another."""
    return plain(name).replace("-", "") == BUILT_IN


def _agreed(what: str, arguments: argparse.Namespace) -> bool:
    """Whether the user agrees, by an answer or by --yes. Raises SandtableError if nobody can answer."""
    if arguments.yes:
        return True
    if not asking.possible(arguments):
        raise SandtableError(f"{what}; there is no terminal to ask at, --yes agrees")
    say(what)
    with asking.leaving():
        return input("Continue? [y/N] ").strip().lower() in YES
    return False


def _own_files() -> tuple[str | None, ...]:
    """The files that identify this installation of the program."""
    invalidate_caches()
    program = distribution(BUILT_IN)
    return program.version, program.read_text("direct_url.json"), program.read_text("RECORD")


# Pip.


def _run(words: Sequence[str], done: str, names: Sequence[str], *, verbose: bool) -> int:
    """Run pip, and compare the plugins before and after. Raises PipFailed with its output."""
    command = _pip(words)
    before = _listed()
    result = subprocess.run(  # noqa: S603 (what the user asked for)
        command,
        check=False,
        text=True,
        errors="replace",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    named = ", ".join(names)
    if result.returncode:
        output = result.stdout if verbose else ""
        why = f"{_cause(result.stdout)}{'' if verbose else ' (--verbose shows all of it)'}"
        raise PipFailed(f"{named}: not {done}, {_name(command)} says: {why}", output)
    if verbose:
        print(result.stdout, end="")
    after = _listed()
    if _forget(before, after):
        after = _listed()
    nothing = [f"{named}: {done}; no plugin was added or removed"]
    for line in _changes(before, after) or _lines_as_before(after, names) or nothing:
        print(line)
    fresh = [row for row in after if row not in before]
    return int(any(row["state"] not in ("ok", "disabled") for row in fresh))


def _cause(output: str) -> str:
    """The line that matters in pip's output: an error of the innermost program, else the last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"[A-Za-z_.]+(Error|Exception): ", line)]
    plain_errors = [line for line in lines if line.startswith(("ERROR:", "error:"))]
    return (errors or plain_errors or lines or ["nothing"])[-1]


def _pip(words: Sequence[str]) -> list[str]:
    """The command that installs into this environment. Raises PluginError if there is none."""
    if find_spec("pip") is not None:
        return [sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", "--no-input", *words]
    if uv := shutil.which("uv"):
        arguments = [word for word in words if word != "--yes"]
        return [uv, "pip", arguments[0], "--python", sys.executable, *arguments[1:]]
    raise PluginError(
        "there is neither pip nor uv here; install it the way you installed sandtable, "
        "as with uv tool install sandtable --with NAME"
    )


def _name(command: Sequence[str]) -> str:
    return "uv" if command[1] == "pip" else "pip"


# What changed.


def _listed() -> list[Row]:
    """The list of plugins as a new process of the program sees it."""
    code = "from sandtable_shell import main; raise SystemExit(main(['plugins', 'list', '--json']))"
    words = [sys.executable, "-P", "-c", code]
    process = subprocess.run(words, check=False, capture_output=True, text=True)  # noqa: S603 (our own program)
    try:
        rows: list[Row] = json.loads(process.stdout)["plugins"]
    except (ValueError, KeyError) as error:
        last_line = (process.stderr.strip().splitlines() or ["no output"])[-1]
        raise PluginError(f"the plugins cannot be listed: {last_line}") from error
    return rows


def _changes(before: Sequence[Row], after: Sequence[Row]) -> list[str]:
    """A line for every plugin that was added or removed, or has another version now."""
    old = {_key(row): row for row in before}
    new = {_key(row): row for row in after}
    lines = [f"added: {_named(row)}{_state(row)}" for key, row in new.items() if key not in old]
    lines += [f"removed: {_named(row)}" for key, row in old.items() if key not in new]
    return [*lines, *dict.fromkeys(_versions(old, new))]


def _lines_as_before(rows: Sequence[Row], names: Sequence[str]) -> list[str]:
    """A line for every plugin that was there already, when a distribution is installed again."""
    installed = {distribution for name in names for distribution in distributions(name)}
    its_rows = (row for row in rows if plain(row["distribution"]) in installed)
    return [f"unchanged: {_named(row)}{_state(row) or ', ok'}" for row in its_rows]


def _versions(old: dict[Any, Row], new: dict[Any, Row]) -> Iterator[str]:
    for key, row in new.items():
        was, now = old.get(key, row)["version"], row["version"]
        if was != now:
            yield f"now {row['distribution']} {now}, was {was}"
        elif key in old and old[key]["state"] != row["state"]:
            yield f"now {row['state']}, was {old[key]['state']}: {_named(row)}"


def _key(row: Row) -> tuple[str, str, str]:
    return row["kind"], row["id"], row["distribution"]


def _named(row: Row) -> str:
    separator = {"scenario": "/", "command": " "}.get(row["kind"], ".")
    id = row["id"].replace(".", separator, 1 if separator == "/" else -1)
    return f"{row['kind']} {id} ({row['distribution']} {row['version']})"


def _state(row: Row) -> str:
    return "" if row["state"] == "ok" else f", {row['state']}: {row['reason']}"


def _forget(before: Sequence[Row], after: Sequence[Row]) -> bool:
    """Forget that old versions were broken, since new ones may load; return whether any was."""
    changed = {(*_key(row), row["version"]) for row in before} ^ {
        (*_key(row), row["version"]) for row in after
    }
    memory = Memory.read()
    stale = {f"{kind} {id} ({dist})" for kind, id, dist, _ in changed}
    still_broken = {key: reason for key, reason in memory.broken.items() if key not in stale}
    refresh()
    if still_broken == memory.broken:
        return False
    memory.broken = still_broken
    memory.write()
    return True


# The commands.


def _install_arguments(parser: Parser) -> None:
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME|WHEEL",
        help="a name on the package index, a wheel, or a folder",
        completer=completers.files,
    )
    parser.add_argument(
        "-e",
        "--editable",
        action="append",
        default=[],
        metavar="FOLDER",
        help="a source folder that you are working on",
        completer=completers.files,
    )
    agree = "do not ask, although the plugin's code will run with your rights"
    parser.add_argument("--yes", action="store_true", help=agree)
    parser.add_argument("--verbose", action="store_true", help="show all output of pip")


INSTALL = ShellCommand(
    run=install,
    arguments=_install_arguments,
    examples=(
        "sandtable plugins install sandtable-outpost",
        "sandtable plugins install --yes --editable sandtable-outpost",
    ),
    whole=True,
)


def _uninstall_arguments(parser: Parser) -> None:
    parser.add_argument(
        "names",
        nargs="+",
        metavar="DISTRIBUTION",
        help="the distribution to remove",
        completer=completers.distributions,
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--verbose", action="store_true", help="show all output of pip")


UNINSTALL = ShellCommand(
    run=uninstall,
    arguments=_uninstall_arguments,
    examples=(
        "sandtable plugins uninstall sandtable-outpost",
        "sandtable plugins uninstall --yes sandtable-outpost",
    ),
    whole=True,
)
