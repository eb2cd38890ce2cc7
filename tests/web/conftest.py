"""A folder that plays in a browser, built once for a run; who serves it, and who opens it."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest
from tabs import CHROMIUMS, Host, Recorded, Room

from sandtable.record.replay import Replay

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
SAVES = ROOT / "saves"
ENGINE = ROOT / "plugins" / "sandtable-web"
NOWHERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


def missing(what: str) -> None:
    """Skip the test, and say why; where CI is set, that is an error."""
    pytest.fail(what) if os.environ.get("CI") else pytest.skip(what)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of a run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


COUNT = """
from sandtable import Command, hookimpl

def count(console, rest):
    return [f"{len(console.options)} actions are legal now."]

@hookimpl
def prompt_commands(session):
    return {"count": Command("count", "how many actions are legal", count, kind="looks")}
"""


def write_wheel(path: Path) -> None:
    """Write a wheel with a plugin that adds the word `count` to the prompt."""
    about = "st_count-1.2.dist-info"
    files = {
        "st_count/__init__.py": COUNT,
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: st-count\nVersion: 1.2\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": "[sandtable.plugins]\ncount = st_count\n",
        f"{about}/RECORD": "",
    }
    with ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


@pytest.fixture(scope="session")
def built(shared_folder: Path) -> Callable[..., Path]:
    """Builds a folder of this name, once for all workers, with these words after its own."""
    path = os.pathsep.join(filter(None, [str(ENGINE), os.environ.get("PYTHONPATH")]))
    env = {**os.environ, "SANDTABLE_HOME": str(shared_folder / "web-home"), "PYTHONPATH": path}

    def ran(*words: object) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, *map(str, words)]
        return subprocess.run(program, env=env, capture_output=True, text=True, check=False)

    def write(name: str, *words: object) -> Path:
        out = shared_folder / name
        with (shared_folder / "web.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not out.exists():
                engine = ran(ENGINE / "build.py")
                if engine.returncode:
                    missing(f"no engine of the table in a browser: {engine.stderr.strip()}")
                done = ran("-m", "sandtable", "web", out, *words)
                assert done.returncode == 0, done.stderr
        return out

    return write


@pytest.fixture(scope="session")
def folder(built: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that plays in a browser, with all games, a plugin and the terminal page."""
    wheel = tmp_path_factory.mktemp("wheel") / "st_count-1.2-py3-none-any.whl"
    write_wheel(wheel)
    return built("web", "--plugin", wheel, "--terminal")


@pytest.fixture(scope="session")
def host(folder: Path) -> Iterator[Callable[[str], Host]]:
    """The host of this kind with the folder."""
    hosts: dict[str, Host] = {}

    def served(how: str) -> Host:
        if how not in hosts:
            hosts[how] = Host(folder, how)
        return hosts[how]

    yield served
    for one in hosts.values():
        one.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, which finds no other machine."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        missing("no Chromium or Chrome is on the PATH; install one to run the tests of the browser")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", NOWHERE])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def house(browser: Browser, host: Callable[[str], Host]) -> Callable[..., Any]:
    """Rooms to enter: at the end of each, no tab of it may have met an error, or asked another host."""

    @contextmanager
    def entered(how: str, **kind: Any) -> Iterator[Room]:
        room = Room(browser, host(how), **kind)
        yield room
        room.context.close()
        assert room.wrong == []

    return entered


@pytest.fixture
def on_the_desktop(run: Callable[..., Any], tmp_path: Path) -> Callable[..., Path]:
    """Plays these lines on the desktop: the file of the save."""

    def played(scenario: str, lines: list[str], seed: object = 5, *more: str) -> Path:
        path = tmp_path / f"desktop-{len(list(tmp_path.iterdir()))}.jsonl"
        typed = "".join(f"{line}\n" for line in lines)
        seats = ("--seat", "turkish=scripted") if scenario.startswith("megiddo") and not more else more
        done = run("play", scenario, "--seed", seed, "--save", path, *seats, typed=typed)
        assert done.status == 0, done.err
        return path

    return played


@pytest.fixture(scope="session")
def recorded() -> Callable[[str], list[Recorded]]:
    """The choices of a recorded game."""

    def choices(name: str) -> list[Recorded]:
        return [
            Recorded(one.n, one.seat, str(one.action), any(event.strike for event in one.events))
            for one in Replay(SAVES / f"{name}.jsonl").steps()
            if one.kind == "action"
        ]

    return choices
