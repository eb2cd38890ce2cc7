"""A separate process for a verdict, since a plugin may end its process silently (``os._exit(0)``).

The process runs a command, and reports to a file: whose code is running, and finally the exit status.
Without that final report there is no verdict, even if the process ended with status 0.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import print_exception
from typing import TextIO

import msgspec
from msgspec import structs

from sandtable.plugins.installation import catalog
from sandtable.plugins.plugin import BUILT_IN, Plugin
from sandtable.text import config, signals
from sandtable.text.errors import PluginError

CODE = "from sandtable_shell import apart; apart.work()"
"""The code that the process runs."""


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """The progress of the process: whose code it runs, how many steps are done, and the exit status."""

    where: str = ""
    steps: int = 0
    status: int | None = None


class Ended(PluginError):
    """The process ended before its final report: `how` and where, after some `steps`."""

    status = 1

    def __init__(self, how: str, steps: int) -> None:
        super().__init__(f"there is no verdict: its process ended with {how}")
        self.how, self.steps = how, steps


# The process that wants the verdict.


def needed() -> bool:
    """Whether third-party plugins could end this process."""
    return _reporter is None and any(
        plugin.usable and not plugin.built_in for plugin in catalog().plugins
    )


def run(words: Sequence[str]) -> int:
    """The exit status of a command that a separate process runs. Raises Ended."""
    debug = ["--debug"] * (config.debug and "--debug" not in words)
    with TemporaryDirectory(prefix="sandtable-") as folder, signals.orderly():
        file = Path(folder, "reports")
        file.touch()
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
        process = subprocess.run(  # noqa: S603 (our own program)
            [sys.executable, "-P", "-c", CODE, str(file), *debug, *words],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=_outlet(sys.stdout),
            stderr=_outlet(sys.stderr),
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        reports = file.read_bytes().splitlines()
    for text, stream in ((process.stdout, sys.stdout), (process.stderr, sys.stderr)):
        if text and stream:
            stream.write(text)
    report = msgspec.json.decode(reports[-1], type=Report) if reports else Report()
    if report.status is None:
        raise Ended(f"{signals.ending(process.returncode)} {report.where}".rstrip(), report.steps)
    return report.status


def _outlet(stream: TextIO | None) -> int:
    """The file of a stream; a pipe if it has none, as in a test."""
    try:
        return stream.fileno() if stream else subprocess.DEVNULL
    except OSError:
        return subprocess.PIPE


# The separate process.


class Reporter:
    """Writes the reports, each a line that is flushed immediately."""

    def __init__(self, file: str) -> None:
        self._file = os.open(file, os.O_WRONLY | os.O_APPEND)
        self._report = Report()
        self._inside: list[str] = []
        self._loaded: dict[str, None] = {}

    def report(self, *, steps: int = 0, status: int | None = None) -> None:
        """Report the progress, after some more steps."""
        where = self._inside[-1] if self._inside else ""
        if self._loaded and not where:
            where = f"in the code of {' or '.join(self._loaded)}"
        self._report = structs.replace(
            self._report, where=where, steps=self._report.steps + steps, status=status
        )
        os.write(self._file, msgspec.json.encode(self._report) + b"\n")

    @contextmanager
    def _within(self, where: str) -> Iterator[None]:
        self._inside.append(where)
        self.report()
        try:
            yield
        finally:
            self._inside.pop()
            self.report()

    def watch(self) -> None:
        """Report each load of a third-party plugin, and each call of a hook that it implements."""
        loader = catalog().loader
        watch = loader.watch

        @contextmanager
        def loading(plugin: Plugin) -> Iterator[None]:
            if plugin.built_in:
                yield
                return
            self._loaded[plugin.source] = None
            where = f"while {plugin.kind} {plugin.name} ({plugin.source}) was loading"
            with self._within(where), watch(plugin):
                yield

        @contextmanager
        def calling(key: str, hook: str) -> Iterator[None]:
            if key.endswith(f"({BUILT_IN})"):
                yield
                return
            with self._within(f"in {hook} of {key}"):
                yield

        loader.watch, loader.listeners.watch = loading, calling


_reporter: Reporter | None = None
"""The writer of reports, in the process that plugins may end; otherwise None."""


def step() -> None:
    """Report that a step is done, after flushing what it printed."""
    if _reporter:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
        _reporter.report(steps=1)


def work() -> None:
    """Run a command, and end with a report of its exit status."""
    global _reporter
    from sandtable_shell import main  # noqa: PLC0415 (it imports this)

    file, *words = sys.argv[1:]
    _reporter = Reporter(file)
    _reporter.watch()
    try:
        status = main(words)
    except Exception as error:  # of --debug
        print_exception(error)
        status = 1
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()
    _reporter.report(status=status)
    os._exit(status)  # threads that a plugin left behind must not delay the end
