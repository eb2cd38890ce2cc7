"""``check``: many saves verified against the plugins that are installed."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec
from msgspec import structs

from sandtable.base import config, signals
from sandtable.base.errors import SandtableError
from sandtable.base.shown import visible
from sandtable.plugins.installation import catalog, untold
from sandtable.plugins.plugin import BUILT_IN, Plugin
from sandtable.plugins.shell_command import ShellCommand
from sandtable.record import migrations
from sandtable.record.records import Divergence
from sandtable.record.replay import Replay
from sandtable.record.resume import migrate, migrated_before
from sandtable.shell import completers
from sandtable.shell.arguments import SAVE
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
    asked = CheckTask(arguments.saves, arguments.migrate, arguments.dry_run)
    words = set()
    for found in verified(asked) if strange else map(asked.verify, asked.saves):
        words.add(found.word)
        for line in found.lines:
            say(line)
    return int(not words <= {SAME, MIGRATED})


class Verdict(msgspec.Struct):
    """What was found of a save, in a word and in lines."""

    word: str
    lines: list[str]


class CheckTask(msgspec.Struct):
    """The saves to verify, and whether older ones are written anew."""

    saves: list[str]
    migrate: bool
    dry: bool

    def verify(self, typed: str) -> Verdict:
        """Verify a save and say how it is."""
        try:
            run = Replay(config.find_save(typed))
            run.run()
        except Divergence as error:
            said = f"{typed}: diverges at {error.n}: {error.text}"
            return Verdict(DIVERGES, [said, *(f"    {line}" for line in error.details)])
        except SandtableError as error:
            return Verdict(UNREADABLE, [str(error)])
        word = MIGRATED if run.migrated else SAME
        lines = [f"{run.path}: {summary_line(run, word)}"]
        if run.migrated and self.migrate:
            lines += [f"    {line}" for line in _migrated(run, dry=self.dry)]
        return Verdict(word, lines)


def _migrated(run: Replay, *, dry: bool) -> Iterator[str]:
    if dry:
        yield from migrations.preview(run.migrations, run.lines)
    elif child := migrated_before(run):
        yield f"is migrated already: {child}"
    else:
        yield f"written to {migrate(run)}; the old save is as it was"
        run.session.close()


def summary_line(run: Replay, word: str, to: int | None = None) -> str:
    """A replayed save in a line: the `word` of its verdict, its lines, how the game stands."""
    outcome = run.session.outcome
    lines = len(run.lines) if to is None else min(to, len(run.lines))
    parts = [word, *["luck typed in"] * run.header.typed_in]
    parts += [f"{lines} lines", f"over: {outcome.name}" if outcome else "not over"]
    parts += ["an unfinished last line left out"] * run.torn
    if run.outcome_missing and not run.torn:
        parts.append("its outcome is not written yet (resume writes it)")
    parent = origin(run)
    parts += [f"branched off {parent}"] * bool(parent)
    parts += [run.migrated] * bool(run.migrated)
    parts += ["positions are those of the new rules"] * bool(run.migrations.other_rules)
    return ", ".join([*parts, *(f"played with {one}" for one in run.versions())])


def origin(run: Replay) -> str:
    """The save that this one branched off, and where; empty for one that begins at the beginning."""
    parent = run.header.parent
    if run.migrated or parent is msgspec.UNSET:
        return ""
    return f"{parent.name or 'another save'} at line {parent.n}"


# The process that plugins may end.


class CheckProgress(msgspec.Struct, omit_defaults=True):
    """Where the process is: the plugin that it is loading, if any, or what it found of the next save."""

    loading: str = ""
    found: Verdict | None = None


def verified(asked: CheckTask) -> Iterator[Verdict]:
    """What processes find of saves; one that ends too early could not read the save it was at."""
    left = list(asked.saves)
    while left:
        loading = ""
        with _process(asked, left) as process:
            assert process.stdout  # noqa: S101
            for line in process.stdout:
                report = msgspec.json.decode(line, type=CheckProgress)
                loading = report.loading
                if report.found:
                    yield report.found
                    del left[0]
        if left:
            how = signals.ending(process.returncode)
            where = f" while {loading} was loading" if loading else ""
            yield Verdict(UNREADABLE, [f"{left.pop(0)}: its check ended with {how}{where}"])


@contextmanager
def _process(asked: CheckTask, saves: list[str]) -> Iterator[subprocess.Popen[bytes]]:
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

    def send(report: CheckProgress) -> None:
        os.write(reports, msgspec.json.encode(report) + b"\n")

    @contextmanager
    def watch(plugin: Plugin) -> Iterator[None]:
        send(CheckProgress(f"{plugin.kind} {plugin.name} ({plugin.source})"))
        with before(plugin):
            yield
        send(CheckProgress())

    known = catalog()
    before, known.loader.watch = known.loader.watch, watch
    asked = msgspec.json.decode(task, type=CheckTask)
    for typed in asked.saves:
        send(CheckProgress(found=asked.verify(typed)))
    for line in untold():
        print(f"sandtable: {visible(line)}", file=sys.stderr)


# The command.


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
