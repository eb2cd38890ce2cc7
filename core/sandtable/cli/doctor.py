"""``plugins doctor``: each plugin loaded and examined in a process of its own, with a time limit."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from sandtable.cli.patient import Verdict
from sandtable.cli.plugins import chosen, remark, table
from sandtable.errors import SandtableError
from sandtable.plugins import Catalog, Known, about, catalog, refresh
from sandtable.plugins.memory import Memory
from sandtable.simulate import as_json

MOST_SECONDS = 86_400
MOST_LETTERS = 200
"""So much is told of what a process said when it died."""


def doctor(arguments: argparse.Namespace) -> int:
    """What loads and what does not, and why; status 1 when something is broken."""
    if not 0 < arguments.timeout <= MOST_SECONDS:
        raise SandtableError(f"--timeout is a number of seconds, up to {MOST_SECONDS}")
    known = catalog()
    asked = _asked(known, arguments.name) if arguments.name else known.everything
    if not arguments.json:
        remark(known)
    verdicts = list(_verdicts(asked, arguments.timeout, load_only=arguments.load_only))
    _remember(known, asked, verdicts)
    rows = [_row(one, verdict) for one, verdict in zip(asked, verdicts, strict=True)]
    print(as_json({"plugins": rows}) if arguments.json else "\n".join(_lines(rows)))
    return int(any(_bad(row) for row in rows))


def _asked(known: Catalog, name: str) -> list[Known]:
    """All that a name means; with a game come its scenarios and special rules."""
    named = chosen(known, name)
    games = {one.id for one in named if one.kind == "game"}
    return [one for one in known.everything if one in named or one.id.partition(".")[0] in games]


def _verdicts(asked: Sequence[Known], timeout: float, *, load_only: bool) -> Iterator[Verdict]:
    """What was found of each; those that are known not to load are not tried."""
    running: set[subprocess.Popen[bytes]] = set()

    def one(patient: Known) -> Verdict:
        if not patient.usable and patient.state != "broken":
            return Verdict(patient.state, patient.reason)
        return _visit(patient, timeout, running, load_only=load_only)

    with ThreadPoolExecutor(max_workers=min(os.cpu_count() or 1, 8)) as pool:
        try:
            yield from pool.map(one, asked)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(running):
                _end(process)
            raise


def _visit(
    patient: Known, timeout: float, running: set[subprocess.Popen[bytes]], *, load_only: bool
) -> Verdict:
    """Examine one in a process of its own, which is ended with all that it started."""
    with TemporaryDirectory(prefix="sandtable-") as name:
        into, said = Path(name, "verdict"), Path(name, "said")
        words = [sys.executable, "-P", "-m", "sandtable.cli.patient", patient.key, str(into)]
        with said.open("wb") as errors:
            process = subprocess.Popen(  # noqa: S603 (our own program)
                words + ["--load-only"] * load_only,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
        running.add(process)
        late = False
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            late = True
        finally:
            _end(process)
            running.discard(process)
        return _verdict(into, said, process.returncode, timeout if late else None)


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _verdict(into: Path, said: Path, status: int, late: float | None) -> Verdict:
    """What a process has written down of its patient, or how it died over it."""
    try:
        found = msgspec.json.decode(into.read_bytes(), type=Verdict)
    except (OSError, msgspec.MsgspecError):
        found = Verdict("", stage="its start")
    if found.state:
        return found
    if late is not None:
        return found.ended(f"{found.stage} was not done after {late:g} seconds")
    lines = said.read_bytes()[-4000:].decode(errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    how = f"signal {-status}" if status < 0 else f"status {status}"
    said_last = f": {last[:MOST_LETTERS]}" if last else ""
    return found.ended(f"its process ended with {how} during {found.stage}{said_last}")


def _remember(known: Catalog, asked: Sequence[Known], verdicts: Sequence[Verdict]) -> None:
    """Keep the seconds, and which are broken, for those who list without loading."""
    memory = Memory.read()
    for one, verdict in zip(asked, verdicts, strict=True):
        memory.broken.pop(one.key, None)
        if verdict.state == "broken" and one in known.plugins:
            memory.broken[one.key] = verdict.reason
        if verdict.seconds is not None:
            memory.seconds[one.key] = round(verdict.seconds, 3)
    try:
        memory.write()
    except OSError as error:
        print(f"sandtable: the state of plugins was not kept: {error.strerror}", file=sys.stderr)
    refresh()


# What is told.


def _row(one: Known, verdict: Verdict) -> dict[str, Any]:
    told = about.row(one) | {"state": verdict.state, "reason": verdict.reason}
    return {
        **told,
        "seconds": verdict.seconds,
        "examined": verdict.examined,
        "findings": verdict.findings,
    }


def _bad(row: dict[str, Any]) -> bool:
    return row["state"] not in ("ok", "disabled") or bool(row["findings"])


def _lines(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    for row, line in zip(rows, table(rows), strict=True):
        seconds = f", {row['seconds']:.2f} s" if row["seconds"] is not None else ""
        examined = ", examined" if row["examined"] and not row["findings"] else ""
        yield f"{line}{seconds}{examined}"
        yield from (f"    {finding}" for finding in row["findings"])
    yield _summary(rows)


def _summary(rows: Sequence[dict[str, Any]]) -> str:
    states = [
        row["state"] if row["state"] != "ok" else "in order" for row in rows if not row["findings"]
    ]
    states += ["at fault" for row in rows if row["findings"]]
    counts = {
        state: states.count(state) for state in sorted(set(states), key=lambda one: one != "in order")
    }
    return f"{len(rows)} plugin{'s' * (len(rows) != 1)}: " + ", ".join(
        f"{count} {state}" for state, count in counts.items()
    )
