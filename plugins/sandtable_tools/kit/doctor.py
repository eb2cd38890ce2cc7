"""``plugins doctor``: examine the plugins of each distribution in a separate process."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec
from msgspec import structs

from sandtable import SandtableError, ShellCommand, number_of
from sandtable.tooling import Catalog, ListItem, catalog
from sandtable_batch import must_start_processes
from sandtable_console import as_json, handlers
from sandtable_shell import (
    PLUGIN,
    Parser,
    add_json,
    completers,
    every_plugin,
    find_plugins,
    plugin_rows,
    print_remarks,
    status_line,
)
from sandtable_tools.kit.doctor_process import Diagnoses, Diagnosis

MOST_SECONDS = 86_400
"""The longest timeout in seconds."""

GRACE_SECONDS = 5.0
"""Extra seconds for a process, which ends itself if it hangs, and reports where."""

TIMED_OUT = "Timeout ("
"""The start of what Python's faulthandler writes when it ends a process that hangs."""

MOST_LETTERS = 200
"""The most characters shown of a dead process's last line."""


def doctor(arguments: argparse.Namespace) -> int:
    """List which plugins load and which do not, and why; return 1 if one is broken."""
    if not 0 < arguments.timeout <= MOST_SECONDS:
        raise SandtableError(f"--timeout takes seconds above 0, up to {MOST_SECONDS}")
    must_start_processes()
    installed = catalog()
    plugins = _find_plugins(installed, arguments.name) if arguments.name else every_plugin(installed)
    if not arguments.json:
        print_remarks(installed)
    with status_line(shown=not arguments.json) as show:
        diagnoses = _diagnoses(plugins, arguments.timeout, show, load_only=arguments.load_only)
    rows = [plugin.row | structs.asdict(diagnoses[plugin.key]) for plugin in plugins]
    print(as_json({"plugins": rows}) if arguments.json else "\n".join(_lines(rows)))
    return int(any(_is_faulty(row) for row in rows))


def _find_plugins(installed: Catalog, name: str) -> list[ListItem]:
    """Return the plugins that a name means; a game includes its scenarios and special rules."""
    named = find_plugins(installed, name)
    games = {plugin.id for plugin in named if plugin.kind == "game"}
    return [
        plugin
        for plugin in every_plugin(installed)
        if plugin in named or plugin.id.partition(".")[0] in games
    ]


def _diagnoses(
    asked: Sequence[ListItem], timeout: float, show: Callable[[str], None], *, load_only: bool
) -> Mapping[str, Diagnosis]:
    """Return each plugin's diagnosis, by its key; disabled or doubtful plugins are not tried."""
    tried: dict[str, list[ListItem]] = {}
    for plugin in asked:
        if plugin.kind != "distribution" and (plugin.usable or plugin.state == "broken"):
            tried.setdefault(plugin.distribution, []).append(plugin)
    diagnoses = {plugin.key: Diagnosis(plugin.state, plugin.reason) for plugin in asked}
    for distribution, plugins in tried.items():
        show(f"examining {distribution}: {number_of(len(plugins), 'plugin')}")
        keys = [plugin.key for plugin in plugins]
        report, stop = examination(keys, timeout, load_only=load_only)
        diagnoses |= report.done
        missing = [key for key in keys if key not in report.done]
        for key in missing:
            diagnoses[key] = Diagnosis("not examined", f"the examination stopped at {missing[0]}")
        if missing:
            diagnoses[missing[0]] = Diagnosis("broken", stop)
    return diagnoses


def examination(keys: Sequence[str], timeout: float, *, load_only: bool) -> tuple[Diagnoses, str]:
    """Return the last report of a process that examines plugins, and what stopped it, or "".

    Its output goes to files, because processes that a plugin starts could keep a pipe open.
    """
    words = [str(timeout), *["--load-only"] * load_only, *keys]
    with TemporaryFile() as output, TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 (our own program)
            [sys.executable, "-P", "-m", "sandtable_tools.kit.doctor_process", *words],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
        )
        try:
            by_itself = has_ended(process, output, timeout)
        finally:
            process.kill()  # if the user stopped waiting
        reports, error_lines = _lines_in(output), _lines_in(errors)
    report = msgspec.json.decode(reports[-1], type=Diagnoses) if reports else Diagnoses()
    if not by_itself or any(line.startswith(TIMED_OUT) for line in error_lines):
        return report, f"no progress for {timeout:g} seconds during {report.stage}"
    last = f": {error_lines[-1][:MOST_LETTERS]}" if error_lines else ""
    exit_text = handlers.describe_exit(process.returncode)
    return report, f"its process ended with {exit_text} during {report.stage}{last}"


def has_ended(process: subprocess.Popen[bytes], output: IO[bytes], timeout: float) -> bool:
    """Tell whether a process ended by itself; kill it if it writes nothing for too long."""
    size = -1
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout + GRACE_SECONDS)
            return True
        before, size = size, os.fstat(output.fileno()).st_size
        if size == before:
            process.kill()
            process.wait()
            return False


def _lines_in(file: IO[bytes]) -> list[str]:
    file.seek(0)
    lines = file.read().decode(errors="replace").split("\n")
    return [stripped for line in lines if (stripped := line.strip())]


# Printed lines.


def _is_faulty(row: dict[str, Any]) -> bool:
    return row["state"] not in ("ok", "disabled") or bool(row["findings"])


def _state(row: dict[str, Any]) -> str:
    return "at fault" if row["findings"] else str(row["state"])


def _lines(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    shown = plugin_rows([row | {"state": _state(row)} for row in rows])
    for row, line in zip(rows, shown, strict=True):
        took = f", {row['took']:.2f} s" if row["took"] is not None else ""
        examined = ", examined" if row["examined"] and not row["findings"] else ""
        yield f"{line}{took}{examined}"
        yield from (f"    {text}" for text in (*row["findings"], *row["notes"]))
    yield _summary(rows)


def _summary(rows: Sequence[dict[str, Any]]) -> str:
    states = [re.sub("^ok$", "OK", _state(row)) for row in rows]
    if len(rows) > 1 and set(states) == {"OK"}:
        return f"{len(rows)} plugins, all OK"
    ok_first = sorted(set(states), key=lambda state: state != "OK")
    counts = ", ".join(f"{states.count(state)} {state}" for state in ok_first)
    return f"{number_of(len(rows), 'plugin')}: {counts}"


def _arguments(parser: Parser) -> None:
    name = f"{PLUGIN}; default: all"
    parser.add_argument("name", nargs="?", metavar="PLUGIN", help=name, completer=completers.plugins)
    hangs = "call a plugin broken if it makes no progress for this many seconds (120)"
    parser.add_argument("--timeout", type=float, default=120.0, metavar="SECONDS", help=hangs)
    parser.add_argument("--load-only", action="store_true", help="load plugins without examining them")
    add_json(parser)


DOCTOR = ShellCommand(
    summary="load each plugin, and examine it",
    run=doctor,
    arguments=_arguments,
    examples=("sandtable plugins doctor --load-only", "sandtable plugins doctor megiddo"),
)
