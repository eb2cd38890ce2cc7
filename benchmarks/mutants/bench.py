"""A clone of a checkout with an environment of its own, in which tests run on mutants."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from benchmarks.mutants.mutant import Mutant, apply

AMPLE_SECONDS = 300
"""A limit in seconds of processor time that no test reaches."""

MOST_SECONDS = 3600
"""A test run that takes more seconds than this is stuck."""

PYTEST = "-m pytest -q -p no:xdist -p no:cacheprovider -p in_pytest --hypothesis-seed=0 --tb=no"

LEFT_OUT = ("packaging", "browser", "soak")
"""The marks of tests that need a wheel, a browser or patience. A checkout need not have all of them."""


class Bench:
    """Runs the tests of one revision on mutants of its code, in `folder`, which it fills."""

    def __init__(self, folder: Path, checkout: Path, revision: str) -> None:
        self.root = folder / "checkout"
        self.folder = folder
        self.python = folder / "venv" / "bin" / "python"
        folder.mkdir(parents=True)
        self._command("git", "clone", "--quiet", "--no-checkout", checkout.resolve(), self.root)
        self._command("git", "-C", self.root, "checkout", "--quiet", "--detach", revision)
        self._command(sys.executable, "-m", "venv", folder / "venv")
        install = (self.python, "-m", "pip", "install", "--quiet")
        self._command(*install, "--upgrade", "pip")
        self._command(*install, "--editable", self.root, "--group", self.root / "pyproject.toml:test")
        shutil.copy(Path(__file__).with_name("in_pytest.py"), folder)
        self.sources: dict[str, str] = {}

    def _command(self, *words: object) -> None:
        subprocess.run([str(word) for word in words], check=True)

    def source(self, file: str) -> str:
        """Return the text of a file without mutants."""
        if file not in self.sources:
            path = self.root / file
            self.sources[file] = path.read_text("utf-8") if path.exists() else ""
        return self.sources[file]

    def is_stale(self, mutant: Mutant) -> bool:
        """Return whether the lines of a mutant no longer exist."""
        return mutant.place(self.source(mutant.file).splitlines()) is None

    def _write(self, file: str, text: str) -> None:
        path = self.root / file
        path.write_text(text, "utf-8")
        # Python compares whole seconds and sizes, which mutants written in one second share.
        Path(cache_from_source(str(path))).unlink(missing_ok=True)

    @contextmanager
    def _mutate(self, mutants: Collection[Mutant]) -> Iterator[None]:
        by_file: dict[str, list[Mutant]] = defaultdict(list)
        for mutant in mutants:
            by_file[mutant.file].append(mutant)
        try:
            for file, some in by_file.items():
                self._write(file, apply(self.source(file), some))
            yield
        finally:
            for file in by_file:
                self._write(file, self.source(file))

    def failing_tests(
        self, mutants: Collection[Mutant], tests: Sequence[str], seconds: float, *, first: bool = False
    ) -> list[str]:
        """Return the tests that fail with these mutants; with `first`, only the first of them.

        A test may take `seconds` of processor time. A test that ends the process fails too; the others
        then run without it. If pytest does not even start, the first test counts as failed.
        """
        failed: list[str] = []
        with self._mutate(mutants):
            while True:
                more, fatal = self._run(tests, failed, seconds, first=first)
                new = [test for test in more if test not in failed]
                failed += new
                if first or not fatal or not new:
                    return failed

    def collect(self) -> list[str]:
        """Return every test of the suite that is not `LEFT_OUT`."""
        _, notes = self._pytest(["--collect-only", "tests"], AMPLE_SECONDS)
        return [test for kind, test in notes if kind == "collected"]

    def passing_tests(self, tests: Sequence[str], seconds: float) -> dict[str, float]:
        """Return the tests that pass without mutants and their processor times, the shortest first."""
        _, notes = self._pytest(tests, seconds)
        failed = {test for kind, test in notes if kind == "failed"}
        took = {test: float(kind) for kind, test in notes if kind[0].isdigit()}
        return {test: took[test] for test in sorted(took, key=took.__getitem__) if test not in failed}

    def _run(
        self, tests: Sequence[str], without: Sequence[str], seconds: float, *, first: bool
    ) -> tuple[list[str], bool]:
        """Return the tests that failed, and whether the last of them ended the process."""
        words = ["--exitfirst"] * first + [f"--deselect={test}" for test in without]
        status, notes = self._pytest([*words, *tests], seconds)
        failed = [test for kind, test in notes if kind == "failed"]
        fatal = bool(notes) and notes[-1][0] == "started"
        if fatal:
            failed.append(notes[-1][1])
        elif not failed and status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            failed = list(tests[:1])
        return list(dict.fromkeys(failed)), fatal

    def _pytest(self, words: Sequence[str], seconds: float) -> tuple[int, list[tuple[str, str]]]:
        """Return the exit status of pytest, and what `in_pytest` noted: pairs of a kind and a test."""
        path = self.folder / "notes"
        path.write_text("")
        env = {
            **os.environ,
            "MUTANT_NOTES": str(path),
            "MUTANT_SECONDS": str(seconds),
            "MUTANT_MARKS": " ".join(LEFT_OUT),
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": str(self.folder),
            "SANDTABLE_HOME": str(self.folder / "home"),
        }
        command = [
            str(self.python),
            *PYTEST.split(),
            "-m",
            " and ".join(f"not {mark}" for mark in LEFT_OUT),
            *words,
        ]
        with (self.folder / "output").open("wb") as output:
            child = subprocess.Popen(
                command, cwd=self.root, env=env, stdout=output, stderr=output, start_new_session=True
            )
            with suppress(subprocess.TimeoutExpired):
                child.wait(MOST_SECONDS)
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            status = child.wait()
        lines = path.read_text("utf-8").splitlines()
        return status, [(kind, test) for kind, _, test in (line.partition(" ") for line in lines)]
