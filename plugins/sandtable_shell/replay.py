"""``replay``: verify, print, watch or export a save, or play on from one of its lines."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable import (
    Divergence,
    Exported,
    Exporter,
    LogEntry,
    Replay,
    Roll,
    SandtableError,
    ShellCommand,
)
from sandtable.tooling import recording, records
from sandtable_console import as_json, print_to_stderr, put
from sandtable_console.data import event_data
from sandtable_shell import completers, reading, resume
from sandtable_shell.arguments import (
    add_coach,
    add_file,
    add_input,
    add_json,
    add_place,
    add_save,
    add_seats,
    add_view,
    line_of,
    seat_of,
)
from sandtable_shell.asking import can_ask
from sandtable_shell.check import RECORDED, SCENARIO_IN_SAVE, origin, recorded_line, summary_line
from sandtable_shell.exporting import export, requested_format, review_save
from sandtable_shell.links import find_save, shown
from sandtable_shell.maps import TurnMaps
from sandtable_shell.output import at_terminal, say
from sandtable_shell.parser import Parser


def replay(arguments: argparse.Namespace) -> int:
    """Run the command: watch a save, play on from it, or show it."""
    _check_options(arguments)
    arguments.save = find_save(arguments.save, keep=arguments.play)
    if arguments.play:
        return resume.branch(arguments)
    if arguments.step:
        options = {"--to": arguments.to, "--as": arguments.view}
        given = [f"{name}={value}" for name, value in options.items() if value is not None]
        return reading.run(["watch", *given, "--", str(arguments.save)])
    return _replay(arguments)


@print_to_stderr()
def _replay(arguments: argparse.Namespace) -> int:
    format = requested_format(arguments, "replay", "html")
    review_save(arguments.save, arguments.coach)
    if arguments.recorded:
        recorded = recording.Recording(arguments.save)
        return _show_recorded(recorded, "read without its rules", arguments)
    try:
        run = Replay(arguments.save)
    except recording.OnlyRecorded as error:
        if format or arguments.view:
            raise
        return _show_recorded(recording.Recording(arguments.save), error.why, arguments)
    seat = seat_of(arguments.view, run.session.seats)
    if run.other_rules and not (format or arguments.json or seat):
        return _show_recorded(run, run.other_rules, arguments)
    arguments.to = line_of(run, arguments.to, seat)
    try:
        _show(run, arguments, seat, format)
    except Divergence as error:
        if seat:  # the difference may show what the seat must not know
            hidden = "differs; replay it without --as to see how"
            raise Divergence(shown(run.path), error.n, hidden) from None
        if not (run.changed_plugins() and run.keeps_positions):
            raise
        hint = "; replay --recorded shows every line as it was recorded"
        raise Divergence(shown(run.path), error.n, error.text + hint, error.details) from None
    return 0


def _show(
    run: Replay, arguments: argparse.Namespace, seat: str | None, format: tuple[Exporter, str] | None
) -> None:
    """Export, verify or print a replayed save, as far as a seat may know it."""
    if format:
        export(format, arguments.out, Exported.of_replay(run, seat, arguments.to, arguments.table or ""))
    elif arguments.verify:
        run.run(arguments.to)
        say(f"{shown(run.path)}: {summary_line(run, 'verified', arguments.to)}")
    elif arguments.json:
        for document in _documents(run, arguments.to, seat):
            put(as_json(document, indent=-1))
    else:
        for line in _transcript(run, arguments.to, seat):
            say(line)


def _show_recorded(run: recording.Recording, why: str, arguments: argparse.Namespace) -> int:
    """Verify or print a save as recorded; `why` tells why its game cannot replay it."""
    to = line_of(run, arguments.to)
    if arguments.verify:
        say(f"{shown(run.path)}: {recorded_line(run, why, to)}")
    elif arguments.json:
        for document in _as_documents(run, why, to):
            put(as_json(document, indent=-1))
    else:
        for line in _describe(run, why, to):
            say(line)
    return 0


def _describe(run: recording.Recording, why: str, to: int | None) -> Iterator[str]:
    yield f"{run.header.scenario}, {run.header.luck}, {RECORDED}: {why}"
    over = ""
    for recorded in run.read_recorded(to):
        line, number = recorded.line, f"{recorded.line.n:4}  "
        if line.kind == "do":
            yield f"{number}{line.seat}: {recorded.words}"
        elif line.note is not None:
            yield f"{number}note: {line.note}"
        elif line.undo is not None:
            yield f"{number}taken back{' (forced)' * line.forced} to line {line.undo}"
        if line.rolls:
            yield f"      {', '.join(str(Roll(*roll)) for roll in line.rolls)}"
        yield from (f"      {change}" for change in recorded.changes)
        over = line.outcome.name if line.outcome else ""
    yield f"Over: {over}." if over else "Not over."


def _as_documents(run: recording.Recording, why: str, to: int | None) -> Iterator[dict[str, Any]]:
    """Yield a JSON document for each line of a save as recorded, with the action's words."""
    outcome = None
    for recorded in run.read_recorded(to):
        line = recorded.line
        document = msgspec.json.decode(run.lines[line.n - 1], type=dict[str, Any])
        if line.n == 1:
            document["as_recorded"] = why
        elif line.kind == "do":
            document["words"] = recorded.words
        yield document
        outcome = line.outcome and line.outcome.data
    yield {"outcome": outcome}


