"""``config``: the user's settings, shown and changed."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

from sandtable.base.words import resolve, visible
from sandtable.plugins.shell_command import ShellCommand
from sandtable.settings import KNOWN, Setting, file, in_force, settings
from sandtable.settings.file import Kept
from sandtable.settings.known import bare
from sandtable.shell import completers
from sandtable.shell.arguments import add_json
from sandtable.shell.output import say
from sandtable.shell.parser import Parser


def show(arguments: argparse.Namespace) -> int:
    """All settings; status 1 when something is wrong in the file."""
    kept = file.read(file.path())
    if arguments.json:
        print(json.dumps(_document(kept), indent=2, ensure_ascii=False))
    else:
        for line in _setting_lines(kept):
            say(line)
    for fault in kept.faults:
        print(f"sandtable: {visible(fault)}", file=sys.stderr)
    return 1 if kept.faults else 0


def get(arguments: argparse.Namespace) -> int:
    """The value of one that counts."""
    say(bare(getattr(settings(), _named(arguments.key).key)))
    return 0


def change(arguments: argparse.Namespace) -> int:
    """Give one a value."""
    one = _named(arguments.key)
    value = one.read(arguments.value)
    say(f"{one.key} = {bare(value)} in {file.change(one.key, value)}")
    if one.key == "theme" and value != "none" and os.environ.get("NO_COLOR"):
        say("NO_COLOR is set: as long as it is, the theme is none")
    return 0


def reset(arguments: argparse.Namespace) -> int:
    """Give one its default again."""
    one = _named(arguments.key)
    was = "" if file.reset(one.key) else ", as it was"
    say(f"{one.key} is {bare(one.default)}{was}")
    return 0


def path(arguments: argparse.Namespace) -> int:  # noqa: ARG001
    """Where the file is, or would be."""
    say(str(file.path()))
    return 0


def _named(typed: str) -> Setting:
    return KNOWN[resolve("setting", typed, KNOWN)]


def _why(one: Setting, kept: Kept) -> str:
    """Where the value that counts comes from."""
    if getattr(in_force(kept.settings), one.key) != getattr(kept.settings, one.key):
        return "NO_COLOR"
    return "set" if one.key in kept.values else "default"


def _document(kept: Kept) -> dict[str, Any]:
    found = in_force(kept.settings)
    every = [
        {
            "key": one.key,
            "value": getattr(found, one.key),
            "from": _why(one, kept),
            "default": one.default,
            "values": list(one.words),
            "seconds": one.seconds,
            "help": one.help,
        }
        for one in KNOWN.values()
    ]
    return {"file": str(kept.path), "settings": every, "faults": list(kept.faults)}


def _setting_lines(kept: Kept) -> Iterator[str]:
    found, width = in_force(kept.settings), min(shutil.get_terminal_size().columns, 100)
    for one in KNOWN.values():
        head = f"{one.key:<8} {bare(getattr(found, one.key)):<13} "
        text = f"{one.help} ({one.either}; {_why(one, kept)})"
        yield from textwrap.wrap(head + text, max(width, 40), subsequent_indent=" " * len(head))
    yield f"File: {kept.path}{'' if kept.path.exists() else ' (not there yet)'}"


# The commands.

KEY = "a setting (list names them), or the beginning of one"

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
    value = "what it may be (list tells), or the beginning of it"
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
)

PATH = ShellCommand(
    run=path, examples=("sandtable config path", "SANDTABLE_HOME=elsewhere sandtable config path")
)
