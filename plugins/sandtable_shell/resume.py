"""``resume`` continues a save; ``replay --play`` plays on from one of its lines."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable import (
    HUMAN,
    Divergence,
    Game,
    GameInfo,
    SandtableError,
    SaveError,
    ShellCommand,
    UnknownName,
    sentence,
)
from sandtable.tooling import Catalog, catalog, config, journal, recording, records, resume
from sandtable_shell import asking, completers, front
from sandtable_shell.arguments import add_input, add_json, add_seats, line_of
from sandtable_shell.links import find_save
from sandtable_shell.output import program, say
from sandtable_shell.pairs import seats
from sandtable_shell.parser import Parser
from sandtable_shell.saves import STEP, by_age, is_over
from sandtable_shell.source import Source


def _resume(arguments: argparse.Namespace) -> int:
    """Resume a saved game; by default, the newest one that is not over."""
    if arguments.save:
        path = find_save(arguments.save, keep=True)
    elif saves := by_age(config.saves_folder()):
        path = next((path for path in saves if not is_over(path)), saves[0])
    else:
        raise SaveError(f"there is no save in {config.saves_folder()}; sandtable play starts a game")
    with Source(arguments) as source:
        session, remarks = _open_save(path, sync=arguments.sync)
        for line in remarks:
            say(line)
        try:
            session.seat_players(seats(arguments.seat, session.seats))
            others = {} if session.outcome else session.seats
            game = session.scenario.game
            players = _ask_missing_players(session.header, others, game, session.plugins, arguments)
            session.seat_players(players or {})
        except BaseException:
            session.close()
            raise
        if players is None:
            session.close()
            return 0
        where = f"from line {session.journal.n} of {session.journal.path}"
        where += ", luck typed in" * session.header.typed_in
        say(f"{session.scenario.title} ({session.scenario.id}), {where}")
        game_id = session.scenario.game.id
        if path.with_suffix(STEP).exists() and game_id in front.lesson_files(session.plugins):
            say(f"This is a lesson's game; {program()} learn {game_id} continues the lesson.")
        return source.play(session, resumed=True)


def _open_save(path: Path, *, sync: bool) -> resume.Resumption:
    """Resume a save; if it diverges, tell how to play on from the line before."""
    try:
        return resume.resume(path, sync=sync)
    except Divergence as error:
        if error.n == 1:
            raise
        hint = f"to continue from the line before: replay {path} --to {error.n - 1} --play"
        raise Divergence(str(path), error.n, f"{error.text}; {hint}", error.details) from error


def branch(arguments: argparse.Namespace) -> int:
    """Play on from a line of a save, in a new save."""
    with Source(arguments) as source:
        run, installed = recording.Recording(arguments.save), catalog()
        line_of(run, arguments.to)
        header = run.header
        new_players = seats(arguments.seat, header.seats)
        others = {seat: player for seat, player in header.seats.items() if seat not in new_players}
        players: dict[str, str] | None = {}
        if header.game in installed.games.infos:  # otherwise it is reported below
            game = installed.game(header.game)
            players = _ask_missing_players(header, others, game, installed, arguments)
        if players is None:
            return 0
        session = resume.fork(
            arguments.save,
            arguments.to,
            arguments.new,
            sync=arguments.sync,
            seats=new_players | players,
            taken_over=True,
        )
        if arguments.new is None:
            mark = (arguments.to or "end").removeprefix("@")
            session.save(journal.free_path(f"{arguments.save.with_suffix('')}-from-{mark}"))
        say(f"{session.scenario.title} ({session.scenario.id}), branched off {arguments.save}")
        say(who_plays(session.seats, session.scenario.game.info))
        return source.play(session, resumed=True)


def _ask_missing_players(
    header: records.Header,
    seats: Mapping[str, str],
    game: Game[Any],
    plugins: Catalog,
    arguments: argparse.Namespace,
) -> dict[str, str] | None:
    """Ask who plays each seat whose bot is missing; None if the user leaves.

    Raises SandtableError if there is no terminal.
    """
    faults: dict[str, str] = {}
    needs = recording.needed_plugin(header, plugins.plugins)
    for seat, player in seats.items():
        try:
            if player != HUMAN:
                plugins.bots.make(game, player)
        except SandtableError as error:
            missing = needs if isinstance(error, UnknownName) else ""
            faults[seat] = f"{error}; the save {missing}" if missing else str(error)
    if not faults:
        return {}
    bots = front.bots(plugins, header.game)
    if not asking.can_ask(arguments):
        errors = "; ".join(dict.fromkeys(faults.values()))
        example = " ".join(f"--seat {seat}={next(iter(bots))}" for seat in faults)
        raise SandtableError(f"{errors}; say who plays, as in {example}")
    answers: dict[str, str] = {}
    with asking.allow_leaving():
        for seat, error_text in faults.items():
            say(sentence(error_text))
            answers[seat] = asking.ask_player(game.info.seat_title(seat), bots, next(iter(bots)))
        return answers
    return None


def who_plays(seats: Mapping[str, str], info: GameInfo) -> str:
    """Return a sentence about who plays each seat of a game."""
    clauses = [
        f"you play {info.seat_title(seat)}"
        if player == HUMAN
        else f"{player} plays {info.seat_title(seat)}"
        for seat, player in sorted(seats.items(), key=lambda item: item[1] != HUMAN)
    ]
    text = sentence("; ".join(clauses))
    return text[:1].upper() + text[1:]


def _arguments(parser: Parser) -> None:
    help_text = "default: your newest save that is not over"
    parser.add_argument("save", nargs="?", metavar="SAVE", help=help_text, completer=completers.saves)
    add_seats(parser, "human|BOT")
    add_input(parser)
    add_json(parser)


RESUME = ShellCommand(
    summary="continue a saved game",
    group="play",
    run=_resume,
    arguments=_arguments,
    examples=("sandtable play lrdg/slonta --seed 3", "sandtable resume lrdg-slonta-3"),
)
