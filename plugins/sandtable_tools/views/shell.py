"""``report`` and ``watch``."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sandtable import Divergence, Exported, Exporter, Replay, SandtableError, ShellCommand
from sandtable_console import print_to_stderr
from sandtable_pictures import Frame, frames
from sandtable_shell import (
    Parser,
    add_coach,
    add_place,
    add_save,
    add_view,
    completers,
    export,
    find_save,
    format_of,
    line_of,
    name_option,
    review_save,
    say,
    seat_of,
    write_file,
)


@print_to_stderr()
def report(arguments: argparse.Namespace) -> int:
    """Write the report of a save to a file, or print it in Markdown."""
    with name_option("FILE"):
        format = format_of(arguments.file, "report") if arguments.file else None
    save = find_save(arguments.save)
    review_save(save, arguments.coach)
    run = Replay(save)
    seat = seat_of(arguments.view, run.session.seats)
    if run.outcome is None:  # a player may read it
        seat = seat or next(iter(run.session.humans or run.session.seats))
    to = line_of(run, arguments.to, seat)
    exported = Exported.of_replay(run, seat, to, arguments.table or "")
    with _hide_differences(run, seat, "report"):
        if format and format[0].suffix == ".html":
            _export_with_preview(format, arguments.file, exported)
        elif format:
            export(format, arguments.file, exported)
        else:
            from sandtable_tools.views.report import markdown  # noqa: PLC0415 (slow to import)

            for line in markdown(exported).splitlines():
                say(line)
    return 0


def _export_with_preview(format: tuple[Exporter, str], file: str, exported: Exported) -> None:
    """Write a page, and if a program can make it, the preview that messengers show, next to the page."""
    from sandtable_tools.views import preview  # noqa: PLC0415 (slow to import)

    assert exported.replay is not None, "a report is of a replay"  # noqa: S101
    again = Replay(exported.replay.path, exported.replay.plugins)
    picture = Path(file).with_suffix(".png")
    maker = preview.program()
    content = preview.preview(exported, maker) if maker else b""
    shown = picture.name if content else ""
    export(format, file, exported._replace(session=again.session, replay=again, preview=shown))
    if content:
        write_file(str(picture), content)
    elif not maker:
        print(f"{file} has no preview picture: install rsvg-convert or chromium", file=sys.stderr)


def watch(arguments: argparse.Namespace) -> int:
    """Show a save step by step at the terminal, up to the line where it differs."""
    from sandtable_tools.views import prompt  # noqa: PLC0415 (slow to import)
    from sandtable_tools.views.watch import screen  # noqa: PLC0415 (likewise)

    run = Replay(find_save(arguments.save))
    if not prompt.at_terminal():
        raise SandtableError(
            f"watch needs a terminal that is not plain; sandtable replay {run.path} prints the game"
        )
    seat = seat_of(arguments.view, run.session.seats)
    to = line_of(run, arguments.to, seat)
    columns = min(shutil.get_terminal_size().columns, prompt.MOST_COLUMNS)
    shown: list[Frame] = []
    differs: Divergence | None = None
    try:
        shown.extend(frames(run, seat, to, columns, maps=True))
    except Divergence as error:
        differs = error
    recorded = f", as recorded: {run.other_rules}" * bool(run.other_rules)
    screen.watch(shown, f"{run.session.scenario.title} ({run.session.scenario.id}){recorded}")
    with _hide_differences(run, seat, "watch"):
        if differs:
            raise differs
    return 0


@contextmanager
def _hide_differences(run: Replay, seat: str | None, word: str) -> Iterator[None]:
    """Hide from a seat how a save differs, since that may be secret."""
    try:
        yield
    except Divergence as error:
        if seat is None:
            raise
        problem = f"differs; {word} it without --as to see how"
        raise Divergence(str(run.path), error.n, problem) from None


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
    parser.add_argument(
        "--table", metavar="URL", help="a page of sandtable web, to play on from each turn"
    )


REPORT = ShellCommand(
    summary="write an after-action report of a saved game, with maps",
    group="play",
    run=report,
    arguments=_arguments,
    examples=(
        "sandtable play lrdg/benghazi-road --seed 3 --seat lrdg=scripted",
        "sandtable report lrdg-benghazi-road-3 raid.html",
        "sandtable report lrdg-benghazi-road-3 raid.md",
    ),
)


def _watch_arguments(parser: Parser) -> None:
    add_save(parser)
    add_place(parser, "stop after a line, or at a bookmark")
    add_view(parser, "show only what a seat may know")


WATCH = ShellCommand(
    summary="step through a saved game at the terminal",
    group="play",
    run=watch,
    arguments=_watch_arguments,
    examples=(
        "sandtable play lrdg/benghazi-road --seed 3 --seat lrdg=scripted",
        "sandtable watch lrdg-benghazi-road-3",
        "sandtable watch lrdg-benghazi-road-3 --to 20",
    ),
    more="The same as replay SAVE --step",
)
