"""``config``: show and change the user's settings."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from sandtable import SandtableError, ShellCommand
from sandtable.tooling import printing, resolve
from sandtable_console import (
    SETTINGS,
    Contents,
    Setting,
    as_json,
    as_typed,
    configuration,
    handlers,
    settings_in_force,
)
from sandtable_shell import completers, output
from sandtable_shell.arguments import add_json
from sandtable_shell.output import say, write_file
from sandtable_shell.parser import Parser


def show(arguments: argparse.Namespace) -> int:
    """List all settings; return 1 if the file has faults."""
    contents = configuration.read(configuration.path())
    if arguments.json:
        print(as_json(_document(contents)))
        return _print_faults(contents.faults)
    effective, width = settings_in_force(contents.settings), min(shutil.get_terminal_size().columns, 100)
    values = {key: as_typed(getattr(effective, key)) for key in SETTINGS}
    indent = 11 + max(map(len, values.values()))
    for key, setting in SETTINGS.items():
        notes = {"set": f"; default {as_typed(setting.default)}", "NO_COLOR": "; set by NO_COLOR"}
        text = f"{setting.help} ({setting.choices}{notes.get(_origin(key, contents), '')})"
        header = f"{key:<8} {values[key]}"
        for row in textwrap.wrap(text, max(width - indent, 20), break_on_hyphens=False):
            output.show([("name", header.ljust(indent)), ("", row)])
            header = ""
    file = configuration.path()
    missing = "" if file.exists() else ", which does not exist yet"
    say(f"sandtable config set KEY VALUE changes one, in {file}{missing}")
    return _print_faults(contents.faults)


def get(arguments: argparse.Namespace) -> int:
    """Print the value now in force for a setting."""
    say(as_typed(getattr(configuration.settings(), _find_setting(arguments.key).key)))
    return 0


def change(arguments: argparse.Namespace) -> int:
    """Set a setting, and report other faults in the file."""
    setting = _find_setting(arguments.key)
    value = setting.read(arguments.value)
    if setting.key == "screen" and value not in setting.words:
        from sandtable.tooling import catalog  # noqa: PLC0415 (loads plugins)
        from sandtable_console import sinks  # noqa: PLC0415

        value = resolve("screen", value, [sinks.AUTO, *sinks.all_makers(catalog())])
    _edit(setting.key, value)
    say(f"{setting.key} = {as_typed(value)} in {configuration.path()}")
    if setting.key == "theme" and value != "none" and os.environ.get("NO_COLOR"):
        say('while NO_COLOR is set, the theme is "none"')
    return 0


def reset(arguments: argparse.Namespace) -> int:
    """Reset a setting to its default, and report other faults in the file."""
    setting = _find_setting(arguments.key)
    suffix = "" if _edit(setting.key, None) else ", as before"
    say(f"{setting.key} is {as_typed(setting.default)}{suffix}")
    return 0


def edit(arguments: argparse.Namespace) -> int:  # noqa: ARG001
    """Open the file in the user's editor; return 1 if that fails or the file has faults."""
    editor, file = _editor(), configuration.path()
    if file.exists() and not file.is_file():
        raise SandtableError(f"{file}: not a regular file")
    if not file.exists():
        text = "# Settings of sandtable. Remove the # before a line to use it.\n"
        for key, setting in SETTINGS.items():
            text += f"\n# {setting.help}: {setting.choices}\n# {key} = {json.dumps(setting.default)}\n"
        _write(text)
    # Install a handler, because an editor would inherit SIG_IGN and ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        status = subprocess.run([*editor, str(file)], check=False).returncode  # noqa: S603 (the user's own)
    except OSError as error:
        why = (error.strerror or "it cannot be started").lower()
        raise SandtableError(f"the editor {editor[0]}: {why}") from error
    finally:
        signal.signal(signal.SIGINT, before)
        configuration.read_once.cache_clear()
    failure = [f"the editor {editor[0]} ended with {handlers.describe_exit(status)}"] if status else []
    faults = [*failure, *configuration.read(file).faults]
    if not faults:
        say(f"{file}: no faults")
    return _print_faults(faults)


def path(arguments: argparse.Namespace) -> int:  # noqa: ARG001
    """Print the path of the file, which may not exist yet."""
    say(str(configuration.path()))
    return 0


