"""The wheel and the sdist, built once, and one environment into which only the wheel was installed."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from importlib.metadata import distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def command() -> Callable[..., str]:
    """Runs a program to its end; returns its output on both streams. Its status must be as expected."""

    def run(*words: object, cwd: Path, status: int = 0, **env: str) -> str:
        done = subprocess.run(
            [str(word) for word in words],
            cwd=cwd,
            env={**os.environ, "SANDTABLE_HOME": str(cwd / "home"), **env},
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == status, f"{' '.join(map(str, words))}\n{done.stdout}"
        assert "Traceback" not in done.stdout
        return done.stdout

    return run


@pytest.fixture(scope="session")
def built(command: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist."""
    folder = tmp_path_factory.mktemp("built")
    command(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="session")
def environment(
    built: Path, command: Callable[..., str], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The folder of programs in an environment with only the wheel of Sandtable and pytest."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    wheel, programs = next(built.glob("*.whl")), folder / "bin"
    pip = (programs / "python", "-m", "pip", "install", "--quiet", "--no-compile")
    command(*pip, wheel, "pytest", cwd=folder)
    return programs


@pytest.fixture
def programs(environment: Path, command: Callable[..., str], tmp_path: Path) -> Iterator[Path]:
    """The same folder; packages that a test installs there are removed after it."""
    (packages,) = environment.parent.glob("lib/python*/site-packages")

    def installed() -> set[str]:
        return {found.name for found in distributions(path=[str(packages)])}

    before = installed()
    yield environment
    if more := installed() - before:
        pip = (environment / "python", "-m", "pip")
        command(*pip, "uninstall", "--quiet", "--yes", *more, cwd=tmp_path)
