"""No test looks at a clock: measurements belong to benchmarks/."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]

TESTS = sorted(
    path
    for folder in ("tests", "examples")
    for path in (ROOT / folder).rglob("*.py")
    if folder == "tests" or "test" in path.name or "tests" in path.parts[len(ROOT.parts) :]
)

CLOCKS = {"time", "timeit", "sched", "setitimer", "Timer", "sleep", "wait_for_timeout"}
"""Modules and functions that read the time or wait."""

WORDS = (*(CLOCKS - {"time"}), "import time", "from time", "timeout", "signal", "date")
"""A module without any of them needs no closer look."""

ALLOWED = {
    ("tests/shell/fuzzing/trial.py", "setitimer"),  # a fault could take hours
}

MINUTE = 60


def clocks(tree: ast.AST) -> Iterator[str]:
    """The clocks and the short time-outs of a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (name.name for name in names if name.name.split(".")[0] in CLOCKS)
            case ast.ImportFrom(module=module, names=names):
                yield from (name for name in (module, *(name.name for name in names)) if name in CLOCKS)
            case ast.Attribute(attr=name) if name in CLOCKS:
                yield name
            case ast.Attribute(
                ast.Name("signal" | "datetime" | "date"), "alarm" | "now" | "today" as name
            ):
                yield name
            case ast.keyword(arg="timeout", value=ast.Constant(value=float() | int() as value)):
                yield from [f"timeout={value}"] * (value < MINUTE)
            case ast.Call(
                ast.Attribute(attr="set_default_timeout"), [ast.Constant(value=int() as value)]
            ):
                yield from [f"set_default_timeout({value})"] * (value < 1000 * MINUTE)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import time", ["time"]),
        ("from time import perf_counter", ["time"]),
        ("datetime.now()", ["now"]),
        ("from threading import Timer", ["Timer"]),
        ("asyncio.sleep(1)", ["sleep"]),
        ("child.expect('x', timeout=1.5)", ["timeout=1.5"]),
        ("child.expect('x', timeout=60)", []),
        ("signal.alarm(2)", ["alarm"]),
        ("page.wait_for_timeout(50)", ["wait_for_timeout"]),
        ("context.set_default_timeout(30_000)", ["set_default_timeout(30000)"]),
    ],
)
def test_a_clock_is_seen(code: str, found: list[str]) -> None:
    assert list(clocks(ast.parse(code))) == found


def test_no_test_looks_at_a_clock_or_hurries_anybody() -> None:
    assert len(TESTS) > 100
    texts = ((path, path.read_text(encoding="utf-8")) for path in TESTS)
    found = {
        (path.relative_to(ROOT).as_posix(), clock)
        for path, text in texts
        if any(word in text for word in WORDS)
        for clock in clocks(ast.parse(text))
    }
    assert found == ALLOWED


def test_no_example_of_a_property_has_a_deadline() -> None:
    assert settings.default.deadline is None
