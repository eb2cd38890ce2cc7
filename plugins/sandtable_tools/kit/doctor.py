"""``plugins doctor``: examine the plugins of each distribution in a separate process."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from selectors import EVENT_READ, BaseSelector, DefaultSelector
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec
from msgspec.structs import replace

from sandtable import SandtableError, ShellCommand, number_of
from sandtable.tooling import (
    PLUGIN,
    Catalog,
    Known,
    Memory,
    Parser,
    about,
    add_json,
    as_json,
    at_work,
    catalog,
    completers,
    every_plugin,
    plugin_rows,
    plugins_meant,
    print_remarks,
    refresh,
    signals,
)
from sandtable_tools.kit.doctor_process import Diagnosis, StageReport

MOST_SECONDS = 86_400
"""A timeout has at most this many seconds."""

USUAL_SECONDS = 120
"""With a timeout shorter than this, diagnoses are not kept: healthy plugins may look broken."""

MOST_LETTERS = 200
"""At most this many characters of the last line of a process that ended are shown."""


class Stopped(Exception):
    """The process of an examination ended or hangs: `how`, and the last line that it wrote."""

    def __init__(self, how: str, last: str = "") -> None:
        self.how, self.last = how, last

    def diagnosis(self, stage: str) -> Diagnosis:
        """The diagnosis of a plugin that was at a given stage."""
        return Diagnosis("broken", f"{self.how} during {stage}{self.last and f': {self.last}'}")


def doctor(arguments: argparse.Namespace) -> int:
    """List what loads and what does not, and why; return 1 if something is broken."""
    if not 0 < arguments.timeout <= MOST_SECONDS:
        raise SandtableError(f"--timeout takes seconds above 0, up to {MOST_SECONDS}")
    installed = catalog()
    plugins = _meant(installed, arguments.name) if arguments.name else every_plugin(installed)
    if not arguments.json:
        print_remarks(installed)
    with at_work(shown=not arguments.json) as show:
        diagnoses = _diagnoses(plugins, arguments.timeout, show, load_only=arguments.load_only)
    if arguments.timeout >= USUAL_SECONDS:
        _keep_diagnoses(installed, plugins, diagnoses)
    rows = [_row(plugin, diagnosis) for plugin, diagnosis in zip(plugins, diagnoses, strict=True)]
    print(as_json({"plugins": rows}) if arguments.json else "\n".join(_lines(rows)))
    return int(any(_is_faulty(row) for row in rows))


def _meant(installed: Catalog, name: str) -> list[Known]:
    """Everything that a name means; a game includes its scenarios and special rules."""
    named = plugins_meant(installed, name)
    games = {plugin.id for plugin in named if plugin.kind == "game"}
    return [
        plugin
        for plugin in every_plugin(installed)
        if plugin in named or plugin.id.partition(".")[0] in games
    ]


def _diagnoses(
    asked: Sequence[Known], timeout: float, show: Callable[[str], None], *, load_only: bool
) -> list[Diagnosis]:
    """The diagnosis of each plugin; those known not to load are not tried."""
    untried: dict[str, list[Known]] = {}
    for plugin in filter(_is_tried, asked):
        untried.setdefault(plugin.distribution, []).append(plugin)
    diagnoses: dict[str, Diagnosis] = {}
    for together in untried.values():
        while remaining := [plugin for plugin in together if plugin.key not in diagnoses]:
            diagnoses |= _in_one_process(remaining, timeout, show, load_only=load_only)
    return [
        diagnoses[plugin.key] if _is_tried(plugin) else Diagnosis(plugin.state, plugin.reason)
        for plugin in asked
    ]


def _is_tried(plugin: Known) -> bool:
    return plugin.usable or plugin.state == "broken"


def _in_one_process(
    plugins: Sequence[Known], timeout: float, show: Callable[[str], None], *, load_only: bool
) -> Iterator[tuple[str, Diagnosis]]:
    """The diagnoses of one process by key, at least that of the plugin where it stopped."""
    names = {plugin.key: f"{plugin.kind} {plugin.name}" for plugin in plugins}
    last, began = StageReport(plugins[0].key), time.monotonic()
    try:
        with closing(reports(list(names), timeout, load_only=load_only)) as heard:
            for report in heard:
                if report.key != last.key:
                    began = time.monotonic()
                last = report
                show(f"{names[last.key]}: {last.stage}")
                if last.diagnosis:
                    yield last.key, replace(last.diagnosis, took=time.monotonic() - began)
    except Stopped as stop:
        if not last.diagnosis:
            yield last.key, replace(stop.diagnosis(last.stage), took=time.monotonic() - began)
            for plugin in plugins if last.stage in ("its start", "loading") else ():
                if (
                    plugin.kind == "scenario"
                    and last.key == f"game {_game(plugin)} ({plugin.distribution})"
                ):
                    yield plugin.key, stop.diagnosis(f"loading game {_game(plugin)} (which it needs)")


def _game(plugin: Known) -> str:
    return plugin.id.partition(".")[0]


# The process.


def reports(
    keys: Sequence[str], timeout: float, *, load_only: bool
) -> Generator[StageReport, None, None]:
    """The reports of a process that examines plugins one after another, by their keys.

    The process is ended with everything that it started. Raises Stopped if it ends, or has reported
    nothing for `timeout` seconds.
    """
    with TemporaryFile() as errors, _process(keys, errors, load_only=load_only) as process:
        assert process.stdout  # noqa: S101
        errors_before = 0
        with suppress(TimeoutError, subprocess.TimeoutExpired):
            for line in _read(process.stdout, timeout):
                report = msgspec.json.decode(line, type=StageReport)
                errors_before = report.errors_size
                yield report
            process.wait(timeout)
        if process.poll() is None:
            raise Stopped(f"no progress for {timeout:g} seconds")
        how = signals.ending(process.returncode)
        raise Stopped(f"its process ended with {how}", _last_line(errors, errors_before))


@contextmanager
def _process(
    keys: Sequence[str], errors: IO[bytes], *, load_only: bool
) -> Iterator[subprocess.Popen[bytes]]:
    words = ["--load-only"] * load_only + list(keys)
    with subprocess.Popen(  # noqa: S603 (our own program)
        [sys.executable, "-P", "-m", "sandtable_tools.kit.doctor_process", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=errors,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)


def _read(pipe: IO[bytes], timeout: float) -> Iterator[bytes]:
    """The lines that come through a pipe. Raises TimeoutError if nothing comes."""
    rest = b""
    with DefaultSelector() as selector:
        selector.register(pipe, EVENT_READ)
        while ready(selector, timeout):
            more = os.read(pipe.fileno(), 65_536)
            if not more:
                return
            *lines, rest = (rest + more).split(b"\n")
            yield from lines
    raise TimeoutError


def ready(selector: BaseSelector, timeout: float) -> bool:
    """Whether there is something to read within some seconds."""
    return bool(selector.select(timeout))


def _last_line(errors: IO[bytes], since: int) -> str:
    """The last line written to a file since it had `since` bytes, cut short."""
    errors.seek(since)
    lines = errors.read()[-4000:].decode(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")[:MOST_LETTERS]


def _keep_diagnoses(installed: Catalog, asked: Sequence[Known], diagnoses: Sequence[Diagnosis]) -> None:
    """Keep the load times and the broken plugins, for lists that load nothing."""
    memory = Memory.read()
    for plugin, diagnosis in zip(asked, diagnoses, strict=True):
        memory.broken.pop(plugin.key, None)
        if diagnosis.state == "broken" and plugin in installed.plugins:
            memory.broken[plugin.key] = diagnosis.reason
        if diagnosis.seconds is not None:
            memory.seconds[plugin.key] = round(diagnosis.seconds, 3)
    try:
        memory.write()
    except OSError as error:
        print(f"sandtable: the state of plugins was not kept: {error.strerror}", file=sys.stderr)
    refresh()


# What is printed.


def _row(plugin: Known, diagnosis: Diagnosis) -> dict[str, Any]:
    return {
        **about.row(plugin),
        "state": diagnosis.state,
        "reason": diagnosis.reason,
        "seconds": diagnosis.seconds,
        "took": diagnosis.took,
        "examined": diagnosis.examined,
        "findings": diagnosis.findings,
        "notes": diagnosis.notes,
    }


def _is_faulty(row: dict[str, Any]) -> bool:
    return row["state"] not in ("ok", "disabled") or bool(row["findings"])


def _lines(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    for row, line in zip(rows, plugin_rows(rows), strict=True):
        took = f", {row['took']:.2f} s" if row["took"] is not None else ""
        examined = ", examined" if row["examined"] and not row["findings"] else ""
        yield f"{line}{took}{examined}"
        yield from (f"    {text}" for text in (*row["findings"], *row["notes"]))
    yield _summary(rows)


def _summary(rows: Sequence[dict[str, Any]]) -> str:
    states = [
        row["state"] if row["state"] != "ok" else "in order" for row in rows if not row["findings"]
    ]
    states += ["at fault" for row in rows if row["findings"]]
    in_order_first = sorted(set(states), key=lambda state: state != "in order")
    counts = ", ".join(f"{states.count(state)} {state}" for state in in_order_first)
    return f"{number_of(len(rows), 'plugin')}: {counts}"


def _arguments(parser: Parser) -> None:
    name = f"{PLUGIN}; default: all"
    parser.add_argument("name", nargs="?", metavar="PLUGIN", help=name, completer=completers.plugins)
    hangs = "a plugin is broken if it makes no progress for this many seconds (120)"
    parser.add_argument("--timeout", type=float, default=120.0, metavar="SECONDS", help=hangs)
    parser.add_argument("--load-only", action="store_true", help="only load it, do not examine it")
    add_json(parser)


DOCTOR = ShellCommand(
    run=doctor,
    arguments=_arguments,
    examples=("sandtable plugins doctor --load-only", "sandtable plugins doctor megiddo"),
)
