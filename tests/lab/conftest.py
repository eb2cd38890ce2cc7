"""A batch in its own process, which pauses after some games."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

PAUSING = """
import os, sys
from sandtable_shell import main
from sandtable_tools.lab.batch_file import BatchFile

told, games = int(sys.argv[1]), int(sys.argv[2])
keep = BatchFile.keep

def pausing(file, place, results):
    keep(file, place, results)
    if file.games >= games:
        BatchFile.keep = keep
        os.write(told, b".")
        sys.stdin.readline()

BatchFile.keep = pausing
raise SystemExit(main(sys.argv[3:]))
"""

Paused = Callable[..., AbstractContextManager[subprocess.Popen[bytes]]]


@pytest.fixture(scope="session")
def paused() -> Paused:
    """Starts a command that pauses when a file holds some games; a line of input resumes it."""

    @contextmanager
    def start(
        words: Sequence[object], games: int, folder: Path | None = None
    ) -> Iterator[subprocess.Popen[bytes]]:
        hears, tells = os.pipe()
        command = [sys.executable, "-c", PAUSING, str(tells), str(games), *map(str, words)]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, pass_fds=[tells]
        ) as batch:
            os.close(tells)
            try:
                with os.fdopen(hears, "rb") as there:
                    assert there.read(1), batch.communicate()
                yield batch
            finally:
                batch.kill()

    return start