def _find_setting(typed: str) -> Setting:
    return SETTINGS[resolve("setting", typed, SETTINGS)]


def _edit(key: str, value: Any) -> bool:
    """Set a key in the file, or remove it with None; return whether it was there before.

    Raises SandtableError, and changes nothing, if the file cannot be read.
    """
    import tomlkit  # noqa: PLC0415 (only needed here)

    contents = configuration.read(configuration.path())
    if contents.text is None:
        raise SandtableError(f"{contents.faults[0]}; nothing is changed")
    document = tomlkit.parse(contents.text)
    existed = key in document
    if value is not None:
        document[key] = value
    elif existed:
        document.remove(key)
    _write(tomlkit.dumps(document))
    _print_faults(configuration.read(configuration.path()).faults)
    return existed


def _write(text: str) -> None:
    file = configuration.path()
    with suppress(OSError):  # writing the file reports why
        file.parent.mkdir(parents=True, exist_ok=True)
    write_file(str(file), text)
    configuration.read_once.cache_clear()


def _print_faults(faults: Iterable[str]) -> int:
    lines = [f"sandtable: {printing.escape(fault)}" for fault in faults]
    if lines:
        print(*lines, sep="\n", file=sys.stderr)
    return int(bool(lines))


def _editor() -> list[str]:
    """Return the editor's command: from VISUAL or EDITOR, or an installed editor."""
    for name in ("VISUAL", "EDITOR"):
        try:
            if words := shlex.split(os.environ.get(name, "")):
                return words
        except ValueError as error:
            raise SandtableError(f"{name} is {os.environ[name]}: {str(error).lower()}") from error
    if sys.stdin and sys.stdin.isatty() and (installed := shutil.which("nano") or shutil.which("vi")):
        return [installed]
    raise SandtableError(f"no editor was found: set EDITOR, or edit {configuration.path()}")


def _origin(key: str, contents: Contents) -> str:
    if getattr(settings_in_force(contents.settings), key) != getattr(contents.settings, key):
        return "NO_COLOR"
    return "set" if key in contents.values else "default"


def _document(contents: Contents) -> dict[str, Any]:
    effective = settings_in_force(contents.settings)
    rows = [
        {
            "key": setting.key,
            "value": getattr(effective, setting.key),
            "from": _origin(setting.key, contents),
            "default": setting.default,
            "values": list(setting.words),
            "seconds": isinstance(setting.default, float),
            "help": setting.help,
        }
        for setting in SETTINGS.values()
    ]
    return {"file": str(configuration.path()), "settings": rows, "faults": list(contents.faults)}


KEY = "a setting or its beginning; config list shows them"

CONFIG = ShellCommand(
    summary="show or change your settings: colours, keys, maps, the bots' pace",
    group="the program",
    run=show,
    arguments=add_json,
    examples=("sandtable config", "sandtable config set theme light"),
)

LIST = ShellCommand(
    summary="list every setting, its value, and the values it takes",
    run=show,
    arguments=add_json,
    examples=("sandtable config list", "sandtable config list --json"),
)


def _key_argument(parser: Parser) -> None:
    parser.add_argument("key", metavar="KEY", help=KEY, completer=completers.settings)


GET = ShellCommand(
    summary="print a setting's current value",
    run=get,
    arguments=_key_argument,
    examples=("sandtable config get theme", "NO_COLOR=1 sandtable config get theme"),
)


def _set_arguments(parser: Parser) -> None:
    _key_argument(parser)
    value = "a value or its beginning; config list shows them"
    parser.add_argument("value", metavar="VALUE", help=value, completer=completers.setting_values)


SET = ShellCommand(
    summary="set a setting to a value",
    run=change,
    arguments=_set_arguments,
    examples=("sandtable config set pace 1.5", "sandtable config set map ascii"),
)

RESET = ShellCommand(
    summary="reset a setting to its default",
    run=reset,
    arguments=_key_argument,
    examples=("sandtable config reset pace", "sandtable config reset theme"),
    whole=True,
)

EDIT = ShellCommand(
    summary="edit the settings file, and check it",
    run=edit,
    examples=("sandtable config edit", "EDITOR=vi sandtable config edit"),
)

PATH = ShellCommand(
    summary="print the path of the settings file",
    run=path,
    examples=("sandtable config path", "SANDTABLE_HOME=elsewhere sandtable config path"),
)
