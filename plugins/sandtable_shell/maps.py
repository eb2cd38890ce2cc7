"""``map``: show the map of a scenario or a save. Also draws the maps in a transcript."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable import Board, Exported, Picture, SandtableError, Session, ShellCommand, UnknownName, new
from sandtable.tooling import catalog, clip, scenarios
from sandtable_console import plain_ascii, print_to_stderr, settings, takes_unicode
from sandtable_pictures import Drawer, document, in_words
from sandtable_shell import completers, map_files
from sandtable_shell.arguments import add_file, add_place, add_view, line_of, seat_of
from sandtable_shell.exporting import export, requested_format
from sandtable_shell.links import find_save
from sandtable_shell.output import at_terminal, say, write_file
from sandtable_shell.parser import Parser

if TYPE_CHECKING:
    from sandtable import Replay

MOST_COLUMNS = 140
"""The most columns of a map."""

PIPE_COLUMNS = 100
"""The columns of a map that goes to a file or a pipe."""

MOST_ROWS = 16
"""The most rows of a map in a transcript."""


def show(arguments: argparse.Namespace) -> int:
    """Print or write the map of a scenario's start, of a position in a save, or of a bare map file."""
    if arguments.out is not None and arguments.svg is not None:
        raise SandtableError("--out and --svg cannot be used together")
    in_plain_words = arguments.plain or settings().plain
    with print_to_stderr():
        board = map_files.read(arguments.source)
        lines = (
            _preview(arguments, board, in_plain_words=in_plain_words)
            if board is not None
            else _position(arguments, in_plain_words=in_plain_words)
        )
    if not lines:
        return 0
    if in_plain_words or settings().theme == "none" or not at_terminal():
        print("\n".join(lines))
    else:
        from sandtable_console import Pager  # noqa: PLC0415 (slow to import)

        pager = Pager(settings().theme)
        pager.width = _columns()
        pager.show(lines)
    return 0


def _position(arguments: argparse.Namespace, *, in_plain_words: bool) -> Sequence[str]:
    """Return a position's map in lines, or none after writing it to a file."""
    format = requested_format(arguments, "map", "svg")
    session = _session(arguments.source, arguments.to)
    viewer = next(iter(session.humans or session.seats))
    seat = seat_of(arguments.view, session.seats) or viewer
    if format:
        export(format, str(arguments.out), Exported(session, seat))
        return ()
    game, view, columns = session.scenario.game, session.view(seat), _columns()
    drawn = in_words(game, view, columns) if in_plain_words else _draw(lambda: game.map(view, columns))
    return drawn or game.board(view, columns)


def _preview(arguments: argparse.Namespace, board: Board, *, in_plain_words: bool) -> Sequence[str]:
    """Return a board without pieces in lines, or none after writing it to a file."""
    from sandtable import chart, places  # noqa: PLC0415 (a map of a game needs less)

    if arguments.to is not None or arguments.view is not None:
        raise SandtableError(f"{arguments.source} is a bare map: leave out --to and --as")
    name = arguments.out if arguments.svg is None else arguments.svg
    if name is None:
        if not in_plain_words:
            return _draw(lambda: chart.draw(board, {}, _columns()))
        kinds = {id: ", ".join(space.kinds) for id, space in board.spaces.items()}
        return [line.removesuffix(" empty").rstrip(":;") for line in places(board, kinds, {})]
    if Path(name).suffix.lower() not in (".svg", "" if arguments.svg else ".svg"):
        raise SandtableError(f'--out: a bare map is written as .svg, not "{clip(name)}"')
    write_file(name, document(Picture("map", Path(arguments.source).stem, board)))
    say(f"written to {name}")
    return ()


def _draw(draw: Callable[[], Sequence[str]]) -> Sequence[str]:
    """Return a map in the characters that the settings choose, if the output can show them."""
    from sandtable import chart  # noqa: PLC0415 (not needed for files, nor in words)

    rich = settings().map == "unicode" and takes_unicode()
    with chart.with_look(chart.Look(rich, painted=_has_background())):
        lines = draw()
    return lines if rich else [plain_ascii(line) for line in lines]


