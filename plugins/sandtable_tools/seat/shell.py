"""The command ``seat``: a program plays a seat and speaks JSON on standard input and output."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import TextIO

from sandtable import HUMAN, SandtableError, SaveError, Session, ShellCommand, UnknownName, new
from sandtable.tooling import Catalog, catalog, resolve, resume, scenarios
from sandtable_shell import (
    Parser,
    Source,
    add_file,
    add_house_rules,
    add_json,
    add_seats,
    completers,
    find_save,
    pairs,
    say,
)
from sandtable_shell.saves import save_somewhere
from sandtable_tools.seat.conversation import Conversation


class EndOfInput(Exception):
    """The program has left."""


class Streams:
    """Standard input and output, as a channel to a program."""

    def __init__(self, lines: Iterator[str], out: TextIO) -> None:
        self.lines, self.out = lines, out

    def send(self, line: str) -> None:
        """Print a line."""
        print(line, file=self.out, flush=True)

    def receive(self) -> str:
        """Return the next line. Raises EndOfInput."""
        for line in self.lines:
            if line.strip():
                return line
        raise EndOfInput


def seat(arguments: argparse.Namespace) -> int:
    """Let a program play a seat; bots play the others."""
    arguments.json = True  # there is no other form
    with Source(arguments) as source:
        session = _open(arguments)
        source.callback(session.close)
        program = Conversation(session.scenario.game, Streams(source.lines, source.out))
        try:
            while session.outcome is None:
                for _ in session.play():
                    pass
                if session.outcome is None:
                    session.choose(program.ask(session.seat(arguments.name)))
            program.end(session.seat(arguments.name))
        except EndOfInput:
            pass
    if session.journal.write_error:
        raise SaveError(f"not saved: {session.journal.write_error}")
    return 0


def _open(arguments: argparse.Namespace) -> Session:
    """Open the game of a save, or a new one; complete the name of the seat in `arguments.name`."""
    typed, installed = arguments.source, catalog()
    if typed in installed.scenarios.ids or scenarios.names_file(typed):
        return _begin(arguments, installed)
    try:
        path = find_save(typed, keep=True)
    except UnknownName as no_save:
        if typed.endswith(".jsonl") or ("/" not in typed and "did you mean" in str(no_save)):
            raise
        return _begin(arguments, installed)
    if given := [option for option in ("seed", "set", "save") if getattr(arguments, option)]:
        raise SandtableError(f"--{given[0]} is for a new game; {typed} is a save")
    session, remarks = resume.resume(path)
    for line in remarks:
        say(line)
    arguments.name = resolve("seat", arguments.name, session.seats)
    named = pairs.seats(arguments.seat, session.seats)
    _refuse_bot(named, arguments.name)
    session.seat_players({**named, arguments.name: HUMAN})
    _refuse_humans(session.seats, arguments.name)
    return session


def _begin(arguments: argparse.Namespace, installed: Catalog) -> Session:
    scenario = installed.scenario(arguments.source)
    arguments.name = resolve("seat", arguments.name, scenario.seats)
    named = pairs.players(arguments.seat, scenario, installed)
    _refuse_bot(named, arguments.name)
    players = dict.fromkeys(scenario.seats, "scripted") | named
    players[arguments.name] = HUMAN
    _refuse_humans(players, arguments.name)
    house = pairs.house_rules(arguments.set, scenario.game)
    session = new(arguments.source, arguments.seed, players, house)
    if arguments.save is None:
        save_somewhere(session, str(session.header.seed))
    else:
        session.save(arguments.save)
    return session


def _refuse_bot(named: Mapping[str, str], name: str) -> None:
    """Raise SandtableError if a bot is given the seat `name`, which the program plays."""
    if named.get(name, HUMAN) != HUMAN:
        raise SandtableError(f"the program plays {name}: leave out --seat {name}={named[name]}")


def _refuse_humans(seats: Mapping[str, str], name: str) -> None:
    """Raise SandtableError if a human plays any seat but `name`."""
    for other, player in seats.items():
        if player == HUMAN and other != name:
            raise SandtableError(f"bots play the other seats: --seat {other}=scripted, not {HUMAN}")


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "source",
        metavar="SAVE|GAME/SCENARIO",
        help="a save to continue, or a scenario",
        completer=completers.with_files(completers.saves, completers.scenarios),
    )
    parser.add_argument("name", metavar="SEAT", help="the seat to play", completer=completers.seats)
    parser.add_argument("--seed", help="a number or a word; the same seed gives the same luck")
    add_seats(parser, "BOT")
    add_house_rules(parser)
    add_file(parser, "--save", "where a new game is saved")
    add_file(parser, "--input", "read the answers from a file, one per line")
    add_json(parser)


SEAT = ShellCommand(
    summary="let a program play a seat, with JSON on standard input and output",
    group="play",
    run=seat,
    arguments=_arguments,
    examples=(
        "sandtable seat megiddo/1918 british --seed 3 --json",
        "sandtable seat megiddo-1918-3 british --json",
    ),
)
