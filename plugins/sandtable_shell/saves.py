"""``saves``: list the saves in a folder, a line each."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from sandtable.plugins.shell_command import ShellCommand
from sandtable.record import saves
from sandtable.record.saves import Summary
from sandtable.text import config
from sandtable.text.errors import SandtableError
from sandtable.text.shown import as_json
from sandtable_shell import completers
from sandtable_shell.arguments import add_json
from sandtable_shell.output import say
from sandtable_shell.parser import Parser


def list_saves(arguments: argparse.Namespace) -> int:
    """List the user's saves, or those of folders or files."""
    where = [Path(name) for name in arguments.where]
    for path in where:
        if not path.exists():
            raise SandtableError(f"{path}: no such folder or save")
    folders = where or [config.saves_folder()]
    paths = [save for path in folders for save in ([path] if path.is_file() else saves.newest(path))]
    summaries = saves.summaries(paths)
    if arguments.json:
        print(as_json(list(summaries), indent=-1))
        return 0
    for line in _table(list(summaries)) or [f"no saves in {', '.join(map(str, folders))}"]:
        say(line)
    return 0


def _table(summaries: Sequence[Summary]) -> list[str]:
    rows = [_row(summary) for summary in summaries]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(n) for cell, n in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def _row(summary: Summary) -> tuple[str, str, str, str, str]:
    date = datetime.fromtimestamp(summary.changed).strftime("%Y-%m-%d %H:%M")
    state = f"over: {summary.outcome}" if summary.outcome else summary.state
    line = f"line {summary.lines}" + f", {summary.turn}" * bool(summary.turn) if summary.lines else ""
    line += ", luck typed in" * summary.typed_in
    return (
        Path(summary.path).stem,
        summary.scenario,
        state,
        date,
        " ".join(f"{line} {summary.about}".split()),
    )


def _saves_arguments(parser: Parser) -> None:
    parser.add_argument(
        "where",
        nargs="*",
        metavar="FOLDER|SAVE",
        help="a folder of saves, or a save; default: all of your saves",
        completer=completers.saves,
    )
    add_json(parser)


SAVES = ShellCommand(
    run=list_saves, arguments=_saves_arguments, examples=("sandtable saves", "sandtable saves . --json")
)