def _has_background() -> bool:
    if settings().theme == "none" or not at_terminal():
        return False
    from sandtable_console import themes  # noqa: PLC0415 (slow to import)

    return themes.paints_background(settings().theme)


def _session(typed: str, to: str | None) -> Session:
    """Return a game to view, which is never saved; for a save, at the line `to`.

    Raises UnknownName with the nearest scenario, or with the nearest save if no game is named.
    """
    installed = catalog()
    if typed in installed.scenarios.ids or scenarios.names_file(typed):
        return _start_new(typed, to)
    from sandtable import Replay  # noqa: PLC0415 (slow to import)

    try:
        save = find_save(typed)
    except UnknownName as no_save:
        near_save = "did you mean" in str(no_save) and not installed.names.game_only(typed)
        if typed.endswith(".jsonl") or ("/" not in typed and near_save):
            raise
        return _start_new(installed.names.scenario(typed), to)
    run = Replay(save)
    session = run.run(line_of(run, to))
    if run.other_rules:
        say(f"{save}: as recorded: {run.other_rules}")
    return session


def _start_new(scenario: str, to: str | None) -> Session:
    if to is not None:
        raise SandtableError("--to needs a save")
    return new(scenario, seed=1)


def _columns() -> int:
    if not (sys.stdout and sys.stdout.isatty()):
        return PIPE_COLUMNS
    return min(shutil.get_terminal_size().columns, MOST_COLUMNS)


class TurnMaps:
    """Draws the maps in a transcript, after each turn that has changed something.

    They show what a seat may know; None sees everything. A game for one player is shown as that
    player sees it.
    """

    def __init__(self, run: Replay, seat: str | None) -> None:
        self.run = run
        seats = run.session.scenario.seats
        self.viewer = seats[0] if len(seats) == 1 else seat
        self._turn: str | None = None
        self._shown: Sequence[str] | None = None

    def after(self) -> list[str]:
        """Return the map's rows after a line that began a new turn or ended the game; else none."""
        session = self.run.session
        game, view = session.scenario.game, session.view(self.viewer)
        turn = game.turn(view)
        if turn == self._turn and session.outcome is None:
            return []
        self._turn = turn
        return self.draw_changes()

    def draw_changes(self) -> list[str]:
        """Return the map's rows, or none if nothing has changed since the last map."""
        from sandtable import chart  # noqa: PLC0415 (not needed for files, nor in words)

        game, view = self.run.session.scenario.game, self.run.session.view(self.viewer)
        look = chart.Look(settings().map == "unicode" and takes_unicode(), rows=MOST_ROWS)
        with chart.with_look(look):
            lines = Drawer(game, view).map(shutil.get_terminal_size().columns)
        before, self._shown = self._shown, lines[: lines.rows]
        return [] if before == self._shown or not lines.places else ["", *self._shown, ""]


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "source",
        metavar="GAME/SCENARIO|SAVE|FILE.toml",
        help="a scenario, for its start; a save, for its end; or a bare map file",
        completer=completers.with_files(completers.scenarios, completers.own_saves),
    )
    add_place(parser, "show the position after this line, or at this bookmark")
    add_view(parser, "show what this seat may know")
    add_file(parser, "--out", "write FILE.svg, or another format from a plugin")
    add_file(parser, "--svg", "the same as --out, for an SVG picture")
    parser.add_argument("--plain", action="store_true", help="describe it in words, place by place")


MAP = ShellCommand(
    summary="show the map of a scenario, a save or a bare map file",
    group="look things up",
    run=show,
    arguments=_arguments,
    examples=(
        "sandtable map lawrence/aqaba",
        "sandtable map lrdg/benghazi-road --out cyrenaica.svg",
    ),
)
