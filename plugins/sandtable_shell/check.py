"""``check``: many saves verified against the plugins that are installed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from sandtable import Divergence, Replay, SandtableError, ShellCommand, number_of
from sandtable.tooling import catalog, config, printing, recording, resume
from sandtable_shell import completers
from sandtable_shell.arguments import SAVE
from sandtable_shell.output import say
from sandtable_shell.parser import Parser

KEPT = "the scenario is kept in the save"
"""The remark about a scenario that no plugin provides; it may have the name of an installed one."""

SAME, MIGRATED, RECORDED = "same", "migrated", "as recorded"
DIVERGES, UNREADABLE = "diverges", "unreadable"


@printing.aside()
def check(arguments: argparse.Namespace) -> int:
    """Verify saves: each is the same, migrated, fits as recorded, or diverges.

    Return 1 unless all fit, and 2 if none exists. The last line says how many were verified. If it is
    missing, something ended the process.
    """
    if arguments.dry_run and not arguments.migrate:
        raise SandtableError("--dry-run needs --migrate")
    words: list[str] = []
    found = False
    for typed in arguments.saves:
        try:
            save = config.find_save(typed)
        except SandtableError as error:
            print(f"sandtable: {printing.visible(str(error))}", file=sys.stderr)
            words.append(UNREADABLE)
            continue
        found = True
        word, lines = _verified(typed, save, arguments)
        words.append(word)
        for line in lines:
            say(line)
    for problem in catalog().problems.take():  # the last line says how it ended
        print(f"sandtable: {problem}", file=sys.stderr, flush=True)
    verified = sum(word in (SAME, MIGRATED, RECORDED) for word in words)
    of_all = number_of(len(words), "save")
    say(f"{of_all} verified" if verified == len(words) else f"{verified} of {of_all} verified")
    return int(verified < len(words)) if found else 2


def _verified(typed: str, save: Path, arguments: argparse.Namespace) -> tuple[str, list[str]]:
    """The verdict on a save, as a word and as lines."""
    try:
        run = Replay(save)
        if run.other_rules:
            return RECORDED, [f"{run.path}: {recorded_line(run, run.other_rules)}"]
        run.run()
    except recording.OnlyRecorded as error:
        return _verified_as_recorded(typed, save, error.why)
    except Divergence as error:
        verdict = f"{typed}: diverges at line {error.n}: {error.text}"
        return DIVERGES, [verdict, *(f"    {line}" for line in error.details)]
    except SandtableError as error:
        return UNREADABLE, [str(error)]
    word = MIGRATED if run.migrated else SAME
    lines = [f"{run.path}: {summary_line(run, word)}"]
    if run.migrated and arguments.migrate:
        if arguments.dry_run:
            more = [*resume.preview(run)]
        elif child := resume.migrated_before(run):
            more = [f"already migrated: {child}"]
        else:
            more = [f"written to {resume.migrate(run)}; the old save is unchanged"]
            run.session.close()
        lines += [f"    {line}" for line in more]
    return word, lines


def _verified_as_recorded(typed: str, save: Path, why: str) -> tuple[str, list[str]]:
    """The verdict on a save whose game cannot be played here."""
    try:
        return RECORDED, [f"{save}: {recorded_line(recording.Recording(save), why)}"]
    except Divergence as error:
        return DIVERGES, [f"{typed}: diverges at line {error.n}: {error.text}"]


def recorded_line(run: recording.Recording, why: str, to: int | None = None) -> str:
    """A save as it was recorded, in one line. Raises Divergence if its lines do not fit together."""
    lines, forced, outcome = 0, 0, ""
    for recorded in run.recorded(to):
        lines, forced = lines + 1, forced + recorded.line.forced
        outcome = recorded.line.outcome.name if recorded.line.outcome else ""
    parts = ["luck typed in"] * run.header.typed_in
    parts += [f"over: {outcome}" if outcome else "not over", *[KEPT] * bool(run.header.embedded)]
    parts += [f"{number_of(forced, 'undo')} forced"] * bool(forced)
    parts += ["an unfinished last line left out"] * run.torn
    if parent := run.header.parent:
        parts.append(f"branched off {parent.name or 'another save'} at line {parent.n}")
    unproved = "; only the rules that it was played with can prove an older format"
    fit = f"{RECORDED}: {number_of(lines, 'line')} fit; {why}"
    return f"{fit}; {', '.join(parts)}{unproved * (not run.sealed)}"


def summary_line(run: Replay, word: str, to: int | None = None) -> str:
    """A replayed save in one line: the `word` for its verdict, its lines, the state of the game."""
    outcome = run.session.outcome
    lines = len(run.lines) if to is None else min(to, len(run.lines))
    parts = [word, *["luck typed in"] * run.header.typed_in]
    parts += [number_of(lines, "line"), f"over: {outcome.name}" if outcome else "not over"]
    parts += [KEPT] * bool(run.header.embedded)
    if forced := sum(entry.forced for entry in run.session.log):
        parts.append(f"{number_of(forced, 'undo')} forced")
    parts += ["an unfinished last line left out"] * run.torn
    if run.outcome_missing and not run.torn:
        parts.append("its outcome is not written yet (resume writes it)")
    parent = origin(run)
    parts += [f"branched off {parent}"] * bool(parent)
    parts += [run.migrated] * bool(run.migrated)
    parts += ["positions are those of the new rules"] * bool(run.migrations.of_rules)
    return ", ".join([*parts, *(f"played with {version}" for version in run.versions())])


def origin(run: Replay) -> str:
    """The save and the line from which this one branched off; empty if it did not branch off."""
    parent = run.header.parent
    if run.migrated or parent is msgspec.UNSET:
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
    examples=(
        "sandtable check lrdg-benghazi-road-3",
        "sandtable check lrdg-benghazi-road-3 --migrate --dry-run",
    ),
)
