"""A pytest plugin for runs on a mutant: it notes failures, and ends loops by processor time.

It is copied out of this folder and imported by itself, so it works for the tests of any checkout.
MUTANT_NOTES is the file of its notes, MUTANT_SECONDS the processor time that a test may take, and
MUTANT_MARKS the marks of tests that are left out.
"""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

SECONDS = float(os.environ["MUTANT_SECONDS"])
"""The limit of processor time for a test."""

MEMORY = 8 << 30
"""The memory limit in bytes, so that an endless loop fails before it harms other programs."""

resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks by which tests are left out, since pytest refuses unknown ones."""
    for mark in os.environ["MUTANT_MARKS"].split():
        config.addinivalue_line("markers", mark)


def note(kind: str, test: str) -> None:
    """Write a note about a test at once, since the process may end soon.

    When a test ends, the kind is the processor time that it took, in seconds.
    """
    with Path(os.environ["MUTANT_NOTES"]).open("a", encoding="utf-8") as notes:
        notes.write(f"{kind} {test}\n")


def limit() -> None:
    """Limit this process, and those that it starts, to twice the time of a test from now on."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + 2 * SECONDS) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))


def stop(*_: object) -> None:
    """End a test that took too long."""
    pytest.fail(f"took more than {SECONDS:g} s of processor time", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Limit a test; the alarm goes off again every second, in case the test swallows the first one."""
    note("started", item.nodeid)
    limit()
    before = process_time()
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS, 1)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        note(f"{process_time() - before:.3f}", item.nodeid)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note the tests to run."""
    for item in session.items:
        note("collected", item.nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note a test that fails, in its set-up, its call or its teardown."""
    if report.failed:
        note("failed", report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Note a file that cannot be collected."""
    if report.failed:
        note("failed", report.nodeid)