def _check_options(arguments: argparse.Namespace) -> None:
    """Raise UsageError for options that cannot be used together."""
    one_of_these = ("verify", "play", "json", "step", "html", "out")
    chosen = [f"--{opt}" for opt in one_of_these if getattr(arguments, opt) not in (None, False)]
    needs_play = ("save", "seat", "input", "keep_going", "plain", "sync")
    values = vars(arguments) | {"save": arguments.new}
    given = [f"--{name.replace('_', '-')}" for name in needs_play if values[name]]
    for opt in ("coach", "table"):
        if getattr(arguments, opt) and arguments.out is None and arguments.html is None:
            raise SandtableError(f"--{opt} needs --out")
    if len(chosen) > 1:
        raise SandtableError(f"{chosen[0]} and {chosen[1]} cannot be used together")
    if given and not arguments.play:
        raise SandtableError(f"{given[0]} needs --play")
    if arguments.recorded and (others := [opt for opt in chosen if opt not in ("--verify", "--json")]):
        raise SandtableError(f"--recorded and {others[0]} cannot be used together")
    if arguments.recorded and arguments.view:
        raise SandtableError("--recorded shows everything, so it cannot be used with --as")
    if arguments.view and (arguments.play or arguments.verify):
        raise SandtableError(f"--as and {chosen[0]} cannot be used together")
    if arguments.step and not (can_ask(arguments) and at_terminal()):
        raise SandtableError(
            "--step needs a terminal without --plain; replay without --step prints the game"
        )


def _transcript(run: Replay, to: int | None, seat: str | None) -> Iterator[str]:
    luck = "seed hidden" if seat and not run.header.typed_in else run.header.luck
    kept = f", {SCENARIO_IN_SAVE}" * bool(run.header.embedded)
    kept += f", {RECORDED}: {run.other_rules}" * bool(run.other_rules)
    yield f"{run.session.scenario.title} ({run.session.scenario.id}), {luck}{kept}"
    if parent := origin(run):
        yield f"Branched off {parent}."
    drawn = at_terminal() and run.session.scenario.game.has_map
    maps = TurnMaps(run, seat) if drawn else None
    for entry in run.steps(to):
        if entry.shows(seat):
            yield from _heading(entry, numbered=seat is None)
        yield from (f"      {event.text}" for event in entry.seen_by(seat))
        yield from maps.after() if maps else ()
    yield from maps.draw_changes() if maps else ()
    outcome = run.session.outcome
    yield f"Over: {outcome.name}." if outcome else "Not over."


