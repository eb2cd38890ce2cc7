"""``report``."""

from __future__ import annotations

import argparse

from sandtable import Exported, ShellCommand
from sandtable.tooling import (
    Divergence,
    Parser,
    Replay,
    add_coach,
    add_place,
    add_save,
    add_view,
    completers,
    config,
    export,
    format_of,
    line_of,
    naming_option,
    review_save,
    say,
    seat_of,
)


def report(arguments: argparse.Namespace) -> int:
    """Write the report of a save to a file, or print it as Markdown."""
    with naming_option("FILE"):
        format = format_of(arguments.file, "report") if arguments.file else None
    save = config.find_save(arguments.save)
    review_save(save, arguments.coach)
    run = Replay(save)
    seat = seat_of(arguments.view, run.session.seats)
    to = line_of(run, arguments.to, seat)
    exported = Exported.of_replay(run, seat, to)
    try:
        if format:
            export(format, arguments.file, exported)
        else:
            from sandtable_tools.views.report import markdown  # noqa: PLC0415 (slow to import)

            for line in markdown(exported).splitlines():
                say(line)
    except Divergence as error:
        if seat is None:
            raise
        # The difference may be something that the seat must not see.
        raise Divergence(str(run.path), error.n, "differs; report it without --as to see how") from None
    return 0


def _arguments(parser: Parser) -> None:
    add_save(parser)
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE.md|FILE.html",
        help="where to write it; default: print Markdown",
        completer=completers.files,
    )
    add_place(parser, "stop after a line, or at a bookmark")
    add_coach(parser)
    add_view(parser, "include only what a seat may know")


REPORT = ShellCommand(
    run=report,
    arguments=_arguments,
    examples=(
        "sandtable report lrdg-benghazi-road-3 raid.html",
        "sandtable report lrdg-benghazi-road-3 raid.md",
    ),
)
