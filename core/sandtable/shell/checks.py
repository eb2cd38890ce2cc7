"""``check`` and ``saves``: what is to be said of many saves."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import structs

from sandtable.base import config, signals
from sandtable.base.errors import SandtableError
from sandtable.base.words import visible
from sandtable.plugins.installation import catalog, untold
from sandtable.plugins.plugin import BUILT_IN, Plugin
from sandtable.plugins.shell_command import ShellCommand
from sandtable.record import migrations, saves
from sandtable.record.records import Divergence
from sandtable.record.replay import Replay
from sandtable.record.resume import migrate, migrated_before
from sandtable.record.saves import Summary
from sandtable.shell import completers
from sandtable.shell.arguments import SAVE, add_json
from sandtable.shell.output import say
from sandtable.shell.parser import Parser

SAME, MIGRATED, DIVERGES, UNREADABLE = "same", "migrated", "diverges", "unreadable"


def check(arguments: argparse.Namespace) -> int:
    """Verify saves: each is the same, migrated, or diverges; 1 when one does or can not be read.

    Where there are plugins of strangers, a process of its own does it, which they may end.
    """
    if arguments.dry_run and not arguments.migrate:
        raise SandtableError("--dry-run goes with --migrate")
    strange = any(one.usable and one.distribution != BUILT_IN for one in catalog().plugins)
    asked = Asked(arguments.saves, arguments.migrate, arguments.dry_run)
    words = set()
    for found in verified(asked) if strange else map(asked.verify, asked.saves):
        words.add(found.word)
        for line in found.lines:
            say(line)
    return int(not words <= {SAME, MIGRATED})


class Found(msgspec.Struct):
    """What was found of a save, in a word and in lines."""

    word: str
    lines: list[str]


class Asked(msgspec.Struct):
    """The saves to verify, and whether older ones are written anew."""

    saves: list[str]
    migrate: bool
    dry: bool

    def verify(self, typed: str) -> Found:
        """Verify a save and say how it is."""
        try:
            run = Replay(config.find_save(typed))
            run.run()
        except Divergence as error:
            said = f"{typed}: diverges at {error.n}: {error.text}"
            return Found(DIVERGES, [said, *(f"    {line}" for line in error.details)])
        except SandtableError as error:
            return Found(UNREADABLE, [str(error)])
        word = MIGRATED if run.migrated else SAME
        lines = [f"{run.path}: {verdict(run, word)}"]
        if run.migrated and self.migrate:
            lines += [f"    {line}" for line in _migrated(run, dry=self.dry)]
        return Found(word, lines)


def _migrated(run: Replay, *, dry: bool) -> Iterator[str]:
    if dry:
        yield from migrations.preview(run.migrations, run.lines)
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
    parts += ["positions are those of the new rules"] * bool(run.migrations.of_rules)
    return ", ".join([*parts, *(f"played with {one}" for one in run.versions())])


def origin(run: Replay) -> str:
    """The save that this one branched off, and where; empty for one that begins at the beginning."""
    parent = run.header.parent
    if run.migrated or parent is msgspec.UNSET:
        return ""
    return f"{parent.name or 'another save'} at line {parent.n}"


# The process that plugins may end.


class Report(msgspec.Struct, omit_defaults=True):
    """Where the process is: the plugin that it is loading, if any, or what it found of the next save."""

    loading: str = ""
    found: Found | None = None


def verified(asked: Asked) -> Iterator[Found]:
    """What processes find of saves; one that ends too early could not read the save it was at."""
    left = list(asked.saves)
    while left:
        loading = ""
        with _process(asked, left) as process:
            assert process.stdout  # noqa: S101
            for line in process.stdout:
                report = msgspec.json.decode(line, type=Report)
                loading = report.loading
                if report.found:
                    yield report.found
                    del left[0]
        if left:
            how = signals.ending(process.returncode)
            where = f" while {loading} was loading" if loading else ""
            yield Found(UNREADABLE, [f"{left.pop(0)}: its check ended with {how}{where}"])


@contextmanager
def _process(asked: Asked, saves: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that verifies saves and writes its reports, one a line."""
    task = msgspec.json.encode(structs.replace(asked, saves=saves)).decode()
    words = [sys.executable, "-P", "-m", __name__, task]
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:  # noqa: S603
        try:
            yield process
        except BaseException:
            process.kill()
            raise


def main(task: str) -> None:
    """Verify saves, and write reports to what was standard output; what plugins print goes elsewhere."""
    reports = os.dup(1)
    os.dup2(2, 1)

    def send(report: Report) -> None:
        os.write(reports, msgspec.json.encode(report) + b"\n")

    @contextmanager
    def watch(plugin: Plugin) -> Iterator[None]:
        send(Report(f"{plugin.kind} {plugin.name} ({plugin.source})"))
        with before(plugin):
            yield
        send(Report())

    known = catalog()
    before, known.watch = known.watch, watch
    asked = msgspec.json.decode(task, type=Asked)
    for typed in asked.saves:
        send(Report(found=asked.verify(typed)))
    for line in untold():
        print(f"sandtable: {visible(line)}", file=sys.stderr)


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


# The commands.


def _saves_arguments(parser: Parser) -> None:
    parser.add_argument(
        "where",
        nargs="*",
        metavar="FOLDER|SAVE",
        help="your own saves when left out",
        completer=completers.saves,
    )
    add_json(parser)


SAVES = ShellCommand(
    run=list_saves, arguments=_saves_arguments, examples=("sandtable saves", "sandtable saves . --json")
)


def _check_arguments(parser: Parser) -> None:
    parser.add_argument("saves", nargs="+", metavar="SAVE", help=SAVE, completer=completers.saves)
    migrate = "write older saves anew, beside the old ones"
    parser.add_argument("--migrate", action="store_true", help=migrate)
    parser.add_argument("--dry-run", action="store_true", help="only show what --migrate would change")


CHECK = ShellCommand(
    run=check,
    arguments=_check_arguments,
    examples=(
        "sandtable check lrdg-benghazi-road-3",
        "sandtable check lrdg-benghazi-road-3 --migrate --dry-run",
    ),
)


if __name__ == "__main__":
    with signals.interruptible(), suppress(KeyboardInterrupt):
        main(sys.argv[1])
    os._exit(0)  # threads that a plugin has left behind do not hold it up
