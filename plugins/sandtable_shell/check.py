"""``check``: verify saves against the installed plugins."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sandtable import Divergence, Outcome, Replay, SandtableError, ShellCommand, number_of
from sandtable.tooling import catalog, diff, printing, recording, resume
from sandtable_console import print_to_stderr
from sandtable_shell import completers
from sandtable_shell.arguments import SAVE
from sandtable_shell.links import find_save, shown
from sandtable_shell.output import say
from sandtable_shell.parser import Parser

SCENARIO_IN_SAVE = "the scenario is kept in the save"
"""The remark about a scenario that only the save contains."""

SAME, MIGRATED, RECORDED = "same", "migrated", "as recorded"
DIVERGES, UNREADABLE = "diverges", "unreadable"


@print_to_stderr()
def check(arguments: argparse.Namespace) -> int:
    """Verify saves; say of each whether it is ``same``, ``migrated`` or ``as recorded``, or diverges.

    Return 0 if all are verified, 1 if not, and 2 if a save is missing. The last line tells how many were
    verified; without it, the process did not finish.
    """
    if arguments.dry_run and not arguments.migrate:
        raise SandtableError("--dry-run needs --migrate")
    words: list[str] = []
    missing = False
    for typed in arguments.saves:
        try:
            save = find_save(typed)
        except SandtableError as error:
            print(f"sandtable: {printing.escape(str(error))}", file=sys.stderr)
            words.append(UNREADABLE)
            missing = True
            continue
        word, lines = _verify(typed, save, arguments)
        words.append(word)
        for line in lines:
            say(line)
    for problem in catalog().problems.take():  # the last line says how it ended
        print(f"sandtable: {problem}", file=sys.stderr, flush=True)
    verified = sum(word in (SAME, MIGRATED, RECORDED) for word in words)
    total = number_of(len(words), "save")
    say(f"{total} verified" if verified == len(words) else f"{verified} of {total} verified")
    return 2 if missing else int(verified < len(words))


def _verify(typed: str, save: Path, arguments: argparse.Namespace) -> tuple[str, list[str]]:
    """Return the verdict on a save in a word, and the lines to print."""
    try:
        run = Replay(save)
        if run.other_rules:
            return RECORDED, [f"{shown(run.path)}: {recorded_line(run, run.other_rules)}"]
        run.run()
    except recording.OnlyRecorded as error:
        return _verify_as_recorded(typed, save, error.why)
    except Divergence as error:
        verdict = f"{typed}: diverges at line {error.n}: {error.text}"
        return DIVERGES, [verdict, *(f"    {line}" for line in error.details)]
    except SandtableError as error:
        return UNREADABLE, [str(error)]
    word = MIGRATED if run.migrated else SAME
    lines = [f"{shown(run.path)}: {summary_line(run, word)}"]
    if run.migrated and arguments.migrate:
        if arguments.dry_run:
            more = [*preview(run)]
        elif child := resume.find_migrated(run):
            more = [f"already migrated: {child}"]
        else:
            more = [f"written to {resume.migrate(run)}; the old save is unchanged"]
            run.session.close()
        lines += [f"    {line}" for line in more]
    return word, lines


def preview(run: Replay) -> Iterator[str]:
    """Yield a line for each change that migrations would make to a save."""
    for n, line in enumerate(run.lines, 1):
        old = msgspec.json.decode(line, type=dict[str, Any])
        new = run.migrations.records(old)
        if len(new) != 1:
            yield f"line {n}: replaced by {number_of(len(new), 'record')}"
        for place, record in enumerate(new):
            before = old if place == 0 else {}
            texts = diff.in_words(before, record, words="{} becomes {}")
            yield from (f"line {n}: {text}" for text in texts)


def _verify_as_recorded(typed: str, save: Path, why: str) -> tuple[str, list[str]]:
    """Return the verdict on a save whose game cannot run here, and the lines to print."""
    try:
        return RECORDED, [f"{save}: {recorded_line(recording.Recording(save), why)}"]
    except Divergence as error:
        return DIVERGES, [f"{typed}: diverges at line {error.n}: {error.text}"]


def recorded_line(run: recording.Recording, why: str, to: int | None = None) -> str:
    """Return a line about a save as recorded. Raises Divergence if its lines are inconsistent."""
    lines = [recorded.line for recorded in run.read_recorded(to)]
    facts = ["luck typed in"] * run.header.typed_in
    facts += _facts(run, lines[-1].outcome, sum(line.forced for line in lines))
    if not run.sealed:
        facts.append("an older format, which only the rules it was played with can check")
    return f"{RECORDED}: {number_of(len(lines), 'line')} fit; {why}; {', '.join(facts)}"


def summary_line(run: Replay, word: str, to: int | None = None) -> str:
    """Return a line about a replayed save: its verdict, its lines, the state of the game."""
    lines = len(run.lines) if to is None else min(to, len(run.lines))
    facts = _facts(run, run.session.outcome, sum(entry.forced for entry in run.session.log))
    if run.outcome_missing and not run.torn:
        facts.append("the outcome is not saved yet (resume saves it)")
    facts += [run.migrated] * bool(run.migrated)
    facts += ["positions follow the new rules"] * bool(run.migrations.of_rules)
    facts += [f"played with {version}" for version in run.changed_plugins()]
    luck = ["luck typed in"] * run.header.typed_in
    return ", ".join([word, *luck, number_of(lines, "line"), *facts])


def _facts(run: recording.Recording, outcome: Outcome | None, forced: int) -> list[str]:
    facts = [f"over: {outcome.name}" if outcome else "not over"]
    facts += [SCENARIO_IN_SAVE] * bool(run.header.embedded)
    facts += [f"{number_of(forced, 'undo')} forced"] * bool(forced)
    facts += ["an unfinished last line left out"] * run.torn
    parent = origin(run)
    return facts + [f"branched off {parent}"] * bool(parent)


def origin(run: recording.Recording) -> str:
    """Return the save and the line where this one branched off, or ""."""
    parent = run.header.parent
    if not parent or (isinstance(run, Replay) and run.migrated):  # its parent is the older save itself
        return ""
    return f"{parent.name or 'another save'} at line {parent.n}"


def _arguments(parser: Parser) -> None:
    parser.add_argument("saves", nargs="+", metavar="SAVE", help=SAVE, completer=completers.saves)
    about = "write older saves in the current format, next to the old ones"
    parser.add_argument("--migrate", action="store_true", help=about)
    parser.add_argument("--dry-run", action="store_true", help="only show what --migrate would change")


CHECK = ShellCommand(
    summary="verify saves against the installed plugins",
    group="play",
    run=check,
    arguments=_arguments,
    examples=("sandtable play lrdg/slonta --seed 3", "sandtable check lrdg-slonta-3"),
)
