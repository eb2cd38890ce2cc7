"""``config``: the user's settings, shown and changed."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

from sandtable.plugins.shell_command import ShellCommand
from sandtable.text.shown import as_json, visible
from sandtable.text.words import resolve
from sandtable_console.settings import KNOWN, Setting, file, in_force, settings
from sandtable_console.settings.file import SettingsFile
from sandtable_console.settings.known import as_typed
from sandtable_shell import completers
from sandtable_shell.arguments import add_json
from sandtable_shell.output import say
from sandtable_shell.parser import Parser


def show(arguments: argparse.Namespace) -> int:
    """List all settings; return 1 if something in the file is wrong."""
    contents = file.read(file.path())
    if arguments.json:
        print(as_json(_document(contents)))
    else:
        for line in _lines(contents):
            say(line)
    for fault in contents.faults:
        print(f"sandtable: {visible(fault)}", file=sys.stderr)
    return 1 if contents.faults else 0


def get(arguments: argparse.Namespace) -> int:
    """Print the value of a setting that applies now."""
    say(as_typed(getattr(settings(), _setting(arguments.key).key)))
    return 0


def change(arguments: argparse.Namespace) -> int:
    """Set a setting."""
    setting = _setting(arguments.key)
    value = setting.read(arguments.value)
    if setting.named and value not in setting.words:
        value = _screen(value)
    say(f"{setting.key} = {as_typed(value)} in {file.change(setting.key, value)}")
    if setting.key == "theme" and value != "none" and os.environ.get("NO_COLOR"):
        say('while NO_COLOR is set, the theme is "none"')
    return 0


def reset(arguments: argparse.Namespace) -> int:
    """Reset a setting to its default."""
    setting = _setting(arguments.key)
    suffix = "" if file.reset(setting.key) else ", as before"
    say(f"{setting.key} is {as_typed(setting.default)}{suffix}")
    return 0


def path(arguments: argparse.Namespace) -> int:  # noqa: ARG001
    """Print the path of the file, which may not exist yet."""
    say(str(file.path()))
    return 0


def _setting(typed: str) -> Setting:
    return KNOWN[resolve("setting", typed, KNOWN)]


def _screen(typed: str) -> str:
    """Find a screen by its name. Raises SandtableError, which lists the screens there are."""
    from sandtable.plugins.installation import catalog  # noqa: PLC0415 (loads plugins)
    from sandtable_console.sinks import AUTO, every  # noqa: PLC0415

    return resolve("screen", typed, [AUTO, *every(catalog())])


def _origin(key: str, contents: SettingsFile) -> str:
    """The source of the value in force."""
    if getattr(in_force(contents.settings), key) != getattr(contents.settings, key):
        return "NO_COLOR"
    return "set" if key in contents.values else "default"


def _document(contents: SettingsFile) -> dict[str, Any]:
    effective = in_force(contents.settings)
    every = [
        {
            "key": setting.key,
            "value": getattr(effective, setting.key),
            "from": _origin(setting.key, contents),
            "default": setting.default,
            "values": list(setting.words),
            "seconds": setting.seconds,
            "help": setting.help,
        }
        for setting in KNOWN.values()
    ]
    return {"file": str(contents.path), "settings": every, "faults": list(contents.faults)}


def _lines(contents: SettingsFile) -> Iterator[str]:
    effective, width = in_force(contents.settings), min(shutil.get_terminal_size().columns, 100)
    for key, setting in KNOWN.items():
        head = f"{key:<8} {as_typed(getattr(effective, key)):<13} "
        text = f"{setting.help} ({setting.choices}; {_origin(key, contents)})"
        yield from textwrap.wrap(head + text, max(width, 40), subsequent_indent=" " * len(head))
    yield f"File: {contents.path}{'' if contents.path.exists() else ' (does not exist yet)'}"


# The commands.

KEY = "a setting (list shows them), or the beginning of one"

CONFIG = ShellCommand(
    run=show, arguments=add_json, examples=("sandtable config", "sandtable config set theme light")
)

LIST = ShellCommand(
    run=show, arguments=add_json, examples=("sandtable config list", "sandtable config list --json")
)


def _key_argument(parser: Parser) -> None:
    parser.add_argument("key", metavar="KEY", help=KEY, completer=completers.settings)


GET = ShellCommand(
    run=get,
    arguments=_key_argument,
    examples=("sandtable config get theme", "NO_COLOR=1 sandtable config get theme"),
)


def _set_arguments(parser: Parser) -> None:
    _key_argument(parser)
    value = "a value (list shows them), or the beginning of one"
    parser.add_argument("value", metavar="VALUE", help=value, completer=completers.setting_values)


SET = ShellCommand(
    run=change,
    arguments=_set_arguments,
    examples=("sandtable config set pace 1.5", "sandtable config set map ascii"),
)

RESET = ShellCommand(
    run=reset,
    arguments=_key_argument,
    examples=("sandtable config reset pace", "sandtable config reset theme"),
    whole=True,
)

PATH = ShellCommand(
    run=path, examples=("sandtable config path", "SANDTABLE_HOME=elsewhere sandtable config path")
)
