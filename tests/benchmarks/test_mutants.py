"""Mutants are inserted at their places, and each is judged as if it had met every test alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parents[2]

sys.path.insert(0, str(ROOT))
try:
    from benchmarks.mutants import drawing, mutant, running, trial
    from benchmarks.mutants.mutant import Mutant
finally:
    sys.path.remove(str(ROOT))

SOURCE = "a = 1\nb = 2\na = 1\n"


def mutant_at(
    line: int, was: str = "b = 2", now: str = "b = 3", copy: int = 1, copies: int = 1
) -> Mutant:
    return Mutant("a.py", line, "core/NumberReplacer", 0, (was,), (now,), copy, copies)


class Suite:
    """Tests that fail for mutants on some lines; `clashes` are sets of lines that fail together."""

    def __init__(self, kills: Sequence[Collection[int]], clashes: Sequence[Collection[int]]) -> None:
        self.kills, self.clashes = kills, clashes

    def failing_tests(
        self, mutants: Collection[Mutant], tests: Sequence[str], seconds: float, *, first: bool = False
    ) -> list[str]:
        lines = {mutant.line for mutant in mutants}
        asked = range(len(self.kills)) if tests == ["room"] else map(int, tests)
        failed = [
            str(k)
            for k in asked
            if lines & set(self.kills[k]) or any(set(some) <= lines for some in self.clashes[k : k + 1])
        ]
        return failed[:1] if first else failed


LINES = st.sets(st.integers(1, 9), max_size=3)
PAIRS = st.sets(st.integers(1, 9), min_size=2, max_size=3)


@given(st.lists(LINES, min_size=1, max_size=6), st.lists(PAIRS, max_size=6))
def test_together_the_same_mutants_are_killed_as_alone(kills, clashes) -> None:
    mutants = [mutant_at(line) for line in range(1, 10)]
    suite = Suite(kills, clashes)
    found = {mutant.line: int(test) for mutant, test in trial.kills(suite, mutants, "room", 1)}
    assert found.keys() == set().union(*kills)
    assert all(line in kills[test] for line, test in found.items())


def test_a_mutant_is_found_again_where_its_lines_have_moved() -> None:
    assert mutant.apply(SOURCE, [mutant_at(2)]) == "a = 1\nb = 3\na = 1\n"
    assert mutant.apply("\n\n" + SOURCE, [mutant_at(2)]) == "\n\na = 1\nb = 3\na = 1\n"
    assert (
        mutant.apply(SOURCE, [mutant_at(3, "a = 1", "a = 0", 2, 2), mutant_at(2)])
        == "a = 1\nb = 3\na = 0\n"
    )


def test_a_mutant_is_stale_where_its_lines_have_changed_or_cannot_be_distinguished() -> None:
    assert mutant_at(2).place(["a = 1", "b = 4"]) is None
    assert mutant_at(2).place(["b = 2", "b = 2"]) is None


def test_the_kept_mutants_are_of_the_files_that_have_tests_of_their_own_one_a_line() -> None:
    about, mutants = mutant.read(mutant.KEPT)
    assert len({mutant.id for mutant in mutants}) == len(mutants) == 400
    assert (
        {mutant.file for mutant in mutants}
        == set(about.files)
        == set(running.DIRECT)
        == set(drawing.FILES)
    )
    assert all(mutant.was != mutant.now for mutant in mutants)


def test_an_endless_loop_fails_and_the_tests_after_it_are_run(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    (tmp_path / "test_it.py").write_text(
        "def test_loop():\n    while True:\n        pass\n\ndef test_next():\n    pass\n"
    )
    env = {
        **os.environ,
        "MUTANT_NOTES": str(notes),
        "MUTANT_SECONDS": "0.1",
        "MUTANT_MARKS": "long slow",
        "PYTHONPATH": str(ROOT / "benchmarks" / "mutants"),
    }
    command = [sys.executable, "-m", "pytest", "-p", "in_pytest", "-p", "no:cacheprovider", "test_it.py"]
    command += ["--strict-markers", "-m", "not long and not slow"]
    subprocess.run(command, cwd=tmp_path, env=env, capture_output=True)
    printed = notes.read_text().splitlines()
    assert [line for line in printed if line.startswith("failed")] == ["failed test_it.py::test_loop"]
    assert re.fullmatch(r"[\d.]+ test_it.py::test_next", printed[-1])


@pytest.mark.parametrize("words", [["run"], ["draw", "--count", "many"], ["mend"]])
def test_wrong_words_are_refused_in_a_line(words) -> None:
    command = [sys.executable, "-m", "benchmarks.mutants", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
