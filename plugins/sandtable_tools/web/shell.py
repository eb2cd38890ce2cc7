"""``web``: a folder that plays in a browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from sandtable import ShellCommand
from sandtable_shell import Parser, say
from sandtable_tools.web import folder


def web(arguments: argparse.Namespace) -> int:
    """Write the folder."""
    folder.write(Path(arguments.out), arguments.what)
    say(f"{arguments.out} is written; python -m http.server -d {arguments.out} shows it")
    return 0


def _arguments(parser: Parser) -> None:
    parser.add_argument("out", metavar="OUT", help="the folder to write")
    parser.add_argument("what", nargs="*", metavar="GAME/SCENARIO|SAVE|LINK", help="what it offers")


WEB = ShellCommand(
    summary="a folder that plays in a browser, from any static host",
    group="study",
    run=web,
    arguments=_arguments,
    examples=("sandtable web site", "sandtable web site lrdg/el-alamein"),
)
