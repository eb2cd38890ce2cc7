"""``check`` and ``saves``: what is to be said of many saves."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from sandtable import config, migrations, saves
from sandtable.cli.output import say
from sandtable.errors import SandtableError
from sandtable.going_on import migrate, migrated_before
from sandtable.records import Divergence
from sandtable.replay import Replay
from sandtable.saves import Summary

SAME, MIGRATED, DIVERGES, UNREADABLE = "same", "migrated", "diverges", "unreadable"


def check(arguments: argparse.Namespace) -> int:
    """Verify saves: each is the same, migrated, or diverges; 1 when one does or can not be read."""
    if arguments.dry_run and not arguments.migrate:
        raise SandtableError("--dry-run goes with --migrate")
    found = {_check(typed, arguments) for typed in arguments.saves}
    return int(not found <= {SAME, MIGRATED})


def _check(typed: str, arguments: argparse.Namespace) -> str:
    """Verify a save and say how it is; in one word as well."""
    try:
        run = Replay(config.find_save(typed))
        run.run()
    except Divergence as error:
        say(f"{typed}: diverges at {error.n}: {error.text}")
        for line in error.details:
            say(f"    {line}")
        return DIVERGES
    except SandtableError as error:
        say(str(error))
        return UNREADABLE
    say(f"{run.path}: {verdict(run, MIGRATED if run.migrated else SAME)}")
    if run.migrated and arguments.migrate:
        for line in _migrated(run, dry=arguments.dry_run):
            say(f"    {line}")
    return MIGRATED if run.migrated else SAME


def _migrated(run: Replay, *, dry: bool) -> Iterator[str]:
    if dry:
        yield from migrations.preview(run.plan, run.lines)
    elif child := migrated_before(run):
        yield f"is migrated already: {child}"
    else:
        yield f"written to {migrate(run)}; the old save is as it was"
        run.session.close()


def verdict(run: Replay, what: str, to: int | None = None) -> str:
    """A replayed save in a line: `what` it was found to be, its lines, how the game stands."""
    outcome = run.session.outcome
    lines = len(run.lines) if to is None else min(to, len(run.lines))
    parts = [what, f"{lines} lines", f"over: {outcome.name}" if outcome else "not over"]
    parts += ["an unfinished last line left out"] * run.torn
    parent = origin(run)
    parts += [f"branched off {parent}"] * bool(parent)
    parts += [run.migrated] * bool(run.migrated)
    parts += ["positions are those of the new rules"] * bool(run.plan.rules)
    return ", ".join([*parts, *(f"played with {one}" for one in run.versions())])


def origin(run: Replay) -> str:
    """The save that this one branched off, and where; empty for one that begins at the beginning."""
    parent = run.header.parent
    if run.migrated or parent is msgspec.UNSET:
        return ""
    return f"{parent.name or 'another save'} at line {parent.n}"


def list_saves(arguments: argparse.Namespace) -> int:
    """List the user's saves, or those of folders or files."""
    where = [Path(name) for name in arguments.where]
    for path in where:
        if not path.exists():
            raise SandtableError(f"{path}: no such folder or save")
    folders = where or [config.saves_folder()]
    paths = [one for path in folders for one in ([path] if path.is_file() else saves.newest(path))]
    found = saves.summaries(paths)
    if arguments.json:
        print(msgspec.json.encode(list(found)).decode())
        return 0
    for line in _table(list(found)) or [f"no saves in {', '.join(map(str, folders))}"]:
        say(line)
    return 0


def _table(found: Sequence[Summary]) -> list[str]:
    rows = [_row(one) for one in found]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(n) for cell, n in zip(row, wide, strict=True)).rstrip() for row in rows]


def _row(one: Summary) -> tuple[str, str, str, str, str]:
    date = datetime.fromtimestamp(one.changed).strftime("%Y-%m-%d %H:%M")
    state = f"over: {one.outcome}" if one.outcome else one.state
    place = f"line {one.lines}" + f", {one.turn}" * bool(one.turn) if one.lines else ""
    return (Path(one.path).stem, one.scenario, state, date, " ".join(f"{place} {one.about}".split()))
