"""``plugins install`` and ``uninstall``: run pip in this program's environment."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import site
import subprocess
import sys
import sysconfig
from collections.abc import Collection
from importlib import invalidate_caches
from importlib.util import find_spec

from sandtable import PluginError, SandtableError, ShellCommand, __version__
from sandtable.tooling import BUILT_IN, Plugin, catalog, no_such, refresh, switches
from sandtable_batch import must_start_processes
from sandtable_console import YES
from sandtable_shell import asking, completers
from sandtable_shell.output import say
from sandtable_shell.parser import Parser
from sandtable_shell.progress import status_line


def install(arguments: argparse.Namespace) -> int:
    """Install plugins and list the new ones; return 1 if pip fails or a new one does not load."""
    wanted = [*arguments.names, *arguments.editable]
    if not wanted:
        raise SandtableError("missing: a name, a wheel, or --editable FOLDER")
    must_start_processes()
    if not _user_agrees(arguments, f"{', '.join(wanted)}: plugins run with your permissions"):
        print("nothing was installed")
        return 1
    editable = [word for folder in arguments.editable for word in ("--editable", folder)]
    # A requirement that is already met keeps pip from replacing the program itself.
    return _run(arguments, "install", *editable, "--", f"{BUILT_IN}=={__version__}", *arguments.names)


def uninstall(arguments: argparse.Namespace) -> int:
    """Uninstall plugins and list them; return 1 if pip fails."""
    must_start_processes()
    others = {plugin.distribution for plugin in catalog().plugins} - {BUILT_IN}
    for name in arguments.names:
        if switches.normalize(name) == BUILT_IN:
            raise SandtableError(
                "sandtable: the program cannot uninstall itself; plugins disable disables its plugins"
            )
        if switches.normalize(name) not in map(switches.normalize, others):
            unknown = no_such("distribution with plugins", name, sorted(others))
            raise PluginError(f"{unknown}; sandtable plugins list shows them")
    if not _user_agrees(arguments, f"{', '.join(arguments.names)}: everything in them will be removed"):
        print("nothing was uninstalled")
        return 1
    return _run(arguments, "uninstall", *arguments.names)


def _user_agrees(arguments: argparse.Namespace, what: str) -> bool:
    """Ask the user to agree, unless --yes is given. Raises SandtableError without a terminal."""
    if arguments.yes:
        return True
    if not asking.can_ask(arguments):
        raise SandtableError("not a terminal: add --yes (plugins run with your permissions)")
    say(what)
    with asking.allow_leaving():
        return input("Continue? [y/N] ").strip().lower() in YES
    return False


def _run(arguments: argparse.Namespace, verb: str, *words: str) -> int:
    """Run pip, then list the plugins added or removed; return 1 if an added one is faulty."""
    command = _pip_command(verb)
    quiet = () if arguments.verbose else ("--quiet",)
    before = _plugins()
    if subprocess.run([*command, *quiet, *words], check=False).returncode:  # noqa: S603 (as the user asked)
        more = "" if arguments.verbose else " (--verbose shows all output)"
        print(f"sandtable: nothing was {verb}ed{more}", file=sys.stderr)
        return 1
    site.addsitedir(sysconfig.get_path("purelib"))  # an editable install arrives by a .pth file
    invalidate_caches()
    refresh()
    after = _plugins()
    added = {line: plugin for line, plugin in after.items() if line not in before}
    if verb == "install":
        _check_loading(added.values())
    changes = [f"added: {line}{_fault(plugin)}" for line, plugin in added.items()]
    changes += [f"removed: {line}" for line in before if line not in after]
    print("\n".join(changes or ["no plugin was added or removed"]))
    return int(any(plugin.state not in ("installed", "disabled") for plugin in added.values()))


def _check_loading(added: Collection[Plugin]) -> None:
    """Let the doctor load plugins in a separate process, and mark those that do not load.

    If the doctor is disabled, mark none.
    """
    command = (sys.executable, "-P", "-m", "sandtable", "plugins", "doctor", "--load-only", "--json")
    utf8 = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    by_key = {plugin.key: plugin for plugin in added}
    with status_line() as show:
        for name in dict.fromkeys(plugin.distribution for plugin in added):
            show(f"loading {name}")
            done = subprocess.run([*command, name], capture_output=True, env=utf8, check=False)  # noqa: S603 (our own program)
            for row in json.loads(done.stdout)["plugins"] if done.stdout else ():
                plugin = by_key.get("{kind} {id} ({distribution})".format_map(row))
                if plugin and row["state"] != "ok":
                    plugin.mark(row["state"], row["reason"])


def _pip_command(verb: str) -> list[str]:
    """Return the command that installs into this environment. Raises PluginError if there is none."""
    if find_spec("pip") is not None:
        options = ["--disable-pip-version-check", "--no-input", *["--yes"] * (verb == "uninstall")]
        return [sys.executable, "-P", "-m", "pip", verb, *options]
    if uv := shutil.which("uv"):
        return [uv, "pip", verb, "--python", sys.executable]
    raise PluginError(
        "found neither pip nor uv; install plugins the way you installed sandtable, "
        "for example: uv tool install sandtable --with NAME"
    )


def _plugins() -> dict[str, Plugin]:
    return {f"{plugin.kind} {plugin.name} ({plugin.source})": plugin for plugin in catalog().plugins}


def _fault(plugin: Plugin) -> str:
    if plugin.state == "broken":
        return f", but it does not load: {plugin.reason}"
    return "" if plugin.usable else f", {plugin.state}: {plugin.reason}"


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "--yes", action="store_true", help="do not ask (plugins run with your permissions)"
    )
    parser.add_argument("--verbose", action="store_true", help="show all output of pip")


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
    _arguments(parser)


INSTALL = ShellCommand(
    summary="add plugins from a package index, a wheel or a folder",
    run=install,
    arguments=_install_arguments,
    examples=(
        "sandtable plugins new game outpost",
        "sandtable plugins install --editable sandtable-outpost",
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
    _arguments(parser)


UNINSTALL = ShellCommand(
    summary="remove plugins",
    run=uninstall,
    arguments=_uninstall_arguments,
    examples=(
        "sandtable plugins new game outpost",
        "sandtable plugins install --yes --editable sandtable-outpost",
        "sandtable plugins uninstall --yes sandtable-outpost",
    ),
    whole=True,
)
