"""Measures how long the program takes to start, compared with the least that Python needs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import pexpect

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
PLAY = ["play", "megiddo/1918", "--seed", "1", "--seat", "turkish=scripted"]


ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Modules are compiled once, as after an installation; the first round does that."""


def seconds(*words: str) -> float:
    """Return how long a command takes."""
    start = perf_counter()
    subprocess.run(words, check=True, capture_output=True, env=ENVIRONMENT)
    return perf_counter() - start


def first_prompt() -> float:
    """Return the time from starting `play` at a terminal to its first prompt."""
    with TemporaryDirectory() as home:
        env = {**ENVIRONMENT, "SANDTABLE_HOME": home, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
        start = perf_counter()
        child = pexpect.spawn(SANDTABLE, PLAY, env=env, dimensions=(40, 80), timeout=30)
        child.delaybeforesend = None
        child.expect_exact("british>")
        taken = perf_counter() - start
        child.close(force=True)
    return taken


def ratios(rounds: int) -> tuple[float, float]:
    """Return the times of `--version` and of the first prompt, relative to their bare imports.

    They are the best of interleaved rounds.
    """
    best = [float("inf")] * 4
    for _ in range(rounds):
        runs = (
            lambda: seconds(sys.executable, "-c", "import argparse, importlib.metadata"),
            lambda: seconds(SANDTABLE, "--version"),
            lambda: seconds(sys.executable, "-c", "import prompt_toolkit, msgspec, pluggy"),
            first_prompt,
        )
        for place, run in enumerate(runs):
            best[place] = min(best[place], run())
    return best[1] / best[0], best[3] / best[2]