def _heading(entry: LogEntry, *, numbered: bool) -> Iterator[str]:
    number = f"{entry.n:4}  " if numbered else ""
    if entry.action is not None:
        yield f"{number}{entry.seat}: {entry.action}"
    elif entry.note is not None:
        yield f"{number}note: {entry.note}"
    elif entry.undo is not None:
        yield f"{number}taken back{' (forced)' * entry.forced}" + f" to line {entry.undo}" * numbered


def _documents(run: Replay, to: int | None, seat: str | None) -> Iterator[dict[str, Any]]:
    for entry in run.steps(to):
        if entry.n == 1:
            hidden = {"change", *["seed"] * run.header.typed_in}
            hidden |= {"seed", "rolls", "at", "digest"} if seat else set()
            header: dict[str, Any] = msgspec.json.decode(run.lines[0])
            shown = {key: value for key, value in header.items() if key not in hidden}
            if seat and "parent" in shown:
                del shown["parent"]["digest"]
            if run.other_rules:
                shown["as_recorded"] = run.other_rules
            yield {**shown, "typed_in": run.header.typed_in, "events": event_data(entry.seen_by(seat))}
        elif document := _document(run, entry, seat):
            yield document
    outcome = run.session.outcome
    yield {"outcome": outcome and outcome.data}


def _document(run: Replay, entry: LogEntry, seat: str | None) -> dict[str, Any]:
    """Return a line as a JSON document; a seat gets no number, rolls or digest."""
    document: dict[str, Any] = {}
    if entry.shows(seat):
        if entry.action is not None:
            document |= {"seat": entry.seat, "do": entry.action, "words": str(entry.action)}
        if entry.note is not None:
            document["note"] = entry.note
        if entry.undo is not None:
            document["undo"] = entry.undo if seat is None else True
            document["forced"] = entry.forced
    if not document and not entry.events:
        return {}
    document["events"] = event_data(entry.seen_by(seat))
    if seat is not None:
        return document if len(document) > 1 or document["events"] else {}
    parts = records.split(run.lines[entry.n - 1])
    rolls = [roll.record for roll in entry.rolls]
    return {"n": entry.n, **document, "rolls": rolls, "digest": parts[1] if parts else ""}


def _arguments(parser: Parser) -> None:
    add_save(parser)
    parser.add_argument(
        "--verify", action="store_true", help="only verify the save; exit status 1 if it diverges"
    )
    parser.add_argument(
        "--recorded", action="store_true", help="show the save as recorded, without its rules"
    )
    add_place(parser, "stop after this line, or at this bookmark")
    parser.add_argument("--play", action="store_true", help="play on from there, in a new save")
    new = "the new save for --play"
    parser.add_argument("--save", dest="new", metavar="FILE", help=new, completer=completers.files)
    parser.add_argument("--step", action="store_true", help="watch it at the terminal, step by step")
    add_file(parser, "--out", "write FILE.html, or another format from a plugin")
    add_file(parser, "--html", "the same as --out, for a replay page")
    add_coach(parser)
    table = "the sandtable web page where readers of FILE.html can play on from any step"
    parser.add_argument("--table", metavar="URL", help=table)
    add_view(parser, "show only what a seat may know")
    add_seats(parser, "human|BOT")
    add_input(parser)
    add_json(parser)


REPLAY = ShellCommand(
    summary="show or verify a saved game, or branch off it",
    group="play",
    run=replay,
    arguments=_arguments,
    examples=(
        "sandtable play lrdg/benghazi-road --seed 3 --seat lrdg=scripted",
        "sandtable replay lrdg-benghazi-road-3 --verify",
        "sandtable replay lrdg-benghazi-road-3 --to 2 --play",
    ),
)
